// SPDX-License-Identifier: MIT
#pragma once

namespace clew {

class Conversations;
class EventBus;
class SessionCache;

// What lives longer than one request and is shared by all engines of a process. Borrowed: who makes
// them (a server, a streaming command) keeps them longer than any engine. Each is thread-safe; each
// may be missing, as in a plain command.
struct EngineServices {
  EventBus* events = nullptr;              // event_bus.h
  Conversations* conversations = nullptr;  // conversations.h
  SessionCache* sessions = nullptr;        // session_cache.h
};

}  // namespace clew
