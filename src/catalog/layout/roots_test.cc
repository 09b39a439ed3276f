// SPDX-License-Identifier: MIT
#include "catalog/layout/roots.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class RootsTest : public testing::Test {
 protected:
  RootsTest() {
    files_.add_file("/home/u/.claude/history.jsonl", "");
    files_.add_file("/other/projects/x/y.jsonl", "");
    files_.add_link("/link", "/other");
  }
  MemoryFileSystem files_;
  RootEnvironment env_{.config_dir = std::nullopt, .home = "/home/u"};
};

using Paths = std::vector<std::string>;

TEST_F(RootsTest, DefaultIsTheHomeFolder) {
  EXPECT_EQ(find_roots(files_, {}, env_).paths, Paths{"/home/u/.claude"});
}

TEST_F(RootsTest, TheVariableBeatsTheHomeFolderUnlessItIsEmpty) {
  env_.config_dir = "/other";
  EXPECT_EQ(find_roots(files_, {}, env_).paths, Paths{"/other"});
  env_.config_dir = "";
  EXPECT_EQ(find_roots(files_, {}, env_).paths, Paths{"/home/u/.claude"});
}

TEST_F(RootsTest, WhatIsAskedForBeatsAllAndComesOnce) {
  env_.config_dir = "/home/u/.claude";
  EXPECT_EQ(find_roots(files_, {"/link", "/home/u/.claude/", "/other"}, env_).paths,
            (Paths{"/other", "/home/u/.claude"}));
}

TEST_F(RootsTest, AMissingRootAndAFileAreFindings) {
  const Roots roots =
      find_roots(files_, {"/nowhere", "/home/u/.claude/history.jsonl", "/other"}, env_);
  EXPECT_EQ(roots.paths, Paths{"/other"});
  ASSERT_EQ(roots.findings.size(), 2U);
  EXPECT_EQ(roots.findings[0].kind, Finding::Kind::kNoRoot);
  EXPECT_EQ(roots.findings[1].reason,
            "/home/u/.claude/history.jsonl is a file; a root is a folder like ~/.claude");
}

TEST_F(RootsTest, NoSessionsYetIsNoFinding) {
  env_.home = "/home/new";
  const Roots roots = find_roots(files_, {}, env_);
  EXPECT_TRUE(roots.paths.empty());
  EXPECT_EQ(roots.absent, "/home/new/.claude");
  EXPECT_TRUE(roots.findings.empty());
  env_.config_dir = "/home/new/.claude";
  EXPECT_EQ(find_roots(files_, {}, env_).findings.size(), 1U);
}

}  // namespace
}  // namespace clew
