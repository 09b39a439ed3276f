// SPDX-License-Identifier: MIT
//
// export for people: the exported text itself, or a line about the file it went into.
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/export/export_operation.h"

namespace clew {

Result<Outcome> export_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = export_answer(engine, arguments);
  if (!answer) return answer.error();
  const std::string hidden = counted(answer->hidden.value_or(0), "secret") + " hidden";
  if (answer->text) {
    auto done = answer->text->each([&](const std::string& piece) {
      screen.out.write(screen.plain(piece));
      return screen.out.is_open();
    });
    if (!done) return done.error();
    if (answer->hidden.value_or(0) > 0) {
      write_note(screen.out, hidden + "; `clew redact` lists them, --no-redact exports them too");
    }
    return Outcome::kFound;
  }
  std::string line = answer->file + ", " + human_bytes(static_cast<std::int64_t>(*answer->size));
  line += answer->hidden ? ", " + hidden : ", secrets included";
  screen.fit(terminal_line(line));
  return Outcome::kFound;
}

}  // namespace clew
