// What a compiler at hand says of a variant that no fresh run speaks for: that it compiles, or
// fails as the lesson states.
#pragma once

#include <optional>

#include "base/finding.h"
#include "check/course.h"

namespace daybook {

// Nothing when it does what is expected, when its source cannot be made (another finding says so),
// or when its kind is not built by nvcc. Without nvcc a finding that is not proved.
std::optional<Finding> variant_build_finding(Course& course, const Day& day, const Program& program,
                                             const VariantExpectation& expected);

}  // namespace daybook
