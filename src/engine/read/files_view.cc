// SPDX-License-Identifier: MIT

#include "engine/read/files_view.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/diff.h"
#include "catalog/beside/file_history.h"
#include "catalog/layout/project_key.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestFile = std::int64_t{64} << 20;

class FileList {
 public:
  FileList(Engine& engine, const FilePoint& point) : engine_(engine), point_(point) {}

  void add_here() {
    add_tracked();
    add_edited(point_.early());
    add_edited(point_.since());
  }
  // Those that only the other point knows.
  void add_other(const FilePoint& other) {
    for (const auto& [path, backup] : other.tracked()) absent_at(other.way().on_disk(path));
    for (const EditedFile& one : other.early()) absent_at(one.path);
    for (const EditedFile& one : other.since()) absent_at(one.path);
  }
  std::vector<TrackedFile> take() { return std::move(files_); }

 private:
  void add_tracked() {
    const Transcript& t = point_.way().session->transcript();
    std::unordered_map<std::string_view, std::string_view> changes;
    for (const BackupChange& change : point_.way().states.changes_at(point_.message())) {
      changes[t.text(change.file.path)] = name_of(change.kind);
    }
    for (const auto& [path, backup] : point_.tracked()) {
      TrackedFile file = kept(std::string(path), backup);
      if (const auto change = changes.find(path); change != changes.end())
        file.change = change->second;
      add(std::move(file));
    }
  }
  void add_edited(const std::vector<EditedFile>& edited) {
    for (const EditedFile& one : edited) {
      TrackedFile& file = file_at(one.path);
      file.edits += one.calls;
      file.time = std::max(file.time, one.time);
      if (!file.is_kept || one.now) file.existed = true;
      if (one.now) file.size = std::ssize(*one.now);
    }
  }
  TrackedFile kept(std::string path, const FileBackup& backup) const {
    const FileWay& way = point_.way();
    TrackedFile file;
    file.path = std::move(path);
    file.is_kept = true;
    file.backup = way.session->transcript().text(backup.backup);
    file.existed = !file.backup.empty();
    file.version = backup.version;
    file.time = backup.time;
    const auto session = PlainName::from(way.session->id());
    if (const auto name = PlainName::from(file.backup); session && name) {
      auto size = size_of_backup(engine_.files(), way.root, *session, *name);
      if (size) file.size = *size;
    }
    return file;
  }
  void add(TrackedFile file) {
    places_.try_emplace(point_.way().on_disk(file.path), files_.size());
    files_.push_back(std::move(file));
  }
  TrackedFile& file_at(const std::string& path) {
    const auto known = places_.find(path);
    if (known != places_.end()) return files_[known->second];
    TrackedFile file;
    file.path = point_.way().shown_path(path);
    add(std::move(file));
    return files_.back();
  }
  void absent_at(const std::string& path) {
    if (places_.contains(path)) return;
    TrackedFile& file = file_at(path);
    const auto content = point_.content(engine_, path);
    file.existed = content && !content->empty();
    if (file.existed) file.size = std::ssize(*content);
  }

  Engine& engine_;
  const FilePoint& point_;
  std::vector<TrackedFile> files_;
  std::map<std::string, std::size_t> places_;  // in files_, by whole path
};

// A folder that holds the Claude folder (a home, "/") is too wide for a project: whoever writes a
// transcript could make all of the user's files its own.
bool holds_a_root(const Engine& engine, const std::string& folder) {
  const auto& roots = engine.roots().paths;
  return std::any_of(roots.begin(), roots.end(), [&](const std::string& root) {
    const auto real = engine.files().real_path(root);
    return PathBelow::parse(folder, real ? *real : root).has_value();
  });
}

// Which files were edited is what the transcript says, and it may say "/home/me/.ssh/id_rsa". For
// who may not name files of this machine only those in the project itself are read.
Result<void> check_on_disk(Engine& engine, const FileWay& way, const std::string& path) {
  if (engine.options().by_path == FilesByPath::kTaken) return {};
  const std::string_view key = base_name(parent_path(way.session->file()));
  const auto project = engine.files().real_path(way.folder);
  const auto real = engine.files().real_path(path);
  if (!real && real.error().code == ErrorCode::kNotFound)
    return {};  // then there is nothing to read
  if (is_key_of(key, way.folder) && project && real && PathBelow::parse(*project, *real) &&
      !holds_a_root(engine, *project)) {
    return {};
  }
  return Error{ErrorCode::kInvalid,
               path + " lies outside the project, so it is compared only on the command line"};
}

Result<void> compare_with_disk(Engine& engine, FilesView& view) {
  const FileWay& way = view.point.way();
  for (TrackedFile& file : view.files) {
    const std::string path = way.on_disk(file.path);
    if (auto checked = check_on_disk(engine, way, path); !checked) return checked.error();
    std::string other;
    if (engine.files().stat(path)) {
      auto content = read_file(engine.files(), path, kLargestFile);
      if (!content) return content.error();
      other = std::move(*content);
    }
    if (const auto here = view.point.content(engine, file.path))
      file.diff = unified_diff(*here, other);
  }
  return {};
}

// From `point` to `other`, both of one way: what is known of whole files, else what the calls in
// between say.
Result<void> compare_along(Engine& engine, const FilePoint& point, const FilePoint& other,
                           std::vector<TrackedFile>& files) {
  const FileWay& way = point.way();
  const bool backward = other.end() < point.end();
  auto between = way.edits(engine, std::min(point.end(), other.end()),
                           std::max(point.end(), other.end()), nullptr);
  if (!between) return between.error();
  for (TrackedFile& file : files) {
    const EditedFile* edited = between->find(way.on_disk(file.path));
    auto here = point.content(engine, file.path);
    auto there = other.content(engine, file.path);
    if (edited != nullptr && !here) here = backward ? edited->now : edited->before;
    if (edited != nullptr && !there) there = backward ? edited->before : edited->now;
    if (here && there) {
      file.diff = unified_diff(*here, *there);
    } else if (edited != nullptr) {
      file.diff = backward ? inverted(edited->lines) : edited->lines;
    } else if (!file.is_kept) {
      file.diff.emplace();  // nothing touched it
    }
  }
  return {};
}

void compare_apart(Engine& engine, const FilePoint& point, const FilePoint& other,
                   std::vector<TrackedFile>& files) {
  for (TrackedFile& file : files) {
    const auto here = point.content(engine, file.path);
    const auto there = other.content(engine, file.path);
    // A branch that never saw the file had it as the other one found it, which nobody recorded.
    if (here && there) file.diff = unified_diff(*here, *there);
  }
}

Result<void> compare_with_message(Engine& engine, const std::string& session,
                                  const std::string& with, FilesView& view) {
  const FilePoint& here = view.point;
  auto found = here.way().session->find_entry(with);
  if (!found) return found.error();
  auto way = FileWay::open(engine, session, with);
  if (!way) return way.error();
  // The longer of two ways knows more: what is first kept behind a point was so before it too.
  const bool is_before = here.way().place_of(*found) > 0;
  const bool is_behind = !is_before && (*way)->place_of(here.entry()) > 0;
  auto other = FilePoint::open(engine, is_before ? here.shared_way() : std::move(*way), *found);
  if (!other) return other.error();
  if (is_behind) {
    auto longer = FilePoint::open(engine, other->shared_way(), here.entry());
    if (!longer) return longer.error();
    view.point = std::move(*longer);
  }
  FileList list(engine, view.point);
  list.add_here();
  list.add_other(*other);
  view.files = list.take();
  if (is_before || is_behind) return compare_along(engine, view.point, *other, view.files);
  compare_apart(engine, view.point, *other, view.files);
  return {};
}

}  // namespace

Result<FilesView> open_files(Engine& engine, const Arguments& arguments) {
  const std::string session = arguments.text("session");
  const std::string at = arguments.text("at");
  auto way = FileWay::open(engine, session, at);
  if (!way) return way.error();
  EntryIndex entry = (*way)->lines.empty() ? kNoEntry : (*way)->lines.back();
  if (!at.empty()) {
    auto found = (*way)->session->find_entry(at);
    if (!found) return found.error();
    entry = *found;
  }
  auto point = FilePoint::open(engine, std::move(*way), entry);
  if (!point) return point.error();
  FilesView view{std::move(*point), at.empty() ? kNoEntry : entry, {}};
  FileList list(engine, view.point);
  list.add_here();
  view.files = list.take();
  const std::string with = arguments.text("diff");
  if (with.empty() || arguments.maybe_text("cat")) return view;
  auto compared = with == "disk" ? compare_with_disk(engine, view)
                                 : compare_with_message(engine, session, with, view);
  if (!compared) return compared.error();
  return view;
}

Result<std::string> content_of(Engine& engine, const FilesView& view, const std::string& path) {
  const FileWay& way = view.point.way();
  const auto file = std::find_if(view.files.begin(), view.files.end(), [&](const TrackedFile& f) {
    return f.path == path || way.on_disk(f.path) == path;
  });
  if (file == view.files.end()) {
    return Error{ErrorCode::kNotFound,
                 path + " is not tracked at this point; clew files lists what is"};
  }
  auto content = view.point.content(engine, file->path);
  if (content) return std::move(*content);
  return Error{ErrorCode::kNotFound,
               file->is_kept ? "the copy of " + path + " is not in the file history any more"
                             : "only changes of " + path + " were recorded, not all of it"};
}

}  // namespace clew
