// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "transcript/transcript.h"

namespace clew {

struct ToolMetrics {
  std::int64_t calls = 0;
  std::int64_t failed = 0;
};

struct ModelMetrics {
  std::int64_t responses = 0;
  TokenSums tokens;
};

// Figures of one thread: the main conversation, or all subagents together.
struct ThreadMetrics {
  // What a person did. For subagents `typed` counts the tasks they were given.
  std::int64_t typed = 0;
  std::int64_t queued = 0;
  std::int64_t commands = 0;
  std::int64_t shell = 0;
  std::int64_t interruptions = 0;
  // Prompts (typed or command) that the model answered before the next one.
  std::int64_t turns = 0;

  // What the model did.
  std::int64_t answers = 0;     // assistant messages, by message.id
  std::int64_t thinking = 0;    // blocks
  std::int64_t tool_calls = 0;  // by id
  std::int64_t tool_results = 0;
  std::int64_t failed_tools = 0;  // calls whose first result is an error

  std::int64_t images = 0;  // of prompts and answers; those inside tool results are not counted
  std::int64_t compactions = 0;
  std::int64_t api_errors = 0;   // answers that are an error message
  std::int64_t api_retries = 0;  // system/api_error lines

  TokenSums tokens;
  std::map<std::string, ToolMetrics> tools;  // by name, "unknown" without one
  std::map<std::string, ModelMetrics> models;
};

// The figures of a session.
struct Metrics {
  TimeMs first_time = kNoTime;
  TimeMs last_time = kNoTime;
  std::int64_t wall_ms = 0;
  // The gaps between neighbouring times of the main thread, each counted up to kIdleMs: a pause
  // that is longer counts as that much and no more.
  std::int64_t active_ms = 0;
  ThreadMetrics main;
  ThreadMetrics subagents;  // lines with isSidechain

  static constexpr std::int64_t kIdleMs = std::int64_t{5} * 60 * 1000;
};

// Figures of all lines, or of some. Every line of a response repeats its usage, so tokens are
// counted once per API response: per (message.id, requestId), without a requestId per message.id,
// without both per line; of each field the greatest value. What the CLI made up itself (model
// <synthetic>, API errors) is no response. A line that is there twice (one uuid) counts once.
Metrics measure(const Transcript& transcript);
Metrics measure(const Transcript& transcript, std::span<const EntryIndex> entries);

}  // namespace clew
