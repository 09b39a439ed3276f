// SPDX-License-Identifier: MIT
#include "jsonl/line_stream.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace clew {

Result<void> stream_line(const RandomAccessFile& file, int64_t offset, int64_t length,
                         json::StreamHandler& handler) {
  constexpr int64_t kBlock = 256 << 10;
  const auto block = std::make_unique_for_overwrite<char[]>(static_cast<size_t>(kBlock));
  json::StreamReader reader(handler);
  for (const int64_t end = offset + length; offset < end;) {
    const auto want = static_cast<size_t>(std::min(kBlock, end - offset));
    const auto count = file.read_at(offset, std::span(block.get(), want));
    if (!count) return count.error();
    if (*count == 0) {
      return Error{ErrorCode::kNotFound, "the file has changed: it ends at byte " +
                                             std::to_string(offset) + ", inside a line"};
    }
    if (auto fed = reader.feed(std::string_view(block.get(), *count)); !fed) return fed;
    offset += static_cast<int64_t>(*count);
  }
  return reader.finish();
}

}  // namespace clew
