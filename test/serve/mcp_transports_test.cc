// SPDX-License-Identifier: MIT
//
// What the tools of MCP say is what the operations say that they are made from, and the same
// through every transport: standard input and output, HTTP on TCP and on the unix socket, in both
// eras of the protocol.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "serve/mcp/mcp_tools.h"
#include "test_calls.h"
#include "test_server.h"

namespace clew {
namespace {

// All values at a place, as JSON: "messages[].uuid".
void collect(const json::Value value, std::string_view place, std::vector<std::string>& out) {
  if (place.empty()) {
    out.push_back(value.to_json());
    return;
  }
  if (place.starts_with("[]")) {
    place.remove_prefix(2);
    if (place.starts_with('.')) place.remove_prefix(1);
    for (const json::Value one : value.elements()) collect(one, place, out);
    return;
  }
  const std::size_t end = std::min(place.find('.'), place.find("[]"));
  const std::string_view name = place.substr(0, end);
  place.remove_prefix(std::min(place.size(), name.size()));
  if (place.starts_with('.')) place.remove_prefix(1);
  collect(value[name], place, out);
}

std::vector<std::string> values(const std::string& text, std::string_view place) {
  json::Parser parser;
  auto root = parser.parse_copy(text);
  std::vector<std::string> out;
  if (root) collect(*root, place, out);
  return out;
}

struct Source {
  std::string_view operation;
  Arguments::Given given;
  // Place in the tool's answer, place in the operation's.
  std::vector<std::pair<std::string_view, std::string_view>> same;
};

struct ToolCase {
  std::string_view tool;
  std::string_view arguments;
  std::vector<Source> sources;
};

const ToolCase kCases[] = {
    {"list_sessions",
     R"({"limit":50,"maxChars":45000})",
     {{"list",
       {{"all", {"true"}}, {"limit", {"50"}}},
       {{"sessions[].sessionId", "sessions[].id"},
        {"sessions[].title", "sessions[].name"},
        {"sessions[].project", "sessions[].cwd"},
        {"sessions[].gitBranch", "sessions[].gitBranch"},
        {"sessions[].model", "sessions[].model"},
        {"sessions[].createdAt", "sessions[].createdAt"},
        {"sessions[].updatedAt", "sessions[].updatedAt"}}}}},
    {"get_session",
     R"({"sessionId":"claude:b4256ee4-0b64-4529-8be5-69cf9d6cef43"})",
     {{"info",
       {{"session", {"b4256ee4"}}},
       {{"sessionId", "id"},
        {"title", "name"},
        {"cwd", "cwd"},
        {"createdAt", "createdAt"},
        {"messages", "messages"},
        {"branches", "branches"},
        {"subagents", "subagents"}}},
      {"stats",
       {{"session", {"b4256ee4"}}},
       {{"models[]", "main.models[].name"},
        {"tools[].name", "main.tools[].name"},
        {"tools[].calls", "main.tools[].calls"},
        {"tokens.total", "main.tokens.total"}}},
      {"usage",
       {{"kind", {"sessions"}}, {"session", {"b4256ee4"}}},
       {{"costUsd", "totals.cost.usd"}}},
      {"files", {{"session", {"b4256ee4"}}}, {{"filesChanged[]", "files[].path"}}}}},
    {"export_session",
     R"({"sessionId":"b4256ee4","maxChars":45000})",
     {{"info", {{"session", {"b4256ee4"}}}, {{"sessionId", "id"}, {"title", "title"}}}}},
    {"session_outcome",
     R"({"sessionId":"b4256ee4","maxChars":45000})",
     {{"outcome",
       {{"session", {"b4256ee4"}}},
       {{"sessionId", "session.id"},
        {"end", "end"},
        {"answerUuid", "answerUuid"},
        {"files[]", "files[]"},
        {"commits[]", "commits[]"},
        {"errors[]", "errors[]"},
        {"branches", "branches"}}}}},
    {"read_messages",
     R"({"sessionId":"@1","limit":100,"maxChars":45000})",
     {{"show",
       {{"session", {"@1"}}},
       {{"messages[].uuid", "messages[].uuid"},
        {"messages[].role", "messages[].role"},
        {"messages[].kind", "messages[].kind"},
        {"messages[].timestamp", "messages[].timestamp"},
        {"messages[].tools[].name", "messages[].tools[].name"},
        {"messages[].tools[].state", "messages[].tools[].state"},
        {"total", "total"}}}}},
    {"recall",
     R"({"question":"why did the frost bell ring too late","maxChars":45000})",
     {{"recall",
       {{"question", {"why did the frost bell ring too late"}}, {"max-chars", {"45000"}}},
       {{"sessions[].session", "sessions[].session"},
        {"sessions[].turns[].uuid", "sessions[].turns[].uuid"},
        {"sessions[].turns[].branch", "sessions[].turns[].branch"}}}}},
    {"search_sessions",
     R"({"query":"frost bell","limit":50,"maxChars":45000})",
     {{"search",
       {{"query", {"frost", "bell"}}, {"limit", {"51"}}},
       {{"hits[].sessionId", "hits[].session"},
        {"hits[].messageUuid", "hits[].uuid"},
        {"hits[].role", "hits[].role"},
        {"hits[].branch", "hits[].branch"},
        {"hits[].score", "hits[].score"},
        {"total", "total"}}}}},
    {"search_content",
     R"({"pattern":"fr[o]st","mode":"regex","limit":50,"maxChars":45000})",
     {{"search",
       {{"query", {"/fr[o]st/"}}, {"limit", {"51"}}},
       {{"hits[].sessionId", "hits[].session"},
        {"hits[].messageUuid", "hits[].uuid"},
        {"total", "total"}}}}},
    {"usage_summary",
     R"({"groupBy":"models"})",
     {{"usage", {{"kind", {"models"}}}, {{"rows[]", "rows[]"}, {"totals", "totals"}}}}},
    {"file_history",
     R"({"path":"orchard/bell.py"})",
     {{"search",
       {{"file", {"orchard/bell.py"}}, {"limit", {"1"}}, {"per-session", {"1"}}},
       {{"sessions[].sessionId", "hits[].session"}, {"sessions[].touches", "total"}}}}},
};

std::string request(std::string_view tool, std::string_view arguments, bool modern) {
  std::string params =
      R"({"name":")" + std::string(tool) + R"(","arguments":)" + std::string(arguments);
  if (modern) {
    params += R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
              R"("io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},)"
              R"("io.modelcontextprotocol/clientCapabilities":{}})";
  }
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + params + "}}";
}

std::string headers(std::string_view tool, bool modern) {
  std::string lines =
      "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
  if (modern) {
    lines += "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " +
             std::string(tool) + "\r\n";
  }
  return lines;
}

std::string content_of(const std::string& answer) {
  json::Parser parser;
  const auto parsed = parser.parse_copy(answer);
  EXPECT_TRUE(parsed) << answer.substr(0, 500);
  if (!parsed) return {};
  for (const json::Value content : (*parsed)["result"]["content"].elements()) {
    // The JSON stands alone in its line, inside the fence.
    const std::string_view text = content["text"].string_or("");
    const std::size_t begin = text.find("\n{") + 1;
    EXPECT_NE(begin, 0u) << text;
    return without_time(std::string(text.substr(begin, text.rfind('\n') - begin)));
  }
  return {};
}

TEST(McpTransports, ToolsSayWhatTheOperationsSay) {
  TestServer server;
  TestClient local(server.socket_path());
  std::vector<std::string_view> called;
  for (const ToolCase& one : kCases) {
    SCOPED_TRACE(one.tool);
    called.push_back(one.tool);
    const std::string old_request = request(one.tool, one.arguments, false);
    const std::string content =
        content_of(server.ask("POST", "/mcp", headers(one.tool, false), old_request).body);
    ASSERT_GT(content.size(), 20u);
    for (const Source& source : one.sources) {
      const std::string truth = direct(server, *find_operation(source.operation), source.given);
      for (const auto& [here, there] : source.same) {
        SCOPED_TRACE(std::string(source.operation) + " " + std::string(there));
        const auto said = values(content, here);
        EXPECT_FALSE(said.empty());
        EXPECT_EQ(said, values(truth, there));
      }
    }
    const std::string new_request = request(one.tool, one.arguments, true);
    EXPECT_EQ(content_of(server.ask("POST", "/mcp", headers(one.tool, true), new_request).body),
              content)
        << "2026-07-28 over HTTP";
    local.send("POST /mcp HTTP/1.1\r\nHost: x\r\n" + headers(one.tool, false) +
               "Content-Length: " + std::to_string(old_request.size()) + "\r\n\r\n" + old_request);
    EXPECT_EQ(content_of(local.read_response().body), content) << "on the unix socket";
    EXPECT_EQ(content_of(ask_program(server, "mcp", old_request)), content) << "on stdio";
    EXPECT_EQ(content_of(ask_program(server, "mcp", new_request)), content)
        << "2026-07-28 on stdio";
  }
  for (const McpTool& tool : mcp_tools()) {
    EXPECT_NE(std::find(called.begin(), called.end(), tool.name), called.end())
        << tool.name << " has no case here";
  }
}

std::string listen_request(std::string_view version, std::string_view uri) {
  return R"({"jsonrpc":"2.0","id":"s1","method":"subscriptions/listen","params":{"notifications":)"
         R"({"resourceSubscriptions":[")" +
         std::string(uri) + R"("]},"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
         std::string(version) + R"("}}})";
}

TEST(McpTransports, ASubscriptionOverHttpIsAStream) {
  TestServer server;
  const std::string id = "b4256ee4-0b64-4529-8be5-69cf9d6cef43";
  const std::string body = listen_request("2026-07-28", "claude-history://sessions/" + id);
  const std::string lines =
      "Content-Type: application/json\r\nMcp-Method: subscriptions/listen\r\n"
      "MCP-Protocol-Version: 2026-07-28\r\n";
  // More than may run at once, so each must end with its client.
  int heard = 0;
  for (int i = 0; i < 200 && heard < 40; ++i) {
    TestClient client = server.client();
    client.send(server.request("POST", "/mcp", lines, body));
    const std::string head = client.read_until("acknowledged", std::chrono::seconds(5));
    if (head.find(" 503 ") != std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      continue;
    }
    EXPECT_NE(head.find("text/event-stream"), std::string::npos) << head;
    EXPECT_NE(head.find("data: {\"jsonrpc\""), std::string::npos) << head;
    server.events.publish({.type = "session.appended", .session = "another"});
    server.events.publish({.type = "session.appended", .session = id});
    const std::string told = client.read_until("resources/updated");
    EXPECT_NE(told.find("resources/updated"), std::string::npos) << told;
    ++heard;
  }
  EXPECT_EQ(heard, 40);
  const TestResponse unknown =
      server.ask("POST", "/mcp",
                 "Content-Type: application/json\r\nMcp-Method: subscriptions/listen\r\n"
                 "MCP-Protocol-Version: 2099-01-01\r\n",
                 listen_request("2099-01-01", "x"));
  EXPECT_EQ(unknown.status, 400);
  const TestResponse liar = server.ask("POST", "/mcp", lines, listen_request("2099-01-01", "x"));
  EXPECT_EQ(liar.status, 400) << "headers and body differ";
  EXPECT_EQ(server.get("/mcp").status, 405);
}

}  // namespace
}  // namespace clew
