// SPDX-License-Identifier: MIT
#include "redact/secret_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "redact/characters.h"

namespace clew::redact {
namespace {

std::string lowered(std::string_view value) {
  std::string out(value);
  for (char& c : out) {
    if (is_upper(c)) c = static_cast<char>(c + 32);
  }
  return out;
}

template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

constexpr std::array<std::string_view, 28> kPlaceholderParts = {
    "your-",    "your_",   "yourp",        "yourt",     "yours",     "yourk",    "example",
    "changeme", "change-", "change_",      "replace",   "placehold", "redacted", "dummy",
    "****",     "...",     "\xE2\x80\xA6", "insert-",   "insert_",   "-here",    "_here",
    "sample",   "foobar",  "my-secret",    "my_secret", "mysecret",  "12345678", "00000000"};

constexpr std::array<std::string_view, 34> kPlainWords = {
    "password", "passwd",  "secret",   "token",     "string",    "required",   "optional",
    "disabled", "enabled", "none",     "null",      "undefined", "true",       "false",
    "bearer",   "basic",   "admin",    "root",      "postgres",  "postgresql", "mysql",
    "guest",    "test",    "testing",  "user",      "username",  "default",    "hidden",
    "masked",   "removed", "censored", "sensitive", "pass",      "unused"};

constexpr std::array<std::string_view, 42> kCodeRoots = {
    "process.", "os.",       "env.",     "self.",    "this.",    "config.", "cfg.",
    "conf.",    "settings.", "secrets.", "req.",     "request.", "res.",    "ctx.",
    "context.", "opts.",     "options.", "args.",    "params.",  "props.",  "state.",
    "data.",    "vars.",     "var.",     "local.",   "module.",  "app.",    "import.",
    "system.",  "deno.",     "bun.",     "environ",  "vault:",   "op://",   "arn:",
    "ref+",     "client.",   "user.",    "session.", "auth.",    "window.", "document."};

std::size_t run_of_same(std::string_view value) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    run = i > 0 && value[i] == value[i - 1] ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

// One of the names that people give: "string", "password1".
bool is_common_word(std::string_view value) {
  std::string word = lowered(value);
  while (!word.empty() && is_digit(word.back()) && value.size() - word.size() < 3) word.pop_back();
  return std::find(kPlainWords.begin(), kPlainWords.end(), std::string_view(word)) !=
         kPlainWords.end();
}

// "<your-token>", "prefix-<name>": a word between angle brackets.
bool has_angle_word(std::string_view value) {
  const std::size_t open = value.find('<');
  if (open == std::string_view::npos) return false;
  const std::size_t close = value.find('>', open);
  const std::string_view inside = value.substr(open + 1, close - open - 1);
  return close != std::string_view::npos && std::all_of(inside.begin(), inside.end(), [](char c) {
           return is_letter(c) || c == '-' || c == '_' || c == ' ';
         });
}

// The word by itself: a machine may well write these four letters.
bool is_todo(std::string_view low) {
  const std::size_t at = low.find("todo");
  if (at == std::string_view::npos) return false;
  return (at == 0 || !is_alnum(low[at - 1])) && (at + 4 == low.size() || !is_alnum(low[at + 4]));
}

bool is_path(std::string_view value) {
  if (value.find('/') == std::string_view::npos) return false;
  if (value.starts_with("./") || value.starts_with("../") || value.starts_with("~/")) return true;
  // Every part is a word, or a file's name.
  for (std::size_t at = 0; at <= value.size();) {
    const std::size_t end = std::min(value.find('/', at), value.size());
    const std::string_view part = value.substr(at, end - at);
    const Makeup made = makeup(part);
    const bool wordlike = made.turns <= 2 + made.other && (made.digits == 0 || made.upper == 0);
    if (!wordlike || part.size() > 40) return false;
    at = end + 1;
  }
  return true;
}

// Which letters follow each letter in words, often enough to make 96 of 100 pairs.
constexpr std::array<std::string_view, 26> kFollowers = {"bcdfgiklmnprstuvy",
                                                         "aeijlorsuy",
                                                         "acehiklortu",
                                                         "adeiorsuxy",
                                                         "abcdefgilmnpqrstvwxy",
                                                         "aefilortu",
                                                         "aehinorstu",
                                                         "aeiortu",
                                                         "abcdefglmnoprstvxz",
                                                         "es",
                                                         "aeins",
                                                         "adeilostuy",
                                                         "abeilmopsu",
                                                         "acdefgiklnopstuvy",
                                                         "abcdefgijklmnoprstuvw",
                                                         "adeiloprstuy",
                                                         "u",
                                                         "acdegiklmnorstuvy",
                                                         "acehiklopstuwy",
                                                         "acdehiloprstuwy",
                                                         "abcdegilmnprst",
                                                         "aeio",
                                                         "aehinors",
                                                         "pt",
                                                         "opst",
                                                         "e"};

// Letters that make words, against letters thrown at random: of these, two in five pairs are
// common.
bool is_wordlike(std::string_view value) {
  std::size_t pairs = 0;
  std::size_t common = 0;
  char last = 0;
  for (const char c : value) {
    if (is_letter(c) && is_letter(last) && !(is_lower(last) && is_upper(c))) {
      ++pairs;
      const auto from = static_cast<std::size_t>(last | 32) - 'a';
      if (kFollowers[from].find(static_cast<char>(c | 32)) != std::string_view::npos) ++common;
    }
    last = c;
  }
  return pairs * 3 >= value.size() && common * 4 >= pairs * 3;
}

// a.b.c, a::b, a->b of names. A password of two words has more digits than a name has.
bool is_member_access(std::string_view value) {
  std::size_t parts = 0;
  for (std::size_t at = 0; at <= value.size(); ++parts) {
    const std::size_t end = std::min(value.find_first_of(".:>", at), value.size());
    const std::string_view part = value.substr(at, end - at);
    const Makeup made = makeup(part);
    if (part.empty() || is_digit(part.front())) return false;
    if (part.size() > 3 && made.digits > 1) return false;
    if (part.size() >= 16 && !is_wordlike(part)) return false;
    if (part.find_first_not_of(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$-?") !=
        std::string_view::npos)
      return false;
    at = end + 1;
  }
  return parts > 1;
}

// A call, an element, a pair, an operator: "load(name)", "keys[0]", "a=b1", "x||y".
bool is_expression(std::string_view value) {
  for (const std::string_view sign : {"()", "[]", "{}", "=>", "==", "&&", "||", "->", "::"}) {
    if (value.find(sign) != std::string_view::npos) return true;
  }
  const std::size_t equals = value.find('=');
  if (equals != std::string_view::npos && equals > 1 && is_wordlike(value.substr(0, equals))) {
    return true;
  }
  const std::size_t open = value.find_first_of("([{");
  if (open == std::string_view::npos) return false;
  const char close = value[open] == '(' ? ')' : value[open] == '[' ? ']' : '}';
  const std::string_view before = value.substr(0, open);
  return value.back() == close && (before.empty() || is_wordlike(before));
}

// How many different signs of those that code has seldom without a blank.
std::size_t rare_signs(std::string_view value) {
  constexpr std::string_view kRare = "!#$%^&*+,;<>?@{|}~=:";
  return static_cast<std::size_t>(std::count_if(kRare.begin(), kRare.end(), [&](char sign) {
    return value.find(sign) != std::string_view::npos;
  }));
}

bool is_version_or_date(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) {
    return is_digit(c) || c == '.' || c == '-' || c == ':' || c == '/' || c == 'T' || c == 'Z' ||
           c == '+' || c == 'v' || c == '_' || c == ',';
  });
}

}  // namespace

double entropy(std::string_view value) {
  std::array<std::size_t, 256> counts{};
  for (const char c : value) ++counts[static_cast<unsigned char>(c)];
  double bits = 0;
  const auto total = static_cast<double>(value.size());
  for (const std::size_t count : counts) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / total;
    bits -= share * std::log2(share);
  }
  return bits;
}

Makeup makeup(std::string_view value) {
  Makeup out;
  std::array<bool, 256> seen{};
  int last = -1;
  for (const char c : value) {
    const int kind = is_lower(c) ? 0 : is_upper(c) ? 1 : is_digit(c) ? 2 : 3;
    ++(kind == 0 ? out.lower : kind == 1 ? out.upper : kind == 2 ? out.digits : out.other);
    if (kind != 3 && last != -1 && last != 3 && last != kind) ++out.turns;
    last = kind;
    bool& known = seen[static_cast<unsigned char>(c)];
    out.distinct += known ? 0 : 1;
    known = true;
  }
  return out;
}

bool is_hex(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  });
}

bool is_uuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : !is_hex(value.substr(i, 1))) return false;
  }
  return true;
}

bool is_placeholder(std::string_view value) {
  if (value.size() < 4) return true;
  const Makeup made = makeup(value);
  if (made.distinct <= 3 || run_of_same(value) > std::max<std::size_t>(5, value.size() / 3))
    return true;
  if (has_angle_word(value)) return true;
  if (value.find("xxxx") != std::string_view::npos || value.find("XXXX") != std::string_view::npos)
    return true;
  if (value.find("${") != std::string_view::npos || value.find("{{") != std::string_view::npos ||
      value.find("$(") != std::string_view::npos || value.find("}}") != std::string_view::npos) {
    return true;
  }
  const std::size_t bracket = std::string_view("{[(").find(value.front());
  if (bracket != std::string_view::npos && value.find("}])"[bracket]) != std::string_view::npos) {
    return true;
  }
  if (value.front() == '%' && value.back() == '%') return true;
  if (value.front() == '$' && value.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", 1) ==
                                  std::string_view::npos) {
    return true;
  }
  const std::string low = lowered(value);
  return has_any(low, kPlaceholderParts) || is_todo(low) || is_common_word(value);
}

bool is_made_up(std::string_view value) {
  if (value.size() < 8 || value.size() > 128 || is_placeholder(value)) return false;
  if (value.find_first_of(" \t\n\"`\\") != std::string_view::npos) return false;
  if (value.find("://") != std::string_view::npos) return false;
  const Makeup made = makeup(value);
  const int sorts = (made.lower > 0) + (made.upper > 0) + (made.digits > 0);
  if (made.other == 0 || made.distinct < 7 || sorts < 2) return false;
  if (value.size() >= 12 && rare_signs(value) >= 3) return true;
  return sorts == 3 && made.turns >= 2 && !is_expression(value);
}

bool is_identifier(std::string_view value) {
  const Makeup made = makeup(value);
  if (made.digits > 1 + value.size() / 16) return false;
  for (const char c : value) {
    if (!is_letter(c) && !is_digit(c) && c != '_' && c != '-' && c != '.' && c != '/' && c != ':' &&
        c != '@') {
      return false;
    }
  }
  return is_wordlike(value);
}

bool is_random_word(std::string_view value) {
  const Makeup made = makeup(value);
  return value.size() >= 16 && made.other == 0 && made.lower > 1 && made.upper > 1 &&
         made.digits > 1 && made.turns >= 5 && made.distinct >= 9 && !is_placeholder(value) &&
         !is_identifier(value);
}

bool is_random_letters(std::string_view value) {
  const Makeup made = makeup(value);
  return value.size() >= 14 && made.lower > 2 && made.upper > 2 && made.turns >= 5 &&
         made.distinct >= 8 && !is_placeholder(value) && !is_wordlike(value);
}

bool is_made_of_letters(std::string_view value) {
  constexpr std::size_t kLongestWord = 20;  // "internationalization"
  if (value.size() < 8 || value.size() > 64 || is_placeholder(value)) return false;
  if (!std::all_of(value.begin(), value.end(), is_lower)) return false;
  const std::size_t half = value.size() / 2;
  if (value.size() % 2 == 0 && value.substr(0, half) == value.substr(half)) return true;
  if (makeup(value).distinct < 6) return false;
  return value.size() > kLongestWord || (value.size() >= 10 && !is_wordlike(value));
}

bool is_code(std::string_view value) {
  if (value.find_first_of("(){}[]=\\ \t\n\"`") != std::string_view::npos) {
    // A pad of base64 is none.
    const std::string_view body = value.substr(0, value.find_last_not_of('=') + 1);
    if (body.find_first_of("(){}[]=\\ \t\n\"`") != std::string_view::npos) return true;
  }
  if (value.find("://") != std::string_view::npos || value.find("::") != std::string_view::npos)
    return true;
  const std::string low = lowered(value);
  for (const std::string_view root : kCodeRoots) {
    if (low.starts_with(root)) return true;
  }
  return is_member_access(value) || is_path(value) || is_version_or_date(value);
}

namespace {

// "?NameOfThing", "<name.of.Thing>": the name.
std::string_view within_signs(std::string_view value) {
  while (!value.empty() && !is_alnum(value.front())) value.remove_prefix(1);
  while (!value.empty() && !is_alnum(value.back())) value.remove_suffix(1);
  return value;
}

}  // namespace

Strength strength(std::string_view value) {
  if (value.size() < 6 || value.size() > 4096 || is_placeholder(value)) return Strength::kNone;
  if (is_code(value)) return Strength::kNone;
  const Makeup made = makeup(value);
  if (made.letters() == 0) {
    return value.size() >= 10 && made.digits >= 8 && made.distinct >= 6 ? Strength::kWeak
                                                                        : Strength::kNone;
  }
  if (made.digits == 0) {
    if (is_identifier(within_signs(value))) return Strength::kNone;
    const bool mixed = made.lower > 0 && made.upper > 0 && made.distinct >= 8;
    if (value.size() >= 20 && mixed) return Strength::kStrong;
    return mixed && (made.other > 0 || value.size() >= 12) ? Strength::kWeak : Strength::kNone;
  }
  if (is_identifier(value))
    return made.digits >= 1 && value.size() >= 8 && made.other <= 1 && value.size() <= 24
               ? Strength::kWeak
               : Strength::kNone;
  if (value.size() >= 20 && made.distinct >= 9 && (made.turns >= 4 || entropy(value) >= 3.5)) {
    return Strength::kStrong;
  }
  if (value.size() >= 12 && made.distinct >= 7) return Strength::kFair;
  return Strength::kWeak;
}

bool is_distinct(std::string_view value) {
  if (value.size() < 8) return false;
  const Makeup made = makeup(value);
  if (made.distinct < 6) return false;
  const bool mixed = made.digits > 0 && made.letters() > 0;
  if (value.size() < 12) return mixed && (made.turns >= 2 || made.other > 0);
  return mixed || (made.lower > 0 && made.upper > 0 && !is_identifier(value));
}

}  // namespace clew::redact
