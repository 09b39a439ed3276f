// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tui/key.h"

namespace clew::tui {

// A line that is being typed, with the keys of every shell. It holds no control characters.
class LineEdit {
 public:
  void set(std::string text);
  const std::string& text() const { return text_; }
  // Cells before the cursor.
  int cursor_cells() const;

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
  std::size_t word_before(std::size_t at) const;

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::string> history_;
  std::size_t recalled_ = 0;  // from the end; 0: the line itself
  std::string draft_;
};

}  // namespace clew::tui
