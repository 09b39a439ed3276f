// SPDX-License-Identifier: MIT
//
// A server that is told to end does so within a second, also when its threads never do. Each runs
// in a process of its own, because that is what must end.

#include "serve/net/last_resort.h"

#include <condition_variable>
#include <csignal>
#include <fstream>
#include <mutex>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "test_server.h"

namespace clew {
namespace {

// The sanitizer of threads waits a second at every exit.
constexpr std::chrono::seconds kItsEnd{kThreadSanitized ? 3 : 1};

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

[[noreturn]] void hang() {
  for (;;) ::pause();
}

// A drive that does not answer: not even that it was asked to stop is heard.
class DeadFiles : public RealFileSystem {
 public:
  explicit DeadFiles(int reached) : reached_(reached) {}
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    if (!path.ends_with(".jsonl")) return RealFileSystem::open(path);
    static_cast<void>(::write(reached_, "r", 1));
    hang();
  }

 private:
  const int reached_;
};

// Runs `work` in a child; the pipes go to it and from it.
struct Child {
  template <class Work>
  explicit Child(const Work& work) {
    EXPECT_EQ(::pipe(to), 0);
    EXPECT_EQ(::pipe(from), 0);
    pid = ::fork();
    if (pid != 0) return;
    work(to[0], from[1]);
    ::_exit(99);
  }
  ~Child() {
    if (pid > 0) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    for (const int fd : {to[0], to[1], from[0], from[1]}) ::close(fd);
  }
  // Its exit code; -1 when it did not end in time.
  int wait(std::chrono::milliseconds most) {
    for (const auto end = Clock::now() + most; Clock::now() < end;) {
      int status = 0;
      if (::waitpid(pid, &status, WNOHANG) == pid) {
        pid = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
      }
      std::this_thread::sleep_for(5ms);
    }
    return -1;
  }
  int to[2];
  int from[2];
  pid_t pid = 0;
};

TEST(LastResort, AServerWithDeadWorkersEndsWithinASecond) {
  const TestDir folder;
  const std::string leftover = folder.path("serve.json");
  std::ofstream(leftover) << "{}";
  Child child([&](int in, int out) {
    DeadFiles files(out);
    TestServer server({}, false, &files);
    LastResort last_resort(server.context().writes, {.leftovers = {leftover}});
    const std::uint16_t port = server.port();
    static_cast<void>(::write(out, &port, sizeof port));
    char byte = 0;
    static_cast<void>(::read(in, &byte, 1));
    server.stop();
    last_resort.arm();
    server.end();  // waits for workers that never end
  });
  std::uint16_t port = 0;
  ASSERT_EQ(::read(child.from[0], &port, sizeof port), static_cast<ssize_t>(sizeof port));
  std::vector<TestClient> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back(port);
    clients.back().send("GET /api/v1/list?limit=" + std::to_string(i + 1) +
                        "&all=1 HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) +
                        "\r\nAuthorization: Bearer " + TestServer::kToken + "\r\n\r\n");
  }
  char byte = 0;
  ASSERT_EQ(::read(child.from[0], &byte, 1), 1) << "no worker came to the files";
  ASSERT_EQ(::write(child.to[1], "s", 1), 1);
  EXPECT_EQ(child.wait(kItsEnd), 0);
  EXPECT_NE(::access(leftover.c_str(), F_OK), 0) << "it left something that looks alive";
}

TEST(LastResort, WaitsForWhatIsBeingWritten) {
  const TestDir folder;
  const std::string file = folder.path("written");
  Child child([&](int, int) {
    const auto writes = std::make_shared<RunningWrites>();
    LastResort last_resort(writes, {.patience = 50ms});
    std::thread([&writes, &file] {
      const auto writing = writes->begin();
      std::this_thread::sleep_for(500ms);
      std::ofstream(file) << "whole";
    }).detach();
    std::this_thread::sleep_for(20ms);
    last_resort.arm();
    hang();
  });
  EXPECT_EQ(child.wait(3s), 0);
  std::string text;
  std::ifstream(file) >> text;
  EXPECT_EQ(text, "whole");
}

TEST(LastResort, DoesNothingToWhoEndsInTime) {
  Child child([](int, int) {
    { LastResort never(std::make_shared<RunningWrites>(), {.patience = 50ms}); }
    {
      LastResort last_resort(std::make_shared<RunningWrites>(), {.patience = 50ms});
      last_resort.arm();
    }
    std::this_thread::sleep_for(150ms);
    ::_exit(7);
  });
  EXPECT_EQ(child.wait(3s), 7);
}

TEST(RunningWrites, NoneBeginsAfterTheEnd) {
  RunningWrites writes;
  {
    const auto one = writes.begin();
    EXPECT_TRUE(one);
    EXPECT_FALSE(writes.end(10ms));
  }
  EXPECT_TRUE(writes.end(10ms));
  EXPECT_FALSE(writes.begin());
}

}  // namespace
}  // namespace clew
