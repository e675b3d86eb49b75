#include "check/variant_build.h"

#include "check/build_command.h"
#include "check/device_build.h"
#include "check/recording_plan.h"

namespace daybook {

namespace {

std::string first_error(const std::string& words) {
  for (const std::string& line : split_lines(words)) {
    if (line.find("error") != std::string::npos) return visible(line);
  }
  const auto lines = split_lines(words);
  return lines.empty() ? "the compiler says nothing" : visible(lines.front());
}

}  // namespace

std::optional<Finding> variant_build_finding(Course& course, const Day& day, const Program& program,
                                             const VariantExpectation& expected) {
  const Settings& settings = course.settings();
  const SourceKind& kind = settings.kinds.at(program.kind);
  const std::string source = unit_source(course, day, program, expected.name).text;
  if (source.empty() || cubin_command(kind, settings.arch).empty()) return std::nullopt;
  const DeviceBuild build =
      build_device_code(source, unit_headers(course, day, source), kind, settings.arch,
                        course.store().root() / "build" / "device-code");
  const std::string name = "variant '" + expected.name + "'";
  Finding finding = make_finding("variant-build", expected.place, "");
  finding.related = Place{Course::variant_file(day, expected.name), 1, 1};
  finding.mend = "mend the patch, or say in the front matter what happens";
  const bool failed = build.outcome == DeviceBuild::Outcome::failed;
  if (build.outcome == DeviceBuild::Outcome::no_compiler) {
    finding.severity = Severity::unproved;
    finding.message = name + " could not be compiled: there is no nvcc here";
    finding.mend = "check where the CUDA Toolkit is installed";
  } else if (expected.build_error.empty() && failed) {
    finding.message = name + " does not compile: " + first_error(build.errors);
  } else if (!expected.build_error.empty() && !failed) {
    finding.message = name + " should not compile, and it does";
  } else if (failed && build.errors.find(expected.build_error) == std::string::npos) {
    finding.message = "the compiler's errors for " + name + " do not say '" + expected.build_error +
                      "': " + first_error(build.errors);
  } else {
    return std::nullopt;
  }
  return finding;
}

}  // namespace daybook
