// SPDX-License-Identifier: MIT
//
// labels for people.

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/lists/session_labels.h"

namespace clew {
namespace {

void write_labels(Screen& screen, std::string_view title, std::vector<LabelCount> labels) {
  if (labels.empty()) return;
  std::stable_sort(labels.begin(), labels.end(), [](const LabelCount& a, const LabelCount& b) {
    return a.sessions > b.sessions;
  });
  screen.out.line(screen.style.paint(Ink::kStrong, title));
  for (const LabelCount& label : labels) {
    const std::string count = pad_to_width(with_thousands(label.sessions), 8, Align::kRight);
    const int room = std::max(10, screen.style.width - display_width(count) - 2);
    screen.out.line(count + "  " + truncate_to_width(terminal_line(label.name), room));
  }
}

}  // namespace

Result<Outcome> labels_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto labels = session_labels(engine, arguments);
  if (!labels) return labels.error();
  write_labels(screen, "Projects", labels->projects);
  write_labels(screen, "Branches", labels->branches);
  write_labels(screen, "Models", labels->models);
  write_labels(screen, "Tags", labels->tags);
  if (labels->sessions > 0) return Outcome::kFound;
  write_note(screen.out, nothing_found(engine, "no sessions"));
  return Outcome::kNothing;
}

}  // namespace clew
