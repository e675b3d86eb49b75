#include "check/quote_html.h"

#include <algorithm>
#include <string_view>

#include "check/quote_page.h"
#include "formats/highlight.h"

namespace daybook {

namespace {

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string number_of(std::size_t index) { return std::to_string(index + 1); }

// What a block shows: its truth, or, when its source was not found, what the lesson says.
std::vector<TruthLine> shown_lines(const CheckedQuote& checked) {
  if (checked.found) return checked.lines;
  std::vector<TruthLine> lines;
  for (const FenceLine& line : checked.quote->lines) lines.push_back({line.text, 1, false, false});
  return lines;
}

std::string line_class(const CheckedQuote& checked, const TruthLine& line) {
  std::string name = "line";
  if (checked.found && line.line == 0 && checked.quote->kind != QuoteKind::command) {
    name += " elision";
  }
  if (checked.quote->kind == QuoteKind::variant && line.text.starts_with('+')) name += " ins";
  if (checked.quote->kind == QuoteKind::variant && line.text.starts_with('-')) name += " del";
  if (line.marked) name += " marked";
  if (line.fresh) name += " fresh";
  return name;
}

std::string code_body(const CheckedQuote& checked) {
  const std::vector<TruthLine> lines = shown_lines(checked);
  std::vector<std::string> texts;
  for (const TruthLine& line : lines) texts.push_back(line.text);
  const auto highlighted = highlight_lines(texts, checked.quote->language);
  std::string html;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) html += '\n';
    html += "<span class=\"" + line_class(checked, lines[i]) + "\">" + highlighted[i] + "</span>";
  }
  return exact_html(std::move(html));
}

std::size_t first_line(const CheckedQuote& checked) {
  const auto found = std::find_if(checked.lines.begin(), checked.lines.end(),
                                  [](const TruthLine& line) { return line.line != 0; });
  return found == checked.lines.end() ? 0 : found->line;
}

struct BlockWords {
  std::string label;    // of the region, unique on the page
  std::string caption;  // HTML
};

BlockWords code_words(const QuotePage& page, std::size_t index, const CheckedQuote& checked) {
  const std::string file(base_name(checked.source_file));
  const std::size_t line = first_line(checked);
  const std::string shown = escape_html(file + ":" + std::to_string(line));
  return {fill_words(page.words.code_label, {number_of(index), file, std::to_string(line)}),
          linked(shown, source_href(page, checked.source_file, line), "")};
}

std::string recorded_caption(const QuotePage& page, const CheckedQuote& checked,
                             std::string_view pattern, std::size_t line) {
  const RunRecord& run = *checked.run;
  const std::string words = fill_words(pattern, {run.unit, run.provenance.gpu.name, run.name});
  return linked(escape_html(words), run_href(page, run, line), "");
}

BlockWords output_words(const QuotePage& page, std::size_t index, const CheckedQuote& checked) {
  const std::string_view file = base_name(checked.source_file);
  const bool printed = file.starts_with("run-");
  const std::string_view pattern = file == "sass.txt"    ? page.words.sass_caption
                                   : file == "ptxas.txt" ? page.words.ptxas_caption
                                                         : page.words.output_caption;
  return {fill_words(page.words.output_label, {number_of(index), checked.quote->reference}),
          recorded_caption(page, checked, pattern, printed ? first_line(checked) : 0)};
}

BlockWords variant_words(const QuotePage& page, std::size_t index, const CheckedQuote& checked) {
  const std::string& variant = checked.quote->reference;
  std::string href;
  if (const Day* day = page.course.find_day(page.lesson.file.day)) {
    for (const Program& program : day->programs) {
      const auto& names = program.variants;
      if (std::find(names.begin(), names.end(), variant) == names.end()) continue;
      const auto run = page.course.default_run(day->key, Course::unit_name(program, variant));
      if (run != nullptr) href = run_href(page, *run, 0);
    }
  }
  return {fill_words(page.words.change_label, {number_of(index), variant}),
          linked(escape_html(fill_words(page.words.change_caption, {variant})), href, "")};
}

BlockWords words_of(const QuotePage& page, std::size_t index, const CheckedQuote& checked) {
  BlockWords words;
  if (!checked.found) {
    words = {fill_words(page.words.output_label, {number_of(index), checked.quote->reference}),
             escape_html(page.words.unproved)};
  } else if (checked.quote->kind == QuoteKind::code) {
    words = code_words(page, index, checked);
  } else if (checked.quote->kind == QuoteKind::output) {
    words = output_words(page, index, checked);
  } else if (checked.quote->kind == QuoteKind::command) {
    words = {fill_words(page.words.command_label, {number_of(index)}),
             recorded_caption(page, checked, page.words.command_caption, 0)};
  } else {
    words = variant_words(page, index, checked);
  }
  return words;
}

std::string_view class_of(QuoteKind kind) {
  switch (kind) {
    case QuoteKind::code:
      return "code";
    case QuoteKind::command:
      return "command";
    case QuoteKind::variant:
      return "diff";
    default:
      return "output";
  }
}

std::string pre_open(std::string_view attributes, std::string_view name, std::string_view label,
                     std::string_view language) {
  return "<pre" + std::string(attributes) + " data-quote=\"" + escape_html(name) +
         "\" tabindex=\"0\" role=\"region\" aria-label=\"" + escape_html(label) +
         "\"><code class=\"language-" + escape_html(language) + "\">";
}

}  // namespace

std::string block_html(const QuotePage& page, std::size_t index) {
  const CheckedQuote& checked = page.lesson.quotes[index];
  const BlockWords words = words_of(page, index, checked);
  std::string html = "<figure class=\"quote " + std::string(class_of(checked.quote->kind)) +
                     (checked.found ? "\">" : " unproved\">");
  html += pre_open("", number_of(index), words.label, checked.quote->language);
  html += code_body(checked) + "</code></pre>";
  html += "<figcaption data-decoration>" + words.caption + "</figcaption></figure>";
  return html;
}

std::string quote_html(Course& course, const CheckedLesson& lesson, std::size_t index) {
  const QuotePage page = quote_page(course, lesson);
  const QuoteKind kind = lesson.quotes[index].quote->kind;
  if (!is_block(kind)) return inline_html(page, index);
  if (kind == QuoteKind::table || kind == QuoteKind::chart) return table_html(page, index);
  return block_html(page, index);
}

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text = join_lines(lines);
  if (!text.empty()) text.pop_back();
  return text;
}

std::string listing_html(const std::vector<std::string>& lines, std::string_view language,
                         std::string_view name, std::string_view label) {
  const auto highlighted = highlight_lines(lines, language);
  std::string html = pre_open(" class=\"listing\"", name, label, language);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) html += '\n';
    html += "<span class=\"line\" id=\"L" + std::to_string(i + 1) + "\">";
    html += exact_html(highlighted[i]) + "</span>";
  }
  return html + "</code></pre>";
}

}  // namespace daybook
