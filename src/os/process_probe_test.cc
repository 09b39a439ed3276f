// SPDX-License-Identifier: MIT
#include "os/process_probe.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ProcessProbe, KnowsItself) {
  const RealProcessProbe probe;
  EXPECT_TRUE(probe.is_alive(::getpid()));
  EXPECT_TRUE(probe.is_alive(1));  // of another user, mostly
}

TEST(ProcessProbe, NamesAProcessForGood) {
  const RealProcessProbe probe;
  if (probe.number_space().empty()) GTEST_SKIP() << "this system does not tell";
  EXPECT_EQ(probe.number_space().substr(0, 5), "pid:[");
  ASSERT_TRUE(probe.start_mark(::getpid()));
  EXPECT_EQ(probe.start_mark(::getpid()), probe.start_mark(::getpid()));
  EXPECT_EQ(probe.start_mark(::getpid())->find_first_not_of("0123456789"), std::string::npos);
}

TEST(ProcessProbe, AChildThatEndedIsGone) {
  const RealProcessProbe probe;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_GT(child, 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_FALSE(probe.is_alive(child));
  EXPECT_FALSE(probe.start_mark(child));
}

TEST(ProcessProbe, NonsenseIsNotAlive) {
  const RealProcessProbe probe;
  EXPECT_FALSE(probe.is_alive(0));
  EXPECT_FALSE(probe.is_alive(-1));
  EXPECT_FALSE(probe.is_alive(INT64_MAX));
  EXPECT_FALSE(probe.start_mark(-1));
}

}  // namespace
}  // namespace clew
