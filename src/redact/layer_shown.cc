// SPDX-License-Identifier: MIT
//
// What a reader sees of a text. Every form of output drops some of what is not seen (colours of a
// terminal, controls, characters without a shape), and what a secret was parted by is then gone.
#include <algorithm>
#include <array>
#include <charconv>

#include "base/byte_set.h"
#include "base/text.h"
#include "base/unshown.h"
#include "json/unicode_escape.h"
#include "redact/characters.h"
#include "redact/layer.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

// Characters that have a meaning, so that a terminal gets them, and no shape of their own.
bool is_shapeless(char32_t c) {
  return c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 ||
         (c >= 0x180B && c <= 0x180F) || c == 0x200C || c == 0x200D || c == 0x3164 ||
         (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFFA0 || (c >= 0xE0100 && c <= 0xE01EF);
}

bool ends_line(std::string_view text, std::size_t at) {
  return text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
}

// Behind what is not seen at this place; the place itself when something is.
std::size_t skip_unseen(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if ((byte >= 0x20 && byte < 0x7F) || ends_line(text, at)) return at;
  if (const std::size_t behind = skip_unshown(text, at); behind > at) return behind;
  if (byte < 0x80) return at;
  std::size_t behind = at;
  return is_shapeless(decode_utf8(text, behind)) ? behind : at;
}

// How long a character is, with all that others are printed over: "_\bx", "x\bx".
std::size_t overprinted_length(std::string_view text, std::size_t at, std::size_t& last) {
  std::size_t end = at;
  for (;;) {
    last = end;
    decode_utf8(text, end);
    if (end + 1 >= text.size() || text[end] != '\b' || text[end + 1] == '\b') return end - at;
    ++end;
  }
}

// `skip` says what is left out at a place.
template <class Skip>
std::optional<Layer> without(std::string_view source, const Skip& skip) {
  std::optional<Layer> out;
  std::size_t done = 0;
  for (std::size_t at = 0; at < source.size();) {
    if (source[at] >= ' ' && source[at] < 0x7F) {
      ++at;
      continue;
    }
    const std::size_t behind = skip(source, at);
    if (behind == at) {
      ++at;
      continue;
    }
    if (!out) out.emplace();
    out->append(source.substr(done, at - done));
    out->append_decoded({}, behind - at);
    done = at = behind;
  }
  if (out) out->append(source.substr(done));
  return out;
}

struct Reference {
  std::string decoded;
  std::size_t length = 0;  // 0: none
};

Reference entity_at(std::string_view text, std::size_t at) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNamed = {
      {{"&amp;", "&"},
       {"&lt;", "<"},
       {"&gt;", ">"},
       {"&quot;", "\""},
       {"&apos;", "'"},
       {"&nbsp;", " "}}};
  const std::string_view rest = text.substr(at, 12);
  for (const auto& [name, sign] : kNamed) {
    if (rest.starts_with(name)) return {std::string(sign), name.size()};
  }
  if (!rest.starts_with("&#")) return {};
  const bool hex = rest.size() > 2 && (rest[2] == 'x' || rest[2] == 'X');
  const std::size_t digits = hex ? 3 : 2;
  const std::size_t end = rest.find(';');
  if (end == std::string_view::npos || end <= digits) return {};
  std::uint32_t point = 0;
  const char* last = rest.data() + end;
  const auto [read, error] = std::from_chars(rest.data() + digits, last, point, hex ? 16 : 10);
  if (error != std::errc() || read != last) return {};
  Reference out{{}, end + 1};
  append_utf8(out.decoded, static_cast<char32_t>(point));
  return out;
}

bool is_sign(char c) { return c > ' ' && c < 0x7F && !is_alnum(c); }

Reference sign_at(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || !is_sign(text[at + 1])) return {};
  // These are escapes of JSON, too: unescaped() has them.
  if (std::string_view("\"\\/").find(text[at + 1]) != std::string_view::npos) return {};
  return {std::string(1, text[at + 1]), 2};
}

// The borders of boxes and tables that tools draw around what they print.
constexpr std::array<std::string_view, 5> kBorders = {"|", "\xE2\x94\x82", "\xE2\x94\x83",
                                                      "\xE2\x95\x91", "\xE2\x95\x8E"};

std::size_t skip_border(std::string_view text, std::size_t at) {
  const std::size_t sign = std::min(text.find_first_not_of(" \t", at), text.size());
  for (const std::string_view border : kBorders) {
    if (!text.substr(sign).starts_with(border)) continue;
    return std::min(text.find_first_not_of(" \t", sign + border.size()), text.size());
  }
  return sign;
}

// Where the blanks and the border begin that end before this place.
std::size_t border_before(std::string_view text, std::size_t at) {
  const auto skip_blanks_before = [&](std::size_t from) {
    while (from > 0 && (text[from - 1] == ' ' || text[from - 1] == '\t')) --from;
    return from;
  };
  const std::size_t end = skip_blanks_before(at);
  for (const std::string_view border : kBorders) {
    if (text.substr(0, end).ends_with(border)) return skip_blanks_before(end - border.size());
  }
  return at;
}

// Behind all tags of HTML that begin here.
std::size_t skip_tags(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestTag = 200;
  while (at + 1 < text.size() && text[at] == '<' &&
         (is_letter(text[at + 1]) || text[at + 1] == '/')) {
    const std::size_t end = text.substr(at + 1, kLongestTag).find_first_of("<>\n");
    if (end == std::string_view::npos || text[at + 1 + end] != '>') break;
    at += end + 2;
  }
  return at;
}

// What parts two lines, with the backslash or the border before and the border and the indent
// behind; or two stars; or tags.
Span gap_at(std::string_view text, std::size_t at) {
  if (text[at] == '*') return text.substr(at).starts_with("**") ? Span{at, at + 2} : Span{at, at};
  if (text[at] == '<') return {at, skip_tags(text, at)};
  std::size_t begin = at;
  if (begin > 0 && text[begin - 1] == '\r') --begin;
  if (begin > 0 && text[begin - 1] == '\\') --begin;
  return {border_before(text, begin), skip_border(text, at + 1)};
}

bool is_part(char c) { return is_alnum(c) || c == '_' || c == '-'; }

// Whether what follows a gap is the rest of what stands before it: no word, no hash and no name,
// and nothing that begins like a token of its own.
bool is_wrapped(std::string_view text, Span gap) {
  if (gap.begin < 4 || !is_part(text[gap.begin - 1])) return false;
  std::size_t end = gap.end;
  while (end < text.size() && is_part(text[end])) ++end;
  const std::string_view rest = text.substr(gap.end, end - gap.end);
  if (rest.size() < 6 || is_hex(rest) || is_identifier(rest) || rest.starts_with("eyJ"))
    return false;
  if (end < text.size() && std::string_view("=:(/.").find(text[end]) != std::string_view::npos)
    return false;
  const std::size_t sign = rest.find_first_of("_-");
  const bool own_prefix =
      sign >= 2 && sign <= 8 &&
      std::all_of(rest.begin(), rest.begin() + static_cast<long>(sign), is_letter);
  const Makeup made = makeup(rest);
  return !own_prefix && made.digits > 0 && made.letters() > 1 && made.turns >= 3;
}

// --- in raw bytes ---

// Behind the text of a control string, as far as that is near; else where it begins.
std::size_t raw_string_end(std::string_view raw, std::size_t at) {
  constexpr std::size_t kNear = 512;
  const std::string_view rest = raw.substr(at, kNear);
  std::size_t end = std::string_view::npos;
  for (const std::string_view terminator : {"\x07", "\\u0007", "\x1b\\", "\\u001b\\", "\xC2\x9C"}) {
    const std::size_t found = rest.find(terminator);
    if (found != std::string_view::npos) end = std::min(end, found + terminator.size());
  }
  return end == std::string_view::npos ? at : at + end;
}

// Behind the rest of an escape sequence, whose introducer was passed.
std::size_t skip_raw_sequence(std::string_view raw, std::size_t at) {
  const auto skip = [&](char low, char high) {
    while (at < raw.size() && raw[at] >= low && raw[at] <= high) ++at;
  };
  if (at >= raw.size()) return at;
  const char kind = raw[at];
  if (std::string_view("]PX^_").find(kind) != std::string_view::npos) {
    return raw_string_end(raw, at + 1);
  }
  if (kind == '[') ++at;
  if (kind == '[') skip('0', '?');
  skip(' ', '/');
  return at < raw.size() && raw[at] >= (kind == '[' ? '@' : '0') && raw[at] <= '~' ? at + 1 : at;
}

bool is_unseen(char32_t c) {
  std::string one;
  append_utf8(one, c);
  return c != U'\n' && c != U'\t' && skip_unseen(one, 0) > 0;
}

// Behind what is not seen at this place, as it is or as an escape; the place itself if there is
// nothing like that.
std::size_t skip_raw_unseen(std::string_view raw, std::size_t at) {
  if (raw[at] != '\\') {
    const std::size_t behind = skip_unseen(raw, at);
    return raw[at] == '\x1b' ? skip_raw_sequence(raw, at + 1) : behind;
  }
  std::size_t sign = at;
  while (sign < raw.size() && raw[sign] == '\\') ++sign;
  if (sign == raw.size()) return at;
  const std::size_t escapes = sign - at;
  if (raw[sign] == 'u') {
    const int unit = json::unicode_escape(raw, sign - 1);
    if (unit == 0x1B) return skip_raw_sequence(raw, sign + 5);
    // Those beyond the first 65536 are two escapes.
    if (unit == 0xDB40) return sign + 11;
    return unit >= 0 && is_unseen(static_cast<char32_t>(unit)) ? sign + 5 : at;
  }
  if (raw[sign] == '_' || raw[sign] == '-') return sign;
  if (escapes % 2 == 0 || std::string_view("brf").find(raw[sign]) == std::string_view::npos) {
    return at;
  }
  return raw.substr(sign + 1).starts_with("\\n") ? at : sign + 1;
}

bool may_be_secret(char c) {
  return is_alnum(c) || std::string_view("_-./+=:@").find(c) != std::string_view::npos;
}

}  // namespace

std::optional<Layer> shown(std::string_view source) { return without(source, skip_unseen); }

std::optional<Layer> overprinted(std::string_view source) {
  if (source.find('\b') == std::string_view::npos) return std::nullopt;
  Layer out;
  for (std::size_t at = 0; at < source.size();) {
    if (const std::size_t behind = skip_unseen(source, at); behind > at) {
      out.append_decoded({}, behind - at);
      at = behind;
      continue;
    }
    std::size_t last = at;
    const std::size_t length = overprinted_length(source, at, last);
    const std::string_view seen = source.substr(last, at + length - last);
    if (last > at) {
      out.append_decoded(seen, length);
    } else {
      out.append(seen);
    }
    at += length;
  }
  return out;
}

std::optional<Layer> markup_decoded(std::string_view source) {
  std::optional<Layer> out;
  std::size_t done = 0;
  constexpr ByteSet kBegin("&\\");
  for (std::size_t at = kBegin.find_in(source); at != std::string_view::npos;
       at = kBegin.find_in(source, at)) {
    const Reference one = source[at] == '&' ? entity_at(source, at) : sign_at(source, at);
    if (one.length == 0) {
      // A backslash that stands for itself takes the next with it.
      at += source.substr(at).starts_with("\\\\") ? 2U : 1U;
      continue;
    }
    if (!out) out.emplace();
    out->append(source.substr(done, at - done));
    out->append_decoded(one.decoded, one.length);
    done = at = at + one.length;
  }
  if (out) out->append(source.substr(done));
  return out;
}

std::optional<Layer> joined(std::string_view source) {
  std::optional<Layer> out;
  std::size_t done = 0;
  constexpr ByteSet kBegin("\n*<");
  for (std::size_t at = kBegin.find_in(source); at != std::string_view::npos;
       at = kBegin.find_in(source, at)) {
    const Span gap = gap_at(source, at);
    at = std::max(at + 1, gap.end);
    if (gap.empty() || gap.begin < done || !is_wrapped(source, gap)) continue;
    if (!out) out.emplace();
    out->append(source.substr(done, gap.begin - done));
    out->append_decoded({}, gap.end - gap.begin);
    done = gap.end;
  }
  if (out) out->append(source.substr(done));
  return out;
}

bool is_disguise(std::string_view raw, std::size_t at) {
  if (raw[at] == '&') {
    const Reference entity = entity_at(raw, at);
    return entity.length > 0 && may_be_secret(entity.decoded.front());
  }
  const int unit = json::unicode_escape(raw, at);
  if (unit > 0x20 && unit < 0x7F) return is_alnum(static_cast<char>(unit));
  std::size_t begin = at;
  while (begin > 0 && raw[begin - 1] == '\\') --begin;
  if (begin == 0 || !may_be_secret(raw[begin - 1])) return false;
  std::size_t end = begin;
  for (std::size_t behind = 0; end < raw.size(); end = behind) {
    behind = skip_raw_unseen(raw, end);
    if (behind == end) break;
  }
  return end > begin && end < raw.size() && may_be_secret(raw[end]);
}

std::vector<std::string> disguise_words() {
  std::vector<std::string> out = {
      "\\u",          "\\b",          "\\r",          "\\f",          "\\_",
      "\\-",          "&#",           "\x7F",         "\xC2\xAD",     "\xCD\x8F",
      "\xD8\x9C",     "\xE1\x85\x9F", "\xE1\x85\xA0", "\xE1\x9E\xB4", "\xE1\x9E\xB5",
      "\xE1\xA0\x8B", "\xE1\xA0\x8C", "\xE1\xA0\x8D", "\xE1\xA0\x8E", "\xE1\xA0\x8F",
      "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\x8E", "\xE2\x80\x8F",
      "\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE",
      "\xE2\x81",     "\xE3\x85\xA4", "\xEF\xB8",     "\xEF\xBB\xBF", "\xEF\xBE\xA0",
      "\xEF\xBF\xB9", "\xEF\xBF\xBA", "\xEF\xBF\xBB", "\xF0\x9B\xB2", "\xF0\x9D\x85",
      "\xF3\xA0"};
  for (char control = 0; control < 0x20; ++control) {
    if (control != '\n' && control != '\t') out.emplace_back(1, control);
  }
  for (char c1 = '\x80'; c1 <= '\x9F'; ++c1) out.push_back({'\xC2', c1});
  return out;
}

}  // namespace clew::redact
