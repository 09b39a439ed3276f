// SPDX-License-Identifier: MIT

#include "serve/rpc/rpc_stream.h"

#include <exception>
#include <string>
#include <utility>

#include "serve/call/operation_call.h"

namespace clew {
namespace {

// Everything the work needs; nothing of the channel.
struct Work {
  Caller caller;
  ChannelHost host;
  const Operation& operation;
  std::string id;
  Arguments::Given given;
  std::shared_ptr<RpcStream> stream;
  std::int64_t events = 0;

  bool is_stopped() const { return stream->cancelled || !host.is_open(); }

  // An empty piece only asks whether anybody listens.
  bool take(std::string_view line) {
    if (is_stopped()) return false;
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (line.empty()) return true;
    ++events;
    std::string params = R"({"id":)" + id + R"(,"event":)";
    params.append(line) += '}';
    host.send(rpc_notification_text(std::string(operation.name) + "/event", params));
    return true;
  }

  RpcResult run() {
    // Nothing of ours throws, but memory can be short, and one request must not end the server.
    try {
      const auto engine = caller.make_engine();
      CallOptions options;
      options.stopped = [this] { return is_stopped(); };
      options.writes = caller.writes();
      options.may_drive = caller.may_drive();
      auto outcome = stream_operation(*engine, operation.name, given, options,
                                      [this](std::string_view line) { return take(line); });
      if (stream->cancelled) return RpcError{rpc_code::kCancelled, "cancelled"};
      if (!outcome) return rpc_error(outcome.error());
      return R"({"events":)" + std::to_string(events) + "}";
    } catch (const std::exception& failure) {
      return RpcError{rpc_code::kInternal, failure.what()};
    }
  }
};

}  // namespace

std::optional<RpcResult> start_rpc_stream(const Caller& caller, const ChannelHost& host,
                                          const Operation& operation, const RpcCall& call,
                                          const std::shared_ptr<RpcStream>& stream) {
  if (call.in_batch) return RpcError{rpc_code::kInvalidRequest, "not in a batch"};
  if (operation.drives && !caller.may_drive()) {
    return RpcError{rpc_code::kRefused,
                    std::string(operation.name) + " drives claude, which is not allowed here"};
  }
  auto given = given_from_json(operation, call.params);
  if (!given) return rpc_error(given.error());
  const auto work =
      std::make_shared<Work>(Work{caller, host, operation, call.id, std::move(*given), stream});
  const bool started = host.run_apart && host.run_apart([work] {
    const RpcResult result = work->run();
    work->stream->over = true;
    work->host.send(rpc_reply_text(work->id, result));
  });
  if (started) return std::nullopt;
  return RpcError{rpc_code::kRefused, "too many of these run already"};
}

}  // namespace clew
