// SPDX-License-Identifier: MIT
#include "redact/key_block.h"

#include <algorithm>

#include "redact/characters.h"
#include "redact/layer.h"

namespace clew::redact {
namespace {

constexpr std::string_view kDashes = "-----";
constexpr std::size_t kMarkLine = 80;
constexpr std::size_t kLongestBlock = 20'000;

bool base64_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '/' || c == '=';
}

Span longest_run(std::string_view text, Span line) {
  Span longest{line.begin, line.begin};
  for (std::size_t at = line.begin; at < line.end; ++at) {
    const std::size_t begin = at;
    while (at < line.end && base64_char(text[at])) ++at;
    if (at - begin >= longest.end - longest.begin && at > begin) longest = {begin, at};
  }
  return longest;
}

// A line of a key that is quoted, boxed, commented out or behind a file's name.
Span decorated_line(std::string_view text, Span line) {
  constexpr std::size_t kKeyLine = 40;
  constexpr std::size_t kDecoration = 80;
  const Span run = longest_run(text, line);
  const bool key = run.end - run.begin >= kKeyLine && run.begin - line.begin <= kDecoration &&
                   line.end - run.end <= kDecoration;
  return key ? run : Span{line.begin, line.begin};
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
  if (plain) return {begin, end};
  const Span inside = decorated_line(text, line);
  return inside.empty() ? Span{begin, begin} : inside;
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

void take(Span piece, KeyBlock& out) {
  if (piece.empty()) return;
  if (out.pieces.empty()) out.body.begin = piece.begin;
  out.body.end = piece.end;
  out.pieces.push_back(piece);
}

// Everything between the marks, when both stand on one line.
void take_one_line(std::string_view text, Span inside, KeyBlock& out) {
  std::size_t at = inside.begin;
  while (at < inside.end) {
    while (at < inside.end && !base64_char(text[at])) ++at;
    const std::size_t begin = at;
    while (at < inside.end && base64_char(text[at])) ++at;
    if (at - begin >= 16) take({begin, at}, out);
  }
}

void take_lines_behind(std::string_view text, std::size_t at, KeyBlock& out) {
  const std::size_t last = std::min(text.size(), at + kLongestBlock);
  while (at < last) {
    const Span line = line_at(text, at);
    if (line.of(text).find("-----END") != std::string_view::npos) return;
    const Span piece = key_line(text, line);
    const bool passes = piece.end - piece.begin >= 4 || is_header(line.of(text)) ||
                        piece.begin >= line.end ||
                        line.of(text).find_first_not_of(" \t\r+->|") == std::string_view::npos;
    if (piece.empty() && !passes) {
      // The last line is short, and has what stands around the others too.
      const std::size_t next = std::min(text.find('\n', line.end), text.size());
      const bool last_line =
          line_at(text, std::min(next + 1, text.size())).of(text).find("-----END") !=
          std::string_view::npos;
      const Span run = longest_run(text, line);
      if (last_line && !out.pieces.empty() && run.end - run.begin >= 4) take(run, out);
      return;
    }
    if (piece.end - piece.begin >= 4) {
      take(piece, out);
    } else if (!piece.empty()) {
      return;
    }
    at = line.end + 1;
  }
}

void take_lines_before(std::string_view text, std::size_t end, KeyBlock& out) {
  std::vector<Span> pieces;
  const std::size_t first = end > kLongestBlock ? end - kLongestBlock : 0;
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
  for (const Span piece : pieces) take(piece, out);
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
  const std::size_t back = mark > kLongestBlock ? mark - kLongestBlock : 0;
  const std::string_view before = text.substr(back, mark - back);
  const std::size_t opened = before.rfind("-----BEGIN ");
  const std::size_t closed = before.rfind("-----END ");
  if (opened != std::string_view::npos && (closed == std::string_view::npos || closed < opened))
    return out;
  const std::size_t newline = text.rfind('\n', mark);
  if (newline != std::string_view::npos) take_lines_before(text, newline + 1, out);
  return out;
}

std::vector<std::string_view> lines_of_key(std::string_view body) {
  std::vector<std::string_view> lines;
  if (body.find('\n') == std::string_view::npos) {
    KeyBlock block;
    take_one_line(body, {0, body.size()}, block);
    for (const Span piece : block.pieces) lines.push_back(piece.of(body));
    return lines;
  }
  for (std::size_t at = 0; at < body.size();) {
    const Span line = line_at(body, at);
    Span piece = key_line(body, line);
    if (piece.empty() && !is_header(line.of(body))) piece = longest_run(body, line);
    if (!piece.empty()) lines.push_back(piece.of(body));
    at = line.end + 1;
  }
  return lines;
}

bool is_own_line(std::string_view line) {
  return line.size() >= 20 && !line.starts_with("b3BlbnNzaC1rZXktdjE");
}

}  // namespace clew::redact
