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

// `contexts`: the array beside the message, as JSON; it counts where the text has no list.
PromptParts split_prompt(std::string_view text, std::string_view contexts = {});

}  // namespace clew
