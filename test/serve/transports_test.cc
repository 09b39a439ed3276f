// SPDX-License-Identifier: MIT
//
// Every operation that only reads gives the same bytes through every transport: the engine itself,
// the command line, HTTP with GET and with POST, the unix socket, and JSON-RPC on a WebSocket and
// on standard input and output. The tools of MCP give what the operations they are made from say,
// through all of its transports. And answers have the members that are documented.

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/call/operation_results.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/call/operation_call.h"
#include "serve/http/target.h"
#include "test_calls.h"
#include "test_server.h"

namespace clew {
namespace {

TEST(Transports, AllGiveTheSameBytes) {
  TestServer server;
  TestClient local(server.socket_path());
  TestClient socket = server.client();
  socket.send(server.request("GET", "/ws",
                             "Connection: Upgrade\r\nUpgrade: websocket\r\n"
                             "Sec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
  ASSERT_NE(socket.read_until("\r\n\r\n").find(" 101 "), std::string::npos);
  int compared = 0;
  for (const Operation& operation : operations()) {
    if (!operation.read_only || operation.local || operation.streams || operation.drives) continue;
    SCOPED_TRACE(operation.name);
    Arguments::Given given = given_for(operation);
    if (operation.name == "raw") given["uuid"] = {some_uuid(server)};
    const std::string expected = direct(server, operation, given);
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(command_line(server, operation, given), expected + "\n");
    const std::string target = "/api/v1/" + std::string(operation.name);
    const std::string body = body_of(operation, given);
    EXPECT_EQ(without_time(server.get(target + query_of(given, false)).body), expected + "\n");
    EXPECT_EQ(without_time(server.get(target + query_of(given, true)).body), expected + "\n");
    EXPECT_EQ(without_time(server.post(target, body).body), expected + "\n");
    local.send("GET " + target + query_of(given, false) + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(without_time(local.read_response().body), expected + "\n");
    socket.send_frame(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(operation.name) +
                      R"(","params":)" + body + "}");
    EXPECT_EQ(without_time(socket.read_message().value_or("")),
              R"({"jsonrpc":"2.0","id":1,"result":)" + expected + "}");
    EXPECT_EQ(
        without_time(ask_program(server, "rpc",
                                 R"({"jsonrpc":"2.0","id":1,"method":")" +
                                     std::string(operation.name) + R"(","params":)" + body + "}")),
        R"({"jsonrpc":"2.0","id":1,"result":)" + expected + "}");
    ++compared;
  }
  EXPECT_GE(compared, 15);
}

// Says where an answer is not what its type promises, or has members that nobody described.
class Documented {
 public:
  void check(const json::Value value, std::string_view type, const std::string& where) {
    const ResultType parsed = parse_result_type(type);
    const json::Kind kind = value.kind();
    if (parsed.maybe_null && kind == json::Kind::kNull) return;
    using Kind = ResultType::Kind;
    switch (parsed.kind) {
      case Kind::kAny:
        return;
      case Kind::kText:
      case Kind::kTime:
        return require(kind == json::Kind::kString, value, where);
      case Kind::kInteger:
      case Kind::kNumber:
        return require(kind == json::Kind::kNumber, value, where);
      case Kind::kFlag:
        return require(kind == json::Kind::kBool, value, where);
      case Kind::kChoice:
        return require(
            ("|" + std::string(parsed.of) + "|")
                    .find("|" + std::string(value.string_or("")) + "|") != std::string::npos,
            value, where);
      case Kind::kList:
        require(kind == json::Kind::kArray, value, where);
        for (const json::Value one : value.elements()) check(one, parsed.of, where + "[]");
        return;
      case Kind::kShape:
        require(kind == json::Kind::kObject, value, where);
        std::set<std::string_view> known;
        check_members(value, *find_result_shape(parsed.of), where, known);
        for (const auto [name, member] : value.members()) {
          EXPECT_TRUE(known.contains(name)) << where << "." << name << " is not documented";
        }
    }
  }

 private:
  void require(bool condition, const json::Value value, const std::string& where) {
    EXPECT_TRUE(condition) << where << " is " << value.to_json().substr(0, 60);
  }
  void check_members(const json::Value value, const ResultShape& shape, const std::string& where,
                     std::set<std::string_view>& known) {
    for (const std::string& base : shape.bases) {
      check_members(value, *find_result_shape(base), where, known);
    }
    for (const ResultField& field : shape.fields) {
      known.insert(field.name);
      const json::Value member = value[field.name];
      const std::string place = where + "." + field.name;
      EXPECT_TRUE(field.maybe_missing || !member.is_missing()) << place << " is missing";
      if (!member.is_missing()) check(member, field.type, place);
    }
  }
};

// Further calls, for members that an answer does not always have.
const std::pair<std::string_view, Arguments::Given> kMoreCalls[] = {
    {"list", {{"all", {"true"}}, {"subagents", {"true"}}, {"empty", {"true"}}}},
    {"list", {{"all", {"true"}}, {"limit", {"2"}}}},
    {"files", {{"session", {"@1"}}, {"diff", {"disk"}}}},
    {"files", {{"session", {"@1"}}, {"cat", {"orchard.toml"}}}},
    {"todos", {{"session", {"10880c7e"}}}},
    {"plans", {{"session", {"74e51f49"}}}},
    {"show", {{"session", {"6e6bad8f"}}}},
    {"show", {{"session", {"0bff7470"}}, {"meta", {"true"}}}},
    {"show", {{"session", {"@1"}}, {"longest-text", {"10"}}}},
    {"outline", {{"session", {"0bff7470"}}}},
    {"diff", {{"session", {"0bff7470"}}, {"a", {"25ca59df"}}}},
    {"context", {{"session", {"6e6bad8f"}}, {"messages", {"true"}}}},
    {"check", {{"session", {"aa24afd7"}}}},
    {"usage", {{"kind", {"daily"}}, {"breakdown", {"true"}}}},
    {"usage", {{"kind", {"sessions"}}}},
    {"usage", {{"kind", {"projects"}}}},
    {"usage", {{"kind", {"tools"}}}},
    {"usage", {{"kind", {"branches"}}, {"session", {"0bff7470"}}}},
    {"usage", {{"kind", {"blocks"}}}},
    {"usage", {{"kind", {"explain"}}, {"target", {"@1"}}}},
};

TEST(Transports, AnswersAreAsDocumented) {
  TestServer server;
  std::vector<std::pair<std::string_view, Arguments::Given>> calls(std::begin(kMoreCalls),
                                                                   std::end(kMoreCalls));
  for (const Operation& operation : operations()) {
    if (operation.local) continue;
    if (!operation.read_only || operation.streams || operation.drives) continue;
    if (operation.name == "raw") continue;  // anything
    calls.emplace_back(operation.name, given_for(operation));
  }
  for (const auto& [name, given] : calls) {
    SCOPED_TRACE(name);
    json::Parser parser;
    auto root = parser.parse_copy(direct(server, *find_operation(name), given));
    ASSERT_TRUE(root);
    Documented().check(*root, result_type(name), std::string(name));
  }
}

}  // namespace
}  // namespace clew
