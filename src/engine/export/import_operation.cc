// SPDX-License-Identifier: MIT
#include "engine/export/import_operation.h"

#include <utility>

#include "base/uuid.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "engine/lists/local_folder.h"
#include "engine/travel/new_file.h"
#include "export/atif_import.h"
#include "os/path_below.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 30;

Result<bool> is_json(Engine& engine, const std::string& path) {
  auto file = engine.disk().open(path);
  if (!file) return file.error();
  char head[64] = {};
  auto got = (*file)->read_at(0, head);
  if (!got) return got.error();
  const std::string_view text(head, *got);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

Result<std::string> folder_for(Engine& engine, const TrajectoryHead& head, const std::string& to) {
  const FarProject project{.folder = head.folder, .remote = {}, .below = {}};
  if (!to.empty()) return name_local_folder(engine, project, to);
  if (head.folder.empty()) {
    return Error{ErrorCode::kInvalid,
                 "the trajectory does not say where it worked; --to names a folder for it"};
  }
  return local_folder(engine, project, "--to");
}

// Subagents first: a session that is seen is whole.
Result<void> write_all(Engine& engine, const PathBelow& project, const std::string& id,
                       const std::vector<ImportedTranscript>& made, UnpackedSession& done) {
  DurableFileSystem& disk = engine.disk();
  std::vector<std::unique_ptr<NewFile>> files;
  for (auto one = made.rbegin(); one != made.rend(); ++one) {
    PathBelow folder = project;
    if (!one->agent.empty()) folder = project / *PlainName::from(id) / kSubagentsFolder;
    if (auto created = disk.create_directories(folder); !created) return created;
    const auto name = transcript_name(one->agent.empty() ? id : agent_name(one->agent));
    if (!name) return Error{ErrorCode::kInvalid, one->agent + " cannot be the id of a subagent"};
    auto file = NewFile::begin_at(engine, folder / *name);
    if (!file) return file.error();
    if (auto written = (*file)->append(one->lines); !written) return written;
    files.push_back(std::move(*file));
  }
  for (const auto& file : files) {
    if (auto finished = file->finish(); !finished) return finished;
    done.written.push_back(file->path());
    done.bytes += file->size();
    done.transcript = file->path();
  }
  return {};
}

}  // namespace

Result<UnpackAnswer> import_answer(Engine& engine, const Arguments& arguments) {
  const std::string path = resolve_path(engine.options().folder, arguments.text("file"));
  auto json = is_json(engine, path);
  if (!json) return json.error();
  if (!*json) return unpack_answer(engine, arguments);
  auto text = read_file(engine.disk(), path, kLargest);
  if (!text) return text.error();
  auto head = read_trajectory_head(*text);
  if (!head) return with_context(path, head.error());
  const std::string root = engine.receiving_root();
  if (root.empty()) {
    return Error{ErrorCode::kNotFound,
                 "there is no configuration folder here to import to; --root names one"};
  }
  auto folder = folder_for(engine, *head, arguments.text("to"));
  if (!folder) return folder.error();
  // A session of that id that is here already stays what it is.
  const bool taken = !head->session.empty() && engine.locate(head->session).has_value();
  const std::string id = head->session.empty() || taken ? make_uuid() : head->session;
  auto made = import_trajectory(*text, {id, *folder, engine.options().now});
  if (!made) return with_context(path, made.error());
  const auto key = PlainName::from(project_key(*folder));
  if (!key) return Error{ErrorCode::kInvalid, *folder + " cannot be the folder of a project"};
  UnpackedName name{.done = {.id = id, .transcript = {}}, .title = head->title, .folder = *folder};
  if (auto there = engine.disk().create_directories(root); !there) return there.error();
  auto written = write_all(engine, PathBelow(root) / kProjectsFolder / *key, id, *made, name.done);
  if (!written) return written.error();
  UnpackAnswer answer{root, {}};
  answer.sessions.push_back(std::move(name));
  return answer;
}

}  // namespace clew
