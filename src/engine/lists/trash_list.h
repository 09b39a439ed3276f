// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/lists/list_answers.h"

namespace clew {

// A deleted session.
struct TrashRow {
  std::string id;
  std::string title;
  TimeMs deleted = kNoTime;
  std::int64_t bytes = 0;
  std::string project{};  // the folder it worked in
  std::string file{};     // where its transcript lay
  std::string restore{};  // the command that brings it back
};
template <>
inline constexpr auto kDescription<TrashRow> =
    describe("TrashRow", "a deleted session", field("id", "the session's id", &TrashRow::id),
             field("title", "its title when it was deleted", &TrashRow::title),
             field("deletedAt", "when that was", as_time(&TrashRow::deleted)),
             field("bytes", "of all its files", &TrashRow::bytes),
             field_if_any("project", "the folder that the session worked in", &TrashRow::project),
             field("file", "where its transcript was", &TrashRow::file),
             field("restore", "the command that restores it", &TrashRow::restore));

struct TrashList {
  std::vector<TrashRow> sessions;
  std::int64_t left_out_hidden = 0;
  Findings findings;
};
template <>
inline constexpr auto kDescription<TrashList> =
    describe("TrashList", "deleted sessions",
             field("sessions", "the deleted sessions, last deleted first", &TrashList::sessions),
             field("hidden", "deleted sessions left out because they are hidden",
                   &TrashList::left_out_hidden),
             field("findings", kFindingsHelp, &TrashList::findings));
inline bool holds_nothing(const TrashList& list) { return list.sessions.empty(); }

Result<TrashList> trash_list(Engine& engine, const Arguments& arguments);

}  // namespace clew
