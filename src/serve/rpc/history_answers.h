// SPDX-License-Identifier: MIT
//
// What history/list, history/load and history/search answer (docs/protocols.md). They borrow from
// the answers of the operations behind them.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/drive/driven_conversations.h"
#include "engine/lists/list_answers.h"
#include "engine/read/conversation_answers.h"
#include "engine/search/search_answers.h"
#include "engine/usage/session_usage.h"
#include "serve/call/operation_call.h"
#include "serve/rpc/chat_message.h"

namespace clew {

// --- history/list, session/list ---

struct HistorySession {
  ListedSession row;
  bool merged = false;  // with what is driven now

  const FactsView& facts() const { return row.file.facts; }
  std::string id() const {
    return merged ? prefixed_session_id(facts().id) : std::string(facts().id);
  }
  bool is_subagent() const { return row.file.is_agent || facts().subagent != SubagentSign::kNone; }
};
template <>
inline constexpr auto kDescription<HistorySession> = describe(
    "HistorySession", "a recorded session",
    field("id", "its id, with a prefix in lists that hold driven ones too", &HistorySession::id),
    field("sessionId", "its id", through(&HistorySession::facts, &FactsView::id)),
    field("title", "its title", through(&HistorySession::facts, short_name<std::string_view>)),
    field("createdAt", "when it began",
          as_time(through(&HistorySession::facts, &FactsView::created_at))),
    field("updatedAt", "when it was last used",
          as_time(through(&HistorySession::facts, &FactsView::updated_at))),
    field("cwd", "the folder it worked in",
          or_null(through(&HistorySession::facts, &FactsView::cwd))),
    field("gitBranch", "the branch of the repository",
          or_null(through(&HistorySession::facts, &FactsView::git_branch))),
    field("model", "the last model that answered",
          or_null(through(&HistorySession::facts, &FactsView::model))),
    field("firstPrompt", "what was asked first",
          or_null(through(&HistorySession::facts, &FactsView::first_prompt))),
    field("provider", "whose session it is", [](const HistorySession&) { return "claude"; }),
    field_if_any("source", "history",
                 [](const HistorySession& s) { return s.merged ? "history" : ""; }),
    field("running", "the process that works in it",
          [](const HistorySession& s) { return s.row.running(); }),
    field_if_any("messages", "with counts: messages of the branch that continues",
                 through(&HistorySession::facts, &FactsView::messages)),
    field_if_any("tag", "its tag", [](const HistorySession& s) { return s.facts().labels.tag; }),
    field_if_any("customTitle", "the title you gave it",
                 [](const HistorySession& s) { return s.facts().labels.custom_title; }),
    field_if_any("subagent", "it is the transcript of a subagent", &HistorySession::is_subagent),
    field_if_any("hidden", "it is hidden",
                 [](const HistorySession& s) { return s.row.row->hidden; }),
    field_if_any("archived", "it is archived",
                 [](const HistorySession& s) { return s.row.row->archived; }),
    field_if_any("forkedFrom", "the session it was forked from",
                 through(&HistorySession::facts, &FactsView::forked_from)),
    field_if_any("compacted", "it was compacted",
                 through(&HistorySession::facts, &FactsView::compacted)));

struct DrivenSession {
  const ConversationInfo* info = nullptr;

  const std::string& title() const { return info->session.empty() ? info->id : info->session; }
};
template <>
inline constexpr auto kDescription<DrivenSession> = describe(
    "DrivenSession", "a session that is driven now",
    field("id", "id of the conversation", through(&DrivenSession::info, &ConversationInfo::id)),
    field("sessionId", "the session",
          or_null(through(&DrivenSession::info, &ConversationInfo::session))),
    field("title", "its title", &DrivenSession::title),
    field("createdAt", "when it began",
          as_time(through(&DrivenSession::info, &ConversationInfo::started))),
    field("updatedAt", "not known", [](const DrivenSession&) { return IsoTime{}; }),
    field("cwd", "where it works", through(&DrivenSession::info, &ConversationInfo::folder)),
    field("model", "who answers", through(&DrivenSession::info, &ConversationInfo::model)),
    field("provider", "whose session it is", [](const DrivenSession&) { return "claude"; }),
    field("source", "live", [](const DrivenSession&) { return "live"; }),
    field("state", "what it does", through(&DrivenSession::info, &ConversationInfo::state)));

struct HistoryEntry {
  std::variant<DrivenSession, HistorySession> what;
};
template <>
inline constexpr auto kDescription<HistoryEntry> = describe("HistoryEntry",
                                                            "a session, driven or recorded",
                                                            all_of(&HistoryEntry::what));

struct HistorySessions {
  std::vector<HistoryEntry> sessions;
  std::string next_cursor;
};
template <>
inline constexpr auto kDescription<HistorySessions> =
    describe("HistorySessions", "sessions",
             field("sessions", "driven ones first, then newest first", &HistorySessions::sessions),
             field_if_any("nextCursor", "asks for the next page", &HistorySessions::next_cursor));

// --- history/load ---

// What follows the messages.
struct LoadEnd {
  const ConversationAnswer* answer = nullptr;
  std::string next_cursor;
};
template <>
inline constexpr auto kDescription<LoadEnd> =
    describe("LoadEnd", "which part of the conversation it is",
             field("sessionId", "the session",
                   [](const LoadEnd& e) { return e.answer->view->session->id(); }),
             field("offset", "messages before these",
                   [](const LoadEnd& e) { return e.answer->view->skipped_before; }),
             field("total", "messages of the whole conversation",
                   [](const LoadEnd& e) { return e.answer->total(); }),
             field_if_any("nextCursor", "asks for the next page", &LoadEnd::next_cursor),
             field("session", "what is known about the session",
                   [](const LoadEnd& e) { return e.answer->head(); }),
             field("branch", "which conversation this is, and why",
                   [](const LoadEnd& e) { return e.answer->branch(); }));

// --- history/search ---

struct HistoryHit {
  const SearchViewHit* hit = nullptr;

  const std::string& session() const { return hit->hit.session; }
};
template <>
inline constexpr auto kDescription<HistoryHit> =
    describe("HistoryHit", "a hit",
             field("id", "the session, as session/list names it",
                   [](const HistoryHit& h) { return prefixed_session_id(h.session()); }),
             field("sessionId", "the session", &HistoryHit::session),
             all_of([](const HistoryHit& h) -> const SearchViewHit& { return *h.hit; }));

struct HistoryHits {
  const SearchView* found = nullptr;
};
template <>
inline constexpr auto kDescription<HistoryHits> = describe(
    "HistoryHits", "what was found",
    field("hits", "what was found, best first",
          [](const HistoryHits& h) {
            return MappedList(h.found->hits,
                              [](const SearchViewHit& hit) { return HistoryHit{&hit}; });
          }),
    field("total", "hits in all", through(&HistoryHits::found, &SearchView::total)),
    field("sessions", "sessions with hits", through(&HistoryHits::found, &SearchView::sessions)),
    field("index", "an index was used", through(&HistoryHits::found, &SearchView::used_index)),
    field("fresh", "it knew all files", through(&HistoryHits::found, &SearchView::fresh)));

}  // namespace clew
