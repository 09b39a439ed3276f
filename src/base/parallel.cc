// SPDX-License-Identifier: MIT
#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>
#include <system_error>
#include <thread>
#include <vector>

namespace clew {

int default_threads() {
  // Asking reads a file each time.
  static const int kThreads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
  return kThreads;
}

int threads_for(int64_t work, int64_t per_thread, int64_t most) {
  return static_cast<int>(std::clamp<int64_t>(work / per_thread, 1, std::max<int64_t>(most, 1)));
}

void parallel_for(int64_t count, int threads, const std::function<void(int64_t, int)>& body,
                  StopToken stop) {
  std::atomic<int64_t> next{0};
  const auto work = [&](int worker) {
    while (!stop.is_stopped()) {
      const int64_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= count) return;
      body(index, worker);
    }
  };
  const auto helpers = static_cast<int>(std::min<int64_t>(std::max(threads, 1), count)) - 1;
  std::vector<std::jthread> started;  // joined at the end of this function
  for (int worker = 1; worker <= helpers; ++worker) {
    try {
      started.emplace_back(work, worker);
    } catch (const std::system_error&) {
      break;  // no more threads to be had
    }
  }
  work(0);
}

std::vector<std::size_t> large_first(std::size_t count,
                                     const std::function<int64_t(std::size_t)>& size_of) {
  constexpr int64_t kSmall = int64_t{4} << 20;
  std::vector<int> classes(count);
  for (std::size_t i = 0; i < count; ++i) {
    classes[i] =
        static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max(size_of(i), kSmall))));
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return classes[a] > classes[b]; });
  return order;
}

}  // namespace clew
