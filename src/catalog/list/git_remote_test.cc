// SPDX-License-Identifier: MIT
#include "catalog/list/git_remote.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(GitRemote, OneNameForEveryWayToWriteIt) {
  for (const char* address :
       {"git@GitHub.com:ada/orchard.git", "https://github.com/ada/orchard",
        "https://ada:secret@github.com/ada/orchard.git/", "ssh://git@github.com:22/ada/orchard",
        "github.com:/ada/orchard", "git://github.com/ada/orchard.git"}) {
    EXPECT_EQ(remote_name(address), "github.com/ada/orchard") << address;
  }
  EXPECT_EQ(remote_name("ssh://git@host:2222/x"), "host:2222/x");
}

TEST(GitRemote, APathSaysNothingElsewhere) {
  for (const char* address : {"/srv/git/x.git", "../x", "./a:b", "file:///srv/x", "",
                              "host:", "https://", "https://host", "https:///x"}) {
    EXPECT_EQ(remote_name(address), std::nullopt) << address;
  }
}

TEST(GitRemote, ReadsTheConfigurationOfTheRepository) {
  MemoryFileSystem files;
  files.add_file("/work/orchard/.git/config",
                 "[core]\n\turl = no\n[remote \"fork\"]\n  url = git@host:fork.git\n"
                 "[remote \"origin\"]\n\tfetch = x\n\turl=git@host:ada/orchard.git\n");
  files.add_file("/work/orchard/web/src/a.ts", "");
  const auto top = find_copy(files, "/work/orchard");
  ASSERT_TRUE(top);
  EXPECT_EQ(top->remote, "host/ada/orchard");
  EXPECT_EQ(top->below, "");
  const auto below = find_copy(files, "/work/orchard/web/src");
  ASSERT_TRUE(below);
  EXPECT_EQ(below->top, "/work/orchard");
  EXPECT_EQ(below->below, "web/src");
  EXPECT_FALSE(find_copy(files, "/work"));
  EXPECT_FALSE(find_copy(files, "/gone"));
}

TEST(GitRemote, TakesTheFirstRemoteWhenNoneIsTheOrigin) {
  MemoryFileSystem files;
  files.add_file("/a/.git/config", "[remote \"one\"]\nurl = h:1\n[remote \"two\"]\nurl = h:2\n");
  files.add_file("/b/.git/config", "[core]\nbare = false\n");
  EXPECT_EQ(find_copy(files, "/a")->remote, "h/1");
  EXPECT_FALSE(find_copy(files, "/b"));
}

}  // namespace
}  // namespace clew
