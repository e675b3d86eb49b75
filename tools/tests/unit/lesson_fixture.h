// Reads a lesson from text and says what it found, for the lesson tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/lesson.h"

namespace daybook {

inline Parsed<Lesson> read_lesson(std::string bytes, bool translation = false) {
  return parse_lesson(Text("lessons/day36-merge-path/lesson.md", std::move(bytes)), translation);
}

// "line:column id" of each finding.
inline std::vector<std::string> places_of(const Findings& findings) {
  std::vector<std::string> places;
  for (const Finding& finding : findings) {
    places.push_back(std::to_string(finding.place.line) + ":" +
                     std::to_string(finding.place.column) + " " + finding.id);
  }
  return places;
}

inline std::string at(const Place& place) {
  return std::to_string(place.line) + ":" + std::to_string(place.column);
}

inline std::string slice(const Lesson& lesson, Span span) {
  return std::string(lesson.text.slice(span));
}

using Strings = std::vector<std::string>;

}  // namespace daybook
