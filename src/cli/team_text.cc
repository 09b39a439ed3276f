// SPDX-License-Identifier: MIT
//
// team for people.

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include "base/money.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/team/team_operation.h"
#include "os/terminal.h"

namespace clew {
namespace {

constexpr std::size_t kMostShown = 20;

// How far a push is, on standard error, while somebody looks.
class PushLine {
 public:
  void show(std::int64_t done, std::int64_t all) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - shown_ < std::chrono::milliseconds(100)) return;
    shown_ = now;
    drawn_ = true;
    constexpr std::int64_t kCells = 24;
    std::string bar;
    for (std::int64_t i = 0; i < kCells; ++i) bar += i < done * kCells / all ? "█" : "░";
    std::fprintf(stderr, "\r\x1b[K%s %s of %s", bar.c_str(), std::to_string(done).c_str(),
                 counted(all, "session").c_str());
    std::fflush(stderr);
  }
  void finish() const {
    if (drawn_) std::fprintf(stderr, "\r\x1b[K");
  }

 private:
  bool terminal_ = is_terminal(STDERR_FILENO);
  bool drawn_ = false;
  std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string seen_by(const std::string& visibility, const std::vector<std::string>& readers) {
  if (visibility == "team") return "the whole team";
  return visibility == "mine" ? "nobody but you" : joined(readers);
}

void write_findings(Screen& screen, const Findings& findings) {
  for (std::size_t i = 0; i < findings.size() && i < kMostShown; ++i) {
    write_note(screen.out, "not sent: " + findings[i].reason);
  }
  if (findings.size() > kMostShown) {
    const auto more = static_cast<std::int64_t>(findings.size() - kMostShown);
    write_note(screen.out, "not sent: " + counted(more, "session") + " more");
  }
}

void write_staying(Screen& screen, const PushReport& report) {
  if (report.hidden > 0) {
    screen.fit(counted(report.hidden, "session") + " stay here because they are hidden.");
  }
  if (report.withheld > 0) {
    screen.fit(counted(report.withheld, "session") + " stay here because they were taken back.");
  }
}

Outcome push_text(const PushReport& report, bool dry_run, Screen& screen) {
  if (report.projects == 0) {
    screen.fit("Nothing is shared; clew team share PROJECT begins.");
    return Outcome::kNothing;
  }
  if (dry_run) {
    screen.fit(report.pushed == 0
                   ? "Nothing is new: " + counted(report.sessions, "session") + " sent."
                   : "Would compare and send " + counted(report.pushed, "session") + " of " +
                         with_thousands(report.sessions) + ".");
  } else if (report.count.bytes == 0 && report.count.files == 0) {
    screen.fit("Nothing is new: " + counted(report.sessions, "session") + " sent.");
  } else {
    screen.fit("Sent " + human_bytes(report.count.bytes) + " of " +
               counted(report.count.files, "file") + " in " + counted(report.pushed, "session") +
               ", " + human_bytes(report.count.stored) + " compressed.");
  }
  if (report.count.rewritten > 0) {
    screen.fit(counted(report.count.rewritten, "file") + " had changed and began a new version.");
  }
  if (report.count.removed > 0) {
    screen.fit(counted(report.count.removed, "earlier version") +
               " removed there: they held what is known as a secret now.");
  }
  write_staying(screen, report);
  write_findings(screen, report.findings);
  return report.findings.empty() ? Outcome::kFound : Outcome::kNothing;
}

void write_project(const TeamProjectStatus& project, TimeMs now, Screen& screen) {
  std::string line = screen.style.paint(Ink::kStrong, terminal_line(project.project));
  if (!project.shared) line += " (not shared any more, but still there)";
  line += ": seen by " + terminal_line(seen_by(project.visibility, project.readers)) + ", " +
          counted(project.sessions, "session") + ", " + counted(project.files, "file") + ", " +
          human_bytes(project.bytes);
  if (!project.redact) line += ", with its secrets";
  if (project.last != kNoTime) line += ", last " + relative_time(project.last, now);
  screen.fit(line);
}

Outcome status_text(const Engine& engine, const TeamAnswer& answer, Screen& screen) {
  const TeamStatus& status = *answer.status;
  screen.fit(terminal_line(answer.store) + ", as " + terminal_line(answer.person) + " on " +
             terminal_line(status.machine));
  for (const TeamProjectStatus& project : status.projects) {
    write_project(project, engine.options().now, screen);
  }
  if (status.projects.empty()) screen.fit("Nothing is shared; clew team share PROJECT begins.");
  if (status.waiting.pushed > 0) {
    screen.fit(counted(status.waiting.pushed, "session") +
               " changed since; clew team push sends that.");
  } else if (!status.projects.empty()) {
    screen.fit("Everything that is shared was sent.");
  }
  write_staying(screen, status.waiting);
  write_findings(screen, status.waiting.findings);
  return status.projects.empty() ? Outcome::kNothing : Outcome::kFound;
}

void people_text(const std::vector<TeamPerson>& people, Screen& screen) {
  for (const TeamPerson& person : people) {
    std::string line = terminal_line(person.name) + "  " + joined(person.scopes);
    if (person.revoked != kNoTime) line += "  (revoked " + format_local(person.revoked) + ")";
    screen.fit(line);
  }
}

void invited_text(const TeamInvitation& invited, Screen& screen) {
  screen.fit("This lets " + terminal_line(invited.name) + " in (" + joined(invited.scopes) +
             "). It is shown once; give it to nobody else:");
  screen.out.line(invited.address);
  if (invited.again) {
    screen.fit("They were in the team already: the secret they had lets nobody in any more.");
  }
  screen.fit("There: clew team join, which asks for it.");
}

void unshared_text(const TeamUnshared& unshared, Screen& screen) {
  const std::string what =
      unshared.session.empty() ? unshared.project : "session " + unshared.session;
  screen.fit(terminal_line(what) + " is not shared any more; " + counted(unshared.files, "file") +
             " removed from the store.");
}

void link_text(const TeamLink& link, Screen& screen) {
  if (!link.page.empty()) screen.out.line(terminal_line(link.page));
  screen.out.line(terminal_line(link.resume));
  if (link.page.empty()) {
    screen.fit("Where the team's page is nobody said yet: clew team page https://… does.");
  }
}

void budgets_text(const std::vector<TeamBudget>& budgets, Screen& screen) {
  for (const TeamBudget& one : budgets) {
    const std::string whose = one.kind == "team" ? "the whole team" : terminal_line(one.name);
    screen.fit(whose + "  " + human_usd(one.micro_usd * 1000) + " a month");
  }
  if (budgets.empty()) screen.fit("There is no budget; clew team budget team 500 sets one.");
}

// The line that was typed; of what was piped the one with the address, for that may be all that
// `clew team invite` printed.
std::string address_line() {
  const bool typed = is_terminal(STDIN_FILENO);
  std::string line;
  for (bool more = true; more;) {
    line.clear();
    char c = 0;
    while ((more = ::read(STDIN_FILENO, &c, 1) == 1) && c != '\n') line += c;
    if (typed || trim(line).starts_with("postgres")) break;
  }
  return line;
}

// An address with a secret is typed or piped, so that no list of processes shows it.
Result<Arguments> with_address(const Arguments& arguments, Screen& screen) {
  if (arguments.text("what") != "join" || !arguments.list("name").empty()) return arguments;
  if (is_terminal(STDIN_FILENO)) {
    screen.out.write("Address: ");
    screen.out.flush();
  }
  const HiddenTyping hidden(STDIN_FILENO);
  const std::string line = address_line();
  if (is_terminal(STDIN_FILENO)) screen.out.line("");
  return Arguments::check(*find_operation("team"),
                          {{"what", {"join"}}, {"name", {std::string(trim(line))}}});
}

}  // namespace

Result<Outcome> team_text(Engine& engine, const Arguments& given, Screen& screen) {
  const auto arguments = with_address(given, screen);
  if (!arguments) return arguments.error();
  PushLine line;
  auto answer = run_team(engine, *arguments,
                         [&](std::int64_t done, std::int64_t all) { line.show(done, all); });
  line.finish();
  if (!answer) return answer.error();
  if (answer->pushed) return push_text(*answer->pushed, arguments->flag("dry-run"), screen);
  if (answer->status) return status_text(engine, *answer, screen);
  if (answer->people) people_text(*answer->people, screen);
  if (answer->invited) invited_text(*answer->invited, screen);
  if (answer->revoked) screen.fit(terminal_line(*answer->revoked) + " has no way in any more.");
  if (answer->unshared) unshared_text(*answer->unshared, screen);
  if (answer->link) link_text(*answer->link, screen);
  if (answer->budgets) budgets_text(*answer->budgets, screen);
  if (answer->page) {
    screen.fit(answer->page->empty() ? "Nobody said where the team's page is."
                                     : "The team's page is at " + terminal_line(*answer->page));
  }
  if (answer->audit) {
    screen.fit(*answer->audit ? "Who reads what of others is written down, in clew.reads."
                              : "Who reads what is not written down.");
  }
  if (answer->shared_again) {
    screen.fit("Session " + terminal_line(*answer->shared_again) +
               " goes to the team again with the next push.");
  }
  if (answer->shared) {
    screen.fit(terminal_line(answer->shared->project) + " is shared with " +
               terminal_line(seen_by(answer->shared->visibility, answer->shared->readers)) +
               (answer->shared->redact ? ", without its secrets" : ", with its secrets") +
               "; clew team push sends it.");
  }
  if (arguments->text("what") == "init") {
    screen.fit(answer->schema_before == 0
                   ? "A team's store was made in " + terminal_line(answer->store) +
                         "; clew team invite NAME lets people in."
                   : "The store in " + terminal_line(answer->store) + " is up to date.");
  }
  if (arguments->text("what") == "join") {
    screen.fit("Joined " + terminal_line(answer->store) + " as " + terminal_line(answer->person) +
               "; clew list --all --root team: lists what others share.");
  }
  return Outcome::kFound;
}

}  // namespace clew
