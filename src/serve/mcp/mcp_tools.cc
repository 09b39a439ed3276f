// SPDX-License-Identifier: MIT

#include "serve/mcp/mcp_tools.h"

#include "engine/call/shape_of.h"
#include "json/described_json.h"
#include "json/described_read.h"
#include "serve/call/result_schema.h"

namespace clew {
namespace {

template <class Input>
std::string schema_of() {
  ShapeCollector shapes;
  const std::string type = shapes.type_of<Input>();
  json::Writer out;
  write_inline_schema(out, type, shapes.shapes(), FurtherMembers::kRefused);
  return out.take();
}

// A tool made from a function of this type.
template <auto kTool, class Output, class Input>
constexpr McpToolHandler handler_of(Result<Output> (*)(const ToolContext&, const Input&)) {
  return {[](const ToolContext& context, json::Value arguments) -> Result<std::string> {
            auto input = json::read<Input>(arguments);
            if (!input) return input.error();
            auto answer = kTool(context, *input);
            if (!answer) return answer.error();
            return json::to_text(*answer);
          },
          [] { return schema_of<Input>(); }};
}
template <auto kTool>
constexpr McpToolHandler gives() {
  return handler_of<kTool>(kTool);
}

const McpTool kTools[] = {
    {.name = "recall",
     .title = "Recall earlier work",
     .description =
         "What earlier sessions found out about a question, in plain words: for each session the "
         "turns that are about it, with what was asked, the conclusion, the date, the branch "
         "(active or abandoned) and the command to resume. Start here.",
     .search_hint = "",
     .handler = gives<tool_recall>()},
    {.name = "search_sessions",
     .title = "Search sessions",
     .description =
         "Finds earlier work in recorded Claude Code sessions: all words must occur in one "
         "message. \"a phrase\", -without, one OR other and begin* work. Best hits first.",
     .search_hint = "find words in earlier Claude Code sessions",
     .handler = gives<tool_search_sessions>()},
    {.name = "list_sessions",
     .title = "List sessions",
     .description =
         "Lists recorded sessions, newest first, of the project you work in, of another or of all.",
     .search_hint = "list earlier sessions of this project",
     .handler = gives<tool_list_sessions>()},
    {.name = "get_session",
     .title = "Session overview",
     .description =
         "Says what one session is: title, folder, branch, models, counts, cost, first and last "
         "prompts, tools, files changed. Read this before reading messages.",
     .search_hint = "overview of an earlier session",
     .handler = gives<tool_get_session>()},
    {.name = "session_outcome",
     .title = "Session outcome",
     .description =
         "Says how one session ended and what it achieved: last answer, files changed with counts, "
         "commits, open todos, errors of the last turn. Read this to continue earlier work.",
     .search_hint = "how an earlier session ended: files, commits, open todos",
     .handler = gives<tool_session_outcome>()},
    {.name = "read_messages",
     .title = "Read messages",
     .description =
         "Reads messages of a session's active branch, oldest first, or around one of them. Long "
         "texts are cut; `around` with `from` reads one message whole, in pieces.",
     .search_hint = "read messages of an earlier session",
     .handler = gives<tool_read_messages>()},
    {.name = "export_session",
     .title = "Export a session",
     .description =
         "Gives a session in a form that others read (markdown, text, patch of its changes, csv, "
         "jsonl), piece by piece, with secrets hidden. For handing it on; to read it, use "
         "read_messages.",
     .search_hint = "export an earlier session as markdown, patch, csv or jsonl",
     .handler = gives<tool_export_session>()},
    {.name = "search_content",
     .title = "Search exact content",
     .description =
         "Finds exact characters or a regular expression in sessions, case included. Slower "
         "than search_sessions: it reads the files.",
     .search_hint = "grep earlier sessions for exact text or a regex",
     .handler = gives<tool_search_content>()},
    {.name = "usage_summary",
     .title = "Usage and cost",
     .description =
         "Tokens and list-price cost, by day, week, month, session, project, model or tool.",
     .search_hint = "tokens and cost by day, model, project or tool",
     .handler = gives<tool_usage_summary>()},
    {.name = "file_history",
     .title = "Sessions that touched a file",
     .description =
         "Which sessions read or changed a file, named by the end of its path, newest first.",
     .search_hint = "which sessions touched a file",
     .handler = gives<tool_file_history>()},
};

}  // namespace

std::span<const McpTool> mcp_tools() { return kTools; }

const McpTool* find_mcp_tool(std::string_view name) {
  for (const McpTool& tool : kTools) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

}  // namespace clew
