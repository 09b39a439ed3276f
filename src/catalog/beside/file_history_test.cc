// SPDX-License-Identifier: MIT
#include "catalog/beside/file_history.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(FileHistory, ReadsABackupAndNothingElse) {
  MemoryFileSystem files;
  files.add_file("/r/file-history/s1/0a1b@v2", "old text");
  files.add_file("/r/file-history/s2/0a1b@v2", "of another session");
  files.add_file("/r/.credentials.json", "secret");
  files.add_link("/r/file-history/s1/link", "/r/.credentials.json");
  files.add_link("/r/file-history/s3", "/r");
  const PlainName session = *PlainName::from("s1");
  const PlainName backup = *PlainName::from("0a1b@v2");
  EXPECT_EQ(*read_backup(files, "/r", session, backup), "old text");
  EXPECT_EQ(*size_of_backup(files, "/r", session, backup), 8);
  EXPECT_FALSE(read_backup(files, "/r", session, backup, 7));
  for (const char* name : {"link", "x"}) {
    EXPECT_FALSE(read_backup(files, "/r", session, *PlainName::from(name))) << name;
    EXPECT_FALSE(size_of_backup(files, "/r", session, *PlainName::from(name))) << name;
  }
  EXPECT_FALSE(
      read_backup(files, "/r", *PlainName::from("s3"), *PlainName::from(".credentials.json")));
}

}  // namespace
}  // namespace clew
