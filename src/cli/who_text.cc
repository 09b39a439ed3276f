// SPDX-License-Identifier: MIT
//
// who for people.

#include "base/short_ids.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "engine/search/touches.h"

namespace clew {

Result<Outcome> who_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = touches_answer(engine, arguments);
  if (!answer) return answer.error();
  std::vector<std::string> ids;
  for (const SessionTouch& touch : answer->touches) ids.push_back(touch.session);
  const ShortIds short_ids(std::move(ids));
  for (const SessionTouch& touch : answer->touches) {
    std::string line = terminal_line(short_ids.of(touch.session)) + "  " +
                       relative_time(touch.time, engine.options().now) + "  ";
    if (!touch.machine.empty()) line += "[" + terminal_line(touch.machine) + "] ";
    line += screen.style.paint(Ink::kStrong, terminal_line(touch.name)) + "  ";
    line += touch.commit.empty() ? terminal_line(touch.path) + "  +" + std::to_string(touch.added) +
                                       " -" + std::to_string(touch.removed)
                                 : terminal_line(touch.commit) + " " + terminal_line(touch.subject);
    screen.fit(line);
  }
  if (answer->touches.empty()) {
    screen.fit("no session here changed " + terminal_line(answer->what) +
               " or made a commit of that name");
    return Outcome::kNothing;
  }
  return Outcome::kFound;
}

}  // namespace clew
