#include "formats/provenance.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace daybook {
namespace {

Provenance sample() {
  Provenance made;
  made.subjects = {{"merge_path.cu", std::string(64, 'a')}, {"run-1.txt", std::string(64, 'b')}};
  made.day = "day36-merge-path";
  made.unit = "merge_path+floor";
  made.variant = "floor";
  made.program = "merge_path.cu";
  made.card = "h200";
  made.source_sha256 = std::string(64, 'a');
  made.tokens_sha256 = std::string(64, 'c');
  made.device_code = {{"sm_90", std::string(64, 'd')}};
  made.build = {"nvcc -O3 -o merge_path merge_path.cu", "13.0.88", "g++ 12.2.0", 0, ""};
  made.run_command = "./merge_path";
  made.expectation = "hangs: 10";
  made.gpu = {"NVIDIA H200", "9.0",  std::string(64, 'e'), "580.159.03", "Enabled",
              "none",        "45 C", "1980 MHz",           "3201 MHz",   {"run-1: 1980 MHz SM"},
              "none"};
  made.started = "2026-12-01T08:00:00Z";
  made.ended = "2026-12-01T08:00:12Z";
  made.exits = {"0", "0"};
  made.stderrs = {"a note\n", ""};
  made.published = 2;
  made.spread = {{"slices/4/time", "0.0814", "0.0812", "0.0820"}};
  made.recorder = "daybook 0.1.0";
  return made;
}

bool has(const Findings& findings, const std::string& id) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.id == id; });
}

TEST(Provenance, WhatIsWrittenReadsBackTheSame) {
  const std::string bytes = write_provenance(sample());
  const auto parsed = parse_provenance(Text("provenance.json", bytes));
  EXPECT_TRUE(parsed.findings.empty());
  EXPECT_EQ(write_provenance(parsed.value), bytes);
  EXPECT_EQ(parsed.value.published, 2);
  EXPECT_EQ(parsed.value.device_code.at("sm_90"), std::string(64, 'd'));
  EXPECT_EQ(parsed.value.spread.at(0).max, "0.0820");
  EXPECT_EQ(parsed.value.gpu.clocks_sampled.at(0), "run-1: 1980 MHz SM");
}

TEST(Provenance, IsAnInTotoStatementWithAFinalLineEnd) {
  const std::string bytes = write_provenance(sample());
  EXPECT_NE(bytes.find("\"_type\": \"https://in-toto.io/Statement/v1\""), std::string::npos);
  EXPECT_NE(bytes.find("\"predicateType\""), std::string::npos);
  EXPECT_EQ(bytes.substr(bytes.size() - 3), "\n}\n");
}

TEST(Provenance, InvalidBytesOfAProgramDoNotBreakTheStatement) {
  Provenance made = sample();
  made.stderrs = {std::string("bad \xff\x00 bytes", 13)};
  const auto parsed = parse_provenance(Text("provenance.json", write_provenance(made)));
  EXPECT_TRUE(parsed.findings.empty());
  EXPECT_NE(parsed.value.stderrs.at(0).find("\xEF\xBF\xBD"), std::string::npos);
}

TEST(Provenance, ASyntaxErrorIsNamedAtItsLine) {
  const auto parsed = parse_provenance(Text("provenance.json", "{\n  \"_type\": 12,\n  oops\n}\n"));
  ASSERT_TRUE(has(parsed.findings, "provenance-syntax"));
  EXPECT_EQ(parsed.findings.front().place.line, 3u);
}

TEST(Provenance, AMissingFieldAndOneOfAnotherTypeAreNamed) {
  std::string bytes = write_provenance(sample());
  bytes.replace(bytes.find("\"published\": 2"), 14, "\"published\": \"2\"");
  bytes.replace(bytes.find("\"driver\""), 8, "\"Driver\"");
  const auto parsed = parse_provenance(Text("provenance.json", bytes));
  ASSERT_EQ(parsed.findings.size(), 2u);
  EXPECT_EQ(parsed.findings[0].id, "provenance-field");
  EXPECT_EQ(parsed.findings[0].message, "'published' should be number, not string");
  EXPECT_GT(parsed.findings[0].place.line, 1u);
  EXPECT_EQ(parsed.findings[1].message, "'driver' is missing");
}

TEST(Provenance, AnotherPredicateIsNoRecordedRun) {
  std::string bytes = write_provenance(sample());
  bytes.replace(bytes.find("recorded-run/v1"), 15, "recorded-run/v9");
  EXPECT_TRUE(has(parse_provenance(Text("p", bytes)).findings, "provenance-field"));
}

TEST(Provenance, HostileJsonIsAFindingAndNoCrash) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  EXPECT_FALSE(parse_provenance(Text("p", deep)).findings.empty());
  EXPECT_FALSE(parse_provenance(Text("p", "")).findings.empty());
  EXPECT_FALSE(parse_provenance(Text("p", std::string("\0", 1))).findings.empty());
  EXPECT_FALSE(parse_provenance(Text("p", "{\"subject\": [1, {\"digest\": 3}]}")).findings.empty());
  EXPECT_FALSE(parse_provenance(Text("p", "\"\xff\"")).findings.empty());
  EXPECT_FALSE(parse_provenance(Text("p", "{\"published\": 1e999}")).findings.empty());
}

TEST(Sums, LinesOfSha256sumAreRead) {
  const std::string digest(64, '0');
  const auto sums = parse_sums(Text("SHA256SUMS", digest + "  a.cu\n" + digest + " *b c.txt\n"));
  EXPECT_TRUE(sums.findings.empty());
  ASSERT_EQ(sums.value.size(), 2u);
  EXPECT_EQ(sums.value[1].file, "b c.txt");
  EXPECT_EQ(sums.value[1].line, 2u);
}

TEST(Sums, ALineOfAnotherShapeIsAnError) {
  const std::string digest(64, '0');
  for (const std::string& line :
       {std::string("nonsense"), digest, digest + "  ", std::string(64, 'G') + "  a",
        digest.substr(1) + "   a", std::string()}) {
    const auto sums = parse_sums(Text("SHA256SUMS", line + "\n"));
    EXPECT_TRUE(has(sums.findings, "sums-syntax")) << line;
  }
}

}  // namespace
}  // namespace daybook
