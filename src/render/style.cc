// SPDX-License-Identifier: MIT

#include "render/style.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

#include "os/terminal.h"

namespace clew {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kNarrowest = 20;

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::kPlain:
      return "";
    case Ink::kStrong:
      return "1";
    case Ink::kDim:
      return "2";
    case Ink::kPrompt:
      return "1;36";
    case Ink::kAnswer:
      return "1;35";
    case Ink::kTool:
      return "34";
    case Ink::kGood:
      return "32";
    case Ink::kBad:
      return "31";
    case Ink::kWarning:
      return "33";
    case Ink::kAccent:
      return "36";
  }
  return "";
}

bool wants_color() {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color && *no_color) return false;
  const char* term = std::getenv("TERM");
  if (!term || std::string_view(term) == "dumb") return false;
  return is_terminal(STDOUT_FILENO);
}

int width_of_terminal() {
  if (const auto width = terminal_width(STDOUT_FILENO)) return *width;
  const char* columns = std::getenv("COLUMNS");
  const int width = columns ? std::atoi(columns) : 0;
  return width > 0 ? width : kDefaultWidth;
}

}  // namespace

std::string Style::paint(Ink ink, std::string_view text) const {
  const std::string_view code = code_of(ink);
  if (!color || code.empty() || text.empty()) return std::string(text);
  return with_codes(code, text);
}

std::string with_codes(std::string_view codes, std::string_view text) {
  std::string painted = "\x1b[";
  painted += codes;
  painted += 'm';
  painted += text;
  painted += "\x1b[0m";
  return painted;
}

Style make_style(ColorChoice color, int width) {
  Style style;
  style.color = color == ColorChoice::kAlways || (color == ColorChoice::kAuto && wants_color());
  style.width = std::max(kNarrowest, width > 0 ? width : width_of_terminal());
  return style;
}

}  // namespace clew
