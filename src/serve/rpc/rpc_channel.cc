// SPDX-License-Identifier: MIT

#include "serve/rpc/rpc_channel.h"

#include <exception>
#include <utility>

namespace clew {
namespace {

constexpr std::size_t kLargestBatch = 100;
constexpr std::size_t kMostCancelled = 256;   // a flood of cancellations is forgotten
constexpr std::size_t kMostAsked = 64;        // our own requests without an answer
constexpr std::size_t kLargestCancel = 4096;  // no cancellation is longer

}  // namespace

RpcChannel::RpcChannel(ChannelHost host, RpcOptions options)
    : host_(std::move(host)), options_(options) {}

RpcChannel::~RpcChannel() = default;

void RpcChannel::receive(std::string_view text) {
  auto root = parser_.parse_copy(text);
  if (!root) {
    host_.send(rpc_error_text("null", {rpc_code::kParse, "not JSON: " + root.error().message}));
    return;
  }
  if (root->is_array() && options_.batches) {
    receive_batch(*root);
  } else if (auto answer = handle(*root, false)) {
    host_.send(std::move(*answer));
  }
}

void RpcChannel::arriving(std::string_view text) {
  if (text.size() > kLargestCancel || text.find(options_.cancel_method) == text.npos) return;
  json::Parser parser;
  auto root = parser.parse_copy(text);
  if (!root) return;
  const RpcMessage message = read_rpc_message(*root);
  if (message.kind != RpcKind::kNotification || message.method != options_.cancel_method) return;
  const std::lock_guard lock(cancelled_->mutex);
  if (cancelled_->ids.size() >= kMostCancelled) return;
  cancelled_->ids.insert(message.params[options_.cancel_member].to_json());
}

void RpcChannel::receive_batch(json::Value batch) {
  std::string answers;
  std::size_t count = 0;
  for (const json::Value element : batch.elements()) {
    if (++count > kLargestBatch) break;
    auto answer = handle(element, true);
    if (!answer) continue;
    answers += answers.empty() ? "[" : ",";
    answers += *answer;
  }
  if (count == 0 || count > kLargestBatch) {
    const char* problem = count == 0 ? "the batch is empty" : "more than 100 requests in one batch";
    answers = rpc_error_text("null", {rpc_code::kInvalidRequest, problem});
  } else if (!answers.empty()) {
    answers += ']';
  }
  if (!answers.empty()) host_.send(std::move(answers));
}

std::optional<std::string> RpcChannel::handle(json::Value value, bool in_batch) {
  const RpcMessage message = read_rpc_message(value);
  switch (message.kind) {
    case RpcKind::kInvalid:
      return rpc_error_text(message.id, {rpc_code::kInvalidRequest, std::string(message.problem)});
    case RpcKind::kNotification:
      handle_notification(message);
      return std::nullopt;
    case RpcKind::kResponse:
      handle_response(message);
      return std::nullopt;
    case RpcKind::kRequest:
      break;
  }
  auto result = guarded_call(message, in_batch);
  if (!result && in_batch) result = RpcError{rpc_code::kInvalidRequest, "not in a batch"};
  if (!result) return std::nullopt;
  return rpc_reply_text(message.id, *result);
}

std::optional<RpcResult> RpcChannel::guarded_call(const RpcMessage& message, bool in_batch) {
  const RpcError stopped{rpc_code::kCancelled, "cancelled"};
  if (is_cancelled(message.id)) return stopped;
  RpcCall request{message.id, message.method, message.params, {}, in_batch};
  request.stopped = [shared = cancelled_, id = message.id, is_open = host_.is_open] {
    if (!is_open()) return true;
    const std::lock_guard lock(shared->mutex);
    return shared->ids.contains(id);
  };
  // Nothing of ours throws, but the library may, when memory runs out.
  try {
    auto result = call(request);
    if (result && is_cancelled(message.id)) return stopped;
    return result;
  } catch (const std::exception& error) {
    return RpcError{rpc_code::kInternal, error.what()};
  }
}

void RpcChannel::handle_notification(const RpcMessage& message) {
  if (message.method != options_.cancel_method) {
    try {
      notified(message.method, message.params);
    } catch (const std::exception&) {
      return;  // a notification has no answer
    }
    return;
  }
  const std::string id = message.params[options_.cancel_member].to_json();
  {
    // In the order of messages the request is done, or its answer is still to come.
    const std::lock_guard lock(cancelled_->mutex);
    cancelled_->ids.erase(id);
  }
  cancelled(id);
}

void RpcChannel::handle_response(const RpcMessage& message) {
  const auto found = asked_.find(message.id);
  if (found == asked_.end()) return;
  const Answer then = std::move(found->second);
  asked_.erase(found);
  then(message);
}

bool RpcChannel::is_cancelled(const std::string& id) {
  const std::lock_guard lock(cancelled_->mutex);
  return cancelled_->ids.contains(id);
}

void RpcChannel::reply(std::string_view id, const RpcResult& result) {
  host_.send(rpc_reply_text(id, result));
}

void RpcChannel::notify(std::string_view method, std::string_view params) {
  host_.send(rpc_notification_text(method, params));
}

void RpcChannel::request(std::string_view method, std::string_view params, Answer then) {
  const std::string id = std::to_string(next_id_++);
  if (asked_.size() >= kMostAsked) asked_.erase(asked_.begin());
  asked_.emplace(id, std::move(then));
  host_.send(rpc_request_text(id, method, params));
}

}  // namespace clew
