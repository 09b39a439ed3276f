// SPDX-License-Identifier: MIT
#include "search/snippet.h"

#include <algorithm>

#include "base/text.h"

namespace clew {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }

// Moves to the nearest edge of a word within a few bytes, else to that of a character.
std::size_t edge_after(std::string_view text, std::size_t pos, std::size_t limit) {
  constexpr std::size_t kReach = 24;
  for (std::size_t i = pos; i < std::min(limit, pos + kReach); ++i) {
    if (text[i] == ' ' || text[i] == '\n') return i + 1;
  }
  while (pos < limit && !starts_character(text[pos])) ++pos;
  return pos;
}

std::size_t densest(const std::vector<TextMark>& marks, std::size_t size) {
  std::size_t best = 0;
  std::size_t most = 0;
  std::size_t last = 0;
  for (std::size_t first = 0; first < marks.size(); ++first) {
    last = std::max(last, first);
    while (last < marks.size() && marks[last].end <= marks[first].begin + size) ++last;
    if (last - first > most) {
      most = last - first;
      best = first;
    }
  }
  return best;
}

// `text` made safe and short of white space, appended; a space at either end stays one.
void append_clean(std::string& out, std::string_view text) {
  const std::string safe = terminal_safe(text);
  bool space = !out.empty() && out.back() == ' ';
  for (std::size_t pos = 0; pos < safe.size();) {
    const std::size_t start = pos;
    if (is_js_space(decode_utf8(safe, pos))) {
      if (!space && !out.empty()) out += ' ';
      space = true;
    } else {
      out.append(safe, start, pos - start);
      space = false;
    }
  }
}

}  // namespace

Snippet make_snippet(std::string_view text, const std::vector<TextMark>& marks, std::size_t size) {
  std::size_t begin = 0;
  std::size_t first = 0;
  if (!marks.empty()) {
    first = densest(marks, size);
    const std::size_t lead = size / 4;
    const std::size_t at = marks[first].begin;
    begin = at > lead ? edge_after(text, at - lead, at) : 0;
    // Marks before the densest place that are in view all the same.
    while (first > 0 && marks[first - 1].begin >= begin) --first;
  }
  std::size_t end = std::min(text.size(), begin + size);
  if (!marks.empty()) end = std::max(end, std::min(marks[first].end, begin + 4 * size));
  if (end < text.size()) {
    while (end > begin && !starts_character(text[end])) --end;
  }

  Snippet snippet;
  if (begin > 0) snippet.text = "…";
  std::size_t pos = begin;
  for (std::size_t i = first; i < marks.size() && marks[i].begin < end; ++i) {
    append_clean(snippet.text, text.substr(pos, marks[i].begin - pos));
    const std::size_t mark_end = std::min(marks[i].end, end);
    const std::size_t start = snippet.text.size();
    append_clean(snippet.text, text.substr(marks[i].begin, mark_end - marks[i].begin));
    if (snippet.text.size() > start) snippet.marks.push_back({start, snippet.text.size()});
    pos = mark_end;
  }
  if (pos < end) append_clean(snippet.text, text.substr(pos, end - pos));
  while (snippet.text.ends_with(' ') &&
         (snippet.marks.empty() || snippet.marks.back().end < snippet.text.size())) {
    snippet.text.pop_back();
  }
  if (end < text.size()) snippet.text += "…";
  return snippet;
}

}  // namespace clew
