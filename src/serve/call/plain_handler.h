// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/call/operation.h"
#include "serve/call/caller.h"

namespace clew {

// A plain exchange over HTTP, for what is no operation (/mcp, /api/history/...). The server has
// checked host, origin and token, and that a POST carries one of the content types.
struct PlainRequest {
  using Headers = std::map<std::string, std::string, std::less<>>;

  std::string method;
  std::string path;   // decoded
  std::string query;  // as sent
  Headers headers;    // names in lower case; without those that prove who asks
  std::string body;
  std::function<bool()> stopped = {};  // nobody waits for the answer any more
};

struct PlainResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::map<std::string, std::string, std::less<>> headers = {};
};

struct PlainHandler {
  std::string_view path;  // exact, or the beginning when it ends with "/"
  std::string_view content_type = "application/json";  // a POST must have it
  PlainResponse (*handle)(const Caller&, const PlainRequest&);
  // Whether the answer is a stream of server-sent events instead, and what writes it until nobody
  // listens; an empty piece asks whether anybody does.
  bool (*is_stream)(const Caller&, const PlainRequest&) = nullptr;
  void (*stream)(const Caller&, const PlainRequest&, const Sink&) = nullptr;
};

}  // namespace clew
