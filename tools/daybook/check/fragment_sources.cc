#include "check/fragment_sources.h"

#include <algorithm>

#include "check/build_command.h"
#include "check/evidence.h"
#include "check/explorer_link.h"
#include "check/freshness.h"
#include "check/quote_html.h"

namespace daybook {

namespace {

std::vector<std::pair<std::string, std::string>> facts_of(const Provenance& record) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) facts.emplace_back(name, value);
  };
  const Gpu& gpu = record.gpu;
  add("GPU", gpu.name);
  add("Compute capability", gpu.compute_capability);
  add("GPU id, hashed", gpu.uuid_sha256);
  add("Driver", gpu.driver);
  add("nvcc", record.build.nvcc);
  add("Host compiler", record.build.host);
  add("Build command", record.build.command);
  add("Run command", record.run_command);
  add("Started", record.started);
  add("Ended", record.ended);
  add("Highest SM clock", gpu.clock_sm_max);
  add("Highest memory clock", gpu.clock_mem_max);
  std::string sampled;
  for (const std::string& clock : gpu.clocks_sampled) {
    sampled += (sampled.empty() ? "" : "; ") + clock;
  }
  add("Clocks during the runs", sampled);
  add("Throttle reasons", gpu.throttle);
  add("Temperature", gpu.temperature);
  add("ECC", gpu.ecc);
  add("Other processes on the GPU", gpu.other_processes);
  add("Source, SHA-256", record.source_sha256);
  for (const auto& [arch, digest] : record.device_code) {
    facts.emplace_back("Device code for " + arch + ", SHA-256", digest);
  }
  add("Recorded by", record.recorder);
  return facts;
}

std::string errors_of(const Provenance& record) {
  if (!record.build.errors.empty()) return record.build.errors;
  const auto published = static_cast<std::size_t>(std::max(record.published, 1)) - 1;
  return published < record.stderrs.size() ? record.stderrs[published] : std::string();
}

}  // namespace

FragmentRun run_of_record(Course& course, const RunRecord& record) {
  const Provenance& provenance = record.provenance;
  FragmentRun run;
  run.day = record.day;
  run.unit = record.unit;
  run.run = record.name;
  run.title = run_title(record);
  run.expectation = provenance.expectation;
  run.exits = provenance.exits;
  run.published = record.published == nullptr ? 0 : provenance.published;
  run.facts = facts_of(provenance);
  run.errors = errors_of(provenance);
  run.same_code = is_of_this_code(course, record);
  run.is_signed = record.is_signed;
  run.html = listing_html(transcript_lines(record), "text", record.name, run.title);
  const auto sums = course.store().text(record.folder + "/" + std::string(kSums));
  if (sums != nullptr) {
    for (const Sum& sum : parse_sums(*sums).value) run.files.emplace_back(sum.file, sum.sha256);
  }
  return run;
}

std::string run_title(const RunRecord& run) {
  return run.unit + (run.provenance.gpu.name.empty() ? "" : " on " + run.provenance.gpu.name);
}

bool is_of_this_code(Course& course, const RunRecord& run) {
  const Day* day = course.find_day(run.day);
  const Program* program = course.program_of_unit(run.day, run.unit);
  if (day == nullptr || program == nullptr) return false;
  const std::string variant =
      run.unit == program->name ? std::string() : run.unit.substr(program->name.size() + 1);
  return speaks_for_this_code(judge_freshness(course, *day, *program, variant, run).state);
}

std::string listing_language(const Program& program) {
  return program.kind == "cu" || program.kind == "cuh" ? "cuda" : program.kind;
}

std::vector<std::string> listing_lines(const Text& program) {
  std::vector<std::string> lines;
  for (std::size_t number = 1; number <= program.line_count(); ++number) {
    lines.emplace_back(program.line(number));
  }
  return lines;
}

std::vector<std::string> transcript_lines(const RunRecord& run) {
  std::vector<std::string> lines;
  if (run.published == nullptr) return lines;
  for (std::size_t number = 1; number <= run.published->line_count(); ++number) {
    lines.push_back(plain_line(run.published->line(number)));
  }
  return lines;
}

std::vector<FragmentProgram> programs_of(Course& course, const Day& day, const Tokens& tokens,
                                         std::size_t& next) {
  const Settings& settings = course.settings();
  std::vector<FragmentProgram> programs;
  for (const Program& program : day.programs) {
    const auto text = course.store().text(program.file);
    const auto kind = settings.kinds.find(program.kind);
    if (text == nullptr || kind == settings.kinds.end()) continue;
    FragmentProgram shown;
    shown.name = fs::path(program.file).filename().string();
    shown.source = program.file;
    shown.token = tokens(next++);
    shown.text = std::string(text->bytes());
    shown.html =
        listing_html(listing_lines(*text), listing_language(program), shown.name, shown.name);
    shown.build = build_command(kind->second, "native", shown.name);
    shown.run = run_command(kind->second, "native", shown.name);
    const auto run = course.default_run(day.key, program.name);
    shown.explorer = explorer_link(text->bytes(), kind->second.build, settings.arch,
                                   run == nullptr ? "" : run->provenance.build.nvcc);
    programs.push_back(std::move(shown));
  }
  return programs;
}

std::vector<FragmentRun> runs_of(Course& course, const Day& day, const Tokens& tokens,
                                 std::size_t& next) {
  std::vector<FragmentRun> runs;
  for (const Program& program : day.programs) {
    std::vector<std::string> units = {program.name};
    for (const std::string& variant : program.variants) {
      units.push_back(Course::unit_name(program, variant));
    }
    for (const std::string& unit : units) {
      const auto counts = course.default_run(day.key, unit);
      for (const std::string& name : course.runs(day.key, unit)) {
        FragmentRun run = run_of_record(course, *course.run(day.key, unit, name));
        run.is_default = counts != nullptr && counts->name == name;
        run.token = tokens(next++);
        runs.push_back(std::move(run));
      }
    }
  }
  return runs;
}

}  // namespace daybook
