// SPDX-License-Identifier: MIT
#include "redact/kind.h"

#include <array>

namespace clew::redact {

std::string_view to_string(Sure sure) {
  switch (sure) {
    case Sure::kPossible: return "possible";
    case Sure::kLikely: return "likely";
    case Sure::kCertain: return "certain";
  }
  return "";
}

std::span<const std::string_view> context_kinds() {
  static constexpr std::array<std::string_view, 7> kNames = {
      "api-key", "password", "private-key", "secret", "session", "session-cookie", "token"};
  return kNames;
}

}  // namespace clew::redact
