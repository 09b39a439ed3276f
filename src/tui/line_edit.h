// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tui/key.h"

namespace clew::tui {

// A line that is being typed, with the keys of every shell. It holds no control characters; line
// ends only where several lines are taken, otherwise they become spaces.
class LineEdit {
 public:
  void set(std::string text);
  void take_lines(bool several) { several_lines_ = several; }
  const std::string& text() const { return text_; }
  std::size_t cursor() const { return at_; }  // bytes before it
  void add_line_end();

  // False: the key is none of its own.
  bool take(const Key& key);
  // What was typed before, newest last; the arrows go through it.
  void remember();

 private:
  void insert(std::string_view text);
  bool take_control(char32_t letter);
  bool recall(int step);
  std::size_t before(std::size_t at) const;
  std::size_t after(std::size_t at) const;
  std::size_t line_begin() const;  // of the line that the cursor is in
  std::size_t line_end() const;
  std::size_t word_before(std::size_t at) const;

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::string> history_;
  std::size_t recalled_ = 0;  // from the end; 0: the line itself
  std::string draft_;
  bool several_lines_ = false;
};

}  // namespace clew::tui
