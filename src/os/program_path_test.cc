// SPDX-License-Identifier: MIT
#include "os/program_path.h"

#include <unistd.h>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ProgramPath, IsAProgramOrNotKnown) {
  const std::string path = program_path();
  if (path.empty()) GTEST_SKIP() << "this system does not tell";
  EXPECT_EQ(path.front(), '/');
  EXPECT_NE(path.find("os_test"), path.npos);
  EXPECT_EQ(::access(path.c_str(), X_OK), 0);
}

}  // namespace
}  // namespace clew
