// SPDX-License-Identifier: MIT
#pragma once

namespace clew {

class DrivenConversations;
class EventBus;
class KeptWorlds;
class SessionCache;
class TeamTrees;

// What lives longer than one request and is shared by all engines of a process. Borrowed: who makes
// them (a server, a streaming command) keeps them longer than any engine. Each is thread-safe; each
// may be missing, as in a plain command.
struct EngineServices {
  EventBus* events = nullptr;                    // live/event_bus.h
  DrivenConversations* conversations = nullptr;  // drive/driven_conversations.h
  SessionCache* sessions = nullptr;              // read/session_cache.h
  KeptWorlds* kept = nullptr;                    // keep/kept_worlds.h
  TeamTrees* team = nullptr;                     // team/team_trees.h
};

}  // namespace clew
