// SPDX-License-Identifier: MIT
#include "mirror/summary_note.h"

#include "json/value.h"
#include "json/writer.h"
#include "jsonl/line_reader.h"
#include "jsonl/line_stream.h"

namespace clew {

SummaryNote SummaryNote::decode(std::string_view text) {
  json::Parser parser;
  const auto note = parser.parse_copy(text);
  if (!note || !(*note)["data"].is_object()) return {};
  return {.summary = SessionSummary::read((*note)["data"]),
          .end = static_cast<std::uint64_t>((*note)["end"].int_or(0))};
}

std::string SummaryNote::encode() const {
  json::Writer out;
  out.begin_object().field("end", end).key("data");
  summary.write(out);
  out.end_object();
  return out.take();
}

bool SummaryNote::fold(const RandomAccessFile& transcript, std::uint64_t to) {
  LineReader lines(transcript, {.start = static_cast<std::int64_t>(end),
                                .end = static_cast<std::int64_t>(to),
                                .max_line = kGiantLine});
  json::Parser parser;
  std::string giant;
  for (;;) {
    const auto line = lines.next();
    if (!line) return false;
    if (!*line) break;
    const auto value = parser.parse(text_of(transcript, **line, giant));
    if (value) summary.take(LineFields(*value));
  }
  end = to;
  return true;
}

}  // namespace clew
