// SPDX-License-Identifier: MIT
#include "cli/styled_text.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kEscape = "\x1b[";

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

// Spaces at the end stay as they are: a line under them would be seen.
std::string painted(std::string_view text, const std::string& look) {
  const std::size_t end = text.find_last_not_of(' ') + 1;
  if (look.empty() || end == 0) return std::string(text);
  return "\x1b[" + look + "m" + std::string(text.substr(0, end)) + "\x1b[0m" +
         std::string(text.substr(end));
}

// The numbers of a sequence that only sets colours and weight, at `at`; its end is put there.
bool read_look(std::string_view text, std::size_t& at, std::string& look) {
  constexpr std::size_t kLongest = 24;  // "38;2;255;255;255" and a weight
  const std::size_t start = at + kEscape.size();
  const std::size_t end = text.find_first_not_of("0123456789;", start);
  if (end == std::string_view::npos || text[end] != 'm' || end - start > kLongest) return false;
  const std::string_view numbers = text.substr(start, end - start);
  const bool reset = numbers.find_first_not_of("0;") == std::string_view::npos;
  // Hidden text (8) would not be seen.
  const std::string padded = ";" + std::string(numbers) + ";";
  if (reset || padded.find(";8;") != std::string::npos) {
    look.clear();
  } else {
    look = look.empty() || look.size() > kLongest ? numbers : look + ";" + std::string(numbers);
  }
  at = end + 1;
  return true;
}

}  // namespace

std::uint8_t StyledText::number_of(std::string_view look) {
  const auto found = std::find(looks_.begin(), looks_.end(), look);
  if (found != looks_.end()) return static_cast<std::uint8_t>(found - looks_.begin());
  if (looks_.size() > UINT8_MAX) return 0;
  looks_.emplace_back(look);
  return static_cast<std::uint8_t>(looks_.size() - 1);
}

void StyledText::add(std::string_view safe, std::string_view look) {
  text_ += safe;
  look_of_.resize(text_.size(), number_of(look));
}

// Breaking drops and adds spaces only, so the other bytes of the lines are those of the text, in
// their order.
std::vector<std::string> StyledText::wrap(int cells, const Style& style) const {
  std::vector<std::string> lines = wrap_to_width(text_, cells);
  if (!style.color || looks_.size() == 1) return lines;
  std::size_t at = 0;
  for (std::string& line : lines) {
    std::string out;
    std::size_t start = 0;  // of the part that looks the same
    std::uint8_t look = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (is_space(line[i])) continue;
      while (at < text_.size() && is_space(text_[at])) ++at;
      const std::uint8_t now = at < text_.size() ? look_of_[at++] : 0;
      if (now == look) continue;
      out += painted(std::string_view(line).substr(start, i - start), looks_[look]);
      start = i;
      look = now;
    }
    out += painted(std::string_view(line).substr(start), looks_[look]);
    line = std::move(out);
  }
  return lines;
}

StyledText with_own_colors(std::string_view printed) {
  StyledText text;
  std::string look;
  std::size_t start = 0;
  std::size_t at = 0;
  while ((at = printed.find(kEscape, at)) != std::string_view::npos) {
    const std::size_t begin = at;
    std::string next = look;
    if (!read_look(printed, at, next)) {
      at = begin + kEscape.size();  // terminal_safe takes it away
      continue;
    }
    text.add(terminal_safe(printed.substr(start, begin - start)), look);
    look = next;
    start = at;
  }
  text.add(terminal_safe(printed.substr(start)), look);
  return text;
}

}  // namespace clew
