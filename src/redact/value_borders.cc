// SPDX-License-Identifier: MIT
//
// Written by hand and not as expressions, because the end of a value depends on how it began: on
// its quote, on how often that is escaped, and on whether it stands in an address, a list or a
// sentence.
#include "redact/value_borders.h"

#include <algorithm>
#include <array>
#include <re2/re2.h>
#include <string>

#include "redact/layer.h"

namespace clew::redact {

Quote quote_at(std::string_view text, std::size_t at) {
  Quote out;
  while (at < text.size() && text[at] == '\\') ++at, ++out.escapes;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'' || text[at] == '`')) {
    out.sign = text[at];
    return out;
  }
  return {};
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && blank(text[at])) ++at;
  return at;
}

namespace {

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

}  // namespace

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

namespace {

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

}  // namespace

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

}  // namespace clew::redact
