// SPDX-License-Identifier: MIT
//
// Words like "key" and "token" are everywhere in transcripts, so most of the speed of a scan is decided
// here: a word counts only when something behind it could be a value.
#include "redact/prefilter.h"

#include <algorithm>

#include "json/unicode_escape.h"

namespace clew::redact {
namespace {

bool lower(char c) { return c >= 'a' && c <= 'z'; }
bool upper(char c) { return c >= 'A' && c <= 'Z'; }
bool digit(char c) { return c >= '0' && c <= '9'; }
bool alnum(char c) { return lower(c) || upper(c) || digit(c); }
bool hex(char c) { return digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

char folded(char c) { return upper(c) ? static_cast<char>(c + 32) : c; }

bool token_char(char c) {
  return alnum(c) || std::string_view("_-./+=%:$~!@#^*\\'").find(c) != std::string_view::npos;
}

// A run of characters that could be a value, within the next bytes.
bool value_within(std::string_view text) {
  std::size_t length = 0, digits = 0, letters = 0, turns = 0;
  char last = 0;
  for (const char c : text) {
    const bool part = alnum(c) || std::string_view("_-./+%~!@#^*$'").find(c) != std::string_view::npos;
    if (!part) {
      length = digits = letters = turns = 0;
      last = 0;
      continue;
    }
    ++length;
    if (digit(c)) ++digits;
    if (lower(c) || upper(c)) ++letters;
    if (last != 0 && alnum(c) && alnum(last) && (lower(c) != lower(last) || digit(c) != digit(last))) ++turns;
    last = c;
    if (length >= 6 && letters > 0 && digits > 0) return true;
    if (length >= 8 && digits >= 8) return true;
    if (length >= 12 && turns >= 4) return true;
  }
  return false;
}

std::string_view behind(std::string_view text, std::size_t at, std::size_t length) {
  return text.substr(std::min(at, text.size()), length);
}

// Whether a telling word goes on as another word that tells nothing: "tokens", "keyboard", "author".
bool goes_on(std::string_view word, std::string_view rest) {
  const char next = rest.empty() ? ' ' : folded(rest[0]);
  if (!lower(next)) return false;
  const bool capital = upper(rest[0]) && lower(word.back());
  if (capital) return false;
  switch (folded(word.front())) {
    case 'p': return word.size() == 3 ? folded(word[1]) == 'a' : word.size() == 4 && std::string_view("wpkc").find(next) == std::string_view::npos;
    case 'a': return !(next == 't' || (next == 'o' && rest.size() > 2 && folded(rest[2]) == 'i'));
    case 's': return word.size() != 6 || (next != 'k' && next != 's' && next != 'a');
    case 'k': return true;
    case 't': return true;
    case 'c': return word.size() == 6;
    default: return false;
  }
}

bool telling(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 100);
  const std::string_view said = word.of(raw);
  if (goes_on(said, rest)) return false;
  if (folded(said[0]) == 's' && folded(said[1]) == 'i') {  // "sig" is a part of too many words
    if (rest.empty() || (rest[0] != '=' && rest[0] != '"' && rest[0] != '%')) return false;
  }
  if (folded(said[0]) == 'c' && folded(said[1]) == 'o' && folded(said[2]) == 'n') {
    const std::size_t at = !rest.empty() && alnum(rest[0]) ? 0 : 1;
    if (rest.size() < at + 2 || folded(rest[at]) != 's' || folded(rest[at + 1]) != 't') return false;
  }
  if (value_within(rest)) return true;
  const std::size_t from = word.begin > 90 ? word.begin - 90 : 0;
  const std::string_view ahead = raw.substr(from, word.begin - from);
  const bool named_after = ahead.ends_with("the ") || ahead.ends_with("a ") || ahead.ends_with("as ");
  return named_after && value_within(ahead);
}

bool shape(std::string_view raw, Span word, bool begins) {
  if (word.end - word.begin > 3) return true;
  if (begins && alnum(raw[word.begin]) && !is_left_edge(raw, word.begin)) return false;
  std::size_t run = 0;
  std::size_t turns = 0;
  for (std::size_t at = word.end; at < raw.size() && run < 40 && token_char(raw[at]); ++at, ++run) {
    const char a = raw[at - 1];
    const char b = raw[at];
    if (alnum(a) && alnum(b) && (lower(a) != lower(b) || digit(a) != digit(b))) ++turns;
  }
  if (run >= 16 && (turns >= 2 || run >= 28)) return true;
  // Or before it.
  std::size_t before = 0;
  while (before < 16 && before < word.begin && alnum(raw[word.begin - 1 - before])) ++before;
  return before + run >= 16 && before >= 8;
}

bool address(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 300);
  for (const char c : rest) {
    if (c == '@') return true;
    if (c == '%') return true;
    if (c == ' ' || c == '"' || c == '\\' || c == '/' || c == '<' || c == '\n') return false;
  }
  return false;
}

bool hides_ascii(std::string_view raw, Span word) {
  const int unit = json::unicode_escape(raw, word.begin);
  return unit > 0x20 && unit < 0x7F && alnum(static_cast<char>(unit));
}

}  // namespace

bool is_left_edge(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  if (!alnum(before)) return before != '_';
  if (at >= 2 && text[at - 2] == '\\' && std::string_view("nrtbf").find(before) != std::string_view::npos) return true;
  if (at >= 3 && hex(before) && hex(text[at - 2]) && text[at - 3] == '%') return true;
  if (at >= 6 && json::unicode_escape(text, at - 6) >= 0) return true;
  // The end of a colour: "ESC[32m".
  if (before != 'm') return false;
  std::size_t back = at - 1;
  while (back > 0 && (digit(text[back - 1]) || text[back - 1] == ';')) --back;
  return back > 0 && text[back - 1] == '[';
}

bool is_worth_a_look(std::string_view raw, Span word, WordUse use) {
  switch (use) {
    case WordUse::kShape: return shape(raw, word, true);
    case WordUse::kInside: return shape(raw, word, false);
    case WordUse::kTelling: return telling(raw, word);
    case WordUse::kForeign: return value_within(behind(raw, word.end, 40));
    case WordUse::kAddress: return address(raw, word);
    case WordUse::kEscape: return hides_ascii(raw, word);
    case WordUse::kBlock:
    case WordUse::kAlways: return true;
  }
  return true;
}

}  // namespace clew::redact
