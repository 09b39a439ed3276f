// SPDX-License-Identifier: MIT
//
// pack and unpack for people.

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
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

Result<Outcome> unpack_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto done = unpack_answer(engine, arguments);
  if (!done) return done.error();
  for (const UnpackedName& session : done->sessions) write_unpacked(session, screen);
  if (done->complaint) return *done->complaint;
  return Outcome::kFound;
}

}  // namespace clew
