#include "formats/device_report.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace daybook {
namespace {

// nvcc 13.0, -arch=sm_90 -Xptxas -v, of kernels written for this test.
const char kPtxas[] =
    "ptxas info    : Overriding maximum register limit 256 for 'plain' with  32 of maxrregcount "
    "option\n"
    "ptxas info    : 0 bytes gmem\n"
    "ptxas info    : Compiling entry function '_ZN4deep8spillingINS_3TagIfLj3EEEEEvPfT_i' for "
    "'sm_90'\n"
    "ptxas info    : Function properties for _ZN4deep8spillingINS_3TagIfLj3EEEEEvPfT_i\n"
    "    824 bytes stack frame, 1256 bytes spill stores, 1588 bytes spill loads\n"
    "ptxas info    : Used 32 registers, used 0 barriers, 824 bytes cumulative stack size\n"
    "ptxas info    : Compile time = 71.812 ms\n"
    "ptxas info    : Compiling entry function "
    "'_ZN33_GLOBAL__N__9366e8d4_4_k_cu_plain6corankEPKfPfi' for 'sm_90'\n"
    "ptxas info    : Function properties for "
    "_ZN33_GLOBAL__N__9366e8d4_4_k_cu_plain6corankEPKfPfi\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 10 registers, used 1 barriers, 1024 bytes smem\n"
    "ptxas info    : Compile time = 1.985 ms\n"
    "ptxas info    : Compiling entry function '_Z5callsPfi' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z5callsPfi\n"
    "    128 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 20 registers, used 0 barriers, 128 bytes cumulative stack size\n"
    "ptxas info    : Function properties for _Z6helperfi\n"
    "    0 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
    "ptxas info    : Compiling entry function 'plain' for 'sm_90'\n"
    "ptxas info    : Function properties for plain\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 8 registers, 400 bytes cmem[0]\n"
    "ptxas info    : Compiling entry function '_Z12merge_slicesILi4EEvPKfS1_Pfm' for 'sm_90'\n"
    "ptxas info    : Function properties for _Z12merge_slicesILi4EEvPKfS1_Pfm\n"
    "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used 18 registers, used 0 barriers\n";

TEST(Ptxas, EachKernelHasItsRegistersSharedMemoryAndSpills) {
  const std::vector<KernelFigures> kernels = parse_ptxas(Text("ptxas.txt", kPtxas));
  ASSERT_EQ(kernels.size(), 5u);
  EXPECT_EQ(kernels[0].kernel, "spilling<deep::Tag<float, 3u> >");
  EXPECT_EQ(kernels[0].registers, 32);
  EXPECT_EQ(kernels[0].spills, 1256 + 1588);
  EXPECT_EQ(kernels[0].line, 6u);
  EXPECT_EQ(kernels[1].kernel, "corank");
  EXPECT_EQ(kernels[1].registers, 10);
  EXPECT_EQ(kernels[1].shared, 1024);
  EXPECT_EQ(kernels[1].spills, 0);
  EXPECT_EQ(kernels[2].kernel, "calls");
  EXPECT_EQ(kernels[2].spills, 0);
  EXPECT_EQ(kernels[3].kernel, "plain");
  EXPECT_EQ(kernels[3].registers, 8);
  EXPECT_EQ(kernels[3].shared, 0);
  EXPECT_EQ(kernels[4].kernel, "merge_slices<4>");
}

TEST(Ptxas, OtherTextHoldsNoKernel) {
  EXPECT_TRUE(parse_ptxas(Text("ptxas.txt", "")).empty());
  EXPECT_TRUE(parse_ptxas(Text("ptxas.txt", "Used 12 registers\n3 bytes spill stores\n")).empty());
  const auto kernels = parse_ptxas(
      Text("ptxas.txt",
           "Compiling entry function 'k' for 'sm_90'\nUsed 99999999999999999999 registers\n"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].registers, 0);
}

TEST(Unmangle, LeavesTheNameThatAReaderKnows) {
  EXPECT_EQ(unmangle("_Z6corankPKfS0_i"), "corank");
  EXPECT_EQ(unmangle("_Z12merge_slicesILi4EEvPKfS1_Pfm"), "merge_slices<4>");
  EXPECT_EQ(unmangle("_ZN4deep8spillingINS_3TagIfLj3EEEEEvPfT_i"),
            "spilling<deep::Tag<float, 3u> >");
  EXPECT_EQ(unmangle("_ZN33_GLOBAL__N__9366e8d4_4_k_cu_plain6corankEPKfPfi"), "corank");
  EXPECT_EQ(unmangle("plain"), "plain");
  EXPECT_EQ(unmangle("_Znot mangled"), "_Znot mangled");
  EXPECT_EQ(unmangle(""), "");
}

TEST(Unmangle, HostileSymbolsStayAsTheyAre) {
  const std::string deep = "_Z1f" + std::string(4000, 'P') + "i";
  EXPECT_FALSE(unmangle(deep).empty());
  const std::string longer = "_Z" + std::string(1u << 20, 'P');
  EXPECT_EQ(unmangle(longer), longer);
}

// The layout of cuobjdump -sass.
const char kCuobjdump[] =
    "\n"
    "Fatbin elf code:\n"
    "================\n"
    "arch = sm_90\n"
    "code version = [1,8]\n"
    "host = linux\n"
    "compile_size = 64bit\n"
    "\n"
    "\tcode for sm_90\n"
    "\t\tFunction : _Z3addPfS_i\n"
    "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_SM90\"\n"
    "        /*0000*/                   LDC R1, c[0x0][0x28] ;                    "
    "/* 0x00000a00ff017b82 */\n"
    "                                                                             "
    "/* 0x000fe20000000800 */\n"
    "        /*0010*/                   ISETP.GE.AND P0, PT, R0, UR4, PT ;        "
    "/* 0x0000000400007c0c */\n"
    "                                                                             "
    "/* 0x000fda000bf06270 */\n"
    "        /*0020*/               @P0 BRA 0x50 ;                                "
    "/* 0x0000000000080947 */\n"
    "                                                                             "
    "/* 0x000fea0003800000 */\n"
    "        /*0030*/                   IMAD.WIDE R2, R0, 0x50, R2 ;              "
    "/* 0x0000000400027825 */\n"
    "        /*0040*/              @!P1 BRA 0x10;                                 "
    "/* 0x0000000400027825 */\n"
    "        /*0050*/                   EXIT ;                                    "
    "/* 0x000000000000794d */\n"
    "        /*0060*/                   BRA 0x60;                                 "
    "/* 0xfffffffc00fc7947 */\n"
    "        /*0070*/                   NOP;                                      "
    "/* 0x0000000000007918 */\n"
    "\t\t..........\n"
    "\n"
    "\n"
    "\t\tFunction : _Z12merge_slicesILi4EEvPKfS1_Pfm\n"
    "\t.headerflags\t@\"EF_CUDA_SM90\"\n"
    "        /*0000*/                   EXIT ;  /* 0x000000000000794d */\n"
    "\t\t..........\n"
    "\n"
    "\n"
    "\n"
    "Fatbin ptx code:\n"
    "================\n"
    "arch = sm_90\n"
    "code version = [9,0]\n"
    "host = linux\n"
    "compile_size = 64bit\n"
    "compressed\n";

const char kSass[] =
    "code for sm_90\n"
    "\n"
    "Function : _Z3addPfS_i\n"
    "        LDC R1, c[0x0][0x28] ;\n"
    ".L1:\n"
    "        ISETP.GE.AND P0, PT, R0, UR4, PT ;\n"
    "        @P0 BRA .L2 ;\n"
    "        IMAD.WIDE R2, R0, 0x50, R2 ;\n"
    "        @!P1 BRA .L1;\n"
    ".L2:\n"
    "        EXIT ;\n"
    ".L3:\n"
    "        BRA .L3;\n"
    "        NOP;\n"
    "\n"
    "Function : _Z12merge_slicesILi4EEvPKfS1_Pfm\n"
    "        EXIT ;\n";

TEST(Sass, IsStrippedOfAddressesAndEncodings) { EXPECT_EQ(strip_sass(kCuobjdump), kSass); }

TEST(Sass, StrippingTwiceChangesNothing) { EXPECT_EQ(strip_sass(kSass), kSass); }

TEST(Sass, LineEndsDoNotMatter) {
  std::string crlf;
  for (const char c : std::string(kCuobjdump)) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(strip_sass(crlf), kSass);
}

TEST(Sass, CodeThatMovedHasTheSameText) {
  const std::string one = "Function : k\n/*0000*/ NOP; /* 0x1 */\n/*0010*/ BRA 0x0; /* 0x2 */\n";
  const std::string moved =
      "Function : k\n/*0100*/ NOP; /* 0x3 */\n/*0110*/ BRA 0x100; /* 0x4 */\n";
  EXPECT_EQ(strip_sass(one), strip_sass(moved));
}

TEST(Sass, TargetsElsewhereAndLabelsOfOtherToolsStay) {
  EXPECT_EQ(strip_sass("Function : k\n.L_x_0:\n/*0000*/ @P0 BRA `(.L_x_0) ;\n"
                       "/*0010*/ CALL.REL.NOINC 0x900 ;\n/*0020*/ BSSY B0, 0x0 ;\n"
                       "/*0030*/ BRX R4 -0x10 ;\n"),
            "Function : k\n.L_x_0:\n.L1:\n        @P0 BRA `(.L_x_0) ;\n"
            "        CALL.REL.NOINC 0x900 ;\n        BSSY B0, .L1 ;\n        BRX R4 -0x10 ;\n");
}

TEST(Sass, TextThatIsNoListingGivesNothing) {
  EXPECT_EQ(strip_sass(""), "");
  EXPECT_EQ(strip_sass("cuobjdump info: no device code\n"), "");
  EXPECT_EQ(strip_sass("Function : k\n/*0000*/ NOP; /* 0x"), "Function : k\n        NOP; /* 0x\n");
}

TEST(Sass, EachKernelsLinesAreFound) {
  const std::vector<KernelCode> kernels = parse_sass(Text("sass.txt", kSass));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].kernel, "add");
  EXPECT_EQ(kernels[0].first_line, 3u);
  EXPECT_EQ(kernels[0].last_line, 14u);
  EXPECT_EQ(kernels[1].kernel, "merge_slices<4>");
  EXPECT_EQ(kernels[1].first_line, 16u);
  EXPECT_EQ(kernels[1].last_line, 17u);
  EXPECT_TRUE(parse_sass(Text("sass.txt", "")).empty());
}

}  // namespace
}  // namespace daybook
