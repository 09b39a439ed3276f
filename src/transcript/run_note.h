// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "transcript/line_fields.h"

namespace clew {

// What a running claude says of itself: with what it began (system/init), or how a turn ended
// (result). Streams have these lines, and files that a stream was written into. What is not said
// is empty, or negative.
struct RunNote {
  bool is_end = false;  // a result
  // of the beginning
  std::string model;
  std::string cwd;
  std::string permission_mode;
  std::string version;
  std::int64_t tools = -1;
  std::int64_t mcp_servers = -1;
  // of the end
  std::string outcome;  // "success", "error_max_turns", ...
  bool failed = false;
  std::int64_t turns = -1;
  std::int64_t duration_ms = -1;
  std::int64_t api_ms = -1;
  std::string cost_usd;  // digits as they were written
  std::string error;     // what went wrong
};

RunNote run_note(const LineFields& line, bool is_end);

// In a sentence: "started with claude-opus-4-5 in /home/mara/bakery, 1 tool".
std::string text_of(const RunNote& note);

}  // namespace clew
