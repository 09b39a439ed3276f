// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/drive/drive_answers.h"

namespace clew {

Result<Outcome> workspaces_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto list = workspaces_answer(engine, arguments);
  if (!list) return list.error();
  for (const auto& [workspace, removed, holds] : list->workspaces) {
    std::string line = workspace.name.text() + "  " + workspace.kind + "  " + workspace.path;
    if (removed) {
      line += "  removed";
    } else if (!holds.empty()) {
      line += "  kept: " + holds;
    }
    screen.fit(one_line(terminal_safe(line)), 4);
  }
  if (!holds_nothing(*list)) return Outcome::kFound;
  write_note(screen.out, "no workspaces; `clew run --workspace` makes them");
  return Outcome::kNothing;
}

}  // namespace clew
