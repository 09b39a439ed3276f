// SPDX-License-Identifier: MIT
//
// /home/ada/orchard: a program that watches over apple trees. This file tells its longest session,
// which began yesterday on an older CLI and ended a few minutes ago.

#include "engine/demo_orchard.h"

#include <algorithm>
#include <string>

#include "engine/demo_builder.h"

namespace clew::demo {
namespace {

constexpr std::string_view kFrost = "orchard/frost.py";
constexpr std::string_view kConfig = "orchard.toml";

constexpr std::string_view kFrostSource =
    R"("""Frost warning: rings before the air freezes the blossoms."""

from datetime import datetime, timezone

THRESHOLD_C = 0.0


def is_due(reading, now):
    """A reading counts for ten minutes; one from the future waits."""
    taken = datetime.fromisoformat(reading["time"])
    age = (now - taken.replace(tzinfo=timezone.utc)).total_seconds()
    return 0 <= age < 600


def alarm(readings, now):
    fresh = [r for r in readings if is_due(r, now)]
    return any(r["air_c"] <= THRESHOLD_C for r in fresh)
)";

constexpr std::string_view kBell = "orchard/bell.py";
constexpr std::string_view kBellSource = R"(def ring(room, hour):
    greeting = "Good morning" if hour < 12 else "Good evening"
    say(room, f"{greeting}. Frost is coming.")
)";

constexpr std::string_view kConfigSource = R"([frost]
bell = "kitchen"

[site]
time_zone = "Europe/London"
)";

constexpr std::string_view kTestSource = R"(from datetime import datetime, timezone

from orchard.frost import alarm


def test_the_bell_rings_at_once_in_summer_time():
    now = datetime(2026, 4, 19, 3, 2, tzinfo=timezone.utc)
    readings = [{"time": "2026-04-19T04:00", "air_c": -0.4}]
    assert alarm(readings, now)
)";

const std::vector<Todo> kTodosAtStart = {
    {"Read the gateway's times as local time", "in_progress", "Fixing the clock"},
    {"Write a test for a night in summer time", "pending", "Writing the test"},
    {"Run all tests", "pending", "Running all tests"},
};
const std::vector<Todo> kTodosAtEnd = {
    {"Read the gateway's times as local time", "completed", "Fixing the clock"},
    {"Write a test for a night in summer time", "completed", "Writing the test"},
    {"Run all tests", "completed", "Running all tests"},
};

Part with_hook(Part part) {
  part.hook = "python3 .claude/hooks/no_secrets.py";
  return part;
}

// ---- yesterday evening: the bell rings an hour late

void find_the_mistake(SessionWriter& s) {
  s.hook("SessionStart:startup", "SessionStart", "git fetch --quiet", "");
  s.prompt(
      "The frost bell rang at ten past five this morning, but the blossoms were already white at "
      "four. Can you find out why it is late?");
  s.answer({think("The bell depends on sensor readings and a clock. Either the readings come late, "
                  "or they are judged late. I should see which files take part first."),
            say("I'll look at everything between the sensor and the bell."),
            glob("orchard/**/*.py", {"orchard/bell.py", "orchard/frost.py", "orchard/gateway.py",
                                     "orchard/sprinkler.py"}),
            grep("fromisoformat|utcnow", {"orchard/frost.py", "orchard/gateway.py"})});
  s.answer({s.read(kFrost), s.read(kConfig)});
  s.answer(
      {think("The gateway writes local time without a zone, and is_due() calls it UTC. In winter "
             "that is the same thing in this country. Since the last Sunday of March it is not."),
       say("Found it, and it is a lovely one.\n\nThe gateway stamps its readings with **local "
           "time** "
           "and no zone. `is_due()` takes them for **UTC**. All winter the two agree. Since the "
           "clocks went forward every reading seems to come from one hour in the future, waits its "
           "hour, and only then may ring the bell.\n\nThe temperatures are right. The clock is "
           "wrong, and only from March to October.")});
  s.end_turn();
}

void fix_the_clock(SessionWriter& s) {
  s.pass(4 * kMinute);
  s.prompt("Of course. And I changed the batteries twice. Fix the clock, with a test please.");
  s.answer({todo_write({}, kTodosAtStart)});
  s.answer({say("First the clock."),
            with_hook(s.edit(
                kFrost, "    age = (now - taken.replace(tzinfo=timezone.utc)).total_seconds()\n",
                "    age = (now - taken.replace(tzinfo=SITE)).total_seconds()\n")),
            with_hook(s.edit(kFrost, "THRESHOLD_C = 0.0\n",
                             "SITE = ZoneInfo(\"Europe/London\")  # what the gateway means\n"
                             "THRESHOLD_C = 0.0\n"))});
  s.answer({with_hook(s.write("tests/test_frost.py", kTestSource))});
  Part run =
      failing(bash("python3 -m pytest -q", "Run all tests", ""),
              "Exit code 1\nE   NameError: name 'ZoneInfo' is not defined\n\n1 failed in 0.21s");
  run.takes = 2 * kSecond;
  s.answer({run});
  s.answer({say("I used `ZoneInfo` and never imported it."),
            s.edit(kFrost, "from datetime import datetime, timezone\n",
                   "from datetime import datetime\nfrom zoneinfo import ZoneInfo\n")});
  run = bash("python3 -m pytest -q", "Run all tests", "............\n12 passed in 0.38s");
  run.takes = 2 * kSecond;
  s.answer({run});
  s.answer({todo_write(kTodosAtStart, kTodosAtEnd)});
  s.answer(
      {say("The bell now reads the gateway's time as local time. The new test puts a frost into "
           "a night of summer time; it fails on the old code and passes on the new one.\n\nI "
           "would not trust the threshold either: at 0 °C the damage is done already. That is "
           "a question for tomorrow.")});
  s.system_line(
      "stop_hook_summary",
      {{"hookCount", 1},
       {"hookInfos", list({object({{"command", "notify-send done"}, {"durationMs", 31}})})},
       {"hookErrors", list({})},
       {"preventedContinuation", false},
       {"stopReason", ""},
       {"hasOutput", false},
       {"level", "suggestion"}});
  s.plain_line("ai-title", {{"aiTitle", "Frost bell rings one hour late"}});
  s.end_turn();
}

// ---- this morning: when should it ring?

void ask_the_web(SessionWriter& s) {
  s.system_line("away_summary",
                {{"content",
                  "Last night the bell's clock was set right and tested. Left for today: "
                  "at which temperature it should ring."}});
  s.prompt(Prompt{
      .text = "Good morning! It rang at ten to five, and I was only just in time. Here is what "
              "my neighbour writes about the threshold:\n\n" +
              std::string(kLetter) + "\n\nIs she right?",
      .display = "Good morning! It rang at ten to five, and I was only just in time. Here is "
                 "what my neighbour writes about the threshold: [Pasted text #1 +3 "
                 "lines] Is she right?",
      .pasted = {{"1", object({{"id", 1}, {"type", "text"}, {"content", kLetter}})}}});
  constexpr std::string_view kQuery = "wet bulb temperature start sprinklers apple blossom frost";
  Part search =
      use("WebSearch", object({{"query", kQuery}}),
          "Two pages agree: start when the wet bulb reaches 0.5 °C, not when the air does.",
          object({{"query", kQuery},
                  {"results", list({object({{"title", "Sprinkling against frost: a grower's notes"},
                                            {"url", "https://orchards.example/frost"}}),
                                    object({{"title", "Wet bulb tables for spring nights"},
                                            {"url", "https://weather.example/wet-bulb"}})})},
                  {"durationSeconds", 3}}));
  search.takes = 3 * kSecond;
  s.answer({search});
  s.answer(
      {say("She is right. Dry air cools the wet blossoms below the air's own temperature, so "
           "growers go by the **wet bulb**:\n\n| air | humidity | wet bulb |\n|---|---|---|\n"
           "| 3 °C | 90 % | 2.4 °C |\n| 3 °C | 50 % | -0.4 °C |\n\nThe same thermometer, and in "
           "the second case the blossoms freeze. Start at a wet bulb of 0.5 °C.")});
  s.end_turn();
}

void launch(Part& part, const std::string& agent) {
  part.early = true;
  part.content = list({text_block("The agent was launched and works in the background.")});
  part.structured = object({{"isAsync", true},
                            {"status", "async_launched"},
                            {"agentId", agent},
                            {"description", "Look for the same mistake"},
                            {"canReadOutputFile", true}});
}

// Two agents look around while the main thread goes on; a wish is typed meanwhile.
void use_the_wet_bulb(SessionWriter& s) {
  s.pass(3 * kMinute);
  s.prompt(
      "Then use the wet bulb. And let someone check meanwhile whether the other alarms read the "
      "clock wrongly too.");
  const std::string agents[] = {s.new_agent_id(), s.new_agent_id()};
  Part sprinkler = use("Agent",
                       object({{"description", "Check the sprinkler's clock"},
                               {"prompt", kSprinklerTask},
                               {"subagent_type", "Explore"}}),
                       nullptr);
  Part gateway = use("Agent",
                     object({{"description", "Check the gateway's clock"},
                             {"prompt", kGatewayTask},
                             {"subagent_type", "general-purpose"}}),
                     nullptr);
  launch(sprinkler, agents[0]);
  launch(gateway, agents[1]);
  const auto calls = s.answer({say("Two helpers can look while I work."), sprinkler, gateway});
  const SessionWriter first = run_sprinkler_agent(s, agents[0], calls[0]);
  const SessionWriter second = run_gateway_agent(s, agents[1], calls[1]);
  s.answer({s.edit(kFrost, "    return any(r[\"air_c\"] <= THRESHOLD_C for r in fresh)\n",
                   "    return any(wet_bulb(r[\"air_c\"], r[\"humidity\"]) <= THRESHOLD_C\n"
                   "               for r in fresh)\n"),
            s.edit(kFrost, "from zoneinfo import ZoneInfo\n",
                   "from zoneinfo import ZoneInfo\n\nfrom orchard.weather import wet_bulb\n"
                   "from orchard.settings import settings\n")});
  s.queued_prompt("Please keep the threshold in orchard.toml, I want to play with it");
  s.answer({say("Into the settings it goes."),
            s.edit(kConfig, "bell = \"kitchen\"\n", "bell = \"kitchen\"\nwet_bulb_c = 0.5\n"),
            s.edit(kFrost, "THRESHOLD_C = 0.0\n",
                   "THRESHOLD_C = settings(\"frost\", \"wet_bulb_c\")\n")});
  s.answer(
      {say("The bell goes by the wet bulb now, and the threshold is `wet_bulb_c` in "
           "`orchard.toml`. Waiting for the two helpers.")});
  s.end_turn();
  s.pass_until(std::max(first.clock(), second.clock()));
  notify(s, agents[0], calls[0].id, "Agent \"Check the sprinkler's clock\" finished",
         kSprinklerReply);
  notify(s, agents[1], calls[1].id, "Agent \"Check the gateway's clock\" finished", kGatewayReply);
  s.answer(
      {say("Both are back. The sprinkler is fine. The bell says \"good evening\" an hour early "
           "in summer, which nobody minded.")});
  s.end_turn();
}

void count_the_minutes(SessionWriter& s) {
  s.pass(kMinute);
  s.prompt("Can the bell also say how long I have?");
  s.answer({s.read(kBell)});
  s.answer({s.edit(kBell, "    say(room, f\"{greeting}. Frost is coming.\")\n",
                   "    say(room, f\"{greeting}. Frost in about {minutes} minutes.\")\n"),
            s.edit(kBell, "def ring(room, hour):\n", "def ring(room, hour, minutes):\n")});
  s.answer({bash("python3 -m orchard.bell --try kitchen", "Try it in the kitchen",
                 "kitchen: Good morning. Frost in about 70 minutes.")});
  s.answer(
      {say("It does, and it said so in the kitchen just now. I hope nobody was asleep there.")});
  s.end_turn();
}

// ---- the night again, and the commit

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

// A cold night from two o'clock on. The air falls from 2.8 degrees to nothing.
std::string replay_log(int rings_at) {
  std::string log;
  for (int minute = 0; minute <= 170; ++minute) {
    const int tenths = 28 - minute * 28 / 170;
    log += two_digits(2 + minute / 60) + ":" + two_digits(minute % 60) + "  air " +
           std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "  wet bulb " +
           (minute < rings_at ? "above 0.5" : "at or below 0.5") +
           (minute == rings_at ? "  RING" : "") + "\n";
  }
  return log;
}

void replay_the_night(SessionWriter& s) {
  s.pass(2 * kMinute);
  s.prompt("Replay last night through it. When would it have rung?");
  const std::string log = replay_log(92);
  const std::string name = s.dice().hex(8) + ".txt";
  const std::string path = s.session_folder() + "/tool-results/" + name;
  s.side_file(path, log);
  const std::string at = "/home/ada/.claude/" + path;
  const std::string head = log.substr(0, log.find("02:04"));
  Part run =
      use("Bash",
          object({{"command", "python3 -m orchard.replay --night yesterday"},
                  {"description", "Replay last night's readings"}}),
          "<persisted-output>\nThe output is too large (" + std::to_string(log.size()) +
              " bytes). All of it is in: " + at + "\n\nIt begins:\n" + head + "</persisted-output>",
          object({{"stdout", head},
                  {"stderr", ""},
                  {"interrupted", false},
                  {"isImage", false},
                  {"persistedOutputPath", at},
                  {"persistedOutputSize", log.size()}}));
  run.takes = 4 * kSecond;
  s.answer({run});
  s.answer(
      {bash("grep RING " + at, "Find the bell", "03:32  air 1.3  wet bulb at or below 0.5  RING")});
  s.answer({say("At **03:32**, with the air still at 1.3 °C: more than an hour before it froze.")});
  s.end_turn();
}

void commit(SessionWriter& s) {
  s.pass(kMinute);
  s.prompt("I could sleep another hour, then. Commit it.");
  s.answer(
      {failing(bash("git commit -qam 'frost: go by the wet bulb, in local time'", "Commit", ""),
               "Exit code 1\nruff: orchard/frost.py:6: imports are not sorted")});
  s.answer(
      {think("The check is right: weather comes after settings."),
       say("The linter wants a word first."),
       bash("ruff check --fix --quiet orchard && git commit -qam 'frost: go by the wet bulb, in "
            "local time' && git log --oneline -1",
            "Tidy up and commit", "8d41c07 frost: go by the wet bulb, in local time")});
  s.answer({say("Committed as `8d41c07`. Sleep well.")});
  s.end_turn();
}

void tell_frost(Root& root) {
  SessionWriter s(root, {.name = "orchard/frost",
                         .cwd = "/home/ada/orchard",
                         .version = "2.1.220",
                         .branch = "fix/frost-clock",
                         .model = std::string(kOpus),
                         .start = root.now - kDay - 2 * kHour,
                         .permission = "acceptEdits"});
  s.file(kFrost, kFrostSource);
  s.file(kConfig, kConfigSource);
  s.file(kBell, kBellSource);
  s.plain_line("mode", {{"mode", "normal"}});
  s.plain_line("permission-mode", {{"permissionMode", "acceptEdits"}});
  find_the_mistake(s);
  fix_the_clock(s);
  s.custom_title("Frost bell");
  s.update_to("2.1.325");
  s.pass_until(root.now - 15 * kMinute);
  ask_the_web(s);
  use_the_wet_bulb(s);
  count_the_minutes(s);
  replay_the_night(s);
  commit(s);
  s.plain_line("tag", {{"tag", "orchard-spring"}});
  s.plain_line("ai-title", {{"aiTitle", "Frost bell rings one hour late"}});
  s.custom_title("Frost bell");
  s.last_prompt();
  s.save();
}

}  // namespace

void tell_orchard(Root& root) {
  tell_frost(root);
  tell_harvest(root);
  tell_sensors(root);
  tell_sprinkler(root);
}

}  // namespace clew::demo
