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

int LineEdit::cursor_cells() const { return display_width(std::string_view(text_).substr(0, at_)); }

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

std::size_t LineEdit::word_before(std::size_t at) const {
  while (at > 0 && text_[at - 1] == ' ') --at;
  while (at > 0 && text_[at - 1] != ' ') --at;
  return at;
}

void LineEdit::insert(std::string_view text) {
  const std::string safe = terminal_line(text);
  if (text_.size() + safe.size() > kLongest) return;
  text_.insert(at_, safe);
  at_ += safe.size();
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
      at_ = 0;
      return true;
    case 'e':
      at_ = text_.size();
      return true;
    case 'b':
      at_ = before(at_);
      return true;
    case 'f':
      at_ = after(at_);
      return true;
    case 'u':
      text_.erase(0, at_);
      at_ = 0;
      return true;
    case 'k':
      text_.erase(at_);
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
      insert(one_line(key.text));
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
      at_ = 0;
      return true;
    case Kind::kEnd:
      at_ = text_.size();
      return true;
    case Kind::kUp:
      return recall(1);
    case Kind::kDown:
      return recall(-1);
    default:
      return false;
  }
}

}  // namespace clew::tui
