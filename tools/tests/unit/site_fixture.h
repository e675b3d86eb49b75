// A small course on disk with one recorded run, and its site as the page assembler would make it.
#pragma once

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "base/digest.h"
#include "check/evidence.h"
#include "check/fragment.h"
#include "check/page_words.h"
#include "check/pandoc_html.h"
#include "check/stated_value.h"
#include "formats/highlight.h"
#include "formats/provenance.h"

namespace daybook {

inline constexpr char kSumSource[] =
    "// Adds <numbers> & {{ more }}.\n"
    "// snippet: add\n"
    "__global__ void add(int* out) {\n"
    "  // snippet: plus\n"
    "\tout[threadIdx.x] += 1;\n"
    "  // end snippet: plus\n"
    "}\n"
    "// end snippet: add\n"
    "int main() { add<<<1, 32>>>(nullptr); }\n";

inline constexpr char kSumOutput[] =
    "132 SMs\n"
    "\n"
    "sums: by size\n"
    "n     time (ms)\n"
    "---   ---------\n"
    "4     3.504\n"
    "16    7.25\n"
    "64    29.0\n";

inline constexpr char kSumLesson[] =
    "---\n"
    "title: Sums & differences\n"
    "facts: {sms: '([0-9]+) SMs'}\n"
    "---\n"
    "\n"
    "One takes [3.50 ms](run:sums/4/time) for $n < 4$ on [132 SMs](run:fact/sms).[^how]\n"
    "\n"
    "## How it works\n"
    "\n"
    "```cuda from=#add mark=#plus\n"
    "__global__ void add(int* out) {\n"
    "\tout[threadIdx.x] += 1;\n"
    "}\n"
    "```\n"
    "\n"
    "[Sums by size](run:sums \"chart: time by n, log x\")\n"
    "\n"
    "| n | time (ms) | against the first |\n"
    "|--:|--:|---|\n"
    "| 4 | 3.5 | [1.00](calc: \"{sums/4/time} / {sums/4/time}\") |\n"
    "| 16 | 7.25 | [2.07](calc: \"{sums/16/time} / {sums/4/time}\") times |\n"
    "| 64 | 29.0 | [8.3](calc: \"{sums/64/time} / {sums/4/time}\") |\n"
    "\n"
    "So [no size beats 4](claim: \"argmin({sums/*/time}) == 4\").\n"
    "\n"
    "```cuda sketch\n"
    "add<<<grid, block>>>(out);\n"
    "```\n"
    "\n"
    "| a | b |\n"
    "|---|---|\n"
    "| c | [132 SMs](run:fact/sms) |\n"
    "\n"
    "[^how]: Measured: [3.5 ms](run:sums/4/time).\n";

// What Pandoc makes of that lesson; @1 stands for the first quote's token.
inline constexpr char kSumPandoc[] =
    "<p>One takes @1 for <math display=\"inline\" "
    "xmlns=\"http://www.w3.org/1998/Math/MathML\"><semantics><mrow><mi>n</mi><mo>&lt;</mo>"
    "<mn>4</mn></mrow><annotation encoding=\"application/x-tex\">n &lt; 4</annotation>"
    "</semantics></math> on @2.<a href=\"#fn1\" class=\"footnote-ref\" id=\"fnref1\" "
    "role=\"doc-noteref\"><sup>1</sup></a></p>\n"
    "<h2>How it works</h2>\n"
    "<pre><code>@3</code></pre>\n"
    "<p>@4</p>\n"
    "<p>So @8.</p>\n"
    "<pre class=\"cuda\"><code>add&lt;&lt;&lt;grid, block&gt;&gt;&gt;(out);</code></pre>\n"
    "<table>\n<thead>\n<tr class=\"header\">\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n"
    "<tr class=\"odd\">\n<td>c</td>\n<td>@9</td>\n</tr>\n</tbody>\n</table>\n"
    "<section class=\"footnotes footnotes-end-of-document\" role=\"doc-endnotes\">\n<hr />\n<ol>\n"
    "<li id=\"fn1\" role=\"doc-endnote\"><p>Measured: @10.<a href=\"#fnref1\" "
    "class=\"footnote-back\" role=\"doc-backlink\">↩︎</a></p></li>\n</ol>\n</section>\n";

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  std::size_t count = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
    ++count;
  }
  EXPECT_GT(count, 0U) << "'" << from << "' is not there";
  return text;
}

class SumCourse : public ::testing::Test {
 protected:
  void SetUp() override {
    static int number = 0;
    root_ = fs::temp_directory_path() /
            ("daybook-site-" + std::to_string(::getpid()) + "-" + std::to_string(++number));
    fs::remove_all(root_);
    write("course.yaml",
          "title: Course\nlanguages: [en, zh-TW]\nmodules:\n  - {title: One, days: [day01-sum]}\n"
          "card: h200\narch: sm_90\n"
          "cu: {build: 'nvcc -O3 -arch={arch} -o {out} {in}', run: './{out}'}\n");
    write("src/day01-sum/sum.cu", kSumSource);
    write("lessons/day01-sum/lesson.md", kSumLesson);
    add_run();
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& bytes) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path, std::ios::binary) << bytes;
  }
  std::string read(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(root_ / path, std::ios::binary).rdbuf();
    return bytes.str();
  }

  void add_run() {
    Provenance record;
    record.day = "day01-sum";
    record.unit = "sum";
    record.program = "sum.cu";
    record.card = "h200";
    record.source_sha256 = sha256_hex(kSumSource);
    record.subjects = {{"sum.cu", sha256_hex(kSumSource)}, {"run-1.txt", sha256_hex(kSumOutput)}};
    record.build.nvcc = "13.0.88";
    record.build.command = "nvcc -O3 -arch=sm_90 -o sum sum.cu";
    record.run_command = "./sum";
    record.gpu.name = "NVIDIA H200";
    record.gpu.driver = "580.1";
    record.started = "2026-12-01T08:00:00Z";
    record.exits = {"0", "0", "0", "0", "0"};
    record.spread = {{"sums/4/time", "3.504", "3.490", "3.520"}};
    const std::string folder = "evidence/day01-sum/sum/2026-12-01-h200/";
    const std::vector<NamedFile> files = {{"sum.cu", kSumSource},
                                          {"run-1.txt", kSumOutput},
                                          {"provenance.json", write_provenance(record)}};
    for (const NamedFile& file : files) write(folder + file.name, file.bytes);
    write(folder + "SHA256SUMS", write_sums(files));
  }

  Course& course() {
    if (course_ == nullptr) course_ = std::make_unique<Course>(root_);
    return *course_;
  }
  Course& read_again() {
    course_.reset();
    return course();
  }
  CheckedLesson checked() {
    return check_lesson(course(), course().find_day("day01-sum")->lessons.front());
  }

  static std::string with_tokens(std::string html, const Tokens& tokens) {
    for (std::size_t i = 10; i-- > 0;) {
      const std::string mark = "@" + std::to_string(i + 1);
      const std::size_t at = html.find(mark);
      if (at != std::string::npos) html.replace(at, mark.size(), tokens(i));
    }
    return html;
  }

  Fragment fragment() {
    const CheckedLesson lesson = checked();
    const Tokens tokens(lesson.lesson->text);
    FinishedHtml finished =
        finish_pandoc_html(with_tokens(kSumPandoc, tokens), *lesson.lesson,
                           tokens.first(lesson.quotes.size()), page_words("en"));
    EXPECT_EQ(finished.problem, "");
    Fragment made = make_fragment(course(), lesson);
    made.html = finished.html;
    return made;
  }

  static std::string put_in(std::string html, const Fragment& fragment) {
    for (const Substitution& each : fragment.substitutions) {
      html = replaced(html, each.block ? "<p>" + each.token + "</p>" : each.token, each.html);
    }
    return html;
  }

  static std::string stated(const StatedValues& values) {
    std::string html;
    for (const StatedValue& value : values) {
      html += "<a data-value";
      if (!value.href.empty()) html += " href=\"" + escape_html(value.href) + "\"";
      html += ">" + escape_html(value.text) + "</a>\n";
    }
    return html;
  }

  // Builds site/ from the fragment, the way the assembler does.
  void build_site() {
    const Fragment made = fragment();
    const std::string head = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">";
    write("site/day01-sum/index.html",
          head +
              "<title>Sums &amp; differences · Course</title></head><body><main><article>"
              "<h1>Sums &amp; differences</h1><nav><h2>Contents</h2></nav>" +
              stated(origin_values(course(), checked())) + "<div data-lesson-body>" +
              put_in(made.html, made) + "</div></article><pre>chrome</pre></main></body></html>\n");
    for (const FragmentProgram& program : made.programs) {
      write("site/day01-sum/" + program.name, program.text);
      write("site/day01-sum/" + program.name + ".html",
            head + "<title>x</title></head><body><h1><code>" + program.name + "</code></h1>" +
                program.html + "</body></html>\n");
    }
    for (const FragmentRun& run : made.runs) {
      write("site/day01-sum/runs/" + run.unit + "/" + run.run + "/index.html",
            head + "<title>x</title></head><body><h1>" + run.title + "</h1>" + run.html +
                stated(run_values(course(), *course().run(run.day, run.unit, run.run))) +
                "</body></html>\n");
    }
    write("site/claims.html", head + "<title>x</title></head><body>" +
                                  stated(claim_values(course(), checked(), "en")) +
                                  "</body></html>\n");
    list_files_of_site();
  }

  void list_files_of_site() {
    fs::remove(root_ / "site/SHA256SUMS");
    std::vector<NamedFile> files;
    for (const std::string& file : list_files(root_ / "site")) {
      files.push_back({file, read("site/" + file)});
    }
    write("site/SHA256SUMS", write_sums(files));
  }

  void edit_page(const std::string& from, const std::string& to,
                 const std::string& page = "index.html") {
    write("site/day01-sum/" + page, replaced(read("site/day01-sum/" + page), from, to));
  }

  fs::path root_;
  std::unique_ptr<Course> course_;
};

}  // namespace daybook
