// SPDX-License-Identifier: MIT
#include "engine/redact/redact_answers.h"

namespace clew {

std::string masked_secret(std::string_view secret) {
  const auto ascii = [](std::string_view part) {
    for (const char c : part) {
      if (c < 0x21 || c > 0x7E) return false;
    }
    return true;
  };
  const std::string length = " (" + std::to_string(secret.size()) + " characters)";
  if (secret.size() < 16 || !ascii(secret.substr(0, 4)) ||
      !ascii(secret.substr(secret.size() - 2))) {
    return "…" + length;
  }
  return std::string(secret.substr(0, 4)) + "…" + std::string(secret.substr(secret.size() - 2)) +
         length;
}

}  // namespace clew
