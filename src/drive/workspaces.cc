// SPDX-License-Identifier: MIT
#include "drive/workspaces.h"

#include <algorithm>

#include "base/uuid.h"
#include "catalog/edits/file_move.h"
#include "drive/git.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/links.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr char kInstructions[] = "CLAUDE.md";

// The name of a new workspace: when it was made, and something that no other has.
Result<PlainName> new_name(TimeMs now) {
  auto name = PlainName::from(format_iso(now).substr(0, 10) + "-" + make_uuid().substr(0, 8));
  if (name) return std::move(*name);
  return Error{ErrorCode::kInvalid, "the clock says nothing that could be a name"};
}

// <store>/<name>.json, beside the workspace.
Result<PathBelow> note_of(const std::string& store, const PlainName& name) {
  const auto note = PlainName::from(name.text() + ".json");
  if (note) return PathBelow(store) / *note;
  return Error{ErrorCode::kInvalid, name.text() + " is not the name of a workspace"};
}

Result<void> write_note(WritableFileSystem& files, const std::string& store,
                        const Workspace& workspace) {
  json::Writer out;
  out.begin_object().field("kind", workspace.kind).field("source", workspace.source);
  out.field("created", workspace.created).end_object();
  const auto place = note_of(store, workspace.name);
  if (!place) return place.error();
  return files.create_file(*place, out.text() + "\n");
}

bool has_overlooked(std::string_view marks) {
  for (bool starts_line = true; const char c : marks) {
    if (starts_line && ((c >= 'a' && c <= 'z') || c == 'S')) return true;
    starts_line = c == '\n';
  }
  return false;
}

std::string lost_of_clone(const GitStandIn& git) {
  const auto tracked = git.run({"ls-files", "--stage"});
  // To look into a submodule, git would run itself there, with the submodule's configuration.
  if (tracked && ("\n" + *tracked).find("\n160000 ") != std::string::npos) {
    return "submodules, which are not looked into";
  }
  // What is marked so is not looked at by status: lower case for assume-unchanged, S for
  // skip-worktree.
  const auto marks = git.run({"ls-files", "-v"});
  if (!marks || has_overlooked(*marks))
    return "files that git is configured to ignore when they change";
  const auto changed = git.run({"status", "--porcelain", "--ignore-submodules=all"});
  if (!tracked || !changed) return "changes that cannot be looked at";
  // The link to CLAUDE.md is ours.
  if (!changed->empty() && *changed != "?? CLAUDE.md\n") return "changes that were not committed";
  if (git.has_stash()) return "changes that were stashed";
  std::vector<std::string> log = {"log", "--format=%H", "-1", "--branches", "--tags"};
  if (git.detached_head()) log.push_back(*git.detached_head());
  log.insert(log.end(), {"--not", "--remotes"});
  const auto commits = git.run(std::move(log));
  if (!commits) return "commits that cannot be looked at";
  return commits->empty() ? std::string() : "commits that are nowhere else";
}

}  // namespace

Result<WorkspaceRequest> parse_workspace(const std::string& text, const std::string& here) {
  if (text == "tmp") return WorkspaceRequest{"tmp", {}, {}};
  if (text == "clone") return WorkspaceRequest{"clone", here, {}};
  constexpr std::string_view kClone = "clone=";
  if (text.starts_with(kClone) && text.size() > kClone.size()) {
    const std::string path = text.substr(kClone.size());
    if (path.find("://") == std::string::npos) {
      return WorkspaceRequest{"clone", resolve_path(here, path), {}};
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
  auto name = new_name(now);
  if (!name) return name.error();
  Workspace workspace{.name = *name, .path = join_path(store, *name)};
  workspace.kind = request.kind;
  workspace.source = request.source;
  workspace.created = now;
  // The note comes first: a clone that was cut short is then still listed and cleaned.
  if (auto noted = write_note(files, store, workspace); !noted) return noted.error();
  auto made = request.kind == "clone" ? git_clone(request.source, workspace.path)
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
    // A note named "...json" would make ".." a workspace, and cleaning it would empty our data.
    const auto name = PlainName::from(stem(entry.name));
    if (extension(entry.name) != ".json" || entry.kind != FileKind::kRegular || !name) continue;
    Workspace workspace{.name = *name, .path = join_path(store, *name)};
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

std::string what_would_be_lost(WritableFileSystem& files, const std::string& store,
                               const Workspace& workspace) {
  const PathBelow place = PathBelow(store) / workspace.name;
  const auto info = files.info(place);
  if (!info || info->kind == FileKind::kSymlink) return {};  // a link is all that would go
  const auto entries = files.list(place);
  if (!entries) return "files that cannot be looked at";
  if (workspace.kind != "clone") {
    const auto count = std::count_if(entries->begin(), entries->end(), [](const DirEntry& entry) {
      return entry.kind != FileKind::kSymlink || entry.name != "CLAUDE.md";  // that link is ours
    });
    return count == 0 ? std::string() : std::to_string(count) + (count == 1 ? " file" : " files");
  }
  const auto name = PlainName::from(".look-" + make_uuid());
  const auto git =
      name ? GitStandIn::make(files, place, PathBelow(store) / *name) : Result<GitStandIn>(Error{});
  if (!git) return "changes that cannot be looked at";
  return lost_of_clone(*git);
}

Result<void> remove_workspace(WritableFileSystem& files, const std::string& store,
                              const Workspace& workspace) {
  auto removed = remove_tree(files, PathBelow(store) / workspace.name);
  if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
  const auto note = note_of(store, workspace.name);
  if (!note) return note.error();
  return files.remove(*note);
}

}  // namespace clew
