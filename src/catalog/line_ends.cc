// SPDX-License-Identifier: MIT
#include "catalog/line_ends.h"

#include <cstddef>
#include <cstring>

namespace clew {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Whether the quote at `pos` is escaped: an odd number of backslashes stands before it.
bool is_escaped(std::string_view line, std::size_t pos) {
  std::size_t start = pos;
  while (start > 0 && line[start - 1] == '\\') --start;
  return (pos - start) % 2 == 1;
}

struct Member {
  std::string_view key;    // without quotes, as written
  std::string_view value;  // as written; empty: there is no further plain member
};

// Reads members from the start.
class FromStart {
 public:
  explicit FromStart(std::string_view line) : line_(line) { take('{'); }

  Member next() {
    Member member;
    const std::string_view quoted = take_text();
    if (quoted.size() < 2 || !take(':')) return {};
    member.key = quoted.substr(1, quoted.size() - 2);
    skip_spaces();
    if (pos_ == line_.size() || line_[pos_] == '{' || line_[pos_] == '[') return {};
    member.value = line_[pos_] == '"' ? take_text() : take_word();
    take(',');
    return member;
  }

 private:
  void skip_spaces() {
    while (pos_ < line_.size() && is_space(line_[pos_])) ++pos_;
  }
  bool take(char c) {
    skip_spaces();
    if (pos_ == line_.size() || line_[pos_] != c) return false;
    ++pos_;
    return true;
  }
  std::string_view take_text() {
    skip_spaces();
    if (pos_ == line_.size() || line_[pos_] != '"') return {};
    std::size_t end = line_.find('"', pos_ + 1);
    while (end != std::string_view::npos && is_escaped(line_, end)) end = line_.find('"', end + 1);
    if (end == std::string_view::npos) return {};
    const std::string_view text = line_.substr(pos_, end + 1 - pos_);
    pos_ = end + 1;
    return text;
  }
  std::string_view take_word() {
    const std::size_t start = pos_;
    while (pos_ < line_.size() && line_[pos_] != ',' && line_[pos_] != '}' &&
           !is_space(line_[pos_])) {
      ++pos_;
    }
    return line_.substr(start, pos_ - start);
  }

  std::string_view line_;
  std::size_t pos_ = 0;  // before it all is read
};

// Reads members from the end. Outside of texts JSON has no backslash, so the opening quote of a
// text is the nearest quote before it that is not escaped.
class FromEnd {
 public:
  explicit FromEnd(std::string_view line) : line_(line), end_(line.size()) { take('}'); }

  Member next() {
    Member member;
    skip_spaces();
    if (end_ == 0 || line_[end_ - 1] == '}' || line_[end_ - 1] == ']') return {};
    member.value = line_[end_ - 1] == '"' ? take_text() : take_word();
    if (!take(':')) return {};
    const std::string_view quoted = take_text();
    if (quoted.size() < 2) return {};
    member.key = quoted.substr(1, quoted.size() - 2);
    if (!take(',')) end_ = 0;  // the first member
    return member;
  }

 private:
  void skip_spaces() {
    while (end_ > 0 && is_space(line_[end_ - 1])) --end_;
  }
  bool take(char c) {
    skip_spaces();
    if (end_ == 0 || line_[end_ - 1] != c) {
      end_ = 0;
      return false;
    }
    --end_;
    return true;
  }
  std::string_view take_text() {
    skip_spaces();
    if (end_ < 2 || line_[end_ - 1] != '"' || is_escaped(line_, end_ - 1)) return {};
    std::size_t start = line_.rfind('"', end_ - 2);
    while (start != std::string_view::npos && is_escaped(line_, start)) {
      start = start == 0 ? std::string_view::npos : line_.rfind('"', start - 1);
    }
    if (start == std::string_view::npos) return {};
    const std::string_view text = line_.substr(start, end_ - start);
    end_ = start;
    return text;
  }
  std::string_view take_word() {
    const std::size_t end = end_;
    while (end_ > 0 && line_[end_ - 1] != ':' && line_[end_ - 1] != ',' && line_[end_ - 1] != '{' &&
           !is_space(line_[end_ - 1])) {
      --end_;
    }
    return line_.substr(end_, end - end_);
  }

  std::string_view line_;
  std::size_t end_;  // behind it all is read
};

// Whether the line ends as an object does; one that was torn off mostly does not.
bool is_closed(std::string_view line) {
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  return !line.empty() && line.back() == '}';
}

}  // namespace

std::string_view member_at_ends(std::string_view line, std::string_view key) {
  FromEnd behind(line);
  for (;;) {
    const Member member = behind.next();
    if (member.value.empty()) break;
    if (member.key == key) return member.value;
  }
  std::string_view last;
  FromStart before(line);
  for (;;) {
    const Member member = before.next();
    if (member.value.empty()) return last;
    if (member.key == key) last = member.value;
  }
}

std::optional<bool> peek_message(std::string_view line) {
  constexpr std::string_view kMeta = R"("isMeta")";
  if (!is_closed(line)) return std::nullopt;
  const std::string_view type = member_at_ends(line, "type");
  if (type.empty()) return std::nullopt;
  if (type != R"("user")" && type != R"("assistant")") {
    // A type written with escapes is for the parser.
    if (type.find('\\') != std::string_view::npos) return std::nullopt;
    return false;
  }
  if (::memmem(line.data(), line.size(), kMeta.data(), kMeta.size()) != nullptr)
    return std::nullopt;
  return true;
}

}  // namespace clew
