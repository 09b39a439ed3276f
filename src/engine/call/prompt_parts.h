// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clew {

// A prompt as it is shown: what an editor attached as tags, then the person's own words.
struct PromptParts {
  std::vector<std::string> labels;  // "📄 src/main.cc"
  std::string text;
};

PromptParts split_prompt(std::string_view text);

}  // namespace clew
