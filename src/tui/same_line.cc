// SPDX-License-Identifier: MIT
//
// Lines are compared by their letters and digits alone, without regard to where they were broken:
// what frames, indents and folds them is different in every form.
#include "tui/same_line.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "tui/canvas.h"

namespace clew::tui {
namespace {

struct Letters {
  std::string text;                 // of all lines
  std::vector<std::size_t> begins;  // of each line in it
};

bool counts(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return c >= 0xc0 && !(c >= 0x2000 && c < 0x2c00);  // no punctuation, arrows, frames
}

Letters letters_of(const std::vector<std::string>& lines) {
  Letters letters;
  for (const std::string& line : lines) {
    letters.begins.push_back(letters.text.size());
    const std::string plain = without_looks(line);
    for (std::size_t at = 0; at < plain.size();) {
      const char32_t c = decode_utf8(plain, at);
      if (counts(c)) append_utf8(letters.text, c);
    }
  }
  return letters;
}

// The place of these letters that is nearest to where they would be if nothing had changed.
std::size_t nearest(std::string_view text, std::string_view what, std::size_t expected) {
  std::size_t best = std::string_view::npos;
  const auto distance = [&](std::size_t at) {
    return at > expected ? at - expected : expected - at;
  };
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + 1)) {
    if (best == std::string_view::npos || distance(at) < distance(best)) best = at;
    if (at >= expected) break;
  }
  return best;
}

int line_at(const Letters& letters, std::size_t at) {
  const auto behind = std::upper_bound(letters.begins.begin(), letters.begins.end(), at);
  return static_cast<int>(behind - letters.begins.begin()) - 1;
}

}  // namespace

int same_line(const std::vector<std::string>& before, int line,
              const std::vector<std::string>& now) {
  if (line <= 0 || now.empty() || before.empty()) return 0;
  const Letters old = letters_of(before);
  const Letters fresh = letters_of(now);
  const std::string_view text = old.text;
  for (auto i = static_cast<std::size_t>(line); i < before.size(); ++i) {
    const std::size_t begin = old.begins[i];
    const std::size_t end = i + 1 < before.size() ? old.begins[i + 1] : text.size();
    if (begin == end) continue;
    // Long enough to be the only such place; a line that was cut short has only its beginning.
    for (const std::size_t length : {std::size_t{80}, std::min<std::size_t>(end - begin, 24)}) {
      const std::size_t at = nearest(fresh.text, text.substr(begin, length), begin);
      if (at != std::string_view::npos) return line_at(fresh, at);
    }
  }
  return 0;
}

}  // namespace clew::tui
