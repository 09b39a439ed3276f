// SPDX-License-Identifier: MIT
//
// What both readers share: the way from the bytes between two line ends to the text of a line.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "jsonl/line_reader.h"
#include "os/file_system.h"

namespace clew {

// LineOptions with values that the readers can calculate with.
LineOptions sane(LineOptions options);

// `raw` lies between two line ends at this offset of the file. The number is left to the caller.
Line make_line(std::string_view raw, int64_t offset, bool terminated);

bool is_blank_line(std::string_view text);

const char* last_newline(const char* data, size_t size);  // null: there is none

// The same line as make_line gives, but of bytes [begin, end) in the file that are too long to be
// held: looks at the two ends only and leaves the text empty.
Result<Line> make_long_line(const RandomAccessFile& file, int64_t begin, int64_t end,
                            bool terminated);

// Whether bytes between line ends exceed the limit. The "\r" of a "\r\n" belongs to the line end.
inline bool is_too_long(std::string_view raw, bool terminated, int64_t max_line) {
  const auto size = static_cast<int64_t>(raw.size());
  return size > max_line && !(size == max_line + 1 && terminated && raw.back() == '\r');
}

}  // namespace clew
