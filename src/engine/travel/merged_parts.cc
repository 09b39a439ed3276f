// SPDX-License-Identifier: MIT
#include "engine/travel/merged_parts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "catalog/beside/session_parts.h"
#include "catalog/layout/session_files.h"
#include "os/paths.h"
#include "os/temporary_name.h"
#include "travel/sha256.h"

namespace clew {
namespace {

// A place with the new id wherever the old one stands in it.
std::string place_of_new(std::string place, const std::string& old_id, const std::string& new_id) {
  for (std::size_t at = 0; (at = place.find(old_id, at)) != std::string::npos;) {
    place.replace(at, old_id.size(), new_id);
    at += new_id.size();
  }
  return place;
}

class PartCopier {
 public:
  PartCopier(Engine& engine, const NamedSession& beside, std::string new_id)
      : engine_(engine), beside_(beside), new_id_(std::move(new_id)) {}

  void collect(const NamedSession& session) {
    if (session.folder.root.empty()) return collect_beside(session);
    const RootFiles all = find_root_files(engine_.files(), session.folder.root);
    for (const RootFile& file : files_of_session(engine_.files(), all, session)) {
      const std::string path = resolve_path(session.folder.root, file.file);
      // Plans and subagents of 2.0 have no id in their places: they are found where they are.
      if (path == session.path || session_of_file(file.file).empty()) continue;
      const std::string place = moved_to_project(file.file, beside_.folder.key);
      sources_[place_of_new(place, session.id.text(), new_id_)].push_back(path);
    }
  }

  // A copy in a folder that is no configuration folder has what lies beside it.
  void collect_beside(const NamedSession& session) {
    const auto top = session_folder(session.path);
    if (!top) return;
    std::vector<std::string> open = {*top};
    while (!open.empty()) {
      const std::string folder = std::move(open.back());
      open.pop_back();
      const auto entries = engine_.files().list(folder);
      if (!entries) continue;
      for (const DirEntry& entry : *entries) {
        std::string path = join_path(folder, entry.name);
        if (entry.kind == FileKind::kDirectory) open.push_back(path);
        if (entry.kind != FileKind::kRegular) continue;
        const std::string below = new_id_ + path.substr(top->size());
        sources_[place_in_project(beside_.folder.key, below)].push_back(std::move(path));
      }
    }
  }

  Result<MergedParts> copy_all() {
    for (const auto& [place, paths] : sources_) {
      auto path = choose(place, paths);
      if (!path) return undone(path.error());
      const auto to = PathBelow::parse(beside_.folder.root, beside_.folder.root + "/" + place);
      if (!to) continue;
      if (auto done = copy(*path, *to); !done) return undone(done.error());
      parts_.copied.push_back(to->text());
      done_.push_back(*to);
    }
    return std::move(parts_);
  }

 private:
  Error undone(const Error& error) {
    for (const PathBelow& place : done_) static_cast<void>(engine_.disk().remove(place));
    return error;
  }

  // Which of two files is taken: the one that has all of the other.
  Result<std::string> choose(const std::string& place, const std::vector<std::string>& paths) {
    if (paths.size() == 1) return paths.front();
    const auto a = engine_.files().open(paths[0]);
    if (!a) return a.error();
    const auto b = engine_.files().open(paths[1]);
    if (!b) return b.error();
    const auto size_a = (*a)->info();
    if (!size_a) return size_a.error();
    const auto size_b = (*b)->info();
    if (!size_b) return size_b.error();
    const auto common = static_cast<std::uint64_t>(std::min(size_a->size, size_b->size));
    auto same = begins_alike(**a, **b, common);
    if (!same) return same.error();
    if (!*same) parts_.left.push_back(place);
    return *same && size_b->size > size_a->size ? paths[1] : paths[0];
  }

  static Result<bool> begins_alike(const RandomAccessFile& a, const RandomAccessFile& b,
                                   std::uint64_t size) {
    bool same = true;
    std::int64_t at = 0;
    auto done = each_part(a, size, [&](std::string_view part) -> Result<void> {
      std::string other(part.size(), '\0');
      auto count = b.read_at(at, other);
      if (!count) return count.error();
      at += static_cast<std::int64_t>(part.size());
      same = same && *count == part.size() && other == part;
      return {};
    });
    if (!done) return done.error();
    return same;
  }

  Result<void> copy(const std::string& from, const PathBelow& to) {
    DurableFileSystem& disk = engine_.disk();
    auto file = engine_.files().open(from);
    if (!file) return file.error();
    const auto info = (*file)->info();
    if (!info) return info.error();
    if (auto made = disk.create_directories(to.parent()); !made) return made;
    const PathBelow unfinished = to.parent() / temporary_name();
    auto done = disk.create_file(unfinished, {});
    if (!done) return done;
    done = each_part(**file, static_cast<std::uint64_t>(info->size), [&](std::string_view part) {
      return disk.append(unfinished, part, AppendAt::kEnd);
    });
    if (done) done = disk.rename_new(unfinished, to);
    if (!done) static_cast<void>(disk.remove(unfinished));
    return done;
  }

  Engine& engine_;
  const NamedSession& beside_;
  const std::string new_id_;
  std::map<std::string, std::vector<std::string>> sources_;  // by the place they go to
  MergedParts parts_;
  std::vector<PathBelow> done_;
};

}  // namespace

Result<MergedParts> copy_merged_parts(Engine& engine, const NamedSession& a, const NamedSession& b,
                                      const NamedSession& beside, const std::string& new_id) {
  PartCopier copier(engine, beside, new_id);
  copier.collect(a);
  copier.collect(b);
  return copier.copy_all();
}

}  // namespace clew
