// SPDX-License-Identifier: MIT
#include "redact/kind.h"

#include <array>

namespace clew::redact {

std::string_view to_string(Sure sure) {
  switch (sure) {
    case Sure::kPossible:
      return "possible";
    case Sure::kLikely:
      return "likely";
    case Sure::kCertain:
      return "certain";
  }
  return "";
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> out;
  for (const auto family :
       {url_kinds, cloud_kinds, code_kinds, model_kinds, payment_kinds, chat_kinds, registry_kinds,
        service_kinds, office_kinds, monitoring_kinds, data_kinds, tool_kinds}) {
    out.insert(out.end(), family().begin(), family().end());
  }
  return out;
}

std::span<const std::string_view> context_kinds() {
  static constexpr std::array<std::string_view, 7> kNames = {
      "api-key", "password", "private-key", "secret", "session", "session-cookie", "token"};
  return kNames;
}

}  // namespace clew::redact
