#include "formats/provenance.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace daybook {

namespace {

using Json = nlohmann::ordered_json;

Json spread_json(const std::vector<CellSpread>& spread) {
  Json cells = Json::array();
  for (const CellSpread& cell : spread) {
    cells.push_back(
        {{"path", cell.path}, {"median", cell.median}, {"min", cell.min}, {"max", cell.max}});
  }
  return cells;
}

Json gpu_json(const Gpu& gpu) {
  Json clocks = {{"smMax", gpu.clock_sm_max},
                 {"memoryMax", gpu.clock_mem_max},
                 {"sampled", gpu.clocks_sampled}};
  return {{"name", gpu.name},
          {"computeCapability", gpu.compute_capability},
          {"uuidSha256", gpu.uuid_sha256},
          {"driver", gpu.driver},
          {"ecc", gpu.ecc},
          {"clocks", std::move(clocks)},
          {"throttleReasons", gpu.throttle},
          {"temperature", gpu.temperature},
          {"otherProcesses", gpu.other_processes}};
}

Json predicate_json(const Provenance& provenance) {
  const Compilation& build = provenance.build;
  return {{"day", provenance.day},
          {"unit", provenance.unit},
          {"variant", provenance.variant},
          {"program", provenance.program},
          {"card", provenance.card},
          {"digests",
           {{"source", provenance.source_sha256},
            {"tokens", provenance.tokens_sha256},
            {"deviceCode", provenance.device_code}}},
          {"build",
           {{"command", build.command},
            {"nvcc", build.nvcc},
            {"hostCompiler", build.host},
            {"status", build.status},
            {"errors", build.errors}}},
          {"run",
           {{"command", provenance.run_command},
            {"expectation", provenance.expectation},
            {"started", provenance.started},
            {"ended", provenance.ended},
            {"exits", provenance.exits},
            {"stderrs", provenance.stderrs},
            {"published", provenance.published}}},
          {"gpu", gpu_json(provenance.gpu)},
          {"spread", spread_json(provenance.spread)},
          {"recorder", provenance.recorder}};
}

// Reads fields of one JSON object into members and reports what is missing or of another type.
class Reader {
 public:
  Reader(const Text& text, Findings& findings) : text_(text), findings_(findings) {}

  const Json* find(const Json& object, const std::string& key, Json::value_t type) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (found == object.end()) {
      report(key, "'" + key + "' is missing");
      return nullptr;
    }
    const bool integers = type == Json::value_t::number_integer && found->is_number_integer();
    if (found->type() != type && !integers) {
      report(key, "'" + key + "' should be " + Json(type).type_name() + std::string(", not ") +
                      found->type_name());
      return nullptr;
    }
    return &*found;
  }

  void read(const Json& object, const std::string& key, std::string& into) {
    const Json* value = find(object, key, Json::value_t::string);
    if (value != nullptr) into = value->get<std::string>();
  }

  void read(const Json& object, const std::string& key, int& into) {
    const Json* value = find(object, key, Json::value_t::number_integer);
    if (value != nullptr) into = value->get<int>();
  }

  void read(const Json& object, const std::string& key, std::vector<std::string>& into) {
    const Json* list = find(object, key, Json::value_t::array);
    if (list == nullptr) return;
    for (const Json& item : *list) {
      if (item.is_string()) {
        into.push_back(item.get<std::string>());
      } else {
        report(key, "'" + key + "' should hold strings only");
        return;
      }
    }
  }

  void read(const Json& object, const std::string& key, std::map<std::string, std::string>& into) {
    const Json* map = find(object, key, Json::value_t::object);
    if (map == nullptr) return;
    for (const auto& [name, value] : map->items()) {
      if (value.is_string()) {
        into[name] = value.get<std::string>();
      } else {
        report(key, "'" + key + "' should hold strings only");
        return;
      }
    }
  }

  void report(const std::string& key, std::string message) {
    const std::size_t at = text_.bytes().find("\"" + key + "\"");
    const Place place = at == std::string_view::npos ? text_.line_place(1) : text_.place(at);
    Finding finding = make_finding("provenance-field", place, std::move(message));
    finding.cause = "the file was edited by hand, or written by another version";
    finding.mend = "restore it: git checkout -- " + text_.name();
    findings_.push_back(std::move(finding));
  }

 private:
  const Text& text_;
  Findings& findings_;
};

void read_subjects(Reader& reader, const Json& statement, std::vector<Subject>& subjects) {
  const Json* list = reader.find(statement, "subject", Json::value_t::array);
  if (list == nullptr) return;
  for (const Json& item : *list) {
    Subject subject;
    reader.read(item, "name", subject.name);
    const Json* digest = reader.find(item, "digest", Json::value_t::object);
    if (digest != nullptr) reader.read(*digest, "sha256", subject.sha256);
    subjects.push_back(std::move(subject));
  }
}

void read_gpu(Reader& reader, const Json& json, Gpu& gpu) {
  reader.read(json, "name", gpu.name);
  reader.read(json, "computeCapability", gpu.compute_capability);
  reader.read(json, "uuidSha256", gpu.uuid_sha256);
  reader.read(json, "driver", gpu.driver);
  reader.read(json, "ecc", gpu.ecc);
  reader.read(json, "throttleReasons", gpu.throttle);
  reader.read(json, "temperature", gpu.temperature);
  reader.read(json, "otherProcesses", gpu.other_processes);
  if (const Json* clocks = reader.find(json, "clocks", Json::value_t::object)) {
    reader.read(*clocks, "smMax", gpu.clock_sm_max);
    reader.read(*clocks, "memoryMax", gpu.clock_mem_max);
    reader.read(*clocks, "sampled", gpu.clocks_sampled);
  }
}

void read_spread(Reader& reader, const Json& predicate, std::vector<CellSpread>& spread) {
  const Json* list = reader.find(predicate, "spread", Json::value_t::array);
  if (list == nullptr) return;
  for (const Json& item : *list) {
    CellSpread cell;
    reader.read(item, "path", cell.path);
    reader.read(item, "median", cell.median);
    reader.read(item, "min", cell.min);
    reader.read(item, "max", cell.max);
    spread.push_back(std::move(cell));
  }
}

void read_predicate(Reader& reader, const Json& predicate, Provenance& provenance) {
  reader.read(predicate, "day", provenance.day);
  reader.read(predicate, "unit", provenance.unit);
  reader.read(predicate, "variant", provenance.variant);
  reader.read(predicate, "program", provenance.program);
  reader.read(predicate, "card", provenance.card);
  reader.read(predicate, "recorder", provenance.recorder);
  if (const Json* digests = reader.find(predicate, "digests", Json::value_t::object)) {
    reader.read(*digests, "source", provenance.source_sha256);
    reader.read(*digests, "tokens", provenance.tokens_sha256);
    reader.read(*digests, "deviceCode", provenance.device_code);
  }
  if (const Json* build = reader.find(predicate, "build", Json::value_t::object)) {
    reader.read(*build, "command", provenance.build.command);
    reader.read(*build, "nvcc", provenance.build.nvcc);
    reader.read(*build, "hostCompiler", provenance.build.host);
    reader.read(*build, "status", provenance.build.status);
    reader.read(*build, "errors", provenance.build.errors);
  }
  if (const Json* run = reader.find(predicate, "run", Json::value_t::object)) {
    reader.read(*run, "command", provenance.run_command);
    reader.read(*run, "expectation", provenance.expectation);
    reader.read(*run, "started", provenance.started);
    reader.read(*run, "ended", provenance.ended);
    reader.read(*run, "exits", provenance.exits);
    reader.read(*run, "stderrs", provenance.stderrs);
    reader.read(*run, "published", provenance.published);
  }
  if (const Json* gpu = reader.find(predicate, "gpu", Json::value_t::object)) {
    read_gpu(reader, *gpu, provenance.gpu);
  }
  read_spread(reader, predicate, provenance.spread);
}

bool is_hex_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

Parsed<Provenance> parse_provenance(const Text& text) {
  Parsed<Provenance> parsed;
  Json statement;
  const auto refuse = [&](const Place& place, const std::string& message) {
    parsed.findings.push_back(make_finding("provenance-syntax", place, message));
    parsed.findings.back().mend = "restore it: git checkout -- " + text.name();
    return parsed;
  };
  try {
    statement = Json::parse(text.bytes());
  } catch (const Json::parse_error& error) {
    const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.bytes().size());
    return refuse(text.place(at), "not JSON: an in-toto statement was expected here");
  } catch (const Json::out_of_range&) {
    return refuse({text.name(), 0, 0}, "not JSON that can be read: a number is too large");
  }
  Reader reader(text, parsed.findings);
  std::string type;
  std::string predicate_type;
  reader.read(statement, "_type", type);
  reader.read(statement, "predicateType", predicate_type);
  if (!type.empty() && type != kStatementType) {
    reader.report("_type", "'_type' should be " + std::string(kStatementType) + ", not " + type);
  }
  if (!predicate_type.empty() && predicate_type != kPredicateType) {
    reader.report("predicateType", "'predicateType' should be " + std::string(kPredicateType) +
                                       ", not " + predicate_type);
  }
  read_subjects(reader, statement, parsed.value.subjects);
  if (const Json* predicate = reader.find(statement, "predicate", Json::value_t::object)) {
    read_predicate(reader, *predicate, parsed.value);
  }
  if (parsed.value.published < 1) reader.report("published", "'published' counts runs from 1");
  return parsed;
}

std::string write_provenance(const Provenance& provenance) {
  Json subjects = Json::array();
  for (const Subject& subject : provenance.subjects) {
    subjects.push_back({{"name", subject.name}, {"digest", {{"sha256", subject.sha256}}}});
  }
  const Json statement = {{"_type", kStatementType},
                          {"subject", std::move(subjects)},
                          {"predicateType", kPredicateType},
                          {"predicate", predicate_json(provenance)}};
  // What a program wrote may be no UTF-8: such bytes become U+FFFD.
  return statement.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Parsed<std::vector<Sum>> parse_sums(const Text& text) {
  Parsed<std::vector<Sum>> parsed;
  for (std::size_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view line = text.line(number);
    const bool shaped = line.size() > 66 && is_hex_digest(line.substr(0, 64)) && line[64] == ' ' &&
                        (line[65] == ' ' || line[65] == '*');
    if (!shaped) {
      Finding finding = make_finding(
          "sums-syntax", text.line_place(number),
          "expected 64 hex digits, two blanks and a file name, found '" + visible(line, 60) + "'");
      finding.mend = "restore it: git checkout -- " + text.name();
      parsed.findings.push_back(std::move(finding));
      continue;
    }
    parsed.value.push_back({std::string(line.substr(0, 64)), std::string(line.substr(66)), number});
  }
  return parsed;
}

}  // namespace daybook
