// SPDX-License-Identifier: MIT

#include "serve/call/operation_call.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "json/writer.h"

namespace clew {
namespace {

constexpr std::string_view kPrefix = "claude:";
constexpr std::size_t kLongestValue = std::size_t{1} << 20;
constexpr std::size_t kMostValues = 1000;

Result<std::string> text_of(const Param& param, json::Value value) {
  std::string text;
  switch (value.kind()) {
    case json::Kind::kString:
      text = value.string_or("");
      break;
    case json::Kind::kNumber:
    case json::Kind::kBool:
      text = value.to_json();
      break;
    default:
      return invalid(std::string(param.name) + ": must be a text, a number or a flag");
  }
  if (text.size() > kLongestValue || text.find('\0') != std::string::npos) {
    return invalid(std::string(param.name) + ": too long, or with a NUL in it");
  }
  if (param.name == "session") text = plain_session_id(text);
  return text;
}

Result<bool> flag_of(const Param& param, json::Value value) {
  const std::string text =
      value.kind() == json::Kind::kString ? std::string(value.string_or("")) : value.to_json();
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return invalid(std::string(param.name) + ": must be true or false");
}

Result<void> add_value(const Param& param, json::Value value, Arguments::Given& given) {
  if (value.kind() == json::Kind::kNull) return {};
  auto& values = given[std::string(param.name)];
  if (param.type == ParamType::kFlag) {
    const auto on = flag_of(param, value);
    if (!on) return on.error();
    *on ? void(values = {"true"}) : void(given.erase(std::string(param.name)));
    return {};
  }
  if (value.is_array() && param.type == ParamType::kTextList) {
    for (const json::Value element : value.elements()) {
      auto text = text_of(param, element);
      if (!text) return text.error();
      values.push_back(std::move(*text));
      if (values.size() > kMostValues) return invalid(std::string(param.name) + ": too many");
    }
    return {};
  }
  auto text = text_of(param, value);
  if (!text) return text.error();
  values = {std::move(*text)};
  return {};
}

Result<void> check_access(const Operation& operation, const Arguments::Given& given,
                          const CallOptions& options) {
  if (!operation.read_only && !options.writes) {
    return Error{ErrorCode::kUnsupported,
                 std::string(operation.name) + " changes something, which is not allowed here"};
  }
  if (operation.local) {
    return Error{ErrorCode::kUnsupported,
                 std::string(operation.name) + " is only for the command line"};
  }
  for (const Param& param : operation.params) {
    if (param.local && given.contains(param.name)) {
      return invalid(std::string(param.name) + " is only for the command line");
    }
  }
  if (operation.drives && !options.may_drive) {
    return Error{ErrorCode::kUnsupported,
                 std::string(operation.name) + " drives claude, which is not allowed here"};
  }
  return {};
}

}  // namespace

std::string json_name(std::string_view name) {
  std::string out;
  bool upper = false;
  for (const char c : name) {
    if (c == '-') {
      upper = true;
    } else {
      out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      upper = false;
    }
  }
  return out;
}

const Param* find_param(const Operation& operation, std::string_view name) {
  const auto found = std::find_if(
      operation.params.begin(), operation.params.end(),
      [&](const Param& param) { return param.name == name || json_name(param.name) == name; });
  return found == operation.params.end() ? nullptr : &*found;
}

std::string_view plain_session_id(std::string_view id) {
  if (id.starts_with(kPrefix)) id.remove_prefix(kPrefix.size());
  return id;
}

std::string prefixed_session_id(std::string_view id) {
  return std::string(kPrefix) + std::string(plain_session_id(id));
}

Result<Arguments::Given> given_from_json(const Operation& operation, json::Value params) {
  Arguments::Given given;
  if (params.is_missing() || params.kind() == json::Kind::kNull) return given;
  if (!params.is_object()) return invalid("the parameters must be an object");
  for (const auto [key, value] : params.members()) {
    if (key == "_meta") continue;
    const Param* param = find_param(operation, key);
    if (!param) {
      return invalid(std::string(operation.name) + " has no parameter \"" + std::string(key) +
                     "\"");
    }
    if (auto added = add_value(*param, value, given); !added) return added.error();
  }
  return given;
}

Result<Outcome> run_row(Engine& engine, const Operation& operation, const Arguments::Given& given,
                        const CallOptions& options, const RunRow& run) {
  if (auto allowed = check_access(operation, given, options); !allowed) return allowed.error();
  auto arguments = Arguments::check(operation, given);
  if (!arguments) return arguments.error();
  // What has no end is not waited for at the end; it is claude that writes then.
  const bool counts = !operation.read_only && !operation.streams;
  const auto writing = counts ? options.writes->begin() : RunningWrites::Scope(nullptr);
  if (counts && !writing) return Error{ErrorCode::kCancelled, "the server is about to end"};
  std::atomic<bool> late = false;
  const auto ask = [&] {
    if (options.stopped && options.stopped()) return true;
    if (!options.deadline || std::chrono::steady_clock::now() <= *options.deadline) return false;
    late = true;
    return true;
  };
  // What changes something is short and not left half done: it hears of the end with its answer.
  const bool can_stop = operation.read_only || operation.resumes;
  StopSignal between_pieces;
  StopSignal& stop = can_stop ? engine.stop() : between_pieces;
  const StopScope watching(stop, ask);
  auto outcome = run(*arguments, stop);
  if (!stop.was_stopped()) return outcome;
  return Error{ErrorCode::kCancelled,
               late ? "this took too long; ask for less of it" : "cancelled"};
}

Result<Outcome> stream_operation(Engine& engine, std::string_view name,
                                 const Arguments::Given& given, const CallOptions& options,
                                 const Sink& sink) {
  const Operation* operation = find_operation(name);
  if (!operation) return invalid("there is no operation " + std::string(name));
  return run_row(engine, *operation, given, options,
                 [&](const Arguments& arguments, const StopSignal& stop) {
                   return operation->run(engine, arguments, [&](std::string_view piece) {
                     return !stop.is_stopped() && sink(piece);
                   });
                 });
}

Result<std::string> call_operation(Engine& engine, std::string_view name,
                                   const Arguments::Given& given, const CallOptions& options) {
  std::string answer;
  bool fits = true;
  auto outcome = stream_operation(engine, name, given, options, [&](std::string_view piece) {
    fits = fits && answer.size() + piece.size() <= options.largest_answer;
    if (fits) answer += piece;
    return fits;
  });
  if (!fits) {
    return Error{ErrorCode::kUnsupported, "the answer is larger than " +
                                              std::to_string(options.largest_answer) +
                                              " bytes; ask for less of it"};
  }
  if (!outcome) return outcome.error();
  return answer;
}

RpcResult call_operation_method(Engine& engine, const Operation& operation, json::Value params,
                                const CallOptions& options) {
  if (operation.streams) {
    return RpcError{rpc_code::kRefused,
                    std::string(operation.name) + " has no end, which is not for this protocol"};
  }
  auto given = given_from_json(operation, params);
  if (!given) return rpc_error(given.error());
  auto answer = call_operation(engine, operation.name, *given, options);
  if (!answer) return rpc_error(answer.error());
  if (operation.handler.type) return std::move(*answer);  // we wrote it
  json::Parser parser;
  auto value = parser.parse_copy(*answer);
  if (value && !parser.repairs().any() && answer->find('\n') == std::string::npos) {
    return std::move(*answer);
  }
  if (value) return value->to_json();
  std::string quoted;
  json::append_quoted(quoted, *answer);
  return quoted;
}

}  // namespace clew
