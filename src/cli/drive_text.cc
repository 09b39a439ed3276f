// SPDX-License-Identifier: MIT
//
// run, resume, edit and fork for people.

#include <algorithm>
#include <cstdio>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/drive_screen.h"
#include "cli/interrupts.h"
#include "cli/notes.h"
#include "engine/call/prompt_parts.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/drive/drive_run.h"
#include "os/editor.h"
#include "os/run_program.h"
#include "os/terminal.h"

namespace clew {
namespace {

using Action = DriveRequest::Action;
using How = ResumePlan::How;
using std::chrono::milliseconds;

constexpr milliseconds kTick{100};

// A line that the person types; nothing when the request needs no answer any more, or the person
// wants to leave.
std::optional<std::string> read_answer(const DriveScreen& shown, const std::string& request) {
  std::string line;
  while (shown.is_open(request) && interrupts() == 0 && !asked_to_leave()) {
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    if (::poll(&ready, 1, static_cast<int>(kTick.count())) <= 0) continue;
    char c = 0;
    if (::read(STDIN_FILENO, &c, 1) <= 0) return std::nullopt;
    if (c == '\n') return line;
    line += c;
  }
  return std::nullopt;
}

void ask_permission(DrivenConversations& conversations, const std::string& id, DriveScreen& shown,
                    const drive::PermissionRequest& request) {
  shown.show_request(request);
  const bool can_remember = DriveScreen::can_be_remembered(request);
  while (shown.is_open(request.request)) {
    shown.write(can_remember ? "  [y]es, [a]lways, [n]o, or why not: "
                             : "  [y]es, [n]o, or why not: ");
    const auto typed = read_answer(shown, request.request);
    if (!typed) return;
    shown.line_was_typed();
    const std::string_view word = trim(*typed);
    if (word.empty()) continue;
    PermissionAnswer answer;
    answer.allow =
        word == "y" || word == "yes" || (can_remember && (word == "a" || word == "always"));
    if (answer.allow && word.starts_with('a')) answer.updates = request.suggestions;
    if (!answer.allow && word != "n" && word != "no") answer.message = word;
    static_cast<void>(conversations.answer_permission(id, request.request, answer));
    return;
  }
}

// Runs one prompt to its end.
Result<Outcome> converse(Engine& engine, PreparedDrive& prepared, Screen& screen, bool only_words) {
  DriveScreen shown(screen, only_words);
  DriveWatch watch;
  DrivenConversations conversations;  // after what its events need, so that it goes first
  count_interrupts();
  auto id = conversations.open(prepared, [&](const std::string&, const drive::Event& event) {
    shown.take(event);
    watch.take(event);
  });
  if (!id) return id.error();
  bool linked = false, finishing = false, interrupted = false, leaving = false;
  while (!watch.ended()) {
    watch.wait(kTick);
    shown.tick();
    if (!linked && !watch.outcome().session.empty()) {
      linked = true;
      if (auto noted = link_sessions(engine, prepared, watch.outcome().session); !noted) {
        shown.note(noted.error().message);
      }
    }
    if (asked_to_leave() && !std::exchange(leaving, true)) {
      static_cast<void>(conversations.close(*id));
    } else if (interrupts() > 0 && !std::exchange(interrupted, true)) {
      shown.note("interrupting the turn; Ctrl-C again to leave");
      static_cast<void>(conversations.interrupt(*id));
    }
    if (watch.turn_over() && !std::exchange(finishing, true)) {
      static_cast<void>(conversations.finish(*id));
    }
    const auto request = shown.open_request();
    if (request && !leaving && !interrupted) ask_permission(conversations, *id, shown, *request);
  }
  const DriveOutcome outcome = watch.outcome();
  if (leaving) return Error{ErrorCode::kCancelled, "left before the turn was over"};
  if (outcome.failed) return Error{ErrorCode::kIo, outcome.error};
  if (interrupted) return Error{ErrorCode::kCancelled, "the turn was interrupted"};
  return Outcome::kFound;
}

Result<ChildOptions> command_of(const PreparedDrive& prepared, bool interactive) {
  return interactive ? interactive_command(prepared.launch) : stream_command(prepared.launch);
}

void list_lines(Screen& screen, std::string_view title, std::size_t count,
                const std::vector<LineSummary>& lines) {
  if (count == 0) return;
  screen.out.line(screen.style.paint(
      Ink::kStrong,
      std::string(title) + ": " + std::to_string(count) + (count == 1 ? " message" : " messages")));
  for (const LineSummary& line : lines) {
    const std::string head = "  " + line.uuid.substr(0, 8) + "  " + line.kind + "  ";
    screen.out.line(screen.style.paint(Ink::kDim, terminal_safe(head)) +
                    truncate_to_width(one_line(terminal_safe(line.text)),
                                      std::max(20, screen.style.width - 26)));
  }
}

std::string_view describe_way(How how) {
  switch (how) {
    case How::kEnd:
      return "continues at the end of the session";
    case How::kSameFile:
      return "makes a new branch in the same session; the old one stays";
    case How::kFork:
      return "continues in a copy; the session itself is not touched";
    case How::kNewSession:
      return "starts a new session";
  }
  return "";
}

void show_plan(const PreparedDrive& prepared, bool interactive, Screen& screen) {
  screen.out.line("This " + std::string(describe_way(prepared.how)) +
                  (prepared.reason.empty() ? "." : ": " + terminal_safe(prepared.reason) + "."));
  if (prepared.restore) {
    screen.out.line(prepared.from_store ? "First the session is copied from the session store."
                                        : "First the session is brought back from the keep.");
  }
  if (prepared.fork_file) {
    screen.out.line("New file: " + terminal_safe(prepared.fork_file->text()));
  }
  list_lines(screen, "Kept, of which the last are", prepared.kept_count, prepared.kept);
  list_lines(screen, "Left out", prepared.dropped_count, prepared.dropped);
  if (!prepared.prompt.empty()) {
    screen.out.line(screen.style.paint(Ink::kStrong, "Sent"));
    screen.out.line("  " + one_line(terminal_safe(prepared.prompt)));
  }
  if (prepared.action == Action::kFork) return;
  if (auto command = command_of(prepared, interactive)) {
    screen.out.line(screen.style.paint(Ink::kStrong, "Command"));
    screen.out.line("  " + terminal_safe(shell_command(*command)));
  }
}

std::string read_standard_input() {
  constexpr std::size_t kMost = std::size_t{16} << 20;
  std::string text;
  char buffer[65536];
  for (ssize_t count;
       text.size() < kMost && (count = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

// The prompt from where it may come: the command line, a pipe, or the editor. Still empty: there is
// none.
Result<std::string> find_prompt(Engine& engine, DriveRequest request, bool only_words) {
  if (!request.prompt.empty()) return request.prompt;
  if (only_words || !is_terminal(STDIN_FILENO)) return std::string(trim(read_standard_input()));
  if (request.action != Action::kEdit) return std::string();
  request.only_look = true;
  auto prepared = prepare_drive(engine, request);
  if (!prepared) return prepared.error();
  // What an editor attached is kept or dropped with a flag, not by hand.
  const std::string words = split_prompt(prepared->old_prompt).text;
  auto edited = edit_in_editor(words);
  if (!edited) return edited.error();
  const std::string text(trim(*edited));
  if (text.empty() || text == trim(words)) {
    return Error{ErrorCode::kCancelled, "the prompt was not changed, so nothing was sent"};
  }
  return text;
}

// Says beforehand that a session will fail, and what would not. One that was emptied comes back
// from the keep first.
void warn_of_failure(Engine& engine, const std::string& name, Screen& screen) {
  auto health = examine_session(engine, name);
  if (!health) return;
  const std::vector<Trouble>& all = health->diagnosis.troubles;
  const auto first = std::find_if(all.begin(), all.end(), [](const Trouble& one) {
    return one.alarm && one.defect != Defect::kH15;
  });
  if (first == all.end()) return;
  std::string note =
      "this session will fail or forget: " + std::string(info_of(first->defect).what) + " (" +
      std::string(name_of(first->defect)) + ")";
  if (health->commands.size() == 1) {
    note += "; " + terminal_line(health->commands.front()) + " makes a copy that works";
  } else {
    note += "; clew doctor " + shell_word(name) + " says more";
  }
  write_note(screen.out, note);
}

// Another machine may have continued it.
void warn_of_copies(const PreparedDrive& prepared, Screen& screen) {
  for (const SessionCopy& copy : prepared.ahead) {
    const std::string& id = prepared.session;
    const std::string name = terminal_line(copy.machine);
    write_note(screen.out,
               copy.continued
                   ? name +
                         " has continued this session, and this copy does not have that; clew "
                         "restore " +
                         shell_word(name + "/" + prepared.session) + " takes it over first"
                   : "the copy of this session on " + name + " went another way; clew merge " + id +
                         " " + shell_word(name + "/" + prepared.session) + " makes one of both");
  }
}

Result<Outcome> drive_text(Engine& engine, Action action, const Arguments& arguments,
                           Screen& screen) {
  DriveRequest request = drive_request(action, arguments);
  const bool only_words = arguments.flag("print");
  const bool at_terminal = is_terminal(STDIN_FILENO) && screen.terminal && !only_words;
  request.ask_permissions = at_terminal;
  request.partial_messages = true;
  if (!request.only_look) {
    auto prompt = find_prompt(engine, request, only_words);
    if (!prompt) return prompt.error();
    request.prompt = *prompt;
  }
  const bool interactive = request.prompt.empty() && action != Action::kEdit;
  if (interactive && !request.only_look && !at_terminal) {
    return Error{ErrorCode::kInvalid, "there is no prompt, and no terminal to hand over"};
  }
  auto prepared = prepare_drive(engine, request);
  if (!prepared) return prepared.error();
  if (interactive && !prepared->launch.resume_at.empty()) {
    auto refused = interactive_command(prepared->launch);
    if (!refused) return refused.error();
  }
  if (arguments.flag("print-command")) {
    auto command = command_of(*prepared, interactive);
    if (!command) return command.error();
    const std::string first =
        prepared->restore_command.empty() ? "" : prepared->restore_command + " && ";
    screen.out.line(screen.plain(first + shell_command(*command)));
    return Outcome::kFound;
  }
  if (request.only_look) {
    show_plan(*prepared, interactive, screen);
    warn_of_copies(*prepared, screen);
    if (action == Action::kResume) warn_of_failure(engine, arguments.text("session"), screen);
    return Outcome::kFound;
  }
  warn_of_copies(*prepared, screen);
  if (action == Action::kResume) warn_of_failure(engine, arguments.text("session"), screen);
  if (auto done = carry_out(engine, *prepared); !done) return done.error();
  if (prepared->restore) {
    write_note(screen.out,
               prepared->session + (prepared->from_store ? " was copied from the session store"
                                                         : " was brought back from the keep"));
  }
  if (prepared->how == How::kFork) {
    write_note(screen.out, "continues in the copy " + prepared->fork_session +
                               (prepared->reason.empty() ? "" : ": " + prepared->reason));
  }
  if (!interactive) return converse(engine, *prepared, screen, only_words);
  auto command = interactive_command(prepared->launch);
  if (!command) return command.error();
  screen.out.flush();
  return become_program(*command);
}

}  // namespace

Result<Outcome> run_text(Engine& e, const Arguments& a, Screen& s) {
  return drive_text(e, Action::kRun, a, s);
}
Result<Outcome> resume_text(Engine& e, const Arguments& a, Screen& s) {
  return drive_text(e, Action::kResume, a, s);
}
Result<Outcome> edit_text(Engine& e, const Arguments& a, Screen& s) {
  return drive_text(e, Action::kEdit, a, s);
}

Result<Outcome> fork_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto prepared = prepare_drive(engine, drive_request(Action::kFork, arguments));
  if (!prepared) return prepared.error();
  if (arguments.flag("dry-run")) {
    show_plan(*prepared, false, screen);
    return Outcome::kFound;
  }
  if (auto done = carry_out(engine, *prepared); !done) return done.error();
  screen.out.line(prepared->fork_session + " holds " + std::to_string(prepared->kept_count) +
                  (prepared->kept_count == 1 ? " message; continue with clew resume "
                                             : " messages; continue with clew resume ") +
                  prepared->fork_session);
  return Outcome::kFound;
}

}  // namespace clew
