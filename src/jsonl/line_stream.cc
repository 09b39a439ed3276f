// SPDX-License-Identifier: MIT
#include "jsonl/line_stream.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace clew {

Result<void> stream_line(const RandomAccessFile& file, std::int64_t offset, std::int64_t length,
                         json::StreamHandler& handler, json::Repairs* repairs) {
  constexpr std::int64_t kBlock = 1 << 18;
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  json::StreamReader reader(handler);
  for (std::int64_t done = 0; done < length;) {
    const auto want = static_cast<std::size_t>(std::min(kBlock, length - done));
    auto count = file.read_at(offset + done, std::span(block.get(), want));
    if (!count) return count.error();
    if (*count == 0) {
      return Error{ErrorCode::kNotFound, "the file has changed: it ends before the line at byte " +
                                             std::to_string(offset)};
    }
    if (auto fed = reader.feed({block.get(), *count}); !fed) return fed.error();
    done += static_cast<std::int64_t>(*count);
  }
  if (repairs != nullptr) *repairs = reader.repairs();
  return reader.finish();
}

Result<CondensedLine> condense_line(const RandomAccessFile& file, std::int64_t offset,
                                    std::int64_t length, json::CondenseLimits limits) {
  static_assert(json::kPadding >= kLinePadding);
  CondensedLine line;
  json::Condenser condenser(limits);
  auto read = stream_line(file, offset, length, condenser, &line.repairs);
  if (!read) return read.error();
  line.cut_texts = condenser.cut_texts();
  line.left_out = condenser.left_out();
  line.text = condenser.take();
  return line;
}

std::string_view text_of(const RandomAccessFile& file, const Line& line, std::string& giant) {
  if (!line.too_long) return line.text;
  auto condensed = condense_line(file, line.offset, line.length);
  giant = condensed ? std::move(condensed->text) : std::string();
  giant.reserve(giant.size() + kLinePadding);
  return giant;
}

}  // namespace clew
