// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "cli/commands.h"
#include "engine/lists/demo_answer.h"

namespace clew {

Result<Outcome> demo_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto made = find_operation("demo")->run(engine, arguments, [](std::string_view) { return true; });
  if (!made) return made;
  const std::string folder = terminal_safe(demo_folder(engine, arguments));
  screen.out.line("An invented root with a few projects is in " + folder + ". Try:");
  for (const std::string_view command :
       {"clew list --all", "clew show @1", "clew tree @1", "clew projects"}) {
    screen.out.line("  " +
                    screen.style.paint(Ink::kStrong, std::string(command) + " --root " + folder));
  }
  return made;
}

}  // namespace clew
