// SPDX-License-Identifier: MIT

#include "engine/read/session_cache.h"

#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kLine = "{\"type\":\"user\",\"uuid\":\"aaaa\",\"parentUuid\":null}\n";

TEST(SessionCache, LendsTheSameSessionAgain) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache;
  const Session* first = cache.open(files, "/s.jsonl")->get();
  EXPECT_EQ(cache.open(files, "/s.jsonl")->get(), first);
}

TEST(SessionCache, AllWhoUseASessionAtOnceUseTheSame) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache({.lines = 0});  // keeps nothing that nobody uses
  const auto one = cache.open(files, "/s.jsonl");
  const auto other = cache.open(files, "/s.jsonl");
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->get(), other->get());
}

// A file system in which opening a file takes until it is let.
class SlowFiles : public MemoryFileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    ++opened;
    let.wait();
    return MemoryFileSystem::open(path);
  }
  mutable std::atomic<int> opened = 0;
  mutable std::latch let{1};
};

TEST(SessionCache, WhoAsksForASessionThatIsBeingReadWaitsForIt) {
  SlowFiles files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache;
  std::array<SharedSession, 4> got;
  {
    std::vector<std::jthread> threads;
    for (SharedSession& mine : got) {
      threads.emplace_back([&] { mine = *cache.open(files, "/s.jsonl"); });
    }
    while (files.opened == 0) std::this_thread::yield();
    files.let.count_down();
  }
  EXPECT_EQ(files.opened, 1);
  for (const SharedSession& one : got) EXPECT_EQ(one, got.front());
}

TEST(SessionCache, WhoNoLongerWantsItDoesNotWait) {
  SlowFiles files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache;
  const std::jthread reader([&] { EXPECT_TRUE(cache.open(files, "/s.jsonl")); });
  while (files.opened == 0) std::this_thread::yield();
  std::atomic<int> asked = 0;
  StopSignal stop;
  stop.watch([&] { return ++asked > 2; });
  const auto waited = cache.open(files, "/s.jsonl", &stop);
  EXPECT_EQ(waited.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(files.opened, 1);
  files.let.count_down();
}

TEST(SessionCache, WhenTheReaderGivesUpTheNextOneReads) {
  SlowFiles files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache;
  StopSignal stop;
  std::atomic<bool> gone = false;
  stop.watch([&] { return gone.load(); });
  const std::jthread reader([&] { EXPECT_FALSE(cache.open(files, "/s.jsonl", &stop)); });
  while (files.opened == 0) std::this_thread::yield();
  SharedSession mine;
  std::jthread next([&] { mine = *cache.open(files, "/s.jsonl"); });
  gone = true;
  files.let.count_down();
  next.join();
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->transcript().count(), 1);
}

TEST(SessionCache, ReadsAChangedFileAgain) {
  const TestDir dir;
  RealFileSystem files;
  const std::string path = dir.path("s.jsonl");
  ASSERT_TRUE(files.write_file_atomic(path, kLine));
  SessionCache cache;
  EXPECT_EQ((*cache.open(files, path))->transcript().count(), 1);
  ASSERT_TRUE(files.append(PathBelow(dir.path()) / "s.jsonl", kLine, AppendAt::kEnd));
  EXPECT_EQ((*cache.open(files, path))->transcript().count(), 2);
  ASSERT_TRUE(files.write_file_atomic(path, kLine));
  EXPECT_EQ((*cache.open(files, path))->transcript().count(), 1);
}

TEST(SessionCache, AFileThatIsGoneIsAnErrorAlthoughItWasHere) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", kLine);
  SessionCache cache;
  EXPECT_TRUE(cache.open(files, "/s.jsonl"));
  ASSERT_TRUE(files.remove("/s.jsonl"));
  EXPECT_FALSE(cache.open(files, "/s.jsonl"));
}

TEST(SessionCache, ForgetsWhatWasNotUsedForLongest) {
  MemoryFileSystem files;
  for (const char* name : {"/a.jsonl", "/b.jsonl", "/c.jsonl"}) files.add_file(name, kLine);
  SessionCache cache({.sessions = 2});
  const Session* a = cache.open(files, "/a.jsonl")->get();
  const Session* b = cache.open(files, "/b.jsonl")->get();
  EXPECT_EQ(cache.open(files, "/a.jsonl")->get(), a);
  (void)cache.open(files, "/c.jsonl");  // b goes
  const auto held = cache.open(files, "/a.jsonl");
  EXPECT_EQ(held->get(), a);
  (void)b;
}

TEST(SessionCache, KeepsNothingThatIsLargerThanItsLimit) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", std::string(kLine) + kLine + kLine);
  SessionCache cache({.lines = 2});
  auto first = cache.open(files, "/s.jsonl");
  ASSERT_TRUE(first);
  (*first)->messages();
  const std::weak_ptr<const Session> watched = *first;
  first->reset();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ((*cache.open(files, "/s.jsonl"))->transcript().count(), 3);
}

TEST(SessionCache, ASessionMayOutliveIt) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", kLine);
  auto cache = std::make_unique<SessionCache>();
  auto lease = cache->open(files, "/s.jsonl");
  cache.reset();
  EXPECT_EQ((*lease)->transcript().count(), 1);
}

TEST(SessionCache, ServesManyThreads) {
  MemoryFileSystem files;
  for (int i = 0; i < 4; ++i) files.add_file("/" + std::to_string(i) + ".jsonl", kLine);
  SessionCache cache({.sessions = 2});
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        const auto session = cache.open(files, "/" + std::to_string(i % 4) + ".jsonl");
        ASSERT_TRUE(session);
        ASSERT_EQ((*session)->messages().size(), 1);
      }
    });
  }
}

}  // namespace
}  // namespace clew
