#include "check/pandoc_html.h"

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "check/quote_html.h"
#include "check/quote_page.h"
#include "formats/highlight.h"

namespace daybook {

namespace {

// Undoes what Pandoc escapes in text.
std::string unescaped(std::string_view html) {
  struct Entity {
    std::string_view name;
    char meaning;
  };
  constexpr Entity kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};
  std::string text;
  for (std::size_t at = 0; at < html.size();) {
    const auto found = html[at] == '&'
                           ? std::find_if(std::begin(kEntities), std::end(kEntities),
                                          [&](const Entity& entity) {
                                            return html.substr(at).starts_with(entity.name);
                                          })
                           : std::end(kEntities);
    text += found == std::end(kEntities) ? html[at] : found->meaning;
    at += found == std::end(kEntities) ? 1 : found->name.size();
  }
  return text;
}

std::string_view without_last_lines(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

std::vector<std::string> lines_of(const Unbound& block) {
  std::vector<std::string> lines;
  for (const FenceLine& line : block.lines) lines.push_back(line.text);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string plain_code(const Unbound& block, const PageWords& words) {
  const bool sketch = block.what == Unbound::What::sketch;
  std::string html = sketch ? "<figure class=\"sketch\"><pre class=\"sketch\"><code" : "<pre><code";
  if (!block.language.empty()) html += " class=\"language-" + escape_html(block.language) + "\"";
  html += ">" + exact_html(joined_lines(highlight_lines(lines_of(block), block.language))) +
          "</code></pre>";
  if (sketch) {
    html += "<figcaption data-decoration>" + escape_html(words.sketch) + "</figcaption></figure>";
  }
  return html;
}

class Finisher {
 public:
  Finisher(std::string_view html, const Lesson& lesson, const std::vector<std::string>& tokens,
           const PageWords& words)
      : html_(html), lesson_(lesson), tokens_(tokens.begin(), tokens.end()), words_(words) {
    for (const Unbound& block : lesson.unbound) {
      if (block.what != Unbound::What::table) code_.push_back(&block);
    }
  }

  FinishedHtml run() {
    while (at_ < html_.size()) {
      const std::size_t tag = std::min(html_.find('<', at_), html_.size());
      copy_to(tag);
      if (tag == html_.size()) break;
      if (starts("<!--")) {
        at_ = after("-->");  // what an author notes down is no part of the page
      } else if (is_heading()) {
        write_heading();
      } else if (starts("<pre>") || starts("<pre ")) {
        write_code();
      } else {
        copy_to(tag + 1);
      }
    }
    if (heading_ != lesson_.headings.size() && problem_.empty()) {
      problem_ = "Pandoc found " + std::to_string(heading_) + " headings, the lesson has " +
                 std::to_string(lesson_.headings.size());
    }
    return {std::move(out_), std::move(problem_)};
  }

 private:
  bool starts(std::string_view tag) const { return html_.substr(at_).starts_with(tag); }
  std::size_t after(std::string_view mark) const {
    const std::size_t found = html_.find(mark, at_);
    return found == std::string_view::npos ? html_.size() : found + mark.size();
  }
  void copy_to(std::size_t end) {
    out_ += html_.substr(at_, end - at_);
    at_ = end;
  }

  // Pandoc writes a heading without attributes, since no extension that gives it some is on.
  bool is_heading() const {
    return html_.size() - at_ > 4 && html_[at_ + 1] == 'h' && html_[at_ + 2] >= '1' &&
           html_[at_ + 2] <= '6' && html_[at_ + 3] == '>';
  }

  void write_heading() {
    const std::size_t number = heading_++;
    if (number >= lesson_.headings.size()) return copy_to(at_ + 4);
    const Heading& heading = lesson_.headings[number];
    if (html_[at_ + 2] - '0' != heading.level && problem_.empty()) {
      problem_ = "Pandoc gives heading '" + heading.text + "' level " +
                 std::string(1, html_[at_ + 2]) + ", the lesson level " +
                 std::to_string(heading.level);
    }
    copy_to(at_ + 3);
    out_ += " id=\"" + escape_html(heading.id) + "\"";
    copy_to(at_ + 1);
  }

  void write_code() {
    constexpr std::string_view kCode = "<code>", kEnd = "</code></pre>";
    const std::size_t end = after(kEnd);
    const std::size_t code = html_.find(kCode, at_);
    if (code == std::string_view::npos || code + kCode.size() + kEnd.size() > end) {
      return copy_to(at_ + 1);
    }
    const std::size_t begin = code + kCode.size();
    const std::string text = unescaped(html_.substr(begin, end - kEnd.size() - begin));
    if (tokens_.contains(std::string(trim(without_last_lines(text))))) {
      out_ += "<p>" + std::string(trim(without_last_lines(text))) + "</p>";
    } else if (const Unbound* block = take_code(text)) {
      out_ += plain_code(*block, words_);
    } else {
      copy_to(end);
    }
    at_ = end;
  }

  // The lesson's code with this text: the next one in order, or, since footnotes move to the end,
  // any other.
  const Unbound* take_code(std::string_view text) {
    const auto same = [&](const Unbound* block) {
      return block != nullptr && joined_lines(lines_of(*block)) == without_last_lines(text);
    };
    while (next_ < code_.size() && code_[next_] == nullptr) ++next_;
    auto found = code_.begin() + static_cast<std::ptrdiff_t>(next_);
    found = std::find_if(found, code_.end(), same);
    if (found == code_.end()) return nullptr;
    const Unbound* block = *found;
    *found = nullptr;
    return block;
  }

  std::string_view html_;
  const Lesson& lesson_;
  std::unordered_set<std::string> tokens_;
  const PageWords& words_;
  std::vector<const Unbound*> code_;  // null: used
  std::size_t next_ = 0;
  std::size_t at_ = 0;
  std::size_t heading_ = 0;
  std::string out_, problem_;
};

}  // namespace

std::vector<std::string> pandoc_arguments() {
  return {"--from",   std::string(kPandocFormat), "--to",        "html5",
          "--mathml", "--no-highlight",           "--wrap=none", "--preserve-tabs"};
}

FinishedHtml finish_pandoc_html(std::string_view html, const Lesson& lesson,
                                const std::vector<std::string>& tokens, const PageWords& words) {
  return Finisher(html, lesson, tokens, words).run();
}

}  // namespace daybook
