// SPDX-License-Identifier: MIT
//
// changes for people, and for git apply.

#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/read/session_changes.h"

namespace clew {
namespace {

Ink ink_of(std::string_view line) {
  if (line.starts_with('+')) return Ink::kGood;
  if (line.starts_with('-')) return Ink::kBad;
  return line.starts_with("@@") ? Ink::kDim : Ink::kPlain;
}

void write_file(Screen& screen, const FileDiff& file) {
  const Style& style = screen.style;
  const std::string path = screen.plain(file.path);
  const std::string slash = path.starts_with('/') ? "" : "/";
  screen.out.line(
      style.paint(Ink::kStrong, file.created ? "--- /dev/null" : "--- a" + slash + path));
  screen.out.line(style.paint(Ink::kStrong, "+++ b" + slash + path));
  for (const std::string& line : file.diff) {
    if (!screen.out.is_open()) return;
    screen.out.line(style.paint(ink_of(line), screen.plain(line)));
  }
}

}  // namespace

Result<Outcome> changes_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = changes_answer(engine, arguments);
  if (!answer) return answer.error();
  for (const FileDiff& file : answer->files) {
    if (!screen.out.is_open()) break;
    if (!file.diff.empty()) write_file(screen, file);
  }
  if (!answer->files.empty()) return Outcome::kFound;
  write_note(screen.out, "no tool of this session changed a file");
  return Outcome::kNothing;
}

}  // namespace clew
