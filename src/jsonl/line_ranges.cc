// SPDX-License-Identifier: MIT
#include "jsonl/line_ranges.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "jsonl/line_reader.h"

namespace clew {

Result<std::string> read_line_at(const RandomAccessFile& file, int64_t offset, int64_t length) {
  if (offset < 0 || length < 0) {
    return Error{ErrorCode::kInvalid, "a line cannot have a negative place or length"};
  }
  auto info = file.info();
  if (!info) return info.error();
  const Error too_short{
      ErrorCode::kNotFound,
      "the file has changed: it ends before the line at byte " + std::to_string(offset)};
  // Asked before memory is taken: the numbers may come from a damaged index.
  if (offset > info->size || length > info->size - offset) return too_short;

  const auto size = static_cast<size_t>(length);
  std::string text;
  text.resize(size + kLinePadding);
  for (size_t done = 0; done < size;) {
    auto count = file.read_at(offset + static_cast<int64_t>(done),
                              std::span(text.data() + done, size - done));
    if (!count) return count.error();
    if (*count == 0) return too_short;
    done += *count;
  }
  text.resize(size);
  return text;
}

Result<std::vector<std::pair<int64_t, int64_t>>> split_at_lines(const RandomAccessFile& file,
                                                                int parts) {
  constexpr int64_t kBlock = 1 << 16;
  auto info = file.info();
  if (!info) return info.error();
  const int64_t size = info->size;
  const int64_t share = size / std::max(parts, 1) + 1;
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);

  // Each range ends with the first line that ends a share or more after the range's start, so no
  // byte is searched twice, whatever the lengths of lines.
  std::vector<std::pair<int64_t, int64_t>> ranges;
  int64_t cut = 0;
  while (cut < size) {
    int64_t end = size;
    int64_t look = std::min(cut + share, size) - 1;
    while (look < size) {
      const auto want = static_cast<size_t>(std::min(kBlock, size - look));
      auto count = file.read_at(look, std::span(block.get(), want));
      if (!count) return count.error();
      if (*count == 0) break;  // shorter by now; the reader of the last range will see
      const size_t newline = std::string_view(block.get(), *count).find('\n');
      if (newline != std::string_view::npos) {
        end = look + static_cast<int64_t>(newline) + 1;
        break;
      }
      look += static_cast<int64_t>(*count);
    }
    ranges.emplace_back(cut, end);
    cut = end;
  }
  return ranges;
}

}  // namespace clew
