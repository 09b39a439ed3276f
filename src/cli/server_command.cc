// SPDX-License-Identifier: MIT

#include "cli/server_command.h"

#include "base/text.h"
#include "cli/notes.h"
#include "cli/terminal_json.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"
#include "serve/http/local_server.h"
#include "serve/net/instance.h"

namespace clew {
namespace {

constexpr std::chrono::seconds kPatience{65};  // a little more than the server's own
constexpr std::string_view kStartIt = "; start it with clew serve --allow-drive";

std::string body_of(const Operation& operation, const Arguments::Given& given) {
  json::Writer out;
  out.begin_object();
  for (const Param& param : operation.params) {
    const auto found = given.find(param.name);
    if (found == given.end()) continue;
    out.key(param.name);
    if (param.type == ParamType::kTextList) {
      out.begin_array();
      for (const std::string& value : found->second) out.value(value);
      out.end_array();
    } else {
      out.value(found->second.back());
    }
  }
  out.end_object();
  return out.take();
}

Error refusal(const LocalAnswer& answer, json::Value problem) {
  if (answer.status == 403) {
    return {ErrorCode::kUnsupported,
            "the clew serve that runs does not drive claude; end it and start it again with clew "
            "serve --allow-drive"};
  }
  const std::string detail(problem["detail"].string_or(""));
  const auto code = answer.status == 404 ? ErrorCode::kNotFound : ErrorCode::kUnsupported;
  return {code,
          detail.empty() ? "clew serve answers with " + std::to_string(answer.status) : detail};
}

// A question of claude's, with what to type to answer it.
std::string permission_text(std::string_view conversation, json::Value asked) {
  const std::string request(asked["request"].string_or(""));
  return "  asks for " + std::string(asked["tool"].string_or("")) + " " + asked["input"].to_json() +
         "\n  clew permission " + shell_word(conversation) + " " + shell_word(request) +
         " allow|deny|always";
}

void write_conversations(json::Value answer, Screen& screen) {
  if (answer["conversations"].elements().empty()) {
    write_note(screen.out,
               "clew serve drives no conversation now; its page and its protocols start them");
  }
  for (const json::Value one : answer["conversations"].elements()) {
    const std::string id(one["conversation"].string_or(""));
    std::string line = id;
    for (const char* name : {"state", "session", "model", "mode", "folder", "ended"}) {
      const std::string_view text = one[name].string_or("");
      if (!text.empty()) line += "  " + std::string(text);
    }
    screen.out.line(terminal_line(line));
    for (const json::Value asked : one["permissions"].elements()) {
      screen.out.line(terminal_safe(permission_text(id, asked)));
    }
  }
}

}  // namespace

Result<Outcome> run_in_server(const Invocation& invocation, const EngineOptions& options,
                              Screen& screen) {
  const Operation& operation = *invocation.operation;
  const std::string folder = instance_folder(join_path(options.own.data, "run"));
  auto answer = ask_local_server(socket_path_in(folder), "/api/v1/" + std::string(operation.name),
                                 body_of(operation, invocation.given), kPatience);
  if (!answer) {
    Error error = answer.error();
    if (error.code == ErrorCode::kNotFound) error.message += kStartIt;
    return error;
  }
  json::Parser parser;
  const auto root = parser.parse_copy(answer->body);
  const json::Value value = root ? *root : json::Value();
  if (answer->status != 200) return refusal(*answer, value);
  if (!value.is_object()) return Error{ErrorCode::kIo, "clew serve answers with no JSON"};
  if (invocation.json) {
    screen.out.write(screen.terminal ? json_for_terminal(answer->body) : answer->body);
  } else if (operation.name == "conversations") {
    write_conversations(value, screen);
  } else if (value["uuid"].is_string()) {
    screen.out.line(terminal_line(value["uuid"].string_or("")));
  }
  const json::Value list = value["conversations"];
  return list.is_array() && list.elements().empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
