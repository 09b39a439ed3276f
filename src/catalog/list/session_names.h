// SPDX-License-Identifier: MIT
//
// How people name a session.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/list/sessions.h"
#include "os/file_system.h"

namespace clew {

struct NamedSession {
  std::string path;  // of the transcript
  PlainName id;
  ProjectFolder folder{};   // empty for a transcript outside every root
  bool named_link = false;  // given by a path that is a link, or has one below a root
};

// Who may name a session by the path of its file. Whoever types a command can read that file
// anyway; a peer of a server could use it to reach files that are none of its business.
enum class FilesByPath : bool { kRefused, kTaken };

struct NameOptions {
  FilesByPath by_path = FilesByPath::kRefused;
  // When an id exists in several projects, the one of this path wins, as in `claude --resume`; and
  // "@1" counts its sessions.
  std::string current_project{};
  // What "@1" and titles are looked up in; limit, offset, cursor and order are ignored.
  ListOptions scope{};
  // Whether what scope.is_hidden hides is found by less than its whole id: for who hides and shows.
  bool finds_hidden = false;
};

// Finds the session meant by
//   - the path of a transcript, where NameOptions::by_path takes it,
//   - a full id (of a subagent too: "agent-a1b2c3d"), or at least 4 characters that only one
//     session's id begins with, both also after "claude:",
//   - the same after "<project key>/", where several projects have a session of one id, or after
//     "<machine>/" for what another machine has of it (ListOptions::machines); a subagent's id
//     after "<session>/", where several sessions have one of it,
//   - "@1" for the newest, "@2" for the one before, ...: rows of the list of the current project if
//     it has some, else of all,
//   - a title (as listed, or a custom title), or the beginning of one that only one session has;
//     its case counts only where several fit.
// kInvalid when several fit, kNotFound when none does; the message says what was searched and
// which ones come near.
Result<NamedSession> find_session(const FileSystem& files, const std::vector<std::string>& roots,
                                  std::string_view name, const NameOptions& options = {});

// The transcript as something to be changed: no link may lie between its root and the file, and the
// file itself must not be one.
Result<PathBelow> place_to_edit(const NamedSession& session);

}  // namespace clew
