// SPDX-License-Identifier: MIT
#include "transcript/finding.h"

#include <array>

namespace clew {

std::string_view name_of(Finding::Kind kind) {
  static constexpr auto kNames = std::to_array<std::string_view>({
      "bad-line",      "not-an-object",   "too-long",          "too-deep",       "repaired",
      "wrong-kind",    "duplicate-key",   "duplicate-uuid",    "missing-parent", "cycle",
      "orphan-result", "unanswered-call", "impossible-figure", "no-root",        "unreadable",
      "vanished",      "broken-link",     "same-folder-twice", "not-an-id",      "not-a-uuid",
      "same-id-twice", "no-conversation", "damaged",           "rebuilt",
  });
  static_assert(kNames.size() == static_cast<std::size_t>(last_of(Finding::Kind())) + 1);
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace clew
