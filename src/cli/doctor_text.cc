// SPDX-License-Identifier: MIT
//
// doctor for people.

#include <algorithm>
#include <string>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/doctor/doctor_answers.h"

namespace clew {
namespace {

// The text from a place on, or from the start of the character that the place is in.
std::string_view from_character(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return text.substr(at);
}

std::string lines_text(const std::vector<std::int64_t>& lines, std::int64_t count) {
  constexpr std::size_t kShown = 8;
  if (lines.empty()) return "";
  std::string out = lines.size() == 1 && count <= 1 ? "line" : "lines";
  for (std::size_t i = 0; i < lines.size() && i < kShown; ++i) {
    out += (i == 0 ? " " : ", ") + std::to_string(lines[i]);
  }
  const std::int64_t more = count - static_cast<std::int64_t>(std::min(lines.size(), kShown));
  return more > 0 ? out + " and " + with_thousands(more) + " more" : out;
}

void write_error(Screen& screen, const LastError& error) {
  if (error.text.empty()) return;
  screen.fit(screen.style.paint(Ink::kBad, "ends with: ") + one_line(terminal_safe(error.text)));
  std::string line = "  line " + std::to_string(error.line);
  if (error.times > 1) line += ", " + counted(error.times, "time") + " in a row";
  for (const Defect defect : error.defects) {
    line += "; " + std::string(name_of(defect)) + " " + std::string(info_of(defect).name);
  }
  screen.fit(screen.style.paint(Ink::kDim, line));
  if (error.defects.empty()) {
    screen.fit("  the cause of this error is not known");
  } else if (!error.is_of_file()) {
    screen.fit("  " + std::string(info_of(error.defects.front()).what));
  }
}

void write_trouble(Screen& screen, const Trouble& trouble) {
  const DefectInfo& info = info_of(trouble.defect);
  const Ink ink = trouble.alarm ? Ink::kBad : Ink::kDim;
  std::string head = screen.style.paint(ink, pad_to_width(trouble.alarm ? "alarm" : "note", 6)) +
                     screen.style.paint(Ink::kStrong, pad_to_width(info.id, 5)) +
                     std::string(info.what);
  if (!trouble.detail.empty()) head += " (" + terminal_line(trouble.detail) + ")";
  screen.fit(head, 11);
  std::string facts = lines_text(trouble.lines, trouble.count);
  facts += (facts.empty() ? "" : "; ") + std::string(name_of(trouble.sure)) + "; affects " +
           std::string(trouble.versions());
  if (!trouble.way_of_21().empty()) facts += "; " + std::string(trouble.way_of_21());
  screen.fit(screen.style.paint(Ink::kDim, "           " + facts), 11);
  if (!trouble.api.empty() && trouble.alarm) {
    screen.fit(screen.style.paint(Ink::kDim, "           API: " + terminal_line(trouble.api)), 16);
  }
  if (trouble.is_mendable()) {
    const std::string asked =
        is_on_request(trouble.defect) ? " (with --only " + std::string(info.id) + ")" : "";
    screen.fit("           repair: " + std::string(trouble.repair()) + asked, 19);
    for (const std::string& end : trouble.ends) {
      screen.fit("           --leaf " + terminal_line(end), 19);
    }
  }
  if (!info.cure.empty()) screen.fit("           cure: " + std::string(info.cure), 17);
}

// What was emptied is gone; the rest can be resumed.
bool only_forgets(const Diagnosis& diagnosis) {
  return std::all_of(diagnosis.troubles.begin(), diagnosis.troubles.end(),
                     [](const Trouble& one) { return !one.alarm || one.defect == Defect::kB11; });
}

// A command is not cut into lines: it is to be copied.
void write_command(Screen& screen, std::string_view what, const std::string& command) {
  const std::string shown = terminal_line(command);
  const bool fits = display_width(what) + 1 + display_width(shown) <= screen.style.width;
  if (!fits) screen.fit(std::string(what));
  screen.out.line((fits ? std::string(what) + " " : "  ") +
                  screen.style.paint(Ink::kAccent, shown));
}

// All of it in one sentence.
void write_sum(Screen& screen, const SessionHealth& health) {
  const Diagnosis& diagnosis = health.diagnosis;
  if (diagnosis.find(Defect::kH15) != nullptr) {
    return write_command(screen, "Claude Code finds an empty file; this brings the session back:",
                         "clew restore " + shell_word(health.session->facts().id));
  }
  if (diagnosis.will_fail() && !health.commands.empty()) return;
  if (diagnosis.will_fail()) {
    std::string sum =
        only_forgets(diagnosis)
            ? "Claude Code 2.1 resumes this session without what is gone, and no repair brings "
              "that back"
        : diagnosis.unexplained() != nullptr
            ? "a resume is likely to get the same error again, and nothing was found that a "
              "repair could fix"
            : "Claude Code 2.1 cannot resume this session as it is, and no repair is known that "
              "helps";
    if (!health.why_not.empty()) sum += ": " + terminal_line(health.why_not);
    return screen.fit(screen.style.paint(Ink::kBad, sum));
  }
  const bool ends_well = diagnosis.error.text.empty();
  const std::string_view sum = !diagnosis.troubles.empty()
                                   ? "Claude Code 2.1 can resume this session"
                               : ends_well ? "nothing is wrong with this session"
                                           : "nothing wrong is found in the file itself";
  screen.out.line(screen.style.paint(ends_well ? Ink::kGood : Ink::kWarning, std::string(sum)));
}

void write_health(Screen& screen, const SessionHealth& health) {
  const Diagnosis& diagnosis = health.diagnosis;
  write_error(screen, diagnosis.error);
  for (const Trouble& trouble : diagnosis.troubles) write_trouble(screen, trouble);
  if (health.running)
    write_note(screen.out, "this session is running; look again when it has ended");
  write_sum(screen, health);
  const std::string_view what = diagnosis.will_fail() ? "a copy that works:" : "continue it with:";
  for (std::size_t i = 0; i < health.commands.size(); ++i) {
    write_command(screen, i == 0 ? what : "or:", health.commands[i]);
  }
  if (!health.go_back.empty()) {
    write_command(screen, "a copy that ends before the error:", health.go_back);
  }
}

std::string version_text(const Verdict& verdict, const std::vector<Trouble>& left) {
  std::string out(name_of(verdict.rules));
  if (!verdict.refused.empty()) return out + " would not start: " + verdict.refused;
  if (!verdict.api.empty()) return out + " would get: " + terminal_line(verdict.api);
  if (verdict.rules != RuleSet::k21 || left.empty()) return out + " can resume it";
  out += " would still fail or forget:";
  for (const Trouble& one : left) {
    out += (&one == &left.front() ? " " : "; ") + std::string(info_of(one.defect).what) + " (" +
           std::string(name_of(one.defect)) + ")";
  }
  return out;
}

std::string_view uuid_in(std::string_view line) {
  constexpr std::string_view kName = "\"uuid\":\"";
  const std::size_t at = line.find(kName);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + kName.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

// How many bytes at the start and at the end of two lines are the same, behind the sign.
struct CommonEnds {
  std::size_t before = 0;
  std::size_t behind = 0;
};
CommonEnds common_ends(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  CommonEnds same{1, 0};
  while (same.before < most && one[same.before] == other[same.before]) ++same.before;
  while (same.behind < most - same.before &&
         one[one.size() - 1 - same.behind] == other[other.size() - 1 - same.behind]) {
    ++same.behind;
  }
  return same;
}

// Lines of a transcript are long and differ in a few characters: of each the part is shown that
// its counterpart has not. Where that is long, its beginning and its end.
std::string differing_part(std::string_view line, const CommonEnds& same, int width) {
  constexpr std::size_t kAround = 16;
  const std::size_t begin = same.before > kAround + 1 ? same.before - kAround : 1;
  const std::size_t end = std::min(line.size(), line.size() - same.behind + kAround);
  const std::string_view part =
      from_character(line, begin).substr(0, end > begin ? end - begin : 0);
  const std::string sign(line.substr(0, 1));
  const std::string shown =
      (begin > 1 ? "…" : "") + terminal_line(part) + (end < line.size() ? "…" : "");
  const int room = std::max(20, width - 1);
  if (display_width(shown) <= room) return sign + shown;
  const int half = (room - 3) / 2;
  const std::size_t tail = part.size() - std::min(part.size(), static_cast<std::size_t>(half));
  return sign + truncate_to_width(shown, room - half) + terminal_line(from_character(part, tail)) +
         (end < line.size() ? "…" : "");
}

void write_differing(Screen& screen, const std::vector<std::string>& gone,
                     const std::vector<std::string>& come) {
  const auto counterpart = [](const std::string& line, std::size_t i,
                              const std::vector<std::string>& mine,
                              const std::vector<std::string>& others) -> const std::string* {
    const std::string_view uuid = uuid_in(line);
    if (!uuid.empty()) {
      const auto found = std::find_if(others.begin(), others.end(), [&](const std::string& other) {
        return uuid_in(other) == uuid;
      });
      return found == others.end() ? nullptr : &*found;
    }
    return mine.size() == others.size() ? &others[i] : nullptr;
  };
  const auto write = [&](const std::vector<std::string>& mine,
                         const std::vector<std::string>& others, Ink ink) {
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const std::string* other = counterpart(mine[i], i, mine, others);
      const int width = screen.style.width;
      screen.out.line(screen.style.paint(
          ink, other != nullptr ? differing_part(mine[i], common_ends(mine[i], *other), width)
                                : truncate_to_width(terminal_line(mine[i]), width)));
    }
  };
  write(gone, come, Ink::kBad);
  write(come, gone, Ink::kGood);
}

void write_diff(Screen& screen, const std::vector<std::string>& diff) {
  std::vector<std::string> gone;
  std::vector<std::string> come;
  const auto flush = [&] {
    write_differing(screen, gone, come);
    gone.clear();
    come.clear();
  };
  for (const std::string& line : diff) {
    if (line.starts_with('-')) {
      if (!come.empty()) flush();
      gone.push_back(line);
    } else if (line.starts_with('+')) {
      come.push_back(line);
    } else {
      flush();
      screen.out.line(screen.style.paint(Ink::kDim, terminal_line(line)));
    }
  }
  flush();
}

// Words that are not as they were: those of the conversation first, thinking only as a number.
void write_changed_texts(Screen& screen, const TextComparison& compared) {
  constexpr int kShown = 8;
  int shown = 0;
  std::int64_t thinking = 0;
  for (const ChangedText& one : compared.first) {
    if (one.kind == SaidKind::kThinking) {
      ++thinking;
      continue;
    }
    if (++shown > kShown) continue;
    const std::string place = "line " + std::to_string(one.line) + ", " +
                              std::string(name_of(one.kind)) + (one.aside ? ", put aside" : "");
    screen.fit(screen.style.paint(Ink::kWarning, "     " + place), 5);
    const auto quote = [&](std::string_view sign, const std::string& text) {
      screen.out.line(screen.style.paint(
          Ink::kDim,
          "       " + truncate_to_width(std::string(sign) + one_line(terminal_safe(text)),
                                        std::max(10, screen.style.width - 7))));
    };
    quote("was: ", one.before);
    if (!one.aside) quote("is:  ", one.after.empty() ? "(nothing)" : one.after);
  }
  if (thinking > 0) screen.fit("     " + counted(thinking, "text") + " of thinking", 5);
  const std::int64_t more = compared.changed - thinking - std::min(shown, kShown);
  if (more > 0) screen.fit("     and " + with_thousands(more) + " more (--json has them)", 5);
}

void write_copy(Screen& screen, const CopyAnswer& answer) {
  const Receipt& receipt = answer.copy.receipt;
  const Style& style = screen.style;
  for (const Change& change : receipt.changes()) {
    std::string line = style.paint(Ink::kStrong, pad_to_width(name_of(change.defect), 5)) +
                       std::string(info_of(change.defect).repair);
    const std::string lines = lines_text(change.lines, change.count);
    if (!lines.empty()) line += ": " + lines;
    screen.fit(line, 5);
    if (change.lost_bytes > 0) {
      screen.fit(style.paint(Ink::kWarning, "     lost: " + human_bytes(change.lost_bytes)), 5);
      for (const std::string& text : change.lost) {
        screen.out.line(style.paint(
            Ink::kDim,
            "       " + truncate_to_width(one_line(terminal_safe(text)), style.width - 7)));
      }
    }
  }
  if (receipt.thinking_lines > 0) {
    screen.fit("thinking taken out of " + counted(receipt.thinking_lines, "line") +
               " behind the first change: it would be refused");
  }
  if (receipt.aside_lines > 0) {
    screen.fit(counted(receipt.aside_lines, "line") +
               " put behind a compaction: in the copy, but no longer sent");
  }
  const TextComparison& compared = answer.copy.compared;
  screen.fit(counted(receipt.added_lines, "line") + " added, " +
             with_thousands(receipt.left_out_lines) + " left out; the conversation had " +
             counted(compared.texts, "text") + ", " +
             (compared.changed == 0 ? "none is changed or gone"
                                    : with_thousands(compared.changed) + " changed or gone:"));
  write_changed_texts(screen, compared);
  for (const Verdict& verdict : answer.copy.versions) {
    screen.fit(version_text(verdict, answer.copy.left));
  }
  write_diff(screen, answer.copy.diff);
  if (answer.copy.only_first_pass) {
    write_note(screen.out, "the file is too large for a full dry run: this is the first pass");
  }
  if (answer.dry_run) {
    screen.out.line("nothing was written (--dry-run)");
    return;
  }
  for (const std::string& id : answer.earlier) {
    write_note(screen.out, "a repaired copy of this session was there already: " + id);
  }
  // Not cut into lines: they are to be copied.
  screen.out.line("written: " + terminal_line(answer.copy.file));
  screen.out.line("continue with: " + style.paint(Ink::kAccent, answer.resume));
  screen.out.line(style.paint(Ink::kDim, "to undo, delete it: clew delete " + answer.session));
}

// The kinds of attention, the most urgent first; a session is shown under the first that fits.
struct Group {
  std::string_view one;
  std::string_view many;
  Ink ink;
  bool (*has)(const AilingSession&);
};
constexpr Group kGroups[] = {
    {"session cannot be read", "sessions cannot be read", Ink::kBad,
     [](const AilingSession& s) { return !s.unreadable.empty(); }},
    {"session will fail or forget", "sessions will fail or forget", Ink::kBad,
     [](const AilingSession& s) { return s.will_fail; }},
    {"session is not listed by claude --resume", "sessions are not listed by claude --resume",
     Ink::kWarning, [](const AilingSession& s) { return s.not_listed; }},
    {"session has an unfinished write", "sessions have unfinished writes", Ink::kWarning,
     [](const AilingSession& s) { return s.torn; }},
    {"session is huge", "sessions are huge", Ink::kWarning,
     [](const AilingSession& s) { return s.bytes > 0; }},
    {"session will be removed soon", "sessions will be removed soon", Ink::kWarning,
     [](const AilingSession& s) { return s.days_left.has_value(); }},
    {"session has something to know of", "sessions have something to know of", Ink::kDim,
     [](const AilingSession&) { return true; }},
};

const Group& group_of(const AilingSession& session) {
  return *std::find_if(std::begin(kGroups), std::end(kGroups),
                       [&](const Group& group) { return group.has(session); });
}

void write_ailing(Screen& screen, const AilingSession& one) {
  const Style& style = screen.style;
  std::string classes;
  for (const Defect defect : one.defects) classes += std::string(name_of(defect)) + " ";
  screen.out.line("  " +
                  style.paint(Ink::kStrong, truncate_to_width(one_line(terminal_safe(one.title)),
                                                              std::max(10, style.width - 2))));
  screen.fit("    " + classes + terminal_line(one.why), 4);
  if (!one.unreadable.empty()) screen.out.line("    " + terminal_line(one.file));
  if (!one.command.empty()) {
    screen.out.line("    " + style.paint(Ink::kAccent, terminal_line(one.command)));
  }
}

void write_root_notes(Screen& screen, const std::vector<RootNote>& notes) {
  for (const RootNote& note : notes) {
    const DefectInfo& info = info_of(note.defect);
    screen.fit(screen.style.paint(Ink::kStrong, pad_to_width(info.id, 5)) + std::string(info.what) +
                   (note.detail.empty() ? "" : " (" + note.detail + ")"),
               5);
    screen.out.line(screen.style.paint(Ink::kDim, "     " + terminal_line(note.place)));
    screen.fit("     " + std::string(info.cure), 5);
  }
}

Result<Outcome> write_roots(Screen& screen, const DoctorAnswer& answer, std::int64_t limit) {
  for (const Group& group : kGroups) {
    std::vector<const AilingSession*> members;
    for (const AilingSession& one : *answer.sessions) {
      if (&group_of(one) == &group) members.push_back(&one);
    }
    if (members.empty() || !screen.out.is_open()) continue;
    const std::int64_t count = std::ssize(members);
    screen.out.line(screen.style.paint(
        group.ink, with_thousands(count) + " " + std::string(count == 1 ? group.one : group.many)));
    for (std::int64_t i = 0; i < count && (limit == 0 || i < limit); ++i) {
      write_ailing(screen, *members[static_cast<std::size_t>(i)]);
    }
    if (limit > 0 && count > limit) {
      screen.out.line(screen.style.paint(
          Ink::kDim, "  and " + with_thousands(count - limit) + " more (--limit 0 shows all)"));
    }
    screen.out.line();
  }
  write_root_notes(screen, answer.notes);
  if (!answer.notes.empty()) screen.out.line();
  const std::int64_t ailing = std::ssize(*answer.sessions);
  screen.out.line(counted(answer.looked_at, "session") + ", " +
                  (ailing == 0   ? "none needs attention"
                   : ailing == 1 ? "1 needs attention"
                                 : with_thousands(ailing) + " need attention"));
  return holds_nothing(answer) ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace

Result<Outcome> doctor_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto answer = doctor_answer(engine, arguments);
  if (!answer) return answer.error();
  if (answer->sessions) return write_roots(screen, *answer, arguments.integer("limit"));
  if (answer->copy) {
    write_error(screen, answer->session->diagnosis.error);
    write_copy(screen, *answer->copy);
  } else {
    write_health(screen, *answer->session);
  }
  return holds_nothing(*answer) ? Outcome::kNothing : Outcome::kFound;
}

}  // namespace clew
