// SPDX-License-Identifier: MIT

#include <exception>

#include "base/text.h"
#include "engine/event_bus.h"
#include "json/value.h"
#include "json/writer.h"
#include "serve/access.h"
#include "serve/http_call.h"
#include "serve/http_connection.h"
#include "serve/openapi.h"
#include "serve/problem.h"

namespace clew::net {
namespace {

constexpr std::string_view kApi = "/api/v1/";
constexpr std::chrono::milliseconds kPatience{200};

// Cancels the work for a client that has gone, however the connection ends.
struct CancelAtEnd {
  ResponseStream& stream;
  ~CancelAtEnd() { stream.cancel(); }
};

// A line is sent whole, or the part of it that is asked for; it is in the memory anyway.
ResponseStream::Hold hold_for(const Operation& operation) {
  if (operation.streams) return ResponseStream::Hold::kNothing;
  return operation.name == "raw" ? ResponseStream::Hold::kAll : ResponseStream::Hold::kSmall;
}

std::uint64_t current_generation(const ServerCore& core) {
  const EventBus* bus = core.context.services.events;
  return bus ? bus->last_sequence() : 0;
}

}  // namespace

bool HttpConnection::is_json_post() const {
  const std::string_view type = field(http::field::content_type);
  return type == "application/json" || type.starts_with("application/json;");
}

HttpConnection::Served HttpConnection::route(const Target& target) {
  if (wants_upgrade()) co_return co_await serve_upgrade(target);
  if (target.path.starts_with(kApi)) {
    const std::string_view name = std::string_view(target.path).substr(kApi.size());
    if (name == "login") co_return co_await serve_login();
    if (name == "events") co_return co_await serve_events(target);
    if (name == "openapi.json") co_return co_await serve_openapi();
    if (name == "server") co_return co_await serve_about();
    if (const Operation* operation = find_operation(name)) {
      co_return co_await serve_operation(*operation, target);
    }
    co_return co_await send(problem_reply(404, "there is no such operation"));
  }
  for (const PlainHandler& handler : plain_handlers()) {
    if (target.path == handler.path ||
        (handler.path.ends_with('/') && target.path.starts_with(handler.path))) {
      co_return co_await serve_plain(handler, target);
    }
  }
  co_return co_await serve_static(target);
}

HttpConnection::Served HttpConnection::serve_operation(const Operation& operation,
                                                       const Target& target) {
  const http::verb method = request_.method();
  const bool is_get = method == http::verb::get || method == http::verb::head;
  if (!is_get && method != http::verb::post) {
    Reply reply = problem_reply(405, "use GET or POST");
    reply.fields.emplace_back("Allow", operation.read_only ? "GET, HEAD, POST" : "POST");
    co_return co_await send(std::move(reply));
  }
  if (operation.drives && !core_.context.allow_drive) {
    co_return co_await send(
        problem_reply(403, "driving claude is off; clew serve --allow-drive turns it on"));
  }
  if (is_get && !operation.read_only) {
    Reply reply = problem_reply(405, "this changes something: use POST");
    reply.fields.emplace_back("Allow", "POST");
    co_return co_await send(std::move(reply));
  }
  if (!is_get && !is_json_post()) {
    co_return co_await send(problem_reply(415, "the body must be application/json"));
  }
  auto call =
      is_get ? call_from_query(operation, target) : call_from_body(operation, request_.body());
  if (!call) co_return co_await send(problem_reply(400, call.error().message));
  if (is_get) call->if_none_match = std::string(field(http::field::if_none_match));
  const std::string key = call->key();
  const std::uint64_t generation = current_generation(core_);
  const Clock::time_point began = Clock::now();
  if (!operation.read_only) core_.cache.clear();
  if (auto hit = core_.cache.find(key, generation, began)) {
    Reply reply;
    reply.cached = std::move(hit);
    co_return co_await send(std::move(reply));
  }
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), hold_for(operation));
  const CancelAtEnd cancel_at_end{*stream};
  const auto work = [&context = core_.context, call = std::move(*call), stream] {
    run_call(context, call, *stream);
  };
  const bool added = operation.streams ? core_.pool.add_endless(work) : core_.pool.add(work);
  if (!added) {
    Reply reply = problem_reply(503, "too many requests are waiting");
    reply.fields.emplace_back("Retry-After", "1");
    co_return co_await send(std::move(reply));
  }
  // Who follows something gets the head of the answer soon, and what happens when it happens.
  const Clock::time_point deadline =
      began + (operation.streams ? kPatience : core_.options.limits.request_time);
  if (!co_await wait_ready(*stream, deadline)) {
    if (gone_ || shut_) co_return false;
    if (!operation.streams) {
      co_return co_await send(problem_reply(504, "the operation took too long"));
    }
  }
  ResponseStream::Piece piece = stream->take();
  const std::string_view type = operation.streams ? "application/x-ndjson" : "application/json";
  if (!piece.last) co_return co_await send_stream(*stream, std::move(piece), type);
  if (piece.error) {
    co_return co_await send(problem_reply(status_of(piece.error->code), piece.error->message));
  }
  Reply reply;
  if (piece.unchanged) {
    reply.status = 304;
    reply.fields.emplace_back("ETag", piece.tag);
    co_return co_await send(std::move(reply));
  }
  reply.type = type;
  reply.cached = std::make_shared<CachedBody>(std::move(piece.bytes), std::move(piece.tag));
  if (operation.read_only && !operation.streams) {
    core_.cache.put(key, generation, began, reply.cached);
  } else {
    core_.cache.clear();
  }
  co_return co_await send(std::move(reply));
}

// The browser brings the token of the link once and gets a cookie for it.
HttpConnection::Served HttpConnection::serve_login() {
  if (request_.method() != http::verb::post || !is_json_post()) {
    co_return co_await send(problem_reply(415, "POST {\"token\":...} as application/json"));
  }
  json::Parser parser;
  const auto body = parser.parse_copy(request_.body());
  const std::string token = body ? std::string((*body)["token"].string_or("")) : std::string();
  if (core_.rules.token.empty() || !same_secret(token, core_.rules.token)) {
    co_return co_await send(problem_reply(401, "this is not the token of this server"));
  }
  Reply reply;
  reply.status = 204;
  reply.cache = "no-store";
  reply.fields.emplace_back("Set-Cookie", core_.rules.cookie_name + "=" + core_.rules.cookie +
                                              "; HttpOnly; SameSite=Strict; Path=/");
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_openapi() {
  Reply reply;
  reply.body = openapi_json() + "\n";
  reply.tagged = true;
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_upgrade(const Target& target) {
  for (const ChannelKind& kind : channel_kinds()) {
    if (kind.path != target.path) continue;
    if (core_.websockets >= core_.options.limits.websockets) {
      co_return co_await send(problem_reply(503, "too many WebSockets are open"));
    }
    handed_over_ = true;
    connections_.remove(this);
    co_await serve_websocket(core_, connections_, std::move(stream_), std::move(request_), kind);
    co_return false;
  }
  co_return co_await send(problem_reply(404, "there is no WebSocket at this path"));
}

// What this server is and may do, so that a client need not try.
HttpConnection::Served HttpConnection::serve_about() {
  json::Writer out;
  out.begin_object().field("version", CLEW_VERSION);
  out.field("drive", core_.context.allow_drive).end_object();
  Reply reply;
  reply.body = out.take();
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_static(const Target& target) {
  if (request_.method() != http::verb::get && request_.method() != http::verb::head) {
    Reply reply = problem_reply(405, "use GET");
    reply.fields.emplace_back("Allow", "GET, HEAD");
    co_return co_await send(std::move(reply));
  }
  auto file = core_.files.find(target.path);
  if (!file) co_return co_await send(problem_reply(404, "there is no such page"));
  Reply reply;
  reply.type = file->type;
  reply.body = std::move(file->bytes);
  reply.gzipped = file->gzip;
  reply.cache = file->immutable ? "public, max-age=31536000, immutable" : "no-cache";
  reply.tagged = true;
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_plain(const PlainHandler& handler,
                                                   const Target& target) {
  PlainRequest plain;
  plain.method = std::string(request_.method_string());
  plain.path = target.path;
  const std::string_view raw(request_.target().data(), request_.target().size());
  const std::size_t question = raw.find('?');
  if (question != raw.npos) plain.query = std::string(raw.substr(question + 1));
  for (const auto& one : request_) {
    const auto name = one.name_string();
    plain.headers[ascii_lower(std::string_view(name.data(), name.size()))] =
        std::string(one.value());
  }
  plain.body = std::move(request_.body());
  if (plain.method == "POST" &&
      !std::string_view(plain.headers["content-type"]).starts_with(handler.content_type)) {
    co_return co_await send(
        problem_reply(415, "the body must be " + std::string(handler.content_type)));
  }
  if (handler.is_stream && handler.is_stream(core_.context, plain)) {
    co_return co_await serve_plain_stream(handler, std::move(plain));
  }
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), ResponseStream::Hold::kAll);
  const CancelAtEnd cancel_at_end{*stream};
  plain.stopped = [stream] { return stream->is_cancelled(); };
  const auto answer = std::make_shared<PlainResponse>();
  const bool added = core_.pool.add(
      [&context = core_.context, &handler, plain = std::move(plain), stream, answer] {
        *answer = handler.handle(context, plain);
        stream->finish(Outcome::kFound);
      });
  if (!added) co_return co_await send(problem_reply(503, "too many requests are waiting"));
  const Clock::time_point deadline = Clock::now() + core_.options.limits.request_time;
  if (!co_await wait_ready(*stream, deadline)) {
    if (gone_ || shut_) co_return false;
    co_return co_await send(problem_reply(504, "this took too long"));
  }
  Reply reply;
  reply.status = answer->status;
  reply.type = answer->content_type;
  reply.body = std::move(answer->body);
  for (const auto& [name, value] : answer->headers) reply.fields.emplace_back(name, value);
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_plain_stream(const PlainHandler& handler,
                                                          PlainRequest plain) {
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), ResponseStream::Hold::kNothing);
  const CancelAtEnd cancel_at_end{*stream};
  const bool added = core_.pool.add_endless(
      [&context = core_.context, &handler, plain = std::move(plain), stream] {
        handler.stream(context, plain,
                       [&stream](std::string_view piece) { return stream->write(piece); });
        stream->finish(Outcome::kFound);
      });
  if (!added) co_return co_await send(problem_reply(503, "too many follow something"));
  const bool began = co_await wait_ready(*stream, Clock::now() + core_.options.limits.request_time);
  if (gone_ || shut_ || !began) co_return false;
  ResponseStream::Piece piece = stream->take();
  co_return co_await send_stream(*stream, std::move(piece), "text/event-stream");
}

}  // namespace clew::net
