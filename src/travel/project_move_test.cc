// SPDX-License-Identifier: MIT
#include "travel/project_move.h"

#include <map>

#include <gtest/gtest.h>

#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kRoot = "/home/ada/.claude";
const std::string kJournals = "/data/moves";
const std::string kOne = "11111111-1111-4111-8111-111111111111";
const std::string kTwo = "22222222-2222-4222-8222-222222222222";
const std::string kOld = kRoot + "/projects/-work-old/";
const std::string kNew = kRoot + "/projects/-work-new/";

std::string line(const std::string& session, const std::string& cwd) {
  return R"({"type":"user","uuid":"u1","parentUuid":null,"cwd":")" + cwd + R"(","sessionId":")" +
         session + R"(","timestamp":"2026-01-05T12:00:00Z","message":{"content":"hi"}})" + "\n";
}

class ProjectMoveTest : public testing::Test {
 protected:
  void SetUp() override {
    disk_.add_file(kOld + kOne + ".jsonl", line(kOne, "/work/old"));
    disk_.add_file(kOld + kOne + "/subagents/agent-a.jsonl", "{}\n");
    disk_.add_file(kOld + kOne + "/tool-results/x.txt", "x");
    disk_.add_file(kOld + kTwo + ".jsonl", line(kTwo, "/work/old/sub"));
    disk_.add_file(kOld + "agent-1234567.jsonl", line(kTwo, "/work/old"));
    disk_.add_file(kOld + "memory/MEMORY.md", "notes");
  }

  // Every file below the root with its bytes and its time.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    collect(kRoot, all);
    return all;
  }
  void collect(const std::string& folder, std::map<std::string, std::string>& all) const {
    const auto entries = disk_.list(folder);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
      const std::string path = folder + "/" + entry.name.text();
      if (entry.kind == FileKind::kDirectory) collect(path, all);
      if (entry.kind != FileKind::kRegular) continue;
      all[path] =
          *read_file(disk_, path, 1 << 20) + "@" + std::to_string(disk_.stat(path)->mtime_ns);
    }
  }
  static std::map<std::string, std::string> moved(const std::map<std::string, std::string>& from) {
    std::map<std::string, std::string> to;
    for (const auto& [path, text] : from) {
      to[path.starts_with(kOld) ? kNew + path.substr(kOld.size()) : path] = text;
    }
    return to;
  }

  static ProjectMove asked(const std::string& folder = "/work/old") {
    ProjectMove move{folder, "/work/new"};
    move.parts.push_back({kRoot, *PlainName::from("-work-old"), *PlainName::from("-work-new")});
    return move;
  }
  Result<ProjectMove> move_on(DurableFileSystem& disk) {
    auto planned = plan_move(disk, live_, asked());
    if (!planned) return planned;
    if (auto done = carry_out_move(disk, kJournals, *planned); !done) return done.error();
    return planned;
  }

  MemoryFileSystem disk_;
  LiveRegistry live_;
};

TEST_F(ProjectMoveTest, EverythingGoesAndComesBack) {
  const auto before = files();
  const auto move = move_on(disk_);
  ASSERT_TRUE(move) << move.error().message;
  EXPECT_EQ(move->sessions, (std::vector<std::string>{kOne, kTwo}));
  EXPECT_TRUE(move->left.empty());
  EXPECT_EQ(files(), moved(before));
  EXPECT_FALSE(disk_.stat(kRoot + "/projects/-work-old"));
  const auto undone = undo_last_move(disk_, live_, kJournals);
  ASSERT_TRUE(undone) << undone.error().message;
  EXPECT_EQ(files(), before);
  EXPECT_FALSE(disk_.stat(kRoot + "/projects/-work-new"));
  EXPECT_EQ(undo_last_move(disk_, live_, kJournals).error().code, ErrorCode::kNotFound);
}

TEST_F(ProjectMoveTest, JoinsWhatIsThereAndReplacesNothing) {
  disk_.add_file(kNew + kOne + "/mine.txt", "mine");
  disk_.add_file(kNew + "memory/MEMORY.md", "mine");
  disk_.add_file(kNew + "33333333-3333-4333-8333-333333333333.jsonl", line("3", "/work/new"));
  const auto before = files();
  const auto move = move_on(disk_);
  ASSERT_TRUE(move) << move.error().message;
  EXPECT_EQ(move->sessions, std::vector<std::string>{kTwo});
  EXPECT_EQ(move->left.size(), 3U) << "its transcript, its folder, the memory";
  const auto after = files();
  EXPECT_EQ(after.size(), before.size());
  EXPECT_TRUE(after.contains(kOld + kOne + ".jsonl"));
  EXPECT_TRUE(after.contains(kNew + kTwo + ".jsonl"));
  EXPECT_TRUE(after.contains(kNew + "agent-1234567.jsonl"));
  EXPECT_EQ(after.at(kNew + "memory/MEMORY.md"), before.at(kNew + "memory/MEMORY.md"));
  ASSERT_TRUE(undo_last_move(disk_, live_, kJournals));
  EXPECT_EQ(files(), before);
}

TEST_F(ProjectMoveTest, SessionsOfAnotherFolderWithTheSameKeyStay) {
  const std::string other = "33333333-3333-4333-8333-333333333333";
  disk_.add_file(kOld + other + ".jsonl", line(other, "/work.old"));
  const auto move = move_on(disk_);
  ASSERT_TRUE(move) << move.error().message;
  EXPECT_TRUE(disk_.stat(kOld + other + ".jsonl"));
  EXPECT_TRUE(disk_.stat(kOld + "memory/MEMORY.md")) << "it is theirs as well";
  EXPECT_TRUE(disk_.stat(kNew + kOne + ".jsonl"));
  ASSERT_EQ(move->left.size(), 2U);
  EXPECT_NE(move->left.front().why.find("/work.old"), std::string::npos);
}

TEST_F(ProjectMoveTest, TheListOfSessionsAndLinksStay) {
  disk_.add_file(kOld + "sessions-index.json", "{}");
  disk_.add_link(kOld + "44444444-4444-4444-8444-444444444444.jsonl", "/etc/passwd");
  const auto move = move_on(disk_);
  ASSERT_TRUE(move) << move.error().message;
  EXPECT_EQ(move->left.size(), 2U);
  EXPECT_TRUE(disk_.stat(kOld + "sessions-index.json"));
  EXPECT_FALSE(disk_.stat(kNew + "sessions-index.json"));
}

TEST_F(ProjectMoveTest, NotWhileOneRuns) {
  const auto before = files();
  live_.sessions.emplace_back().session = kTwo;
  const auto move = move_on(disk_);
  ASSERT_FALSE(move);
  EXPECT_EQ(move.error().code, ErrorCode::kBusy);
  EXPECT_EQ(files(), before);
  live_.sessions.clear();
  ASSERT_TRUE(move_on(disk_));
  live_.sessions.emplace_back().session = kOne;
  EXPECT_EQ(undo_last_move(disk_, live_, kJournals).error().code, ErrorCode::kBusy);
}

// Killed or without a disk from the n-th call on: moving again ends the move, undoing takes it
// back.
TEST_F(ProjectMoveTest, CutShortAnywhere) {
  const auto before = files();
  for (const bool undo : {false, true}) {
    for (int n = 1;; ++n) {
      ASSERT_LT(n, 300);
      FaultyFileSystem faulty(disk_);
      faulty.fail_calls(n, {ErrorCode::kIo, "gone"}, 10'000);
      const bool done = move_on(faulty).has_value();
      EXPECT_EQ(files().size(), before.size()) << n;
      if (!undo) {
        const auto again = plan_move(disk_, live_, asked());
        if (again) {  // else nothing is left in the old place
          ASSERT_TRUE(carry_out_move(disk_, kJournals, *again)) << n;
        }
        EXPECT_EQ(files(), moved(before)) << n;
      }
      const auto back = undo_last_move(disk_, live_, kJournals);
      if (!back) {
        EXPECT_EQ(back.error().code, ErrorCode::kNotFound) << back.error().message;
      }
      ASSERT_EQ(files(), before) << n << " " << undo;
      EXPECT_FALSE(last_move(disk_, kJournals)) << n;
      if (done) break;
    }
  }
}

TEST_F(ProjectMoveTest, UndoingCutShortAnywhere) {
  const auto before = files();
  for (int n = 1;; ++n) {
    ASSERT_LT(n, 300);
    ASSERT_TRUE(move_on(disk_));
    FaultyFileSystem faulty(disk_);
    faulty.fail_calls(n, {ErrorCode::kIo, "gone"}, 10'000);
    const bool done = undo_last_move(faulty, live_, kJournals).has_value();
    if (!done) {
      const auto again = undo_last_move(disk_, live_, kJournals);
      if (!again) {
        EXPECT_EQ(again.error().code, ErrorCode::kNotFound) << again.error().message;
      }
    }
    ASSERT_EQ(files(), before) << n;
    if (done) break;
  }
}

TEST_F(ProjectMoveTest, ADamagedJournalMovesNothing) {
  ASSERT_TRUE(move_on(disk_));
  const auto after = files();
  for (const char* text :
       {"", "{}", R"({"version":9})",
        R"({"version":1,"parts":[{"root":"/","from":"..","to":"x"}]})",
        R"({"version":1,"parts":[{"root":"/r","from":"a","to":"b","names":["../x"]}]})"}) {
    disk_.add_file(kJournals + "/000001.json", text);
    EXPECT_EQ(undo_last_move(disk_, live_, kJournals).error().code, ErrorCode::kCorrupt) << text;
    EXPECT_EQ(files(), after);
  }
}

}  // namespace
}  // namespace clew
