// SPDX-License-Identifier: MIT
//
// outcome for people.

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "engine/read/session_outcome.h"

namespace clew {
namespace {

std::string_view end_text(ConversationEnd end) {
  switch (end) {
    case ConversationEnd::kAnswered:
      return "ended with an answer";
    case ConversationEnd::kUnfinished:
      return "ended in the middle of a turn";
    case ConversationEnd::kInterrupted:
      return "was interrupted";
    case ConversationEnd::kFailed:
      return "ended with an error of the API";
    case ConversationEnd::kEmpty:
      return "nothing was said";
  }
  return "";
}

void write_heading(Screen& screen, std::string_view text) {
  screen.out.line();
  screen.out.line(screen.style.paint(Ink::kStrong, text));
}

void write_row(Screen& screen, const std::string& text) { screen.fit("  " + text, 4); }

// The first lines of a text.
void write_text(Screen& screen, std::string_view text, std::size_t most) {
  const int room = std::max(screen.style.width - 2, 10);
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty() && lines.size() <= most;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    for (std::string& part : wrap_to_width(terminal_line(line), room))
      lines.push_back(std::move(part));
  }
  const bool cut = lines.size() > most;
  lines.resize(std::min(lines.size(), most));
  for (const std::string& line : lines) screen.out.line("  " + line);
  if (cut) screen.out.line(screen.style.paint(Ink::kDim, "  …"));
}

std::string counts_text(std::int64_t added, std::int64_t removed) {
  return "+" + with_thousands(added) + " -" + with_thousands(removed);
}

void write_files(Screen& screen, const SessionOutcome& outcome) {
  if (outcome.files.empty()) return;
  write_heading(screen, "Files changed");
  const std::string folder = std::string(outcome.head().cwd) + "/";
  for (const ChangedFile& file : outcome.files) {
    const bool below = folder.size() > 1 && file.path.starts_with(folder);
    std::string line = terminal_line(below ? file.path.substr(folder.size()) : file.path) + "  " +
                       counts_text(file.added, file.removed);
    if (file.created) line += ", new";
    write_row(screen, line);
  }
}

void write_commits(Screen& screen, const SessionOutcome& outcome) {
  if (outcome.commits.empty()) return;
  write_heading(screen, "Commits");
  for (const SessionCommit& made : outcome.commits) {
    const GitCommit& commit = made.commit;
    std::string line = commit.hash.empty() ? "(quiet)" : terminal_line(commit.hash);
    line += "  " + terminal_line(commit.subject);
    if (!commit.branch.empty()) line += " (" + terminal_line(commit.branch) + ")";
    write_row(screen, line);
  }
}

void write_rest(Screen& screen, const SessionOutcome& outcome) {
  if (!outcome.todos.empty()) write_heading(screen, "Open todos");
  for (const OpenTodo& todo : outcome.todos) {
    const bool now = todo.status == "in_progress";
    write_row(screen, screen.style.paint(now ? Ink::kWarning : Ink::kPlain, now ? "▸" : "·") + " " +
                          one_line(terminal_safe(todo.text)));
  }
  if (!outcome.errors.empty()) write_heading(screen, "Errors of the last turn");
  for (const EndError& error : outcome.errors) {
    write_row(screen, screen.style.paint(Ink::kBad, terminal_line(error.what)) + "  " +
                          one_line(terminal_safe(error.text)));
  }
}

}  // namespace

Result<Outcome> outcome_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  constexpr std::size_t kPromptLines = 3;
  constexpr std::size_t kAnswerLines = 20;
  auto outcome = session_outcome(engine, arguments);
  if (!outcome) return outcome.error();
  const Style& style = screen.style;
  const SessionHead head = outcome->head();
  const std::string name = head.title.empty() ? head.id : head.title;
  screen.fit(style.paint(Ink::kStrong, one_line(terminal_safe(name))));
  std::string about(end_text(outcome->end));
  if (outcome->answered != kNoTime)
    about += ", last answer " + relative_time(outcome->answered, engine.options().now);
  if (!head.git_branch.empty()) about += ", git branch " + terminal_line(head.git_branch);
  if (outcome->branches > 1)
    about += ", " + with_thousands(outcome->branches - 1) +
             (outcome->branches == 2 ? " other branch" : " other branches");
  write_row(screen, style.paint(Ink::kDim, about));
  if (!outcome->prompt.empty()) {
    write_heading(screen, "Last prompt");
    write_text(screen, outcome->prompt, kPromptLines);
  }
  if (!outcome->answer.empty()) {
    write_heading(screen, "Last answer");
    write_text(screen, outcome->answer, kAnswerLines);
  }
  write_files(screen, *outcome);
  write_commits(screen, *outcome);
  write_rest(screen, *outcome);
  if (outcome->resume.empty()) return Outcome::kFound;
  screen.out.line();
  screen.out.line(style.paint(Ink::kDim, terminal_line(outcome->resume)));
  return Outcome::kFound;
}

}  // namespace clew
