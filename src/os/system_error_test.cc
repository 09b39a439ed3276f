// SPDX-License-Identifier: MIT
#include "os/system_error.h"

#include <cerrno>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(SystemError, SaysWhatWasTriedWithWhatAndWhyItFailed) {
  EXPECT_EQ(system_error(ENOENT, "open", "/a/b").message,
            "cannot open /a/b: no such file or directory");
  EXPECT_EQ(system_error(EACCES, "list", "/a").message, "cannot list /a: permission denied");
  EXPECT_EQ(system_error(EISDIR, "open", "/a").message,
            "cannot open /a: it is a directory, not a file");
}

TEST(SystemError, TellsProgramsTheKind) {
  EXPECT_EQ(system_error(ENOENT, "open", "x").code, ErrorCode::kNotFound);
  EXPECT_EQ(system_error(ESTALE, "read", "x").code, ErrorCode::kNotFound);
  EXPECT_EQ(system_error(EACCES, "open", "x").code, ErrorCode::kIo);
  EXPECT_EQ(system_error(EISDIR, "open", "x").code, ErrorCode::kInvalid);
  EXPECT_EQ(system_error(EBUSY, "remove", "x").code, ErrorCode::kBusy);
  EXPECT_EQ(system_error(ENOSYS, "remove", "x").code, ErrorCode::kUnsupported);
  EXPECT_EQ(system_error(12345, "open", "x").code, ErrorCode::kIo);
}

}  // namespace
}  // namespace clew
