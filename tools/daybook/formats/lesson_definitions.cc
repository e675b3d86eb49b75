// Link definitions, and with them the named values.
#include <algorithm>
#include <charconv>
#include <unordered_set>
#include <utility>

#include "base/suggest.h"
#include "formats/lesson_reader.h"
#include "formats/link_syntax.h"

namespace daybook {

namespace {

bool needs_decoding(std::string_view raw) {
  return raw.find_first_of("\\&") != std::string_view::npos;
}

std::string_view part(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

}  // namespace

void LessonReader::read_definitions() {
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    const Block& block = blocks_->blocks[i];
    // cmark reads no definition in text that a table follows at once.
    const bool may = block.kind == Block::Kind::paragraph ? !block.joined : block.setext;
    if (may) read_leaf_definitions(i);
  }
  for (std::size_t i = 0; i < blocks_->footnotes.size(); ++i) {
    labels_.footnotes.emplace(match_label(blocks_->footnotes[i].label), i);
  }
  footnote_labels_.footnotes = labels_.footnotes;
  resolve_definitions();
  add_named_values();
}

void LessonReader::read_leaf_definitions(std::size_t index) {
  Leaf& leaf = leaves_[index];
  const std::string& text = leaf.content.text;
  while (leaf.from < text.size() && text[leaf.from] == '[' &&
         text.compare(leaf.from, 2, "[^") != 0) {
    const auto found = scan_definition(text, leaf.from);
    if (!found) break;
    DefinitionRecord record;
    record.label = match_label(part(text, found->label));
    record.span = leaf.content.span(found->span.begin, found->span.end);
    record.place = places_.at(record.span.begin);
    record.target.url = part(text, found->destination);
    record.target.title = found->titled ? part(text, found->title) : std::string_view();
    record.target.titled = found->titled;
    record.target.url_span = leaf.content.span(found->destination.begin, found->destination.end);
    record.target.title_span = leaf.content.span(found->title.begin, found->title.end);
    if (!found->titled) record.target.title_span = {};
    leaf.from = found->next;
    const auto [first, is_new] = labels_.definitions.emplace(record.label, definitions_.size());
    if (!is_new) {
      const Place& earlier = definitions_[first->second].place;
      find("name-duplicate", record.place,
           "'" + record.label + "' is defined twice, first in line " +
               std::to_string(earlier.line) + ", and the first counts",
           "rename or remove one of the two");
      findings_.back().related = earlier;
    }
    definitions_.push_back(std::move(record));
  }
  leaf.from = skip_spaces(text, leaf.from);
  if (leaf.from >= text.size() && !text.empty() && leaf.block->setext) {
    find("quote-unparsed-link", lesson_.text.line_place(leaf.block->last_line),
         "an underline below definitions makes no heading", "leave a blank line between the two");
  }
}

// Backslashes and entities are resolved by cmark: each definition that has some, followed by a link
// that uses it and whose text is the definition's number.
void LessonReader::resolve_definitions() {
  std::string markdown;
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    const LinkTarget& target = definitions_[i].target;
    if (!needs_decoding(target.url) && !needs_decoding(target.title)) continue;
    const std::string number = "[" + std::to_string(i) + "]";
    const std::string_view bytes = lesson_.text.bytes();
    const bool pointed = bytes[target.url_span.begin - 1] == '<';
    markdown += number + ": " + (pointed ? "<" + target.url + ">" : target.url);
    if (target.titled) {
      const char open = bytes[target.title_span.begin - 1];
      markdown += std::string(" ") + open + target.title + (open == '(' ? ')' : open);
    }
    markdown += "\n\n" + number + "\n\n";
  }
  if (markdown.empty()) return;
  const Document document = parse_markdown(markdown, false);
  for (cmark_node* node = cmark_node_first_child(document.get()); node != nullptr;
       node = cmark_node_next(node)) {
    cmark_node* link = cmark_node_first_child(node);
    if (link == nullptr || cmark_node_get_type(link) != CMARK_NODE_LINK) continue;
    const std::string number = plain_text(link);
    std::size_t i = definitions_.size();
    std::from_chars(number.data(), number.data() + number.size(), i);
    if (i >= definitions_.size()) continue;
    definitions_[i].target.url = cmark_node_get_url(link);
    definitions_[i].target.title = cmark_node_get_title(link);
  }
}

void LessonReader::add_named_values() {
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    DefinitionRecord& record = definitions_[i];
    record.reading = read_target(record.target);
    if (record.reading.what == Reading::What::wrong) {
      find(record.reading.id, places_.at(record.target.url_span.begin), record.reading.message,
           record.reading.mend);
      continue;
    }
    if (record.reading.what == Reading::What::ordinary) {
      check_inside_course(record.target.url, places_.at(record.target.url_span.begin));
      continue;
    }
    if (lesson_.text.slice(record.span).find('\n') != std::string_view::npos) {
      find("quote-two-lines", record.place,
           "the definition of '" + record.label + "' runs over two lines", "write it on one line");
    }
    if (labels_.definitions.at(record.label) != i) continue;  // the first counts
    record.name = lesson_.names.size();
    NamedValue value;
    value.name = record.label;
    value.scheme = record.reading.scheme;
    value.reference = record.reading.reference;
    value.place = record.place;
    value.span = record.span;
    value.target = record.reading.target;
    lesson_.names.push_back(std::move(value));
  }
}

// A line that was meant to define a named value and is text: behind a line of its paragraph, or
// with a mistake in it.
void LessonReader::report_lost_definitions(const Leaf& leaf) {
  const std::string_view text = leaf.content.text;
  for (std::size_t line = leaf.from; line < text.size(); ++line) {
    if (const auto label = scan_label(text, line)) report_lost_definition(leaf, line, *label);
    line = std::min(text.find('\n', line), text.size());
  }
}

void LessonReader::report_lost_definition(const Leaf& leaf, std::size_t line, Span label) {
  const std::string_view text = leaf.content.text;
  if (text.substr(label.end, 2) != "]:") return;
  const std::size_t start = std::min(text.find_first_not_of(" \t", label.end + 2), text.size());
  const std::size_t end = std::min(text.find('\n', start), text.size());
  const std::string_view scheme = scheme_of(text.substr(start, end - start));
  const std::string_view base = scheme.substr(0, scheme.find('@'));
  if (base != "run" && base != "calc" && base != "claim" && base != "given") return;
  const bool inside =
      std::any_of(leaf.inlines.begin(), leaf.inlines.end(),
                  [&](const Inline& item) { return item.begin < line && line < item.end; });
  if (inside) return;
  const std::string name(part(text, label));
  const bool sound = scan_definition(text, line).has_value();
  find("quote-unparsed-link", places_.at(leaf.content.source(line)),
       "the definition of '" + name + "' is not read as one",
       sound ? "leave a blank line before it"
             : "write [" + name + "]: run:<path>, or [" + name + "]: calc: \"<formula>\"");
}

// A name counts as used when a formula holds it in braces.
void LessonReader::mark_used_in_formulas() {
  std::unordered_set<std::string> used;
  const auto collect = [&](const std::string& formula) {
    for (std::size_t open = formula.find('{'); open != std::string::npos;
         open = formula.find('{', open + 1)) {
      const std::size_t close = formula.find('}', open);
      if (close == std::string::npos) return;
      used.insert(match_label(std::string_view(formula).substr(open + 1, close - open - 1)));
    }
  };
  const auto is_formula = [](const std::string& scheme) {
    return scheme.starts_with("calc") || scheme.starts_with("claim");
  };
  for (const Quote& quote : lesson_.quotes) {
    if (is_formula(quote.scheme)) collect(quote.reference);
  }
  for (const NamedValue& value : lesson_.names) {
    if (is_formula(value.scheme)) collect(value.reference);
  }
  for (const VariantExpectation& variant : lesson_.front.variants) collect(variant.claim);
  for (NamedValue& value : lesson_.names) value.used = value.used || used.contains(value.name);
}

void LessonReader::report_unused() {
  for (const NamedValue& value : lesson_.names) {
    if (value.used) continue;
    find("name-unused", value.place, "nothing uses the named value '" + value.name + "'",
         "use it or remove it", Severity::warning);
  }
  report_footnotes();
}

void LessonReader::report_footnotes() {
  std::vector<std::size_t> uses(blocks_->footnotes.size());
  for (const std::size_t footnote : footnote_uses_) ++uses[footnote];
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Footnote& footnote = blocks_->footnotes[i];
    const Place place = lesson_.text.line_place(footnote.line);
    if (uses[i] == 0) {
      find("name-unused", place,
           "nothing refers to the footnote '" + footnote.label + "', so no page shows it",
           "refer to it with [^" + footnote.label + "] or remove it", Severity::warning);
    } else if (uses[i] > 1 && footnote_quotes_[i] > 0) {
      find("footnote", place,
           "the footnote '" + footnote.label + "' holds a quote and is referred to " +
               std::to_string(uses[i]) + " times: a page would show the quote as often",
           "refer to it once");
    }
  }
  for (const std::size_t line : blocks_->misplaced_footnotes) {
    find("footnote", lesson_.text.line_place(line),
         "a footnote's text stands in no list and no block quote",
         "move it to the end of the lesson");
  }
  for (const Footnote& lost : blocks_->lost_footnotes()) {
    find("name-duplicate", lesson_.text.line_place(lost.line),
         "the footnote '" + lost.label + "' is defined twice, and no page shows this one",
         "rename or remove one of the two");
  }
}

}  // namespace daybook
