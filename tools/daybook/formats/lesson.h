// A lesson: CommonMark with quotes. What it quotes, where each quote stands, and what else its
// rules speak of (links, headings, naked numbers). Positions are exact in lists, block quotes, CRLF
// files and after tabs. Source: CommonMark 0.30 by cmark-gfm, with tables, footnotes and $math$.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/finding.h"
#include "base/text.h"

namespace daybook {

enum class QuoteKind {
  code,     // ```cuda from=#region
  output,   // ```text from=run:…
  command,  // ```sh from=cmd:build
  variant,  // ```diff from=variant:name
  table,    // [caption](run:table) and a pipe table
  chart,    // [caption](run:table "chart: …") above such a table
  number,   // [1.2 ms](run:…), run:fact/…, run:ptxas/…, given:…
  calc,     // [12](calc: "…")
  claim,    // [words](claim: "…")
};
bool is_block(QuoteKind kind);

// A content line of a fence, without the indentation of the list or block quote around it.
struct FenceLine {
  std::string text;
  Span span;  // of `text` in the lesson
};

struct TableCell {
  std::string text;  // plain text: markup taken off, escapes resolved
  std::string
      target;  // where the cell (a header or a key) is a link to its path: "run:slices/*/time"
  Span span;   // of the cell's content, blanks at its ends left out
  std::vector<std::size_t> quotes;  // indexes of quotes that stand in the cell
};

struct TableLine {
  std::size_t line = 0;
  std::vector<TableCell> cells;
};

// A named value: `[one-thread]: run:one-thread/mergeonethread/time` or with a title for formulas.
struct NamedValue {
  std::string name;       // as in `{name}`: lower case, blanks folded, as CommonMark matches labels
  std::string scheme;     // "run", "run@t4", "calc", "claim", "claim@all", "given"
  std::string reference;  // path or formula
  Place place;
  Span span;          // the whole definition
  Span target;        // its destination, or the title's inside for formulas
  bool used = false;  // by a link or in a formula's {}
};

struct Quote {
  QuoteKind kind = QuoteKind::code;
  Place place;  // fence: its opening; link: its '['; table: its caption's '['
  Span span;    // fence: opening through closing line's marker; link: '[' through ')' or ']';
                // table and chart: caption through last row
  Span text;    // fence: content lines, first byte to last byte; link: between the brackets
  Span target;  // the bytes that name the source: the value of from=, destination, or formula
  std::string scheme;       // "from" for code; "run", "run@t4", "cmd", "variant", "calc", "claim",
                            // "claim@all", "given"
  std::string reference;    // percent-decoded: "#corank", "a.cu#x", "slices", the formula
  std::string name;         // the named value it uses, "" when inline
  std::string words;        // link: plain text between the brackets
  std::size_t section = 0;  // index into headings, counted from 1; 0 before the first

  // fences
  std::string language;  // "cuda", "text", …
  std::string mark;      // value of mark=, decoded, with '#'
  std::string since;
  std::string fence;   // the opening run of ` or ~
  std::string prefix;  // what a new content line must start with: "> ", "   ", …
  std::vector<FenceLine> lines;
  Span info;  // the whole info string

  // tables
  std::string chart;  // "time by per-thread, log x"
  TableLine header;
  std::vector<TableLine> rows;
  Span rule;  // the delimiter row
};

struct Heading {
  int level = 1;
  std::string text;  // plain
  std::string
      id;  // as the page's fragment: pandoc's gfm_auto_identifiers, made unique (heading_id.h)
  Place place;
  Span span;
};

struct Link {
  std::string target;
  std::string words;
  Place place;
  Span span;
  Span target_span;
  bool image = false;
};

// An unbound block that is counted: a fence or a table without a source.
struct Unbound {
  enum class What { fence, sketch, table } what = What::fence;
  std::string language;
  Place place;
  Span span;
  std::vector<FenceLine> lines;
};

struct FactPattern {
  std::string name;
  std::string pattern;  // RE2, one group
  Place place;
};

// One entry of `variants:` in the front matter.
struct VariantExpectation {
  std::string name;
  std::optional<double> hangs;  // seconds
  std::optional<int> exit;
  std::string stderr_text;
  std::string build_error;
  std::string claim;
  Place place;
};

struct FrontMatter {
  std::string title;
  bool draft = false;
  std::string run;  // pinned: "2026-12-01-h200"
  Place run_place;
  std::vector<std::string> measured;  // "sweep/out-of-order"
  std::vector<FactPattern> facts;
  std::vector<VariantExpectation> variants;
  std::vector<std::string> programs;  // order of programs; empty: by name
  std::string summary;                // one line for the index, "proves:" of the day
  std::vector<std::string> needs;     // days that come first
  Span span;                          // with its --- lines; empty when there is none
};

struct Lesson {
  Text text;
  bool unread = false;  // no text: below the front matter nothing was looked at
  FrontMatter front;
  std::vector<Quote> quotes;  // in the order they stand; quotes in cells follow their table
  std::vector<NamedValue> names;
  std::vector<Heading> headings;
  std::vector<Link> links;  // that quote nothing
  std::vector<Unbound> unbound;
  // What a page must hold outside quotes, block by block in order: plain text, blanks folded, with
  // "\x1f" for each inline quote. Quoted fences and tables are left out, unbound ones are in (a
  // cell is an entry), empty blocks give none. Math is its TeX; images and marks of footnotes are
  // nothing; footnotes come last, in the order of their references. Only where it was asked for.
  std::vector<std::string> prose;
  // The lesson for Pandoc: front matter off, each quote replaced by its token, exact otherwise.
  std::string with_tokens(const std::vector<std::string>& tokens) const;
};

// Findings: quote-info, quote-two-lines, quote-scheme, quote-unparsed-link, quote-caption,
// quote-unclosed-fence, quote-unbound-code, outside-course, raw-html, front-matter, footnote,
// name-duplicate, name-unused (warning), naked-number, table-shape, not-text. A caption without a
// table is a quote too, one without rows, so that `update` can fill it.
// `translation`: its front matter holds only `title`. `with_prose` costs half as much again.
Parsed<Lesson> parse_lesson(Text text, bool translation = false, bool with_prose = false);

}  // namespace daybook
