// SPDX-License-Identifier: MIT
#include "catalog/layout/kept_places.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/layout/layout.h"
#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

constexpr NameView kFileCopies = "file-history";
constexpr NameView kTodos = "todos";
constexpr NameView kTasks = "tasks";
constexpr NameView kPastes = "paste-cache";
constexpr std::array kFolders = {kProjectsFolder, kFileCopies,      kTodos, kTasks,
                                 kPlansFolder,    kTimelinesFolder, kPastes};
constexpr NameView kTypedPrompts = "history.jsonl";
constexpr int kDeepest = 100;  // folders inside one another: more is a loop that is no link

// Looks at one folder after the other, those of one depth at the same time.
class Walk {
 public:
  Walk(const FileSystem& files, const std::string& root, int threads)
      : files_(files), root_(root), threads_(threads) {}

  RootFiles run() {
    for (const NameView name : kFolders) {
      const auto info = files_.stat(join_path(root_, name));
      if (!info) unreadable(join_path(root_, name), info.error());
      if (info && info->kind == FileKind::kDirectory) folders_.emplace_back(name.text());
    }
    take("", {std::string(kTypedPrompts.text())});
    for (int depth = 0; !folders_.empty(); ++depth) {
      if (depth == kDeepest) {
        not_taken(resolve_path(root_, folders_.front()), "lies too deep");
        break;
      }
      const std::vector<std::string> now = std::exchange(folders_, {});
      parallel_for(static_cast<std::int64_t>(now.size()), threads_,
                   [&](std::int64_t i, int) { look_into(now[static_cast<std::size_t>(i)]); });
    }
    std::sort(found_.files.begin(), found_.files.end(),
              [](const RootFile& a, const RootFile& b) { return a.file < b.file; });
    return std::move(found_);
  }

 private:
  void look_into(const std::string& folder) {
    const auto entries = files_.list(resolve_path(root_, folder));
    if (!entries) return unreadable(resolve_path(root_, folder), entries.error());
    std::vector<std::string> names;
    std::vector<std::string> below;
    for (const DirEntry& entry : *entries) {
      const std::string path = folder + "/" + entry.name.text();
      if (is_temporary_name(entry.name.text())) continue;
      if (!is_valid_utf8(entry.name.text())) {
        not_taken(resolve_path(root_, path), "has a name that is no UTF-8");
        continue;
      }
      if (entry.kind == FileKind::kSymlink && is_listed(path)) {
        not_taken(resolve_path(root_, path), "is a link");
      }
      if (entry.kind == FileKind::kRegular) names.push_back(entry.name.text());
      if (entry.kind == FileKind::kDirectory) below.push_back(path);
    }
    take(folder, names);
    const std::lock_guard lock(mutex_);
    folders_.insert(folders_.end(), below.begin(), below.end());
  }

  void take(const std::string& folder, const std::vector<std::string>& names) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string path = folder.empty() ? root_ : resolve_path(root_, folder);
    const auto look = files_.look(path, views);
    if (!look) return unreadable(path, look.error());
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::optional<FileInfo> info = look->entries[i];
      if (!info) {  // why not?
        const auto again = files_.stat(resolve_path(path, names[i]));
        if (!again) {
          unreadable(resolve_path(path, names[i]), again.error());
          continue;
        }
        info = *again;
      }
      if (info->kind != FileKind::kRegular) continue;
      const std::lock_guard lock(mutex_);
      found_.files.push_back({folder.empty() ? names[i] : folder + "/" + names[i], *info});
    }
  }

  // Projects and transcripts are listed also when they are links.
  static bool is_listed(std::string_view path) {
    const auto steps = std::count(path.begin(), path.end(), '/');
    return path.starts_with(kProjectsFolder.text()) &&
           (steps == 1 || (steps == 2 && path.ends_with(".jsonl")));
  }

  void not_taken(const std::string& path, const char* why) {
    const std::lock_guard lock(mutex_);
    found_.findings.push_back({.kind = Finding::Kind::kUnreadable,
                               .path = path,
                               .reason = path + " " + why + ", and is left out"});
  }

  // What is not there is no finding: not every root has everything, and folders go meanwhile.
  void unreadable(const std::string& path, const Error& error) {
    if (error.code == ErrorCode::kNotFound) return;
    const std::lock_guard lock(mutex_);
    found_.findings.push_back(
        {.kind = Finding::Kind::kUnreadable, .path = path, .reason = error.message});
  }

  const FileSystem& files_;
  const std::string& root_;
  const int threads_;
  std::mutex mutex_;  // guards what follows
  std::vector<std::string> folders_;
  RootFiles found_;
};

// "a/b/c": "a", and what is behind it.
struct Steps {
  std::string_view first;
  std::string_view rest;
};

Steps cut_step(std::string_view path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return {path, {}};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// Below "projects/<key>/".
bool is_part_in_project(std::string_view below, std::string_view session) {
  const auto [name, rest] = cut_step(below);
  if (name == session) return !rest.empty();
  if (name == kTimelinesFolder.text()) {
    const auto [owner, what] = cut_step(rest);
    return owner == session && !what.empty();
  }
  if (!rest.empty() || !is_transcript_name(name)) return false;
  return is_agent_name(name) || name == transcript_name(session)->text();
}

}  // namespace

// The first step that begins with an id: "<session>.jsonl" and "<session>/" below a project,
// "<session>-agent-<id>.json" below todos, "<session>/" below the others.
std::string session_of_file(std::string_view file) {
  constexpr std::size_t kId = 36;
  for (std::string_view rest = file; !rest.empty();) {
    const std::string_view step = rest.substr(0, rest.find('/'));
    if (is_uuid(step.substr(0, kId))) return std::string(step.substr(0, kId));
    rest.remove_prefix(std::min(rest.size(), step.size() + 1));
  }
  return {};
}

ProjectPlace project_place(std::string_view file) {
  const auto [folder, rest] = cut_step(file);
  if (folder != kProjectsFolder.text()) return {};
  const auto [key, below] = cut_step(rest);
  return below.empty() ? ProjectPlace{} : ProjectPlace{key, below};
}

std::string place_in_project(std::string_view key, std::string_view below) {
  return std::string(kProjectsFolder.text()) + "/" + std::string(key) + "/" + std::string(below);
}

std::string moved_to_project(std::string_view file, std::string_view key) {
  const ProjectPlace place = project_place(file);
  return place.key.empty() ? std::string(file) : place_in_project(key, place.below);
}

bool is_place_of_session(std::string_view file, std::string_view session) {
  if (!is_uuid(session) || !PathBelow::parse("/", "/" + std::string(file))) return false;
  if (const ProjectPlace place = project_place(file); !place.key.empty()) {
    return is_part_in_project(place.below, session);
  }
  const auto [folder, rest] = cut_step(file);
  const auto [name, below] = cut_step(rest);
  if (folder == kTodos.text()) return below.empty() && name.starts_with(session);
  if (folder == kPlansFolder.text()) return below.empty() && extension(name) == ".md";
  const bool by_id =
      folder == kFileCopies.text() || folder == kTasks.text() || folder == kTimelinesFolder.text();
  return by_id && name == session && !below.empty();
}

RootFiles find_root_files(const FileSystem& files, const std::string& root, int threads) {
  return Walk(files, root, threads).run();
}

std::optional<PathBelow> place_in_root(const WritableFileSystem& files, const std::string& root,
                                       std::string_view file) {
  auto place = PathBelow::parse(root, root + "/" + std::string(file));
  const auto [folder, rest] = cut_step(file);
  if (!place || rest.empty()) return place;
  const PathBelow top = PathBelow(root) / place->steps().front();
  const auto info = files.info(top);
  if (!info || info->kind != FileKind::kSymlink) return place;
  const auto target = files.real_path(top.text());
  return target ? PathBelow::parse(*target, *target + "/" + std::string(rest)) : place;
}

bool is_unfinished(std::string_view file) {
  while (!file.empty()) {
    const auto [name, rest] = cut_step(file);
    if (is_temporary_name(name)) return true;
    file = rest;
  }
  return false;
}

bool is_typed_prompts(std::string_view file) { return file == kTypedPrompts.text(); }

}  // namespace clew
