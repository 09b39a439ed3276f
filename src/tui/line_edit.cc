// SPDX-License-Identifier: MIT
#include "tui/line_edit.h"

#include <algorithm>

#include "base/text.h"

namespace clew::tui {
namespace {

using Kind = Key::Kind;

constexpr std::size_t kLongest = std::size_t{1} << 16;
constexpr std::size_t kMostRemembered = 100;

}  // namespace

void LineEdit::set(std::string text) {
  text_ = std::move(text);
  at_ = text_.size();
  recalled_ = 0;
}

// Clusters are found from the beginning: from the middle they may look different.
std::size_t LineEdit::before(std::size_t at) const {
  std::size_t last = 0;
  for (std::size_t pos = 0; pos < at;) {
    last = pos;
    pos = next_cluster(text_, pos).end;
  }
  return last;
}

std::size_t LineEdit::after(std::size_t at) const {
  return at >= text_.size() ? text_.size() : next_cluster(text_, at).end;
}

std::size_t LineEdit::line_begin() const {
  return at_ == 0 ? 0 : text_.rfind('\n', at_ - 1) + 1;  // 0 when there is none
}

std::size_t LineEdit::line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

std::size_t LineEdit::word_before(std::size_t at) const {
  const auto is_blank = [&](std::size_t i) { return text_[i] == ' ' || text_[i] == '\n'; };
  while (at > 0 && is_blank(at - 1)) --at;
  while (at > 0 && !is_blank(at - 1)) --at;
  return at;
}

void LineEdit::insert(std::string_view text) {
  std::string safe;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
    std::string part(text.substr(at, end - at));
    std::replace(part.begin(), part.end(), '\t', ' ');
    safe += terminal_line(part);
    if (end < text.size()) safe += several_lines_ ? '\n' : ' ';
    at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  if (text_.size() + safe.size() > kLongest) return;
  text_.insert(at_, safe);
  at_ += safe.size();
}

void LineEdit::add_line_end() {
  if (several_lines_) insert("\n");
}

void LineEdit::remember() {
  if (text_.empty() || (!history_.empty() && history_.back() == text_)) return;
  history_.push_back(text_);
  if (history_.size() > kMostRemembered) history_.erase(history_.begin());
}

bool LineEdit::recall(int step) {
  const std::size_t most = history_.size();
  if ((step > 0 && recalled_ == most) || (step < 0 && recalled_ == 0)) return true;
  if (recalled_ == 0) draft_ = text_;
  const std::size_t next = step > 0 ? recalled_ + 1 : recalled_ - 1;
  set(next == 0 ? draft_ : history_[most - next]);
  recalled_ = next;
  return true;
}

bool LineEdit::take_control(char32_t letter) {
  switch (letter) {
    case 'a':
      at_ = line_begin();
      return true;
    case 'e':
      at_ = line_end();
      return true;
    case 'b':
      at_ = before(at_);
      return true;
    case 'f':
      at_ = after(at_);
      return true;
    case 'u': {
      const std::size_t begin = line_begin();
      text_.erase(begin, at_ - begin);
      at_ = begin;
      return true;
    }
    case 'k':
      text_.erase(at_, line_end() - at_);
      return true;
    case 'w': {
      const std::size_t start = word_before(at_);
      text_.erase(start, at_ - start);
      at_ = start;
      return true;
    }
    default:
      return false;
  }
}

bool LineEdit::take(const Key& key) {
  switch (key.kind) {
    case Kind::kText:
      if (key.ctrl) return take_control(key.character);
      if (key.alt) return false;
      {
        std::string typed;
        append_utf8(typed, key.character);
        insert(typed);
      }
      return true;
    case Kind::kPaste:
      // What ends the last line only ended the copying.
      insert(several_lines_
                 ? std::string_view(key.text).substr(0, key.text.find_last_not_of("\r\n") + 1)
                 : one_line(key.text));
      return true;
    case Kind::kBackspace: {
      const std::size_t start = before(at_);
      text_.erase(start, at_ - start);
      at_ = start;
      return true;
    }
    case Kind::kDelete:
      text_.erase(at_, after(at_) - at_);
      return true;
    case Kind::kLeft:
      at_ = before(at_);
      return true;
    case Kind::kRight:
      at_ = after(at_);
      return true;
    case Kind::kHome:
      at_ = line_begin();
      return true;
    case Kind::kEnd:
      at_ = line_end();
      return true;
    case Kind::kUp:
      if (line_begin() == 0) return recall(1);
      at_ = line_begin() - 1;
      return true;
    case Kind::kDown:
      if (line_end() == text_.size()) return recall(-1);
      at_ = line_end() + 1;
      at_ = line_end();
      return true;
    default:
      return false;
  }
}

}  // namespace clew::tui
