// SPDX-License-Identifier: MIT

#include <algorithm>

#include "engine/demo_dice.h"
#include "engine/demo_root.h"

namespace clew::demo {
namespace {

// Prompts whose transcripts are gone, cleaned up long ago: only the history remembers them.
void add_ghosts(Root& root) {
  Dice dice("ghosts");
  const std::string poem = dice.uuid();
  const std::string ladder = dice.uuid();
  const TimeMs then = root.now - 47 * kDay;
  const std::string pasted_hash = dice.hex(16);
  root.add("paste-cache/" + pasted_hash + ".txt",
           "The apples fall, the ladder stays,\nand so do I, on other days.\n", then);
  root.history.push_back(
      {"Which metre is this? [Pasted text #1 +2 lines]",
       then,
       "/home/ada/letters",
       poem,
       {{"1", object({{"id", 1}, {"type", "text"}, {"contentHash", pasted_hash}})}}});
  root.history.push_back({"And a title for it", then + 3 * kMinute, "/home/ada/letters", poem, {}});
  root.history.push_back({"How long must a ladder be to reach the top of a Bramley?",
                          then + kDay,
                          "/home/ada/orchard",
                          ladder,
                          {}});
}

void add_history(Root& root) {
  std::stable_sort(root.history.begin(), root.history.end(),
                   [](const TypedPrompt& a, const TypedPrompt& b) { return a.time < b.time; });
  std::string lines;
  for (const TypedPrompt& typed : root.history) {
    Fields fields = {{"display", typed.display},
                     {"pastedContents", object(typed.pasted)},
                     {"timestamp", typed.time},
                     {"project", typed.project}};
    if (!typed.session.empty()) fields.emplace_back("sessionId", typed.session);
    lines += object(fields).text() + "\n";
  }
  root.add("history.jsonl", lines, root.now);
}

// A process that ended without tidying up. No Linux gives out a number this high.
void add_dead_process(Root& root) {
  const TimeMs started = root.now - 2 * kDay;
  root.add("sessions/4199999.json",
           object({{"pid", 4199999},
                   {"sessionId", Dice("orchard/sensors").uuid()},
                   {"cwd", "/home/ada/orchard"},
                   {"startedAt", started},
                   {"procStart", "213364"},
                   {"version", "2.1.301"},
                   {"kind", "interactive"},
                   {"entrypoint", "cli"},
                   {"status", "busy"},
                   {"updatedAt", started + kMinute}})
               .text(),
           started);
}

}  // namespace

void add_state(Root& root) {
  add_ghosts(root);
  add_history(root);
  add_dead_process(root);
  root.add("settings.json",
           object({{"cleanupPeriodDays", 30}, {"model", "opus"}, {"theme", "light"}}).text() + "\n",
           root.now - 30 * kDay);
}

}  // namespace clew::demo
