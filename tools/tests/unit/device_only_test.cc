#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/cuda_tokens.h"

namespace daybook {
namespace {

// The marked tokens' texts, joined by blanks.
std::string marked(const std::string& source) {
  const auto tokens = strip_comments(tokenize_cuda(source));
  const std::vector<bool> marks = mark_device_only(tokens);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (marks[i]) result += (result.empty() ? "" : " ") + tokens[i].text;
  }
  return result;
}

TEST(DeviceOnly, AKernelsParametersAndBodyAreMarked) {
  EXPECT_EQ(marked("__global__ void f(int n) { g(n); } int main() { f<<<1, 2>>>(3); }"),
            "( int n ) { g ( n ) ; }");
}

TEST(DeviceOnly, ADeviceFunctionIsMarkedAndAHostDeviceOneIsNot) {
  EXPECT_EQ(marked("__device__ int f(int a) { return a; }"), "( int a ) { return a ; }");
  EXPECT_EQ(marked("__host__ __device__ int f(int a) { return a; }"), "");
  EXPECT_EQ(marked("__device__ static __host__ int f(int a) { return a; }"), "");
  EXPECT_EQ(marked("__host__ inline int __device__ f(int a) { return a; }"), "");
  EXPECT_EQ(marked("int f(int a) { return a; }"), "");
}

TEST(DeviceOnly, AMacroThatNamesTheHostCounts) {
  EXPECT_EQ(marked("#define HD __host__\nHD __device__ int f() { return 1; }"), "");
  EXPECT_EQ(marked("#define H __host__\n#define HI H inline\nHI __device__ int f() { return 1; }"),
            "");
}

TEST(DeviceOnly, AHostFunctionBetweenDeviceOnesStaysUnmarked) {
  EXPECT_EQ(marked("__host__ __device__ int h() { return 1; } __device__ int f() { return 2; } "
                   "__host__ int g() { return 3; }"),
            "( ) { return 2 ; }");
}

TEST(DeviceOnly, LaunchBoundsAndAttributesStandBeforeOrAfter) {
  const std::string expected = "( int n ) { n ; }";
  for (const char* source :
       {"__global__ void __launch_bounds__(256) f(int n) { n; }",
        "__global__ void __launch_bounds__(N, M(2)) f(int n) { n; }",
        "__launch_bounds__(256) __global__ void f(int n) { n; }",
        "__global__ __attribute__((used)) void f(int n) { n; }",
        "[[maybe_unused]] __global__ void f(int n) { n; }",
        "__global__ [[maybe_unused]] void f(int n) { n; }",
        "__device__ int f(int n) __attribute__((noinline)) { n; }",
        "__device__ int f(int n) const noexcept(true) { n; }",
        "extern \"C\" __global__ void f(int n) { n; }",
        "static __global__ void __cluster_dims__(2, 1, 1) f(int n) { n; }",
        "__global__ void ALIGNED(16) f(int n) { n; }", "__global__ void\nf(int n)\n{ n; }"}) {
    EXPECT_EQ(marked(source), expected) << source;
  }
}

TEST(DeviceOnly, TemplatesAreSeenThrough) {
  EXPECT_EQ(marked("template <int N, typename T = std::pair<int, A<(3 > 2)>>> __global__ void "
                   "f(T a) { a; }"),
            "( T a ) { a ; }");
  EXPECT_EQ(marked("template <> __device__ std::array<int, (1 > 0)> f<4, 5>(int a) { a; }"),
            "( int a ) { a ; }");
}

TEST(DeviceOnly, ATrailingTypeIsNoPartOfTheBody) {
  EXPECT_EQ(marked("__device__ auto f(int a) -> decltype(g(a)) { a; }"), "( int a ) { a ; }");
  EXPECT_EQ(marked("__device__ auto f(int a) -> std::pair<int, B<2>> { a; } int h() { b; }"),
            "( int a ) { a ; }");
}

TEST(DeviceOnly, OperatorsAndConstructorsAreFunctions) {
  EXPECT_EQ(marked("struct S { __device__ int operator()(int i) const { return i; } int x; };"),
            "( int i ) { return i ; }");
  EXPECT_EQ(marked("__device__ bool operator<(A a, A b) { return 1; }"),
            "( A a , A b ) { return 1 ; }");
  EXPECT_EQ(marked("struct S { __device__ S(int a) : x(a), B<(1 > 0)>{a}, p(q...)... { b; } "
                   "int x; };"),
            "( int a ) : x ( a ) , B < ( 1 > 0 ) > { a } , p ( q ... ) ... { b ; }");
  EXPECT_EQ(marked("struct S { __device__ ~S() { a; } __device__ S() = default; int h() { b; } };"),
            "( ) { a ; } ( )");
}

TEST(DeviceOnly, LambdasInsideBelongToTheirFunction) {
  EXPECT_EQ(
      marked("__global__ void f() { auto g = [](int a) { return a; }; g(1); } int h() { c; }"),
      "( ) { auto g = [ ] ( int a ) { return a ; } ; g ( 1 ) ; }");
}

TEST(DeviceOnly, ADeviceLambdaInHostCodeIsAFunctionOfItsOwn) {
  EXPECT_EQ(marked("int main() { run([=] __device__ (int i) { return i + n; }, 4); }"),
            "( int i ) { return i + n ; }");
  EXPECT_EQ(marked("int main() { run([=] __host__ __device__ (int i) { return i; }, 4); }"), "");
}

TEST(DeviceOnly, AKernelsDefaultArgumentsReachTheHost) {
  EXPECT_EQ(marked("__global__ void f(int a, int n = 256) { b; }"), "( int a , int n { b ; }");
  EXPECT_EQ(marked("__device__ void f(int n = 256) { b; }"), "( int n = 256 ) { b ; }");
}

TEST(DeviceOnly, VariablesAreNoFunctions) {
  EXPECT_EQ(marked("__device__ int a = f(3); __device__ int t[2] = {1, 2}; __constant__ int c;"),
            "");
  EXPECT_EQ(marked("__device__ int (*g)(int) = h; int k() { l; }"), "");
  EXPECT_EQ(marked("__device__ int a{3}; int k() { l; }"), "");
}

TEST(DeviceOnly, DirectivesThatOutliveABodyAreNotMarked) {
  EXPECT_EQ(marked("__global__ void f() {\n#pragma unroll 4\n#define N 3\n#if A\na;\n#else\nb;\n"
                   "#endif\n#include \"x\"\n}\n"),
            "( ) { #pragma unroll 4 #if A a ; #else b ; #endif }");
}

TEST(DeviceOnly, BracketsThatCrossAConditionalMarkNothing) {
  EXPECT_EQ(marked("__global__ void f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\nc; }\n}\n"
                   "int h() { d; }\n__global__ void g() { e; }"),
            "( ) ( ) { e ; }");
  EXPECT_EQ(marked("#if A\n__global__\n#endif\nvoid f(int a) { b; }"), "");
  EXPECT_EQ(marked("__global__ void f() { a;\n#if A\n}\n#else\nb; }\n#endif\nint h() { d; }"),
            "( )");
}

TEST(DeviceOnly, AMacroThatHidesABracketMarksNothing) {
  EXPECT_EQ(marked("#define BEGIN {\n__global__ void f() { if (a) BEGIN b; } } int h() { c; }"),
            "");
  EXPECT_EQ(marked("#define DO(x) do { x; } while (0)\n__global__ void f() { b; }"), "( ) { b ; }");
}

TEST(DeviceOnly, StaticAssertMessagesAreMarked) {
  EXPECT_EQ(marked("static_assert(std::is_same<A, B>::value, \"one\" \" two\"); int a;"),
            "\"one\" \" two\"");
  EXPECT_EQ(marked("static_assert(N == 3); f(a, \"b\");"), "");
}

}  // namespace
}  // namespace daybook
