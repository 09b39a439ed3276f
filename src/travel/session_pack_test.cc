// SPDX-License-Identifier: MIT
#include "travel/session_pack.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "os/test_dir.h"
#include "os/testing/faulty_file_system.h"
#include "travel/test_pack.h"

namespace clew {
namespace {

TEST_F(PackTest, UnpacksByteForByteUnderAnotherKey) {
  const auto done = unpack(pack(manifest()));
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->size(), 2U);
  EXPECT_EQ(done->front().transcript, kOther + "/projects/-home-app/" + kOne + ".jsonl");
  EXPECT_EQ(done->front().written.back(), done->front().transcript);
  EXPECT_EQ(done->front().written.size(), content_.size() - 1);
  for (const auto& [place, bytes] : content_)
    EXPECT_EQ(text(unpacked_place(place)), bytes) << place;
  EXPECT_EQ(files_below(kOther).size(), content_.size());
}

TEST_F(PackTest, TheSameTwiceIsFine) {
  const std::string bytes = pack(manifest());
  ASSERT_TRUE(unpack(bytes));
  const auto again = unpack(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->front().written.empty());
  EXPECT_EQ(again->front().same.size(), content_.size() - 1);
  EXPECT_EQ(files_below(kOther).size(), content_.size());
}

TEST_F(PackTest, ASessionIsBroughtWholeOrNotAtAll) {
  const std::string bytes = pack(manifest());
  const std::string todos = unpacked_place(content_[4].first);
  disk_.add_file(todos, "{}");
  const auto done = unpack(bytes);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->front().differing, std::vector<std::string>{todos});
  EXPECT_TRUE(done->front().written.empty());
  EXPECT_EQ(done->back().written.size(), 1U);
  EXPECT_EQ(text(todos), "{}");
  EXPECT_EQ(files_below(kOther).size(), 2U);
}

TEST_F(PackTest, WhatGrowsMeanwhileIsPackedAsItWas) {
  const PackManifest measured = manifest();
  const std::string path = kHome + "/" + content_[5].first;
  ASSERT_TRUE(disk_.append(path, "more\n"));
  ASSERT_TRUE(unpack(pack(measured)));
  EXPECT_EQ(text(unpacked_place(content_[5].first)), content_[5].second);
}

TEST_F(PackTest, WhatIsRewrittenMeanwhileIsNotPacked) {
  const PackManifest measured = manifest();
  const std::string path = kHome + "/" + content_[6].first;
  for (const std::string& other : {std::string(512, 'y'), std::string("short")}) {
    disk_.add_file(path, other);
    const auto done = write_pack(disk_, measured, {kHome, kHome},
                                 [](std::string_view) { return Result<void>(); }, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::kBusy) << done.error().message;
  }
}

TEST_F(PackTest, AFailingDiskLeavesNoHalfSession) {
  const std::string bytes = pack(manifest());
  for (int n = 1;; ++n) {
    ASSERT_LT(n, 500);
    FaultyFileSystem faulty(disk_);
    faulty.fail_calls(n, {ErrorCode::kIo, "no space"}, 1000);
    const bool done = unpack_on(faulty, bytes).has_value();
    for (const std::string& id : {kOne, kTwo}) {
      const auto parts = std::count_if(content_.begin(), content_.end(), [&](const auto& part) {
        return part.first.find(id) != std::string::npos &&
               disk_.stat(unpacked_place(part.first)).has_value();
      });
      const bool there =
          disk_.stat(unpacked_place("projects/-work-app/" + id + ".jsonl")).has_value();
      if (there) {
        EXPECT_EQ(parts, id == kOne ? std::ssize(content_) - 1 : 1) << n;
      }
    }
    if (done) break;
    // And the next try, on a disk that works, has all of it.
    if (n % 7 == 0) {
      ASSERT_TRUE(unpack(bytes)) << n;
      for (const auto& [place, text_then] : content_)
        EXPECT_EQ(text(unpacked_place(place)), text_then);
    }
    std::vector<std::string> all = files_below(kOther);
    for (const std::string& path : all) ASSERT_TRUE(disk_.remove(path));
  }
}

TEST_F(PackTest, ASingleFailureOfTheDiskLeavesNothingElse) {
  const std::string bytes = pack(manifest());
  for (int n = 1;; ++n) {
    ASSERT_LT(n, 500);
    FaultyFileSystem faulty(disk_);
    faulty.fail_calls(n, {ErrorCode::kIo, "no space"});
    const auto done = unpack_on(faulty, bytes);
    // What could not be verified or written is gone again, but for the removing that itself failed.
    const auto left = files_below(kOther);
    for (const std::string& path : left) {
      EXPECT_EQ(path.find("/.clew-"), std::string::npos) << n << " " << path;
    }
    for (const std::string& path : left) ASSERT_TRUE(disk_.remove(path));
    if (done) break;
  }
}

// What other programs make of it: GNU tar is everywhere where there is a shell.
TEST_F(PackTest, TarReadsIt) {
  if (std::system("tar --version >/dev/null 2>&1 && zstd --version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "there is no tar with zstd here";
  }
  TestDir dir;
  std::ofstream(dir.path("pack.tar.zst"), std::ios::binary) << pack(manifest());
  ASSERT_EQ(std::system(("cd " + dir.path() + " && tar --zstd -xf pack.tar.zst").c_str()), 0);
  for (const auto& [place, bytes] : content_) {
    std::ifstream in(dir.path(place), std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), bytes) << place;
  }
  EXPECT_TRUE(std::filesystem::exists(dir.path("manifest.json")));
}

TEST_F(PackTest, TheManifestIsReadAsItWasWritten) {
  const PackManifest before = manifest();
  const std::string text = pack_manifest_text(before);
  const auto after = read_pack_manifest(text);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(pack_manifest_text(*after), text);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 2 * 2 + std::ssize(content_));
}

// A file as large as a number in tar can be written in digits, and one beyond that.
TEST(TarWriter, LargeSizes) {
  for (const std::uint64_t size : {(std::uint64_t{1} << 33) - 1, std::uint64_t{1} << 33}) {
    MemoryFileSystem disk;
    std::string bytes;
    {
      TarWriter writer([&](std::string_view part) {
        bytes += part;
        return Result<void>();
      });
      ASSERT_TRUE(writer.begin_file("a", size, 0));
      const std::string zeros(std::size_t{1} << 20, '\0');
      ASSERT_TRUE(writer.write(zeros.substr(0, std::size_t{512} * 512)));
      for (int i = 0; i < 8; ++i) ASSERT_TRUE(writer.write(zeros));
    }
    disk.add_file("/t", bytes);
    const auto file = disk.open("/t");
    auto reader = TarReader::open(**file);
    ASSERT_TRUE(reader) << reader.error().message;
    const auto entry = (*reader)->next();
    ASSERT_TRUE(entry && *entry);
    EXPECT_EQ((*entry)->size, size);
  }
}

}  // namespace
}  // namespace clew
