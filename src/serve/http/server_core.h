// SPDX-License-Identifier: MIT
//
// What all connections of a server share. Without Boost, so that only those who touch sockets
// compile it.
#pragma once

#include <cstddef>
#include <optional>

#include "serve/http/admission.h"
#include "serve/http/response_cache.h"
#include "serve/http/server.h"
#include "serve/http/static_files.h"
#include "serve/net/held_input.h"
#include "serve/net/outbox.h"
#include "serve/net/rate_limit.h"
#include "serve/net/worker_pool.h"

namespace clew {

struct ServerCore {
  ServerCore(ServerOptions server_options, const ServeContext& serve_context);

  ServerOptions options;
  // Once the port is known. The only way to the context: whoever serves something of it must have
  // been let in here.
  std::optional<Gate> gate;
  StaticFiles files;
  OutboxBudget outboxes;
  InputBudget inputs{options.limits.inputs_bytes};
  InputBudget batches{options.limits.batches_bytes};  // large bodies for the session store
  // Only the loop touches these.
  ResponseCache cache;
  std::size_t subscriptions = 0;
  std::size_t websockets = 0;
  // To strangers who may still be sending: reading it takes time from others.
  static constexpr std::size_t kMostFarewells = 32;
  std::size_t farewells = 0;
  // People of a team: how often one may try to sign in, from one place as one name and in all, and
  // how much one may ask for.
  RateLimit name_sign_ins{10, std::chrono::seconds(6)};
  RateLimit peer_sign_ins{60, std::chrono::seconds(1)};
  RateLimit requests{options.limits.requests_at_once, options.limits.request_each};
  static constexpr std::size_t kMostSigningIn = 4;  // at once; each waits for the store
  std::size_t signing_in = 0;
  // Last: its destructor waits for tasks that use the above.
  WorkerPool pool;
};

}  // namespace clew
