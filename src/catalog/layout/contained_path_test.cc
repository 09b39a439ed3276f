// SPDX-License-Identifier: MIT
#include "catalog/layout/contained_path.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(ReadInside, FollowsNoLinkOutside) {
  MemoryFileSystem files;
  files.add_file("/box/in", "fine");
  files.add_file("/boxer/secret", "secret");
  files.add_link("/box/out", "/boxer/secret");
  files.add_link("/box/round", "/box/in");
  EXPECT_EQ(*read_inside(files, "/box", *PlainName::from("in"), 100), "fine");
  EXPECT_EQ(*read_inside(files, "/box", *PlainName::from("round"), 100), "fine");
  EXPECT_EQ(read_inside(files, "/box", *PlainName::from("out"), 100).error().code,
            ErrorCode::kInvalid);
  EXPECT_EQ(read_inside(files, "/box", *PlainName::from("none"), 100).error().code,
            ErrorCode::kNotFound);
  EXPECT_FALSE(read_inside(files, "/box", *PlainName::from("in"), 3));
}

}  // namespace
}  // namespace clew
