// SPDX-License-Identifier: MIT
//
// Lines that are too large to be held: read in pieces, or made small.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/condensed.h"
#include "json/stream_reader.h"
#include "jsonl/line_reader.h"
#include "os/file_system.h"

namespace clew {

// Lines beyond this are giants: nobody holds them as a whole. A parsed line can take 14 times its
// size in memory. Of the lines of real sessions 1 in 1,000 has more than 98 KB, and the largest
// seen, a file that was read into the context twice, had 95 MB.
inline constexpr std::int64_t kGiantLine = std::int64_t{8} << 20;

// Tells `handler` what is in the line at this place (Line::offset and length), reading a block at a
// time. kNotFound when the file has become too short for it, kCorrupt when it is no JSON.
Result<void> stream_line(const RandomAccessFile& file, std::int64_t offset, std::int64_t length,
                         json::StreamHandler& handler, json::Repairs* repairs = nullptr);

// A giant in little: the same JSON with its long texts cut, see json::Condenser.
struct CondensedLine {
  std::string text;            // with kLinePadding bytes of capacity behind it
  std::int64_t cut_texts = 0;  // how many are cut
  std::int64_t left_out = 0;   // members and elements that are missing
  json::Repairs repairs;
};
Result<CondensedLine> condense_line(const RandomAccessFile& file, std::int64_t offset,
                                    std::int64_t length, json::CondenseLimits limits = {});

// The text of a line that a reader with this cap returned; of a giant, which has none, what is
// condensed of it into `giant`, or nothing when it is no JSON or has gone.
std::string_view text_of(const RandomAccessFile& file, const Line& line, std::string& giant);

}  // namespace clew
