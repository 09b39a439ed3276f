// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "os/file_system.h"
#include "os/path_below.h"
#include "transcript/finding.h"

namespace clew {

// A file below a root that is a part of somebody's sessions.
struct RootFile {
  std::string file;  // below the root: "projects/-work-app/….jsonl"
  FileInfo info;
};

struct RootFiles {
  std::vector<RootFile> files;  // sorted by name
  Findings findings;            // folders that could not be read
};

// All that makes up the sessions of a root: transcripts and what lies beside and below them, copies
// of files, todo lists, tasks, plans, typed prompts and pasted texts. Not what is the person's or
// the machine's: settings, credentials, caches. Links are not followed. Nor what Clew itself has
// not finished writing (is_unfinished).
RootFiles find_root_files(const FileSystem& files, const std::string& root,
                          int threads = default_threads());

// Where such a file is written. A folder that stands right below the root may be a link, which is
// followed as find_root_files() does; no other step may be. Nothing for what is no place.
std::optional<PathBelow> place_in_root(const WritableFileSystem& files, const std::string& root,
                                       std::string_view file);

// The id of the session that such a file belongs to; empty where its place does not tell.
std::string session_of_file(std::string_view file);

// Whether a session with this id, a uuid, may have a file at this place below its root: by the id
// in it, or because subagents (2.0) and plans lie there whoever's they are. No other place can be
// written to on behalf of a session.
bool is_place_of_session(std::string_view file, std::string_view session);

// "projects/<key>/…": the key, and what is below it; empty for other places.
struct ProjectPlace {
  std::string_view key;
  std::string_view below;
};
ProjectPlace project_place(std::string_view file);
std::string place_in_project(std::string_view key, std::string_view below);
// The same place in another project's folder; of a place in none, itself.
std::string moved_to_project(std::string_view file, std::string_view key);

// Whether it is, or lies in, what a Clew that was killed left unfinished (temporary_name.h): no
// part of anybody's sessions. Older keeps have such files.
bool is_unfinished(std::string_view file);

// The file of all typed prompts: each of its lines is of one session, most say of which.
bool is_typed_prompts(std::string_view file);

}  // namespace clew
