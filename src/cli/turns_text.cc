// SPDX-License-Identifier: MIT
//
// turns for people.

#include <algorithm>

#include "base/money.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/usage/session_turns.h"

namespace clew {
namespace {

std::string took(std::int64_t ms) {
  if (ms < 60'000) return std::to_string(ms / 1000) + " s";
  if (ms < 3'600'000) return std::to_string(ms / 60'000) + " min";
  return std::to_string(ms / 3'600'000) + " h " + std::to_string(ms / 60'000 % 60) + " min";
}

std::string context_of(const SessionTurn& turn) {
  if (turn.context < 0) return turn.compaction != nullptr ? "compacted" : "";
  std::string text = human_count(turn.context);
  if (turn.window > 0) text += " (" + std::to_string(turn.context * 100 / turn.window) + "%)";
  return text;
}

void write_turn(Screen& screen, const SessionTurn& turn, std::size_t number) {
  const Style& style = screen.style;
  std::string line = pad_to_width(std::to_string(number), 4, Align::kRight) + "  " +
                     pad_to_width(took(turn.duration()), 10, Align::kRight) + "  ";
  if (turn.usage) line += pad_to_width(cents_usd(turn.usage->cost), 9, Align::kRight) + "  ";
  line += pad_to_width(context_of(turn), 13) + " ";
  const std::string said = one_line(terminal_safe(turn.prompt));
  const std::string prompt = said.empty() ? "-" : said;
  constexpr int kLeastRoom = 10;
  if (const int room = style.width - display_width(line); room >= kLeastRoom) {
    screen.out.line(line + truncate_to_width(prompt, room));
  } else {
    constexpr int kIndent = 6;
    screen.fit(one_line(line), kIndent);
    screen.out.line(std::string(kIndent, ' ') + truncate_to_width(prompt, style.width - kIndent));
  }
  std::vector<TurnPart> parts = turn.parts;
  std::sort(parts.begin(), parts.end(),
            [](const TurnPart& a, const TurnPart& b) { return a.bytes > b.bytes; });
  std::string filled;
  for (const TurnPart& part : parts) {
    filled += (filled.empty() ? "" : ", ") +
              (part.name.empty() ? std::string(name_of(part.what)) : terminal_line(part.name)) +
              " " + human_bytes(part.bytes);
  }
  if (!filled.empty()) screen.fit(style.paint(Ink::kDim, "      " + filled), 6);
  for (const TurnCall& call : turn.calls) {
    const bool failed = call.state == ToolState::kFailed;
    std::string text =
        "      " + style.paint(failed ? Ink::kBad : Ink::kPlain, terminal_line(call.name));
    if (call.start != kNoTime && call.end >= call.start) text += " " + took(call.end - call.start);
    screen.fit(text + "  " + style.paint(Ink::kDim, terminal_line(call.label)), 8);
  }
}

void write_largest(Screen& screen, const TurnsAnswer& answer) {
  if (answer.largest.empty()) return;
  constexpr std::size_t kMost = 10;
  screen.out.line();
  screen.out.line(screen.style.paint(Ink::kStrong, "Largest texts"));
  for (std::size_t i = 0; i < std::min(kMost, answer.largest.size()); ++i) {
    const ContextItem& item = answer.largest[i];
    std::string what = item.name.empty() ? std::string(name_of(item.what)) : item.name;
    screen.fit("  " + pad_to_width(human_bytes(item.bytes), 9, Align::kRight) + "  turn " +
                   std::to_string(item.turn + 1) + "  " + terminal_line(what) + "  " +
                   screen.style.paint(Ink::kDim, terminal_line(item.label)),
               4);
  }
}

}  // namespace

Result<Outcome> turns_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = turns_answer(engine, arguments);
  if (!answer) return answer.error();
  for (std::size_t i = 0; i < answer->turns.size(); ++i) {
    if (!screen.out.is_open()) break;
    write_turn(screen, answer->turns[i], i + 1);
  }
  write_largest(screen, *answer);
  if (answer->turns.empty()) {
    write_note(screen.out, "this session has no turns");
    return Outcome::kNothing;
  }
  if (answer->usage) {
    std::string sum = "in all " + cents_usd(answer->usage->cost);
    if (answer->elsewhere)
      sum += ", of which " + cents_usd(answer->elsewhere->cost) + " on other branches";
    screen.fit(screen.style.paint(Ink::kDim, sum + "; " + took(answer->active_ms) + " of work"));
  }
  return Outcome::kFound;
}

}  // namespace clew
