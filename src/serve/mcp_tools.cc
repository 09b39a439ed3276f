// SPDX-License-Identifier: MIT

#include "serve/mcp_tools.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine/shape_of.h"
#include "json/described_json.h"
#include "serve/result_schema.h"

namespace clew {
namespace {

#define SESSION_ID \
  R"("sessionId":{"type":"string","description":"id of the session, or at least 4 characters of its start"})"
#define CURSOR R"("cursor":{"type":"string","description":"nextCursor of the page before"})"
#define TIMES                                                                                   \
  R"("since":{"type":"string","description":"from this day or time on: 2026-01-31, 7d, 12h"},)" \
  R"("until":{"type":"string","description":"up to the end of this day, or before this time"})"

template <auto kTool>
using ToolAnswer = typename std::remove_cvref_t<decltype(*kTool(std::declval<const ToolInput&>()))>;

template <auto kTool>
constexpr McpToolHandler gives() {
  return {[](const ToolInput& input) -> Result<std::string> {
            auto answer = kTool(input);
            if (!answer) return answer.error();
            return json::to_text(*answer);
          },
          [] {
            ShapeCollector shapes;
            const std::string type = shapes.type_of<ToolAnswer<kTool>>();
            json::Writer out;
            write_inline_schema(out, type, shapes.shapes());
            return out.take();
          }};
}

const McpTool kTools[] = {
    {.name = "search_sessions",
     .title = "Search sessions",
     .description =
         "Finds earlier work in all recorded Claude Code sessions: all words must occur in one "
         "message. \"a phrase\", -without, one OR other and begin* work. Best hits first.",
     .input_schema =
         R"({"type":"object","properties":{"query":{"type":"string","description":"what to look for"},)"
         R"("project":{"type":"string","description":"only where the project's path contains this"},)"
         R"("branch":{"type":"string","description":"only lines written on this git branch"},)"
         R"("model":{"type":"string","description":"only answers of models with this in their name"},)"
         R"("role":{"type":"string","enum":["user","assistant","tool","thinking","title"]},)"
         R"("tool":{"type":"string","description":"only calls of this tool and their results"},)" TIMES
         R"(,"limit":{"type":"integer","minimum":1,"maximum":50},)" CURSOR
         R"(},"required":["query"],"additionalProperties":false})",
     .handler = gives<tool_search_sessions>()},
    {.name = "list_sessions",
     .title = "List sessions",
     .description = "Lists recorded sessions, newest first, of one project folder or of all.",
     .input_schema =
         R"({"type":"object","properties":{"project":{"type":"string","description":"folder of the project; all when left out"},)" TIMES
         R"(,"limit":{"type":"integer","minimum":1,"maximum":50},)" CURSOR
         R"(},"additionalProperties":false})",
     .handler = gives<tool_list_sessions>()},
    {.name = "get_session",
     .title = "Session overview",
     .description =
         "Says what one session is: title, folder, branch, models, counts, cost, first and last "
         "prompts, tools, files changed. Read this before reading messages.",
     .input_schema = R"({"type":"object","properties":{)" SESSION_ID
                     R"(},"required":["sessionId"],"additionalProperties":false})",
     .handler = gives<tool_get_session>()},
    {.name = "read_messages",
     .title = "Read messages",
     .description =
         "Reads messages of a session's active branch, oldest first, or around one of them. Long "
         "texts are cut; the resource claude-history://sessions/{id}/messages/{uuid} has more.",
     .input_schema =
         R"({"type":"object","properties":{)" SESSION_ID
         R"(,"around":{"type":"string","description":"uuid of a message: starts two messages before it"},)" CURSOR
         R"(,"limit":{"type":"integer","minimum":1,"maximum":100},"include":{"type":"array","items":{"type":"string",)"
         R"("enum":["text","tools","thinking"]},"description":"what to show; text and tools when left out"},)"
         R"("last":{"type":"boolean","description":"the end of the session instead of its beginning"}},)"
         R"("required":["sessionId"],"additionalProperties":false})",
     .handler = gives<tool_read_messages>()},
    {.name = "search_content",
     .title = "Search exact content",
     .description =
         "Finds exact characters or a regular expression in all sessions, case included. Slower "
         "than search_sessions: it reads the files.",
     .input_schema =
         R"({"type":"object","properties":{"pattern":{"type":"string","description":"the characters, or a regular expression in the syntax of RE2, for one line"},)"
         R"("mode":{"type":"string","enum":["substring","regex"]},"ignoreCase":{"type":"boolean","description":"regex only"},)"
         R"("project":{"type":"string"},"role":{"type":"string","enum":["user","assistant","tool","thinking","title"]},)" TIMES
         R"(,"limit":{"type":"integer","minimum":1,"maximum":50},)" CURSOR
         R"(},"required":["pattern"],"additionalProperties":false})",
     .handler = gives<tool_search_content>()},
    {.name = "usage_summary",
     .title = "Usage and cost",
     .description =
         "Tokens and list-price cost, by day, week, month, session, project, model or tool.",
     .input_schema =
         R"({"type":"object","properties":{"groupBy":{"type":"string","enum":["daily","weekly","monthly","sessions","projects","models","tools"]},)"
         R"("project":{"type":"string"},"model":{"type":"string"},)" TIMES
         R"(,"limit":{"type":"integer","minimum":1,"maximum":200}},"additionalProperties":false})",
     .handler = gives<tool_usage_summary>()},
    {.name = "file_history",
     .title = "Sessions that touched a file",
     .description =
         "Which sessions read or changed a file, named by the end of its path, newest first.",
     .input_schema =
         R"({"type":"object","properties":{"path":{"type":"string","description":"end of the path: src/main.cc"},)"
         R"("project":{"type":"string"},"limit":{"type":"integer","minimum":1,"maximum":50}},)"
         R"("required":["path"],"additionalProperties":false})",
     .handler = gives<tool_file_history>()},
};

bool fits(json::Value value, std::string_view type) {
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.kind() == json::Kind::kBool;
  if (type == "integer") {
    return value.kind() == json::Kind::kNumber && value.int_or(INT64_MIN) != INT64_MIN;
  }
  return type != "array" || value.is_array();
}

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

Result<void> check_property(std::string_view name, json::Value value, json::Value schema) {
  const std::string label(name);
  if (!fits(value, schema["type"].string_or(""))) {
    return invalid(label + ": must be of type " + schema["type"].to_json());
  }
  const json::Value choices = schema["enum"];
  bool found = choices.is_missing();
  for (const json::Value choice : choices.elements()) {
    found = found || choice.string_or("") == value.string_or("\n");
  }
  if (!found) return invalid(label + ": must be one of " + choices.to_json());
  if (value.kind() == json::Kind::kNumber &&
      (value.int_or(0) < schema["minimum"].int_or(INT64_MIN) ||
       value.int_or(0) > schema["maximum"].int_or(INT64_MAX))) {
    return invalid(label + ": must be between " + schema["minimum"].to_json() + " and " +
                   schema["maximum"].to_json());
  }
  for (const json::Value element : value.elements()) {
    if (auto checked = check_property(name, element, schema["items"]); !checked) return checked;
  }
  return {};
}

}  // namespace

std::int64_t ToolInput::limit(std::int64_t fallback, std::int64_t most) const {
  return std::clamp<std::int64_t>(arguments["limit"].int_or(fallback), 1, most);
}

std::span<const McpTool> mcp_tools() { return kTools; }

const McpTool* find_mcp_tool(std::string_view name) {
  for (const McpTool& tool : kTools) {
    if (tool.name == name) return &tool;
  }
  return nullptr;
}

Result<void> check_tool_arguments(const McpTool& tool, json::Value arguments) {
  json::Parser parser;
  auto schema = parser.parse_copy(tool.input_schema);
  if (!schema) return schema.error();
  for (const auto [name, value] : arguments.members()) {
    const json::Value property = (*schema)["properties"][name];
    if (property.is_missing()) return invalid("there is no argument \"" + std::string(name) + "\"");
    if (auto checked = check_property(name, value, property); !checked) return checked;
  }
  for (const json::Value name : (*schema)["required"].elements()) {
    if (arguments[name.string_or("")].string_or("").empty()) {
      return invalid(std::string(name.string_or("")) + ": is needed");
    }
  }
  return {};
}

}  // namespace clew
