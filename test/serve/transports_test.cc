// SPDX-License-Identifier: MIT
//
// Every operation that only reads gives the same bytes through every transport: the engine itself,
// the command line, HTTP with GET and with POST, the unix socket, and JSON-RPC on a WebSocket. And
// its answer has the members that are documented.

#include <array>
#include <cstdio>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "engine/arguments.h"
#include "engine/operation.h"
#include "engine/operation_results.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/operation_call.h"
#include "serve/target.h"
#include "test_server.h"

namespace clew {
namespace {

// What to give where something is needed. A new operation with needed parameters needs a line.
const std::map<std::string_view, Arguments::Given> kGiven = {
    {"search", {{"query", {"frost", "bell"}}, {"per-session", {"2"}}, {"no-index", {"true"}}}},
    {"list", {{"all", {"true"}}, {"counts", {"true"}}, {"ghosts", {"true"}}}},
    {"show", {{"session", {"@1"}}}},
    {"usage", {{"kind", {"models"}}, {"tz", {"UTC"}}}},
};

Arguments::Given given_for(const Operation& operation) {
  const auto found = kGiven.find(operation.name);
  Arguments::Given given = found == kGiven.end() ? Arguments::Given() : found->second;
  for (const Param& param : operation.params) {
    if (param.required && param.name == "session")
      given.emplace("session", std::vector<std::string>{"@1"});
  }
  return given;
}

// The milliseconds that the work took are never the same.
std::string without_time(const std::string& text) {
  static const std::regex kTook("\"took_ms\":[0-9.]+");
  return std::regex_replace(text, kTook, "\"took_ms\":0");
}

std::string direct(const TestServer& server, const Operation& operation,
                   const Arguments::Given& given) {
  const auto engine = server.context().make_engine();
  auto arguments = Arguments::check(operation, given);
  EXPECT_TRUE(arguments) << operation.name << ": " << arguments.error().message;
  std::string out;
  auto outcome = operation.run(*engine, *arguments, [&](std::string_view piece) {
    out += piece;
    return true;
  });
  EXPECT_TRUE(outcome) << operation.name << ": " << outcome.error().message;
  return without_time(out);
}

std::string query_of(const Arguments::Given& given, bool camel) {
  std::string query;
  for (const auto& [name, values] : given) {
    for (const std::string& value : values) {
      query += (query.empty() ? "?" : "&") + (camel ? json_name(name) : name) + "=" + value;
    }
  }
  return query;
}

std::string body_of(const Operation& operation, const Arguments::Given& given) {
  json::Writer out;
  out.begin_object();
  for (const Param& param : operation.params) {
    const auto found = given.find(param.name);
    if (found == given.end()) continue;
    out.key(json_name(param.name));
    if (param.type == ParamType::kFlag) {
      out.value(true);
    } else if (param.type == ParamType::kTextList) {
      out.begin_array();
      for (const std::string& value : found->second) out.value(value);
      out.end_array();
    } else if (param.type == ParamType::kInteger) {
      out.raw(found->second.front());
    } else {
      out.value(found->second.front());
    }
  }
  out.end_object();
  return out.take();
}

std::string command_line(const TestServer& server, const Operation& operation,
                         const Arguments::Given& given) {
  std::string command = "cd / && XDG_CACHE_HOME='" + server.folder() + "/c' XDG_DATA_HOME='" +
                        server.folder() + "/d' '" CLEW_PROGRAM "' " + std::string(operation.name) +
                        " --json --root '" + server.root() + "'";
  for (const Param& param : operation.params) {
    const auto found = given.find(param.name);
    if (found == given.end()) continue;
    for (const std::string& value : found->second) {
      if (!param.positional) command += " --" + std::string(param.name);
      if (param.type != ParamType::kFlag) command += " '" + value + "'";
    }
  }
  std::string out;
  FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  std::array<char, 4096> buffer{};
  std::size_t size = 0;
  while ((size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0)
    out.append(buffer.data(), size);
  ::pclose(pipe);
  return without_time(out);
}

// The first line of the demo's newest session.
std::string some_uuid(const TestServer& server) {
  json::Parser parser;
  const std::string tree = direct(server, *find_operation("tree"), {{"session", {"@1"}}});
  auto root = parser.parse_copy(tree);
  for (const json::Value message : (*root)["messages"].elements()) {
    if (!message["uuid"].string_or("").empty()) return std::string(message["uuid"].string_or(""));
  }
  return {};
}

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
    ++compared;
  }
  EXPECT_GE(compared, 15);
}

TEST(Transports, AnswersAreAsDocumented) {
  TestServer server;
  for (const Operation& operation : operations()) {
    if (!operation.read_only || operation.local || operation.streams || operation.drives) continue;
    SCOPED_TRACE(operation.name);
    const ResultShape* shape = find_result_shape(operation.name);
    ASSERT_NE(shape, nullptr) << "describe its answer in operation_results.cc";
    if (shape->fields.empty()) continue;
    json::Parser parser;
    auto root = parser.parse_copy(direct(server, operation, given_for(operation)));
    ASSERT_TRUE(root);
    std::set<std::string_view> known;
    for (const ResultField& field : shape->fields) {
      known.insert(field.name);
      const json::Value value = (*root)[field.name];
      EXPECT_TRUE(field.maybe_missing || !value.is_missing()) << field.name << " is missing";
      if (value.is_missing()) continue;
      const json::Kind kind = value.kind();
      const bool fits =
          field.type == ResultType::kAny || (field.maybe_null && kind == json::Kind::kNull) ||
          (field.type == ResultType::kText && kind == json::Kind::kString) ||
          (field.type == ResultType::kFlag && kind == json::Kind::kBool) ||
          (field.type == ResultType::kObject && kind == json::Kind::kObject) ||
          (field.type == ResultType::kList && kind == json::Kind::kArray) ||
          ((field.type == ResultType::kInteger || field.type == ResultType::kNumber) &&
           kind == json::Kind::kNumber);
      EXPECT_TRUE(fits) << field.name << " is " << value.to_json().substr(0, 40);
    }
    for (const auto [name, value] : root->members()) {
      EXPECT_TRUE(known.contains(name)) << name << " is not documented";
    }
  }
}

}  // namespace
}  // namespace clew
