// SPDX-License-Identifier: MIT
#include "mirror/batch.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "jsonl/line_stream.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

Error bad_line(std::size_t number, std::string_view why) {
  return {ErrorCode::kInvalid,
          fmt::format("line {} of the batch {}; nothing of it was stored", number, why)};
}

// What one line is, whatever way it was read.
struct ReadLine {
  bool is_object = false;
  bool invalid_utf8 = false;
  std::optional<LineId> id{};
};

// A parsed giant would take several times its size.
Result<ReadLine> read_giant(std::string_view text) {
  LineIdFinder finder;
  json::StreamReader reader(finder);
  auto done = reader.feed(text);
  if (done) done = reader.finish();
  if (!done) return done.error();
  return ReadLine{finder.is_object(), reader.repairs().invalid_utf8, finder.id()};
}

// `behind`: bytes that follow the line and may be read by the parser: the next lines, and for the
// last one nothing is promised.
Result<ReadLine> read_line(json::Parser& parser, std::string_view text, std::size_t behind) {
  if (std::ssize(text) > kGiantLine) return read_giant(text);
  const auto line = behind >= json::kPadding ? parser.parse(text) : parser.parse_copy(text);
  if (!line) return line.error();
  return ReadLine{line->is_object(), parser.repairs().invalid_utf8, line_id(*line)};
}

std::optional<LineId> id_of(std::string_view uuid) {
  if (uuid.empty()) return std::nullopt;
  return LineId{hash_bytes_128(uuid)};
}

}  // namespace

std::optional<LineId> line_id(json::Value line) {
  const json::Value uuid = line[name_of(Field::kUuid)];
  if (!uuid.is_string()) return std::nullopt;
  return id_of(uuid.string_or(""));
}

std::optional<LineId> LineIdFinder::id() const { return id_of(uuid_); }

void LineIdFinder::on_begin(json::Kind kind) {
  if (depth_++ == 0) is_object_ = kind == json::Kind::kObject;
}

void LineIdFinder::on_end(json::Kind /*kind*/) {
  if (--depth_ == 1) end_value();
}

void LineIdFinder::on_key(std::string_view name) {
  if (depth_ == 1) is_uuid_ = !found_ && name == name_of(Field::kUuid);
}

void LineIdFinder::on_text(std::string_view piece, bool last) {
  if (depth_ != 1 || !is_object_) return;
  if (is_uuid_) uuid_.append(piece);
  if (last) end_value();
}

void LineIdFinder::on_scalar(json::Kind /*kind*/, std::string_view /*text*/) {
  if (depth_ == 1) end_value();
}

void LineIdFinder::end_value() {
  found_ = found_ || is_uuid_;
  is_uuid_ = false;
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
    const auto line = read_line(parser, text, behind);
    if (!line) return bad_line(number, "is not JSON: " + line.error().message);
    if (!line->is_object) return bad_line(number, "is no object");
    if (line->invalid_utf8) return bad_line(number, "is not UTF-8");
    batch.lines.push_back({text, line->id});
  }
  return batch;
}

}  // namespace clew
