// SPDX-License-Identifier: MIT
#include "drive/workspaces.h"

#include <algorithm>

#include "base/text.h"
#include "base/uuid.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/links.h"
#include "os/paths.h"
#include "os/run_program.h"

namespace clew {
namespace {

constexpr std::string_view kInstructions = "CLAUDE.md";

// git with arguments, in no folder's configuration but the repository's own.
Result<ProgramOutput> run_git(std::vector<std::string> arguments, std::chrono::minutes time) {
  const auto git = executable_in_path("git");
  if (!git) return Error{ErrorCode::kNotFound, "git was not found; it is needed for clones"};
  ChildOptions options;
  options.arguments = std::move(arguments);
  options.arguments.insert(options.arguments.begin(), *git);
  options.environment = {{"GIT_TERMINAL_PROMPT", "0"}};
  return run_program(options, {.time = time, .output = std::size_t{64} << 10});
}

Result<void> clone(const std::string& source, const std::string& into) {
  auto result = run_git({"clone", "--quiet", "--", source, into}, std::chrono::minutes(10));
  if (!result) return result.error();
  if (result->status.ok()) return {};
  return Error{ErrorCode::kIo, "git could not clone " + source + ": " + one_line(result->errors)};
}

// The name of a new workspace: when it was made, and something that no other has.
std::string new_name(TimeMs now) {
  return format_iso(now).substr(0, 10) + "-" + make_uuid().substr(0, 8);
}

std::string note_path(const std::string& store, const std::string& name) {
  return join_path(store, name + ".json");
}

Result<void> write_note(WritableFileSystem& files, const std::string& store,
                        const Workspace& workspace) {
  json::Writer out;
  out.begin_object().field("kind", workspace.kind).field("source", workspace.source);
  out.field("created", workspace.created).end_object();
  return files.write_file_atomic(note_path(store, workspace.name), out.text() + "\n");
}

}  // namespace

Result<WorkspaceRequest> parse_workspace(const std::string& text, const std::string& here) {
  if (text == "tmp") return WorkspaceRequest{"tmp", {}, {}};
  if (text == "clone") return WorkspaceRequest{"clone", here, {}};
  constexpr std::string_view kClone = "clone=";
  if (text.starts_with(kClone) && text.size() > kClone.size()) {
    const std::string path = text.substr(kClone.size());
    if (path.find("://") == std::string::npos) {
      return WorkspaceRequest{"clone", path.starts_with('/') ? path : join_path(here, path), {}};
    }
  }
  return Error{ErrorCode::kInvalid,
               "a workspace is tmp, clone or clone=PATH of a local "
               "repository, not " +
                   text};
}

Result<Workspace> make_workspace(WritableFileSystem& files, const std::string& store,
                                 const WorkspaceRequest& request, TimeMs now) {
  if (auto made = files.create_directories(store); !made) return made.error();
  Workspace workspace;
  workspace.name = new_name(now);
  workspace.path = join_path(store, workspace.name);
  workspace.kind = request.kind;
  workspace.source = request.source;
  workspace.created = now;
  // The note comes first: a clone that was cut short is then still listed and cleaned.
  if (auto noted = write_note(files, store, workspace); !noted) return noted.error();
  auto made = request.kind == "clone" ? clone(request.source, workspace.path)
                                      : files.create_directories(workspace.path);
  if (!made) {
    static_cast<void>(remove_workspace(files, store, workspace));
    return made.error();
  }
  if (!request.instructions.empty() && !files.stat(join_path(workspace.path, kInstructions))) {
    if (auto linked = make_link(request.instructions, join_path(workspace.path, kInstructions));
        !linked) {
      return linked.error();
    }
  }
  return workspace;
}

std::vector<Workspace> list_workspaces(const FileSystem& files, const std::string& store) {
  std::vector<Workspace> found;
  const auto entries = files.list(store);
  if (!entries) return found;
  json::Parser parser;
  for (const DirEntry& entry : *entries) {
    if (extension(entry.name) != ".json") continue;
    Workspace workspace;
    workspace.name = stem(entry.name);
    workspace.path = join_path(store, workspace.name);
    if (auto text = read_file(files, join_path(store, entry.name), 1 << 16)) {
      if (auto note = parser.parse_copy(*text)) {
        workspace.kind = (*note)["kind"].string_or("");
        workspace.source = (*note)["source"].string_or("");
        workspace.created = (*note)["created"].int_or(0);
      }
    }
    found.push_back(std::move(workspace));
  }
  std::sort(found.begin(), found.end(), [](const Workspace& a, const Workspace& b) {
    return a.created != b.created ? a.created > b.created : a.name < b.name;
  });
  return found;
}

std::string what_would_be_lost(const FileSystem& files, const Workspace& workspace) {
  const auto entries = files.list(workspace.path);
  if (!entries) return {};
  if (workspace.kind != "clone") {
    std::int64_t count = 0;
    for (const DirEntry& entry : *entries) count += entry.kind == FileKind::kSymlink ? 0 : 1;
    return count == 0 ? std::string() : std::to_string(count) + (count == 1 ? " file" : " files");
  }
  const auto changed =
      run_git({"-C", workspace.path, "status", "--porcelain"}, std::chrono::minutes(1));
  if (!changed || !changed->status.ok()) return "changes that cannot be looked at";
  std::string_view lines = changed->output;
  // The link to CLAUDE.md is ours.
  if (lines == "?? CLAUDE.md\n") lines = {};
  if (!lines.empty()) return "changes that were not committed";
  const auto commits =
      run_git({"-C", workspace.path, "log", "--oneline", "-1", "--branches", "--not", "--remotes"},
              std::chrono::minutes(1));
  if (!commits || !commits->status.ok()) return "commits that cannot be looked at";
  return commits->output.empty() ? std::string() : "commits that are nowhere else";
}

Result<void> remove_workspace(WritableFileSystem& files, const std::string& store,
                              const Workspace& workspace) {
  // Depth first without recursion: a folder is removed when it is met the second time.
  std::vector<std::pair<std::string, bool>> open = {{workspace.path, false}};
  if (!files.stat(workspace.path)) open.clear();
  while (!open.empty()) {
    auto [path, emptied] = open.back();
    if (emptied) {
      if (auto removed = files.remove(path); !removed) return removed.error();
      open.pop_back();
      continue;
    }
    open.back().second = true;
    auto entries = files.list(path);
    if (!entries) return entries.error();
    for (const DirEntry& entry : *entries) {
      const std::string inner = join_path(path, entry.name);
      if (entry.kind == FileKind::kDirectory) {
        open.emplace_back(inner, false);
      } else if (auto removed = files.remove(inner); !removed) {
        return removed.error();
      }
    }
  }
  return files.remove(note_path(store, workspace.name));
}

}  // namespace clew
