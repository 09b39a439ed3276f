// SPDX-License-Identifier: MIT
#include "ingest/tree_check.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#include "ingest/plan.h"
#include "ingest/source_file.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr TimeMs kNow = 1'900'000'000'000;  // long after the clock of MemoryFileSystem
const std::vector<std::string> kRoots = {"/r"};

// What an index would know after it has read everything.
struct Known {
  std::vector<IndexedFile> files;
  std::vector<FolderState> folders;
  Roster roster;  // points into both
};

class TreeCheckTest : public testing::Test {
 protected:
  std::unique_ptr<Known> index(TimeMs now = kNow) {
    FolderRecorder recorder(files_, now);
    auto known = std::make_unique<Known>();
    for (const TranscriptFile& file : find_source_files(recorder, kRoots, 1).files) {
      IndexedFile row;
      row.set_place(file.path, file.root, file.key);
      row.device = file.info.device;
      row.inode = file.info.inode;
      row.size = file.info.size;
      row.mtime_ns = file.info.mtime_ns;
      known->files.push_back(row);
    }
    known->folders = recorder.take();
    known->roster.parts = *make_roster("/r", known->folders, known->files);
    known->roster.complete = true;
    return known;
  }

  // What has changed: the paths, or "?" when the folders must be listed.
  std::string check(const std::unique_ptr<Known>& known, int threads = 1) {
    const TreeCheck found = check_tree(files_, known->roster, threads);
    if (!found.same_folders) return "?";
    std::vector<std::string> changed;
    for (const auto& one : found.changed) {
      const RosterPart& part = known->roster.parts[one.part];
      changed.push_back(std::string(part.folder) + "/" + std::string(part.files[one.file].name));
    }
    std::sort(changed.begin(), changed.end());
    std::string out;
    for (const std::string& path : changed) out += path + " ";
    return out;
  }

  void add(const std::string& path, const std::string& text = "{}\n") {
    files_.add_file("/r/projects/" + path, text);
  }

  MemoryFileSystem files_;
};

TEST_F(TreeCheckTest, SeesWhatGrew) {
  add("-a/1.jsonl");
  add("-a/1/subagents/agent-1.jsonl");
  add("-b/2.jsonl");
  const auto known = index();
  EXPECT_EQ(check(known), "");
  ASSERT_TRUE(files_.append("/r/projects/-a/1/subagents/agent-1.jsonl", "{}\n"));
  ASSERT_TRUE(files_.append("/r/projects/-b/2.jsonl", "{}\n"));
  EXPECT_EQ(check(known), "/r/projects/-a/1/subagents/agent-1.jsonl /r/projects/-b/2.jsonl ");
  EXPECT_EQ(check(known, 4), check(known, 1));
}

TEST_F(TreeCheckTest, ANameThatCameOrWentNeedsAListing) {
  add("-a/1.jsonl");
  add("-b/2.jsonl");
  const auto changes = [&](const char* what, const std::function<void()>& change) {
    const auto known = index();
    EXPECT_EQ(check(known), "") << what;
    change();
    EXPECT_EQ(check(known), "?") << what;
  };
  changes("a session", [&] { add("-a/3.jsonl"); });
  changes("a project", [&] { add("-c/4.jsonl"); });
  changes("the first subagent", [&] { add("-a/1/subagents/agent-1.jsonl"); });
  changes("another", [&] { add("-a/1/subagents/agent-2.jsonl"); });
  changes("a workflow", [&] { add("-a/1/subagents/workflows/w/agent-3.jsonl"); });
  changes("deleted", [&] { ASSERT_TRUE(files_.remove("/r/projects/-a/3.jsonl")); });
  changes("renamed",
          [&] { ASSERT_TRUE(files_.rename("/r/projects/-b/2.jsonl", "/r/projects/-b/5.jsonl")); });
}

TEST_F(TreeCheckTest, WhereNothingWasSomethingMayBe) {
  const auto nothing = index();
  EXPECT_EQ(check(nothing), "");
  add("-a/1.jsonl");
  EXPECT_EQ(check(nothing), "?");
}

TEST_F(TreeCheckTest, AFolderThatOnlyJustChangedIsNotBelieved) {
  add("-a/1.jsonl");
  const TimeMs now = files_.stat("/r/projects/-a")->mtime_ns / 1'000'000 + 500;
  EXPECT_EQ(check(index(now)), "?");
  EXPECT_EQ(check(index(now + 5000)), "");
}

TEST_F(TreeCheckTest, ManyFilesOfOneFolder) {
  for (int i = 0; i < 1000; ++i) add("-a/" + std::to_string(i) + ".jsonl");
  const auto known = index();
  EXPECT_EQ(check(known, 4), "");
  ASSERT_TRUE(files_.append("/r/projects/-a/777.jsonl", "{}\n"));
  EXPECT_EQ(check(known, 4), "/r/projects/-a/777.jsonl ");
}

TEST_F(TreeCheckTest, AnIncompleteRosterSaysNothing) {
  EXPECT_FALSE(check_tree(files_, {}, 1).same_folders);
  add("-a/1.jsonl");
  const auto known = index();
  EXPECT_FALSE(make_roster("/r", {}, known->files)) << "a file in no folder";
}

// Whatever happens, a check finds what a plan finds that has listed everything.
TEST_F(TreeCheckTest, AgreesWithAListing) {
  std::mt19937 dice(7);  // NOLINT(cert-msc51-cpp): the same changes every time
  const auto any = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(dice);
  };
  const std::vector<std::string> names = {
      "-a/1.jsonl",         "-a/2.jsonl",   "-a/1/subagents/agent-1.jsonl",
      "-a/1/other/x.txt",   "-b/3.jsonl",   "-b/3/subagents/workflows/w/agent-2.jsonl",
      "-b/agent-old.jsonl", "-c/4.jsonl",   "-c/4/subagents/agent-3.jsonl",
      "-c/4/subagents/x",   "-c/agent.txt", "-d/5.jsonl"};
  int seen = 0;
  for (int step = 0; step < 2000; ++step) {
    const auto known = index();
    for (std::size_t count = any(3); count > 0; --count) {
      const std::string path = "/r/projects/" + names[any(names.size())];
      switch (any(5)) {
        case 0:
          files_.add_file(path, "{}\n");
          break;
        case 1:
          (void)files_.remove(path).has_value();
          break;
        case 2:
          (void)files_.rename(path, "/r/projects/" + names[any(names.size())]).has_value();
          break;
        default:
          (void)files_.append(path, "{}\n").has_value();
          break;
      }
    }
    const auto found = find_source_files(files_, kRoots, 1);
    std::string expected;
    for (const SourceChange& change : plan_changes(known->files, found.files, kRoots)) {
      // A name may have gone and come again; such a file has been replaced.
      expected += change.known == SIZE_MAX ? "?" : known->files[change.known].path + " ";
    }
    const std::string said = check(known);
    if (said == "?") continue;
    ++seen;
    ASSERT_EQ(said, expected) << "step " << step;
  }
  EXPECT_GT(seen, 500);
}

}  // namespace
}  // namespace clew
