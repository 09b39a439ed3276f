// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Which secrets are hidden in a text: a form of a session may leave most of it out.
class HiddenLabels {
 public:
  // `labels`: what stands where secrets were, "[token 1]".
  explicit HiddenLabels(std::vector<std::string> labels) : labels_(labels.begin(), labels.end()) {}

  // The text comes in pieces, which may be cut anywhere.
  void look_at(std::string_view piece);
  std::int64_t count() const { return static_cast<std::int64_t>(seen_.size()); }

 private:
  std::set<std::string, std::less<>> labels_;
  std::set<std::string, std::less<>> seen_;
  std::string begun_;  // what may be the beginning of one
};

}  // namespace clew
