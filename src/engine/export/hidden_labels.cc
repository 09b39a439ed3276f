// SPDX-License-Identifier: MIT
#include "engine/export/hidden_labels.h"

#include <utility>

namespace clew {

void HiddenLabels::look_at(std::string_view piece) {
  constexpr std::size_t kLongest = 64;
  if (labels_.empty()) return;
  const std::string text = std::exchange(begun_, {}).append(piece);
  for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at, kLongest);
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) {
      if (rest.size() < kLongest && begun_.empty()) begun_ = rest;
      continue;
    }
    if (const auto known = labels_.find(rest.substr(0, end + 1)); known != labels_.end())
      seen_.insert(*known);
  }
}

}  // namespace clew
