// SPDX-License-Identifier: MIT
//
#include "redact/context.h"

#include <algorithm>
#include <array>

#include "redact/characters.h"
#include "redact/layer.h"
#include "redact/passphrase.h"
#include "redact/pin_number.h"
#include "redact/prose.h"
#include "redact/secret_name.h"
#include "redact/secret_value.h"
#include "redact/table_cells.h"
#include "redact/value_borders.h"

namespace clew::redact {
namespace {

constexpr std::array<std::string_view, 14> kTellingWords = {
    "pat",        "pass", "pwd",    "pw",     "secret",     "token", "key",
    "credential", "auth", "bearer", "cookie", "connection", "salt",  "sig"};

constexpr std::size_t kLongestName = 80;

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
    if (whole.of(text).find(' ') == std::string_view::npos) whole = words_at(text, behind.at);
    if (!is_passphrase(whole.of(text)) && !is_word_list(whole.of(text))) return false;
    value = whole;
    return true;
  }
  const std::string plain = without_backslashes(value.of(text));
  return is_passphrase(plain) || is_word_list(plain);
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
      return strong >= Strength::kWeak || is_made_up(value) || is_made_of_letters(value);
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
  } else if (is_pin(name, span.of(value))) {
    out.push_back({span, "password", Sure::kLikely, true});
  }
}

std::size_t find_by_word(std::string_view text, Span word, FoundList& out) {
  const Span name = with_word_before(text, name_around(text, word));
  const std::string_view called = name.of(text);
  const Promise promise = promise_of(called);
  if (const auto cells = cells_of_name(text, name); !cells.empty()) {
    for (const Span cell : cells) {
      if (fits(promise, cell.of(text)))
        out.push_back({cell, kind_of_name(called), Sure::kLikely, true});
    }
    return name.end;
  }
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
