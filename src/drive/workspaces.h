// SPDX-License-Identifier: MIT
//
// Folders that Clew makes for sessions: an empty one, or a clone of a local git repository, so that
// an experiment cannot touch the work at hand. A workspace is <store>/<name>/, with a note of where
// it comes from beside it (<store>/<name>.json).
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/file_system.h"

namespace clew {

struct Workspace {
  PlainName name;
  std::string path;
  std::string kind{};    // "tmp" or "clone"
  std::string source{};  // of a clone
  TimeMs created = 0;
};

struct WorkspaceRequest {
  std::string kind;          // "tmp" or "clone"
  std::string source;        // folder to clone
  std::string instructions;  // a CLAUDE.md to link to; empty: none
};

// "tmp", "clone" or "clone=PATH", where the clone is of `here` unless PATH names another folder.
Result<WorkspaceRequest> parse_workspace(const std::string& text, const std::string& here);

Result<Workspace> make_workspace(WritableFileSystem& files, const std::string& store,
                                 const WorkspaceRequest& request, TimeMs now);

std::vector<Workspace> list_workspaces(const FileSystem& files, const std::string& store);

// What would be lost with it: changes or commits that are nowhere else, files in a tmp. Empty:
// nothing. Nothing that lies in the workspace is run (git.h).
std::string what_would_be_lost(WritableFileSystem& files, const std::string& store,
                               const Workspace& workspace);

// Links are removed, not followed.
Result<void> remove_workspace(WritableFileSystem& files, const std::string& store,
                              const Workspace& workspace);

}  // namespace clew
