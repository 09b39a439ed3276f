// SPDX-License-Identifier: MIT
//
// The tools that a model gets: all read-only, all bounded. docs/protocols.md describes them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "json/value.h"
#include "serve/call/operation_call.h"
#include "serve/mcp/mcp_answers.h"
#include "serve/mcp/mcp_inputs.h"

namespace clew {

// Where a tool works.
struct ToolContext {
  Engine& engine;
  CallOptions options = {};
  // Where the client works, the first that is a project counts: what tools look at unless they are
  // asked for other projects.
  std::vector<std::string> folders = {};
};

// How a tool is run, and the JSON Schema of what it takes. Both are made from a function from a
// described value (mcp_inputs.h) to another (mcp_answers.h).
//
// There is no schema of what it gives: clients show a model the structured form of a tool that has
// one, in place of the text, and the fence is around the text.
struct McpToolHandler {
  // Checks the arguments, too.
  Result<std::string> (*run)(const ToolContext&, json::Value arguments);
  std::string (*input_schema)();
};

struct McpTool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  // What Claude Code, which shows a model only the names of most tools, finds this one by; empty:
  // it is shown whole from the beginning.
  std::string_view search_hint;
  McpToolHandler handler;
};

std::span<const McpTool> mcp_tools();
const McpTool* find_mcp_tool(std::string_view name);

// The handlers (mcp_*_tool.cc, mcp_*_tools.cc).
Result<McpSessionPage> tool_list_sessions(const ToolContext& context,
                                          const ListSessionsInput& input);
Result<McpOverview> tool_get_session(const ToolContext& context, const GetSessionInput& input);
Result<McpOutcome> tool_session_outcome(const ToolContext& context,
                                        const SessionOutcomeInput& input);
Result<McpExport> tool_export_session(const ToolContext& context, const ExportSessionInput& input);
Result<McpMessagePage> tool_read_messages(const ToolContext& context,
                                          const ReadMessagesInput& input);
Result<McpRecall> tool_recall(const ToolContext& context, const RecallInput& input);
Result<McpHits> tool_search_sessions(const ToolContext& context, const SearchSessionsInput& input);
Result<McpHits> tool_search_content(const ToolContext& context, const SearchContentInput& input);
Result<McpUsage> tool_usage_summary(const ToolContext& context, const UsageSummaryInput& input);
Result<McpFileHistory> tool_file_history(const ToolContext& context, const FileHistoryInput& input);

}  // namespace clew
