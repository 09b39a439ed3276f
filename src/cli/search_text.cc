// SPDX-License-Identifier: MIT
//
// search for people.

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/notes.h"
#include "engine/search/search_nothing.h"
#include "engine/search/search_view.h"

namespace clew {
namespace {

std::string marked(const Style& style, const Snippet& snippet) {
  std::string out;
  std::size_t pos = 0;
  const std::string_view text = snippet.text;
  for (const TextMark& mark : snippet.marks) {
    out += text.substr(pos, mark.begin - pos);
    out += style.paint(Ink::kAccent, text.substr(mark.begin, mark.end - mark.begin));
    pos = mark.end;
  }
  return out + std::string(text.substr(pos));
}

Ink ink_of(PassageRole role) {
  switch (role) {
    case PassageRole::kUser:
      return Ink::kPrompt;
    case PassageRole::kAssistant:
      return Ink::kAnswer;
    case PassageRole::kTitle:
      return Ink::kStrong;
    default:
      return Ink::kTool;
  }
}

void write_session_line(Screen& screen, const SearchViewHit& one) {
  const std::string line =
      truncate_to_width(one_line(terminal_safe(one.called.name)), screen.style.width);
  screen.out.line(screen.style.paint(Ink::kStrong, line));
}

void write_hit(Screen& screen, const SearchViewHit& one, TimeMs now) {
  const Style& style = screen.style;
  std::string head =
      "  " + style.paint(ink_of(one.hit.selected.hit.role), name_of(one.hit.selected.hit.role));
  if (one.hit.time != kNoTime)
    head += style.paint(Ink::kDim, ", " + relative_time(one.hit.time, now));
  if (one.branch == HitBranch::kAbandoned)
    head += ", " + style.paint(Ink::kWarning, "abandoned branch");
  if (one.branch == HitBranch::kSubagent) head += style.paint(Ink::kDim, ", subagent");
  if (one.hit.error) head += ", " + style.paint(Ink::kBad, "error");
  screen.fit(head);
  screen.fit("    " + marked(style, one.hit.snippet), 4);
  screen.out.line(style.paint(Ink::kDim, "    " + terminal_line(one.open)));
}

std::string summary(const SearchView& view) {
  const auto counted = [](std::int64_t count, std::string_view what) {
    return with_thousands(count) + " " + std::string(what) + (count == 1 ? "" : "s");
  };
  std::string text = counted(view.total, "hit") + " in " + counted(view.sessions, "session") +
                     ", " + std::to_string(view.took_ms) + " ms";
  if (!view.fresh) text += "; behind: " + counted(view.behind, "file");
  return text;
}

// One line a session, for scripts: nothing else is written.
void write_sessions(Screen& screen, const SearchView& view, bool count) {
  for (const SearchViewHit& one : view.hits) {
    const std::string number =
        count ? std::to_string(one.hit.selected.more + 1) + " " : std::string();
    screen.out.line(number + screen.plain(one.session_name));
  }
}

void write_loose(Screen& screen, const SearchView& view) {
  for (const std::string& term : view.loose) {
    std::string note = "the signs of " + term;
    note += " were not looked for; =\"" + term;
    note += "\" looks for the very text";
    write_note(screen.out, note);
  }
}

std::string hits_text(std::int64_t count) {
  return with_thousands(count) + (count == 1 ? " hit" : " hits");
}

// Why there are no hits, as far as it can be known.
void write_why_nothing(Engine& engine, const Arguments& arguments, Screen& screen,
                       const SearchView& view) {
  const auto why = why_nothing(engine, arguments, view);
  if (!why) return write_note(screen.out, why.error().message);
  if (why->no_sessions) {
    return write_note(screen.out, nothing_found(engine, "there are no sessions to search"));
  }
  if (why->hidden > 0) {
    const std::string lie = why->hidden == 1 ? " is" : " are";
    write_note(screen.out,
               hits_text(why->hidden) + lie + " in what you hid; --hidden searches it too");
  }
  if (why->without_filters > 0) {
    write_note(screen.out, "the filters leave out " + hits_text(why->without_filters));
  }
  if (why->only_filters) write_note(screen.out, "nothing passes these filters");
  std::string words;
  for (const auto& [word, count] : why->words) {
    words += (words.empty() ? "" : ", ") + word + " " + with_thousands(count);
  }
  if (!words.empty()) write_note(screen.out, "no message has all words; hits of each: " + words);
  if (why->stored_outputs && !why->only_filters) {
    write_note(screen.out,
               "outputs that were too large for a transcript (tool-results/ beside it) are not "
               "searched");
  }
  for (const std::string& word : why->not_filters) {
    write_note(screen.out, word.substr(0, word.find(':')) + ": is no filter; \"" + word +
                               "\" was looked for as text");
  }
}

}  // namespace

Result<Outcome> search_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto view = search_view(engine, arguments);
  if (!view) return view.error();
  if (arguments.flag("list") || arguments.flag("count")) {
    write_sessions(screen, *view, arguments.flag("count"));
    const std::int64_t rest = view->sessions - std::ssize(view->hits);
    if (rest > 0 && screen.terminal) {
      screen.out.line(screen.style.paint(Ink::kDim, left_out_text(rest)));
    }
    write_notes(screen.out, view->findings);
    return view->total == 0 ? Outcome::kNothing : Outcome::kFound;
  }
  const std::string* session = nullptr;
  for (const SearchViewHit& one : view->hits) {
    if (!session || *session != one.hit.session) {
      if (session) screen.out.line();
      session = &one.hit.session;
      write_session_line(screen, one);
    }
    write_hit(screen, one, engine.options().now);
    if (one.hit.selected.more > 0) {
      screen.out.line(
          screen.style.paint(Ink::kDim, "  … " + with_thousands(one.hit.selected.more) + " more"));
    }
  }
  if (!view->hits.empty()) screen.out.line();
  if (const std::int64_t rest = view->total - std::ssize(view->hits); rest > 0) {
    const std::string how = "--limit 0 --per-session 0 shows all";
    screen.fit(screen.style.paint(Ink::kDim, left_out_text(rest, how)));
  }
  screen.fit(screen.style.paint(Ink::kDim, summary(*view)));
  write_loose(screen, *view);
  write_notes(screen.out, view->findings);
  if (view->skipped_lines > 0) {
    screen.out.line(screen.style.paint(
        Ink::kWarning, with_thousands(view->skipped_lines) + " lines are too long to be searched"));
  }
  if (view->total > 0) return Outcome::kFound;
  write_why_nothing(engine, arguments, screen, *view);
  return Outcome::kNothing;
}

}  // namespace clew
