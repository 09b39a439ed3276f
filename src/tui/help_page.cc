// SPDX-License-Identifier: MIT
#include "tui/help_page.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "render/style.h"

namespace clew::tui {
namespace {

constexpr KeyRow kRows[] = {
    {"everywhere", "?", "this help"},
    {"everywhere", ":",
     "any clew command, about this session: :usage  :turns  :keep status; one that changes "
     "something asks first"},
    {"everywhere", "q  Esc  Backspace", "back; at the list: leave"},
    {"everywhere", "Ctrl-C", "leave"},
    {"everywhere", "Ctrl-Z  Ctrl-L",
     "to the shell (fg comes back); read and paint everything again"},
    {"everywhere", "j k  arrows  wheel", "down and up by a line"},
    {"everywhere", "Ctrl-D Ctrl-U",
     "half a screen; PgDn and PgUp (in texts also Space and b) a whole one"},
    {"everywhere", "g G  Home End", "begin and end"},

    {"list", "Enter  l", "read the session, at the best hit when you narrowed"},
    {"list", "/", "narrow as you type: titles, prompts, projects, then the text of all sessions"},
    {"list", "a", "sessions of all projects, or of the one you stand in"},
    {"list", "1 2 3 4", "only running, kept or gone, pinned, tagged ones"},
    {"list", "t", "only of today, of 7 days, of 30 days, of all time"},
    {"list", "H S", "also hidden ones; also subagents"},
    {"list", "o", "order: by time, by size, by name"},
    {"list", "Space  *", "choose one or several for the keys below; choose all, or none"},
    {"list", "p", "pin to the top"},
    {"list", "R T", "rename; tag; with several chosen all of them"},
    {"list", "x", "hide, or show again"},
    {"list", "d", "delete: to the trash"},
    {"list", "u", "undo the last change, for all sessions that it was made to"},
    {"list", "r", "resume in claude; the screen comes back when it ends"},
    {"list", "c D U", "what a resume would load; what is broken; what it cost"},
    {"list", "y", "copy the id"},
    {"list", "v  J K", "preview on or off; scroll it"},

    {"reader", "Tab  Shift-Tab", "next message, the one before; J and K too"},
    {"reader", "Enter  o", "open or close the message: its calls, results, thoughts, subagents"},
    {"reader", "1 2 3", "words only; as usual; everything open"},
    {"reader", "m", "also lines that are not meant to be read"},
    {"reader", "} {", "next prompt, the one before"},
    {"reader", "] [", "next error, the one before"},
    {"reader", "/  n N", "find in the whole conversation; next, before"},
    {"reader", "f", "find by file: a part of the name; n and N go on"},
    {"reader", "y Y L", "copy the message; its code; its links"},
    {"reader", "t", "the tree of branches beside the text"},
    {"reader", "c D U", "what a resume would load; what is broken; what it cost"},
    {"reader", "s", "say something: claude goes on here; Alt-Enter adds a line"},
    {"reader", "e", "edit this prompt in $EDITOR and send it; the old branch stays"},
    {"reader", "F", "fork: a copy up to this message, as a session of its own"},
    {"reader", "r", "resume in claude; the screen comes back when it ends"},
    {"reader", "i", "interrupt claude"},

    {"tree", "Enter", "read that branch"},
    {"tree", "c", "compare: mark one, then another; without a mark with the one shown"},
    {"tree", "Tab  t", "to the text; away"},
};

}  // namespace

std::span<const KeyRow> key_rows() { return kRows; }

namespace {

std::string_view title_of(std::string_view where) {
  return where == "everywhere" ? "Everywhere"
         : where == "list"     ? "In the list"
         : where == "reader"   ? "In a conversation"
                               : "In the tree of branches";
}

void add_section(std::vector<std::string>& lines, const Style& style, std::string_view where) {
  constexpr int kKeys = 20;
  const std::string indent(kKeys + 4, ' ');
  if (!lines.empty()) lines.emplace_back();
  lines.push_back(style.paint(Ink::kPrompt, title_of(where)));
  for (const KeyRow& row : kRows) {
    if (row.where != where) continue;
    std::string begin = "  " + style.paint(Ink::kStrong, pad_to_width(row.keys, kKeys)) + "  ";
    for (const std::string& part : wrap_to_width(row.what, std::max(20, style.width - kKeys - 4))) {
      lines.push_back(std::exchange(begin, indent) + part);
    }
  }
}

}  // namespace

std::vector<std::string> help_lines(int columns, std::string_view where) {
  const Style style{.color = true, .width = columns};
  std::vector<std::string> lines;
  add_section(lines, style, where);
  for (const std::string_view other : {"everywhere", "list", "reader", "tree"}) {
    if (other != where) add_section(lines, style, other);
  }
  lines.emplace_back();
  lines.push_back(style.paint(Ink::kPrompt, "Marks in the list"));
  for (const std::string_view line :
       {"● claude works in it    ◐ it waits for you",
        "▲ pinned   [kept] only in the keep   † gone, its prompts are left",
        "⧉ compacted   ⑂ forked   ≈ the words are in its text"}) {
    lines.push_back("  " + std::string(line));
  }
  return lines;
}

}  // namespace clew::tui
