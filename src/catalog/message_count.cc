// SPDX-License-Identifier: MIT
#include "catalog/message_count.h"

#include <optional>
#include <string_view>

#include "catalog/line_ends.h"
#include "jsonl/line_reader.h"
#include "jsonl/line_stream.h"

namespace clew {

bool is_message(const json::Value& line) {
  const std::string_view type = line["type"].string_or("");
  return (type == "user" || type == "assistant") && !line["isMeta"].bool_or(false);
}

Result<std::int64_t> count_messages(const RandomAccessFile& file, json::Parser& parser) {
  LineReader lines(file, {.block_size = 128 << 10, .max_line = kGiantLine});
  std::int64_t count = 0;
  for (;;) {
    auto line = lines.next();
    if (!line) return line.error();
    if (!*line) return count;
    std::string giant;
    const std::string_view text = text_of(file, **line, giant);
    std::optional<bool> message = peek_message(text);
    if (!message) {
      const auto value = parser.parse(text);
      message = value && is_message(*value);
    }
    if (*message) ++count;
  }
}

Result<std::int64_t> count_messages(const FileSystem& files, const std::string& path,
                                    json::Parser& parser) {
  auto file = files.open(path);
  if (!file) return file.error();
  return count_messages(**file, parser);
}

}  // namespace clew
