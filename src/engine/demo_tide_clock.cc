// SPDX-License-Identifier: MIT
//
// /home/ada/tide-clock: a clock with one hand for the tide. Its sessions show compaction in all its
// forms, and the oldest version of everything.

#include <string>

#include "engine/demo_builder.h"

namespace clew::demo {
namespace {

constexpr std::string_view kClock = "/home/ada/tide-clock";

// ---- compaction as it is now: a boundary, a summary, and one message that stays

void tell_harmonics(Root& root) {
  SessionWriter s(root, {.name = "tide-clock/harmonics",
                         .cwd = std::string(kClock),
                         .version = "2.1.312",
                         .branch = "harmonics",
                         .model = std::string(kOpus),
                         .start = root.now - 2 * kDay - 3 * kHour});
  s.file("src/tide.c",
         "double tide(double hours) {\n  return 2.1 * cos(2 * PI * hours / 12.42);\n}\n");
  s.prompt("The clock is right at new moon and forty minutes off a week later. What is missing?");
  s.answer({s.read("src/tide.c")});
  s.answer(
      {think("One cosine of 12.42 hours is the moon alone, M2. The sun's half day, S2, is "
             "missing; together they make spring and neap."),
       say("The sun is missing. Your clock knows only the moon's half day (M2, 12.42 h). Add the "
           "sun's (S2, 12.00 h), and spring and neap tides come out by themselves.")});
  s.end_turn();
  s.pass(3 * kMinute);
  s.prompt("Add it. The tables for my harbour give 0.71 m and 48 degrees.");
  s.answer({s.edit("src/tide.c", "  return 2.1 * cos(2 * PI * hours / 12.42);\n",
                   "  const double moon = 2.10 * cos(2 * PI * hours / 12.42);\n"
                   "  const double sun = 0.71 * cos(2 * PI * hours / 12.00 - 48 * DEGREE);\n"
                   "  return moon + sun;\n")});
  s.answer({bash("make -s test", "Run the tests",
                 "spring tide: 2.81 m two days after new moon, ok\nneap tide: "
                 "1.39 m a week later, ok")});
  s.answer({say("Spring tide 2.81 m, neap tide 1.39 m: both as in your tables.")});
  s.end_turn();
  s.pass(5 * kMinute);
  s.prompt("How far off is it now, over a month?");
  s.answer({bash("./compare --days 30 harbour.csv", "Compare with the harbour's tables",
                 "worst: 11 min on day 17")});
  s.answer({say("Eleven minutes at worst, on day 17.")});
  const std::string kept = s.tip();
  s.end_turn();

  s.compact(
      "Ada builds a clock with a tide hand. `tide()` in src/tide.c had only the moon's half day; "
      "the sun's was added with the harbour's figures (0.71 m, 48 degrees). The tests pass. Over "
      "a month the clock is at most eleven minutes off, on day 17. Next: find what the rest is.",
      "keep the numbers", {kept});
  s.pass(kMinute);
  s.prompt("And what are the eleven minutes?");
  s.answer(
      {say("N2: the moon is not always equally far away. A third cosine of 12.66 hours, about "
           "0.4 m. With it you are within four minutes, which is what the hand can show.")});
  s.end_turn();
  s.prompt("Four minutes is less than I need to get into my boots. Add it and we are done.");
  s.answer({s.edit("src/tide.c", "  return moon + sun;\n",
                   "  const double distance = 0.41 * cos(2 * PI * hours / 12.66);\n"
                   "  return moon + sun + distance;\n")});
  s.answer({say("Added. Worst error over a month: four minutes.")});
  s.plain_line("ai-title", {{"aiTitle", "The sun in the tide clock"}});
  s.end_turn();
  s.save();
}

// ---- 1.0: no boundary, the summary is simply a new root

void tell_motor(Root& root) {
  SessionWriter s(root, {.name = "tide-clock/motor",
                         .cwd = std::string(kClock),
                         .version = "1.0.71",
                         .branch = "main",
                         .model = std::string(kOldSonnet),
                         .start = root.now - 19 * kDay});
  s.prompt("The hand jumps back one step at midnight. Why?");
  s.answer(
      {grep("steps", {"src/motor.c", "src/motor.h"}),
       bash("grep -n midnight src/motor.c", "Look for midnight", "41:  if (midnight) steps = 0;")});
  s.answer(
      {say("Line 41 sets the count to zero at midnight, but the hand is not at zero then: 12.42 "
           "hours do not divide a day. Count on, and never reset.")});
  s.prompt("Do that.");
  s.answer({bash("sed -i 41d src/motor.c && make -s", "Remove the reset", "")});
  const auto last = s.answer({say("Gone. The hand has no midnight any more, like the sea.")});
  const std::string leaf = s.tip();
  s.pass(30 * kMinute);
  s.hang_on("");
  s.compact_summary(
      "The hand of the tide clock jumped at midnight because src/motor.c reset its step "
      "count there. The line was removed.",
      s.dice().uuid());
  s.prompt("It also hums. Can the steps be smoother?");
  s.answer({say("Yes: half steps. Twice as many, half as loud.")});
  s.raw_line(object({{"type", "summary"},
                     {"summary", "Tide hand jumps back at midnight"},
                     {"leafUuid", leaf}})
                 .text());
  s.save();
}

// ---- 1.0.31: a compacted conversation went on in a new file

void tell_first_light(Root& root) {
  const TimeMs start = root.now - 24 * kDay;
  SessionWriter first(root, {.name = "tide-clock/first-light",
                             .cwd = std::string(kClock),
                             .version = "1.0.31",
                             .branch = "",
                             .model = std::string(kOldSonnet),
                             .start = start});
  first.prompt("I want a clock that shows the tide. Which parts do I need?");
  first.answer(
      {say("A small board, a stepper motor with a gear of 1:64, a clock chip with a battery, "
           "and a dial of 29 divisions for the moon's month.")});
  first.prompt("Why a battery?");
  first.answer({say("So that a power cut does not stop the sea.")});
  const std::string leaf = first.tip();
  first.save();

  SessionWriter second(root, {.name = "tide-clock/second-light",
                              .cwd = std::string(kClock),
                              .version = "1.0.31",
                              .branch = "",
                              .model = std::string(kOldSonnet),
                              .start = start + kHour});
  second.raw_line(object({{"type", "summary"},
                          {"summary",
                           "Parts for a tide clock: board, stepper 1:64, clock chip with a "
                           "battery, dial of 29 divisions"},
                          {"leafUuid", leaf},
                          {"isCompactSummary", true}})
                      .text());
  second.prompt("All parts are here. How do I wire the motor?");
  second.answer(
      {say("Blue, pink, yellow, orange to pins 8 to 11 in that order; red to five volts. If "
           "it hums and stays, swap pink and yellow.")});
  second.save();
}

// ---- 1.0.128: a subagent inside the file, and todos with priorities

void tell_moon(Root& root) {
  SessionWriter s(root, {.name = "tide-clock/moon",
                         .cwd = std::string(kClock),
                         .version = "1.0.128",
                         .branch = "moon-window",
                         .model = std::string(kOldSonnet),
                         .start = root.now - 9 * kDay});
  s.prompt(
      "The dial gets a little window with the moon in it. Find out how to compute its phase "
      "without a table.");
  constexpr std::string_view kTask =
      "Find a formula for the moon's phase that is good to half a day for the next fifty years.";
  constexpr std::string_view kReply =
      "Days since a known new moon, modulo 29.530588853. Good to about half a day; the true month "
      "varies by that much.";
  Part task = use("Task",
                  object({{"description", "Formula for the moon's phase"},
                          {"prompt", kTask},
                          {"subagent_type", "general-purpose"}}),
                  list({text_block(kReply)}));
  task.answered = false;
  const auto calls = s.answer({say("I'll send someone to look it up."), task});
  s.begin_sidechain();
  s.prompt(kTask);
  s.answer({use("WebSearch", object({{"query", "moon phase synodic month formula"}}),
                "The synodic month is 29.530588853 days long on average.")});
  s.answer({say(kReply)});
  s.end_sidechain();
  task.structured = object({{"content", list({text_block(kReply)})},
                            {"totalDurationMs", 14'200},
                            {"totalTokens", 15'410},
                            {"totalToolUseCount", 1}});
  s.result(calls[0], task);
  s.answer(
      {say("One line is enough: days since a new moon, modulo 29.530588853. It is off by half a "
           "day at worst, and the window is half a day wide.")});
  s.raw_line(
      object({{"type", "summary"}, {"summary", "A window for the moon"}, {"leafUuid", s.tip()}})
          .text());
  const auto todo = [](std::string_view content, std::string_view status, std::string_view priority,
                       int number) {
    return object({{"content", content},
                   {"status", status},
                   {"priority", priority},
                   {"id", std::to_string(number)}});
  };
  s.side_file(s.todo_file(),
              list({todo("Compute the phase", "completed", "high", 1),
                    todo("Cut the window into the dial", "in_progress", "medium", 2),
                    todo("Paint the far side too, nobody will see it", "pending", "low", 3)})
                  .text());
  s.save();
}

}  // namespace

void tell_tide_clock(Root& root) {
  tell_harmonics(root);
  tell_moon(root);
  tell_motor(root);
  tell_first_light(root);
}

}  // namespace clew::demo
