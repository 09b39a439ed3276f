// SPDX-License-Identifier: MIT
//
// Workspaces as an agent could leave them. How they are made is in test/drive.
#include "drive/workspaces.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

TEST(Workspaces, NotesThatNameNothingAreLeftAlone) {
  MemoryFileSystem files;
  files.add_file("/data/store/mine.json", R"({"kind":"tmp"})");
  files.add_file("/data/store/...json", R"({"kind":"tmp"})");  // would be ".."
  files.add_file("/data/store/..json", R"({"kind":"tmp"})");   // would be "."
  files.add_link("/data/store/link.json", "/data/store/mine.json");
  const auto all = list_workspaces(files, "/data/store");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].name, "mine");
}

TEST(Workspaces, RemovingFollowsNoLink) {
  MemoryFileSystem files;
  files.add_file("/outside/precious", "p");
  files.add_file("/store/a.json", R"({"kind":"tmp"})");
  files.add_file("/store/a/deep/f", "x");
  files.add_link("/store/a/deep/link", "/outside");
  files.add_file("/store/b.json", R"({"kind":"tmp"})");
  files.add_link("/store/b", "/outside");
  files.add_file("/store/c.json", R"({"kind":"tmp"})");
  for (const Workspace& workspace : list_workspaces(files, "/store")) {
    EXPECT_EQ(what_would_be_lost(files, "/store", workspace),
              workspace.name == "a" ? "1 file" : "");
    EXPECT_TRUE(remove_workspace(files, "/store", workspace)) << workspace.name.text();
  }
  EXPECT_EQ(files.list("/store")->size(), 0u);
  EXPECT_EQ(*read_file(files, "/outside/precious", 9), "p");
}

class CloneTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!executable_in_path("git")) GTEST_SKIP() << "no git here";
    run("mkdir -p store/w && cd store/w && git init -q && echo a > a && git add a && "
        "git -c user.name=x -c user.email=x@x commit -qm a && "
        "git update-ref refs/remotes/origin/main HEAD");
  }
  void run(const std::string& script) {
    ASSERT_EQ(std::system(("cd " + dir_.path() + " && { " + script + "; }").c_str()), 0) << script;
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(dir_.path(name)) << text;
  }
  std::string lost() { return what_would_be_lost(files_, dir_.path("store"), workspace_); }

  TestDir dir_;
  RealFileSystem files_;
  Workspace workspace_{
      .name = *PlainName::from("w"), .path = dir_.path("store/w"), .kind = "clone"};
};

TEST_F(CloneTest, IsJudgedByItsBranchesIndexAndFiles) {
  EXPECT_EQ(lost(), "");
  run("cd store/w && git pack-refs --all");
  EXPECT_EQ(lost(), "");
  write("store/w/b", "new");
  EXPECT_EQ(lost(), "changes that were not committed");
  run("cd store/w && git add b && git -c user.name=x -c user.email=x@x commit -qm b");
  EXPECT_EQ(lost(), "commits that are nowhere else");
  run("cd store/w && git update-ref refs/remotes/origin/main HEAD");
  EXPECT_EQ(lost(), "");
  write("store/w/b", "newer");
  run("cd store/w && git -c user.name=x -c user.email=x@x stash -q");
  EXPECT_EQ(lost(), "changes that were stashed");
  EXPECT_EQ(files_.list(dir_.path("store"))->size(), 1u) << "the stand-in is left behind";
}

TEST_F(CloneTest, WhatOnlyATagOrAMarkHoldsCountsToo) {
  run("cd store/w && git checkout -q --detach && git -c user.name=x -c user.email=x@x commit -q "
      "--allow-empty -m t && git tag v1 && git checkout -q -");
  EXPECT_EQ(lost(), "commits that are nowhere else");
  run("cd store/w && git tag -d v1 > /dev/null");
  EXPECT_EQ(lost(), "");
  for (const std::string mark : {"skip-worktree", "assume-unchanged"}) {
    run("cd store/w && git update-index --" + mark + " a");
    write("store/w/a", "work");
    EXPECT_EQ(lost(), "files that git is configured to ignore when they change") << mark;
    run("cd store/w && git update-index --no-" + mark + " a && git checkout -q a");
  }
}

TEST_F(CloneTest, WhatItsConfigurationNamesIsNotRun) {
  const std::string touch = "touch " + dir_.path("marker");
  write("store/w/.git/config",
        "[core]\n\tfsmonitor = \"" + touch + "; false\"\n\thooksPath = " + dir_.path("hooks") +
            "\n[filter \"evil\"]\n\tclean = " + touch + "; cat\n\tprocess = " + touch +
            "\n\trequired = true\n[alias]\n\tstatus = \"!" + touch +
            "\"\n[include]\n\tpath = " + dir_.path("include") + "\n");
  write("include", "[core]\n\tfsmonitor = \"" + touch + "\"\n");
  write("store/w/.git/info/attributes", "* filter=evil\n");
  write("store/w/.gitattributes", "* filter=evil\n");
  fs::create_directories(dir_.path("hooks"));
  for (const char* hook : {"post-index-change", "reference-transaction"}) {
    const std::string path = join_path(dir_.path("hooks"), *PlainName::from(hook));
    std::ofstream(path) << "#!/bin/sh\n" << touch << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  run("touch -d 2001-01-01 store/w/a");  // git has to look into it
  EXPECT_EQ(lost(), "changes that were not committed");
  EXPECT_FALSE(fs::exists(dir_.path("marker")));
}

TEST_F(CloneTest, ARepositoryThatLiesElsewhereIsNotEntered) {
  run("mv store/w/.git elsewhere && ln -s ../../elsewhere store/w/.git");
  EXPECT_EQ(lost(), "changes that cannot be looked at");
  run("rm store/w/.git && echo \"gitdir: $PWD/elsewhere\" > store/w/.git");
  EXPECT_EQ(lost(), "changes that cannot be looked at");
}

TEST_F(CloneTest, SubmodulesAreNotLookedInto) {
  run("cd store/w && git init -q sub && cd sub && git -c user.name=x -c user.email=x@x commit -q "
      "--allow-empty -m s && cd .. && git add sub 2>/dev/null && "
      "git -c user.name=x -c user.email=x@x commit -qm sub && "
      "git update-ref refs/remotes/origin/main HEAD");
  EXPECT_EQ(lost(), "submodules, which are not looked into");
}

}  // namespace
}  // namespace clew
