// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "render/text_lines.h"

namespace clew::tui {

// Lines for a window. There is a bound: what is longer is counted.
class LineList : public TextLines {
 public:
  explicit LineList(std::string_view indent = {}, std::size_t most = 20'000)
      : indent_(indent), most_(most) {}

  void line(std::string_view text = {}) override {
    if (lines_.size() < most_) {
      lines_.push_back(indent_ + std::string(text));
    } else {
      ++left_out_;
    }
  }
  bool has_room() const { return lines_.size() < most_; }
  std::vector<std::string> take() {
    if (left_out_ > 0) {
      lines_.push_back(indent_ + "… " + std::to_string(left_out_) +
                       " more lines; clew show prints them");
    }
    return std::move(lines_);
  }

 private:
  std::string indent_;
  std::size_t most_;
  std::size_t left_out_ = 0;
  std::vector<std::string> lines_;
};

}  // namespace clew::tui
