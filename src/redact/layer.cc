// SPDX-License-Identifier: MIT
#include "redact/layer.h"

#include <algorithm>
#include <array>

#include "base/hex_digit.h"
#include "base/text.h"
#include "json/unicode_escape.h"
#include "redact/characters.h"
#include "redact/secret_value.h"

namespace clew::redact {
namespace {

struct Escape {
  std::string decoded;
  std::size_t length = 0;  // in the source; 0: none
};

Escape unicode_at(std::string_view text, std::size_t at) {
  const int first = json::unicode_escape(text, at);
  if (first < 0) return {};
  Escape out;
  out.length = 6;
  auto point = static_cast<std::uint32_t>(first);
  if (json::is_high_surrogate(first)) {
    const int second = json::unicode_escape(text, at + 6);
    if (json::is_low_surrogate(second)) {
      point = 0x10000 + ((point - 0xD800) << 10) + (static_cast<std::uint32_t>(second) - 0xDC00);
      out.length = 12;
    }
  }
  if (point >= 0xD800 && point <= 0xDFFF) point = 0xFFFD;
  append_utf8(out.decoded, static_cast<char32_t>(point));
  return out;
}

Escape escape_at(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size()) return {};
  switch (text[at + 1]) {
    case 'n':
      return {"\n", 2};
    case 't':
      return {"\t", 2};
    case 'r':
      return {"\r", 2};
    case 'b':
      return {"\b", 2};
    case 'f':
      return {"\f", 2};
    case '"':
    case '\\':
    case '/':
      return {std::string(1, text[at + 1]), 2};
    case 'u':
      return unicode_at(text, at);
    default:
      return {};
  }
}

// 0..63, or -1. Both alphabets.
constexpr std::array<std::int8_t, 256> kBase64 = [] {
  std::array<std::int8_t, 256> out{};
  out.fill(-1);
  for (int i = 0; i < 26; ++i) {
    out[static_cast<std::size_t>('A' + i)] = static_cast<std::int8_t>(i);
    out[static_cast<std::size_t>('a' + i)] = static_cast<std::int8_t>(26 + i);
  }
  for (int i = 0; i < 10; ++i)
    out[static_cast<std::size_t>('0' + i)] = static_cast<std::int8_t>(52 + i);
  out['+'] = out['-'] = 62;
  out['/'] = out['_'] = 63;
  return out;
}();

int base64_value(char c) { return kBase64[static_cast<unsigned char>(c)]; }

// Feeds characters, gives bytes.
class Base64Bits {
 public:
  void add(char c, std::string& out) {
    bits_ = (bits_ << 6) | static_cast<std::uint32_t>(base64_value(c));
    have_ += 6;
    if (have_ < 8) return;
    have_ -= 8;
    out += static_cast<char>((bits_ >> have_) & 0xFF);
  }

 private:
  std::uint32_t bits_ = 0;
  unsigned have_ = 0;
};

bool text_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 ? byte != 0x7F : c == '\n' || c == '\r' || c == '\t' || c == '\x1b';
}

// Nothing but text; the last character may have been cut.
bool is_text(std::string_view bytes) {
  if (!std::all_of(bytes.begin(), bytes.end(), text_byte)) return false;
  for (std::size_t cut = 0; cut < 4 && cut <= bytes.size(); ++cut) {
    if (is_valid_utf8(bytes.substr(0, bytes.size() - cut))) return true;
  }
  return false;
}

// The run that goes on in the next line, if a whole line (behind its prefix) belongs to it.
Span next_line_run(std::string_view text, std::size_t line_end) {
  if (line_end >= text.size()) return {};
  std::size_t at = line_end;
  if (text[at] == '\r') ++at;
  if (at >= text.size() || text[at] != '\n') return {};
  ++at;
  const std::string_view rest = text.substr(at);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  const std::size_t prefix = line_prefix(line);
  std::size_t end = prefix;
  while (end < line.size() && base64_value(line[end]) >= 0) ++end;
  std::size_t last = end;
  while (last < line.size() && line[last] == '=') ++last;
  const std::string_view tail = line.substr(last);
  const bool closed = tail.empty() || tail == "\r" || tail.front() == '\'' || tail.front() == '"';
  if (end == prefix || !closed) return {};
  return {at + prefix, at + end};
}

Layer decode_run(std::string_view source, Span run, std::size_t& end) {
  Layer out;
  Base64Bits bits;
  std::size_t at = 0;
  for (const bool wrapped = run.end - run.begin >= 60; !run.empty();) {
    out.skip(run.begin - at);
    std::string decoded;
    for (const char c : run.of(source)) bits.add(c, decoded);
    out.append_decoded(decoded, run.end - run.begin);
    at = run.end;
    const std::size_t length = run.end - run.begin;
    run = wrapped ? next_line_run(source, run.end) : Span{};
    if (!run.empty() && run.end - run.begin > length) run = {};
  }
  end = at;
  return out;
}

}  // namespace

void Layer::append(std::string_view same) {
  if (pieces_.empty() && text.empty()) same_from_ = source_;
  text += same;
  source_ += same.size();
}

void Layer::append_decoded(std::string_view decoded, std::size_t source_length) {
  if (pieces_.empty() && text.empty()) same_from_ = source_;
  pieces_.push_back({static_cast<std::uint32_t>(text.size()),
                     static_cast<std::uint32_t>(text.size() + decoded.size()),
                     static_cast<std::uint32_t>(source_),
                     static_cast<std::uint32_t>(source_ + source_length)});
  text += decoded;
  source_ += source_length;
}

std::size_t Layer::source_begin_of(std::size_t at) const {
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                       [](std::size_t x, const Piece& p) { return x < p.begin; });
  if (behind == pieces_.begin()) return same_from_ + at;
  const Piece& piece = *(behind - 1);
  return at < piece.end ? piece.source_begin : piece.source_end + (at - piece.end);
}

std::size_t Layer::source_end_of(std::size_t at) const {
  if (at == 0) return same_from_;
  const auto behind = std::upper_bound(pieces_.begin(), pieces_.end(), at - 1,
                                       [](std::size_t x, const Piece& p) { return x < p.begin; });
  if (behind == pieces_.begin()) return same_from_ + at;
  const Piece& piece = *(behind - 1);
  return at <= piece.end ? piece.source_end : piece.source_end + (at - piece.end);
}

Span Layer::to_source(Span span) const {
  if (span.empty()) return {source_begin_of(span.begin), source_begin_of(span.begin)};
  return {source_begin_of(span.begin), source_end_of(span.end)};
}

Layer unescaped_or_same(std::string_view source) {
  Layer out;
  out.text.reserve(source.size());
  std::size_t at = 0;
  for (;;) {
    std::size_t stop = source.find('\\', at);
    if (stop == std::string_view::npos) break;
    const Escape escape = escape_at(source, stop);
    if (escape.length == 0) {
      // Not an escape: it and the next byte are themselves.
      stop = std::min(stop + 2, source.size());
      out.append(source.substr(at, stop - at));
      at = stop;
      continue;
    }
    out.append(source.substr(at, stop - at));
    out.append_decoded(escape.decoded, escape.length);
    at = stop + escape.length;
  }
  out.append(source.substr(at));
  return out;
}

std::optional<Layer> unescaped(std::string_view source) {
  std::size_t at = source.find('\\');
  while (at != std::string_view::npos && escape_at(source, at).length == 0) {
    at = at + 2 > source.size() ? std::string_view::npos : source.find('\\', at + 2);
  }
  if (at == std::string_view::npos) return std::nullopt;
  return unescaped_or_same(source);
}

std::optional<Layer> percent_decoded(std::string_view source) {
  std::optional<Layer> out;
  std::size_t done = 0;
  for (std::size_t at = source.find('%'); at != std::string_view::npos;
       at = source.find('%', at + 1)) {
    if (at + 2 >= source.size()) break;
    const int high = hex_digit(source[at + 1]);
    const int low = hex_digit(source[at + 2]);
    if (high < 0 || low < 0) continue;
    if (!out) out.emplace();
    out->append(source.substr(done, at - done));
    out->append_decoded(std::string(1, static_cast<char>(high * 16 + low)), 3);
    done = at + 3;
    at += 2;
  }
  if (out) out->append(source.substr(done));
  return out;
}

std::size_t line_prefix(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos) return 0;
  const std::size_t digits = at;
  while (at < line.size() && line[at] >= '0' && line[at] <= '9') ++at;
  constexpr std::string_view kArrow = "\xE2\x86\x92";
  if (at > digits && line.substr(at).starts_with(kArrow)) return at + kArrow.size();
  if (at > digits && at < line.size() && line[at] == '\t') return at + 1;
  at = digits;
  if (line[at] == '+' || line[at] == '-' || line[at] == '>' || line[at] == '|' || line[at] == '#') {
    ++at;
    while (at < line.size() && line[at] == ' ') ++at;
  }
  return at;
}

namespace {

// What the first of four characters can be when they stand for text: the upper bits of a letter, of
// a line end, or of a character of three bytes.
bool may_begin_group(int value) {
  return (value >= 8 && value < 32) || value == 2 || value == 3 || (value >= 56 && value <= 60);
}

// Ids are in every line of a transcript, and some happen to stand for text.
bool is_uuid_at(std::string_view run) {
  constexpr std::size_t kUuid = 36;
  return run.size() >= kUuid && is_uuid(run.substr(0, kUuid));
}

bool is_base64_text(std::string_view characters) {
  for (std::size_t i = 0; i < 16; i += 4) {
    if (!may_begin_group(base64_value(characters[i]))) return false;
  }
  std::array<char, 12> bytes{};
  for (std::size_t i = 0; i < 4; ++i) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      bits = (bits << 6) | static_cast<std::uint32_t>(base64_value(characters[i * 4 + k]));
    }
    bytes[i * 3] = static_cast<char>(bits >> 16 & 0xFF);
    bytes[i * 3 + 1] = static_cast<char>(bits >> 8 & 0xFF);
    bytes[i * 3 + 2] = static_cast<char>(bits & 0xFF);
  }
  return is_text({bytes.data(), bytes.size()});
}

}  // namespace

std::size_t base64_text_begins(std::string_view run) {
  if (is_uuid_at(run)) return std::string_view::npos;
  for (std::size_t skip = 0; skip < 6 && skip + kBase64Run <= run.size(); ++skip) {
    if (is_base64_text(run.substr(skip, 16))) return skip;
  }
  return std::string_view::npos;
}

Span next_base64_run(std::string_view text, std::size_t from) {
  // A run of this length has no place for a gap: looking at its last character first passes over
  // most of a text unseen.
  std::size_t begin = from;
  while (begin + kBase64Run <= text.size()) {
    std::size_t at = begin + kBase64Run;
    while (at > begin && base64_value(text[at - 1]) >= 0) --at;
    if (at > begin) {
      begin = at;
      continue;
    }
    std::size_t end = begin + kBase64Run;
    while (end < text.size() && base64_value(text[end]) >= 0) ++end;
    return {begin, end};
  }
  return {text.size(), text.size()};
}

std::vector<Layer> base64_decoded(std::string_view source) {
  std::vector<Layer> out;
  for (Span run = next_base64_run(source, 0); !run.empty();) {
    std::size_t end = run.end;
    const std::size_t skip = base64_text_begins(run.of(source));
    if (skip != std::string_view::npos) {
      Layer layer = decode_run(source, {run.begin + skip, run.end}, end);
      if (layer.text.size() >= 12 && is_text(layer.text)) {
        out.push_back(std::move(layer));
      } else {
        end = run.end;
      }
    }
    run = next_base64_run(source, end);
  }
  return out;
}

}  // namespace clew::redact
