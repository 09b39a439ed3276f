// SPDX-License-Identifier: MIT
#include "keep/repack.h"

#include <gtest/gtest.h>

#include "keep/keep_check.h"
#include "keep/test_keep.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

class RepackTest : public KeeperTest {
 protected:
  // A session of which every line was kept when it came.
  void keep_lines(int count) {
    disk_.add_file(path_of(kFile), "");
    for (int i = 0; i < count; ++i) {
      const std::string line = "{\"line\":" + std::to_string(i) + ",\"text\":\"some words\"}\n";
      text_ += line;
      ASSERT_TRUE(disk_.append(path_of(kFile), line));
      keep();
    }
  }
  std::uint64_t size_of_keep() {
    std::uint64_t size = 0;
    for (const auto& [number, pack] : load().packs) size += pack.file_size + pack.manifest_size;
    return size;
  }

  // True when something was done.
  Result<bool> compact(DurableFileSystem& files, std::size_t many = kLines / 2) {
    const auto own = OwnKeep::open(files, place(), OwnKeep::Missing::kStays);
    if (!own) return own.error();
    const RepackRequest request{.packs = packs_to_compact(own->kept(), many)};
    if (auto done = repack(files, *own, request, {}); !done) return done.error();
    return !request.packs.empty();
  }

  static constexpr int kLines = 120;
  std::string text_;
};

TEST_F(RepackTest, ManySmallPiecesBecomeFew) {
  keep_lines(kLines);
  const std::uint64_t before = size_of_keep();
  EXPECT_LT(before, kLines * 2048U) << "a line costs little";
  EXPECT_FALSE(*compact_keep(disk_, options())) << "these are not many yet";
  const auto done = compact(disk_);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_TRUE(*done);
  EXPECT_LT(size_of_keep(), before / 20);
  EXPECT_TRUE(versions() == std::vector<std::string>{text_});
  EXPECT_TRUE(check_kept(disk_, load(), {})->damaged.empty());
  EXPECT_FALSE(*compact(disk_)) << "there is nothing left to do";
  // And it grows on.
  ASSERT_TRUE(disk_.append(path_of(kFile), "more\n"));
  keep();
  EXPECT_TRUE(versions() == std::vector<std::string>{text_ + "more\n"});
}

TEST_F(RepackTest, AFailureOnTheWayLosesNothing) {
  constexpr int kFew = 6;
  bool finished = false;
  for (std::int64_t call = 1; call < 200 && !finished; ++call) {
    disk_ = MemoryFileSystem();
    text_.clear();
    keep_lines(kFew);
    FaultyFileSystem faulty(disk_);
    faulty.tear_appends();
    faulty.fail_calls(call, {ErrorCode::kIo, "disk full"}, 1000);
    finished = compact(faulty, kFew / 2).has_value();
    EXPECT_TRUE(versions() == std::vector<std::string>{text_}) << "call " << call;
    ASSERT_TRUE(compact(disk_, kFew / 2)) << "call " << call;
    EXPECT_TRUE(versions() == std::vector<std::string>{text_}) << "again after call " << call;
  }
  EXPECT_TRUE(finished);
}

}  // namespace
}  // namespace clew
