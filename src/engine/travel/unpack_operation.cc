// SPDX-License-Identifier: MIT
#include "engine/travel/unpack_operation.h"

#include <utility>

#include "catalog/edits/file_move.h"
#include "catalog/layout/project_key.h"
#include "engine/lists/local_folder.h"
#include "os/paths.h"

namespace clew {
namespace {

Result<std::vector<std::string>> folders_for(Engine& engine, const PackManifest& manifest,
                                             const std::string& to) {
  std::vector<std::string> folders;
  for (const PackedSession& session : manifest.sessions) {
    const FarProject project{
        .folder = session.folder, .remote = session.remote, .below = session.below};
    auto folder =
        to.empty() ? local_folder(engine, project, "--to") : name_local_folder(engine, project, to);
    if (!folder) return with_context("session " + session.id.substr(0, 8), folder.error());
    folders.push_back(std::move(*folder));
  }
  return folders;
}

std::optional<Error> complaint_of(const UnpackAnswer& answer) {
  std::size_t refused = 0;
  for (const UnpackedName& session : answer.sessions) refused += !session.done.differing.empty();
  if (refused == 0) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               std::to_string(refused) + " of " + std::to_string(answer.sessions.size()) +
                   " sessions were not unpacked: something else is in their place"};
}

}  // namespace

Result<UnpackAnswer> unpack_answer(Engine& engine, const Arguments& arguments) {
  const std::string path = resolve_path(engine.options().folder, arguments.text("file"));
  const auto file = engine.disk().open(path);
  if (!file) return file.error();
  auto pack = SessionPackReader::open(**file);
  if (!pack) return with_context(path, pack.error());
  const std::string root = engine.receiving_root();
  if (root.empty()) {
    return Error{ErrorCode::kNotFound,
                 "there is no configuration folder here to unpack to; --root names one"};
  }
  auto folders = folders_for(engine, pack->manifest(), arguments.text("to"));
  if (!folders) return folders.error();
  std::vector<std::string> keys;
  for (const std::string& folder : *folders) keys.push_back(project_key(folder));
  // A machine on which Claude Code has not run yet has none.
  if (auto made = engine.disk().create_directories(root); !made) return made.error();
  remove_leftovers(engine.disk(), PathBelow(root), engine.options().now);
  auto done = unpack_sessions(engine.disk(), *pack, root, keys, engine.stop());
  if (!done) return with_context(path, done.error());
  UnpackAnswer answer{root, {}};
  for (std::size_t i = 0; i < done->size(); ++i) {
    answer.sessions.push_back(
        {std::move((*done)[i]), pack->manifest().sessions[i].title, std::move((*folders)[i])});
  }
  answer.complaint = complaint_of(answer);
  return answer;
}

}  // namespace clew
