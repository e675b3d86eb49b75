// The fragment as JSON, schema 1: what the page assembler reads.
#include <nlohmann/json.hpp>

#include "check/fragment.h"

namespace daybook {

namespace {

using json = nlohmann::ordered_json;

constexpr int kSchema = 1;

std::string written(const json& value) {
  return value.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string_view freshness(bool same_code) { return same_code ? "this code" : "older code"; }

json pairs(const std::vector<std::pair<std::string, std::string>>& all, const char* first,
           const char* second) {
  json list = json::array();
  for (const auto& [a, b] : all) list.push_back({{first, a}, {second, b}});
  return list;
}

json headings_json(const std::vector<Heading>& headings) {
  json list = json::array();
  for (const Heading& heading : headings) {
    list.push_back({{"level", heading.level}, {"id", heading.id}, {"text", heading.text}});
  }
  return list;
}

json substitutions_json(const std::vector<Substitution>& substitutions) {
  json list = json::array();
  for (const Substitution& each : substitutions) {
    list.push_back({{"token", each.token}, {"block", each.block}, {"html", each.html}});
  }
  return list;
}

json origins_json(const std::vector<RunOrigin>& origins) {
  json list = json::array();
  for (const RunOrigin& each : origins) {
    list.push_back({{"day", each.day},
                    {"unit", each.unit},
                    {"run", each.run},
                    {"gpu", each.gpu},
                    {"card", each.card},
                    {"driver", each.driver},
                    {"cuda", each.cuda},
                    {"date", each.date},
                    {"freshness", freshness(each.same_code)},
                    {"signed", each.is_signed},
                    {"signer", each.signer},
                    {"href", each.href}});
  }
  return list;
}

json claims_json(const std::vector<FragmentClaim>& claims) {
  json list = json::array();
  for (const FragmentClaim& claim : claims) {
    json cards = json::array();
    for (const CardVerdict& card : claim.cards) {
      cards.push_back({{"card", card.card},
                       {"known", card.known},
                       {"holds", card.holds},
                       {"could_flip", card.could_flip},
                       {"why", card.why}});
    }
    list.push_back({{"id", claim.id},
                    {"words", claim.words},
                    {"formula", claim.formula},
                    {"section", claim.section},
                    {"cards", std::move(cards)},
                    {"samples", pairs(claim.samples, "shown", "href")}});
  }
  return list;
}

json programs_json(const std::vector<FragmentProgram>& programs) {
  json list = json::array();
  for (const FragmentProgram& each : programs) {
    list.push_back({{"name", each.name},
                    {"source", each.source},
                    {"token", each.token},
                    {"html", each.html},
                    {"text", each.text},
                    {"build", each.build},
                    {"run", each.run},
                    {"explorer", each.explorer}});
  }
  return list;
}

json runs_json(const std::vector<FragmentRun>& runs) {
  json list = json::array();
  for (const FragmentRun& each : runs) {
    json facts = json::array();
    for (const auto& [name, value] : each.facts) facts.push_back(json::array({name, value}));
    list.push_back({{"day", each.day},
                    {"unit", each.unit},
                    {"run", each.run},
                    {"default", each.is_default},
                    {"title", each.title},
                    {"expectation", each.expectation},
                    {"exits", each.exits},
                    {"published", each.published},
                    {"facts", std::move(facts)},
                    {"files", pairs(each.files, "name", "sha256")},
                    {"token", each.token},
                    {"html", each.html},
                    {"freshness", freshness(each.same_code)},
                    {"signed", each.is_signed},
                    {"errors", each.errors}});
  }
  return list;
}

json notes_json(const std::vector<FragmentNote>& notes) {
  json list = json::array();
  for (const FragmentNote& note : notes) {
    list.push_back({{"section", note.section}, {"text", note.text}, {"href", note.href}});
  }
  return list;
}

}  // namespace

std::string fragment_json(const Fragment& fragment) {
  return written({{"schema", kSchema},
                  {"day", fragment.day},
                  {"number", fragment.number},
                  {"language", fragment.language},
                  {"title", fragment.title},
                  {"draft", fragment.draft},
                  {"missing", false},
                  {"summary", fragment.summary},
                  {"needs", fragment.needs},
                  {"html", fragment.html},
                  {"headings", headings_json(fragment.headings)},
                  {"substitutions", substitutions_json(fragment.substitutions)},
                  {"origins", origins_json(fragment.origins)},
                  {"claims", claims_json(fragment.claims)},
                  {"programs", programs_json(fragment.programs)},
                  {"runs", runs_json(fragment.runs)},
                  {"warnings", fragment.warnings},
                  {"notes", notes_json(fragment.notes)}});
}

std::string missing_fragment_json(const std::string& day, const std::string& language) {
  return written({{"schema", kSchema}, {"day", day}, {"language", language}, {"missing", true}});
}

std::string course_json(const Course& course, const std::string& version) {
  const Settings& settings = course.settings();
  json modules = json::array();
  for (const Module& module : settings.modules) {
    modules.push_back(
        {{"title", module.title}, {"titles", json(module.titles)}, {"days", json(module.days)}});
  }
  return written({{"title", settings.title},
                  {"titles", json(settings.titles)},
                  {"site", settings.site},
                  {"repository", settings.repository},
                  {"languages", settings.languages},
                  {"card", settings.card},
                  {"modules", std::move(modules)},
                  {"glossary", !course.glossary_files().empty()},
                  {"version", version}});
}

}  // namespace daybook
