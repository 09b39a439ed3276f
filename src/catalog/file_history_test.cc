// SPDX-License-Identifier: MIT
#include "catalog/file_history.h"

#include <gtest/gtest.h>

#include "os/memory_file_system.h"

namespace clew {
namespace {

TEST(FileHistory, ReadsABackupAndNothingElse) {
  MemoryFileSystem files;
  files.add_file("/r/file-history/s1/0a1b@v2", "old text");
  files.add_file("/r/file-history/s2/0a1b@v2", "of another session");
  files.add_file("/r/.credentials.json", "secret");
  files.add_link("/r/file-history/s1/link", "/r/.credentials.json");
  files.add_link("/r/file-history/s3", "/r");
  EXPECT_EQ(*read_backup(files, "/r", "s1", "0a1b@v2"), "old text");
  EXPECT_EQ(*size_of_backup(files, "/r", "s1", "0a1b@v2"), 8);
  EXPECT_FALSE(read_backup(files, "/r", "s1", "0a1b@v2", 7));
  for (const std::string name :
       {"", ".", "..", "../s2/0a1b@v2", "/r/.credentials.json", "link", "x"}) {
    EXPECT_FALSE(read_backup(files, "/r", "s1", name)) << name;
    EXPECT_FALSE(size_of_backup(files, "/r", "s1", name)) << name;
  }
  EXPECT_FALSE(read_backup(files, "/r", "..", ".credentials.json"));
  EXPECT_FALSE(read_backup(files, "/r", "s3", ".credentials.json"));
}

}  // namespace
}  // namespace clew
