#include "check/freshness.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <dtl/dtl.hpp>

#include "base/digest.h"
#include "check/build_command.h"
#include "check/device_build.h"
#include "check/recording_plan.h"
#include "check/waiver.h"
#include "formats/cuda_tokens.h"

namespace daybook {

namespace {

// Beyond so many differing tokens a run is stale without asking which they are.
constexpr std::size_t kMostDiffering = 6000;

struct TokenSide {
  std::vector<Token> tokens;
  std::vector<bool> device_only;
  std::optional<Token> unclosed;    // the first that never ends, and …
  std::size_t before_unclosed = 0;  // … how many tokens stand in front of it
  explicit TokenSide(std::string_view source) {
    for (Token& token : tokenize_cuda(source)) {
      if (token.unclosed && !unclosed) {
        unclosed = token;
        before_unclosed = tokens.size();
      }
      if (token.kind != TokenKind::comment) tokens.push_back(std::move(token));
    }
    device_only = mark_device_only(tokens);
  }
};

constexpr std::size_t kShownBytes = 80;  // of an unclosed text, before it is cut to be shown

// What differs between two token lists.
struct TokenDifference {
  bool any = false;
  bool device_only = true;  // every differing token, on both sides
  std::size_t first_recorded = 0, first_current = 0;
};

TokenDifference compare_tokens(const TokenSide& recorded, const TokenSide& current) {
  const auto& a = recorded.tokens;
  const auto& b = current.tokens;
  const auto same = [](const Token& x, const Token& y) {
    return x.kind == y.kind && x.text == y.text;
  };
  TokenDifference difference;
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && same(a[head], b[head])) ++head;
  difference.any = head < a.size() || head < b.size();
  difference.first_recorded = difference.first_current = head;
  if (!difference.any) return difference;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head &&
         same(a[a.size() - 1 - tail], b[b.size() - 1 - tail])) {
    ++tail;
  }
  const std::size_t removed = a.size() - head - tail;
  const std::size_t added = b.size() - head - tail;
  if (removed + added > kMostDiffering) {
    difference.device_only = false;
    return difference;
  }
  std::vector<std::string> from, to;
  for (std::size_t i = 0; i < removed; ++i) from.push_back(a[head + i].text);
  for (std::size_t i = 0; i < added; ++i) to.push_back(b[head + i].text);
  dtl::Diff<std::string> diff(from, to);
  diff.compose();
  std::size_t i = head, j = head;
  for (const auto& entry : diff.getSes().getSequence()) {
    const bool gone = entry.second.type == dtl::SES_DELETE;
    const bool come = entry.second.type == dtl::SES_ADD;
    if (gone) difference.device_only = difference.device_only && recorded.device_only[i];
    if (come) difference.device_only = difference.device_only && current.device_only[j];
    if (!come) ++i;
    if (!gone) ++j;
  }
  return difference;
}

TokenPlace place_of_token(const Text& text, const TokenSide& side, std::size_t index) {
  if (index >= side.tokens.size()) return {text.place(text.bytes().size()), ""};
  return {text.place(side.tokens[index].span.begin), side.tokens[index].text};
}

// A file that both sides compile: the program, or a header of the course.
struct ComparedFile {
  std::string name;  // as the program includes it
  Text recorded, current;
};

std::vector<NamedFile> sources_of(const std::vector<ComparedFile>& files, bool recorded) {
  std::vector<NamedFile> sources;
  for (const ComparedFile& file : files) {
    sources.push_back({file.name, std::string((recorded ? file.recorded : file.current).bytes())});
  }
  return sources;
}

Freshness stale(std::string reason) {
  Freshness result;
  result.state = FreshnessState::stale;
  result.reason = std::move(reason);
  return result;
}

Freshness unknown(std::string reason) {
  Freshness result;
  result.state = FreshnessState::unknown;
  result.reason = std::move(reason);
  return result;
}

// What the compiler at hand says of two sources whose tokens differ in device-only code. The first
// of the files is the program.
Freshness judge_device_code(Course& course, const std::vector<ComparedFile>& files,
                            const RunRecord& run, const SourceKind& kind) {
  const fs::path cache = course.store().root() / "build" / "device-code";
  const auto build = [&](bool recorded) {
    std::vector<NamedFile> sources = sources_of(files, recorded);
    const std::string program = std::move(sources.front().bytes);
    sources.erase(sources.begin());
    return build_device_code(program, sources, kind, course.settings().arch, cache);
  };
  const DeviceBuild before = build(true);
  if (before.outcome == DeviceBuild::Outcome::no_compiler) {
    return unknown("only device code differs, and there is no nvcc here to compare it");
  }
  const bool failed_before = before.outcome == DeviceBuild::Outcome::failed;
  // Another toolkit, not the source: it cannot speak against a run that was compiled once.
  if (failed_before && run.provenance.build.status == 0) {
    return unknown(
        "only device code differs, and the nvcc here does not compile the recorded source");
  }
  const DeviceBuild after = build(false);
  const bool fails_now = after.outcome == DeviceBuild::Outcome::failed;
  Freshness result;
  result.state = FreshnessState::same_code;
  if (failed_before) {
    if (!fails_now) return stale("the source compiles now, and the recorded one did not");
    if (before.errors != after.errors) return stale("the compiler refuses it in other words");
    result.reason = "device code was rewritten, and the compiler refuses it in the same words";
    return result;
  }
  if (fails_now) return stale("the source does not compile any more");
  if (before.digest != after.digest) return stale("the machine code changed");
  result.reason = "device code was rewritten, and its machine code is the same";
  return result;
}

// The program first, then each header; a problem when one cannot be compared.
std::vector<ComparedFile> files_to_compare(Course& course, const Day& day, const Program& program,
                                           const RunRecord& run, const std::string& source,
                                           std::string& problem) {
  std::vector<ComparedFile> files;
  const std::string own = fs::path(program.file).filename().string();
  const auto recorded_source = course.store().text(run.folder + "/" + own);
  if (recorded_source == nullptr) {
    problem = "the recorded source cannot be read";
    return files;
  }
  files.push_back({own, *recorded_source, Text(program.file, source)});
  for (const std::string& name : run.files) {
    const bool is_header = name.ends_with(".cuh") || name.ends_with(".h") || name.ends_with(".hpp");
    if (name == own || !is_header) continue;
    const auto recorded = course.store().text(run.folder + "/" + name);
    const auto current = course.store().text("src/" + day.key + "/" + name);
    if (recorded == nullptr) continue;
    if (current == nullptr) {
      problem = "header '" + name + "' is gone";
      return files;
    }
    files.push_back({name, *recorded, *current});
  }
  return files;
}

Freshness judge_source(Course& course, const Day& day, const Program& program, const RunRecord& run,
                       const std::string& source) {
  std::string problem;
  const auto files = files_to_compare(course, day, program, run, source, problem);
  if (!problem.empty()) return stale(problem);
  Freshness result;
  bool device_only = true;
  for (const ComparedFile& file : files) {
    if (file.recorded.bytes() == file.current.bytes()) continue;
    const TokenSide recorded(file.recorded.bytes());
    const TokenSide current(file.current.bytes());
    if (current.unclosed && !recorded.unclosed) {
      result = stale(current.unclosed->kind == TokenKind::comment
                         ? "a comment is never closed, so the source compiles no more"
                         : "a string is never closed, so the source compiles no more");
      result.recorded = place_of_token(file.recorded, recorded, current.before_unclosed);
      const std::string& text = current.unclosed->text;
      result.current = TokenPlace{file.current.place(current.unclosed->span.begin),
                                  text.substr(0, std::min(text.find('\n'), kShownBytes))};
      return result;
    }
    const TokenDifference difference = compare_tokens(recorded, current);
    result.state = FreshnessState::cosmetic;
    result.reason = "comments or layout differ";
    if (!difference.any) continue;
    device_only = device_only && difference.device_only;
    // The token shown is one that decides.
    if (result.recorded && difference.device_only) continue;
    result.recorded = place_of_token(file.recorded, recorded, difference.first_recorded);
    result.current = place_of_token(file.current, current, difference.first_current);
  }
  if (!result.recorded) return result;
  const SourceKind& kind = course.settings().kinds.at(program.kind);
  Freshness judged =
      device_only ? judge_device_code(course, files, run, kind) : stale("the source changed");
  judged.recorded = std::move(result.recorded);
  judged.current = std::move(result.current);
  return judged;
}

std::string quoted_token(const TokenPlace& token) {
  return token.text.empty() ? "the end" : "'" + visible(token.text, 60) + "'";
}

std::string token_lines(const Freshness& freshness) {
  if (!freshness.recorded || !freshness.current) return {};
  const auto line = [](const char* side, const TokenPlace& token) {
    return std::string("  ") + side + token.place.file + ":" + std::to_string(token.place.line) +
           ":" + std::to_string(token.place.column) + ": " + quoted_token(token) + "\n";
  };
  return line("recorded  ", *freshness.recorded) + line("now       ", *freshness.current);
}

}  // namespace

std::string_view state_word(FreshnessState state) {
  switch (state) {
    case FreshnessState::fresh:
      return "fresh";
    case FreshnessState::cosmetic:
      return "cosmetic";
    case FreshnessState::same_code:
      return "same-code";
    case FreshnessState::stale:
      return "stale";
    case FreshnessState::unknown:
      return "unknown";
    case FreshnessState::waived:
      return "waived";
  }
  return "stale";
}

bool speaks_for_this_code(FreshnessState state) {
  return state == FreshnessState::fresh || state == FreshnessState::cosmetic ||
         state == FreshnessState::same_code;
}

Freshness judge_freshness(Course& course, const Day& day, const Program& program,
                          const std::string& variant, const RunRecord& run) {
  UnitSource made = unit_source(course, day, program, variant);
  if (made.text.empty()) {
    Freshness result = stale("its source cannot be made: " + made.problem);
    result.mend = std::move(made.mend);
    return result;
  }
  const std::string& source = made.text;
  const std::string file = fs::path(program.file).filename().string();
  const SourceKind& kind = course.settings().kinds.at(program.kind);
  const std::string build = build_command(kind, course.settings().arch, file);
  const std::string command = run_command(kind, course.settings().arch, file);
  Freshness result;
  if (run.provenance.build.command != build) {
    result = stale("the build command was '" + run.provenance.build.command + "', now it is '" +
                   build + "'");
  } else if (run.provenance.run_command != command) {
    result = stale("the run command was '" + run.provenance.run_command + "', now it is '" +
                   command + "'");
  } else {
    result = judge_source(course, day, program, run, source);
  }
  result.source_sha256 = sha256_hex(source);
  if (result.state == FreshnessState::stale) {
    const Waiver waiver = read_waiver(course.store(), day.key, run.unit);
    if (!waiver.reason.empty() && waiver.source_sha256 == result.source_sha256) {
      result.state = FreshnessState::waived;
      result.waiver = waiver.reason;
    } else if (!waiver.reason.empty()) {
      result.reason += ", and its waiver is for another source";
    }
  }
  return result;
}

std::optional<Finding> freshness_finding(const Freshness& freshness, const RunRecord& run,
                                         const Place& place) {
  if (freshness.state == FreshnessState::fresh || freshness.state == FreshnessState::cosmetic) {
    return std::nullopt;
  }
  const std::string unit = "the run " + run.folder + " of '" + run.unit + "'";
  Finding finding = make_finding("evidence-stale", place, unit + " is stale: " + freshness.reason);
  finding.mend = "daybook record " + run.day + " " + run.unit;
  switch (freshness.state) {
    case FreshnessState::same_code:
      finding.id = "evidence-same-code";
      finding.severity = Severity::warning;
      finding.message = unit + " was made from other source text: " + freshness.reason;
      break;
    case FreshnessState::unknown:
      finding.id = "evidence-unknown";
      finding.severity = Severity::unproved;
      finding.message = unit + ": " + freshness.reason;
      finding.mend = "check where the CUDA Toolkit is installed";
      break;
    case FreshnessState::waived:
      finding.id = "evidence-waived";
      finding.severity = Severity::warning;
      finding.message = unit + " is stale, and waived: " + freshness.waiver;
      break;
    default:
      if (!freshness.mend.empty()) finding.mend = freshness.mend;
      break;
  }
  finding.detail = token_lines(freshness);
  if (freshness.current) finding.related = freshness.current->place;
  return finding;
}

}  // namespace daybook
