// SPDX-License-Identifier: MIT
//
// redact and scan for people.
#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "engine/redact/redact_answers.h"

namespace clew {
namespace {

std::string around(const SecretFinding& finding) {
  return one_line(finding.before + finding.label + finding.after);
}

void write_finding(const SecretFinding& finding, Screen& screen) {
  const Style& style = screen.style;
  std::string head = std::to_string(finding.number) + "  " +
                     finding.label.substr(1, finding.label.size() - 2) + "  " + finding.masked +
                     "  " + finding.sure;
  if (finding.kept) head += "  kept";
  screen.fit(style.paint(finding.kept ? Ink::kDim : Ink::kAccent, terminal_line(head)));
  std::string place = finding.file;
  if (finding.line > 0) place += ":" + std::to_string(finding.line);
  if (!finding.member.empty()) place += "  " + finding.member;
  screen.fit("   " + style.paint(Ink::kDim, terminal_line(place)), 3);
  screen.fit("   " + terminal_line(around(finding)), 3);
}

std::string day_of(TimeMs time) {
  return time == 0 ? "at an unknown time" : format_iso(time).substr(0, 10);
}

void write_secret(const ScannedSecret& secret, Screen& screen) {
  const Style& style = screen.style;
  screen.fit(style.paint(Ink::kAccent,
                         terminal_line(secret.kind + "  " + secret.masked + "  " + secret.sure)));
  std::string when = "   " + day_of(secret.first);
  if (day_of(secret.last) != day_of(secret.first)) when += " to " + day_of(secret.last);
  when += ", " + counted(secret.count, "place") + " in " + counted(secret.sessions, "session");
  screen.fit(terminal_line(when), 3);
  for (const SecretPlace& place : secret.places) {
    screen.fit("   " + style.paint(Ink::kDim,
                                   terminal_line(place.file + ":" + std::to_string(place.line))),
               3);
  }
  const std::int64_t more = secret.count - std::ssize(secret.places);
  if (more > 0) screen.fit("   and " + counted(more, "other place"), 3);
}

}  // namespace

Result<Outcome> decide_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = decide_answer(engine, arguments);
  if (!answer) return answer.error();
  screen.fit(terminal_line(answer->done));
  return Outcome::kFound;
}

Result<Outcome> redact_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = redact_answer(engine, arguments);
  if (!answer) return answer.error();
  if (!answer->output.empty()) {
    screen.fit(terminal_line(counted(answer->files, "file") + " without " +
                             counted(answer->secrets, "secret") + ": " + answer->output));
    return Outcome::kFound;
  }
  for (const SecretFinding& finding : answer->findings) write_finding(finding, screen);
  if (!answer->done.empty()) screen.fit(terminal_line(answer->done));
  screen.fit(terminal_line(counted(answer->secrets, "secret") + " in " +
                           counted(std::ssize(answer->findings), "place") + " of " +
                           counted(answer->files, "file")));
  return Outcome::kFound;
}

Result<Outcome> scan_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = scan_answer(engine, arguments);
  if (!answer) return answer.error();
  for (const ScannedSecret& secret : answer->secrets) write_secret(secret, screen);
  std::string sum = counted(std::ssize(answer->secrets), "secret") + " in " +
                    counted(answer->files, "file") + ", " + human_bytes(answer->bytes);
  if (answer->kept > 0)
    sum += "; " + counted(answer->kept, "place") + " left out by your decisions";
  screen.fit(terminal_line(sum));
  return holds_nothing(*answer) ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
