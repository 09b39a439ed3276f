// SPDX-License-Identifier: MIT
#include "catalog/edits/trash.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "catalog/edits/file_move.h"
#include "catalog/edits/session_edits.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/subagents.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

constexpr char kManifest[] = "manifest.json";
// The first had no checksum. A session must come back whichever Clew deleted it.
constexpr std::int64_t kFirstVersion = 1;
constexpr std::int64_t kVersion = 2;

std::string checksum_of(const TrashedSession& session) {
  std::string all = session.id + '\0' + session.title + '\0' + std::to_string(session.deleted);
  for (const TrashedSession::Part& part : session.parts) {
    all += '\0' + part.from + '\0' + part.name.text();
  }
  return std::to_string(hash_bytes(all));
}

std::string manifest_of(const TrashedSession& session) {
  json::Writer writer;
  writer.begin_object();
  writer.field("version", kVersion).field("id", session.id).field("title", session.title);
  writer.field("deletedAt", session.deleted).field("checksum", checksum_of(session));
  writer.key("parts").begin_array();
  for (const TrashedSession::Part& part : session.parts) {
    writer.begin_object().field("from", part.from).field("name", part.name.text()).end_object();
  }
  writer.end_array().end_object();
  return writer.text() + "\n";
}

Result<TrashedSession> read_manifest(const FileSystem& files, const std::string& trash,
                                     const PlainName& name) {
  const std::string path = join_path(trash, name, kManifest);
  const auto text = read_file(files, path, 16 << 20);
  if (!text) return text.error();
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value) return Error{ErrorCode::kCorrupt, path + " is damaged: " + value.error().message};
  TrashedSession session{.name = name};
  session.id = (*value)["id"].string_or("");
  session.title = (*value)["title"].string_or("");
  session.deleted = (*value)["deletedAt"].int_or(kNoTime);
  const auto damaged = [&](std::string_view how) {
    return Error{ErrorCode::kCorrupt, path + " is damaged: " + std::string(how)};
  };
  for (const json::Value part : (*value)["parts"].elements()) {
    const auto part_name = PlainName::from(part["name"].string_or(""));
    const std::string from(part["from"].string_or(""));
    if (!part_name || !PathBelow::parse("/", from)) return damaged("a part has no place");
    session.parts.push_back({from, *part_name});
  }
  if (session.parts.empty()) return damaged("it names no part");
  const std::int64_t version = (*value)["version"].int_or(0);
  if (version < kFirstVersion || version > kVersion) {
    return damaged("its version is " + std::to_string(version));
  }
  const auto checksum = (*value)["checksum"];
  const bool has_none = version == kFirstVersion && !checksum.is_string();
  if (!has_none && checksum.string_or("") != checksum_of(session)) {
    return damaged("its checksum is wrong");
  }
  return session;
}

// Nothing lies in the trash beside this manifest but what it tells of.
Result<void> check_lists_all(const FileSystem& files, const std::string& trash,
                             const TrashedSession& session) {
  const std::string folder = join_path(trash, session.name);
  const auto entries = files.list(folder);
  if (!entries) return entries.error();
  for (const DirEntry& entry : *entries) {
    const bool known = entry.name == kManifest ||
                       std::any_of(session.parts.begin(), session.parts.end(),
                                   [&](const auto& part) { return part.name == entry.name; });
    if (known) continue;
    return Error{ErrorCode::kCorrupt, join_path(folder, entry.name) +
                                          " is not in the manifest beside it; move it by hand to "
                                          "where it belongs, then try again"};
  }
  return {};
}

// An error is not an answer: taking "cannot tell" for "no" would lose things here.
Result<bool> exists(const WritableFileSystem& files, const PathBelow& place) {
  const auto info = files.info(place);
  if (info) return true;
  if (info.error().code == ErrorCode::kNotFound) return false;
  return info.error();
}

// What belongs to a session.
Result<std::vector<PathBelow>> places_of(const WritableFileSystem& files,
                                         const PathBelow& transcript, const PlainName& id) {
  std::vector<PathBelow> places = {transcript};
  const PathBelow folder = transcript.parent();
  const auto has_folder = exists(files, folder / id);
  if (!has_folder) return has_folder.error();
  if (*has_folder) places.push_back(folder / id);
  FactsReader reader;
  for (const Subagent& agent : find_subagents(files, transcript.text()).agents) {
    if (parent_path(agent.path) != folder.text()) continue;  // moves with the folder
    const auto facts = reader.read(files, agent.path);
    const auto name = PlainName::from(base_name(agent.path));
    if (facts && name && facts->recorded_id == id) places.push_back(folder / *name);
  }
  for (const PathBelow& place : places) {
    const auto info = files.info(place);
    if (!info) return info.error();
    if (info->kind == FileKind::kSymlink) {
      return link_refused("delete", place, place.steps().size() - 1);
    }
  }
  return places;
}

Result<PathBelow> make_trash_folder(WritableFileSystem& files, const std::string& trash,
                                    TrashedSession& session) {
  if (auto made = files.create_directories(trash); !made) return made.error();
  remove_leftovers(files, PathBelow(trash), session.deleted);
  for (int attempt = 1; attempt < 1000; ++attempt) {
    // A file's name may be as long as names can be: with a time before it, it would be too long.
    constexpr std::size_t kLongestId = 200;
    const auto name = PlainName::from(std::to_string(session.deleted) + "-" +
                                      std::string(cut_utf8(session.id, kLongestId)) +
                                      (attempt == 1 ? "" : "-" + std::to_string(attempt)));
    if (!name) break;
    session.name = *name;
    PathBelow folder = PathBelow(trash) / *name;
    if (files.info(folder)) continue;
    if (auto made = files.create_directories(folder); !made) return made.error();
    return folder;
  }
  return Error{ErrorCode::kBusy, "the trash holds this session too often: empty " + trash};
}

// Takes back what was moved so far; the folder goes when nothing stays in it.
void roll_back(WritableFileSystem& files, const PathBelow& folder, const TrashedSession& session,
               const std::vector<PathBelow>& places, std::size_t moved) {
  bool all_back = true;
  for (std::size_t i = moved; i-- > 0;) {
    if (!move_path(files, folder / session.parts[i].name, places[i])) all_back = false;
  }
  // While anything stays here, also a copy whose original could not be removed, the manifest tells
  // where it belongs.
  const auto entries = files.list(folder);
  if (!all_back || !entries || entries->size() != 1) return;
  static_cast<void>(files.remove(folder / kManifest));
  static_cast<void>(files.remove(folder));
}

// What delete_session() takes: a manifest may have been changed by others.
bool is_name_of_part(std::string_view name, const std::string& id) {
  const auto transcript = transcript_name(id);
  return name == id || (transcript && *transcript == name) ||
         (is_agent_name(name) && is_transcript_name(name));
}

// Where a part belongs: <root>/projects/<project>/<name>.
Result<PathBelow> place_of_part(const std::string& from, const std::string& id,
                                const UndeleteOptions& options) {
  if (!is_name_of_part(base_name(from), id)) {
    return Error{ErrorCode::kInvalid,
                 "cannot bring back " + from + ": it is not named like a part of session " + id};
  }
  for (const std::string& root : options.roots) {
    auto place = PathBelow::parse(root, from);
    if (!place) continue;
    if (place->steps().front() != kProjectsFolder.text() || place->steps().size() < 3) break;
    return std::move(*place);
  }
  auto place = PathBelow::parse("/", from);
  if (place && options.elsewhere == FilesByPath::kTaken) return std::move(*place);
  return Error{ErrorCode::kInvalid, "cannot bring back " + from +
                                        ": it is not in the projects of a root; name its root with "
                                        "--root on the command line"};
}

// What is left of a deletion that was ended before it began.
bool is_empty_folder(const FileSystem& files, const std::string& path) {
  const auto entries = files.list(path);
  return entries && entries->empty();
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
  if (trash.sessions.empty() && trash.findings.empty()) message += ": the trash is empty";
  for (const TrashedSession& session : trash.sessions) {
    message += "\n  " + session.id + "  " + session.title;
  }
  for (const Finding& finding : trash.findings) {
    message += "\n  " + finding.reason + "; what was deleted is " + join_path(finding.path, "0") +
               ": move it back by hand";
  }
  return Error{fitting.empty() ? ErrorCode::kNotFound : ErrorCode::kInvalid, message};
}

}  // namespace

Result<TrashedSession> delete_session(WritableFileSystem& files, const LiveRegistry& live,
                                      const std::string& trash, const PathBelow& transcript,
                                      std::string_view title, TimeMs now) {
  const auto id = session_id_of(transcript.text());
  if (!id) {
    return Error{ErrorCode::kInvalid, transcript.text() + " has a name that is not a session id"};
  }
  TrashedSession session{.name = *id};
  session.id = id->text();
  session.title = title;
  session.deleted = now;
  if (auto free = check_not_running(live, session.id); !free) return free.error();
  const auto places = places_of(files, transcript, *id);
  if (!places) return places.error();
  for (const PathBelow& place : *places) {
    // JSON could not give back other bytes.
    if (!is_valid_utf8(place.text())) {
      return Error{ErrorCode::kUnsupported,
                   place.text() + " has a name that is no text; delete it by hand"};
    }
    session.parts.push_back({place.text(), *PlainName::from(std::to_string(session.parts.size()))});
  }
  auto folder = make_trash_folder(files, trash, session);
  if (!folder) return folder.error();
  if (auto noted = files.create_file(*folder / kManifest, manifest_of(session)); !noted) {
    static_cast<void>(files.remove(*folder));
    return noted.error();
  }
  for (std::size_t i = 0; i < places->size(); ++i) {
    auto moved = move_path(files, (*places)[i], *folder / session.parts[i].name);
    if (moved) continue;
    roll_back(files, *folder, session, *places, i);
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
    if (is_temporary_name(entry.name)) continue;
    auto session = read_manifest(files, trash, entry.name);
    if (!session && is_empty_folder(files, join_path(trash, entry.name))) continue;
    if (session) {
      found.sessions.push_back(std::move(*session));
    } else {
      found.findings.push_back(
          {Finding::Kind::kDamaged, join_path(trash, entry.name), session.error().message});
    }
  }
  std::sort(found.sessions.begin(), found.sessions.end(),
            [](const TrashedSession& a, const TrashedSession& b) {
              return a.deleted != b.deleted ? a.deleted > b.deleted : b.name < a.name;
            });
  return found;
}

Result<TrashedSession> undelete_session(WritableFileSystem& files, const std::string& trash,
                                        std::string_view name, const UndeleteOptions& options) {
  auto session = choose(read_trash(files, trash), name);
  if (!session) return session;
  const PathBelow folder = PathBelow(trash) / session->name;
  // Of moves whose process ended: their source is whole. How old others are is not asked.
  remove_leftovers(files, folder, 0);
  if (auto all = check_lists_all(files, trash, *session); !all) return all.error();
  bool found = false;                                  // any part, here or there
  std::vector<std::pair<PathBelow, PathBelow>> moves;  // of parts that really lie in the trash
  std::vector<PathBelow> remains;  // of moves that were cut short: the other end has all of it
  for (const TrashedSession::Part& part : session->parts) {
    const auto place = place_of_part(part.from, session->id, options);
    if (!place) return place.error();
    const PathBelow kept = folder / part.name;
    const auto is_here = exists(files, kept);
    const auto is_taken = exists(files, *place);
    if (!is_here) return is_here.error();
    if (!is_taken) return is_taken.error();
    found = found || *is_here || *is_taken;
    if (!*is_here) continue;
    if (*is_taken && holds_all_of(files, *place, kept)) {
      remains.push_back(kept);
      continue;
    }
    if (*is_taken && !holds_all_of(files, kept, *place)) {
      return Error{ErrorCode::kInvalid, "cannot bring back session " + session->id + ": " +
                                            part.from + " is taken; move it away first"};
    }
    if (*is_taken) remains.push_back(*place);
    moves.emplace_back(kept, *place);
  }
  if (!found) {
    return Error{ErrorCode::kNotFound, "nothing of session " + session->id + " is left in " +
                                           folder.text() + ", and nothing is where it was"};
  }
  for (const PathBelow& place : remains) {
    if (auto removed = remove_tree(files, place); !removed) return removed.error();
  }
  for (const auto& [from, to] : moves) {
    if (auto made = files.create_directories(to.parent()); !made) return made.error();
    if (auto moved = move_path(files, from, to); !moved) {
      return moved.error();  // what came back stays; another call brings the rest
    }
  }
  if (auto removed = files.remove(folder / kManifest); !removed) return removed.error();
  static_cast<void>(files.remove(folder));
  return session;
}

}  // namespace clew
