#include "formats/cuda_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace daybook {
namespace {

using Strings = std::vector<std::string>;

Strings texts(const std::string& source) {
  Strings result;
  for (const Token& token : strip_comments(tokenize_cuda(source))) result.push_back(token.text);
  return result;
}

TokenKind kind(const std::string& source) {
  const auto tokens = tokenize_cuda(source);
  EXPECT_EQ(tokens.size(), 1u) << source;
  return tokens.empty() ? TokenKind::punctuation : tokens[0].kind;
}

TEST(CudaTokens, LayoutAndCommentsMakeNoDifference) {
  EXPECT_EQ(texts("int a = b + 1; // x\n"), texts("int\n a=b+1 /* y */ ;\r\n"));
  EXPECT_NE(texts("a+b"), texts("a-b"));
}

TEST(CudaTokens, WhatNeverEndsSaysSo) {
  const auto unclosed = [](const std::string& source) {
    return tokenize_cuda(source).back().unclosed;
  };
  for (const char* source : {"a /* b", "a /*/", "f(\"b);\n", "\"b\\\"", "'", "u8\"b\n", "R\"x(b)\"",
                             "R\"(b\"", "#define A /* b"}) {
    EXPECT_TRUE(unclosed(source)) << source;
  }
  for (const char* source : {"a /* b */", "/**/", "a // b", "\"\"", "\"b\\\\\"", "'\\''",
                             "u8\"b\"_s", "R\"x(b)\")x\"", "R\"()\"", "1'000"}) {
    EXPECT_FALSE(unclosed(source)) << source;
  }
}

TEST(CudaTokens, ALaunchIsOneTokenAtEachEnd) {
  EXPECT_EQ(texts("f<<<g, b>>>(x);"),
            (Strings{"f", "<<<", "g", ",", "b", ">>>", "(", "x", ")", ";"}));
  EXPECT_EQ(texts("a << b >> c <<= d >>= e"),
            (Strings{"a", "<<", "b", ">>", "c", "<<=", "d", ">>=", "e"}));
}

TEST(CudaTokens, PunctuationIsTheLongestMatch) {
  EXPECT_EQ(texts("a->*b...c::d<:e:>"),
            (Strings{"a", "->*", "b", "...", "c", "::", "d", "<:", "e", ":>"}));
  EXPECT_EQ(texts("A<::b>"), (Strings{"A", "<", "::", "b", ">"}));
  EXPECT_EQ(texts("a+++b"), (Strings{"a", "++", "+", "b"}));
}

TEST(CudaTokens, KindsAreTold) {
  EXPECT_EQ(kind("foo"), TokenKind::identifier);
  EXPECT_EQ(kind("größe"), TokenKind::identifier);
  EXPECT_EQ(kind("constexpr"), TokenKind::keyword);
  EXPECT_EQ(kind("__global__"), TokenKind::cuda_word);
  EXPECT_EQ(kind("threadIdx"), TokenKind::cuda_word);
  EXPECT_EQ(kind("// x"), TokenKind::comment);
  EXPECT_EQ(kind("#define A 1"), TokenKind::directive);
  EXPECT_EQ(kind("'a'"), TokenKind::character);
}

TEST(CudaTokens, NumbersKeepSeparatorsExponentsAndSuffixes) {
  for (const char* number :
       {"1'000'000", "0xFF'FFu", "1.5e-3f", "0x1p+4", ".5f", "1_km", "1.e+5", "0b1'0", "1e10"}) {
    EXPECT_EQ(kind(number), TokenKind::number) << number;
  }
  EXPECT_EQ(texts("1'000'a'"), (Strings{"1'000'a", "'"}));
  EXPECT_EQ(texts("x=1+2"), (Strings{"x", "=", "1", "+", "2"}));
}

TEST(CudaTokens, StringsKeepPrefixesAndSuffixes) {
  for (const char* text : {"\"a\\\"b\"", "u8\"x\"", "L\"x\"", "\"x\"s", "\"x\"_id", "\"//\"",
                           "R\"(a)\"", "u8R\"x(a)\" )x\"", "LR\"(\n)\"", "R\"(a)\"sv"}) {
    EXPECT_EQ(kind(text), TokenKind::string) << text;
  }
  EXPECT_EQ(kind("u8'x'"), TokenKind::character);
  EXPECT_EQ(kind("'\\''"), TokenKind::character);
  EXPECT_EQ(kind("'x'_u"), TokenKind::character);
  EXPECT_EQ(texts("FOOR\"(\" a"), (Strings{"FOOR", "\"(\"", "a"}));
  EXPECT_EQ(texts("\"a\" \"b\""), (Strings{"\"a\"", "\"b\""}));
}

TEST(CudaTokens, ARawStringKeepsItsSplices) {
  EXPECT_EQ(texts("R\"(a\\\nb)\""), Strings{"R\"(a\\\nb)\""});
  EXPECT_EQ(texts("\"a\\\nb\""), Strings{"\"ab\""});
}

TEST(CudaTokens, SplicesJoinLines) {
  EXPECT_EQ(texts("in\\\nt a\\\r\nb; // c \\\n d\ne"), (Strings{"int", "ab", ";", "e"}));
  EXPECT_EQ(texts("a /\\\n/ b\nc"), (Strings{"a", "c"}));
  EXPECT_EQ(texts("a /\\\n* b *\\\n/ c"), (Strings{"a", "c"}));
  EXPECT_EQ(texts("<\\\n<\\\n<"), Strings{"<<<"});
  EXPECT_EQ(texts("1\\\n2"), Strings{"12"});
}

TEST(CudaTokens, SpansPointIntoTheSource) {
  const std::string source = "a  /* b */ \"c\"";
  const auto tokens = tokenize_cuda(source);
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].span, (Span{3, 10}));
  EXPECT_EQ(tokens[2].span, (Span{11, 14}));
}

TEST(CudaTokens, ADirectiveIsOneTokenWithoutLayout) {
  EXPECT_EQ(texts("  #  define   N\t4  // four\nx"), (Strings{"#define N 4", "x"}));
  EXPECT_EQ(texts("#define F(x)((x)+1)"), texts("#define F( x ) \\\n  ( (x) + 1 )\n"));
  EXPECT_NE(texts("#define F(x) x"), texts("#define F (x) x"));
  EXPECT_EQ(texts("#include <a//b.h>\nx"), (Strings{"#include <a//b.h>", "x"}));
  EXPECT_EQ(texts("#if A /* \n */ && B\nx"), (Strings{"#if A && B", "x"}));
  EXPECT_EQ(texts("#define A \"//\" // c\nx"), (Strings{"#define A \"//\"", "x"}));
  EXPECT_EQ(texts("a # b"), (Strings{"a", "#", "b"}));
}

TEST(CudaTokens, CommentsInADirectiveFollowIt) {
  const auto tokens = tokenize_cuda("#define A /* one */ 1 // two\nx");
  ASSERT_EQ(tokens.size(), 4u);
  EXPECT_EQ(tokens[1].text, "/* one */");
  EXPECT_EQ(tokens[2].text, "// two");
}

TEST(CudaTokens, UnclosedPiecesEndWithTheirLineOrFile) {
  EXPECT_EQ(texts("\"abc\nd"), (Strings{"\"abc", "d"}));
  EXPECT_EQ(texts("'abc\r\nd"), (Strings{"'abc", "d"}));
  EXPECT_EQ(texts("a /* b\nc"), Strings{"a"});
  EXPECT_EQ(texts("R\"(a\nb"), Strings{"R\"(a\nb"});
  EXPECT_EQ(texts("\"a\\"), Strings{"\"a\\"});
  EXPECT_EQ(texts("#"), Strings{"#"});
  EXPECT_EQ(texts("\xEF\xBB\xBF#define A"), Strings{"#define A"});
}

TEST(CudaTokens, HostileInputEndsInLinearTime) {
  for (const std::string& piece :
       {std::string("\\\n"), std::string("1'"), std::string("/*"), std::string("R\"("),
        std::string("#"), std::string("'"), std::string("__device__ f("),
        std::string("__device__ a<"), std::string("__device__ f()->a "), std::string("#if\n{"),
        std::string("\\   "), std::string("((((")}) {
    std::string source;
    while (source.size() < 100'000) source += piece;
    const auto tokens = strip_comments(tokenize_cuda(source));
    EXPECT_EQ(mark_device_only(tokens).size(), tokens.size());
    EXPECT_LE(outline_code(source).comments.size(), source.size());
  }
}

TEST(CodeOutline, ReadsLiteralsAsTheLexerDoes) {
  for (const char* source :
       {"\"a\"R\"(// b\n// c", "1.R\"(// b\n// c", "#R\"(\n// b\n)\" // c", "'a'R\"(// b\n// c",
        "\xEF\xBB\xBFR\"(// a\n// b)\" // c", "#1'x // a", "R\"(// a)\" // b", "aR\"(// a\n// b"}) {
    std::vector<Span> comments;
    for (const Token& token : tokenize_cuda(source)) {
      if (token.kind == TokenKind::comment) comments.push_back(token.span);
    }
    EXPECT_EQ(outline_code(source).comments, comments) << source;
  }
}

TEST(CodeOutline, AgreesWithTheTokensOnComments) {
  const std::string source =
      "#include <a//b>\n#define A /* x */ 1'0 // y\nauto a = u8R\"z(// n)z\"; // c \\\n more\n"
      "char b = L'\"'; int n = 0x1'f; /* d\n */ #if 1\n\"\\\n// e\"; f(\"//\") /\\\n/ g\n"
      "#if A\n  # else // h\n/* i */ #endif\nx = a # b;\n";
  std::vector<Span> comments;
  for (const Token& token : tokenize_cuda(source)) {
    if (token.kind == TokenKind::comment) comments.push_back(token.span);
  }
  const CodeOutline outline = outline_code(source);
  EXPECT_EQ(outline.comments, comments);
  ASSERT_EQ(outline.conditionals.size(), 3u);
  EXPECT_EQ(outline.conditionals[1].kind, Conditional::Kind::middle);
  EXPECT_EQ(outline.conditionals[2].kind, Conditional::Kind::close);
}

}  // namespace
}  // namespace daybook
