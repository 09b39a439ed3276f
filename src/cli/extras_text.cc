// SPDX-License-Identifier: MIT
//
// info, plans, todos and files for people.

#include <algorithm>

#include "base/money.h"
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "cli/usage_text.h"
#include "engine/lists/plans_answer.h"
#include "engine/read/files_view.h"
#include "engine/read/session_extras.h"
#include "engine/usage/session_usage.h"

namespace clew {
namespace {

void row(Screen& screen, std::string_view label, std::string_view value) {
  if (value.empty()) return;
  const std::string line = "  " + screen.style.paint(Ink::kDim, pad_to_width(label, 14)) +
                           terminal_safe(one_line(value));
  // A path is there to be copied: it stays whole.
  if (value.starts_with('/')) return screen.out.line(line);
  screen.fit(line, 16);
}

std::string running_text(const SessionInfo& info) {
  if (!info.running) return "no";
  std::string text =
      std::string(name_of(info.running->status)) + ", process " + std::to_string(info.running->pid);
  if (!info.running->certain) text += " (perhaps: its note may be a leftover)";
  return text;
}

Ink ink_of_diff(const std::string& line) {
  if (line.starts_with('+')) return Ink::kGood;
  if (line.starts_with('-')) return Ink::kBad;
  return line.starts_with('@') ? Ink::kAccent : Ink::kPlain;
}

void write_diff(const TrackedFile& file, Screen& screen) {
  if (file.diff && file.diff->empty()) return;
  screen.out.line(screen.style.paint(Ink::kStrong, terminal_line(file.path)));
  if (!file.diff) return screen.out.line("the content of this file was not recorded");
  for (const std::string& line : *file.diff) {
    screen.out.line(screen.style.paint(ink_of_diff(line), terminal_safe(line)));
  }
}

std::string size_text(const TrackedFile& file) {
  if (!file.existed) return "no file";
  if (file.size) return human_bytes(*file.size);
  return file.is_kept ? "lost" : "?";
}

// Which copy, or how many calls changed it where there is none.
std::string version_text(const TrackedFile& file) {
  return file.is_kept ? "v" + std::to_string(file.version) : std::to_string(file.edits) + " edits";
}

}  // namespace

Result<Outcome> info_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto info = info_answer(engine, arguments);
  if (!info) return info.error();
  const SessionFacts& facts = info->facts;
  screen.fit(screen.style.paint(Ink::kStrong, one_line(terminal_safe(short_name(facts)))));
  row(screen, "id", facts.id);
  row(screen, "title from", name_of(facts.title_source()));
  row(screen, "first prompt", truncate_to_width(facts.first_prompt, screen.style.width - 16));
  row(screen, "folder", facts.cwd);
  row(screen, "branch", facts.git_branch);
  row(screen, "tag", facts.labels.tag);
  row(screen, "begun", format_local(facts.created_at()));
  row(screen, "last line", format_local(facts.updated_at()));
  row(screen, "model", facts.model);
  row(screen, "version", facts.version);
  row(screen, "messages", facts.messages ? with_thousands(*facts.messages) : "");
  if (info->usage) {
    row(screen, "tokens", token_counts(info->usage->tokens));
    row(screen, "cost", cost_text(*info->usage));
    if (info->usage->reported > 0)
      row(screen, "cost by lines", human_usd(info->usage->reported) + " (costUSD of old versions)");
  }
  if (info->answers_ms >= 0) row(screen, "answers took", format_duration(info->answers_ms));
  row(screen, "branches", with_thousands(info->branches));
  row(screen, "subagents", with_thousands(info->subagents));
  row(screen, "todo lists", with_thousands(info->todo_lists));
  row(screen, "forked from", facts.forked_from);
  row(screen, "continues", info->continuations.before);
  for (const std::string& session : info->continuations.after) row(screen, "continued by", session);
  row(screen, "edited from", info->edited_from);
  for (const std::string& session : info->edited_as) row(screen, "edited as", session);
  row(screen, "plan", info->plan);
  row(screen, "checkpoints", info->timeline);
  row(screen, "running", running_text(*info));
  if (info->days_left) {
    row(screen, "removed in",
        with_thousands(*info->days_left) + " days (cleanupPeriodDays " +
            with_thousands(info->cleanup_period) + ")");
  } else if (!is_kept(facts.file)) {
    row(screen, "stored", "in the session store");
  } else {
    row(screen, "kept", info->machine.empty() ? "only here, in the keep" : "by " + info->machine);
  }
  row(screen, "size", human_bytes(facts.file.size));
  row(screen, "file", facts.path);
  return Outcome::kFound;
}

Result<Outcome> plans_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = plans_answer(engine, arguments);
  if (!answer) return answer.error();
  const Style& style = screen.style;
  const TimeMs now = engine.options().now;
  const auto time = [&](const FileInfo& file) {
    return pad_to_width(relative_time(file.mtime_ns / 1'000'000, now), 12) + "  ";
  };
  if (answer->content) {
    screen.out.write(screen.plain(*answer->content));
    if (!answer->content->ends_with('\n')) screen.out.line();
    return Outcome::kFound;
  }
  for (const ListedPlan& one : answer->plans) {
    const std::string& title = one.plan.title.empty() ? one.plan.slug : one.plan.title;
    screen.out.line(truncate_to_width(time(one.plan.file) + terminal_line(title), style.width));
    screen.out.line(style.paint(Ink::kDim, "  " + terminal_line(one.plan.path)));
    for (const PlanSession& session : one.sessions) {
      const std::string name =
          terminal_line(session.id).substr(0, 8) + "  " + one_line(terminal_safe(session.name));
      screen.out.line("  " + truncate_to_width(name, style.width - 2));
    }
  }
  for (const Timeline& one : answer->timelines) {
    screen.out.line(truncate_to_width(
        time(one.file) + "checkpoints of " + terminal_line(one.session).substr(0, 8), style.width));
    screen.out.line(style.paint(Ink::kDim, "  " + terminal_line(one.path)));
  }
  write_notes(screen.out, answer->findings);
  if (!holds_nothing(*answer)) return Outcome::kFound;
  write_note(screen.out, arguments.maybe_text("session")
                             ? "this session has no plan and no checkpoints"
                             : nothing_found(engine, "no plans and no checkpoints"));
  return Outcome::kNothing;
}

Result<Outcome> todos_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto todos = open_todos(engine, arguments);
  if (!todos) return todos.error();
  for (const TodoList& list : todos->lists) {
    const std::string what = list.kind == TodoList::Kind::kTasks ? "tasks" : "todos";
    std::string heading = what + " of " + terminal_line(list.agent);
    if (!list.line.empty()) {
      heading += ", as the transcript has them at " + terminal_line(list.line.substr(0, 8));
    }
    screen.fit(screen.style.paint(Ink::kDim, heading));
    for (const Todo& item : list.items) {
      const bool done = item.status == "completed";
      const bool now = item.status == "in_progress";
      const std::string mark = done ? "✓" : now ? "▸" : "·";
      const Ink ink = done ? Ink::kGood : now ? Ink::kWarning : Ink::kPlain;
      screen.fit("  " + screen.style.paint(ink, mark) + " " + one_line(terminal_safe(item.text)),
                 4);
    }
  }
  if (!todos->lists.empty()) return Outcome::kFound;
  write_note(screen.out, "this session left no todo lists and no tasks");
  return Outcome::kNothing;
}

Result<Outcome> files_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = open_files(engine, arguments);
  if (!view) return view.error();
  if (const auto path = arguments.maybe_text("cat")) {
    auto content = content_of(engine, *view, *path);
    if (!content) return content.error();
    screen.out.write(screen.plain(*content));
    return Outcome::kFound;
  }
  for (const TrackedFile& file : view->files) {
    if (!screen.out.is_open()) break;
    if (arguments.flag("diff")) {
      write_diff(file, screen);
      continue;
    }
    screen.fit(pad_to_width(size_text(file), 8, Align::kRight) + "  " +
                   pad_to_width(version_text(file), 9) +
                   screen.style.paint(Ink::kAccent, pad_to_width(file.change, 8)) +
                   terminal_line(file.path),
               10);
  }
  if (!view->files.empty()) return Outcome::kFound;
  write_note(screen.out, arguments.maybe_text("at") ? "no file was changed up to that message"
                                                    : "no file was changed in this session");
  return Outcome::kNothing;
}

}  // namespace clew
