// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Ids as people copy them: of each the first eight characters, and more where another of these
// sessions begins with the same.
class ShortIds {
 public:
  static constexpr std::size_t kShortest = 8;

  explicit ShortIds(std::vector<std::string> ids);

  // What names this id alone among all; of one that is not among them too.
  std::string of(std::string_view id) const;

 private:
  std::vector<std::string> ids_;  // sorted, each once
};

}  // namespace clew
