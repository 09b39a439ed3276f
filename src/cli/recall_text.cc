// SPDX-License-Identifier: MIT
//
// recall for people.

#include <algorithm>

#include "base/numbers.h"
#include "base/short_ids.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/search/recall.h"

namespace clew {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + terminal_line(word);
  return text;
}

// A text in a few lines behind its mark.
void write_text(Screen& screen, Ink ink, std::string_view mark, std::string_view text) {
  constexpr std::size_t kMost = 4;
  const int room = std::max(screen.style.width - 4, 10);
  const std::vector<std::string> lines = wrap_to_width(one_line(terminal_safe(text)), room);
  for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i) {
    const bool cut = i + 1 == kMost && lines.size() > kMost;
    const std::string line = cut ? truncate_to_width(lines[i] + " …", room) : lines[i];
    screen.out.line((i == 0 ? "  " + screen.style.paint(ink, mark) + " " : "    ") + line);
  }
}

void write_turn(Screen& screen, const RecalledTurn& turn, TimeMs now) {
  const Style& style = screen.style;
  if (!turn.question.empty()) write_text(screen, Ink::kPrompt, ">", turn.question);
  if (!turn.conclusion.empty()) write_text(screen, Ink::kAnswer, "=", turn.conclusion);
  std::string about = turn.time == kNoTime ? "" : relative_time(turn.time, now) + ", ";
  if (turn.branch == HitBranch::kAbandoned) about += "abandoned branch, ";
  if (turn.branch == HitBranch::kSubagent) about += "subagent, ";
  about += "has: " + joined(turn.words);
  screen.out.line(style.paint(Ink::kDim, "    " + truncate_to_width(about, style.width - 4)));
  screen.out.line(style.paint(Ink::kDim, "    " + terminal_line(turn.open)));
}

void write_nearest(Screen& screen, const RecallAnswer& answer, TimeMs now) {
  if (answer.nearest.empty()) return;
  screen.out.line(answer.nearest.front().words.empty() ? "the newest sessions:"
                                                       : "sessions with similar words:");
  std::vector<std::string> ids;
  for (const NearSession& one : answer.nearest) ids.push_back(one.id);
  const ShortIds short_ids(std::move(ids));
  for (const NearSession& one : answer.nearest) {
    std::string line = "  " + terminal_line(short_ids.of(one.id));
    if (one.updated != kNoTime) line += "  " + relative_time(one.updated, now);
    line += "  " + one_line(terminal_safe(one.name));
    if (!one.words.empty()) line += " (" + joined(one.words) + ")";
    screen.out.line(truncate_to_width(line, screen.style.width));
  }
}

}  // namespace

Result<Outcome> recall_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = recall_answer(engine, arguments);
  if (!answer) return answer.error();
  const Style& style = screen.style;
  const TimeMs now = engine.options().now;
  if (!answer->sessions.empty() && !answer->missing.empty()) {
    screen.fit("no session has: " + joined(answer->missing));
    screen.out.line();
  }
  for (const RecalledSession& session : answer->sessions) {
    const std::string name = one_line(terminal_safe(session.name));
    screen.out.line(style.paint(Ink::kStrong, truncate_to_width(name, style.width)));
    if (!session.project.empty()) {
      const std::string project = terminal_line(session.project);
      screen.out.line(style.paint(Ink::kDim, "  " + truncate_to_width(project, style.width - 2)));
    }
    for (const RecalledTurn& turn : session.turns) write_turn(screen, turn, now);
    if (!session.resume.empty()) {
      screen.out.line(style.paint(Ink::kDim, "  " + terminal_line(session.resume)));
    }
    screen.out.line();
  }
  if (answer->more > 0) {
    const std::string how =
        "--limit " + std::to_string(std::ssize(answer->sessions) * 2) + " shows some of them";
    screen.fit(style.paint(Ink::kDim, left_out_text(answer->more, how)));
  }
  if (answer->sessions.empty()) {
    screen.fit(answer->words.empty() ? "the question has no words to look for"
                                     : "nothing holds any of: " + joined(answer->words));
    write_nearest(screen, *answer, now);
    // The newest ones are named where there are any.
    if (!answer->words.empty() && answer->nearest.empty()) {
      write_note(screen.out, "there are no sessions to look in");
    }
  }
  write_notes(screen.out, answer->findings);
  return answer->sessions.empty() ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
