// SPDX-License-Identifier: MIT
//
// Calls of operations, directly and from outside.
#pragma once

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/call/operation_call.h"
#include "test_server.h"

namespace clew {

// What to give where something is needed. A new operation with needed parameters needs a line.
inline const std::map<std::string_view, Arguments::Given> kGiven = {
    {"search", {{"query", {"frost", "bell"}}, {"per-session", {"2"}}, {"no-index", {"true"}}}},
    {"recall", {{"question", {"frost", "bell", "late"}}, {"no-index", {"true"}}}},
    {"list", {{"all", {"true"}}, {"counts", {"true"}}, {"ghosts", {"true"}}}},
    {"show", {{"session", {"@1"}}}},
    {"redact", {{"session", {"@1"}}}},
    {"who", {{"what", {"orchard.py"}}}},
    {"usage", {{"kind", {"models"}}, {"timezone", {"UTC"}}}},
};

inline Arguments::Given given_for(const Operation& operation) {
  const auto found = kGiven.find(operation.name);
  Arguments::Given given = found == kGiven.end() ? Arguments::Given() : found->second;
  for (const Param& param : operation.params) {
    if (param.required && param.name == "session")
      given.emplace("session", std::vector<std::string>{"@1"});
  }
  return given;
}

// The milliseconds that the work took are never the same.
inline std::string without_time(const std::string& text) {
  static const std::regex kTook("\"tookMs\":[0-9.]+");
  return std::regex_replace(text, kTook, "\"tookMs\":0");
}

inline std::string direct(const TestServer& server, const Operation& operation,
                          const Arguments::Given& given) {
  const auto engine = Caller::of_own_process(server.context()).make_engine();
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

inline std::string query_of(const Arguments::Given& given, bool camel) {
  std::string query;
  for (const auto& [name, values] : given) {
    for (const std::string& value : values) {
      query += (query.empty() ? "?" : "&") + (camel ? json_name(name) : name) + "=" + value;
    }
  }
  return query;
}

inline std::string body_of(const Operation& operation, const Arguments::Given& given) {
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

// The program with its own cache and data, over the server's root.
inline std::string program(const TestServer& server, const std::string& command) {
  return "cd / && XDG_CACHE_HOME='" + server.folder() + "/c' XDG_DATA_HOME='" + server.folder() +
         "/d' '" CLEW_PROGRAM "' " + command + " --root '" + server.root() + "'";
}

inline std::string output_of(const std::string& command) {
  std::string out;
  FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  std::array<char, 4096> buffer{};
  std::size_t size = 0;
  while ((size = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0)
    out.append(buffer.data(), size);
  ::pclose(pipe);
  return out;
}

// What `clew rpc` or `clew mcp` answers to one message.
inline std::string ask_program(const TestServer& server, const std::string& command,
                               const std::string& message) {
  const std::string file = server.folder() + "/message";
  std::ofstream(file) << message << '\n';
  std::string answer = output_of(program(server, command) + " < '" + file + "'");
  if (answer.ends_with('\n')) answer.pop_back();
  return answer;
}

inline std::string command_line(const TestServer& server, const Operation& operation,
                                const Arguments::Given& given) {
  std::string command = program(server, std::string(operation.name) + " --json");
  for (const Param& param : operation.params) {
    const auto found = given.find(param.name);
    if (found == given.end()) continue;
    for (const std::string& value : found->second) {
      if (!param.positional) command += " --" + std::string(param.name);
      if (param.type != ParamType::kFlag) command += " '" + value + "'";
    }
  }
  return without_time(output_of(command));
}

// The first line of the demo's newest session.
inline std::string some_uuid(const TestServer& server) {
  json::Parser parser;
  const std::string tree = direct(server, *find_operation("tree"), {{"session", {"@1"}}});
  auto root = parser.parse_copy(tree);
  for (const json::Value message : (*root)["messages"].elements()) {
    if (!message["uuid"].string_or("").empty()) return std::string(message["uuid"].string_or(""));
  }
  return {};
}

}  // namespace clew
