// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/style.h"

namespace clew {

// Text for a terminal whose parts look different, and which is broken into lines as a whole. What
// is added must be safe for a terminal already; looks are numbers of SGR ("1;31"), empty for plain.
class StyledText {
 public:
  void add(std::string_view safe, std::string_view look = {});
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

  // As wrap_to_width breaks it; plain where the style has no colours. Lines after the first are
  // `hang` cells shorter.
  std::vector<std::string> wrap(int cells, const Style& style, int hang = 0) const;

 private:
  std::vector<std::string> broken(int cells, int hang) const;
  std::uint8_t number_of(std::string_view look);

  std::string text_;
  std::vector<std::uint8_t> look_of_;  // by byte: which of looks_
  std::vector<std::string> looks_ = {""};
};

// What a program printed, with its own colours and nothing else that a terminal obeys.
StyledText with_own_colors(std::string_view printed);

}  // namespace clew
