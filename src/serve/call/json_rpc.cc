// SPDX-License-Identifier: MIT

#include "serve/call/json_rpc.h"

#include "json/writer.h"
#include "serve/call/error_codes.h"

namespace clew {
namespace {

constexpr std::size_t kLongestId = 1024;
constexpr std::size_t kLongestMethod = 256;

bool is_whole_number(std::string_view json) {
  return json.find_first_not_of("-0123456789") == std::string_view::npos;
}

// The text of a usable id, or nothing. Fractions are legal but nobody can compare them.
std::optional<std::string> read_id(json::Value id) {
  const json::Kind kind = id.kind();
  if (kind != json::Kind::kString && kind != json::Kind::kNumber && kind != json::Kind::kNull) {
    return std::nullopt;
  }
  std::string text = id.to_json();
  if (text.size() > kLongestId) return std::nullopt;
  if (kind == json::Kind::kNumber && !is_whole_number(text)) return std::nullopt;
  return text;
}

RpcMessage invalid(std::string id, std::string_view problem) {
  RpcMessage message;
  message.id = std::move(id);
  message.problem = problem;
  return message;
}

json::Writer begin_message() {
  json::Writer out;
  out.begin_object().field("jsonrpc", "2.0");
  return out;
}

std::string_view id_or_null(std::string_view id) { return id.empty() ? "null" : id; }

}  // namespace

RpcError rpc_error(const Error& error) { return {codes_of(error.code).rpc, error.message}; }

RpcMessage read_rpc_message(json::Value value) {
  if (!value.is_object()) return invalid("null", "a message is an object");
  const json::Value id = value["id"];
  auto id_text = id.is_missing() ? std::string() : read_id(id);
  if (!id_text) return invalid("null", "an id is a whole number, a text or null");
  if (value["jsonrpc"].string_or("") != "2.0") {
    return invalid(std::move(*id_text), "\"jsonrpc\" must be \"2.0\"");
  }
  RpcMessage message;
  message.id = std::move(*id_text);
  const json::Value method = value["method"];
  if (method.is_missing()) {
    message.result = value["result"];
    message.error = value["error"];
    const bool one = message.result.is_missing() != message.error.is_missing();
    if (message.id.empty() || !one) return invalid(message.id, "neither a request nor a response");
    message.kind = RpcKind::kResponse;
    return message;
  }
  message.method = method.string_or("");
  if (message.method.empty() || message.method.size() > kLongestMethod) {
    return invalid(message.id, "\"method\" must be a name");
  }
  message.params = value["params"];
  const json::Kind kind = message.params.kind();
  if (kind != json::Kind::kMissing && kind != json::Kind::kObject && kind != json::Kind::kArray) {
    return invalid(message.id, "\"params\" must be an object or an array");
  }
  message.kind = message.id.empty() ? RpcKind::kNotification : RpcKind::kRequest;
  return message;
}

std::string rpc_result_text(std::string_view id, std::string_view result) {
  json::Writer out = begin_message();
  out.raw_field("id", id_or_null(id)).raw_field("result", result).end_object();
  return out.take();
}

std::string rpc_error_text(std::string_view id, const RpcError& error) {
  json::Writer out = begin_message();
  out.raw_field("id", id_or_null(id)).key("error").begin_object();
  out.field("code", error.code).field("message", error.message);
  if (!error.data.empty()) out.raw_field("data", error.data);
  out.end_object().end_object();
  return out.take();
}

std::string rpc_reply_text(std::string_view id, const RpcResult& result) {
  return result ? rpc_result_text(id, result.json()) : rpc_error_text(id, result.error());
}

std::string rpc_request_text(std::string_view id, std::string_view method,
                             std::string_view params) {
  json::Writer out = begin_message();
  out.raw_field("id", id).field("method", method).raw_field("params", params).end_object();
  return out.take();
}

std::string rpc_notification_text(std::string_view method, std::string_view params) {
  json::Writer out = begin_message();
  out.field("method", method).raw_field("params", params).end_object();
  return out.take();
}

}  // namespace clew
