// SPDX-License-Identifier: MIT

#include "os/links.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "os/test_dir.h"

namespace clew {
namespace {

TEST(MakeLink, LeadsWhereItSaysAndReplacesNothing) {
  const TestDir folder;
  const std::string path = folder.path("link");
  ASSERT_TRUE(make_link("somewhere/else", path));
  EXPECT_EQ(std::filesystem::read_symlink(path), "somewhere/else");
  const auto again = make_link("another", path);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().message.find(path), std::string::npos);
  EXPECT_EQ(std::filesystem::read_symlink(path), "somewhere/else");
}

}  // namespace
}  // namespace clew
