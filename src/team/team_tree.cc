// SPDX-License-Identifier: MIT
#include "team/team_tree.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/hash.h"
#include "base/uuid.h"
#include "catalog/layout/kept_places.h"
#include "os/path_below.h"
#include "os/paths.h"

namespace clew {
namespace {

FileInfo file_info(std::int64_t file, std::int64_t version, std::int64_t size,
                   std::int64_t mtime_ns) {
  // Another version is another file.
  const auto inode = hash_bytes(std::to_string(file) + "." + std::to_string(version));
  return {.kind = FileKind::kRegular,
          .size = size,
          .mtime_ns = mtime_ns,
          .inode = inode,
          .device = kTeamDevice};
}

}  // namespace

bool TeamTree::has(std::string_view path) const {
  return path.starts_with(mount_) && (path.size() == mount_.size() || path[mount_.size()] == '/');
}

Result<TeamTree::Projects> TeamTree::read_projects(PgConnection& connection) {
  const auto rows = connection.query(
      "SELECT id, owner, machine, root, key, folder, remote, below, visibility, generation "
      "FROM clew.projects");
  if (!rows) return rows.error();
  Projects projects;
  for (int i = 0; i < rows->size(); ++i) {
    const auto text = [&](int column) { return std::string(rows->text(i, column)); };
    projects.emplace(rows->number(i, 0), TeamProject{.id = rows->number(i, 0),
                                                     .owner = text(1),
                                                     .machine = text(2),
                                                     .root = text(3),
                                                     .key = text(4),
                                                     .folder = text(5),
                                                     .remote = text(6),
                                                     .below = text(7),
                                                     .visibility = text(8),
                                                     .generation = rows->number(i, 9)});
  }
  return projects;
}

// Whether files can only have come or changed: else nobody says which of them went.
bool TeamTree::has_same(const Projects& projects) const {
  return std::equal(projects.begin(), projects.end(), projects_.begin(), projects_.end(),
                    [](const auto& a, const auto& b) {
                      return a.first == b.first && a.second.generation == b.second.generation;
                    });
}

std::string TeamTree::prefix_of(const TeamProject& project) const {
  return mount_ + "/" + project.owner + "/" + project.machine + project.root;
}

// What another machine wrote is no path before it was looked at: only places that a session may
// have, by plain steps.
std::optional<std::string> TeamTree::path_of(const TeamProject& project, std::string_view path,
                                             std::string_view session) const {
  if (!is_uuid(session) || !is_place_of_session(path, session)) return std::nullopt;
  const std::string whole = prefix_of(project) + "/" + std::string(path);
  const auto place = PathBelow::parse(mount_, whole);
  if (!place || !project.root.starts_with('/')) return std::nullopt;
  return whole;
}

Result<std::vector<std::string>> TeamTree::refresh() {
  {
    const std::lock_guard one_at_a_time(refreshing_);
    auto changed = read_changes();
    if (changed || !is_shut_out(changed.error())) return changed;
  }
  forget();
  return Error{ErrorCode::kInvalid,
               "the team's store does not let " + store_->person() + " in any more"};
}

bool TeamTree::forget() {
  const std::lock_guard one_at_a_time(refreshing_);
  const std::unique_lock lock(mutex_);
  const bool knew = !files_.empty();
  since_ = "0";
  projects_.clear();
  forget_all();
  return knew;
}

Result<std::vector<std::string>> TeamTree::read_changes() {
  auto lease = store_->connection();
  if (!lease) return lease.error();
  const auto now = (*lease)->query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text");
  if (!now) return now.error();
  auto projects = read_projects(**lease);
  if (!projects) return projects.error();
  const bool anew = since_ == "0" || !has_same(*projects);
  const auto rows = (*lease)->query(
      "SELECT s.project_id, s.file_id, s.path, s.version::int8, s.size, s.mtime_ns, f.session "
      "FROM clew.seen_files($1::xid8) s JOIN clew.files f ON f.id = s.file_id",
      PgParams().text(anew ? "0" : since_));
  if (!rows) return rows.error();

  std::vector<std::string> changed;
  const std::unique_lock lock(mutex_);
  std::map<std::string, File, std::less<>> before;
  if (anew) {
    before = std::move(files_);
    forget_all();
  }
  projects_ = std::move(*projects);
  for (int i = 0; i < rows->size(); ++i) {
    const auto project = projects_.find(rows->number(i, 0));
    if (project == projects_.end()) continue;  // it came meanwhile: the next time
    const auto path = path_of(project->second, rows->text(i, 2), rows->text(i, 6));
    if (!path) continue;
    const File file{
        rows->number(i, 1), rows->number(i, 3),
        file_info(rows->number(i, 1), rows->number(i, 3), rows->number(i, 4), rows->number(i, 5)),
        project->first};
    const auto& known = anew ? before : files_;
    const auto old = known.find(*path);
    if (old == known.end() || !same_version(old->second.info, file.info)) changed.push_back(*path);
    put(*path, file);
    roots_.insert(prefix_of(project->second));
  }
  for (const auto& [path, file] : before) {
    if (!files_.contains(path)) changed.push_back(path);
  }
  since_ = now->text(0, 0);
  return changed;
}

void TeamTree::forget_all() {
  files_.clear();
  folders_.clear();
  roots_.clear();
  folders_[mount_].info = {.kind = FileKind::kDirectory, .device = kTeamDevice};
}

// The folders on the way. What tells one look at a folder from another is what is in it.
void TeamTree::put(const std::string& path, const File& file) {
  const bool is_new = files_.insert_or_assign(path, file).second;
  if (!is_new) return;
  FileKind kind = FileKind::kRegular;
  for (std::string_view below = path; below.size() > mount_.size(); below = parent_path(below)) {
    Folder& folder = folders_[std::string(parent_path(below))];
    const bool came = folder.entries.emplace(std::string(base_name(below)), kind).second;
    folder.info.kind = FileKind::kDirectory;
    folder.info.device = kTeamDevice;
    if (came) folder.info.inode += hash_bytes(below);
    kind = FileKind::kDirectory;
  }
}

std::vector<std::string> TeamTree::roots() const {
  const std::shared_lock lock(mutex_);
  return {roots_.begin(), roots_.end()};
}

std::optional<FileInfo> TeamTree::info(std::string_view path) const {
  const std::shared_lock lock(mutex_);
  if (const auto found = files_.find(path); found != files_.end()) return found->second.info;
  if (const auto found = folders_.find(path); found != folders_.end()) return found->second.info;
  return std::nullopt;
}

std::optional<TeamTree::File> TeamTree::file(std::string_view path) const {
  const std::shared_lock lock(mutex_);
  const auto found = files_.find(path);
  return found == files_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::vector<DirEntry>> TeamTree::list(std::string_view path) const {
  const std::shared_lock lock(mutex_);
  const auto found = folders_.find(path);
  if (found == folders_.end()) return std::nullopt;
  std::vector<DirEntry> entries;
  for (const auto& [text, kind] : found->second.entries) {
    if (auto name = PlainName::from(text)) entries.push_back({std::move(*name), kind});
  }
  return entries;
}

std::string_view TeamTree::step_below(std::string_view path, int number) const {
  if (!has(path)) return {};
  path.remove_prefix(std::min(path.size(), mount_.size() + 1));
  for (; number > 0 && !path.empty(); --number) {
    const std::size_t end = path.find('/');
    path = end == path.npos ? std::string_view() : path.substr(end + 1);
  }
  return path.substr(0, path.find('/'));
}

std::string TeamTree::person_of(std::string_view path) const {
  return std::string(step_below(path, 0));
}

std::string TeamTree::machine_of(std::string_view path) const {
  const std::string_view machine = step_below(path, 1);
  if (machine.empty()) return {};
  return person_of(path) + "@" + std::string(machine);
}

std::optional<TeamProject> TeamTree::project_of(std::string_view path) const {
  const std::shared_lock lock(mutex_);
  auto found = files_.find(path);
  if (found == files_.end()) {
    found = files_.lower_bound(std::string(path) + "/");
    if (found == files_.end() || !found->first.starts_with(std::string(path) + "/")) {
      return std::nullopt;
    }
  }
  const auto project = projects_.find(found->second.project);
  return project == projects_.end() ? std::nullopt : std::optional(project->second);
}

}  // namespace clew
