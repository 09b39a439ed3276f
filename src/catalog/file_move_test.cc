// SPDX-License-Identifier: MIT
#include "catalog/file_move.h"

#include <gtest/gtest.h>

#include "os/memory_file_system.h"

namespace clew {
namespace {

// What lies under /other is on another disk.
class TwoDisks : public MemoryFileSystem {
 public:
  Result<FileInfo> stat(const std::string& path) const override {
    auto info = MemoryFileSystem::stat(path);
    if (info && path.starts_with("/other")) info->device = 2;
    return info;
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    if (from.starts_with("/other") != to.starts_with("/other")) {
      return Error{ErrorCode::kIo, "another disk"};
    }
    return MemoryFileSystem::rename(from, to);
  }
};

TEST(MovePath, OnOneDiskIsARename) {
  MemoryFileSystem files;
  files.add_file("/a/x/y", "1");
  const auto inode = files.stat("/a/x/y")->inode;
  ASSERT_TRUE(move_path(files, "/a/x", "/a/z"));
  EXPECT_EQ(files.stat("/a/z/y")->inode, inode);
  EXPECT_FALSE(move_path(files, "/a/none", "/a/q"));
}

TEST(MovePath, BetweenDisksIsACopy) {
  TwoDisks files;
  const std::string big(3'000'001, 'b');
  files.add_file("/a/x/big", big);
  files.add_file("/a/x/deep/er/small", std::string("\0s", 2));
  files.add_file("/other/trash/keep", "");
  ASSERT_TRUE(move_path(files, "/a/x", "/other/trash/0"));
  EXPECT_EQ(*read_file(files, "/other/trash/0/big", 1 << 24), big);
  EXPECT_EQ(*read_file(files, "/other/trash/0/deep/er/small", 99), std::string("\0s", 2));
  EXPECT_FALSE(files.stat("/a/x"));
  ASSERT_TRUE(move_path(files, "/other/trash/0", "/a/x"));
  EXPECT_EQ(*read_file(files, "/a/x/big", 1 << 24), big);
  EXPECT_FALSE(files.stat("/other/trash/0"));
}

TEST(MovePath, WhatCannotBeCopiedStays) {
  TwoDisks files;
  files.add_file("/a/x/f", "1");
  files.add_link("/a/x/link", "/etc");
  files.add_file("/other/trash/keep", "");
  EXPECT_FALSE(move_path(files, "/a/x", "/other/trash/0"));
  EXPECT_EQ(*read_file(files, "/a/x/f", 99), "1");
  EXPECT_FALSE(files.stat("/other/trash/0"));
}

}  // namespace
}  // namespace clew
