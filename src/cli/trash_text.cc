// SPDX-License-Identifier: MIT

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/lists/trash_list.h"

namespace clew {
Result<Outcome> trash_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto list = trash_list(engine, arguments);
  if (!list) return list.error();
  const Style& style = screen.style;
  for (const TrashRow& row : list->sessions) {
    if (!screen.out.is_open()) break;
    const std::string deleted =
        row.deleted == kNoTime ? "?" : relative_time(row.deleted, engine.options().now);
    const std::string title = one_line(terminal_safe(row.title));
    std::string line = pad_to_width(deleted, 12) + "  " +
                       pad_to_width(human_bytes(row.bytes), 8, Align::kRight) + "  ";
    const int room = std::max(10, style.width - display_width(line));
    line += style.paint(Ink::kStrong, truncate_to_width(title.empty() ? "-" : title, room));
    screen.out.line(line);
    screen.out.line(style.paint(Ink::kDim, "  " + terminal_line(row.restore)));
  }
  write_notes(screen.out, list->findings);
  if (list->left_out_hidden > 0) {
    write_note(screen.out,
               with_thousands(list->left_out_hidden) + " hidden left out; --hidden lists them too");
  }
  if (!list->sessions.empty()) return Outcome::kFound;
  if (list->left_out_hidden == 0) write_note(screen.out, "the trash is empty");
  return Outcome::kNothing;
}

}  // namespace clew
