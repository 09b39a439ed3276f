// SPDX-License-Identifier: MIT
#include "redact/key_block.h"

#include <algorithm>

#include "redact/characters.h"
#include "redact/layer.h"

namespace clew::redact {
namespace {

constexpr std::string_view kDashes = "-----";
constexpr std::size_t kMarkLine = 80;
constexpr std::size_t kLongest = 20'000;

bool base64_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

// The part of a line that is base64 and nothing else, behind its prefix; empty if it is something
// else.
Span key_line(std::string_view text, Span line) {
  std::size_t begin = line.begin + line_prefix(line.of(text));
  std::size_t end = line.end;
  const auto dropped = [](char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\\' || c == '"' || c == '\'' || c == ',';
  };
  while (end > begin && dropped(text[end - 1])) --end;
  while (begin < end && dropped(text[begin])) ++begin;
  const std::string_view content = text.substr(begin, end - begin);
  const bool plain = std::all_of(content.begin(), content.end(), base64_char);
  return plain ? Span{begin, end} : Span{begin, begin};
}

bool is_header(std::string_view line) {
  return line.find("Proc-Type:") != std::string_view::npos ||
         line.find("DEK-Info:") != std::string_view::npos ||
         line.find("Version:") != std::string_view::npos ||
         line.find("Comment:") != std::string_view::npos ||
         line.find("Hash:") != std::string_view::npos;
}

Span line_at(std::string_view text, std::size_t at) {
  const std::size_t end = std::min(text.find('\n', at), text.size());
  return {at, end};
}

void take(std::string_view text, Span piece, KeyBlock& out) {
  if (piece.empty()) return;
  if (out.pieces.empty()) out.body.begin = piece.begin;
  out.body.end = piece.end;
  out.pieces.push_back(piece);
  (void)text;
}

// Everything between the marks, when both stand on one line.
void take_one_line(std::string_view text, Span inside, KeyBlock& out) {
  std::size_t at = inside.begin;
  while (at < inside.end) {
    while (at < inside.end && !base64_char(text[at])) ++at;
    const std::size_t begin = at;
    while (at < inside.end && base64_char(text[at])) ++at;
    if (at - begin >= 16) take(text, {begin, at}, out);
  }
}

void take_lines_behind(std::string_view text, std::size_t at, KeyBlock& out) {
  const std::size_t last = std::min(text.size(), at + kLongest);
  while (at < last) {
    const Span line = line_at(text, at);
    if (line.of(text).find("-----END") != std::string_view::npos) return;
    const Span piece = key_line(text, line);
    const bool passes = piece.end - piece.begin >= 4 || is_header(line.of(text)) ||
                        piece.begin >= line.end ||
                        line.of(text).find_first_not_of(" \t\r+->|") == std::string_view::npos;
    if (piece.empty() && !passes) return;
    if (piece.end - piece.begin >= 4) {
      take(text, piece, out);
    } else if (!piece.empty()) {
      return;
    }
    at = line.end + 1;
  }
}

void take_lines_before(std::string_view text, std::size_t end, KeyBlock& out) {
  std::vector<Span> pieces;
  const std::size_t first = end > kLongest ? end - kLongest : 0;
  while (end > first) {
    const std::size_t newline = end >= 2 ? text.rfind('\n', end - 2) : std::string_view::npos;
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    const Span piece = key_line(text, {begin, end - 1});
    if (piece.end - piece.begin < (pieces.empty() ? 4 : 16)) break;
    pieces.push_back(piece);
    end = begin;
  }
  std::reverse(pieces.begin(), pieces.end());
  if (pieces.size() < 2) return;
  for (const Span piece : pieces) take(text, piece, out);
}

}  // namespace

KeyBlock key_block_at(std::string_view text, Span word) {
  KeyBlock out;
  const std::size_t from = word.begin > kMarkLine ? word.begin - kMarkLine : 0;
  const std::string_view ahead = text.substr(from, word.begin - from);
  const std::size_t begin = ahead.rfind("-----BEGIN ");
  const std::size_t end = ahead.rfind("-----END ");
  const std::size_t closing = text.find(kDashes, word.end);
  if (closing == std::string_view::npos || closing > word.end + 16) return out;
  if (begin != std::string_view::npos && (end == std::string_view::npos || end < begin)) {
    const std::size_t behind = closing + kDashes.size();
    const Span line = line_at(text, behind);
    const std::size_t close_here = line.of(text).find("-----END");
    const Span rest{behind, close_here == std::string_view::npos ? line.end : behind + close_here};
    if (close_here != std::string_view::npos || rest.end - rest.begin >= 64) {
      take_one_line(text, rest, out);
    } else {
      take_lines_behind(text, line.end + 1, out);
    }
    return out;
  }
  if (end == std::string_view::npos) return out;
  // An END: only when its BEGIN is missing, else the block is known already.
  const std::size_t mark = from + end;
  const std::size_t back = mark > kLongest ? mark - kLongest : 0;
  const std::string_view before = text.substr(back, mark - back);
  const std::size_t opened = before.rfind("-----BEGIN ");
  const std::size_t closed = before.rfind("-----END ");
  if (opened != std::string_view::npos && (closed == std::string_view::npos || closed < opened))
    return out;
  const std::size_t newline = text.rfind('\n', mark);
  if (newline != std::string_view::npos) take_lines_before(text, newline + 1, out);
  return out;
}

bool is_own_line(std::string_view line) {
  return line.size() >= 20 && !line.starts_with("b3BlbnNzaC1rZXktdjE");
}

}  // namespace clew::redact
