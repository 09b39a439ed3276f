// SPDX-License-Identifier: MIT
//
// What a session store answers. The names are those of the Agent SDK.
#pragma once

#include <string>
#include <vector>

#include "base/described.h"
#include "mirror/session_store.h"

namespace clew {

template <>
inline constexpr auto kDescription<StoreAppend> = describe(
    "StoreAppend", "what an append did", field("lines", "lines that are new", &StoreAppend::lines),
    field("known", "lines that were there, by their uuids", &StoreAppend::known),
    field("repeated", "the whole batch was there: it was sent again", &StoreAppend::repeated));

struct StoreSessions {
  std::vector<StoredSession> sessions;
};
template <>
inline constexpr auto kDescription<StoredSession> = describe(
    "StoreSession", "a stored session", field("sessionId", "its id", &StoredSession::id),
    field("mtime", "when its main transcript was last appended to, in milliseconds since 1970",
          &StoredSession::changed));
template <>
inline constexpr auto kDescription<StoreSessions> = describe("StoreSessions",
                                                             "the sessions of a project",
                                                             field("sessions", "in no order",
                                                                   &StoreSessions::sessions));

struct StoreSummary {
  StoredSession session;

  const std::string& id() const { return session.id; }
  TimeMs changed() const { return session.changed; }
  JsonText data() const { return {session.summary}; }
};
struct StoreSummaries {
  std::vector<StoreSummary> summaries;
};
template <>
inline constexpr auto kDescription<StoreSummary> =
    describe("StoreSummary", "what lists show of a stored session",
             field("sessionId", "its id", &StoreSummary::id),
             field("mtime", "as in the list of sessions", &StoreSummary::changed),
             field("data", "the summary, with the names of both SDKs", &StoreSummary::data));
template <>
inline constexpr auto kDescription<StoreSummaries> =
    describe("StoreSummaries", "summaries of the sessions of a project",
             field("summaries", "in no order", &StoreSummaries::summaries));

struct StoreSubkeys {
  std::vector<std::string> subkeys;
};
template <>
inline constexpr auto kDescription<StoreSubkeys> =
    describe("StoreSubkeys", "the transcripts of a session's subagents",
             field("subkeys", "their subpaths", &StoreSubkeys::subkeys));

struct StoreDeleted {
  bool deleted = false;
};
template <>
inline constexpr auto kDescription<StoreDeleted> =
    describe("StoreDeleted", "what a deletion did",
             field("deleted", "there was something to delete", &StoreDeleted::deleted));

}  // namespace clew
