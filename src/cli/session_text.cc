// SPDX-License-Identifier: MIT
//
// show, context, branches, check and raw for people.

#include <algorithm>
#include <set>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/conversation_view.h"
#include "engine/read/open_session.h"
#include "engine/read/outline.h"
#include "engine/read/session_extras.h"
#include "render/message_text.h"

namespace clew {
namespace {

constexpr int kNarrow = 60;  // fewer columns than that: what is least needed is cut

void write_title(Screen& screen, const Session& session) {
  const std::string name = one_line(terminal_safe(short_name(session.facts())));
  screen.out.line(screen.style.paint(Ink::kStrong, truncate_to_width(name, screen.style.width)));
}

void write_skipped(Screen& screen, std::size_t count, std::string_view where) {
  if (count == 0) return;
  const std::string text = "… " + with_thousands(static_cast<std::int64_t>(count)) +
                           (count == 1 ? " message " : " messages ");
  screen.out.line(screen.style.paint(Ink::kDim, text + std::string(where)));
}

void write_refused(Screen& screen, const ChosenPath& path) {
  if (path.refused.empty()) return;
  screen.fit(screen.style.paint(Ink::kWarning,
                                "Claude Code " + std::string(name_of(path.rules)) +
                                    " would not resume this session: " + path.refused + "."));
}

// The old form of a compaction: the session goes on in a new file that begins with a summary.
void write_continued(Screen& screen, const Transcript& t, const Continuations& found) {
  for (const Summary& summary : t.summaries) {
    if (!summary.is_compact) continue;
    const std::string where = found.before.empty()
                                  ? " of another session"
                                  : ": clew show " + shell_word(terminal_line(found.before));
    screen.fit(screen.style.paint(
        Ink::kWarning, "── compacted, continues from " +
                           terminal_line(t.text(summary.leaf).substr(0, 8)) + where + " ──"));
    for (const std::string& line :
         wrap_to_width(terminal_safe(summary.text), screen.style.width - 2)) {
      screen.out.line("  " + screen.style.paint(Ink::kDim, line));
    }
    screen.out.line();
    return;
  }
}

// Where the conversation forks: the ends of the other ways, for --leaf.
void write_ways(Screen& screen, const Transcript& t, const OutlineRow& row) {
  std::string line = "      ─ " + std::to_string(row.alternatives.size()) + " ways from here:";
  for (const Alternative& way : row.alternatives) {
    line += " " + (way.current ? std::string("this") : "--leaf " + short_uuid(t, way.tip));
  }
  screen.fit(screen.style.paint(Ink::kWarning, line), 8);
}

void write_extras(Screen& screen, const Session& session, const BranchExtras& extras) {
  if (!extras.summary.empty()) {
    const std::string summary = one_line(terminal_safe(extras.summary));
    screen.out.line(screen.style.paint(
        Ink::kDim, truncate_to_width("summary: " + summary, screen.style.width)));
  }
  if (extras.snapshots.empty()) return;
  std::set<Symbol> files;
  for (const SnapshotStep& step : extras.snapshots) {
    for (const BackupChange& change : step.files) files.insert(change.file.path);
  }
  const std::int64_t steps = std::ssize(extras.snapshots);
  screen.fit(screen.style.paint(
      Ink::kDim, with_thousands(std::ssize(files)) +
                     (files.size() == 1 ? " tracked file, " : " tracked files, ") +
                     with_thousands(steps) + (steps == 1 ? " message" : " messages") +
                     " with changes: clew files " + shell_word(session.id())));
}

// By reason, so that the sentence stands once, in the order of the enum.
void write_forks(Screen& screen, const Transcript& t, std::vector<LineFork> forks) {
  std::stable_sort(forks.begin(), forks.end(),
                   [](const LineFork& a, const LineFork& b) { return a.reason < b.reason; });
  if (forks.empty()) screen.out.line("no line has more than one line below it");
  const LineFork* before = nullptr;
  for (const LineFork& fork : forks) {
    if (!screen.out.is_open()) break;
    if (!before || before->reason != fork.reason) {
      screen.fit(screen.style.paint(Ink::kAccent, name_of(fork.reason)) + ": " +
                 std::string(explanation_of(fork.reason)));
    }
    before = &fork;
    const std::string from =
        fork.at == kNoEntry ? "a further root" : "leaves at " + short_uuid(t, fork.at);
    screen.fit(
        "  " + short_uuid(t, fork.line) +
        screen.style.paint(Ink::kDim, "  line " + with_thousands(t[fork.line].line) + ", " + from));
  }
}

// What of the findings matters to a resume. Gives the number of alarms.
std::int64_t write_defects(Screen& screen, const std::vector<Trouble>& defects) {
  for (const Trouble& one : defects) {
    const DefectInfo& info = info_of(one.defect);
    const std::string place =
        one.lines.empty() ? "file" : "line " + std::to_string(one.lines.front());
    screen.fit(screen.style.paint(Ink::kStrong, pad_to_width(place, 12)) +
                   screen.style.paint(one.alarm ? Ink::kBad : Ink::kDim,
                                      pad_to_width(info.id, 5) + (one.alarm ? "alarm: " : "")) +
                   std::string(info.what) +
                   (one.count > 1 ? " (" + with_thousands(one.count) + " times)" : ""),
               17);
  }
  return std::count_if(defects.begin(), defects.end(),
                       [](const Trouble& one) { return one.alarm; });
}

// Each refusal, then what fails or is forgotten without the API, then the sum of it: what doctor
// says too.
Outcome write_resume_check(Screen& screen, const ResumeCheck& check) {
  for (const RefusedBlock& one : check.refusals) {
    const std::string place = one.line == 0 ? "all" : "line " + std::to_string(one.line);
    const Ink ink = one.refusal.fatal ? Ink::kBad : Ink::kDim;
    screen.fit(screen.style.paint(Ink::kStrong, pad_to_width(place, 12)) +
                   screen.style.paint(ink, pad_to_width(name_of(one.refusal.defect), 5)) +
                   terminal_line(one.refusal.message) +
                   (one.refusal.fatal ? "" : " (Claude Code copes with it)"),
               17);
  }
  std::vector<Trouble> others = check.alarms;
  std::erase_if(others, [&](const Trouble& alarm) {
    return std::any_of(check.refusals.begin(), check.refusals.end(),
                       [&](const RefusedBlock& one) { return one.refusal.defect == alarm.defect; });
  });
  write_defects(screen, others);
  const std::int64_t fatal =
      std::count_if(check.refusals.begin(), check.refusals.end(),
                    [](const RefusedBlock& one) { return one.refusal.fatal; });
  if (!check.will_fail) {
    screen.out.line("the API would take it");
  } else if (fatal > 0) {
    screen.out.line(counted(fatal, "place") + " would be refused; see clew doctor");
  } else {
    screen.out.line("a resume fails or forgets; see clew doctor");
  }
  return check.will_fail ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace

Result<Outcome> show_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = open_conversation(engine, arguments);
  if (!view) return view.error();
  write_title(screen, *view->session);
  if (!arguments.maybe_text("agent")) write_refused(screen, view->path);
  screen.out.line();
  const Continuations found =
      find_continuations(engine.files(), view->session->file(), view->session->tree());
  write_continued(screen, view->session->transcript(), found);
  write_skipped(screen, view->skipped_before, "before");
  if (view->skipped_before > 0) screen.out.line();
  MessageText text(screen.out, screen.style, *view->session,
                   {.full = arguments.flag("full"), .ids = arguments.flag("ids")});
  std::size_t number = 0;
  auto done = each_message(*view, view->messages, [&](const Message& message) {
    text.set_unfolded(number++ == view->at);  // it is this one that somebody looks for
    text.write(message);
    return screen.out.is_open();
  });
  if (!done) return done.error();
  if (view->skipped_after > 0) screen.out.line();
  write_skipped(screen, view->skipped_after, "after");
  for (const std::string& session : found.after) {
    screen.out.line();
    screen.fit(screen.style.paint(Ink::kWarning, "── compacted, continued in: clew show " +
                                                     shell_word(terminal_line(session)) + " ──"));
  }
  if (const std::int64_t problems = view->session->transcript().finding_count; problems > 0) {
    screen.out.line();
    screen.out.line(screen.style.paint(Ink::kDim, with_thousands(problems) +
                                                      (problems == 1 ? " problem" : " problems") +
                                                      " in this file; see clew check"));
  }
  return view->messages.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> outline_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = open_conversation(engine, arguments);
  if (!view) return view.error();
  const Transcript& t = view->session->transcript();
  const std::vector<OutlineRow> rows = outline(*view);
  write_title(screen, *view->session);
  write_refused(screen, view->path);
  screen.out.line();
  for (std::size_t i = 0; i < rows.size() && screen.out.is_open(); ++i) {
    const OutlineRow& row = rows[i];
    if (!row.alternatives.empty()) write_ways(screen, t, row);
    const std::string number = pad_to_width(std::to_string(i), 5, Align::kRight);
    const Ink ink = row.plan->role == Role::kAssistant ? Ink::kAnswer
                    : row.plan->role == Role::kUser    ? Ink::kPrompt
                                                       : Ink::kDim;
    const int kind_width = screen.style.width < kNarrow ? 8 : 16;
    const std::string kind =
        pad_to_width(truncate_to_width(name_of(row.plan->kind), kind_width), kind_width);
    const int room = std::max(10, screen.style.width - 16 - kind_width);
    screen.out.line(screen.style.paint(Ink::kDim, number + " " + short_uuid(t, row.entry)) + " " +
                    screen.style.paint(ink, kind) + " " +
                    view->session->prompt_preview(row.entry, static_cast<std::size_t>(room)));
  }
  return rows.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> context_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const bool checks = arguments.flag("check");
  auto opened = open_path(engine, arguments, checks ? EmptyFile::kIsFine : EmptyFile::kIsError);
  if (!opened) return opened.error();
  const Session& session = *opened->session;
  const Transcript& t = session.transcript();
  const std::vector<EntryIndex> sent = sent_entries(t, opened->path);
  write_title(screen, session);
  write_refused(screen, opened->path);
  screen.fit(screen.style.paint(Ink::kDim, "rules " + std::string(name_of(opened->path.rules)) +
                                               "; ends at " + short_uuid(t, opened->path.tip) +
                                               ": " + opened->path.reason));
  screen.fit(screen.style.paint(
      Ink::kDim, with_thousands(std::ssize(sent)) + " lines would be sent; the file holds " +
                     with_thousands(lines_to_send(t)) + " lines of conversation"));
  write_extras(screen, session, extras_of(session, opened->path, opened->path.chain));
  if (checks) {
    auto check = check_context(*opened, arguments);
    if (!check) return check.error();
    return write_resume_check(screen, *check);
  }
  screen.out.line();
  for (const EntryIndex index : sent) {
    if (!screen.out.is_open()) break;
    const Entry& line = t[index];
    const std::string type = pad_to_width(terminal_line(t.type_name(line)), 10);
    const Ink ink = line.type == EntryType::kAssistant ? Ink::kAnswer
                    : line.type == EntryType::kUser    ? Ink::kPrompt
                                                       : Ink::kDim;
    const int room = std::max(10, screen.style.width - 21);
    std::string preview = session.prompt_preview(index, static_cast<std::size_t>(room));
    if (preview.empty()) preview = "[" + terminal_line(t.text(line.subtype)) + "]";
    screen.out.line(screen.style.paint(Ink::kDim, short_uuid(t, index)) + "  " +
                    screen.style.paint(ink, type) + " " + preview);
  }
  return sent.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> branches_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  const Session& session = *opened->session;
  const Transcript& t = session.transcript();
  const std::vector<Branch> branches = counted_branches(session.messages(), opened->path);
  write_title(screen, session);
  for (const Branch& branch : branches) {
    if (!screen.out.is_open()) break;
    const Style& style = screen.style;
    std::string line = branch.active ? style.paint(Ink::kGood, "● ") : style.paint(Ink::kDim, "○ ");
    line += style.paint(Ink::kStrong, short_uuid(t, branch.tip));
    line += "  " + counted(branch.messages, "message");
    if (branch.own_messages != branch.messages) {
      line += ", " + with_thousands(branch.own_messages) + " of its own";
    }
    if (branch.last_time != kNoTime) {
      line += style.paint(Ink::kDim, "  " + format_local(branch.last_time));
    }
    screen.fit(line, 4);
    const int room = std::max(10, style.width - 4);
    if (!branch.summary.empty()) {
      screen.out.line("    " + truncate_to_width(one_line(terminal_safe(branch.summary)), room));
    }
    if (branch.fork != kNoEntry && branch.prompt != kNoEntry) {
      screen.out.line(
          style.paint(Ink::kDim, "    leaves at " + short_uuid(t, branch.fork) + " with:"));
    }
    const std::string preview =
        session.prompt_preview(branch.prompt, static_cast<std::size_t>(room));
    if (!preview.empty()) screen.out.line("    " + preview);
    screen.out.line(style.paint(Ink::kDim, "    " + truncate_to_width(branch.reason, room)));
  }
  if (arguments.flag("why"))
    write_forks(screen, t, explain_forks(session.messages(), opened->path));
  return branches.empty() ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> check_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const auto answer = check_answer(engine, arguments);
  if (!answer) return answer.error();
  const SessionCheck& check = answer->check;
  const Transcript& t = answer->session->transcript();
  for (const Finding& finding : check.findings) {
    std::string place = "line " + std::to_string(finding.line);
    if (finding.line == 0) place = "file";
    screen.fit(screen.style.paint(Ink::kStrong, pad_to_width(place, 12)) +
                   screen.style.paint(Ink::kWarning, pad_to_width(name_of(finding.kind), 17)) +
                   terminal_line(finding.reason),
               12);
  }
  if (std::ssize(check.findings) < check.count) {
    screen.out.line("… and " + with_thousands(check.count - std::ssize(check.findings)) + " more");
  }
  for (const auto& [type, count] : t.unknown) {
    screen.fit(screen.style.paint(
        Ink::kDim, "unknown " + terminal_line(type.what) + ", CLI " +
                       (type.version.empty() ? "of no version" : terminal_line(type.version)) +
                       ": " + with_thousands(count)));
  }
  const std::int64_t alarms = write_defects(screen, answer->defects);
  std::string sum = counted(t.lines, "line") + ", " + counted(check.count, "finding");
  if (alarms > 0) sum += "; a resume will fail or forget: clew doctor says more";
  screen.fit(sum);
  return alarms > 0 ? Outcome::kNothing : Outcome::kFound;
}

Result<Outcome> raw_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto done = find_operation("raw")->run(engine, arguments, [&](std::string_view piece) {
    screen.out.write(screen.plain(piece));
    return screen.out.is_open();
  });
  if (done) screen.out.line();
  return done;
}

}  // namespace clew
