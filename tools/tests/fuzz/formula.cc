// Formulas: parsed, evaluated over made-up values, explained; and numbers as prose writes them.
#include "formats/formula.h"
#include "formats/quantity.h"
#include "target.h"

namespace daybook {
namespace {

// Values by the reference's ending, so that all kinds meet.
Lookup look_up(const std::string& reference) {
  if (reference.ends_with("nan")) return {{make_sample("nan", std::nullopt, Origin::measured)}, ""};
  if (reference.ends_with("code")) {
    Sample sample;
    sample.value = text_value("BRA\nBRA\nEXIT\n");
    return {{sample}, ""};
  }
  if (reference.find('*') != std::string::npos) {
    Lookup lookup;
    for (const char* cell : {"0.1158 ms", "0.03348 ms", "0.03348 ms", "-7 ms", "0 ms"}) {
      lookup.samples.push_back(make_sample(cell, std::nullopt, Origin::measured, cell));
      set_spread(lookup.samples.back(), "0.03", "0.2", find_unit("ms"));
    }
    return lookup;
  }
  if (reference.ends_with("none")) return {{}, "there is no such value"};
  if (reference.ends_with("rate")) {
    return {{make_sample("4.8 TB/s", std::nullopt, Origin::constant)}, ""};
  }
  return {{make_sample("132", std::nullopt, Origin::counted)}, ""};
}

}  // namespace
}  // namespace daybook

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace daybook;
  const std::string_view text = as_text(data, size);
  const auto parsed = parse_formula(text);
  if (parsed.formula) {
    const Evaluation evaluation = evaluate(*parsed.formula, look_up);
    require(evaluation.value.has_value() || !evaluation.problem.empty(),
            "a formula has a value or a problem");
    judge_claim(evaluation);
    if (const auto written = find_number("some 11,600 ms").found) {
      compare_calc(*written, evaluation);
    }
    rewrite_calc("some 11,600 times", evaluation);
    if (evaluation.value) show(*evaluation.value);
  } else {
    require(!parsed.problem.message.empty(), "what is no formula says why");
    require(parsed.problem.offset <= size, "a problem lies inside the formula");
  }
  find_naked_numbers(text);
  for (const char* cell : {"0.0814", "1,234", "1e-3", "12.5%", "-4", "0"}) {
    const auto printed = parse_printed(cell, find_unit("ms"));
    const std::string mended = rewrite_number(text, *printed);
    if (mended.empty()) continue;
    const auto found = find_number(mended).found;
    require(found.has_value() && compare_number(*found, *printed).empty(),
            "a rewritten number is right");
  }
  if (const auto printed = parse_printed(text, std::nullopt)) show(*printed);
  return 0;
}
