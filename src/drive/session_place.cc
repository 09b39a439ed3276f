// SPDX-License-Identifier: MIT
#include "drive/session_place.h"

#include <set>

#include "base/time.h"
#include "catalog/layout/folder_of_key.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "os/paths.h"

namespace clew {
namespace {

bool is_folder(const FileSystem& files, const std::string& path) {
  const auto info = files.stat(path);
  return info && info->kind == FileKind::kDirectory;
}

// The three ways out of a folder that is not there, said the same way everywhere.
std::string ways_out(const std::string& folder) {
  return "; if it was renamed, clew move " + (folder.empty() ? "FOLDER" : folder) +
         " NEWFOLDER brings its sessions along; else make it again (mkdir -p " +
         (folder.empty() ? "FOLDER" : folder) +
         "), or continue in another one with --folder DIR (2.1 finds the session from anywhere, "
         "older "
         "versions do not), or copy the session there with --fork --folder DIR";
}

}  // namespace

Result<std::string> find_session_folder(const FileSystem& files, const NamedSession& session,
                                        const Transcript& transcript) {
  if (session.folder.key.empty()) {
    return Error{ErrorCode::kInvalid, session.path +
                                          " lies outside every root, where claude does not look; "
                                          "copy it with clew fork FILE --folder DIR"};
  }
  std::set<Symbol> seen;
  std::string first;
  for (const Entry& entry : transcript.entries) {
    const Symbol cwd = transcript.origin(entry).cwd;
    if (cwd == kNoSymbol || !seen.insert(cwd).second) continue;
    const std::string folder(transcript.text(cwd));
    if (first.empty()) first = folder;
    if (!is_key_of(session.folder.key, folder)) continue;
    if (is_folder(files, folder)) return folder;
    return Error{ErrorCode::kNotFound,
                 "the session's folder " + folder + " is gone" + ways_out(folder)};
  }
  // It was moved here, or unpacked, and says nothing of where it is now.
  if (auto moved = folder_of_key(files, session.folder.key)) return std::move(*moved);
  if (first.empty()) {
    return Error{ErrorCode::kNotFound, "session " + session.id.text() +
                                           " does not say in which folder it was" + ways_out("")};
  }
  return Error{ErrorCode::kNotFound, "session " + session.id.text() + " was recorded in " + first +
                                         ", but lies in the project " + session.folder.key +
                                         ", which is another folder's" + ways_out(first)};
}

Result<std::string> check_chosen_folder(const FileSystem& files, const NamedSession& session,
                                        const std::string& folder) {
  auto real = files.real_path(folder);
  if (!real || !is_folder(files, *real)) {
    return Error{ErrorCode::kNotFound, "there is no folder " + folder};
  }
  for (const KeyRule rule : {KeyRule::k21, KeyRule::k10}) {
    const auto key = PlainName::from(project_key(*real, rule));
    const auto name = transcript_name(session.id);
    if (!key || !name) continue;
    const std::string other = join_path(session.folder.root, kProjectsFolder, *key, *name);
    if (other != session.path && files.stat(other)) {
      return Error{ErrorCode::kInvalid, "another session with the id " + session.id.text() +
                                            " belongs to " + *real +
                                            " and would be taken instead; use --fork"};
    }
  }
  return *real;
}

Result<void> check_free(const LiveRegistry& live, const std::string& session) {
  const LiveSession* running = live.find(session);
  if (running == nullptr) return {};
  std::string who = running->certain ? " is running: " : " may be running: ";
  who += "process " + std::to_string(running->pid) + " (" + std::string(name_of(running->status)) +
         ")";
  if (!running->cwd.empty()) who += " in " + running->cwd;
  if (running->started != kNoTime) who += " since " + format_iso(running->started);
  return Error{ErrorCode::kBusy,
               "session " + session + who +
                   "; end it there, or continue in a copy with --fork, or take the risk of two "
                   "writers in one file with --force"};
}

}  // namespace clew
