// SPDX-License-Identifier: MIT
//
// The session store of the Agent SDK over HTTP (docs/session-store.md): a route for each of its
// methods. Whoever runs one has a Caller, and the store that the caller was given.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/call/operation.h"
#include "engine/mirror/store_service.h"
#include "serve/call/caller.h"

namespace clew {

// What a request says, taken apart. The names are not checked yet: the store does that.
struct StoreRequest {
  StoreName name;
  std::string batch{};  // by which a batch is known when it is sent again
  std::string body{};
  std::function<bool()> is_wanted{};  // somebody still waits for the answer
};

struct StoreRoute {
  // What a key of this route is made of.
  enum class Key : std::uint8_t { kProject, kSession, kTranscript };

  std::string_view path;
  Key key = Key::kTranscript;
  std::string_view content_type{};  // of a POST, which changes something; empty: a GET
  bool takes_batch = false;         // its body may be large
  // Writes the answer to the sink, and may use the request up. kNothing: there is no such
  // transcript.
  Result<Outcome> (*run)(StoreService&, const Caller&, StoreRequest&, const Sink&) = nullptr;

  bool changes() const { return !content_type.empty(); }
};

std::span<const StoreRoute> store_routes();

// kInvalid for parameters that the route does not have, has not got, or got twice.
Result<StoreRequest> store_request(const StoreRoute& route,
                                   const std::vector<std::pair<std::string, std::string>>& query,
                                   const std::map<std::string, std::string, std::less<>>& headers);

}  // namespace clew
