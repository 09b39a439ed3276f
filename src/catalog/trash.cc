// SPDX-License-Identifier: MIT
#include "catalog/trash.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/contained_path.h"
#include "catalog/file_move.h"
#include "catalog/session_edits.h"
#include "catalog/session_facts.h"
#include "catalog/subagents.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"

namespace clew {
namespace {

std::string manifest_of(const TrashedSession& session) {
  json::Writer writer;
  writer.begin_object();
  writer.field("version", 1).field("id", session.id).field("title", session.title);
  writer.field("deletedAt", session.deleted);
  writer.key("parts").begin_array();
  for (const TrashedSession::Part& part : session.parts) {
    writer.begin_object().field("from", part.from).field("name", part.name).end_object();
  }
  writer.end_array().end_object();
  return writer.text() + "\n";
}

Result<TrashedSession> read_manifest(const FileSystem& files, const std::string& trash,
                                     const std::string& name) {
  const std::string path = join_path(trash, name, "manifest.json");
  const auto text = read_file(files, path, 16 << 20);
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value) return Error{ErrorCode::kCorrupt, path + " is damaged: " + value.error().message};
  TrashedSession session;
  session.name = name;
  session.id = (*value)["id"].string_or("");
  session.title = (*value)["title"].string_or("");
  session.deleted = (*value)["deletedAt"].int_or(kNoTime);
  for (const json::Value part : (*value)["parts"].elements()) {
    session.parts.push_back(
        {std::string(part["from"].string_or("")), std::string(part["name"].string_or(""))});
    if (!session.parts.back().from.starts_with('/') || !is_plain_name(session.parts.back().name)) {
      return Error{ErrorCode::kCorrupt, path + " is damaged: a part has no place"};
    }
  }
  return session;
}

// An error is not an answer: taking "cannot tell" for "no" would lose things here.
Result<bool> exists(const FileSystem& files, const std::string& path) {
  const auto info = files.stat(path);
  if (info) return true;
  if (info.error().code == ErrorCode::kNotFound) return false;
  return info.error();
}

// What belongs to a session.
Result<std::vector<std::string>> paths_of(const FileSystem& files, const std::string& transcript) {
  std::vector<std::string> paths = {transcript};
  const std::string folder(parent_path(transcript));
  const std::string beside = join_path(folder, stem(transcript));
  const auto has_folder = exists(files, beside);
  if (!has_folder) return has_folder.error();
  if (*has_folder) paths.push_back(beside);
  FactsReader reader;
  for (const Subagent& agent : find_subagents(files, transcript).agents) {
    if (parent_path(agent.path) != folder) continue;  // moves with the folder
    const auto facts = reader.read(files, agent.path);
    if (facts && facts->recorded_id == stem(transcript)) paths.push_back(agent.path);
  }
  return paths;
}

Result<std::string> make_trash_folder(WritableFileSystem& files, const std::string& trash,
                                      TrashedSession& session) {
  for (int attempt = 1; attempt < 1000; ++attempt) {
    session.name = std::to_string(session.deleted) + "-" + session.id +
                   (attempt == 1 ? "" : "-" + std::to_string(attempt));
    std::string folder = join_path(trash, session.name);
    if (files.stat(folder)) continue;
    if (auto made = files.create_directories(folder); !made) return made.error();
    return folder;
  }
  return Error{ErrorCode::kBusy, "the trash holds this session too often: empty " + trash};
}

// Takes back what was moved so far; the folder goes when nothing stays in it.
void roll_back(WritableFileSystem& files, const std::string& folder, const TrashedSession& session,
               std::size_t moved) {
  bool all_back = true;
  for (std::size_t i = moved; i-- > 0;) {
    const TrashedSession::Part& part = session.parts[i];
    if (!move_path(files, join_path(folder, part.name), part.from)) all_back = false;
  }
  if (!all_back) return;  // the manifest still tells where the parts are
  static_cast<void>(files.remove(join_path(folder, "manifest.json")));
  static_cast<void>(files.remove(folder));
}

Result<TrashedSession> choose(const Trash& trash, std::string_view name) {
  std::vector<const TrashedSession*> fitting;
  for (const TrashedSession& session : trash.sessions) {
    if (session.name == name || session.id == name) return session;
    if (name.size() >= 4 && session.id.starts_with(name)) fitting.push_back(&session);
  }
  const bool one_id = std::all_of(
      fitting.begin(), fitting.end(),
      [&](const TrashedSession* session) { return session->id == fitting.front()->id; });
  if (!fitting.empty() && one_id) return *fitting.front();
  std::string message = fitting.empty()
                            ? "no session in the trash is named "
                            : "several sessions in the trash have an id that begins with ";
  message += "\"" + std::string(name) + "\"";
  if (trash.sessions.empty()) message += ": the trash is empty";
  for (const TrashedSession& session : trash.sessions) {
    message += "\n  " + session.id + "  " + session.title;
  }
  return Error{fitting.empty() ? ErrorCode::kNotFound : ErrorCode::kInvalid, message};
}

}  // namespace

Result<TrashedSession> delete_session(WritableFileSystem& files, const LiveRegistry& live,
                                      const std::string& trash, const std::string& transcript,
                                      std::string_view title, TimeMs now) {
  TrashedSession session;
  session.id = stem(transcript);
  session.title = title;
  session.deleted = now;
  if (auto free = check_not_running(live, session.id); !free) return free.error();
  if (const auto info = files.stat(transcript); !info) return info.error();
  const auto paths = paths_of(files, transcript);
  if (!paths) return paths.error();
  for (const std::string& path : *paths) {
    // JSON could not give back other bytes.
    if (!is_valid_utf8(path)) {
      return Error{ErrorCode::kUnsupported,
                   path + " has a name that is no text; delete it by hand"};
    }
    session.parts.push_back({path, std::to_string(session.parts.size())});
  }
  auto folder = make_trash_folder(files, trash, session);
  if (!folder) return folder.error();
  if (auto noted =
          files.write_file_atomic(join_path(*folder, "manifest.json"), manifest_of(session));
      !noted) {
    static_cast<void>(files.remove(*folder));
    return noted.error();
  }
  for (std::size_t i = 0; i < session.parts.size(); ++i) {
    const TrashedSession::Part& part = session.parts[i];
    auto moved = move_path(files, part.from, join_path(*folder, part.name));
    if (moved) continue;
    roll_back(files, *folder, session, i);
    return moved.error();
  }
  return session;
}

Trash read_trash(const FileSystem& files, const std::string& trash) {
  Trash found;
  const auto entries = files.list(trash);
  if (!entries) {
    if (entries.error().code != ErrorCode::kNotFound) {
      found.findings.push_back({Finding::Kind::kUnreadable, trash, entries.error().message});
    }
    return found;
  }
  for (const DirEntry& entry : *entries) {
    auto session = read_manifest(files, trash, entry.name);
    if (session) {
      found.sessions.push_back(std::move(*session));
    } else {
      found.findings.push_back(
          {Finding::Kind::kDamaged, join_path(trash, entry.name), session.error().message});
    }
  }
  std::sort(found.sessions.begin(), found.sessions.end(),
            [](const TrashedSession& a, const TrashedSession& b) {
              return a.deleted != b.deleted ? a.deleted > b.deleted : a.name > b.name;
            });
  return found;
}

Result<TrashedSession> undelete_session(WritableFileSystem& files, const std::string& trash,
                                        std::string_view name) {
  auto session = choose(read_trash(files, trash), name);
  if (!session) return session;
  const std::string folder = join_path(trash, session->name);
  std::vector<TrashedSession::Part> here;  // parts that really lie in the trash
  for (const TrashedSession::Part& part : session->parts) {
    const auto is_here = exists(files, join_path(folder, part.name));
    const auto is_taken = exists(files, part.from);
    if (!is_here) return is_here.error();
    if (!is_taken) return is_taken.error();
    if (!*is_here) continue;
    if (*is_taken) {
      return Error{ErrorCode::kInvalid, "cannot bring back session " + session->id + ": " +
                                            part.from + " is taken; move it away first"};
    }
    here.push_back(part);
  }
  for (const TrashedSession::Part& part : here) {
    auto made = files.create_directories(std::string(parent_path(part.from)));
    if (!made) return made.error();
    if (auto moved = move_path(files, join_path(folder, part.name), part.from); !moved) {
      return moved.error();  // what came back stays; another call brings the rest
    }
  }
  if (auto removed = files.remove(join_path(folder, "manifest.json")); !removed) {
    return removed.error();
  }
  static_cast<void>(files.remove(folder));
  return session;
}

}  // namespace clew
