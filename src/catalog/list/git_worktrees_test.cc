// SPDX-License-Identifier: MIT
#include "catalog/list/git_worktrees.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class GitWorktreesTest : public testing::Test {
 protected:
  GitWorktreesTest() {
    files_.add_file("/repo/.git/HEAD", "ref: refs/heads/main\n");
    files_.add_file("/repo/.git/worktrees/fix/gitdir", "/trees/fix/.git\n");
    files_.add_file("/repo/.git/worktrees/fix/commondir", "../..\n");
    files_.add_file("/repo/.git/worktrees/gone/gitdir", "/trees/gone/.git\n");
    files_.add_file("/repo/src/deep/a.cc", "");
    files_.add_file("/trees/fix/.git", "gitdir: /repo/.git/worktrees/fix\n");
    files_.add_file("/trees/fix/src/a.cc", "");
    files_.add_file("/plain/a.txt", "");
  }
  MemoryFileSystem files_;
};

TEST_F(GitWorktreesTest, FindsTheRepositoryOfAWorktree) {
  const auto main = find_repository(files_, "/repo/src/deep");
  const auto fix = find_repository(files_, "/trees/fix/src");
  ASSERT_TRUE(main && fix);
  EXPECT_EQ(main->common_dir, "/repo/.git");
  EXPECT_EQ(main->top, "/repo");
  EXPECT_EQ(fix->common_dir, "/repo/.git");
  EXPECT_EQ(fix->top, "/trees/fix");
  EXPECT_FALSE(find_repository(files_, "/plain"));
  EXPECT_FALSE(find_repository(files_, "/nowhere"));
}

TEST_F(GitWorktreesTest, ListsAllWorktreesTheMainOneFirst) {
  const std::vector<std::string> all = {"/repo", "/trees/fix", "/trees/gone"};
  EXPECT_EQ(worktrees_of(files_, *find_repository(files_, "/trees/fix")), all);
  EXPECT_EQ(worktrees_of(files_, *find_repository(files_, "/repo")), all);
}

TEST_F(GitWorktreesTest, ReadsABareRepositoryAndASubmodule) {
  files_.add_file("/bare.git/worktrees/w/gitdir", "/w/.git");
  files_.add_file("/bare.git/worktrees/w/commondir", "../..");
  files_.add_file("/w/.git", "gitdir: /bare.git/worktrees/w");
  EXPECT_EQ(worktrees_of(files_, *find_repository(files_, "/w")), std::vector<std::string>{"/w"});
  files_.add_file("/repo/.git/modules/sub/HEAD", "");
  files_.add_file("/repo/sub/.git", "gitdir: ../.git/modules/sub");
  EXPECT_EQ(find_repository(files_, "/repo/sub")->common_dir, "/repo/.git/modules/sub");
}

TEST_F(GitWorktreesTest, BelievesNoNonsense) {
  files_.add_file("/odd/.git", "what?");
  files_.add_file("/big/.git", "gitdir: " + std::string(100'000, 'x'));
  EXPECT_FALSE(find_repository(files_, "/odd"));
  EXPECT_FALSE(find_repository(files_, "/big"));
}

}  // namespace
}  // namespace clew
