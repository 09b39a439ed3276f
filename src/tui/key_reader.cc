// SPDX-License-Identifier: MIT
#include "tui/key_reader.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

constexpr std::string_view kPasteBegins = "\x1b[200~";
constexpr std::string_view kPasteEnds = "\x1b[201~";
constexpr std::size_t kLongestSequence = 64;
constexpr std::size_t kLongestReply = 256;
constexpr std::size_t kLongestPaste = std::size_t{1} << 20;

Key of(Kind kind) { return {.kind = kind}; }

Key of_control(unsigned char byte) {
  switch (byte) {
    case '\r':
    case '\n':
      return of(Kind::kEnter);
    case '\t':
      return of(Kind::kTab);
    case 0x7f:
    case 0x08:
      return of(Kind::kBackspace);
    default:
      return {.kind = Kind::kText,
              .character = static_cast<char32_t>(byte == 0 ? ' ' : byte | 0x60),
              .ctrl = true};
  }
}

// Numbers of "1;5", at most four of them; -1 for none.
std::vector<int> numbers_of(std::string_view text) {
  std::vector<int> numbers(1, -1);
  for (const char c : text) {
    if (c == ';') {
      if (numbers.size() == 4) break;
      numbers.push_back(-1);
    } else if (c >= '0' && c <= '9') {
      numbers.back() = std::min(std::max(numbers.back(), 0) * 10 + (c - '0'), 100'000);
    }
  }
  return numbers;
}

Kind by_letter(char c) {
  switch (c) {
    case 'A':
      return Kind::kUp;
    case 'B':
      return Kind::kDown;
    case 'C':
      return Kind::kRight;
    case 'D':
      return Kind::kLeft;
    case 'H':
      return Kind::kHome;
    case 'F':
      return Kind::kEnd;
    case 'M':
      return Kind::kEnter;
    case 'Z':
      return Kind::kBackTab;
    default:
      return Kind::kUnknown;
  }
}

Kind by_number(int number) {
  switch (number) {
    case 1:
    case 7:
      return Kind::kHome;
    case 3:
      return Kind::kDelete;
    case 4:
    case 8:
      return Kind::kEnd;
    case 5:
      return Kind::kPageUp;
    case 6:
      return Kind::kPageDown;
    default:
      return Kind::kUnknown;
  }
}

// "<0;10;5M": button, column, row; counted from 1.
Key of_mouse(std::string_view body, bool pressed) {
  const std::vector<int> numbers = numbers_of(body.substr(1));
  if (numbers.size() < 3 || numbers[1] < 1 || numbers[2] < 1) return of(Kind::kUnknown);
  const int button = numbers[0];
  Kind kind = Kind::kUnknown;
  if (button == 64) kind = Kind::kWheelUp;
  if (button == 65) kind = Kind::kWheelDown;
  if (button == 0 && pressed) kind = Kind::kClick;
  return {.kind = kind, .row = numbers[2] - 1, .column = numbers[1] - 1};
}

Key of_sequence(std::string_view body, char final) {
  if (body.starts_with('<')) return of_mouse(body, final == 'M');
  const std::vector<int> numbers = numbers_of(body);
  Key key = of(final == '~' ? by_number(numbers[0]) : by_letter(final));
  const int modifiers = numbers.size() > 1 && numbers[1] > 0 ? numbers[1] - 1 : 0;
  key.ctrl = (modifiers & 4) != 0;
  key.alt = (modifiers & 2) != 0;
  return key;
}

}  // namespace

// Letters of a sequence end it; "ESC [ M" is a mouse of old and is not asked for.
std::size_t KeyReader::read_sequence(std::size_t at, bool last, std::vector<Key>& keys) {
  std::size_t end = at + 2;
  while (end < rest_.size() && rest_[end] >= 0x20 && rest_[end] < 0x40) ++end;
  if (end == rest_.size()) {
    if (!last && end - at < kLongestSequence) return at;
    keys.push_back(of(Kind::kUnknown));
    return end;
  }
  const std::string_view body = std::string_view(rest_).substr(at + 2, end - at - 2);
  const bool whole = rest_[end] >= 0x40 && rest_[end] < 0x7f;
  keys.push_back(whole ? of_sequence(body, rest_[end]) : of(Kind::kUnknown));
  return whole ? end + 1 : end;
}

std::size_t KeyReader::read_escape(std::size_t at, bool last, std::vector<Key>& keys) {
  if (at + 1 == rest_.size()) {
    if (!last) return at;
    keys.push_back(of(Kind::kEscape));
    return at + 1;
  }
  const char next = rest_[at + 1];
  if (next == '[' || (next == 'O' && (at + 2 < rest_.size() || !last))) {
    return read_sequence(at, last, keys);
  }
  if (next == '_' || next == 'P' || next == ']') {
    const std::size_t end = rest_.find("\x1b\\", at + 2);
    if (end != std::string::npos && end - at < kLongestReply) {
      keys.push_back({.kind = Kind::kReply, .text = rest_.substr(at + 1, end - at - 1)});
      return end + 2;
    }
    if (!last && rest_.size() - at < kLongestReply) return at;
  }
  if (next == '\x1b') {
    keys.push_back(of(Kind::kEscape));
    return at + 1;
  }
  std::vector<Key> inner;
  const std::size_t end = read(at + 1, last, inner);
  if (end == at + 1) return at;
  for (Key& key : inner) {
    key.alt = true;
    keys.push_back(std::move(key));
  }
  return end;
}

// Reads one key; `at` itself when more bytes are needed for it.
std::size_t KeyReader::read(std::size_t at, bool last, std::vector<Key>& keys) {
  const auto byte = static_cast<unsigned char>(rest_[at]);
  if (byte == 0x1b) return read_escape(at, last, keys);
  if (byte < 0x20 || byte == 0x7f) {
    keys.push_back(of_control(byte));
    return at + 1;
  }
  const std::size_t length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  if (at + length > rest_.size() && !last) return at;
  std::size_t end = at;
  const char32_t c = decode_utf8(rest_, end);
  keys.push_back({.kind = Kind::kText, .character = c});
  return end;
}

std::vector<Key> KeyReader::read_all(bool last) {
  std::vector<Key> keys;
  std::size_t at = 0;
  while (at < rest_.size()) {
    if (in_paste_) {
      const std::size_t end = rest_.find(kPasteEnds, at);
      const std::size_t stop = end == std::string::npos ? rest_.size() : end;
      const std::size_t room = kLongestPaste - std::min(kLongestPaste, pasted_.size());
      // The end may have come in pieces: its beginning is not taken for text.
      const std::size_t held = end == std::string::npos && !last ? kPasteEnds.size() - 1 : 0;
      const std::size_t upto = std::max(at, stop - std::min(held, stop));
      pasted_ += rest_.substr(at, std::min(upto - at, room));
      at = upto;
      if (end == std::string::npos) break;
      at = end + kPasteEnds.size();
      in_paste_ = false;
      keys.push_back({.kind = Kind::kPaste, .text = std::exchange(pasted_, {})});
      continue;
    }
    if (std::string_view(rest_).substr(at).starts_with(kPasteBegins)) {
      in_paste_ = true;
      at += kPasteBegins.size();
      continue;
    }
    const std::size_t end = read(at, last, keys);
    if (end == at) break;
    at = end;
  }
  rest_.erase(0, at);
  bool lines = false;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    keys[i].more = true;
    lines = lines || keys[i].kind == Kind::kEnter;
  }
  // Several lines at once were pasted, the end of the last one too.
  if (lines) keys.back().more = true;
  return keys;
}

std::vector<Key> KeyReader::take(std::string_view bytes) {
  rest_ += bytes;
  return read_all(false);
}

std::vector<Key> KeyReader::give_up() { return in_paste_ ? std::vector<Key>() : read_all(true); }

}  // namespace clew::tui
