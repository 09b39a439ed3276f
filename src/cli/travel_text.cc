// SPDX-License-Identifier: MIT
//
// pack, unpack, move and merge for people.

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/export/import_operation.h"
#include "engine/travel/merge_operation.h"
#include "engine/travel/move_operation.h"
#include "engine/travel/pack_operation.h"
#include "engine/travel/unpack_operation.h"

namespace clew {
namespace {

std::string bytes_text(std::uint64_t bytes) {
  return human_bytes(static_cast<std::int64_t>(bytes));
}

// "4f1d77aa  Frost in the orchard".
std::string name_text(const std::string& id, const std::string& title) {
  return id.substr(0, 8) + (title.empty() ? "" : "  " + one_line(title));
}

void write_unpacked(const UnpackedName& session, Screen& screen) {
  screen.fit(terminal_line(name_text(session.done.id, session.title)));
  if (!session.done.differing.empty()) {
    for (const std::string& path : session.done.differing) {
      write_note(screen.out, path + " is there and differs: nothing of this session was written");
    }
    return;
  }
  screen.fit(terminal_line(session.done.written.empty()
                               ? "  is there already: " + session.done.transcript
                               : "  " + counted(std::ssize(session.done.written), "file") + ", " +
                                     bytes_text(session.done.bytes) + ", for " + session.folder));
}

}  // namespace

Result<Outcome> pack_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto pack = pack_answer(engine, arguments);
  if (!pack) return pack.error();
  for (const PackedName& session : pack->sessions) {
    screen.fit(terminal_line(name_text(session.session, session.title)));
    screen.fit(terminal_line("  " + counted(session.files, "file") + ", " +
                             bytes_text(session.bytes) +
                             (session.folder.empty() ? "" : ", of " + session.folder)));
  }
  screen.fit(terminal_line(pack->file + ", " + bytes_text(pack->size)));
  return Outcome::kFound;
}

namespace {

Result<Outcome> write_brought(const Result<UnpackAnswer>& done, Screen& screen) {
  if (!done) return done.error();
  for (const UnpackedName& session : done->sessions) write_unpacked(session, screen);
  if (done->complaint) return *done->complaint;
  return Outcome::kFound;
}

}  // namespace

Result<Outcome> unpack_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  return write_brought(unpack_answer(engine, arguments), screen);
}

Result<Outcome> import_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  return write_brought(import_answer(engine, arguments), screen);
}

Result<Outcome> move_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto done = move_answer(engine, arguments);
  if (!done) return done.error();
  const ProjectMove& move = done->move;
  const std::string what = counted(std::ssize(move.sessions), "session");
  const std::string from = move.folder.empty() ? "its old folder" : move.folder;
  if (done->undone) {
    screen.fit(terminal_line((done->dry_run ? "Would bring " : "") + what + " back under " + from));
  } else {
    screen.fit(terminal_line((done->dry_run ? "Would move " : "Moved ") + what + " of " + from +
                             " to " + move.new_folder));
  }
  for (const LeftThing& left : move.left) {
    write_note(screen.out, "stays: " + left.path + ": " + left.why);
  }
  const std::string known = " has what Claude Code knows of " + from +
                            " (trust, allowed tools, servers); it stays, and Claude Code asks "
                            "again in the new folder";
  for (const std::string& path : done->elsewhere) write_note(screen.out, path + known);
  if (move.sessions.empty() && !done->undone) return Outcome::kNothing;
  return Outcome::kFound;
}

Result<Outcome> merge_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto done = merge_answer(engine, arguments);
  if (!done) return done.error();
  screen.fit(terminal_line(done->session + ": " + counted(done->common, "line") + " in common"));
  for (const MergedCopy& copy : done->copies) {
    const bool active = copy.end == done->active;
    screen.fit(terminal_line("  " + counted(copy.own, "line") + " of " + copy.file +
                             (copy.end.empty() ? "" : ", ends at " + copy.end) +
                             (active ? ", which a resume continues" : "")));
  }
  if (done->renamed > 0) {
    screen.fit(counted(done->renamed, "line") +
               " got new uuids: the copies had others of the same");
  }
  if (!done->beside.empty()) {
    screen.fit(counted(std::ssize(done->beside), "file") +
               " of subagents, tool results and other data");
  }
  for (const std::string& place : done->left) {
    write_note(screen.out, place + " differs between the copies: that of the first was taken");
  }
  screen.fit(terminal_line(done->file));
  return Outcome::kFound;
}

}  // namespace clew
