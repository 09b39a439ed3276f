// SPDX-License-Identifier: MIT
//
// The tools that a model gets: all read-only, all bounded. docs/protocols.md describes them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "json/value.h"
#include "serve/mcp_answers.h"
#include "serve/operation_call.h"

namespace clew {

// No answer of a tool is larger, in bytes of JSON. What does not fit comes with the next cursor.
inline constexpr std::size_t kLargestToolAnswer = std::size_t{96} << 10;

struct ToolInput {
  Engine& engine;
  json::Value arguments;
  CallOptions options = {};

  std::string_view text(std::string_view name) const { return arguments[name].string_or(""); }
  // Within 1 and `most`.
  std::int64_t limit(std::int64_t fallback, std::int64_t most) const;
};

// How a tool is run, and the JSON Schema of what it gives: a JSON object. Both are made from a
// function that gives a described value (mcp_answers.h).
struct McpToolHandler {
  Result<std::string> (*run)(const ToolInput&);
  std::string (*output_schema)();
};

struct McpTool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input_schema;  // JSON
  McpToolHandler handler;
};

std::span<const McpTool> mcp_tools();
const McpTool* find_mcp_tool(std::string_view name);

// Whether the arguments have the names and types that the schema's properties say, and all that are
// required.
Result<void> check_tool_arguments(const McpTool& tool, json::Value arguments);

// The handlers (mcp_session_tools.cc, mcp_search_tools.cc).
Result<McpSessionPage> tool_list_sessions(const ToolInput& input);
Result<McpOverview> tool_get_session(const ToolInput& input);
Result<McpMessagePage> tool_read_messages(const ToolInput& input);
Result<McpHits> tool_search_sessions(const ToolInput& input);
Result<McpHits> tool_search_content(const ToolInput& input);
Result<McpUsage> tool_usage_summary(const ToolInput& input);
Result<McpFileHistory> tool_file_history(const ToolInput& input);

}  // namespace clew
