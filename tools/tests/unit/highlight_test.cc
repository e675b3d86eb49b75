#include "formats/highlight.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.h"

namespace daybook {
namespace {

using Strings = std::vector<std::string>;

std::string one(const std::string& line, const std::string& language) {
  return highlight_lines({line}, language)[0];
}

// Tags off, entities decoded.
std::string plain(const std::string& html) {
  std::string text;
  for (std::size_t i = 0; i < html.size(); ++i) {
    if (html[i] == '<') {
      i = html.find('>', i);
    } else if (html[i] == '&') {
      const std::string name = html.substr(i, html.find(';', i) - i + 1);
      text += name == "&amp;"   ? '&'
              : name == "&lt;"  ? '<'
              : name == "&gt;"  ? '>'
              : name == "&#39;" ? '\''
                                : '"';
      i += name.size() - 1;
    } else {
      text += html[i];
    }
  }
  return text;
}

TEST(Highlight, CudaGetsItsClasses) {
  EXPECT_EQ(one("__global__ void f(int n) { return; } // x", "cuda"),
            "<span class=\"cu\">__global__</span> <span class=\"t\">void</span> "
            "<span class=\"f\">f</span>(<span class=\"t\">int</span> n) { "
            "<span class=\"k\">return</span>; } <span class=\"c\">// x</span>");
  EXPECT_EQ(one("f<<<1, b>>>(\"<&>\");", "cuda"),
            "<span class=\"f\">f</span>&lt;&lt;&lt;<span class=\"n\">1</span>, b&gt;&gt;&gt;("
            "<span class=\"s\">&quot;&lt;&amp;&gt;&quot;</span>);");
  EXPECT_EQ(one("#define A 1 // x", "cuda"),
            "<span class=\"p\">#define A 1</span> <span class=\"c\">// x</span>");
  EXPECT_EQ(one("#define A /* x */ 1", "cuda"),
            "<span class=\"p\">#define A </span><span class=\"c\">/* x */</span>"
            "<span class=\"p\"> 1</span>");
  EXPECT_EQ(one("struct Pair { size_t a; };", "cpp"),
            "<span class=\"k\">struct</span> <span class=\"t\">Pair</span> { "
            "<span class=\"t\">size_t</span> a; };");
}

TEST(Highlight, SpansCloseAtEachLinesEnd) {
  EXPECT_EQ(highlight_lines({"/* a", "", " b */ c"}, "cuda"),
            (Strings{"<span class=\"c\">/* a</span>", "", "<span class=\"c\"> b */</span> c"}));
}

TEST(Highlight, AnUnknownLanguageIsOnlyEscaped) {
  EXPECT_EQ(one("if <a> & \"b\" 'c'", "text"), "if &lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;");
  EXPECT_EQ(escape_html("</script>"), "&lt;/script&gt;");
  EXPECT_EQ(highlight_lines({}, "cuda"), Strings{});
}

TEST(Highlight, DiffLinesAreToldApart) {
  EXPECT_EQ(highlight_lines({" a", "-b", "+c", "--- d", "\\ No newline at end of file"}, "diff"),
            (Strings{" a", "<span class=\"d\">-b</span>", "<span class=\"a\">+c</span>",
                     "<span class=\"d\">--- d</span>", "\\ No newline at end of file"}));
  EXPECT_EQ(highlight_lines({"--- a/x", "+++ b/x", "@@ -1 +1 @@"}, "diff"),
            (Strings{"<span class=\"p\">--- a/x</span>", "<span class=\"p\">+++ b/x</span>",
                     "<span class=\"p\">@@ -1 +1 @@</span>"}));
}

TEST(Highlight, ScriptsGetTheirClasses) {
  EXPECT_EQ(one("if [ \"$a\" ]; then echo $b # c", "sh"),
            "<span class=\"k\">if</span> [ <span class=\"s\">&quot;$a&quot;</span> ]; "
            "<span class=\"k\">then</span> echo <span class=\"p\">$b</span> "
            "<span class=\"c\"># c</span>");
  EXPECT_EQ(one("nvcc -arch=sm_90 -o a#b ${c} -O3", "sh"),
            "nvcc -arch=sm_90 -o a#b <span class=\"p\">${c}</span> -O3");
  EXPECT_EQ(one("def f(a): return r'\\n' # x", "python"),
            "<span class=\"k\">def</span> <span class=\"f\">f</span>(a): "
            "<span class=\"k\">return</span> <span class=\"s\">r</span>"
            "<span class=\"s\">&#39;\\n&#39;</span> <span class=\"c\"># x</span>");
  EXPECT_EQ(one("key-a: it's 3 # x", "yaml"),
            "<span class=\"t\">key-a</span>: it&#39;s <span class=\"n\">3</span> "
            "<span class=\"c\"># x</span>");
}

TEST(Highlight, TheTextIsAlwaysTheInput) {
  const Strings lines = {"\ta\x01 && R\"(<b>",
                         "c)\" 'x' /* \xC3\xA9",
                         "*/ {{ x }} {% y %} ${ ` \"\"\" '''",
                         "#if A \\",
                         "  B // \\",
                         "  C",
                         "\"unclosed",
                         "$",
                         "\\",
                         "@a.b",
                         "x: 'y",
                         "<<EOF",
                         "1'000\r"};
  for (const char* language : {"cuda", "sh", "python", "yaml", "diff", "text", "json", ""}) {
    const Strings html = highlight_lines(lines, language);
    ASSERT_EQ(html.size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(plain(html[i]), lines[i]) << language;
  }
}

TEST(Highlight, ManyUnclosedVariablesEndInLinearTime) {
  std::string line;
  for (int i = 0; i < 200'000; ++i) line += "${";
  EXPECT_EQ(plain(one(line, "sh")), line);
}

}  // namespace
}  // namespace daybook
