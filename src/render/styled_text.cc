// SPDX-License-Identifier: MIT
#include "render/styled_text.h"

#include <algorithm>
#include <functional>
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
  return with_codes(look, text.substr(0, end)).append(text.substr(end));
}

// What a program may set: weight, italics, lines, and the colours that are seen on light and dark
// ground. Anything else (other codes, backgrounds, black and white) could hide text, or change a
// terminal for good.
class Look {
 public:
  // Takes the numbers of one sequence, such as "1;31".
  void set(std::string_view numbers) {
    std::vector<int> list(1, 0);
    for (const char c : numbers) {
      if (c == ';') {
        list.push_back(0);
      } else {
        list.back() = std::min(list.back() * 10 + (c - '0'), kNone);
      }
    }
    for (std::size_t i = 0; i < list.size(); ++i) set(list, i);
  }

  std::string numbers() const {
    std::string text;
    const auto add = [&text](int number) {
      text += (text.empty() ? "" : ";") + std::to_string(number);
    };
    for (int mark = 1; mark < 10; ++mark) {
      if ((marks_ >> mark & 1U) != 0) add(mark);
    }
    if (color_ != 0) add(color_);
    return text;
  }

 private:
  static constexpr int kNone = 100'000;

  void set(const std::vector<int>& list, std::size_t& i) {
    const int number = list[i];
    if (number == 0) {
      *this = Look();
    } else if (number <= 4 || number == 9) {
      marks_ |= 1U << number;
    } else if (number == 22) {
      marks_ &= ~6U;
    } else if (number == 23 || number == 24 || number == 29) {
      marks_ &= ~(1U << (number - 20));
    } else if (number == 38 || number == 48 || number == 58) {
      extended(list, i, number == 38);
    } else if ((number >= 30 && number <= 39) || (number >= 90 && number <= 97)) {
      const int tone = number % 10;
      color_ = tone >= 1 && tone <= 6 ? number : 0;
    }
  }

  // 38;5;N and 38;2;R;G;B: of the first those that have a name.
  void extended(const std::vector<int>& list, std::size_t& i, bool foreground) {
    const int kind = i + 1 < list.size() ? list[i + 1] : 0;
    const int tone = kind == 5 && i + 2 < list.size() ? list[i + 2] : 0;
    i += kind == 5 ? 2 : kind == 2 ? 4 : 1;
    if (!foreground) return;
    color_ = tone >= 1 && tone <= 6 ? 30 + tone : tone >= 9 && tone <= 14 ? 82 + tone : 0;
  }

  unsigned marks_ = 0;  // by number
  int color_ = 0;
};

// Takes a sequence that sets looks, at `at`, and puts its end there.
bool read_look(std::string_view text, std::size_t& at, Look& look) {
  constexpr std::size_t kLongest = 100;
  const std::size_t start = at + kEscape.size();
  const std::size_t end = text.find_first_not_of("0123456789;", start);
  if (end == std::string_view::npos || text[end] != 'm' || end - start > kLongest) return false;
  look.set(text.substr(start, end - start));
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

std::vector<std::string> StyledText::broken(int cells, int hang) const {
  std::vector<std::string> lines = wrap_to_width(text_, cells);
  if (hang == 0 || lines.size() == 1) return lines;
  lines.resize(1);
  const auto shown = std::count_if(lines[0].begin(), lines[0].end(), std::not_fn(is_space));
  std::size_t rest = 0;
  for (std::ptrdiff_t seen = 0; seen < shown; ++rest) seen += is_space(text_[rest]) ? 0 : 1;
  while (rest < text_.size() && is_space(text_[rest])) ++rest;
  for (std::string& line : wrap_to_width(std::string_view(text_).substr(rest), cells - hang)) {
    lines.push_back(std::move(line));
  }
  return lines;
}

// Breaking drops and adds spaces only, so the other bytes of the lines are those of the text, in
// their order.
std::vector<std::string> StyledText::wrap(int cells, const Style& style, int hang) const {
  std::vector<std::string> lines = broken(cells, hang);
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
  Look look;
  std::size_t start = 0;
  std::size_t at = 0;
  while ((at = printed.find(kEscape, at)) != std::string_view::npos) {
    const std::size_t begin = at;
    Look next = look;
    if (!read_look(printed, at, next)) {
      at = begin + kEscape.size();  // terminal_safe takes it away
      continue;
    }
    text.add(terminal_safe(printed.substr(start, begin - start)), look.numbers());
    look = next;
    start = at;
  }
  text.add(terminal_safe(printed.substr(start)), look.numbers());
  return text;
}

}  // namespace clew
