// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const int threads : {-3, 0, 1, 2, 7}) {
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(1000, threads, [&](int64_t i, int) { ++calls[static_cast<size_t>(i)]; });
    for (const auto& count : calls) ASSERT_EQ(count, 1) << threads << " threads";
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 4, [](int64_t, int) { FAIL(); });
  parallel_for(-1, 4, [](int64_t, int) { FAIL(); });
}

TEST(ParallelFor, NeverUsesAWorkerTwiceAtATime) {
  std::vector<std::atomic<int>> busy(4);
  std::atomic<bool> clash{false};
  parallel_for(10'000, 4, [&](int64_t, int worker) {
    if (++busy[static_cast<size_t>(worker)] != 1) clash = true;
    --busy[static_cast<size_t>(worker)];
  });
  EXPECT_FALSE(clash);
}

TEST(ParallelFor, BeginsInOrderOnOneThread) {
  std::vector<int64_t> order;
  parallel_for(5, 1, [&](int64_t i, int) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<int64_t>{0, 1, 2, 3, 4}));
}

TEST(ParallelFor, StopsWhenAsked) {
  std::atomic<int> calls{0};
  StopSignal signal;
  signal.watch([&] { return calls >= 10; });
  parallel_for(
      1'000'000, 2, [&](int64_t, int) { ++calls; }, signal);
  EXPECT_GE(calls, 10);
  EXPECT_LT(calls, 1'000'000);
}

TEST(DefaultThreads, IsAtLeastOne) { EXPECT_GE(default_threads(), 1); }

TEST(LargeFirst, LeavesThoseOfAboutTheSameSizeInTheirOrder) {
  const std::vector<int64_t> sizes = {10, 9 << 20, 0, 40 << 20, 10 << 20, 100'000};
  const auto order = large_first(sizes.size(), [&](std::size_t i) { return sizes[i]; });
  EXPECT_EQ(order, (std::vector<std::size_t>{3, 1, 4, 0, 2, 5}));
}

}  // namespace
}  // namespace clew
