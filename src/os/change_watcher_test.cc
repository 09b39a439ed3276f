// SPDX-License-Identifier: MIT

#include "os/change_watcher.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/test_dir.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kLong(20'000);  // never waited for unless something is broken
constexpr milliseconds kNone(0);

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

class ChangeWatcherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = make_change_watcher();
    if (!made) GTEST_SKIP() << made.error().message;
    watcher_ = std::move(*made);
  }

  // What is told until `name` of the folder is.
  bool hears(WatchId folder, const std::string& name) {
    for (int i = 0; i < 50; ++i) {
      auto batch = watcher_->wait(kLong);
      if (!batch || (batch->changes.empty() && !batch->process_ended)) return false;
      for (const FolderChange& change : batch->changes) {
        if (change.folder == folder && change.name == name) return true;
      }
    }
    return false;
  }

  TestDir dir_;
  std::unique_ptr<ChangeWatcher> watcher_;
};

TEST_F(ChangeWatcherTest, TellsOfEverythingThatHappensToAnEntry) {
  const auto id = watcher_->add(dir_.path());
  ASSERT_TRUE(id);
  EXPECT_TRUE(watcher_->wait(kNone)->changes.empty());
  write(dir_.path("a"), "");
  EXPECT_TRUE(hears(*id, "a")) << "created";
  write(dir_.path("a"), "x");
  EXPECT_TRUE(hears(*id, "a")) << "written";
  std::filesystem::resize_file(dir_.path("a"), 0);
  EXPECT_TRUE(hears(*id, "a")) << "truncated";
  std::filesystem::rename(dir_.path("a"), dir_.path("b"));
  EXPECT_TRUE(hears(*id, "b")) << "renamed";
  std::filesystem::remove(dir_.path("b"));
  EXPECT_TRUE(hears(*id, "b")) << "removed";
  std::filesystem::create_directory(dir_.path("c"));
  EXPECT_TRUE(hears(*id, "c")) << "a new folder";
}

TEST_F(ChangeWatcherTest, TellsWhenTheFolderItselfIsGone) {
  std::filesystem::create_directory(dir_.path("f"));
  const auto id = watcher_->add(dir_.path("f"));
  ASSERT_TRUE(id);
  std::filesystem::remove(dir_.path("f"));
  EXPECT_TRUE(hears(*id, ""));
}

TEST_F(ChangeWatcherTest, RemovedFoldersAreQuiet) {
  const auto id = watcher_->add(dir_.path());
  ASSERT_TRUE(id);
  watcher_->remove(*id);
  EXPECT_TRUE(hears(*id, ""));  // the kernel's good-bye
  write(dir_.path("a"), "x");
  EXPECT_TRUE(watcher_->wait(kNone)->changes.empty());
}

TEST_F(ChangeWatcherTest, AFileOrNothingCannotBeWatched) {
  write(dir_.path("file"), "x");
  EXPECT_FALSE(watcher_->add(dir_.path("file")));
  const auto missing = watcher_->add(dir_.path("missing"));
  ASSERT_FALSE(missing);
  EXPECT_EQ(ErrorCode::kNotFound, missing.error().code);
}

TEST_F(ChangeWatcherTest, AnInterruptEndsTheWaitAlsoWhenItCameBefore) {
  watcher_->interrupt();
  EXPECT_TRUE(watcher_->wait(std::nullopt));
  std::thread other([this] { watcher_->interrupt(); });
  EXPECT_TRUE(watcher_->wait(std::nullopt));
  other.join();
}

TEST_F(ChangeWatcherTest, TellsOnceThatAProcessEnded) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  watcher_->watch_processes({child});
  EXPECT_FALSE(watcher_->wait(kNone)->process_ended);
  ::kill(child, SIGKILL);
  EXPECT_TRUE(watcher_->wait(kLong)->process_ended);
  EXPECT_FALSE(watcher_->wait(kNone)->process_ended);
  ::waitpid(child, nullptr, 0);
  watcher_->watch_processes({child});  // gone: no harm
}

// More changes than the kernel's queue holds: the loss is told.
TEST_F(ChangeWatcherTest, TellsOfAnOverflow) {
  std::ifstream limit("/proc/sys/fs/inotify/max_queued_events");
  int most = 0;
  if (!(limit >> most) || most > 40'000) GTEST_SKIP() << "the queue is too long to be filled";
  ASSERT_TRUE(watcher_->add(dir_.path()));
  const std::string name = dir_.path("f");
  for (int i = 0; i <= most / 2 + 8; ++i) {
    write(name, "");
    std::filesystem::remove(name);
  }
  bool lost = false;
  for (int i = 0; i < 1000 && !lost; ++i) {
    auto batch = watcher_->wait(kNone);
    ASSERT_TRUE(batch);
    lost = batch->lost;
  }
  EXPECT_TRUE(lost);
}

TEST(PollingWatcher, SaysAtFixedTimesThatAnythingMayHaveChanged) {
  auto watcher = make_polling_watcher(milliseconds(300));  // a busy machine may take its time
  EXPECT_TRUE(watcher->add("/nowhere"));
  EXPECT_FALSE(watcher->wait(kNone)->lost);
  EXPECT_TRUE(watcher->wait(std::nullopt)->lost);
  EXPECT_FALSE(watcher->wait(kNone)->lost);
  EXPECT_TRUE(watcher->wait(kLong)->lost);
}

TEST(PollingWatcher, AnInterruptEndsTheWait) {
  auto watcher = make_polling_watcher(kLong);
  watcher->interrupt();
  EXPECT_FALSE(watcher->wait(std::nullopt)->lost);
  std::thread other([&] { watcher->interrupt(); });
  EXPECT_FALSE(watcher->wait(std::nullopt)->lost);
  other.join();
}

TEST(LinuxWatcher, KnowsWhereItHearsEverything) {
  auto watcher = make_change_watcher();
  if (!watcher) GTEST_SKIP() << watcher.error().message;
  EXPECT_FALSE((*watcher)->hears_all("/proc")) << "made by a program, here the kernel";
  EXPECT_FALSE((*watcher)->hears_all("/there/is/no/such/folder"));
  std::string type;
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line; std::getline(mounts, line);) {
    if (line.find(" /dev/shm tmpfs ") != line.npos) type = "tmpfs";
  }
  if (type.empty()) GTEST_SKIP() << "/dev/shm is no tmpfs here";
  EXPECT_TRUE((*watcher)->hears_all("/dev/shm"));
}

}  // namespace
}  // namespace clew
