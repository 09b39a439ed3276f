// SPDX-License-Identifier: MIT
#include "catalog/contained_path.h"

#include <gtest/gtest.h>

#include "os/memory_file_system.h"

namespace clew {
namespace {

TEST(IsPlainName, RefusesEverythingThatCouldLeadElsewhere) {
  EXPECT_TRUE(is_plain_name("a"));
  EXPECT_TRUE(is_plain_name("..."));
  EXPECT_TRUE(is_plain_name("\xff"));
  EXPECT_FALSE(is_plain_name(""));
  EXPECT_FALSE(is_plain_name("."));
  EXPECT_FALSE(is_plain_name(".."));
  EXPECT_FALSE(is_plain_name("a/b"));
  EXPECT_FALSE(is_plain_name("/a"));
  EXPECT_FALSE(is_plain_name(std::string("a\0b", 3)));
}

TEST(ReadInside, FollowsNoLinkOutside) {
  MemoryFileSystem files;
  files.add_file("/box/in", "fine");
  files.add_file("/boxer/secret", "secret");
  files.add_link("/box/out", "/boxer/secret");
  files.add_link("/box/round", "/box/in");
  EXPECT_EQ(*read_inside(files, "/box", "in", 100), "fine");
  EXPECT_EQ(*read_inside(files, "/box", "round", 100), "fine");
  EXPECT_EQ(read_inside(files, "/box", "out", 100).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_inside(files, "/box", "../boxer/secret", 100).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_inside(files, "/box", "none", 100).error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(read_inside(files, "/box", "in", 3));
}

}  // namespace
}  // namespace clew
