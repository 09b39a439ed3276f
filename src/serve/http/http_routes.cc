// SPDX-License-Identifier: MIT

#include <exception>

#include "base/text.h"
#include "engine/live/event_bus.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/socket_peer.h"
#include "serve/call/error_codes.h"
#include "serve/call/sign_ins.h"
#include "serve/http/http_call.h"
#include "serve/http/http_connection.h"
#include "serve/http/openapi.h"

namespace clew::net {
namespace {

constexpr std::chrono::milliseconds kStreamPatience{200};

bool is_json(std::string_view content_type) {
  return content_type == "application/json" || content_type.starts_with("application/json;");
}

// A line is sent whole, or the part of it that is asked for; it is in the memory anyway.
ResponseStream::Hold hold_for(const Operation& operation) {
  if (operation.streams) return ResponseStream::Hold::kNothing;
  return operation.name == "raw" ? ResponseStream::Hold::kAll : ResponseStream::Hold::kSmall;
}

std::uint64_t current_generation(const Caller& caller) {
  const EventBus* bus = caller.services().events;
  return bus ? bus->last_sequence() : 0;
}

}  // namespace

HttpConnection::Served HttpConnection::route(const Admission& asked, std::string body) {
  using Kind = GuardedRoute::Kind;
  if (const auto* const open = std::get_if<OpenRoute>(&asked.route)) {
    co_return co_await route_open(*open, asked, body);
  }
  const auto& guarded = std::get<GuardedRoute>(asked.route);
  const Caller& caller = guarded.caller;
  switch (guarded.kind) {
    case Kind::kOperation:
      co_return co_await serve_operation(caller, *guarded.operation, asked, body);
    case Kind::kPlain:
      co_return co_await serve_plain(caller, *guarded.plain, asked, std::move(body));
    case Kind::kStore:
      co_return co_await serve_store(caller, *guarded.store, asked, std::move(body));
    case Kind::kEvents:
      co_return co_await serve_events(caller, asked);
    case Kind::kOpenApi:
      co_return co_await serve_openapi(caller);
    case Kind::kAbout:
      co_return co_await serve_about(caller);
    case Kind::kLoginCode:
      co_return co_await serve_login_code(caller, asked);
    case Kind::kLogout:
      co_return co_await serve_logout(asked, guarded.cookie);
    case Kind::kUpgrade:
      co_return co_await serve_upgrade(caller, *guarded.channel, asked.handshake);
    case Kind::kNowhere:
      break;
  }
  co_return co_await send(problem_reply(404, "there is no such operation or path"));
}

HttpConnection::Served HttpConnection::route_open(OpenRoute route, const Admission& asked,
                                                  std::string_view body) {
  if (route == OpenRoute::kLogin) co_return co_await serve_login(asked, body);
  co_return co_await serve_static(asked);
}

HttpConnection::Served HttpConnection::serve_operation(const Caller& caller,
                                                       const Operation& operation,
                                                       const Admission& asked,
                                                       std::string_view body) {
  const bool is_get = asked.method == "GET" || asked.method == "HEAD";
  if (!is_get && asked.method != "POST") {
    Reply reply = problem_reply(405, "use GET or POST");
    reply.fields.emplace_back("Allow", operation.read_only ? "GET, HEAD, POST" : "POST");
    co_return co_await send(std::move(reply));
  }
  if (operation.drives && !caller.may_drive()) {
    co_return co_await send(
        problem_reply(403, "driving claude is off; clew serve --allow-drive turns it on"));
  }
  if (is_get && !operation.read_only) {
    Reply reply = problem_reply(405, "this changes something: use POST");
    reply.fields.emplace_back("Allow", "POST");
    co_return co_await send(std::move(reply));
  }
  if (!is_get && !is_json(asked.content_type)) {
    co_return co_await send(problem_reply(415, "the body must be application/json"));
  }
  auto call = is_get ? call_from_query(operation, asked.target) : call_from_body(operation, body);
  if (!call) co_return co_await send(problem_reply(400, call.error().message));
  if (is_get) call->if_none_match = asked.form.if_none_match;
  const std::string key = caller.person() + '\0' + call->key();
  const std::uint64_t generation = current_generation(caller);
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
  const auto work = [caller, call = std::move(*call), stream] { run_call(caller, call, *stream); };
  const bool added = operation.streams ? core_.pool.add_endless(work) : core_.pool.add(work);
  if (!added) {
    Reply reply = problem_reply(503, "too many requests are waiting");
    reply.fields.emplace_back("Retry-After", "1");
    co_return co_await send(std::move(reply));
  }
  // Who follows something gets the head of the answer soon, and what happens when it happens.
  const Clock::time_point deadline =
      began + (operation.streams ? kStreamPatience : core_.options.limits.request_time);
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
    co_return co_await send(problem_reply(codes_of(piece.error->code).http, piece.error->message));
  }
  Reply reply;
  if (piece.unchanged) {
    reply.status = 304;
    const bool has_weak = asked.form.if_none_match.find("W/" + piece.tag) != std::string::npos;
    reply.fields.emplace_back("ETag", etag_as_sent(piece.tag, has_weak));
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
HttpConnection::Served HttpConnection::serve_login(const Admission& asked, std::string_view body) {
  if (asked.method != "POST" || !is_json(asked.content_type)) {
    co_return co_await send(problem_reply(415, "POST {\"token\":...} as application/json"));
  }
  if (core_.gate->people() != nullptr) co_return co_await serve_sign_in(login_token(body));
  const auto is_own_user = [this] {
    return unix_socket_ || !knows_tcp_peers() || is_own_tcp_peer(stream_.socket().native_handle());
  };
  auto cookie = core_.gate->cookie_for(body, is_own_user);
  if (!cookie) {
    form_.keep_alive = false;  // who guesses has to come again
    co_return co_await send(problem_reply(401, "this is not the token of this server"));
  }
  Reply reply;
  reply.status = 204;
  reply.cache = "no-store";
  reply.fields.emplace_back("Set-Cookie", std::move(*cookie));
  co_return co_await send(std::move(reply));
}

// The same for a person of a team.
HttpConnection::Served HttpConnection::serve_sign_in(std::string token) {
  form_.keep_alive = false;
  auto problem = co_await sign_in_person(core_, token, stream_.peer());
  if (shut_) co_return false;
  if (problem) co_return co_await send(std::move(*problem));
  auto cookie = core_.gate->cookie_of_person(token);
  if (!cookie) co_return co_await send(problem_reply(503, cookie.error().message));
  Reply reply;
  reply.status = 204;
  reply.cache = "no-store";
  reply.fields.emplace_back("Set-Cookie", std::move(*cookie));
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_logout(const Admission& asked,
                                                    const std::string& cookie) {
  if (asked.method != "POST" || !is_json(asked.content_type)) {
    co_return co_await send(problem_reply(415, "POST {} as application/json"));
  }
  if (SignIns* const people = core_.gate->people()) people->forget_cookie(cookie);
  Reply reply;
  reply.status = 204;
  reply.cache = "no-store";
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_openapi(const Caller& /*any*/) {
  Reply reply;
  reply.body = openapi_json() + "\n";
  reply.tagged = true;
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_upgrade(const Caller& caller, const ChannelKind& kind,
                                                     const Handshake& handshake) {
  if (core_.websockets >= core_.options.limits.websockets) {
    co_return co_await send(problem_reply(503, "too many WebSockets are open"));
  }
  handed_over_ = true;
  connections_.remove(this);
  co_await serve_websocket(core_, connections_, std::move(stream_), caller, kind, handshake);
  co_return false;
}

// What this server is and may do, so that a client need not try.
HttpConnection::Served HttpConnection::serve_about(const Caller& caller) {
  json::Writer out;
  out.begin_object().field("version", CLEW_VERSION);
  out.field("drive", caller.may_drive());
  if (!caller.person().empty()) out.field("person", caller.person());
  out.end_object();
  Reply reply;
  reply.body = out.take();
  co_return co_await send(std::move(reply));
}

// For a link that opens the page once; the token itself would stand in the list of processes.
HttpConnection::Served HttpConnection::serve_login_code(const Caller& /*any*/,
                                                        const Admission& asked) {
  if (asked.method != "POST" || !is_json(asked.content_type)) {
    co_return co_await send(problem_reply(415, "POST {} as application/json"));
  }
  auto code = core_.gate->make_login_code();
  if (!code) co_return co_await send(problem_reply(500, code.error().message));
  json::Writer out;
  out.begin_object().field("code", *code).end_object();
  Reply reply;
  reply.body = out.take();
  reply.cache = "no-store";
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_static(const Admission& asked) {
  auto file = core_.files.find(asked.target.path);
  if (!file) co_return co_await send(problem_reply(404, "there is no such page"));
  Reply reply;
  reply.type = file->type;
  reply.cached = std::move(file->body);
  reply.cache = file->immutable ? "public, max-age=31536000, immutable" : "no-cache";
  co_return co_await send(std::move(reply));
}

HttpConnection::Served HttpConnection::serve_plain(const Caller& caller,
                                                   const PlainHandler& handler,
                                                   const Admission& asked, std::string body) {
  PlainRequest plain{.method = asked.method,
                     .path = asked.target.path,
                     .query = asked.raw_query,
                     .headers = asked.headers,
                     .body = std::move(body)};
  if (plain.method == "POST" &&
      !std::string_view(asked.content_type).starts_with(handler.content_type)) {
    co_return co_await send(
        problem_reply(415, "the body must be " + std::string(handler.content_type)));
  }
  if (handler.is_stream && handler.is_stream(caller, plain)) {
    co_return co_await serve_plain_stream(caller, handler, std::move(plain));
  }
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), ResponseStream::Hold::kAll);
  const CancelAtEnd cancel_at_end{*stream};
  plain.stopped = [stream] { return stream->is_cancelled(); };
  const auto answer = std::make_shared<PlainResponse>();
  const bool added = core_.pool.add([caller, &handler, plain = std::move(plain), stream, answer] {
    *answer = handler.handle(caller, plain);
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

HttpConnection::Served HttpConnection::serve_plain_stream(const Caller& caller,
                                                          const PlainHandler& handler,
                                                          PlainRequest plain) {
  const auto stream =
      std::make_shared<ResponseStream>(core_.pool, wake_.remote(), ResponseStream::Hold::kNothing);
  const CancelAtEnd cancel_at_end{*stream};
  const bool added = core_.pool.add_endless([caller, &handler, plain = std::move(plain), stream] {
    handler.stream(caller, plain,
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
