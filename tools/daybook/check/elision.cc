#include "check/elision.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace daybook {

namespace {

using Lines = std::vector<std::string>;

bool stands_at(const Lines& written, std::size_t begin, std::size_t end, const Lines& truth,
               std::size_t at) {
  return at + (end - begin) <= truth.size() &&
         std::equal(written.begin() + static_cast<std::ptrdiff_t>(begin),
                    written.begin() + static_cast<std::ptrdiff_t>(end),
                    truth.begin() + static_cast<std::ptrdiff_t>(at));
}

// The expected lines when the written ones match as they are; nothing when they do not.
std::optional<std::vector<ExpectedLine>> match_written(const Lines& written, const Lines& truth,
                                                       const std::vector<bool>& elided) {
  std::vector<ExpectedLine> expected;
  std::size_t at = 0;  // next line of the truth
  bool gap = false;    // an elision stands before the next written line
  std::size_t i = 0;
  while (i < written.size()) {
    if (elided[i]) {
      if (gap || at >= truth.size()) return std::nullopt;
      expected.push_back({written[i], at, true});
      gap = true;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < written.size() && !elided[end]) ++end;
    const std::size_t length = end - i;
    std::size_t place = at;
    if (gap) {
      place = at + 1;
      if (end == written.size()) {
        // The last piece must end where the truth ends.
        if (truth.size() < length || truth.size() - length < place) return std::nullopt;
        place = truth.size() - length;
      } else {
        while (place < truth.size() && !stands_at(written, i, end, truth, place)) ++place;
      }
    }
    if (!stands_at(written, i, end, truth, place)) return std::nullopt;
    for (std::size_t k = 0; k < length; ++k)
      expected.push_back({truth[place + k], place + k, false});
    at = place + length;
    gap = false;
    i = end;
  }
  if (!gap && at != truth.size()) return std::nullopt;
  return expected;
}

// Where each line of the truth stands, when it stands there once only.
std::unordered_map<std::string, std::size_t> single_places(const Lines& truth) {
  std::unordered_map<std::string, std::size_t> places, count;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    places[truth[i]] = i;
    ++count[truth[i]];
  }
  std::erase_if(places, [&](const auto& entry) { return count[entry.first] > 1; });
  return places;
}

}  // namespace

ElidedMatch match_elided(const Lines& written, const Lines& truth, const IsElision& is_elision) {
  std::vector<bool> elided(written.size());
  for (std::size_t i = 0; i < written.size(); ++i) elided[i] = is_elision(written[i]);

  ElidedMatch result;
  if (auto matched = match_written(written, truth, elided)) {
    result.holds = true;
    result.expected = std::move(*matched);
    return result;
  }
  const bool any = std::find(elided.begin(), elided.end(), true) != elided.end();
  const auto places = any ? single_places(truth) : decltype(single_places(truth))();
  // The truth's index of a written neighbour; nothing when it is not there once.
  const auto place_of = [&](std::size_t i) -> std::optional<std::size_t> {
    if (elided[i]) return std::nullopt;
    const auto found = places.find(written[i]);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  };
  std::size_t at = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (!elided[i]) continue;
    // Left-out lines run from behind the line before to the line after.
    std::optional<std::size_t> before = i == 0 ? std::optional<std::size_t>(0) : place_of(i - 1);
    if (before && i != 0) before = *before + 1;
    const std::optional<std::size_t> after =
        i + 1 == written.size() ? std::optional(truth.size()) : place_of(i + 1);
    if (!before || !after || *before < at || *after <= *before) {
      ++result.written_in_full;
      continue;
    }
    for (; at < *before; ++at) result.expected.push_back({truth[at], at, false});
    result.expected.push_back({written[i], at, true});
    at = *after;
  }
  for (; at < truth.size(); ++at) result.expected.push_back({truth[at], at, false});
  return result;
}

}  // namespace daybook
