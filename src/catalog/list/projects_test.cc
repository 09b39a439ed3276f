// SPDX-License-Identifier: MIT
#include "catalog/list/projects.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class ProjectsTest : public testing::Test {
 protected:
  void add(const std::string& key, const std::string& id, const std::string& cwd) {
    files_.add_file("/r/projects/" + key + "/" + id + ".jsonl",
                    test::user("p", ",\"cwd\":" + test::quoted(cwd) + test::at(++seconds_)));
  }
  std::vector<Project> projects() {
    list_ = *list_sessions(files_, {"/r"});
    return projects_of(files_, list_);
  }
  const Project& project(const std::string& key) {
    projects_ = projects();
    for (const Project& one : projects_) {
      if (list_.folders[one.folder].key == key) return one;
    }
    ADD_FAILURE() << key;
    return projects_.front();
  }
  MemoryFileSystem files_;
  int seconds_ = 0;
  SessionList list_;
  std::vector<Project> projects_;
};

TEST_F(ProjectsTest, ThePathIsTheRecordedOneThatFits) {
  add("-work-a-b", test::kId1, "/work/a.b");
  add("-work-a-b", test::kId2, "/work/a.b/sub");  // newer, but another key
  files_.add_file("/work/a.b/x", "");
  const Project& one = project("-work-a-b");
  EXPECT_EQ(one.path, "/work/a.b");
  EXPECT_TRUE(one.path_fits);
  EXPECT_TRUE(one.exists);
  EXPECT_EQ(one.sessions.size(), 2U);
  EXPECT_GT(one.bytes, 0);
}

TEST_F(ProjectsTest, AMovedProjectShowsItsNewestPath) {
  add("-old-name", test::kId1, "/first");
  add("-old-name", test::kId2, "/second");
  const Project& one = project("-old-name");
  EXPECT_EQ(one.path, "/second");
  EXPECT_FALSE(one.path_fits);
  EXPECT_FALSE(one.exists);
}

TEST_F(ProjectsTest, DrivesAreComparedWithoutCase) {
  add("D--X", test::kId1, "d:\\X");
  EXPECT_TRUE(project("D--X").path_fits);
}

TEST_F(ProjectsTest, WorktreesShareTheirRepository) {
  files_.add_file("/repo/.git/worktrees/w/commondir", "../..");
  files_.add_file("/w/.git", "gitdir: /repo/.git/worktrees/w");
  add("-repo", test::kId1, "/repo");
  add("-w", test::kId2, "/w");
  EXPECT_EQ(project("-repo").repository, "/repo/.git");
  EXPECT_EQ(project("-w").repository, "/repo/.git");
}

TEST_F(ProjectsTest, LastChangedFirstAndEmptyOnesLast) {
  files_.add_file("/r/projects/-empty/memory/x.md", "");
  add("-a", test::kId1, "/a");
  add("-b", test::kId2, "/b");
  std::vector<std::string> keys;
  for (const Project& one : projects()) keys.push_back(list_.folders[one.folder].key);
  EXPECT_EQ(keys, (std::vector<std::string>{"-b", "-a", "-empty"}));
  EXPECT_EQ(project("-empty").path, "");
}

}  // namespace
}  // namespace clew
