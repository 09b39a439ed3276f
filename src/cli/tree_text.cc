// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "engine/read/conversation_view.h"
#include "render/branch_tree.h"

namespace clew {

Result<Outcome> tree_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const Session& session = *opened->session;
  if (session.messages().size() == 0) {
    return Error{ErrorCode::kNotFound, session.file() + " holds no tree: its lines have no uuids"};
  }
  for (const BranchTreeRow& row : branch_tree(session, opened->path)) {
    if (!screen.out.is_open()) break;
    // An edited first prompt is a tree of its own; the active one comes last.
    if (row.begins_tree) screen.out.line();
    screen.out.line(branch_tree_line(session, row, screen.style));
  }
  return Outcome::kFound;
}

}  // namespace clew
