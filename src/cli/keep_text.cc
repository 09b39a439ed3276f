// SPDX-License-Identifier: MIT
//
// keep for people.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
#include <vector>

#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/keep/encrypt_operation.h"
#include "engine/keep/forget_operation.h"
#include "engine/keep/keep_operation.h"
#include "engine/keep/restore_operation.h"
#include "os/terminal.h"

namespace clew {
namespace {

constexpr std::size_t kMostShown = 20;

// How many of a list are left out.
std::int64_t beyond_shown(std::size_t count) {
  return count > kMostShown ? static_cast<std::int64_t>(count - kMostShown) : 0;
}

std::string bytes_text(std::uint64_t bytes) {
  return human_bytes(static_cast<std::int64_t>(bytes));
}

void write_unkept(Screen& screen, const Findings& findings) {
  for (std::size_t i = 0; i < std::min(findings.size(), kMostShown); ++i) {
    write_note(screen.out, "not kept: " + findings[i].reason);
  }
  if (const std::int64_t more = beyond_shown(findings.size()); more > 0) {
    write_note(screen.out, "not kept: " + counted(more, "file") + " more");
  }
}

Result<Outcome> now_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const bool dry_run = arguments.flag("dry-run");
  auto report = keep_now(engine, dry_run);
  if (!report) return report.error();
  if (report->kept == 0) {
    screen.out.line("Nothing is new: " + counted(report->seen, "file") + " kept.");
  } else {
    std::string line = dry_run ? "Would keep " : "Kept ";
    line += bytes_text(report->bytes) + " of " + counted(report->kept, "file");
    if (!dry_run) line += ", with " + bytes_text(report->written) + " in " + engine.options().keep;
    screen.fit(terminal_line(line));
  }
  if (report->rewritten > 0) {
    screen.out.line(counted(report->rewritten, "file") +
                    " had been cut or rewritten; the earlier versions stay (clew keep versions).");
  }
  if (report->gone > 0) {
    screen.out.line(counted(report->gone, "file") +
                    (report->gone == 1 ? " is gone from the disk, and stays kept."
                                       : " are gone from the disk, and stay kept."));
  }
  write_unkept(screen, report->findings);
  return report->findings.empty() ? Outcome::kFound : Outcome::kNothing;
}

void write_machine(const MachineStatus& machine, TimeMs now, Screen& screen) {
  std::string line = screen.style.paint(Ink::kStrong, terminal_line(machine.name));
  if (machine.own) line += " (this machine)";
  if (machine.locked) {
    return screen.fit(line + ": encrypted, and its key is not here; clew keep unlock brings it");
  }
  line += (machine.encrypted ? ", encrypted: " : ": ") + counted(machine.files, "file") + " in " +
          counted(machine.versions, "version") + ", " + human_bytes(machine.bytes) + " in " +
          human_bytes(machine.size);
  if (machine.last != kNoTime) line += ", last " + relative_time(machine.last, now);
  screen.fit(line);
}

void write_damage(Screen& screen, const std::vector<KeepDamage>& damage) {
  for (std::size_t i = 0; i < std::min(damage.size(), kMostShown); ++i) {
    const std::string line = damage[i].path + ": " + damage[i].what;
    screen.fit(screen.style.paint(Ink::kWarning, terminal_line(line)));
  }
  if (const std::int64_t more = beyond_shown(damage.size()); more > 0) {
    screen.out.line(counted(more, "damaged place") + " more");
  }
}

Result<Outcome> status_text(Engine& engine, Screen& screen) {
  auto status = keep_status(engine);
  if (!status) return status.error();
  screen.out.line(terminal_line(engine.options().keep));
  for (const MachineStatus& machine : status->machines) {
    write_machine(machine, engine.options().now, screen);
  }
  if (status->machines.empty()) screen.out.line("Nothing is kept yet; clew keep begins.");
  if (status->only_kept > 0) {
    screen.fit(counted(status->only_kept, "session") +
               " of this machine of which nothing but this is left.");
  }
  if (status->of_others > 0) {
    screen.fit(counted(status->of_others, "session") + " that only other machines have kept.");
  }
  const KeepReport& missing = status->missing;
  if (missing.kept == 0) {
    screen.fit("Everything on the disk is kept.");
  } else {
    screen.fit("Not kept yet: " + counted(missing.kept, "file") + ", " + bytes_text(missing.bytes) +
               (status->must_encrypt
                    ? "; the keep is encrypted by others, clew keep encrypt begins."
                    : "; clew keep does it."));
  }
  if (status->leaving > 0) {
    screen.fit("Claude Code removes " + counted(status->leaving, "session") + " within " +
               counted(kLeavingDays, "day") + "; " +
               (status->leaving_unkept == 0
                    ? "all of them are kept."
                    : with_thousands(status->leaving_unkept) + " of them are not kept yet."));
  }
  if (!status->damage.empty()) {
    screen.fit("The keep is damaged; clew keep check says what that touches:");
  }
  write_damage(screen, status->damage);
  write_unkept(screen, missing.findings);
  return status->is_safe() ? Outcome::kFound : Outcome::kNothing;
}

// Each reason once, and what it means for a person: which sessions are touched, and how much of
// them. The answer in JSON names every file.
void write_damaged_sessions(Screen& screen, const std::vector<DamagedFile>& files) {
  std::set<std::string> reasons;
  std::map<std::string, std::int64_t> sessions;  // how many files of each are lost
  std::int64_t mended = 0;
  for (const DamagedFile& file : files) {
    reasons.insert(file.damage.why);
    file.lost ? ++sessions[file.session] : ++mended;
  }
  for (const std::string& why : reasons) {
    screen.out.line(screen.style.paint(Ink::kBad, terminal_line(why)));
  }
  for (const auto& [session, count] : sessions) {
    if (!screen.out.is_open()) return;
    const std::string whose = session.empty() ? "files of no session" : "session " + session;
    screen.fit(whose + ": " + counted(count, "file") + " damaged");
  }
  if (mended > 0) {
    screen.fit(counted(mended, "file") +
               " damaged in an earlier version; the one that counts is whole.");
  }
}

Result<Outcome> check_keep_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto checked = check_keep(engine, arguments.flag("dry-run"));
  if (!checked) return checked.error();
  screen.fit("Read back " + counted(checked->all.versions, "version") + " of " +
             counted(checked->all.files, "file") + ", " + bytes_text(checked->all.bytes) +
             ", from " + counted(checked->all.packs, "pack") + ".");
  write_damage(screen, checked->all.damage);
  write_damaged_sessions(screen, checked->files);
  if (checked->kept_again > 0) {
    screen.fit(counted(checked->kept_again, "file") + " kept anew from the disk.");
  }
  for (const std::string& machine : checked->locked) {
    screen.fit(terminal_line("not checked: " + machine + ", which is encrypted; clew keep unlock"));
  }
  if (const std::string words = damage_in_words(*checked); !words.empty()) {
    screen.fit(screen.style.paint(Ink::kBad, words));
    return Outcome::kNothing;
  }
  if (checked->files.empty()) screen.out.line("All of it is as it was kept.");
  return Outcome::kFound;
}

std::string typed_line() {
  std::string line;
  for (char c = 0; ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

Result<Outcome> versions_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const auto versions = kept_versions(engine, arguments.list("session").front());
  if (!versions) return versions.error();
  for (const SessionVersion& version : *versions) {
    screen.out.line(std::to_string(version.number) + "  " + format_local(version.changed) + "  " +
                    human_bytes(version.bytes) + (version.shown ? "  shown and restored" : ""));
  }
  return Outcome::kFound;
}

// Whether the person at the terminal says yes.
bool says_yes(Screen& screen, std::string_view question) {
  screen.out.write(std::string(question) + " [y/N] ");
  screen.out.flush();
  const std::string answer = typed_line();
  const std::string_view word = trim(answer);
  return word == "y" || word == "yes";
}

std::string ask_hidden(Screen& screen, std::string_view question) {
  screen.out.write(question);
  screen.out.flush();
  const HiddenTyping hidden(STDIN_FILENO);
  std::string answer = typed_line();
  screen.out.line("");
  return answer;
}

// From a file, from the terminal, or the first line of what is piped in. A new one is asked for
// twice, since nobody could open what a slip of the finger had locked.
Result<KeepSecret> find_secret(Engine& engine, const Arguments& arguments, Screen& screen,
                               bool is_new) {
  if (!arguments.text("key-file").empty()) return secret_of_file(engine, arguments);
  KeepSecret secret;
  if (!is_terminal(STDIN_FILENO)) {
    secret.bytes = typed_line();
  } else {
    secret.bytes = ask_hidden(screen, is_new ? "New passphrase: " : "Passphrase: ");
    if (is_new && ask_hidden(screen, "Once more: ") != secret.bytes) {
      return Error{ErrorCode::kInvalid, "these are two different passphrases; nothing was done"};
    }
  }
  if (!secret.bytes.empty()) return secret;
  return Error{ErrorCode::kCancelled, "no passphrase was given; nothing was done"};
}

Result<Outcome> encryption_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  const bool is_new = arguments.text("what") == "encrypt";
  const auto secret = find_secret(engine, arguments, screen, is_new);
  if (!secret) return secret.error();
  const auto done = is_new ? encrypt(engine, *secret) : unlock(engine, *secret);
  if (!done) return done.error();
  screen.fit(is_new
                 ? "What this machine keeps is encrypted. The key is on this machine; on another "
                   "one clew keep unlock asks for the passphrase or the key file. Without it "
                   "nobody can read the keep there, not even you."
                 : "The keys are here now.");
  for (const std::string& name : done->machines) screen.fit(terminal_line("open: " + name));
  for (const std::string& name : done->plain) screen.fit(terminal_line("not encrypted: " + name));
  for (const std::string& name : done->locked) screen.fit(terminal_line("still locked: " + name));
  return Outcome::kFound;
}

Result<Outcome> forget_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto what = preview_forget(engine, arguments);
  if (!what) return what.error();
  if (what->sessions.empty()) {
    write_note(screen.out, "every session that is only kept was changed later than that");
    return Outcome::kNothing;
  }
  for (const ForgottenSession& session : what->sessions) {
    screen.fit(terminal_line(session.id + "  " + session.title));
  }
  screen.out.line(counted(std::ssize(what->sessions), "session") + ", " +
                  counted(what->files, "file") + ", " + human_bytes(what->bytes));
  if (!what->still_there.empty()) {
    write_note(screen.out, counted(std::ssize(what->still_there), "session") +
                               " of these on the disk will be kept again by the next clew keep");
  }
  for (const std::string& machine : what->elsewhere) {
    write_note(screen.out, machine + " has kept some of them too; what it has stays");
  }
  if (arguments.flag("dry-run")) return Outcome::kFound;
  const bool can_ask = is_terminal(STDIN_FILENO) && screen.terminal;
  if (!arguments.flag("yes") && !can_ask) {
    return Error{ErrorCode::kInvalid, "nothing was forgotten: --yes does it"};
  }
  if (!arguments.flag("yes") && !says_yes(screen, "Forget them for good?")) {
    return Error{ErrorCode::kCancelled, "nothing was forgotten"};
  }
  auto done = forget(engine, std::move(*what));
  if (!done) return done.error();
  screen.out.line("Forgotten.");
  return Outcome::kFound;
}

}  // namespace

Result<Outcome> restore_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto restored = restore_answer(engine, arguments);
  if (!restored) return restored.error();
  const RestoreReport& report = restored->report;
  if (report.written.empty()) {
    screen.out.line(terminal_line(restored->session + " is there already: " + restored->file));
  } else {
    screen.fit(terminal_line(restored->session +
                             " is restored: " + counted(std::ssize(report.written), "file") + ", " +
                             bytes_text(report.bytes)));
    screen.out.line(terminal_line(restored->file));
  }
  if (restored->doubtful) {
    write_note(screen.out,
               "the keep is damaged, and something of it may be missing; clew keep check "
               "says more");
  }
  for (const std::string& path : report.differing) {
    write_note(screen.out, path + " differs from what is kept, and stays as it is");
  }
  return Outcome::kFound;
}

Result<Outcome> keep_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  if (auto good = check_keep_arguments(arguments); !good) return good.error();
  const std::string what = arguments.text("what");
  if (what == "status") return status_text(engine, screen);
  if (what == "check") return check_keep_text(engine, arguments, screen);
  if (what == "versions") return versions_text(engine, arguments, screen);
  if (what == "forget") return forget_text(engine, arguments, screen);
  if (what == "encrypt" || what == "unlock") return encryption_text(engine, arguments, screen);
  return now_text(engine, arguments, screen);
}

}  // namespace clew
