// SPDX-License-Identifier: MIT
//
// Two more sessions of the orchard: one with branches, one with a plan and interruptions.

#include <string>

#include "engine/demo_orchard.h"

namespace clew::demo {

// Four ways through one file:
//
//   1 "how many apples"                            the first prompt, edited afterwards
//   2 "how many crates" - "as a chart"             edited
//                       - "as a table" - "totals" - "by date"   gone back
//                                               - "per picker"    the active one
void tell_harvest(Root& root) {
  SessionWriter s(root, {.name = "orchard/harvest",
                         .cwd = "/home/ada/orchard",
                         .version = "2.1.318",
                         .branch = "main",
                         .model = std::string(kSonnet),
                         .start = root.now - 5 * kHour});
  s.prompt("How many apples will there be in September?");
  s.answer(
      {say("From the blossoms alone: somewhere between nine and thirty thousand. That is an "
           "honest answer and no use to you. What do you want to plan with it?")});
  s.end_turn();

  s.rewind_to("");
  s.prompt("How many crates shall I order for September? Go by variety, from last year's harvest.");
  s.answer({bash("sqlite3 harvest.db 'select variety, crates from y2025'", "Last year's harvest",
                 "Bramley|212\nDiscovery|74\nEgremont Russet|131")});
  s.answer(
      {say("About **430 crates**: 220 for Bramley, 75 for Discovery, 135 for Egremont Russet.")});
  s.end_turn();
  const std::string crates = s.tip();

  s.pass(kMinute);
  s.prompt("Draw that as a chart");
  s.answer(
      {say("```\nBramley          ██████████████████████ 220\nDiscovery        ███████▌ 75\n"
           "Egremont Russet  █████████████▌ 135\n```")});
  s.end_turn();

  s.pass(kMinute);
  s.rewind_to(crates);
  s.prompt("Print that as a table I can hang in the barn");
  s.answer(
      {say("| variety | crates |\n|---|---:|\n| Bramley | 220 |\n| Discovery | 75 |\n| Egremont "
           "Russet | 135 |")});
  s.end_turn();
  s.prompt("Add a line with the total, and 5 % for breakage");
  s.answer(
      {say("| variety | crates |\n|---|---:|\n| Bramley | 220 |\n| Discovery | 75 |\n| Egremont "
           "Russet | 135 |\n| **total, with 5 %** | **452** |")});
  s.end_turn();
  const std::string total = s.tip();

  s.pass(2 * kMinute);
  s.prompt("Now by picking date");
  s.answer(
      {say("Discovery from 10 August, Egremont Russet from 20 September, Bramley from 1 October. "
           "So the 75 are wanted first.")});
  s.end_turn();

  s.pass(kMinute);
  s.rewind_to(total);
  s.prompt("Now per picker: there will be six of us, and Tom carries only half");
  s.answer({think("Five and a half shares: 452 / 5.5 = 82.2."),
            say("Five of you carry **82 crates** each, Tom carries **41**. One is left over: the "
                "dog's.")});
  s.plain_line("ai-title", {{"aiTitle", "Crates for September"}});
  s.end_turn();
  s.save();
}

// ---- an older CLI: progress lines, a plan, and two interruptions

namespace {

constexpr std::string_view kPlan =
    "# Water at night\n\n1. Read the soil sensors at ten in the evening.\n2. Water only the rows "
    "that "
    "are dry, one after the other, so that the pump keeps its pressure.\n3. Stop at four, or when "
    "it "
    "rains.\n";

void make_a_plan(SessionWriter& s) {
  s.prompt("Make a plan for watering at night. Don't touch anything yet.");
  s.answer({think("The pump cannot feed more than two rows. So: rows in turn, dry ones only."),
            use("ExitPlanMode", object({{"plan", kPlan}}), "The person approved the plan. Begin.",
                object({{"plan", kPlan},
                        {"isAgent", false},
                        {"filePath", "/home/ada/.claude/plans/mellow-watching-heron.md"}}))});
  s.answer({say("Then I begin with the sensors.")});
  s.end_turn();
  s.side_file("plans/mellow-watching-heron.md", std::string(kPlan));
}

}  // namespace

void tell_sprinkler(Root& root) {
  SessionWriter s(root, {.name = "orchard/sprinkler",
                         .cwd = "/home/ada/orchard",
                         .version = "2.1.62",
                         .branch = "water-at-night",
                         .model = std::string(kSonnet),
                         .start = root.now - 12 * kDay,
                         .slug = "mellow-watching-heron",
                         .permission = "plan"});
  make_a_plan(s);
  s.prompt("Go ahead. Try it on row three first.");
  Part pump = bash("python3 -m orchard.pump --row 3 --seconds 6", "Water row three",
                   "row 3: open\nrow 3: 2.1 bar\nrow 3: closed");
  pump.progress = {"row 3: open", "row 3: 2.1 bar"};
  pump.takes = 3 * kSecond;
  s.answer({pump});
  Part all = bash("python3 -m orchard.pump --all --seconds 600", "Water every row", "");
  all.answered = false;
  const auto calls = s.answer({say("Row three is wet. Now all of them."), all});
  Part refused = failing(all, "The person does not want this tool to run now.");
  refused.structured = "User rejected tool use";
  s.result(calls[0], refused);
  s.interruption(true);

  s.pass(20 * kSecond);
  s.prompt("No! The washing is out. Explain first how long that would take.");
  s.cut_off(
      "Eleven rows of ten minutes each make an hour and fifty minutes, plus the time that the "
      "pump needs to build up pres");
  s.interruption(false);
  s.pass(15 * kSecond);
  s.prompt("Enough. Start at ten tonight, then nobody gets wet.");
  s.answer({bash("echo 'python3 -m orchard.pump --all --seconds 600' | at 22:00", "Set the timer",
                 "job 7 at 22:00")});
  s.answer({say("Set for ten tonight as job 7. The washing is safe.")});
  s.end_turn();
  s.save();
}

}  // namespace clew::demo
