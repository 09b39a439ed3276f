// SPDX-License-Identifier: MIT
//
// Events as a stream (text/event-stream). Everything happens on the loop: a client costs a
// subscription and no thread. One that reads slowly is not waited for; its queue on the bus
// overflows and it gets a "resync".

#include <charconv>

#include "engine/live/event_bus.h"
#include "serve/http/http_connection.h"

namespace clew::net {
namespace {

// What is copied for one client at a time; the rest waits on the bus, where all share it.
constexpr std::size_t kMostAtOnce = std::size_t{128} << 10;

struct EventQuery {
  EventFilter filter;
  std::optional<std::uint64_t> after;
};

Result<std::uint64_t> parse_sequence(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Error{ErrorCode::kInvalid, "after: must be the number of an event"};
  }
  return number;
}

Result<EventQuery> parse_event_query(const Target& target, std::string_view last_event_id) {
  EventQuery query;
  for (const auto& [name, value] : target.query) {
    if (name == "session") {
      query.filter.session = value.starts_with("claude:") ? value.substr(7) : value;
    } else if (name == "project") {
      query.filter.project = value;
    } else if (name == "file") {
      query.filter.file = value;
    } else if (name == "type") {
      query.filter.types.push_back(value);
    } else if (name == "hidden") {
      query.filter.hidden = value == "1" || value == "true";
    } else if (name == "after") {
      auto number = parse_sequence(value);
      if (!number) return number.error();
      query.after = *number;
    } else {
      return Error{ErrorCode::kInvalid, "events has no parameter \"" + name + "\""};
    }
  }
  // What a browser sends when it comes back; newer than what its address says.
  if (!last_event_id.empty()) {
    auto number = parse_sequence(last_event_id);
    if (!number) return number.error();
    query.after = *number;
  }
  return query;
}

void append_event(std::string& out, const LiveEvent& event) {
  out += "id: " + std::to_string(event.sequence) + "\nevent: " + event.type + "\ndata: ";
  out += *event.json();
  out += "\n\n";
}

std::string event_stream_head(const RequestForm& form) {
  return stream_head("text/event-stream", {{"Cache-Control", "no-store"}}, form, /*gzip=*/false);
}

}  // namespace

HttpConnection::Served HttpConnection::serve_events(const Caller& caller, const Admission& asked) {
  EventBus* bus = caller.services().events;
  if (!bus) co_return co_await send(problem_reply(501, "this server has no events"));
  if (asked.method != "GET") {
    Reply reply = problem_reply(405, "use GET");
    reply.fields.emplace_back("Allow", "GET");
    co_return co_await send(std::move(reply));
  }
  const auto query = parse_event_query(asked.target, asked.last_event_id);
  if (!query) co_return co_await send(problem_reply(400, query.error().message));
  if (core_.subscriptions >= core_.options.limits.subscriptions) {
    Reply reply = problem_reply(503, "too many clients follow events");
    reply.fields.emplace_back("Retry-After", "5");
    co_return co_await send(std::move(reply));
  }
  const Counted counted(core_.subscriptions);
  form_.keep_alive = false;  // the stream ends with the connection
  const auto subscription = bus->subscribe(query->filter, wake_.remote(), 1024, query->after);
  // The number to come back with is known before the first event.
  std::string out =
      "retry: 1000\nid: " + std::to_string(query->after.value_or(bus->last_sequence())) + "\n\n";
  const std::string head = event_stream_head(form_);
  if (!co_await write(head)) co_return false;
  const bool chunked = form_.http_1_1;
  while (!gone_ && !shut_) {
    for (const auto& event : subscription->take(kMostAtOnce)) append_event(out, *event);
    if (out.empty()) {
      stream_.expires_never();
      watch_client();
      const auto time = Clock::now() + core_.options.limits.keep_alive;
      co_await wake_.wait_until(time);
      if (Clock::now() < time) continue;
      out = ":\n\n";
    }
    if (chunked) out = chunk(out);
    if (!co_await write(out)) break;
    out.clear();
  }
  co_return false;
}

}  // namespace clew::net
