// SPDX-License-Identifier: MIT
//
// JSON-RPC 2.0 as values: what a message is, and the text of answers. Knows no connection; that is
// rpc_channel.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "json/value.h"

namespace clew {

namespace rpc_code {
inline constexpr int kParse = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternal = -32603;
inline constexpr int kNotFound = -32002;   // a session or resource that does not exist
inline constexpr int kRefused = -32003;    // not allowed here: driving, writing, a busy session
inline constexpr int kTooLarge = -32004;   // the answer is larger than its cap
inline constexpr int kCancelled = -32800;  // by the peer
}  // namespace rpc_code

struct RpcError {
  int code = rpc_code::kInternal;
  std::string message;
  std::string data = {};  // JSON; empty for none
};

// What a failure of the engine is to a peer.
RpcError rpc_error(const Error& error);

// The JSON text of a result, or the error.
class [[nodiscard]] RpcResult {
 public:
  RpcResult(std::string json) : json_(std::move(json)) {}
  RpcResult(RpcError error) : error_(std::move(error)) {}
  explicit operator bool() const { return !error_; }
  const std::string& json() const { return json_; }
  const RpcError& error() const { return *error_; }

 private:
  std::string json_;
  std::optional<RpcError> error_;
};

enum class RpcKind : std::uint8_t { kRequest, kNotification, kResponse, kInvalid };

// One message, as a view into its parser.
struct RpcMessage {
  RpcKind kind = RpcKind::kInvalid;
  std::string id;           // JSON text: a number, a string or null; empty for notifications
  std::string_view method;  // of requests and notifications
  json::Value params;       // missing, an object or an array
  json::Value result;       // of responses
  json::Value error;
  std::string_view problem = {};  // why it is invalid
};

// Never fails: what is no message is kInvalid, with the id where one can be told.
RpcMessage read_rpc_message(json::Value value);

std::string rpc_result_text(std::string_view id, std::string_view result);
std::string rpc_error_text(std::string_view id, const RpcError& error);
std::string rpc_reply_text(std::string_view id, const RpcResult& result);
std::string rpc_request_text(std::string_view id, std::string_view method, std::string_view params);
std::string rpc_notification_text(std::string_view method, std::string_view params);

}  // namespace clew
