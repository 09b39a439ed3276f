// SPDX-License-Identifier: MIT
//
// The routes of the session store. A load of any size flows; what is appended is held whole, within
// the limits that admission and the reading of bodies have set.

#include <optional>
#include <utility>

#include "serve/call/error_codes.h"
#include "serve/http/http_connection.h"

namespace clew::net {
namespace {

// What is stored waits for the disk and for locks; of small ones little else is done, so that many
// may wait at once.
constexpr std::size_t kSmallBatch = std::size_t{1} << 20;

// A lock that others hold, and an end that begins, are gone in a moment.
int status_of(ErrorCode code) { return code == ErrorCode::kBusy ? 503 : codes_of(code).http; }

std::optional<Reply> check_store_form(const StoreRoute& route, const Caller& caller,
                                      const Admission& asked) {
  const bool is_get = asked.method == "GET" || asked.method == "HEAD";
  if (route.changes() ? asked.method != "POST" : !is_get) {
    Reply reply = problem_reply(405, route.changes() ? "use POST" : "use GET");
    reply.fields.emplace_back("Allow", route.changes() ? "POST" : "GET, HEAD");
    return reply;
  }
  if (caller.store() == nullptr) {
    return problem_reply(403, "the session store is off; clew serve --session-store turns it on");
  }
  if (route.changes() && !std::string_view(asked.content_type).starts_with(route.content_type)) {
    return problem_reply(415, "the body must be " + std::string(route.content_type));
  }
  return std::nullopt;
}

}  // namespace

HttpConnection::Served HttpConnection::serve_store(const Caller& caller, const StoreRoute& route,
                                                   const Admission& asked, std::string body) {
  auto refusal = check_store_form(route, caller, asked);
  if (refusal) co_return co_await send(std::move(*refusal));
  auto request = store_request(route, asked.target.query, asked.headers);
  if (!request) co_return co_await send(problem_reply(400, request.error().message));
  request->body = std::move(body);
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), ResponseStream::Hold::kSmall);
  const CancelAtEnd cancel_at_end{*stream};
  request->is_wanted = [stream] { return !stream->is_cancelled(); };
  auto work = [caller, &route, &pool = core_.pool, request = std::move(*request),
               stream]() mutable {
    std::optional<WorkerPool::Blocking> for_the_disk;
    if (route.changes() && request.body.size() <= kSmallBatch) for_the_disk.emplace(pool);
    const auto sink = [&stream](std::string_view piece) { return stream->write(piece); };
    stream->finish(route.run(*caller.store(), caller, request, sink));
  };
  if (!core_.pool.add(std::move(work))) {
    Reply reply = problem_reply(503, "too many requests are waiting");
    reply.fields.emplace_back("Retry-After", "1");
    co_return co_await send(std::move(reply));
  }
  if (!co_await wait_ready(*stream, Clock::now() + core_.options.limits.request_time)) {
    if (gone_ || shut_) co_return false;
    co_return co_await send(
        problem_reply(504, "this took too long; a batch that is sent again is stored once"));
  }
  ResponseStream::Piece piece = stream->take();
  const std::string_view type = route.changes() || route.key != StoreRoute::Key::kTranscript
                                    ? "application/json"
                                    : "application/x-ndjson";
  if (!piece.last) co_return co_await send_stream(*stream, std::move(piece), type);
  if (piece.error) {
    Reply reply = problem_reply(status_of(piece.error->code), piece.error->message);
    if (reply.status == 503) reply.fields.emplace_back("Retry-After", "1");
    co_return co_await send(std::move(reply));
  }
  Reply reply;
  reply.type = type;
  reply.cache = "no-store";
  if (piece.outcome == Outcome::kNothing) {
    reply.status = 204;
  } else {
    reply.body = std::move(piece.bytes);
  }
  co_return co_await send(std::move(reply));
}

}  // namespace clew::net
