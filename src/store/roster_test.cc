// SPDX-License-Identifier: MIT
#include "store/roster.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "store/index_database.h"

namespace clew {
namespace {

IndexedFile indexed(std::int64_t id, const std::string& path) {
  IndexedFile file;
  file.id = id;
  file.set_place(path, "/r", "k");
  file.inode = 100 + static_cast<std::uint64_t>(id);
  file.size = 10;
  return file;
}

TEST(RosterPart, SaysWhatWasWritten) {
  RosterPart part;
  part.device = 3;
  part.inode = UINT64_MAX;
  part.mtime_ns = -1;
  part.files = {{"abc.jsonl", "abc", 1, 3, 4, 5, 6, 0},
                {"agent-1.jsonl", "def", 2, 3, UINT64_MAX, 0, -1, 0},
                {"agent-2.jsonl", "def", UINT32_MAX, 4, 0, INT64_MAX, 0, 7},
                {"no-session.jsonl", "", 3, 3, 1, 1, 1, 0},
                {"", "x", 4, 3, 1, 1, 1, 0}};
  const std::string bytes = encode_part(part);
  const auto read = decode_part("/f", bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->folder, "/f");
  EXPECT_EQ(read->device, part.device);
  EXPECT_EQ(read->inode, part.inode);
  EXPECT_EQ(read->mtime_ns, part.mtime_ns);
  EXPECT_EQ(read->files, part.files);
}

TEST(RosterPart, RefusesMostCuts) {
  RosterPart part;
  part.folder = "/r/projects/k";
  part.inode = 5;
  part.files.resize(3);
  part.files[1].name = "one.jsonl";
  const std::string bytes = encode_part(part);
  ASSERT_TRUE(decode_part("/f", bytes));
  EXPECT_EQ(decode_part("/f", bytes)->files[1].name, "one.jsonl");
  int whole = 0;  // between two files a cut cannot be seen: the store has a sum
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    if (decode_part("/f", std::string_view(bytes).substr(0, size))) ++whole;
  }
  EXPECT_EQ(whole, 3);
}

// The roster says what the rows of files say, or is gone.
class RosterTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    auto database = IndexDatabase::open_to_write(folder_ + "/index.db");
    ASSERT_TRUE(database) << database.error().message;
    database_ = std::move(*database);
    // More than one part.
    std::vector<RosterPart> parts;
    RosterPart part;
    part.folder = "/r/projects/k";
    part.inode = 7;
    ASSERT_TRUE(database_->begin());
    for (std::int64_t id = 1; id <= 600; ++id) files_.push_back(indexed(id, path(id)));
    for (const IndexedFile& file : files_) {
      ASSERT_TRUE(database_->put_file(file));
      part.files.push_back(roster_file(file));
      if (part.files.size() == kFilesPerRosterPart || file.id == 600) {
        parts.push_back(part);
        part.files.clear();
      }
    }
    ASSERT_TRUE(database_->put_roster("/r", parts));
    ASSERT_TRUE(database_->commit());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string path(std::int64_t id) {
    return "/r/projects/k/" + std::to_string(1000 + id) + ".jsonl";
  }
  Result<Roster> roster() { return database_->roster({"/r"}); }
  std::int64_t size_of(const std::string& name) {
    const auto now = roster();
    if (!now) return -2;
    for (const RosterPart& part : now->parts) {
      for (const RosterFile& file : part.files) {
        if (file.name == name) return file.size;
      }
    }
    return -1;
  }

  // Tests run side by side.
  std::string folder_ = testing::TempDir() + "clew-roster-" +
                        testing::UnitTest::GetInstance()->current_test_info()->name();
  std::unique_ptr<IndexDatabase> database_;
  std::vector<IndexedFile> files_;
};

TEST_F(RosterTest, GivesBackWhatItTook) {
  const auto now = roster();
  ASSERT_TRUE(now) << now.error().message;
  EXPECT_TRUE(now->complete);
  ASSERT_EQ(now->parts.size(), 3U);
  EXPECT_EQ(now->parts[0].inode, 7U);
  EXPECT_EQ(size_of("1300.jsonl"), 10);
  EXPECT_FALSE(database_->roster({"/r", "/other"})->complete);
}

TEST_F(RosterTest, ComesByFolderHoweverItWasWritten) {
  std::vector<RosterPart> parts(3);
  parts[0].folder = "/r/projects/z";
  parts[1].folder = "/r/projects/a";
  parts[2].folder = "/r/projects/m";
  ASSERT_TRUE(database_->begin());
  ASSERT_TRUE(database_->put_roster("/r", parts));
  ASSERT_TRUE(database_->commit());
  const auto now = roster();
  ASSERT_EQ(now->parts.size(), 3U);
  EXPECT_EQ(now->parts[0].folder, "/r/projects/a");
  EXPECT_EQ(now->parts[1].folder, "/r/projects/m");
  EXPECT_EQ(now->parts[2].folder, "/r/projects/z");
}

TEST_F(RosterTest, FollowsTheRows) {
  ASSERT_TRUE(database_->begin());
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{255}, std::size_t{256}, std::size_t{599}}) {
    files_[at].size = 20;
    ASSERT_TRUE(database_->put_file(files_[at]));
  }
  ASSERT_TRUE(database_->commit());
  EXPECT_TRUE(roster()->complete);
  for (const char* name : {"1001.jsonl", "1256.jsonl", "1257.jsonl", "1600.jsonl"})
    EXPECT_EQ(size_of(name), 20) << name;
  EXPECT_EQ(size_of("1002.jsonl"), 10);
}

TEST_F(RosterTest, IsForgottenWhenAFileComesOrGoes) {
  ASSERT_TRUE(database_->begin());
  ASSERT_TRUE(database_->put_file(indexed(601, "/r/projects/k/new.jsonl")));
  ASSERT_TRUE(database_->commit());
  EXPECT_FALSE(roster()->complete);
  ASSERT_TRUE(database_->begin());
  ASSERT_TRUE(database_->put_roster("/r", {}));
  ASSERT_TRUE(database_->commit());
  EXPECT_TRUE(roster()->complete);
  ASSERT_TRUE(database_->begin());
  ASSERT_TRUE(database_->remove_file(601));
  ASSERT_TRUE(database_->commit());
  EXPECT_FALSE(roster()->complete);
}

}  // namespace
}  // namespace clew
