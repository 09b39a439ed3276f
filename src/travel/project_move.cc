// SPDX-License-Identifier: MIT
#include "travel/project_move.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "catalog/edits/session_edits.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/project_key.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/project_lookup.h"
#include "os/paths.h"
#include "os/temporary_name.h"
#include "travel/move_journal.h"

namespace clew {
namespace {

// A list of the sessions in its folder, with their old paths, that the CLI makes anew (2.1).
constexpr std::string_view kListOfSessions = "sessions-index.json";

Result<bool> is_there(const DurableFileSystem& disk, const PathBelow& place) {
  const auto info = disk.info(place);
  if (info) return true;
  if (info.error().code == ErrorCode::kNotFound) return false;
  return info.error();
}

// Decides what of one folder moves.
class PartPlanner {
 public:
  PartPlanner(const DurableFileSystem& disk, const LiveRegistry& live, ProjectMove& move,
              MovePart& part)
      : disk_(disk), live_(live), move_(move), part_(part) {}

  Result<void> run() {
    auto entries = disk_.list(part_.old_place());
    if (!entries) return entries.error();
    std::sort(entries->begin(), entries->end(),
              [](const DirEntry& a, const DirEntry& b) { return a.name < b.name; });
    for (const DirEntry& entry : *entries) sort_in(entry);
    for (auto& [id, names] : sessions_) {
      if (auto taken = take_session(id, names); !taken) return taken;
    }
    // What belongs to the project as a whole goes when all of its sessions do.
    for (const PlainName& name : others_) {
      auto taken = is_free(name);
      if (!taken) return taken.error();
      const std::string why = foreign_ ? "sessions of another folder are there" : kTaken;
      if (*taken && !foreign_) {
        part_.names.push_back(name);
      } else {
        leave(name, why);
      }
    }
    return {};
  }

 private:
  static constexpr const char* kTaken = "something of this name is in the new place";

  void sort_in(const DirEntry& entry) {
    const std::string& name = entry.name.text();
    if (is_temporary_name(name)) return;
    if (name == kListOfSessions) return leave(entry.name, "Claude Code makes its list anew");
    if (entry.kind == FileKind::kSymlink) return leave(entry.name, "it is a link");
    if (entry.kind == FileKind::kRegular && is_transcript_name(name)) {
      const std::string id = session_of(entry.name);
      sessions_[id].push_back(entry.name);
    } else if (entry.kind == FileKind::kDirectory && has_transcript(entry.name)) {
      sessions_[name].push_back(entry.name);
    } else {
      others_.push_back(entry.name);
    }
  }

  // A subagent beside the sessions goes with the one that began it.
  std::string session_of(const PlainName& name) const {
    const auto id = session_id_of(name.text());
    if (!is_agent_name(name.text())) return id ? id->text() : name.text();
    const auto facts = FactsReader().read(disk_, (part_.old_place() / name).text());
    return facts && !facts->recorded_id.empty() ? facts->recorded_id : name.text();
  }

  bool has_transcript(const PlainName& name) const {
    const auto transcript = transcript_name(name.text());
    return transcript && disk_.info(part_.old_place() / *transcript).has_value();
  }

  Result<void> take_session(const std::string& id, const std::vector<PlainName>& names) {
    if (auto quiet = check_not_running(live_, id); !quiet) return quiet;
    if (const std::string other = other_project(id); !other.empty()) {
      foreign_ = true;
      for (const PlainName& name : names) leave(name, "it is of " + other);
      return {};
    }
    for (const PlainName& name : names) {
      auto free = is_free(name);
      if (!free) return free.error();
      if (*free) continue;
      for (const PlainName& stays : names) leave(stays, kTaken);
      return {};
    }
    // The transcript last: where it is, all is.
    std::vector<PlainName> ordered = names;
    std::stable_partition(ordered.begin(), ordered.end(), [](const PlainName& name) {
      return !is_transcript_name(name.text()) || is_agent_name(name.text());
    });
    part_.names.insert(part_.names.end(), ordered.begin(), ordered.end());
    move_.sessions.push_back(id);
    return {};
  }

  // "/a/b.c" and "/a/b/c" share a folder: which of them a session is of, stands in its lines.
  std::string other_project(const std::string& id) const {
    const auto transcript = transcript_name(id);
    if (move_.folder.empty() || !transcript) return {};
    std::string cwd = recorded_cwd(disk_, (part_.old_place() / *transcript).text());
    const bool other = !cwd.empty() && cwd != move_.folder && is_key_of(part_.from.text(), cwd) &&
                       is_key_of(part_.from.text(), move_.folder);
    return other ? cwd : std::string();
  }

  Result<bool> is_free(const PlainName& name) const {
    auto there = is_there(disk_, part_.new_place() / name);
    if (!there) return there.error();
    return !*there;
  }

  void leave(const PlainName& name, std::string why) {
    move_.left.push_back({(part_.old_place() / name).text(), std::move(why)});
  }

  const DurableFileSystem& disk_;
  const LiveRegistry& live_;
  ProjectMove& move_;
  MovePart& part_;
  std::map<std::string, std::vector<PlainName>> sessions_;  // what moves together
  std::vector<PlainName> others_;
  bool foreign_ = false;  // a session of another project is among them
};

// Renames what is still in its old place. An empty folder that is left goes.
Result<void> rename_all(DurableFileSystem& disk, const MovePart& part) {
  if (part.names.empty()) return {};
  if (auto made = disk.create_directories(part.new_place()); !made) return made;
  for (const PlainName& name : part.names) {
    auto waits = is_there(disk, part.old_place() / name);
    if (!waits) return waits.error();
    if (!*waits) continue;
    auto done = disk.rename_new(part.old_place() / name, part.new_place() / name);
    if (!done) return done;
  }
  const auto rest = disk.list(part.old_place());
  if (rest && rest->empty()) static_cast<void>(disk.remove(part.old_place()));
  return {};
}

MovePart turned_back(const MovePart& part) {
  return {part.root, part.to, part.from, {part.names.rbegin(), part.names.rend()}};
}

}  // namespace

PathBelow MovePart::old_place() const { return PathBelow(root) / kProjectsFolder / from; }
PathBelow MovePart::new_place() const { return PathBelow(root) / kProjectsFolder / to; }

Result<ProjectMove> plan_move(const DurableFileSystem& disk, const LiveRegistry& live,
                              ProjectMove move) {
  for (MovePart& part : move.parts) {
    if (auto planned = PartPlanner(disk, live, move, part).run(); !planned) return planned.error();
  }
  return move;
}

Result<void> carry_out_move(DurableFileSystem& disk, const std::string& journals,
                            const ProjectMove& move) {
  const bool nothing = std::all_of(move.parts.begin(), move.parts.end(),
                                   [](const MovePart& part) { return part.names.empty(); });
  if (nothing) return {};
  auto journal = MoveJournal::begin(disk, journals, move);
  if (!journal) return journal.error();
  for (const MovePart& part : journal->move().parts) {
    if (auto done = rename_all(disk, part); !done) {
      return with_context(
          "the move was cut short; the same command continues it, --undo takes it "
          "back",
          done.error());
    }
  }
  return {};
}

Result<ProjectMove> last_move(const FileSystem& disk, const std::string& journals) {
  auto journal = MoveJournal::last(disk, journals);
  if (!journal) return journal.error();
  return journal->move();
}

Result<ProjectMove> undo_last_move(DurableFileSystem& disk, const LiveRegistry& live,
                                   const std::string& journals) {
  auto journal = MoveJournal::last(disk, journals);
  if (!journal) return journal.error();
  ProjectMove move = journal->move();
  for (const std::string& session : move.sessions) {
    if (auto quiet = check_not_running(live, session); !quiet) return quiet.error();
  }
  for (auto part = move.parts.rbegin(); part != move.parts.rend(); ++part) {
    MovePart back = turned_back(*part);
    std::vector<PlainName> free;
    for (const PlainName& name : back.names) {
      auto from = is_there(disk, back.old_place() / name);
      auto to = is_there(disk, back.new_place() / name);
      if (!from || !to) return from ? to.error() : from.error();
      if (*from && !*to) free.push_back(name);
      if (*from && *to) {
        move.left.push_back(
            {(back.old_place() / name).text(), "something of this name is in its old place again"});
      }
    }
    back.names = std::move(free);
    if (auto done = rename_all(disk, back); !done) {
      return with_context("undoing was cut short; the same command continues it", done.error());
    }
  }
  if (auto forgotten = journal->forget(disk); !forgotten) return forgotten.error();
  return move;
}

}  // namespace clew
