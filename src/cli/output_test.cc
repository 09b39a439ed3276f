// SPDX-License-Identifier: MIT

#include "cli/output.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

namespace clew {
namespace {

// Something else as standard output, for a while.
class Redirected {
 public:
  explicit Redirected(int to) {
    std::fflush(stdout);
    stdout_ = ::dup(STDOUT_FILENO);
    ::dup2(to, STDOUT_FILENO);
    ::close(to);
  }
  ~Redirected() {
    ::dup2(stdout_, STDOUT_FILENO);
    ::close(stdout_);
  }

 private:
  int stdout_;
};

std::string read_all(int from) {
  std::string all;
  char buffer[4096];
  for (ssize_t count; (count = ::read(from, buffer, sizeof buffer)) > 0;) {
    all.append(buffer, static_cast<std::size_t>(count));
  }
  ::close(from);
  return all;
}

TEST(Output, EverythingArrivesInOrder) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  std::string got;
  std::thread reader([&] { got = read_all(ends[0]); });
  std::string want;
  {
    const Redirected redirected(ends[1]);
    Output out;
    for (int i = 0; i < 50'000; ++i) {
      out.line(std::to_string(i));
      want += std::to_string(i) + "\n";
    }
    out.write(std::string(1 << 20, 'x'));
    want += std::string(1 << 20, 'x');
  }
  reader.join();
  EXPECT_EQ(got.size(), want.size());
  EXPECT_TRUE(got == want);
}

TEST(Output, ANonBlockingPipeLosesNothing) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
  std::string got;
  std::thread reader([&] { got = read_all(ends[0]); });
  int error = -1;
  {
    const Redirected redirected(ends[1]);
    Output out;
    out.write(std::string(4 << 20, 'x'));
    out.flush();
    error = out.error();
  }
  reader.join();
  EXPECT_EQ(got.size(), std::size_t{4} << 20);
  EXPECT_EQ(error, 0);
}

TEST(Output, AReaderThatWentAwayIsNoError) {
  std::signal(SIGPIPE, SIG_IGN);  // as main does
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  bool open = true;
  int error = -1;
  {
    const Redirected redirected(ends[1]);
    Output out;
    out.write(std::string(1 << 20, 'x'));
    open = out.is_open();
    out.write("more");
    out.flush();
    error = out.error();
  }
  EXPECT_FALSE(open);
  EXPECT_EQ(error, 0);
}

TEST(Output, AFullDiskIsOne) {
  const int full = ::open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  bool open = true;
  int error = -1;
  int of_no_matter = -1;
  {
    const Redirected redirected(full);
    Output out;
    out.write("x");
    out.flush();
    open = out.is_open();
    error = out.error();
    out.need_not_arrive();
    of_no_matter = out.error();
  }
  EXPECT_FALSE(open);
  EXPECT_EQ(error, ENOSPC);
  EXPECT_EQ(of_no_matter, 0) << "an answer to a hook";
}

}  // namespace
}  // namespace clew
