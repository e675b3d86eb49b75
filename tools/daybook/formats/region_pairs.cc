#include "formats/region_pairs.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace daybook {
namespace {

std::string line_text(const Place& place) { return "line " + std::to_string(place.line); }

class Pairing {
 public:
  Pairing(const std::vector<Marker>& markers, const CommentSyntax& syntax)
      : markers_(markers), syntax_(syntax) {
    for (const Marker& marker : markers) {
      if (marker.kind == MarkerKind::end && !marker.suspect) ++ends_ahead_[marker.name];
    }
  }

  Parsed<std::vector<RegionPair>> run() {
    for (const Marker& marker : markers_) {
      if (marker.kind == MarkerKind::start) {
        start(marker);
      } else {
        if (!marker.suspect) --ends_ahead_[marker.name];
        end(marker);
      }
    }
    for (const Open& region : open_) report_unclosed(region);
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const RegionPair& a, const RegionPair& b) {
      return a.start.line < b.start.line;
    });
    return {std::move(pairs_), std::move(findings_)};
  }

 private:
  struct Open {
    Marker start;
    bool second = false;  // of its name: paired, but no region
  };
  using OpenAt = std::vector<Open>::iterator;

  void start(const Marker& marker) {
    const OpenAt same = find_open(marker.name);
    if (same != open_.end()) {
      if (marker.suspect) return;
      report_restart(marker, *same);
      close(same, marker);
      forgiven_ = marker.name;
      return;
    }
    if (open_.size() == kMostOpenRegions) {
      report_too_many(marker);
      return;
    }
    forgiven_.reset();
    const auto [first, fresh] = first_of_name_.try_emplace(marker.name, marker.place);
    if (!fresh && !marker.suspect) report_second(marker, first->second);
    open_.push_back({marker, !fresh});
  }

  void end(const Marker& marker) {
    if (marker.name.empty()) {
      end_unnamed(marker);
      return;
    }
    const OpenAt match = find_open(marker.name);
    if (match != open_.end()) {
      close(match, marker);
    } else if (marker.suspect) {
      end_unnamed(marker);
    } else if (!forgive(marker)) {
      end_unmatched(marker);
    }
  }

  void end_unnamed(const Marker& marker) {
    const auto sure = [](const Open& region) { return !region.start.suspect; };
    const auto count = std::count_if(open_.begin(), open_.end(), sure);
    if (open_.empty()) {
      if (!marker.suspect && !forgive(marker)) end_unmatched(marker);
      return;
    }
    OpenAt last = open_.end() - 1;
    if (count > 0) {
      while (!sure(*last)) --last;
    }
    if (count > 1) {
      if (!marker.suspect) report_ambiguous(marker);
      last = likely_meant();
    }
    if (last != open_.end()) close(last, marker);
  }

  void end_unmatched(const Marker& marker) {
    if (open_.empty()) {
      report_unopened(marker);
    } else {
      report_mismatch(marker);
      const OpenAt meant = likely_meant();
      if (meant != open_.end()) {
        close(meant, marker);
        return;
      }
    }
    unmatched_ends_.push_back(marker.place);
  }

  // An end right after a repeated start, which already closed the region.
  bool forgive(const Marker& marker) {
    if (!forgiven_ || (!marker.name.empty() && marker.name != *forgiven_)) return false;
    forgiven_.reset();
    return true;
  }

  OpenAt find_open(const std::string& name) {
    return std::find_if(open_.begin(), open_.end(),
                        [&](const Open& region) { return region.start.name == name; });
  }

  // The innermost open region that no later end names: closing it keeps one mistake one finding.
  OpenAt likely_meant() {
    for (OpenAt region = open_.end(); region != open_.begin();) {
      --region;
      const auto ahead = ends_ahead_.find(region->start.name);
      if (ahead == ends_ahead_.end() || ahead->second == 0) return region;
    }
    return open_.end();
  }

  void close(OpenAt region, const Marker& end) {
    if (!region->second && is_region_name(region->start.name)) {
      pair_of_name_.emplace(region->start.name, pairs_.size());
      pairs_.push_back({region->start.name, region->start.place, end.place});
    }
    open_.erase(region);
  }

  void report(std::string id, const Place& place, std::string message, std::string mend,
              std::optional<Place> related) {
    Finding finding = make_finding(std::move(id), place, std::move(message));
    finding.mend = std::move(mend);
    finding.related = std::move(related);
    findings_.push_back(std::move(finding));
  }

  std::string end_line(const std::string& name) const {
    return "'" + marker_line(syntax_, "end snippet: " + visible(name)) + "'";
  }

  void report_restart(const Marker& marker, const Open& first) {
    report("region-duplicate", marker.place,
           "region '" + visible(marker.name) + "' starts here again and is still open from " +
               line_text(first.start.place) + "; was its end meant?",
           "write " + end_line(marker.name) + " here, or give one of the two another name",
           first.start.place);
  }

  void report_second(const Marker& marker, const Place& first) {
    report("region-duplicate", marker.place,
           "region '" + visible(marker.name) + "' already starts on " + line_text(first) +
               "; a name stands once in a file",
           "give one of the two regions another name", first);
  }

  void report_too_many(const Marker& marker) {
    if (std::exchange(too_many_, true)) return;
    report("region-mismatched", marker.place,
           std::to_string(kMostOpenRegions) + " regions are open here, the first from " +
               line_text(open_.front().start.place) + "; expected their ends",
           "end the regions above", open_.front().start.place);
  }

  void report_ambiguous(const Marker& marker) {
    std::string names;
    for (const Open& region : open_) {
      if (region.start.suspect) continue;
      names += (names.empty() ? "'" : ", '") + visible(region.start.name) + "' (" +
               line_text(region.start.place) + ")";
    }
    const Open& last = open_.back();
    report("region-mismatched", marker.place,
           "end without a name while several regions are open: " + names,
           "name the region it ends: " + end_line(last.start.name), last.start.place);
  }

  void report_mismatch(const Marker& marker) {
    const Open& last = open_.back();
    report("region-mismatched", marker.place,
           "end of region '" + visible(marker.name) + "', yet the open one is '" +
               visible(last.start.name) + "' (" + line_text(last.start.place) + ")" +
               earlier(marker.name),
           "write " + end_line(last.start.name) + ", or start region '" + visible(marker.name) +
               "' above",
           last.start.place);
  }

  void report_unopened(const Marker& marker) {
    const std::string what =
        marker.name.empty() ? "end of a region" : "end of region '" + visible(marker.name) + "'";
    std::string above = earlier(marker.name);
    std::optional<Place> related;
    if (const auto known = first_of_name_.find(marker.name); known != first_of_name_.end()) {
      related = known->second;
    } else if (!pairs_.empty()) {
      related = pairs_.back().end;
      above = "; region '" + pairs_.back().name + "' before it already ends on " +
              line_text(pairs_.back().end);
    }
    const std::string name = marker.name.empty() ? "name" : visible(marker.name);
    report("region-unopened", marker.place, what + " without a start" + above,
           "remove it, or write '" + marker_line(syntax_, "snippet: " + name) +
               "' above the region's first line",
           related);
  }

  // Where a region of this name stood before, for messages.
  std::string earlier(const std::string& name) const {
    const auto known = pair_of_name_.find(name);
    if (known == pair_of_name_.end()) return {};
    const RegionPair& pair = pairs_[known->second];
    return "; '" + visible(name) + "' stands on lines " + std::to_string(pair.start.line) + " to " +
           std::to_string(pair.end.line);
  }

  void report_unclosed(const Open& region) {
    if (region.start.suspect) return;
    const Place& start = region.start.place;
    std::string nearest = "; no unmatched end stands in the file";
    std::optional<Place> related;
    std::size_t best = 0;
    for (const Place& end : unmatched_ends_) {
      const std::size_t distance =
          end.line > start.line ? end.line - start.line : start.line - end.line;
      if (related && distance >= best) continue;
      best = distance;
      related = end;
      nearest = "; the nearest unmatched end is on " + line_text(end);
    }
    report("region-unclosed", start,
           "region '" + visible(region.start.name) + "' is never closed" + nearest,
           "write " + end_line(region.start.name) + " below the region's last line", related);
  }

  const std::vector<Marker>& markers_;
  const CommentSyntax& syntax_;
  std::vector<Open> open_;
  std::vector<RegionPair> pairs_;
  std::unordered_map<std::string, Place> first_of_name_;
  std::unordered_map<std::string, std::size_t> pair_of_name_;  // indexes into pairs_
  std::unordered_map<std::string, std::size_t> ends_ahead_;
  std::vector<Place> unmatched_ends_;
  std::optional<std::string> forgiven_;
  bool too_many_ = false;
  Findings findings_;
};

}  // namespace

Parsed<std::vector<RegionPair>> pair_markers(const std::vector<Marker>& markers,
                                             const CommentSyntax& syntax) {
  return Pairing(markers, syntax).run();
}

}  // namespace daybook
