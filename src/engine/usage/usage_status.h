// SPDX-License-Identifier: MIT
//
// The line below Claude Code's prompt: model, what the session and the day cost, how full the
// context is. Asked for several times a minute, so it has to be quick whatever the archive holds:
//   - all transcripts are looked at by name and time of change only;
//   - read are the files of the session and those changed today, and of these only what was
//   appended
//     since the last time: what was read before is kept in a small cache of our own;
//   - one call reads at most kStatusBudget new bytes, the session first. What is then missing is
//   read
//     the next time, and until then the amount is marked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/money.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

inline constexpr std::int64_t kStatusBudget = std::int64_t{16} << 20U;

struct StatusCost {
  NanoUsd amount = 0;
  bool complete = true;  // false: more is to be read, or something has no price
};

struct UsageStatus {
  std::string model;  // to be shown
  StatusCost session;
  StatusCost today;
  std::optional<std::int64_t> context_tokens;  // of the last request
  std::optional<std::int64_t> context_size;
  std::optional<double> context_percent;
  std::optional<double> five_hours;  // percent of the limits that Claude Code knows of
  std::optional<double> seven_days;
};

// Takes the parameters of the operation `statusline`; `status` is the JSON that Claude Code hands
// to its status line command.
Result<UsageStatus> usage_status(Engine& engine, const Arguments& arguments);

}  // namespace clew
