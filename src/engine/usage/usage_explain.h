// SPDX-License-Identifier: MIT
//
// The proof of what a session or a message cost: the lines that were read, which figure of which
// line counts, the price, and what other ways of counting would have given.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/usage/usage_view.h"

namespace clew {

// The names of Tokens::kAll.
inline constexpr std::array<std::string_view, 8> kTokenFields = {
    "input",        "output",       "cacheRead",   "cacheWrite",
    "cacheWrite5m", "cacheWrite1h", "webSearches", "thinking"};

struct ExplainedLine {
  FileId file = 0;  // into the ledger's files
  std::int64_t offset = 0;
  TimeMs time = kNoTime;
  std::string message_id;
  std::string request_id;
  std::string uuid;
  Tokens tokens;
  NanoUsd reported = kNotReported;
  std::uint32_t flags = 0;
  bool sidechain = false;
  std::array<bool, 8> counts{};  // by field: the response has its value from here
};

struct ExplainedResponse {
  std::size_t response = 0;          // into the ledger
  bool is_counted = true;            // false: another session owns it, it is only repeated here
  std::vector<ExplainedLine> lines;  // the owner's file first, then the others, each in order
};

// Another way of counting the same lines.
struct OtherRule {
  std::string_view name;
  std::string_view description;
  TokenSums tokens;
  NanoUsd cost = 0;
};

struct UsageExplanation {
  UsageLedger source;
  std::string target;                        // as asked for
  std::vector<ExplainedResponse> responses;  // by time
  Tally total;                               // of those that count here
  std::vector<OtherRule> others;
  NanoUsd reported_total = kNotReported;  // what the CLI says the session cost
};

// Takes the parameters of the operation `usage` with kind `explain`: the target is a session, a
// message.id, a requestId or the uuid of a line.
Result<std::unique_ptr<UsageExplanation>> explain_usage(Engine& engine, const Arguments& arguments);

}  // namespace clew
