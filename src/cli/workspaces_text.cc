// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "cli/commands.h"
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
    screen.out.line(one_line(terminal_safe(line)));
  }
  return holds_nothing(*list) ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
