// SPDX-License-Identifier: MIT

#include "engine/call/json_pieces.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "base/parallel.h"

namespace clew {

Result<bool> send_in_batches(std::size_t count,
                             const std::function<Result<std::string>(std::size_t)>& make,
                             const Sink& sink, StopToken stop) {
  constexpr std::size_t kBatchesPerThread = 4;  // held at a time
  const int threads = default_threads();
  const std::size_t window = static_cast<std::size_t>(threads) * kBatchesPerThread;
  bool first = true;
  for (std::size_t start = 0; start < count; start += window) {
    const std::size_t some = std::min(window, count - start);
    std::vector<std::optional<Result<std::string>>> texts(some);
    parallel_for(
        static_cast<std::int64_t>(some), threads,
        [&](std::int64_t i, int) {
          const auto at = static_cast<std::size_t>(i);
          texts[at] = make(start + at);
        },
        stop);
    for (auto& text : texts) {
      if (!text) return stopped_error();
      if (!*text) return text->error();
      std::string_view elements = **text;
      elements.remove_suffix(1);
      if (first) {
        elements.remove_prefix(1);
      } else {
        (*text)->front() = ',';  // where the array began
      }
      if (!sink(elements)) return false;
      first = false;
    }
  }
  return true;
}

}  // namespace clew
