// SPDX-License-Identifier: MIT

#include "os/file_times.h"

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

TEST(SetModified, IsSeenByStat) {
  const TestDir dir;
  RealFileSystem files;
  const std::string path = dir.path() + "/f";
  ASSERT_TRUE(files.write_file_atomic(path, "x"));
  ASSERT_TRUE(set_modified(path, 1'700'000'000'123'000'000));
  EXPECT_EQ(files.stat(path)->mtime_ns, 1'700'000'000'123'000'000);
}

TEST(SetModified, SaysWhichFileIsMissing) {
  const auto done = set_modified("/nowhere/f", 0);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("/nowhere/f"), std::string::npos);
}

}  // namespace
}  // namespace clew
