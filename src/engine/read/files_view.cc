// SPDX-License-Identifier: MIT

#include "engine/read/files_view.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/diff.h"
#include "catalog/beside/file_history.h"
#include "catalog/layout/project_key.h"
#include "engine/read/open_session.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestFile = std::int64_t{64} << 20;

// The prompt that a line belongs to: snapshots are taken at prompts.
Symbol message_at(const Transcript& t, const std::vector<EntryIndex>& way, EntryIndex at) {
  return at == kNoEntry ? (way.empty() ? kNoSymbol : t[way.back()].uuid) : t[at].uuid;
}

void collect(Engine& engine, FilesView& view, const std::vector<EntryIndex>& way) {
  const Transcript& t = view.session->transcript();
  const FileStates states(t, way);
  const Symbol message = message_at(t, way, view.at);
  const auto session = PlainName::from(view.session->id());
  std::unordered_map<std::string_view, std::string_view> changes;
  for (const BackupChange& change : states.changes_at(message)) {
    changes[t.text(change.file.path)] = name_of(change.kind);
  }
  for (const auto& [path, backup] : states.state_at(message)) {
    TrackedFile file;
    file.path = path;
    file.backup = t.text(backup.backup);
    file.version = backup.version;
    file.time = backup.time;
    if (const auto backup_name = PlainName::from(file.backup); session && backup_name) {
      auto size = size_of_backup(engine.files(), view.root, *session, *backup_name);
      if (size) file.size = *size;
    }
    if (const auto change = changes.find(path); change != changes.end()) {
      file.change = change->second;
    }
    view.files.push_back(std::move(file));
  }
}

// <root>/projects/<key>/<session>.jsonl: three steps up.
std::string root_of(const std::string& transcript) {
  return std::string(parent_path(parent_path(parent_path(transcript))));
}

Result<FilesView> open_files_at(Engine& engine, const std::string& name, const std::string& at) {
  auto session = open_session(engine, name);
  if (!session) return session.error();
  FilesView view;
  view.session = std::move(*session);
  view.root = root_of(view.session->file());
  const Transcript& t = view.session->transcript();
  for (const Entry& entry : t.entries) {
    if (view.folder.empty()) view.folder = t.text(t.origin(entry).cwd);
  }
  if (!at.empty()) {
    auto entry = view.session->find_entry(at);
    if (!entry) return entry.error();
    view.at = *entry;
  }
  auto path = view.session->path(RuleSet::k21, at);
  if (!path) return path.error();
  if (engine.stop().is_stopped()) return stopped_error();
  const std::vector<EntryIndex> way = view.session->transcript_view(*path);
  if (engine.stop().is_stopped()) return stopped_error();
  collect(engine, view, way);
  return view;
}

std::string on_disk(const FilesView& view, const std::string& path) {
  return resolve_path(view.folder, path);
}

// Which files were edited is what the transcript says, and it may say "/home/me/.ssh/id_rsa". For
// who may not name files of this machine only those in the project itself are read.
Result<void> check_on_disk(Engine& engine, const FilesView& view, const std::string& path) {
  if (engine.options().by_path == FilesByPath::kTaken) return {};
  const std::string_view key = base_name(parent_path(view.session->file()));
  const auto project = engine.files().real_path(view.folder);
  const auto real = engine.files().real_path(path);
  if (!real && real.error().code == ErrorCode::kNotFound)
    return {};  // then there is nothing to read
  if (is_key_of(key, view.folder) && project && real && PathBelow::parse(*project, *real))
    return {};
  return Error{ErrorCode::kInvalid,
               path + " lies outside the project, so it is compared only on the command line"};
}

}  // namespace

Result<FilesView> open_files(Engine& engine, const Arguments& arguments) {
  return open_files_at(engine, arguments.text("session"), arguments.text("at"));
}

Result<std::string> content_of(Engine& engine, const FilesView& view, const std::string& path) {
  const auto file = std::find_if(view.files.begin(), view.files.end(), [&](const TrackedFile& f) {
    return f.path == path || on_disk(view, f.path) == path;
  });
  if (file == view.files.end()) {
    return Error{ErrorCode::kNotFound,
                 path + " is not tracked at this point; clew files lists what is"};
  }
  if (file->backup.empty()) return std::string();
  const auto session = PlainName::from(view.session->id());
  const auto backup = PlainName::from(file->backup);
  if (!session || !backup) {
    return Error{ErrorCode::kInvalid,
                 "the session names a copy of " + path + " that is not in its file history"};
  }
  return read_backup(engine.files(), view.root, *session, *backup);
}

Result<std::vector<std::string>> diff_of(Engine& engine, const Arguments& arguments,
                                         const FilesView& view, const TrackedFile& file) {
  auto here = content_of(engine, view, file.path);
  if (!here) return here.error();
  const std::string with = arguments.text("diff");
  std::string other;
  if (with == "disk") {
    const std::string path = on_disk(view, file.path);
    if (auto checked = check_on_disk(engine, view, path); !checked) return checked.error();
    if (engine.files().stat(path)) {
      auto content = read_file(engine.files(), path, kLargestFile);
      if (!content) return content.error();
      other = std::move(*content);
    }
  } else {
    auto then = open_files_at(engine, arguments.text("session"), with);
    if (!then) return then.error();
    auto content = content_of(engine, *then, file.path);
    if (content) other = std::move(*content);  // not tracked yet: nothing
  }
  return unified_diff(*here, other);
}

}  // namespace clew
