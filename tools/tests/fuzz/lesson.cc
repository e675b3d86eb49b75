// Lessons: every quote lies inside the file, and taking the quotes out for Pandoc loses no token.
#include "formats/lesson.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  for (const bool translation : {false, true}) {
    const auto parsed = parse_lesson(
        Text("lessons/day01-a/lesson.md", std::string(as_text(data, size))), translation);
    require_sound(parsed.findings);
    const Lesson& lesson = parsed.value;
    for (const Quote& quote : lesson.quotes) {
      require_inside(quote.span, size);
      require_inside(quote.text, size);
      require_inside(quote.target, size);
      for (const FenceLine& line : quote.lines) {
        require_inside(line.span, size);
        require(lesson.text.slice(line.span).ends_with(line.text) || line.text.find(' ') == 0,
                "a fence's line is the file's, but for tabs that its container split");
      }
      for (const TableLine& row : quote.rows) {
        for (const TableCell& cell : row.cells) {
          require_inside(cell.span, size);
          for (const std::size_t inner : cell.quotes) {
            require(inner < lesson.quotes.size(), "a cell's quote is one of the lesson's");
          }
        }
      }
    }
    for (const NamedValue& value : lesson.names) require_inside(value.span, size);
    for (const Heading& heading : lesson.headings) require_inside(heading.span, size);
    std::vector<std::string> tokens;
    for (std::size_t i = 0; i < lesson.quotes.size(); ++i) {
      tokens.push_back("TOKEN" + std::to_string(i) + "E");
    }
    const std::string left = lesson.with_tokens(tokens);
    require(left.size() <= 2 * size + 64 * (tokens.size() + 1), "tokens are short");
  }
  return 0;
}
