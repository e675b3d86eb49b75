#include "formats/settings.h"

#include <gtest/gtest.h>

#include "lesson_fixture.h"

namespace daybook {
namespace {

Parsed<Settings> read(std::string yaml) {
  return parse_settings(Text("course.yaml", std::move(yaml)));
}

TEST(CourseSettings, EveryKeyIsRead) {
  const Parsed<Settings> parsed = read(
      "title: {en: Course, zh-TW: 課程}\nsite: https://example.org\nrepository: "
      "https://example.org/r\n"
      "languages: [en, zh-TW]\nmodules:\n  - title: First\n    days: [day09-timing, "
      "day11-coalescing]\n"
      "  - title: {en: Second, zh-TW: 第二}\n    days: []\ncard: h200\narch: sm_90\n"
      "cu: {build: \"nvcc -o {out} {in}\", run: \"./{out}\"}\naccept: signed\n"
      "given:\n  h200-bandwidth: {value: 4.8 TB/s, source: data sheet}\nlimits: {output: 1 MiB, "
      "time: 90}\n");
  EXPECT_EQ(places_of(parsed.findings), Strings{});
  const Settings& settings = parsed.value;
  EXPECT_EQ(settings.title, "Course");
  EXPECT_EQ(settings.titles.at("zh-TW"), "課程");
  EXPECT_EQ(settings.languages, (Strings{"en", "zh-TW"}));
  EXPECT_EQ(settings.days(), (Strings{"day09-timing", "day11-coalescing"}));
  EXPECT_EQ(at(settings.day_places[1]), "7:26");
  EXPECT_EQ(settings.kinds.at("cu").build, "nvcc -o {out} {in}");
  ASSERT_EQ(settings.given.size(), 1U);
  EXPECT_EQ(settings.given[0].value, "4.8 TB/s");
  EXPECT_EQ(at(settings.given[0].place), "15:3");
  EXPECT_EQ(settings.accept, "signed");
  EXPECT_EQ(settings.output_limit, std::size_t{1} << 20);
  EXPECT_EQ(settings.time_limit, 90.0);
}

TEST(CourseSettings, WhatIsWrongIsNamedAtItsLineWithASuggestion) {
  const std::string good = "title: A\nmodules: []\n";
  const auto found = [&](const std::string& more) { return places_of(read(good + more).findings); };
  const Parsed<Settings> typo = read(good + "repositroy: https://x\n");
  EXPECT_EQ(places_of(typo.findings), Strings{"3:1 course-settings"});
  EXPECT_NE(typo.findings[0].message.find("did you mean 'repository'?"), std::string::npos);
  EXPECT_EQ(found("site: example.org"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("languages: en"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("accept: some"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("cu: {build: 'x -o {out} {in}'}"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("cu: {build: 'x {in}', run: './{out}'}"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("cu: {build: 'x {out}', run: './{out}'}"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("site: 'javascript:x'"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("given: {a: {value: 1}}"), Strings{"3:9 course-settings"});
  EXPECT_EQ(found("limits: {time: -1}"), Strings{"3:10 course-settings"});
  EXPECT_EQ(found("limits: {output: 5 parsecs}"), Strings{"3:10 course-settings"});
  EXPECT_EQ(found("card: [a]"), Strings{"3:1 course-settings"});
  EXPECT_EQ(found("title: B"), Strings{"3:1 course-settings"});
  EXPECT_EQ(places_of(read("").findings), (Strings{"1:1 course-settings", "1:1 course-settings"}));
  EXPECT_EQ(read("a: [").findings[0].id, "course-settings");
  EXPECT_EQ(places_of(read("title: \xff").findings), Strings{"1:8 not-text"});
}

TEST(CourseSettings, ADayTwiceNamesBothPlaces) {
  const Parsed<Settings> parsed =
      read("title: A\nmodules:\n  - title: M\n    days: [day01-x, day01-x, ../up]\n");
  EXPECT_EQ(places_of(parsed.findings), (Strings{"4:21 course-settings", "4:30 course-settings"}));
  ASSERT_TRUE(parsed.findings[0].related.has_value());
  EXPECT_EQ(at(*parsed.findings[0].related), "4:12");
}

TEST(CourseSettings, DeepNestingIsRefused) {
  EXPECT_FALSE(read("title: " + std::string(100000, '[')).findings.empty());
}

}  // namespace
}  // namespace daybook
