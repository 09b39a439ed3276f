// SPDX-License-Identifier: MIT
//
// Words like "key" and "token" are everywhere in transcripts, so most of the speed of a scan is
// decided here: a word counts only when something behind it could be a value.
#include "redact/prefilter.h"

#include <algorithm>
#include <array>

#include "base/hex_digit.h"
#include "json/unicode_escape.h"
#include "redact/characters.h"
#include "redact/layer.h"

namespace clew::redact {
namespace {

// Bytes by what they may be a part of.
enum Part : unsigned char { kValue = 1, kToken = 2 };
constexpr std::array<unsigned char, 256> kParts = [] {
  std::array<unsigned char, 256> out{};
  for (unsigned c = 0; c < 256; ++c) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain) out[c] = kValue | kToken;
  }
  for (const char c : std::string_view("_-./+%~!@#^*$'"))
    out[static_cast<unsigned char>(c)] |= kValue;
  for (const char c : std::string_view("_-./+=%:$~!@#^*|\\'"))
    out[static_cast<unsigned char>(c)] |= kToken;
  return out;
}();
bool value_char(char c) { return (kParts[static_cast<unsigned char>(c)] & kValue) != 0; }
bool token_char(char c) { return (kParts[static_cast<unsigned char>(c)] & kToken) != 0; }

bool turns(char a, char b) {
  return is_alnum(a) && is_alnum(b) && (is_lower(a) != is_lower(b) || is_digit(a) != is_digit(b));
}

// Whether characters in a row could be a value: nobody's word.
bool is_value(std::string_view run) {
  std::size_t digits = 0, letters = 0, changes = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (is_digit(run[i])) ++digits;
    if (is_lower(run[i]) || is_upper(run[i])) ++letters;
    if (i > 0 && turns(run[i - 1], run[i])) ++changes;
  }
  if (run.size() >= 6 && letters > 0 && digits > 0) return true;
  const bool signs = run.find_first_of("!@#$%^*~'+") != std::string_view::npos;
  return digits >= 8 || (run.size() >= 8 && (changes >= 3 || (letters > 0 && signs)));
}

// The next run of characters that could be a value; an empty one at the end.
std::string_view next_run(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && !value_char(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && value_char(text[end])) ++end;
  const std::string_view run = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return run;
}

bool value_within(std::string_view text, std::size_t runs = 100, std::size_t least = 0) {
  for (; runs > 0; --runs) {
    const std::string_view run = next_run(text);
    if (run.empty()) return false;
    if (run.size() >= least && is_value(run)) return true;
  }
  return false;
}

std::string_view behind(std::string_view text, std::size_t at, std::size_t length) {
  return text.substr(std::min(at, text.size()), length);
}

// Whether a telling word goes on as another word that tells nothing: "tokens", "keyboard",
// "author".
bool goes_on(std::string_view word, std::string_view rest) {
  const char next = rest.empty() ? ' ' : folded(rest[0]);
  if (!is_lower(next)) return false;
  if (is_upper(rest[0]) && is_lower(word.back())) return false;
  switch (folded(word.front())) {
    case 'p':
      return word.size() == 4 ? std::string_view("wpkc").find(next) == std::string_view::npos
                              : folded(word[1]) == 'a';
    case 'a':
      return !(next == 't' || (next == 'o' && rest.size() > 2 && folded(rest[2]) == 'i'));
    case 's':
      return word.size() != 6 || (next != 'k' && next != 's' && next != 'a');
    case 'k':
    case 't':
      return true;
    case 'c':
      return word.size() == 6;
    default:
      return false;
  }
}

// What stands between a name and its value, and is neither.
bool is_between(std::string_view run) {
  constexpr std::array<std::string_view, 24> kWords = {
      "value",  "Value", "val",   "default", "content", "text",   "secret", "Bearer",
      "bearer", "Basic", "basic", "token",   "Token",   "string", "str",    "String",
      "is",     "was",   "to",    "=",       "key",     "type",   "nb",     "nr"};
  return std::find(kWords.begin(), kWords.end(), run) != kWords.end();
}

bool starts_sentence(std::string_view run) {
  constexpr std::array<std::string_view, 16> kWords = {
      "is",   "was",    "for", "of",  "to",  "on",  "as",     "be",
      "will", "should", "has", "are", "now", "set", "lautet", "ist"};
  return std::find(kWords.begin(), kWords.end(), run) != kWords.end();
}

// The rest of a line: a value stands where its name does. "\\n" is the end of one that is escaped.
std::string_view rest_of_line(std::string_view text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '\n') return text.substr(0, at);
    if (text[at] == '\\' && (text[at + 1] == 'n' || text[at + 1] == 'r')) return text.substr(0, at);
  }
  return text;
}

// Behind a name: its quotes and brackets, blanks, and what parts it from a value. Nothing parts
// them in "key)" and "key/path".
enum class Parted { kNot, kBySign, kByBlank };
Parted parted(std::string_view& rest) {
  std::size_t at = 0;
  while (at < rest.size() && std::string_view("\\\"'`])*").find(rest[at]) != std::string_view::npos)
    ++at;
  const bool quoted = at > 0;
  const std::size_t blanks = at;
  while (at < rest.size() && (rest[at] == ' ' || rest[at] == '\t')) ++at;
  if (at >= rest.size()) return Parted::kNot;
  const char c = rest[at];
  const bool blank = at > blanks;
  rest.remove_prefix(at);
  if (std::string_view("=:>%?+|\xEF").find(c) != std::string_view::npos || (c == ',' && quoted))
    return Parted::kBySign;
  if (c == '-' && rest.size() > 1 && rest[1] == '>') return Parted::kBySign;
  // A call that types something into a field that is called so.
  if (c == '.' && quoted && rest.substr(0, 20).find('(') != std::string_view::npos)
    return Parted::kBySign;
  return blank ? Parted::kByBlank : Parted::kNot;
}

void skip_name(std::string_view& rest) {
  std::size_t at = 0;
  while (at < rest.size() &&
         (is_alnum(rest[at]) || rest[at] == '_' || rest[at] == '-' || rest[at] == '.'))
    ++at;
  rest.remove_prefix(at);
}

// Whether this may be a password of many signs, which next_run() would cut into pieces.
bool has_signs(std::string_view chunk) {
  bool lower = false, upper = false, digit = false, sign = false;
  for (const char c : chunk) {
    (is_lower(c) ? lower : is_upper(c) ? upper : is_digit(c) ? digit : sign) = true;
  }
  return chunk.size() >= 8 && sign && lower + upper + digit >= 2;
}

// Whether such a one follows a name: behind a sign at once, in a sentence among its words.
bool signs_follow(std::string_view rest) {
  rest = rest_of_line(rest);
  skip_name(rest);
  const Parted how = parted(rest);
  for (int words = how == Parted::kNot ? 0 : how == Parted::kBySign ? 1 : 6; words > 0; --words) {
    rest.remove_prefix(std::min(rest.find_first_not_of("=:> \t\"'\\`*"), rest.size()));
    const std::string_view chunk = rest.substr(0, rest.find_first_of(" \t\"'`\\"));
    if (has_signs(chunk)) return true;
    rest.remove_prefix(chunk.size());
  }
  return false;
}

// Whether a password with blanks or quotes in it may follow: letters and a digit up to what ends
// it.
bool phrase_follows(std::string_view rest) {
  rest = rest_of_line(rest);
  skip_name(rest);
  if (parted(rest) != Parted::kBySign) return false;
  rest.remove_prefix(std::min(rest.find_first_not_of("=:> \t\"'\\`([,"), rest.size()));
  std::size_t letters = 0;
  std::size_t changes = 0;
  bool digit = false;
  char last = ' ';
  for (const char c : rest.substr(0, 48)) {
    if (c == ';' || c == '}' || c == '<') break;
    if (is_letter(c)) ++letters;
    if (turns(last, c)) ++changes;
    digit = digit || is_digit(c);
    last = c;
  }
  return letters >= 3 && (digit || changes >= 3);
}

// Whether a password of letters alone may follow, or one of several words.
bool words_follow(std::string_view rest) {
  rest = rest_of_line(rest);
  skip_name(rest);
  if (parted(rest) == Parted::kNot) return false;
  std::size_t words = 0;
  for (std::string_view run = next_run(rest); !run.empty(); run = next_run(rest)) {
    if (words == 0 && run.size() >= 8 && run.find('/') == std::string_view::npos) return true;
    if (!starts_sentence(run) && ++words >= 4) return true;
  }
  return false;
}

// Whether a row of dashes follows the line, as below the head of a table.
bool heads_table(std::string_view rest) {
  if (rest_of_line(rest).find('|') == std::string_view::npos) return false;
  for (const std::string_view dashes : {"|--", "| --", "|:-", "| :-"}) {
    if (rest.find(dashes) != std::string_view::npos) return true;
  }
  return false;
}

// Whether a value follows where a name has ended: at once, or later in a sentence.
bool value_follows(std::string_view rest) {
  rest = rest_of_line(rest);
  skip_name(rest);
  const Parted how = parted(rest);
  if (how == Parted::kNot) return false;
  std::string_view left = rest;
  for (int i = 0; i < 4; ++i) {
    const std::string_view run = next_run(left);
    if (run.empty()) return false;
    if (is_value(run) || run.find('%') != std::string_view::npos) return true;
    if (how == Parted::kByBlank && i == 0 && starts_sentence(run)) return value_within(left);
    if (!is_between(run) && run.size() > 2) return false;
  }
  return false;
}

// Whether a name is followed by a member that holds its value, maybe in the next line.
bool value_beside(std::string_view rest) {
  skip_name(rest);
  const std::size_t value = rest.substr(0, 60).find("alue");
  if (value != std::string_view::npos && value_within(rest.substr(value + 4), 8)) return true;
  if (rest.substr(0, 8).find('{') == std::string_view::npos) return false;
  const std::size_t given = rest.find("default");
  return given != std::string_view::npos && value_within(rest.substr(given + 7), 8);
}

// Whether the member that holds the value of a name stands before it.
bool value_stands_before(std::string_view raw, Span word) {
  std::string_view rest = behind(raw, word.end, 80);
  skip_name(rest);
  if (rest.find('"') > 8) return false;
  const std::size_t from = word.begin > 300 ? word.begin - 300 : 0;
  const std::string_view ahead = raw.substr(from, word.begin - from);
  const std::size_t value = ahead.rfind("alue");
  return value != std::string_view::npos && value_within(ahead.substr(value + 4), 8);
}

// A provider's name as a word of its own, and behind it what a machine made.
bool named(std::string_view raw, Span word) {
  if (word.begin > 0 && is_alnum(raw[word.begin - 1]) && !is_left_edge(raw, word.begin) &&
      !(is_lower(raw[word.begin - 1]) && is_upper(raw[word.begin]))) {
    return false;
  }
  std::string_view rest = behind(raw, word.end, 120);
  for (std::string_view run = next_run(rest); !run.empty(); run = next_run(rest)) {
    if (run.size() >= 12 && is_value(run)) return true;
  }
  return false;
}

// Colours of a terminal, which hide where a value begins.
bool has_colours(std::string_view rest) {
  return rest.find('\x1b') != std::string_view::npos ||
         rest.find("\\u001") != std::string_view::npos ||
         rest.find("\\u009") != std::string_view::npos;
}

bool telling(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 110);
  const std::string_view said = word.of(raw);
  if (goes_on(said, rest)) return false;
  const char first = folded(said[0]);
  // "PASS: TestX" is what a test says.
  if (said == "PASS" && is_left_edge(raw, word.begin) &&
      (word.begin == 0 || raw[word.begin - 1] != '_')) {
    if (rest.empty() || !is_alnum(rest[0])) return false;
  }
  if (said.size() == 2 && !rest.empty() && is_alnum(rest[0])) return false;  // "pw" in "pwd"
  if (first == 's' && folded(said[1]) == 'i') {  // "sig" is a part of too many words
    if (rest.empty() || (rest[0] != '=' && rest[0] != '"' && rest[0] != '%')) return false;
  }
  if (first == 'c' && said.size() == 10 && folded(said[2]) == 'n') {  // "connection": of a string
    const std::size_t at = !rest.empty() && is_alnum(rest[0]) ? 0 : 1;
    if (rest.size() < at + 2 || folded(rest[at]) != 's' || folded(rest[at + 1]) != 't')
      return false;
  }
  if (first == 'c' && said.size() == 6)
    return value_within(behind(raw, word.end, 300), 40, 8);  // cookies
  if (value_follows(rest) || (first == 'p' && (signs_follow(rest) || phrase_follows(rest))))
    return true;
  if (first == 'p' && words_follow(rest)) return true;
  if (heads_table(behind(raw, word.end, 400))) return true;
  if (has_colours(rest_of_line(rest)) || value_beside(behind(raw, word.end, 360))) return true;
  if (value_stands_before(raw, word)) return true;
  const std::size_t from = word.begin > 90 ? word.begin - 90 : 0;
  const std::string_view ahead = raw.substr(from, word.begin - from);
  const bool named_after =
      ahead.ends_with("the ") || ahead.ends_with("a ") || ahead.ends_with("as ");
  return named_after && value_within(ahead, 100, 8);
}

// Whether an escape with this letter parts words.
bool ends_word(std::string_view raw, std::size_t letter) {
  return letter < raw.size() &&
         std::string_view("ntr\"").find(raw[letter]) != std::string_view::npos;
}

// Behind a border of a box, or tags of HTML, that may cut a token; the place itself if there is
// nothing like that.
std::size_t skip_cut(std::string_view raw, std::size_t at) {
  constexpr std::size_t kNear = 200;
  const std::string_view rest = raw.substr(at, kNear);
  if (rest.starts_with('<') || rest.starts_with("\\u003c")) {
    const std::size_t close = rest.find('>');
    const std::size_t escaped = rest.find("\\u003e");
    if (close < escaped) return at + close + 1;
    return escaped == std::string_view::npos ? at : at + escaped + 6;
  }
  if (rest.find_first_of(" |\xE2") != 0) return at;
  const std::size_t end = rest.find_first_not_of(" |\xE2\x94\x95\x82\x83\x8E\x91\\nr\n\r");
  const bool lines = rest.substr(0, end).find_first_of("\n\\") != std::string_view::npos;
  return end == std::string_view::npos || !lines ? at : at + end;
}

bool shape(std::string_view raw, Span word) {
  if (is_alnum(raw[word.begin]) && !is_left_edge(raw, word.begin)) return false;
  std::size_t run = 0;
  std::size_t changes = 0;
  for (std::size_t at = word.end; at < raw.size() && run < 40; ++at, ++run) {
    for (std::size_t next = skip_cut(raw, at); next > at; next = skip_cut(raw, at)) at = next;
    if (at >= raw.size() || !token_char(raw[at])) break;
    if (raw[at] == '\\' && ends_word(raw, at + 1)) {
      // A terminal may have wrapped it.
      if (raw[at + 1] == '"' || raw[at + 1] == 't') break;
      ++at;
      while (at + 1 < raw.size() && raw[at + 1] == ' ') ++at;
      continue;
    }
    if (turns(raw[at - 1], raw[at])) ++changes;
  }
  return run >= (word.end - word.begin > 3 ? 10 : 16) && (changes >= 1 || run >= 28);
}

bool inside(std::string_view raw, Span word) {
  std::size_t run = 0;
  while (run < 24 && word.end + run < raw.size() && token_char(raw[word.end + run])) ++run;
  std::size_t before = 0;
  while (before < 24 && before < word.begin && token_char(raw[word.begin - 1 - before])) ++before;
  return before + run >= 16;
}

bool command(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 160);
  if (value_within(rest, 20, 4)) return true;
  const std::size_t quote = rest.find_first_of("\"'");
  return quote != std::string_view::npos &&
         std::any_of(rest.begin() + static_cast<long>(quote), rest.end(), is_digit);
}

// Whether a word is somewhere in an image or a signature, whose letters mean nothing: nobody's
// secret is that long and has no other sign.
bool is_amid_base64(std::string_view raw, Span word) {
  constexpr std::size_t kBefore = 64;
  constexpr std::size_t kBehind = 128;
  if (word.begin < kBefore || word.end + kBehind > raw.size()) return false;
  // A byte at either end tells most of the others.
  const auto is_base64 = [](char c) { return is_alnum(c) || c == '+' || c == '/'; };
  if (!is_base64(raw[word.begin - 1])) return false;
  const std::string_view around = raw.substr(word.begin - kBefore, kBefore + kBehind);
  return std::all_of(around.rbegin(), around.rend(), is_base64);
}

bool address(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 300);
  bool colon = false;  // behind it a password may have slashes
  for (const char c : rest) {
    if (c == '@' || c == '%') return true;
    colon = colon || c == ':';
    if (c == ' ' || c == '"' || c == '\\' || (c == '/' && !colon) || c == '<' || c == '\n')
      return false;
  }
  return false;
}

// Whether a row of these many digits is there.
bool number_within(std::string_view text, std::size_t least) {
  std::size_t run = 0;
  for (const char c : text) {
    run = is_digit(c) ? run + 1 : 0;
    if (run == least) return true;
  }
  return false;
}

// Letters alone may be a password there too, and it may stand before the word. A letter may take
// six bytes.
bool foreign(std::string_view raw, Span word) {
  constexpr std::size_t kNear = 240;
  constexpr std::size_t kShortest = 8;
  const std::size_t from = word.begin > kNear ? word.begin - kNear : 0;
  for (std::string_view rest :
       {behind(raw, word.end, kNear), raw.substr(from, word.begin - from)}) {
    if (number_within(rest, 4)) return true;
    for (std::string_view run = next_run(rest); !run.empty(); run = next_run(rest)) {
      if (run.size() >= kShortest) return true;
    }
  }
  return false;
}

bool pin(std::string_view raw, Span word) {
  const std::string_view rest = behind(raw, word.end, 160);
  // "ping", "pinned"; "pincode" is one.
  if (!rest.empty() && is_lower(rest[0]) && is_letter(word.of(raw).front()) && rest[0] != 'c') {
    return false;
  }
  return number_within(rest, 4);
}

}  // namespace

bool is_left_edge(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  if (!is_alnum(before)) return true;
  // Bytes as quoted-printable and string literals write them: "=3D", "\\x22".
  if (at >= 3 && hex_digit(before) >= 0 && hex_digit(text[at - 2]) >= 0 &&
      (text[at - 3] == '=' || (at >= 4 && text.substr(at - 4, 2) == "\\x")))
    return true;
  if (at >= 2 && text[at - 2] == '\\' &&
      std::string_view("nrtbf").find(before) != std::string_view::npos)
    return true;
  // A percent sign may hide the backslash.
  if (at >= 4 && text.substr(at - 4, 2) == "%5" &&
      (before == 'n' || before == 'r' || before == 't'))
    return true;
  if (at >= 3 && hex_digit(before) >= 0 && hex_digit(text[at - 2]) >= 0 && text[at - 3] == '%')
    return true;
  if (at >= 6 && json::unicode_escape(text, at - 6) >= 0) return true;
  // The end of a colour: "ESC[32m".
  if (before != 'm') return false;
  std::size_t back = at - 1;
  while (back > 0 && (is_digit(text[back - 1]) || text[back - 1] == ';')) --back;
  return (back > 0 && text[back - 1] == '[') || (back > 2 && text.substr(back - 3, 2) == "%5");
}

bool is_worth_a_look(std::string_view raw, Span word, unsigned uses) {
  if ((uses & (kAlways | kBlock)) != 0) return true;
  if (is_amid_base64(raw, word)) return false;
  return ((uses & kShape) != 0 && shape(raw, word)) ||
         ((uses & kInside) != 0 && inside(raw, word)) ||
         ((uses & kTelling) != 0 && telling(raw, word)) ||
         ((uses & kNamed) != 0 && named(raw, word)) ||
         ((uses & kCommand) != 0 && command(raw, word)) ||
         ((uses & kAddress) != 0 && address(raw, word)) ||
         ((uses & (kForeign | kForeignForm)) != 0 && foreign(raw, word)) ||
         ((uses & kPin) != 0 && pin(raw, word)) ||
         ((uses & kDisguise) != 0 && is_disguise(raw, word.begin));
}

}  // namespace clew::redact
