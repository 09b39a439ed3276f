// SPDX-License-Identifier: MIT
#include "os/child_process.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "os/run_program.h"
#include "os/test_dir.h"

namespace clew {
namespace {

using std::chrono::milliseconds;

ChildOptions shell(const std::string& script) {
  ChildOptions options;
  options.arguments = {"/bin/sh", "-c", script};
  return options;
}

// All that it writes until it closes its output.
std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  for (;;) {
    pollfd watched{fd, POLLIN, 0};
    if (::poll(&watched, 1, 10'000) <= 0) return text + "<silence>";
    const ssize_t count = ::read(fd, buffer, sizeof buffer);
    if (count <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

bool is_gone(pid_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

// A killed process that is not our child is reaped by init, a moment later.
bool vanishes(pid_t pid) {
  for (int i = 0; i < 500; ++i) {
    if (is_gone(pid)) return true;
    ::usleep(10'000);
  }
  return false;
}

constexpr int kLooked = 256;

std::vector<bool> open_descriptors() {
  std::vector<bool> open;
  for (int fd = 0; fd < kLooked; ++fd) open.push_back(::fcntl(fd, F_GETFD) >= 0);
  return open;
}

// Only this many descriptors can still be opened, while it lives.
class FewDescriptors {
 public:
  explicit FewDescriptors(int room) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const std::vector<bool> open = open_descriptors();
    rlimit few = before_;
    for (few.rlim_cur = 0; few.rlim_cur < kLooked; ++few.rlim_cur) {
      if (!open[few.rlim_cur] && room-- == 0) break;
    }
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST(ChildProcess, WithoutDescriptorsItFailsAndLeavesOthersOpen) {
  const std::vector<bool> before = open_descriptors();
  for (int room = 0; room < 8; ++room) {
    {
      const FewDescriptors few(room);
      EXPECT_FALSE(ChildProcess::start(shell("exit 0"))) << room;
    }
    ASSERT_EQ(open_descriptors(), before) << room;
  }
  EXPECT_TRUE(ChildProcess::start(shell("exit 0")));
}

TEST(ChildProcess, TalksThroughPipes) {
  auto child = ChildProcess::start(shell("read line; echo \"got $line\"; echo oops >&2; exit 3"));
  ASSERT_TRUE(child) << child.error().message;
  ASSERT_EQ(::write((*child)->input(), "tea\n", 4), 4);
  EXPECT_EQ(read_all((*child)->output()), "got tea\n");
  EXPECT_EQ(read_all((*child)->errors()), "oops\n");
  const ExitStatus status = (*child)->end(milliseconds(10'000));
  EXPECT_FALSE(status.by_signal);
  EXPECT_EQ(status.number, 3);
  EXPECT_EQ(describe(status), "ended with code 3");
}

TEST(ChildProcess, GetsFolderAndEnvironment) {
  TestDir dir;
  ::setenv("CLEW_TEST_GONE", "here", 1);
  ChildOptions options = shell("pwd -P; echo \"$CLEW_TEST_NEW-$CLEW_TEST_GONE\"");
  options.folder = dir.path();
  options.environment = {{"CLEW_TEST_NEW", "new"}, {"CLEW_TEST_GONE", std::nullopt}};
  const auto result = run_program(options);
  ::unsetenv("CLEW_TEST_GONE");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->output, dir.path() + "\nnew-\n");
}

TEST(ChildProcess, InheritsNoDescriptorAndNoIgnoredSignal) {
  ::signal(SIGPIPE, SIG_IGN);
  const int leak = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ASSERT_GE(leak, 3);
  // The shell itself may open more than 9: only what we could have leaked is asked for.
  const auto result = run_program(shell("[ -e /proc/self/fd/" + std::to_string(leak) +
                                        " ] && echo leaked; kill -PIPE $$; echo survived"));
  ::close(leak);
  ::signal(SIGPIPE, SIG_DFL);
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->output, "");
  EXPECT_TRUE(result->status.by_signal);
  EXPECT_EQ(result->status.number, SIGPIPE);
}

TEST(ChildProcess, LeadsASessionOfItsOwn) {
  auto child = ChildProcess::start(shell("read line"));
  ASSERT_TRUE(child);
  EXPECT_EQ(::getsid(static_cast<pid_t>((*child)->pid())), (*child)->pid());
  EXPECT_EQ(::getpgid(static_cast<pid_t>((*child)->pid())), (*child)->pid());
}

TEST(ChildProcess, SaysWhatIsMissing) {
  ChildOptions options;
  options.arguments = {"/no/such/program"};
  auto child = ChildProcess::start(options);
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().message, "cannot run /no/such/program: no such file or directory");
  options = shell("true");
  options.folder = "/no/such/folder";
  child = ChildProcess::start(options);
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().message, "cannot work in /no/such/folder: no such file or directory");
  options.arguments.clear();
  EXPECT_FALSE(ChildProcess::start(options));
}

TEST(ChildProcess, EndsTheUnwillingAndWhatTheyStarted) {
  auto child = ChildProcess::start(
      shell("trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $!; "
            "while :; do sleep 1; done"));
  ASSERT_TRUE(child);
  pollfd watched{(*child)->output(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 10'000), 1);
  char text[32] = {};
  ASSERT_GT(::read((*child)->output(), text, sizeof text - 1), 0);
  const pid_t grandchild = static_cast<pid_t>(std::atoi(text));
  ASSERT_GT(grandchild, 1);
  const ExitStatus status = (*child)->end(milliseconds(50));
  EXPECT_TRUE(status.by_signal);
  EXPECT_EQ(status.number, SIGKILL);
  EXPECT_TRUE(vanishes(grandchild));
}

TEST(ChildProcess, IsKilledWithItsObject) {
  pid_t pid = 0;
  {
    auto child = ChildProcess::start(shell("trap '' TERM; while :; do sleep 1; done"));
    ASSERT_TRUE(child);
    pid = static_cast<pid_t>((*child)->pid());
    EXPECT_FALSE((*child)->exited());
  }
  EXPECT_TRUE(is_gone(pid));
}

TEST(ChildProcess, ExitHandleTells) {
  auto child = ChildProcess::start(shell("exit 0"));
  ASSERT_TRUE(child);
  if ((*child)->exit_handle() < 0) GTEST_SKIP() << "this system has none";
  pollfd watched{(*child)->exit_handle(), POLLIN, 0};
  ASSERT_EQ(::poll(&watched, 1, 10'000), 1);
  ASSERT_TRUE((*child)->exited());
  EXPECT_TRUE((*child)->exited()->ok());
}

TEST(RunProgram, StopsTheEndless) {
  const auto result = run_program(shell("while :; do sleep 1; done"), {.time = milliseconds(100)});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kBusy);
}

TEST(RunProgram, KeepsNoMoreThanAskedFor) {
  const auto result = run_program(shell("head -c 300000 /dev/zero; echo e >&2"), {.output = 1000});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->output.size(), 1000u);
  EXPECT_EQ(result->errors, "e\n");
}

TEST(RunProgram, DoesNotWaitForTheBackground) {
  const auto result = run_program(shell("sleep 30 & echo done"));
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->output, "done\n");
}

}  // namespace
}  // namespace clew
