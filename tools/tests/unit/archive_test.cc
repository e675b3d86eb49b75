#include "check/archive.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"

namespace daybook {
namespace {

std::string tar_entry(const std::string& name, const std::string& content, char type = '0',
                      const std::string& size = "") {
  std::string block(512, '\0');
  block.replace(0, std::min<std::size_t>(name.size(), 100), name, 0, 100);
  std::array<char, 16> octal{};
  std::snprintf(octal.data(), octal.size(), "%011zo", content.size());
  const std::string length = size.empty() ? octal.data() : size;
  block.replace(124, length.size(), length);
  block[156] = type;
  block.replace(257, 6, std::string("ustar\0", 6));
  block.replace(148, 8, 8, ' ');
  unsigned sum = 0;
  for (unsigned char c : block) sum += c;
  std::snprintf(octal.data(), octal.size(), "%06o", sum);
  block.replace(148, 7, std::string(octal.data(), 7));
  std::string padded = content;
  padded.resize((content.size() + 511) / 512 * 512, '\0');
  return block + padded;
}

std::string tar(const std::string& entries) { return entries + std::string(1024, '\0'); }

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string refusal(const std::string& bytes, std::size_t limit = kArchiveLimit) {
  const auto read = read_archive("results.tar", bytes, limit);
  EXPECT_EQ(read.findings.empty(), !read.value.empty());
  if (read.findings.empty()) return "";
  EXPECT_EQ(read.findings[0].severity, Severity::failure);
  return read.findings[0].id + ": " + read.findings[0].message;
}

TEST(Archive, FilesAreReadInOrderOfTheirNames) {
  const std::string bytes = tar(tar_entry("results/", "", '5') + tar_entry("results/b", "two") +
                                tar_entry("./results/a", std::string(600, 'x')));
  for (const std::string& form : {bytes, gzip(bytes)}) {
    const auto read = read_archive("results.tar", form);
    ASSERT_TRUE(read.findings.empty());
    ASSERT_EQ(read.value.size(), 2u);
    EXPECT_EQ(read.value[0].name, "results/a");
    EXPECT_EQ(read.value[0].bytes, std::string(600, 'x'));
    EXPECT_EQ(read.value[1].bytes, "two");
  }
}

TEST(Archive, LongNamesOfGnuAndPaxAreRead) {
  const std::string name = "results/" + std::string(120, 'd') + "/f";
  const std::string record = " path=" + name + "\n";
  const std::string pax = std::to_string(record.size() + 3) + record;
  for (const std::string& head :
       {tar_entry("././@LongLink", name + '\0', 'L'), tar_entry("PaxHeaders/f", pax, 'x')}) {
    const auto read = read_archive("results.tar", tar(head + tar_entry("short", "x")));
    ASSERT_TRUE(read.findings.empty());
    EXPECT_EQ(read.value.at(0).name, name);
  }
}

TEST(Archive, NamesThatLeadOutAreRefused) {
  for (const std::string name : {"../x", "/etc/passwd", "results/../../x", "a//b", "results/.x",
                                 "a\\..\\b", "..", "results/a\nb"}) {
    EXPECT_EQ(refusal(tar(tar_entry(name, "x"))).substr(0, 13), "import-unsafe") << name;
  }
  EXPECT_EQ(refusal(tar(tar_entry("../x/", "", '5'))).substr(0, 13), "import-unsafe");
  const std::string hidden = tar_entry("././@LongLink", std::string("../../x\0", 8), 'L');
  EXPECT_EQ(refusal(tar(hidden + tar_entry("good", "x"))).substr(0, 13), "import-unsafe");
}

TEST(Archive, LinksAndDevicesAreRefused) {
  for (char type : {'1', '2', '3', '4', '6', 'S'}) {
    EXPECT_EQ(refusal(tar(tar_entry("results/a", "", type))).substr(0, 13), "import-unsafe");
  }
}

TEST(Archive, AFileTwiceIsRefused) {
  const std::string twice = tar_entry("a", "1") + tar_entry("a", "2");
  EXPECT_EQ(refusal(tar(twice)), "import-unsafe: 'a' is there twice");
}

TEST(Archive, TooMuchIsRefusedBeforeItIsUnpacked) {
  EXPECT_EQ(refusal(tar(tar_entry("big", "", '0', "20000000000"))).substr(0, 14), "import-too-big");
  EXPECT_EQ(refusal(tar(tar_entry("a", std::string(700, 'x')) + tar_entry("b", "12345")), 703)
                .substr(0, 14),
            "import-too-big");
  const std::string bomb = gzip(std::string(50 << 20, '\0'));
  EXPECT_EQ(refusal(bomb, 1 << 20).substr(0, 14), "import-too-big");
}

TEST(Archive, DamageIsRefused) {
  const std::string good = tar(tar_entry("a", "text"));
  EXPECT_EQ(refusal("").substr(0, 13), "import-format");
  EXPECT_EQ(refusal("hello").substr(0, 13), "import-format");
  EXPECT_EQ(refusal(std::string(2048, '\0')).substr(0, 13), "import-format");
  EXPECT_EQ(refusal(good.substr(0, 600)).substr(0, 13), "import-format");
  EXPECT_EQ(refusal(good.substr(0, 1024)).substr(0, 13), "import-format");
  std::string flipped = good;
  flipped[3] = 'z';
  EXPECT_EQ(refusal(flipped).substr(0, 13), "import-format");
  const std::string packed = gzip(good);
  EXPECT_EQ(refusal(packed.substr(0, packed.size() / 2)).substr(0, 13), "import-format");
  EXPECT_EQ(refusal(tar(tar_entry("a", "x", '0', "-0000000001"))).substr(0, 13), "import-format");
}

TEST(Archive, EachSingleChangedHeaderByteIsHandled) {
  const std::string good = tar(tar_entry("results/a", "text") + tar_entry("results/b", "more"));
  for (std::size_t at = 0; at < 512; ++at) {
    for (char value : {'\0', '\x7f', '9', '/', '.'}) {
      std::string bytes = good;
      bytes[at] = value;
      refusal(bytes);
    }
  }
}

class ReceivedFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "daybook-archive-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    fs::create_directories(root_ / "results/d");
    ASSERT_TRUE(write_file_atomic(root_ / "results/d/f", "text").ok);
  }
  void TearDown() override { fs::remove_all(root_); }
  fs::path root_;
};

TEST_F(ReceivedFolder, IsReadLikeTheArchiveOfIt) {
  const auto folder = read_received(root_);
  ASSERT_EQ(folder.value.size(), 1u);
  EXPECT_EQ(folder.value[0].name, "results/d/f");
  Command command;
  command.arguments = {"tar", "-czf", "results.tar.gz", "results"};
  command.folder = root_;
  ASSERT_EQ(run_process(command).status, 0);
  const auto archive = read_received(root_ / "results.tar.gz");
  ASSERT_TRUE(archive.findings.empty());
  EXPECT_EQ(archive.value[0].name, folder.value[0].name);
  EXPECT_EQ(archive.value[0].bytes, folder.value[0].bytes);
}

TEST_F(ReceivedFolder, LinksAreRefused) {
  fs::create_symlink("/etc/passwd", root_ / "results/d/link");
  const auto read = read_received(root_);
  ASSERT_EQ(read.findings.size(), 1u);
  EXPECT_EQ(read.findings[0].id, "import-unsafe");
  fs::remove(root_ / "results/d/link");
  fs::create_directory_symlink("/etc", root_ / "results/etc");
  EXPECT_FALSE(read_received(root_).findings.empty());
}

TEST_F(ReceivedFolder, TooMuchAndNothingAreRefused) {
  EXPECT_EQ(read_received(root_, 3).findings.at(0).id, "import-too-big");
  fs::remove_all(root_ / "results");
  EXPECT_EQ(read_received(root_).findings.at(0).id, "import-format");
  EXPECT_EQ(read_received(root_ / "nowhere").findings.at(0).id, "import-unreadable");
}

}  // namespace
}  // namespace daybook
