// Raw HTML in a lesson: which tags may stand there, and that each element ends where it began.
#include "formats/html_syntax.h"
#include "formats/lesson_reader.h"

namespace daybook {

namespace {

bool is_element(const std::string& name) {
  return name == "details" || name == "summary" || name == "kbd" || name == "sub" || name == "sup";
}

// These hold blocks; the others end in the paragraph they begin in.
bool holds_blocks(const std::string& name) { return name == "details" || name == "summary"; }

}  // namespace

void LessonReader::read_tag(std::string_view tag, const Place& place, const Block& block) {
  const std::string name = tag_name(tag);
  if (const std::string refused = refuse_tag(tag); !refused.empty()) {
    find("raw-html", place, "raw HTML " + refused + " may not stand in a lesson",
         "use Markdown, or <details> <summary> <br> <kbd> <sub> <sup>; write `code` in backticks");
  }
  if (!is_element(name)) return;
  if (tag.starts_with("</")) return close_tag(name, place, block);
  open_tags_.push_back({name, place, &block});
  ++open_count_[name];
}

void LessonReader::close_tag(const std::string& name, const Place& place, const Block& block) {
  if (open_count_[name] == 0) {
    find("raw-html", place, "'</" + name + ">' closes nothing: no <" + name + "> is open here",
         "remove it, or write <" + name + "> where it should begin");
    return;
  }
  std::size_t opened = open_tags_.size();
  while (open_tags_[opened - 1].name != name) --opened;
  report_open_tags(opened);
  const OpenTag& start = open_tags_.back();
  const bool together =
      holds_blocks(name) ? start.block->container == block.container : start.block == &block;
  if (!together) {
    find("raw-html", place,
         "'</" + name + ">' stands in another " +
             (holds_blocks(name) ? "list item or block quote" : "paragraph") + " than its <" +
             name + "> in line " + std::to_string(start.place.line),
         "let both stand at the same depth");
    findings_.back().related = start.place;
  }
  open_tags_.pop_back();
  --open_count_[name];
}

// Those above the first `from` were never closed.
void LessonReader::report_open_tags(std::size_t from) {
  for (; open_tags_.size() > from; open_tags_.pop_back()) {
    const std::string& name = open_tags_.back().name;
    find("raw-html", open_tags_.back().place,
         "<" + name + "> is never closed: it takes in all that follows",
         "write </" + name + "> where it should end" +
             (holds_blocks(name) ? ", with a blank line in front of it" : ""));
    --open_count_[name];
  }
}

}  // namespace daybook
