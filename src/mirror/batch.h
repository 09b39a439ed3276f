// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "json/stream_reader.h"
#include "json/value.h"

namespace clew {

// By which a line is known again. Lines without one are always new.
struct LineId {
  Hash128 hash;

  friend bool operator==(const LineId& a, const LineId& b) {
    return a.hash.low == b.hash.low && a.hash.high == b.hash.high;
  }
};
struct LineIdHash {
  std::size_t operator()(const LineId& id) const { return id.hash.low; }
};
using LineIds = std::unordered_set<LineId, LineIdHash>;

// The uuid of a line, if it has one that is a text.
std::optional<LineId> line_id(json::Value line);

// The same of a line that is too large to be parsed as a whole (kGiantLine), from what a
// json::StreamReader finds in it.
class LineIdFinder : public json::StreamHandler {
 public:
  bool is_object() const { return is_object_; }
  std::optional<LineId> id() const;

  void on_begin(json::Kind kind) override;
  void on_end(json::Kind kind) override;
  void on_key(std::string_view name) override;
  void on_text(std::string_view piece, bool last) override;
  void on_scalar(json::Kind kind, std::string_view text) override;

 private:
  void end_value();

  std::size_t depth_ = 0;
  bool is_object_ = false;
  bool is_uuid_ = false;  // what comes next, or is being read
  bool found_ = false;    // the first member of the name counts
  std::string uuid_;
};

struct BatchLine {
  std::string_view text;  // as it came, without its end
  std::optional<LineId> id{};
};

// What one `append` brings: lines of JSON, each an object. Borrows the body.
struct Batch {
  std::string_view body;
  std::vector<BatchLine> lines;
  Hash128 sum;      // of the body
  std::string key;  // by which a batch that is sent again is known; empty: it is not
};

inline constexpr std::size_t kLongestBatchKey = 200;

// kInvalid names the line that is no JSON object, or not UTF-8; then nothing of the batch counts.
// Empty lines are passed over. `key`: printable ASCII. `padding`: so many bytes behind the body may
// be read; with json::kPadding of them no line is copied.
Result<Batch> read_batch(std::string_view body, std::string_view key, std::size_t padding = 0);

}  // namespace clew
