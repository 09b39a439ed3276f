// SPDX-License-Identifier: MIT
#include "catalog/list/project_lookup.h"

#include <gtest/gtest.h>

#include "catalog/layout/project_key.h"
#include "catalog/layout/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class ProjectLookupTest : public testing::Test {
 protected:
  void add_project(const std::string& key, const std::string& cwd, const std::string& id = "s") {
    files_.add_file("/r/projects/" + key + "/" + id + ".jsonl",
                    "{\"type\":\"mode\"}\n" + test::user("p", ",\"cwd\":" + test::quoted(cwd)));
  }
  std::vector<std::string> keys_of(const std::string& path, Worktrees worktrees = Worktrees::kAll) {
    const SessionFiles found = find_project_folders(files_, {"/r"});
    std::vector<std::string> keys;
    for (const std::size_t i : folders_of_project(files_, found.folders, path, worktrees)) {
      keys.push_back(found.folders[i].key);
    }
    return keys;
  }
  MemoryFileSystem files_;
};

using Keys = std::vector<std::string>;

TEST_F(ProjectLookupTest, FindsByKey) {
  add_project("-home-a", "/home/a");
  add_project("-home-ab", "/home/ab");
  EXPECT_EQ(keys_of("/home/a"), Keys{"-home-a"});
  EXPECT_EQ(keys_of("/home//a/"), Keys{"-home-a"});
  EXPECT_TRUE(keys_of("/home").empty());
}

TEST_F(ProjectLookupTest, FindsLongPathsByBothRules) {
  const std::string path = "/" + std::string(220, 'x');
  add_project(project_key(path, KeyRule::k21), path);
  add_project(project_key(path, KeyRule::k10), path);
  EXPECT_EQ(keys_of(path).size(), 2U);
}

TEST_F(ProjectLookupTest, FindsWindowsPathsInAnyCase) {
  add_project("C--Users-Ann", "c:\\Users\\Ann");
  EXPECT_EQ(keys_of("c:\\users\\ann"), Keys{"C--Users-Ann"});
}

TEST_F(ProjectLookupTest, FindsTheTargetOfALink) {
  add_project("-real-x", "/real/x");
  files_.add_file("/real/x/f", "");
  files_.add_link("/short", "/real/x");
  EXPECT_EQ(keys_of("/short"), Keys{"-real-x"});
}

TEST_F(ProjectLookupTest, FindsWorktreesOfTheRepository) {
  files_.add_file("/repo/.git/worktrees/w/gitdir", "/w/.git");
  files_.add_file("/repo/.git/worktrees/w/commondir", "../..");
  files_.add_file("/w/.git", "gitdir: /repo/.git/worktrees/w");
  files_.add_file("/repo/sub/f", "");
  add_project("-repo", "/repo");
  add_project("-w", "/w");
  add_project("-repo-sub2", "/repo/sub2");
  EXPECT_EQ(keys_of("/w"), (Keys{"-repo", "-w"}));
  EXPECT_EQ(keys_of("/repo/sub"), (Keys{"-repo", "-w"}));
  EXPECT_EQ(keys_of("/w", Worktrees::kOnlyThis), Keys{"-w"});
}

TEST_F(ProjectLookupTest, SearchesTheRecordedFolderWhenNoKeyFits) {
  add_project("moved-here", "/old/place");
  add_project("-other", "/other");
  EXPECT_EQ(keys_of("/old/place"), Keys{"moved-here"});
  EXPECT_TRUE(keys_of("/never/seen").empty());
  for (const char* id : {"a", "b", "c"}) {
    add_project("moved-here", "/old/place", id);
    add_project("moved-there", "/old/place", id);
  }
  EXPECT_EQ(keys_of("/old/place"), (Keys{"moved-here", "moved-there"})) << "each once";
}

TEST_F(ProjectLookupTest, ByNamesAloneNoTranscriptIsOpened) {
  add_project("-work-app", "/work/moved");
  const auto folders = find_project_folders(files_, {"/r"}).folders;
  FaultyFileSystem counted(files_);
  EXPECT_EQ(folders_named_after(counted, folders, "/work/app", Worktrees::kOnlyThis).size(), 1U);
  EXPECT_TRUE(folders_named_after(counted, folders, "/work/moved", Worktrees::kOnlyThis).empty());
  EXPECT_LE(counted.calls(), 2) << "each path by its real name";
  EXPECT_EQ(folders_of_project(files_, folders, "/work/moved").size(), 1U);
}

TEST_F(ProjectLookupTest, TheProjectAboveAFolder) {
  add_project("-work-orchard", "/work/orchard");
  add_project("-", "/");
  const auto folders = find_project_folders(files_, {"/r"}).folders;
  EXPECT_EQ(project_above(folders, "/work/orchard/src//deep/"), "/work/orchard");
  EXPECT_EQ(project_above(folders, "/work/orchard"), "") << "it is one itself";
  EXPECT_EQ(project_above(folders, "/work/other/src"), "") << "the root is nobody's";
  EXPECT_EQ(project_above(folders, "relative"), "");
}

TEST_F(ProjectLookupTest, RecordedFolderOfOddFiles) {
  files_.add_file("/empty", "");
  files_.add_file("/far", std::string(200'000, ' ') + "\n" + test::user("p"));
  EXPECT_EQ(recorded_cwd(files_, "/empty"), "");
  EXPECT_EQ(recorded_cwd(files_, "/none"), "");
  EXPECT_EQ(recorded_cwd(files_, "/far"), "");
}

}  // namespace
}  // namespace clew
