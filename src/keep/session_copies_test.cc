// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "keep/kept_world.h"
#include "keep/test_keep.h"

namespace clew {
namespace {

class SessionCopiesTest : public KeeperTest {
 protected:
  void keep_as(const std::string& machine, const std::string& text) {
    disk_.add_file(path_of(kFile), text);
    disk_.add_file(path_of(kFile.substr(0, kFile.size() - 6) + "/tool-results/1.txt"), "result");
    KeepOptions of = options();
    of.place.machine = machine;
    ASSERT_TRUE(keep_roots(disk_, of));
  }
  // The machines whose transcript is seen by this one; "" is its own.
  std::vector<std::string> seen_by(const std::string& own) {
    const auto world = KeptWorld::load(disk_, {.folder = kKeep, .machine = own});
    EXPECT_TRUE(world);
    std::vector<std::string> seen;
    if ((*world)->find_file(path_of(kFile)) != nullptr) seen.emplace_back();
    for (const char* machine : {"ada", "bob", "cleo"}) {
      const std::string prefix = std::string(kKeep) + "/" + machine;
      const bool there = (*world)->find_file(prefix + path_of(kFile)) != nullptr;
      if (there) seen.emplace_back(machine);
      const std::string beside = kFile.substr(0, kFile.size() - 6) + "/tool-results/1.txt";
      EXPECT_EQ((*world)->find_file(prefix + path_of(beside)) != nullptr, there) << machine;
    }
    return seen;
  }
  using Seen = std::vector<std::string>;
};

TEST_F(SessionCopiesTest, TheSameIsSeenOnce) {
  keep_as("ada", "one\ntwo\n");
  keep_as("bob", "one\ntwo\n");
  EXPECT_EQ(seen_by("ada"), Seen{""});
  EXPECT_EQ(seen_by("bob"), Seen{""});
  EXPECT_EQ(seen_by("zoe").size(), 1U);
}

TEST_F(SessionCopiesTest, WhatHasLessIsCovered) {
  keep_as("ada", "one\n");
  keep_as("bob", "one\ntwo\n");
  keep_as("cleo", "one\ntwo\nthree\n");
  EXPECT_EQ(seen_by("cleo"), Seen{""});
  EXPECT_EQ(seen_by("zoe"), Seen{"cleo"});
  // Our own is never hidden: it is what is on the disk.
  EXPECT_EQ(seen_by("ada"), (Seen{"", "cleo"}));
}

TEST_F(SessionCopiesTest, WhatWentAnotherWayIsSeen) {
  keep_as("ada", "one\ntwo of ada\n");
  keep_as("bob", "one\ntwo of bob, longer\n");
  EXPECT_EQ(seen_by("ada"), (Seen{"", "bob"}));
  EXPECT_EQ(seen_by("bob"), (Seen{"", "ada"}));
}

}  // namespace
}  // namespace clew
