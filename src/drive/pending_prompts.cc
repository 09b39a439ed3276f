// SPDX-License-Identifier: MIT
#include "drive/pending_prompts.h"

#include <algorithm>
#include <iterator>

namespace clew {

std::vector<std::string> PendingPrompts::take_answered(const drive::TurnResult& result) {
  auto end = waiting_.begin();
  if (!result.prompts.empty()) {
    // Prompts are answered in their order, so whatever was sent before a named one is answered too.
    for (const std::string& named : result.prompts) {
      const auto found = std::find(waiting_.begin(), waiting_.end(), named);
      if (found != waiting_.end()) end = std::max(end, std::next(found));
    }
  } else if (!result.is_own_turn() && !waiting_.empty()) {
    ++end;  // versions that name no prompt answer one at a time
  }
  std::vector<std::string> answered(waiting_.begin(), end);
  waiting_.erase(waiting_.begin(), end);
  return answered;
}

}  // namespace clew
