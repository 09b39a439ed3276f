// SPDX-License-Identifier: MIT
#include "catalog/list/local_folders.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kPath = "/data/clew/folders.json";

TEST(LocalFolders, AreRememberedForEachMachine) {
  MemoryFileSystem files;
  const FarProject orchard{.folder = "/home/bob/orchard", .machine = "bob"};
  const FarProject other{.folder = "/home/bob/orchard", .machine = "eve"};
  EXPECT_EQ(*find_local_folder(files, kPath, orchard), "");
  ASSERT_TRUE(remember_local_folder(files, kPath, orchard, "/work/orchard"));
  ASSERT_TRUE(remember_local_folder(files, kPath, other, "/work/eve"));
  ASSERT_TRUE(remember_local_folder(files, kPath, orchard, "/work/grove"));
  EXPECT_EQ(*find_local_folder(files, kPath, orchard), "/work/grove");
  EXPECT_EQ(*find_local_folder(files, kPath, other), "/work/eve");
}

TEST(LocalFolders, OfADamagedFileAreNotWrittenOver) {
  MemoryFileSystem files;
  files.add_file(kPath, "{\"folders\":[");
  EXPECT_EQ(find_local_folder(files, kPath, {"/x"}).error().code, ErrorCode::kCorrupt);
  EXPECT_FALSE(remember_local_folder(files, kPath, {"/x"}, "/y"));
  EXPECT_EQ(*read_file(files, kPath, 100), "{\"folders\":[");
}

}  // namespace
}  // namespace clew
