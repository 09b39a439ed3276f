// SPDX-License-Identifier: MIT
//
// Written by hand and not as expressions, because the end of a value depends on how it began: on
// its quote, on how often that is escaped, and on whether it stands in an address, a list or a
// sentence.
#include "redact/context.h"

#include <algorithm>
#include <array>
#include <re2/re2.h>

#include "redact/characters.h"
#include "redact/layer.h"
#include "redact/passphrase.h"
#include "redact/prose.h"
#include "redact/secret_name.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

constexpr std::array<std::string_view, 14> kTellingWords = {
    "pat",        "pass", "pwd",    "pw",     "secret",     "token", "key",
    "credential", "auth", "bearer", "cookie", "connection", "salt",  "sig"};

constexpr std::size_t kLongestName = 80;
constexpr std::size_t kLongestValue = 4096;

bool name_char(char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }
bool blank(char c) { return c == ' ' || c == '\t'; }
bool line_end(char c) { return c == '\n' || c == '\r'; }

Span name_around(std::string_view text, Span word) {
  std::size_t begin = word.begin;
  const std::size_t first = word.begin > kLongestName ? word.begin - kLongestName : 0;
  while (begin > first && name_char(text[begin - 1])) --begin;
  std::size_t end = word.end;
  const std::size_t last = std::min(text.size(), word.end + kLongestName);
  while (end < last && name_char(text[end])) ++end;
  return {begin, end};
}

// People write "api key" in two words.
Span with_word_before(std::string_view text, Span name) {
  if (name.end - name.begin != 3 || name.begin < 3 || text[name.begin - 1] != ' ') return name;
  std::size_t begin = name.begin - 1;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  const Span both{begin, name.end};
  return promise_of(both.of(text)) >= Promise::kToken ? both : name;
}

// A quote with the backslashes before it.
struct Quote {
  char sign = 0;  // 0: none
  std::size_t escapes = 0;
  std::size_t length() const { return sign == 0 ? 0 : escapes + 1; }
};

Quote quote_at(std::string_view text, std::size_t at) {
  Quote out;
  while (at < text.size() && text[at] == '\\') ++at, ++out.escapes;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'' || text[at] == '`')) {
    out.sign = text[at];
    return out;
  }
  return {};
}

enum class Separator { kNone, kAssign, kSpace };

struct Beginning {
  Separator separator = Separator::kNone;
  std::size_t at = 0;  // where the value begins
  Quote quote;
};

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && blank(text[at])) ++at;
  return at;
}

std::size_t skip_stars(std::string_view text, std::size_t at) {
  return text.substr(at).starts_with("**") ? at + 2 : at;
}

// The quotes, brackets and stars that close a name.
std::size_t skip_closing(std::string_view text, std::size_t at) {
  for (std::size_t before = at + 1; before != at;) {
    before = at;
    at += quote_at(text, at).length();
    while (at < text.size() && (text[at] == ']' || text[at] == ')')) ++at;
  }
  return skip_stars(text, at);
}

// How long a call is that types what it is given into a field: page.getByLabel("Password").fill(
std::size_t typing_call(std::string_view text) {
  for (const std::string_view call :
       {".fill(", ".type(", ".send_keys(", ".sendKeys(", ".setValue(", ".pressSequentially("}) {
    if (text.starts_with(call)) return call.size();
  }
  return 0;
}

// What YAML has before a value: a type, or the sign that it stands in the next line.
std::size_t skip_yaml_marks(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 16);
  if (rest.starts_with("!!str ")) return skip_blanks(text, at + 6);
  if (rest.empty() || (rest[0] != '>' && rest[0] != '|')) return at;
  std::size_t end = at + 1;
  if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
  if (end >= text.size() || text[end] != '\n') return at;
  return skip_blanks(text, end + 1);
}

// Behind a name: the rest of its quotes and brackets, then what parts it from its value.
Beginning value_behind(std::string_view text, std::size_t at) {
  Beginning out;
  const std::size_t quotes = quote_at(text, at).length();
  at = skip_closing(text, at);
  const std::size_t blanks = skip_blanks(text, at);
  std::size_t sign = blanks;
  if (const std::size_t call = typing_call(text.substr(at)); call > 0) {
    sign = at + call;
  } else if (quotes > 0 && text.substr(sign).starts_with("value=")) {  // of an XML element
    sign += 6;
  } else if (text.substr(sign).starts_with("=>") || text.substr(sign).starts_with(":=") ||
             text.substr(sign).starts_with("==") || text.substr(sign).starts_with("->") ||
             text.substr(sign).starts_with("?=") || text.substr(sign).starts_with("+=")) {
    sign += 2;
  } else if (sign < text.size() && (text[sign] == '=' || text[sign] == ':' ||
                                    (text[sign] == ',' && quotes > 0) || text[sign] == '>')) {
    ++sign;
  }
  // The wide colon, an arrow.
  for (const std::string_view wide : {"\xEF\xBC\x9A", "\xE2\x86\x92"}) {
    if (text.substr(blanks).starts_with(wide)) sign = blanks + wide.size();
  }
  if (sign == blanks && blanks == at) return out;
  out.separator = sign > blanks ? Separator::kAssign : Separator::kSpace;
  // A type between a name and its value: "key: string = ".
  constexpr std::array<std::string_view, 5> kTypes = {"string", "str", "String", "&str", "text"};
  std::size_t value = skip_blanks(text, sign > blanks ? skip_stars(text, sign) : sign);
  for (const std::string_view type : kTypes) {
    if (!text.substr(value).starts_with(type)) continue;
    const std::size_t equals = skip_blanks(text, value + type.size());
    if (equals < text.size() && text[equals] == '=') value = skip_blanks(text, equals + 1);
  }
  // Letters before the quote of a literal: f"", b'', @"".
  if (value + 1 < text.size() && (text[value + 1] == '"' || text[value + 1] == '\'') &&
      (text[value] == 'b' || text[value] == 'f' || text[value] == 'r' || text[value] == '@')) {
    ++value;
  }
  value = skip_yaml_marks(text, value);
  out.quote = quote_at(text, value);
  out.at = value + out.quote.length();
  // Three quotes are one.
  if (out.quote.sign != 0 && text.substr(out.at).starts_with(std::string(2, out.quote.sign)))
    out.at += 2;
  return out;
}

bool begins_pair(std::string_view rest) {
  std::size_t at = skip_blanks(rest, 0);
  const std::size_t begin = at;
  while (at < rest.size() && (name_char(rest[at]) || rest[at] == '%')) ++at;
  if (at == begin) return false;
  at += quote_at(rest, at).length();
  at = skip_blanks(rest, at);
  return at < rest.size() && (rest[at] == '=' || rest[at] == ':');
}

// Whether an unquoted value ends before this character.
bool ends_bare(std::string_view text, std::size_t at, std::size_t begin) {
  const char c = text[at];
  if (c == ' ' || c == '\t' || line_end(c) || c == '"' || c == '<' || c == '>') return true;
  const char next = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (c) {
    case '\'':
    case '`':
      return !is_alnum(next) || at == begin;
    case ';':
      return true;
    case '&':
    case ',':
    case '|':
      return !is_alnum(next) || begins_pair(text.substr(at + 1, 80));
    case ')':
    case ']':
    case '}':
      return text.substr(begin, at - begin)
                 .find(c == ')'   ? '('
                       : c == ']' ? '['
                                  : '{') == std::string_view::npos;
    case '\\':
      return next == '"' || next == '\'' || next == '\\' || next == '`' ||
             ((next == 'n' || next == 'r' || next == 't') && at + 2 <= text.size());
    default:
      return static_cast<unsigned char>(c) < 0x20;
  }
}

// How long the ways are to write a quote within quotes without a backslash: '' of YAML and SQL,
// '\\'' and '"'"' of a shell. 0: the quote there closes.
std::size_t inner_quote(std::string_view text, std::size_t at, Quote quote) {
  const std::string_view rest = text.substr(at, kLongestValue);
  const std::string_view line = rest.substr(0, rest.find_first_of("\n\r"));
  std::size_t length = 0;
  for (const std::string_view shell : {"'\\''", "'\"'\"'"}) {
    if (quote.escapes == 0 && line.starts_with(shell)) length = shell.size();
  }
  const std::string sign = std::string(quote.escapes, '\\') + quote.sign;
  if (line.starts_with(sign + sign) && !line.starts_with(sign + sign + sign))
    length = 2 * sign.size();
  // What it goes on with must be closed too.
  return length > 0 && line.find(quote.sign, length) != std::string_view::npos ? length : 0;
}

std::size_t quoted_end(std::string_view text, std::size_t begin, Quote quote) {
  const std::size_t last = std::min(text.size(), begin + kLongestValue);
  for (std::size_t at = begin; at < last; ++at) {
    if (line_end(text[at])) return at;
    if (text[at] != quote.sign && text[at] != '\\') continue;
    const Quote here = quote_at(text, at);
    if (here.sign == quote.sign && here.escapes <= quote.escapes) {
      const std::size_t inner = at > begin ? inner_quote(text, at, here) : 0;
      if (inner == 0) return at;
      at += inner - 1;
      continue;
    }
    at += here.escapes;
  }
  return last;
}

Span value_at(std::string_view text, std::size_t begin, Quote quote) {
  if (quote.sign != 0) return {begin, quoted_end(text, begin, quote)};
  const std::size_t last = std::min(text.size(), begin + kLongestValue);
  std::size_t end = begin;
  while (end < last && !ends_bare(text, end, begin)) {
    const bool means_blank = text[end] == '\\' && end + 2 < last && blank(text[end + 1]) &&
                             !blank(text[end + 2]) && !line_end(text[end + 2]) && end > begin;
    end += means_blank ? 2 : 1;
  }
  while (end > begin && (text[end - 1] == '.' || text[end - 1] == ',' || text[end - 1] == ';' ||
                         text[end - 1] == ':'))
    --end;
  return {begin, end};
}

bool is_variable_at_line_begin(std::string_view text, Span name) {
  const std::string_view called = name.of(text);
  if (std::any_of(called.begin(), called.end(), is_lower) || called.find('_') == called.npos) {
    return false;
  }
  const std::size_t newline = text.rfind('\n', name.begin);
  const std::size_t line = newline == std::string_view::npos || name.begin == 0 ? 0 : newline + 1;
  std::string_view before = text.substr(line, name.begin - line);
  before.remove_prefix(std::min(before.size(), line_prefix(before)));
  while (!before.empty() && blank(before.back())) before.remove_suffix(1);
  return before.empty() || before == "export" || before == "set";
}

// A line of an .env file: whatever it holds up to its end is the value, but for what a shell would
// see there.
Span value_of_variable(std::string_view text, std::size_t begin) {
  const std::size_t last = std::min(text.size(), begin + kLongestValue);
  std::size_t end = begin;
  for (; end < last && !blank(text[end]) && !line_end(text[end]); ++end) {
    const char next = end + 1 < text.size() ? text[end + 1] : '\n';
    const bool closes = std::string_view("\"'`;,&|)").find(text[end]) != std::string_view::npos;
    if (closes && (blank(next) || line_end(next) || next == text[end])) break;
    if (text[end] == '\\' && !is_digit(next)) break;
  }
  return {begin, end};
}

// How far a value goes that has blanks: to the semicolon of a connection string, or, of a variable
// that begins a line, to the end of that. An empty span: nothing says so.
Span value_with_blanks(std::string_view text, Span name, std::size_t begin) {
  const std::size_t line = std::min(text.find_first_of("\n\r\"", begin), text.size());
  const std::string_view rest = text.substr(begin, std::min(line - begin, kLongestValue));
  std::size_t before = name.begin;
  while (before > 0 && blank(text[before - 1])) --before;
  const bool first = before == 0 || line_end(text[before - 1]);
  const bool in_list = before > 0 && text[before - 1] == ';';
  const std::size_t semicolon = rest.find(';');
  const bool ends = semicolon != std::string_view::npos &&
                    (semicolon + 1 == rest.size() || begins_pair(rest.substr(semicolon + 1, 80)));
  if (ends && (in_list || first)) return {begin, begin + semicolon};
  if (in_list || first || text.substr(0, name.begin).ends_with("set ") ||
      text.substr(0, name.begin).ends_with("export ")) {
    return {begin, begin + rest.size()};
  }
  return {begin, begin};
}

// Whether a password with blanks, quotes or backslashes stands there; sets its span.
bool fits_as_phrase(std::string_view text, Span name, const Beginning& behind, Span& value) {
  if (behind.quote.sign == 0) {
    Span whole;
    if (text[name.end] == '>') {  // of an XML element
      whole = {behind.at, std::min(text.find_first_of("<\n", behind.at), text.size())};
    } else if (text[name.end] == '=') {
      whole = value_with_blanks(text, name, behind.at);
    }
    if (text[name.end] == '=' && value.of(text).find_first_of("`\\") != std::string_view::npos &&
        is_passphrase(without_backslashes(value.of(text)))) {
      return true;
    }
    if (whole.of(text).find(' ') == std::string_view::npos) return false;
    if (!is_passphrase(whole.of(text))) return false;
    value = whole;
    return true;
  }
  return is_passphrase(without_backslashes(value.of(text)));
}

// "Bearer ", "Basic " and the like at the beginning of a value.
std::size_t scheme_length(std::string_view value) {
  constexpr std::array<std::string_view, 9> kSchemes = {
      "bearer", "basic", "token", "apikey", "digest", "jwt", "key", "api-key", "ssws"};
  for (const std::string_view scheme : kSchemes) {
    if (value.size() <= scheme.size() || !blank(value[scheme.size()])) continue;
    const bool same = std::equal(scheme.begin(), scheme.end(), value.begin(), [](char a, char b) {
      return a == (b >= 'A' && b <= 'Z' ? b + 32 : b);
    });
    if (same) return skip_blanks(value, scheme.size());
  }
  return 0;
}

// Letters of both cases and digits, as no hash and no id has them.
bool is_mixed_token(std::string_view value) {
  const Makeup made = makeup(value);
  return value.size() >= 20 && made.lower > 1 && made.upper > 1 && made.digits > 0 &&
         value.find(':') == std::string_view::npos;
}

bool fits(Promise promise, std::string_view value) {
  const Strength strong = strength(value);
  switch (promise) {
    case Promise::kNothing:
      return false;
    case Promise::kMaybe:
      return strong == Strength::kStrong && is_mixed_token(value);
    case Promise::kToken:
      if (std::any_of(value.begin(), value.end(),
                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
        return false;
      return strong >= Strength::kFair || (strong == Strength::kWeak && value.size() >= 8 &&
                                           (makeup(value).digits >= 2 || is_random_letters(value)));
    case Promise::kPassword:
      return strong >= Strength::kWeak || is_made_up(value);
  }
  return false;
}

// What stands behind a name and a blank is more often a sentence.
bool fits_behind_blank(std::string_view text, Span name, Promise promise, std::string_view value) {
  // Variables of a shell are given like that: "ENV API_TOKEN ...".
  const std::string_view called = name.of(text);
  const bool variable =
      called.find('_') != std::string_view::npos &&
      std::none_of(called.begin(), called.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (called.front() != '-' && !variable) {
    if (promise == Promise::kPassword) {
      const Makeup made = makeup(value);
      return (strength(value) >= Strength::kFair && made.digits > 0 && !is_identifier(value)) ||
             is_made_up(value);
    }
    const bool strong = strength(value) == Strength::kStrong || is_random_word(value);
    return promise == Promise::kToken && strong && !is_uuid(value) && !is_hex(value) &&
           value.find_first_of("_") == std::string_view::npos;
  }
  return fits(promise, value);
}

// Where a name is a value itself and its own value stands beside it:
// {"name":"DB_PASSWORD","value":"..."}, the same in YAML, and the default of a Terraform variable.
Beginning value_beside(std::string_view text, std::size_t at) {
  static const RE2 kBeside(
      R"re((?:\\*["'])?\s*(?:,\s*|\n\s*)(?:\\*["'])?[vV]alue(?:\\*["'])?\s*[:=][ \t]*|(?:\\*["'])\s*\{[^{}]{0,240}?\sdefault\s*=[ \t]*)re");
  const std::string_view rest = text.substr(at, 320);
  re2::StringPiece match;
  const re2::StringPiece piece(rest.data(), rest.size());
  if (!kBeside.Match(piece, 0, piece.size(), RE2::ANCHOR_START, &match, 1)) return {};
  Beginning out;
  out.separator = Separator::kAssign;
  out.at = at + match.size();
  out.quote = quote_at(text, out.at);
  out.at += out.quote.length();
  return out;
}

bool ends_with_word(std::string_view name, std::string_view word) {
  const auto words = words_of(name);
  return !words.empty() && words.back() == word;
}

bool starts_value_with_scheme(std::string_view text, Span& value, Quote quote) {
  const std::size_t scheme = scheme_length(text.substr(value.begin, 64));
  if (scheme == 0) return false;
  value = value_at(text, value.begin + scheme, quote);
  return true;
}

}  // namespace

std::span<const std::string_view> telling_words() { return kTellingWords; }

void find_in_cookies(std::string_view text, std::size_t at, FoundList& out) {
  constexpr std::array<std::string_view, 12> kSession = {
      "session", "sessionid", "sid",   "sess",      "phpsessid", "jsessionid",
      "auth",    "remember",  "login", "csrftoken", "xsrf",      "csrf"};
  while (at < text.size()) {
    while (at < text.size() && (blank(text[at]) || text[at] == ';')) ++at;
    const std::size_t name = at;
    while (at < text.size() && name_char(text[at])) ++at;
    if (at == name || at >= text.size() || text[at] != '=') return;
    const auto words = words_of(text.substr(name, at - name));
    const bool session = std::any_of(words.begin(), words.end(), [&](const std::string& word) {
      return std::find(kSession.begin(), kSession.end(), std::string_view(word)) !=
                 kSession.end() ||
             word.ends_with("session") || word.ends_with("sess") || word.ends_with("sessid");
    });
    const Promise promise = promise_of(text.substr(name, at - name));
    const std::size_t begin = ++at;
    while (at < text.size() && text[at] != ';' && !blank(text[at]) && !line_end(text[at]) &&
           text[at] != '"' && text[at] != '\'' && text[at] != '\\' && text[at] != '&')
      ++at;
    const std::string_view value = text.substr(begin, at - begin);
    const bool named = (session || promise >= Promise::kToken) && value.size() >= 8 &&
                       strength(value) >= Strength::kFair;
    if (named || (strength(value) == Strength::kStrong && value.size() >= 24 && !is_uuid(value))) {
      out.push_back({{begin, at}, "session-cookie", Sure::kLikely, true});
    }
    if (at >= text.size() || text[at] != ';') return;
  }
}

void find_by_name(std::string_view name, std::string_view value, FoundList& out) {
  const auto words = words_of(name);
  if (!words.empty() && words.back() == "cookie") find_in_cookies(value, 0, out);
  Span span{0, value.size()};
  while (span.end > 0 && (line_end(value[span.end - 1]) || blank(value[span.end - 1]))) --span.end;
  span.begin = scheme_length(value.substr(0, span.end));
  const Promise promise = promise_of(name);
  if (fits(promise, span.of(value)) ||
      (promise == Promise::kPassword && is_passphrase(span.of(value)))) {
    out.push_back({span, kind_of_name(name), Sure::kLikely, true});
  }
}

std::size_t find_by_word(std::string_view text, Span word, FoundList& out) {
  const Span name = with_word_before(text, name_around(text, word));
  const std::string_view called = name.of(text);
  const Promise promise = promise_of(called);
  Beginning behind;
  if (promise >= Promise::kToken) behind = value_beside(text, name.end);
  if (behind.separator == Separator::kNone) behind = value_behind(text, name.end);
  if (behind.separator == Separator::kNone) {
    find_in_prose(text, name, promise, out);
    return name.end;
  }
  if (ends_with_word(called, "cookie")) {
    if (behind.separator == Separator::kAssign) find_in_cookies(text, behind.at, out);
    return name.end;
  }
  if (promise == Promise::kNothing) return name.end;
  Span value = value_at(text, behind.at, behind.quote);
  if (behind.quote.sign == 0 && promise == Promise::kPassword && text[name.end] == '=' &&
      is_variable_at_line_begin(text, name)) {
    value = value_of_variable(text, behind.at);
  }
  const bool scheme = starts_value_with_scheme(text, value, behind.quote);
  const bool assigned = behind.separator == Separator::kAssign || scheme;
  const bool fit = (assigned ? fits(promise, value.of(text))
                             : fits_behind_blank(text, name, promise, value.of(text))) ||
                   (behind.separator == Separator::kAssign && promise == Promise::kPassword &&
                    fits_as_phrase(text, name, behind, value));
  if (fit) {
    const bool closed = behind.quote.sign != 0 && value.end < text.size() &&
                        quote_at(text, value.end).sign == behind.quote.sign;
    out.push_back({value, kind_of_name(called), Sure::kLikely, true, closed});
    return std::max(name.end, value.end);
  }
  if (behind.separator == Separator::kSpace) find_in_prose(text, name, promise, out);
  return name.end;
}

}  // namespace clew::redact
