// Reads a formula's text into nodes, by recursive descent with a bound on nesting:
//   either := both ("or" both)*            both := negation ("and" negation)*
//   negation := "not" negation | compare   compare := sum (("==" | "!=" | "<" | …) sum)?
//   sum := product (("+" | "-") product)*  product := signed (("*" | "/") signed)*
//   signed := "-" signed | power           power := primary ("^" signed)?
//   primary := number unit? | '…' | {…} | name "(" either ("," either)* ")" | "(" either ")"
#include <set>

#include "base/suggest.h"
#include "formats/formula_node.h"
#include "formats/number_scan.h"

namespace daybook {

namespace {

using Node = std::unique_ptr<FormulaNode>;
using Kind = FormulaNode::Kind;

constexpr int kDeepest = 100;

// What people write, and what it is here.
struct Foreign {
  std::string_view text;
  std::string_view ours;
};
constexpr Foreign kForeign[] = {{"&&", "and"}, {"||", "or"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="},
                                {"×", "*"},    {"·", "*"},   {"÷", "/"},  {"−", "-"},  {"=", "=="},
                                {"!", "not"},  {"\"", "'"},  {"“", "'"},  {"”", "'"},  {"’", "'"}};

struct ComparisonSign {
  std::string_view text;
  Comparison comparison;
};
constexpr ComparisonSign kComparisons[] = {
    {"==", Comparison::equal},         {"!=", Comparison::unequal}, {"<=", Comparison::less_equal},
    {">=", Comparison::greater_equal}, {"<", Comparison::less},     {">", Comparison::greater}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) { formula_.text = std::string(text); }

  ParsedFormula parse() {
    skip();
    if (at_ == text_.size()) fail("the formula is empty");
    Node root = parse_either();
    if (!failed_ && at_ < text_.size()) fail_unexpected();
    ParsedFormula parsed;
    if (failed_) {
      parsed.problem = problem_;
      return parsed;
    }
    formula_.root = std::shared_ptr<const FormulaNode>(std::move(root));
    parsed.formula = std::move(formula_);
    return parsed;
  }

 private:
  // Counts nesting for as long as it lives.
  struct Level {
    explicit Level(Parser& parser) : parser(parser) {
      if (++parser.depth_ > kDeepest) {
        parser.fail("the formula nests deeper than " + std::to_string(kDeepest) + " levels");
      }
    }
    ~Level() { --parser.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    Parser& parser;
  };

  void fail(std::string message) { fail_at(at_, std::move(message)); }

  void fail_at(std::size_t offset, std::string message) {
    if (failed_) return;
    failed_ = true;
    problem_ = {std::move(message), offset};
  }

  void fail_unexpected() {
    if (at_ >= text_.size()) return fail("the formula ends where a value was expected");
    for (const Foreign& foreign : kForeign) {
      if (!starts(foreign.text)) continue;
      return fail("unexpected '" + std::string(foreign.text) + "'; write " +
                  (foreign.ours == "'" ? "strings in '…'" : std::string(foreign.ours)));
    }
    if (starts(",")) return fail("unexpected ','; a formula's numbers have no thousands separator");
    if (is_word_byte(text_, at_)) return fail("unexpected '" + std::string(word()) + "'");
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0) == 0x80) ++end;
    fail("unexpected '" + visible(text_.substr(at_, end - at_)) + "'");
  }

  void skip() { at_ = skip_blanks(text_, at_); }

  bool starts(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

  bool take(std::string_view what) {
    if (failed_ || !starts(what)) return false;
    at_ += what.size();
    skip();
    return true;
  }

  std::string_view word() const {
    std::size_t end = at_;
    while (end < text_.size() && end - at_ < 64 && is_word_byte(text_, end)) ++end;
    return text_.substr(at_, end - at_);
  }

  bool take_word(std::string_view name) {
    if (failed_ || word() != name) return false;
    return take(name);
  }

  Node make(Kind kind, std::size_t begin) const {
    auto node = std::make_unique<FormulaNode>();
    node->kind = kind;
    node->span = {begin, begin};
    return node;
  }

  Node close(Node node) const {
    std::size_t end = at_;
    while (end > node->span.begin && (text_[end - 1] == ' ' || text_[end - 1] == '\t')) --end;
    node->span.end = end;
    return node;
  }

  Node parse_either() { return parse_words(Kind::either, "or", &Parser::parse_both); }
  Node parse_both() { return parse_words(Kind::both, "and", &Parser::parse_negation); }

  Node parse_words(Kind kind, std::string_view name, Node (Parser::*part)()) {
    const std::size_t begin = at_;
    Node first = (this->*part)();
    if (failed_ || word() != name) return first;
    Node node = make(kind, begin);
    node->children.push_back(std::move(first));
    while (take_word(name)) node->children.push_back((this->*part)());
    return close(std::move(node));
  }

  Node parse_negation() {
    const std::size_t begin = at_;
    if (!take_word("not")) return parse_compare();
    const Level level(*this);
    if (failed_) return nullptr;
    Node node = make(Kind::negation, begin);
    node->children.push_back(parse_negation());
    return close(std::move(node));
  }

  const ComparisonSign* take_comparison() {
    for (const ComparisonSign& sign : kComparisons) {
      if (take(sign.text)) return &sign;
    }
    return nullptr;
  }

  Node parse_compare() {
    const std::size_t begin = at_;
    const std::size_t references = formula_.references.size();
    Node left = parse_sum();
    const std::string_view one = trim(text_.substr(begin, at_ - begin));
    const ComparisonSign* sign = take_comparison();
    if (sign == nullptr) return left;
    const std::size_t middle = at_;
    Node node = make(Kind::compare, begin);
    node->comparison = sign->comparison;
    node->children.push_back(std::move(left));
    node->children.push_back(parse_sum());
    node = close(std::move(node));
    const std::string_view other = trim(text_.substr(middle, at_ - middle));
    if (formula_.idle.empty() && (formula_.references.size() == references || one == other)) {
      formula_.idle = trim(text_.substr(begin, at_ - begin));
    }
    const std::size_t again = at_;
    if (take_comparison() != nullptr) {
      fail_at(again, "comparisons do not chain; join two with 'and'");
    }
    return node;
  }

  Node parse_sum() { return parse_signs(Kind::sum, '+', '-', &Parser::parse_product); }
  Node parse_product() { return parse_signs(Kind::product, '*', '/', &Parser::parse_signed); }

  bool at_sign(char one, char other) const {
    return !failed_ && at_ < text_.size() && (text_[at_] == one || text_[at_] == other);
  }

  Node parse_signs(Kind kind, char one, char other, Node (Parser::*part)()) {
    const std::size_t begin = at_;
    Node first = (this->*part)();
    if (!at_sign(one, other)) return first;
    Node node = make(kind, begin);
    node->children.push_back(std::move(first));
    node->signs.push_back(one);
    while (at_sign(one, other)) {
      node->signs.push_back(text_[at_]);
      ++at_;
      skip();
      node->children.push_back((this->*part)());
    }
    return close(std::move(node));
  }

  Node parse_signed() {
    const std::size_t begin = at_;
    if (!take("-")) return parse_power();
    const Level level(*this);
    if (failed_) return nullptr;
    Node node = make(Kind::negate, begin);
    node->children.push_back(parse_signed());
    return close(std::move(node));
  }

  Node parse_power() {
    const std::size_t begin = at_;
    Node base = parse_primary();
    if (!take("^")) return base;
    const Level level(*this);
    if (failed_) return nullptr;
    Node node = make(Kind::power, begin);
    node->children.push_back(std::move(base));
    node->children.push_back(parse_signed());
    return close(std::move(node));
  }

  Node parse_primary() {
    const Level level(*this);
    if (failed_) return nullptr;
    if (take("(")) {
      Node inner = parse_either();
      if (!failed_ && !take(")")) expect_closing();
      return inner;
    }
    if (starts("{")) return parse_reference();
    if (starts("'")) return parse_string();
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) return parse_number();
    if (at_ < text_.size() && is_letter(text_[at_])) return parse_call();
    fail_unexpected();
    return nullptr;
  }

  void expect_closing() {
    if (at_ < text_.size() && !starts(",")) return fail_unexpected();
    fail(starts(",") ? "unexpected ','" : "a '(' is not closed");
  }

  Node parse_reference() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find_first_of("{}", begin + 1);
    if (end == std::string_view::npos || text_[end] == '{') {
      fail("a '{' is not closed");
      return nullptr;
    }
    const std::string name(trim(text_.substr(begin + 1, end - begin - 1)));
    if (name.empty()) {
      fail("'{}' names nothing");
      return nullptr;
    }
    at_ = end + 1;
    Node node = close(make(Kind::reference, begin));
    skip();
    node->name = name;
    formula_.references.push_back(name);
    return node;
  }

  Node parse_string() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find('\'', begin + 1);
    if (end == std::string_view::npos) {
      fail("a string is not closed with '");
      return nullptr;
    }
    at_ = end + 1;
    Node node = close(make(Kind::literal, begin));
    skip();
    node->literal = text_value(std::string(text_.substr(begin + 1, end - begin - 1)));
    formula_.strings.push_back(node->literal.text);
    return node;
  }

  Node parse_number() {
    const std::size_t begin = at_;
    Printed printed;
    std::size_t end = read_decimal(text_, begin, false, printed.number);
    if (end == begin) {
      fail("this is no number, or one too long to be meant");
      return nullptr;
    }
    const std::optional<UnitMatch> match = match_unit(text_, skip_blanks(text_, end));
    const bool operator_like = match && match->unit.ratio && match->unit.name != "%";
    if (match && !operator_like) {
      printed.unit = match->unit;
      end = match->span.end;
    }
    at_ = end;
    if (is_word_byte(text_, at_)) {
      fail_unexpected();
      return nullptr;
    }
    Node node = close(make(Kind::literal, begin));
    skip();
    node->literal = number_value(printed, true);
    formula_.numbers.emplace_back(text_.substr(begin, end - begin));
    return node;
  }

  Node parse_call() {
    const std::size_t begin = at_;
    const std::string name(word());
    at_ += name.size();
    skip();
    if (!starts("(")) {
      fail_at(begin, "unexpected '" + name + "'; paths and names stand in {…}, strings in '…'");
      return nullptr;
    }
    const FunctionShape* shape = find_function(name);
    if (shape == nullptr) {
      fail_at(begin, "unknown function '" + name + "'" + did_you_mean(name, function_names()));
      return nullptr;
    }
    take("(");
    Node node = make(Kind::call, begin);
    node->name = name;
    while (!failed_ && !starts(")")) {
      node->children.push_back(parse_either());
      if (!take(",")) break;
    }
    if (!failed_ && !take(")")) expect_closing();
    const std::size_t count = node->children.size();
    if (!failed_ && (count < shape->least || count > shape->most)) {
      fail_at(begin,
              std::to_string(count) + " arguments where the form is " + std::string(shape->form));
    }
    return close(std::move(node));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false;
  FormulaProblem problem_;
  Formula formula_;
};

void drop_repetitions(std::vector<std::string>& names) {
  std::set<std::string> seen;
  std::vector<std::string> kept;
  for (std::string& name : names) {
    if (seen.insert(name).second) kept.push_back(std::move(name));
  }
  names = std::move(kept);
}

}  // namespace

std::string_view symbol(Comparison comparison) {
  for (const ComparisonSign& sign : kComparisons) {
    if (sign.comparison == comparison) return sign.text;
  }
  return "";
}

ParsedFormula parse_formula(std::string_view text) {
  ParsedFormula parsed = Parser(text).parse();
  if (parsed.formula) drop_repetitions(parsed.formula->references);
  return parsed;
}

}  // namespace daybook
