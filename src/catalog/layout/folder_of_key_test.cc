// SPDX-License-Identifier: MIT
#include "catalog/layout/folder_of_key.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(FolderOfKey, FindsTheOneFolder) {
  MemoryFileSystem files;
  files.add_file("/home/ada/my-app/main.cc", "");
  files.add_file("/home/ada/my/other/x", "");
  files.add_file("/home/ada/b.c/x", "");
  files.add_link("/home/ada/link", "/home/ada/my-app");
  EXPECT_EQ(folder_of_key(files, "-home-ada-my-app"), "/home/ada/my-app");
  EXPECT_EQ(folder_of_key(files, "-home-ada-b-c"), "/home/ada/b.c");
  EXPECT_EQ(folder_of_key(files, "-home-ada"), "/home/ada");
  EXPECT_EQ(folder_of_key(files, "-home-ada-link"), std::nullopt);
  EXPECT_EQ(folder_of_key(files, "-home-ada-my-app-main-cc"), std::nullopt) << "no folder";
  EXPECT_EQ(folder_of_key(files, "-home-bob"), std::nullopt);
  EXPECT_EQ(folder_of_key(files, ""), std::nullopt);
  EXPECT_EQ(folder_now(files, "-home-ada-my-app", "/old/place"), "/home/ada/my-app");
  EXPECT_EQ(folder_now(files, "-old-place", "/old/place"), "/old/place");
  EXPECT_EQ(folder_now(files, "-home-bob", "/old/place"), "/old/place") << "which is not here";
  files.add_file("/home/ada/b/c/x", "");
  EXPECT_EQ(folder_of_key(files, "-home-ada-b-c"), std::nullopt) << "two folders make it";
}

}  // namespace
}  // namespace clew
