// SPDX-License-Identifier: MIT
#include "mirror/batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

Error bad_line(std::size_t number, std::string_view why) {
  return {ErrorCode::kInvalid,
          fmt::format("line {} of the batch {}; nothing of it was stored", number, why)};
}

// What follows the line may be read by the parser: the next lines, and for the last one nothing is
// promised.
Result<json::Value> parse_line(json::Parser& parser, std::string_view text, std::size_t behind) {
  return behind >= json::kPadding ? parser.parse(text) : parser.parse_copy(text);
}

}  // namespace

std::optional<LineId> line_id(json::Value line) {
  const json::Value uuid = line[name_of(Field::kUuid)];
  if (!uuid.is_string()) return std::nullopt;
  const std::string_view text = uuid.string_or("");
  if (text.empty()) return std::nullopt;
  return LineId{hash_bytes_128(text)};
}

Result<Batch> read_batch(std::string_view body, std::string_view key, std::size_t padding) {
  Batch batch;
  const bool printable =
      std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!printable || key.size() > kLongestBatchKey) {
    return Error{
        ErrorCode::kInvalid,
        fmt::format("the key of the batch must be at most {} printable characters of ASCII",
                    kLongestBatchKey)};
  }
  batch.body = body;
  batch.key = key;
  batch.sum = hash_bytes_128(body);
  json::Parser parser;
  std::size_t number = 0;
  for (std::string_view rest = body; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    if (trim(text).empty()) continue;
    if (text.ends_with('\r')) text.remove_suffix(1);
    const auto behind = static_cast<std::size_t>(body.end() - text.end()) + padding;
    const auto line = parse_line(parser, text, behind);
    if (!line) return bad_line(number, "is not JSON: " + line.error().message);
    if (!line->is_object()) return bad_line(number, "is no object");
    if (parser.repairs().invalid_utf8) return bad_line(number, "is not UTF-8");
    batch.lines.push_back({text, line_id(*line)});
  }
  return batch;
}

}  // namespace clew
