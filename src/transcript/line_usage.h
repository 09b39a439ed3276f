// SPDX-License-Identifier: MIT
//
// What one line of a transcript tells the ledger.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "base/time.h"
#include "json/value.h"
#include "transcript/line_fields.h"
#include "transcript/usage_fields.h"

namespace clew {

inline constexpr NanoUsd kNotReported = -1;

struct CalledTool {
  std::string_view id;
  std::string_view name;
};

// One API response as one line reports it. The texts are views of the line and live as long as the
// reader keeps it: until its next read().
struct UsageRecord {
  std::string_view message_id;
  std::string_view request_id;
  std::string_view uuid;
  std::string_view session;
  std::string_view agent;
  std::string_view model;
  TimeMs time = 0;  // kNoTime when it has none
  Tokens tokens;
  std::uint32_t flags = 0;
  NanoUsd reported = kNotReported;  // costUSD, which CLIs before 1.0.20 or so wrote
  int call = 0;                     // ResponseIds::call
  bool sidechain = false;
  bool copy = false;  // says itself that it was copied from another session (forkedFrom)
};

// What the CLI itself says a session has cost so far: `total_cost_usd` of a result line of a
// recorded stream, `totalCostUSD` of a cost-state line. Both grow, so the greatest is the last.
struct ReportedTotal {
  std::string_view session;
  NanoUsd cost = kNotReported;
};

// A number that cannot be: it was left out.
struct FigureFinding {
  std::string_view field;  // "usage.input_tokens"
  std::string value;       // as written
};

struct LineUsage {
  std::vector<UsageRecord> records;  // mostly one; two when an advisor was asked
  std::vector<CalledTool> tools;     // of the first record, if asked for
  ReportedTotal total;
  std::vector<FigureFinding> findings;
  bool free = false;    // a line of the CLI's own making (<synthetic>, API error): costs nothing
  bool broken = false;  // the line could not be read
};

// Reads lines that may_hold_usage(). Counted are lines of type assistant with their usage (in the
// message, in old files beside it), and progress lines, which hold such a line of a subagent whole.
// Usage that tools report of their own work (toolUseResult) is that of those very subagents and not
// counted.
class LineUsageReader {
 public:
  enum class Tools : std::uint8_t { kLeaveOut, kInclude };
  explicit LineUsageReader(Tools tools = Tools::kLeaveOut)
      : with_tools_(tools == Tools::kInclude) {}

  // `text` must be followed by json::kPadding readable bytes, as Line::text is. The answer is valid
  // until the next call.
  const LineUsage& read(std::string_view text);
  // A line that somebody else has walked; the answer's texts then live as long as theirs.
  const LineUsage& read(const LineFields& line);

 private:
  void clear();
  void read_response(const LineFields& line, UsageRecord record);
  void read_progress(const LineFields& outer);
  void read_advisors(json::Value iterations);
  void read_content(json::Value content);
  json::Value read_usage(json::Value usage, UsageRecord& record);
  void read_cost(const LineFields& line, Field field, NanoUsd& into);

  bool with_tools_;
  json::Parser parser_;
  LineUsage found_;
};

}  // namespace clew
