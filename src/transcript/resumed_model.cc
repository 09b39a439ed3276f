// SPDX-License-Identifier: MIT
#include "transcript/resumed_model.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace clew {
namespace {

constexpr std::string_view kDefaultModel = "opus-5-5";  // of 2.1.325

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

int leading_number(std::string_view& text) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  if (!text.empty()) text.remove_prefix(1);
  return number;
}

// Seen resumed with: opus, sonnet and haiku from 4-5 on, fable-5. Older ones and models of other
// makers are replaced by the default.
bool is_current(std::string_view model, std::string_view key) {
  if (ascii_lower(model).find("claude-") == std::string::npos) return false;
  const std::size_t dash = key.find('-');
  if (dash == std::string_view::npos || is_number(key.substr(0, dash))) return false;
  const std::string_view family = key.substr(0, dash);
  std::string_view version = key.substr(dash + 1);
  const int major = leading_number(version);
  const int minor = leading_number(version);
  if (major != 4) return major > 4;
  return minor >= 5 && (family == "opus" || family == "sonnet" || family == "haiku");
}

}  // namespace

std::string model_key(std::string_view model) {
  std::string key = ascii_lower(model);
  std::replace(key.begin(), key.end(), '.', '-');
  if (const std::size_t at = key.find("claude-"); at != std::string::npos) key.erase(0, at + 7);
  // A date, and what stands behind it.
  constexpr std::size_t kDateDigits = 8;
  for (std::size_t at = key.find_first_of("-@"); at != std::string::npos;
       at = key.find_first_of("-@", at + 1)) {
    if (is_number(std::string_view(key).substr(at + 1, kDateDigits)) &&
        key.size() - at > kDateDigits) {
      key.erase(at);
      break;
    }
  }
  return key;
}

std::string resumed_model(const Transcript& transcript, const ChosenPath& path) {
  for (auto line = path.chain.rbegin(); line != path.chain.rend(); ++line) {
    const Entry& entry = transcript[*line];
    const std::string_view model = transcript.text(entry.model);
    if (entry.type != EntryType::kAssistant || model.empty() || model == "<synthetic>") continue;
    std::string key = model_key(model);
    return is_current(model, key) ? key : std::string(kDefaultModel);
  }
  return std::string(kDefaultModel);
}

}  // namespace clew
