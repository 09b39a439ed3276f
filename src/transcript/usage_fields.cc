// SPDX-License-Identifier: MIT
#include "transcript/usage_fields.h"

namespace clew {

using json::Kind;
using json::Value;

UsageFields::UsageFields(Value usage) {
  for (const auto& [key, value] : usage.members()) {
    if (key == "input_tokens")
      tokens.input = count(value, key);
    else if (key == "output_tokens")
      tokens.output = count(value, key);
    else if (key == "cache_read_input_tokens")
      tokens.cache_read = count(value, key);
    else if (key == "cache_creation_input_tokens")
      tokens.cache_write = count(value, key);
    else if (key == "cache_creation") {
      for (const auto& [name, part] : value.members()) {
        if (name == "ephemeral_5m_input_tokens") tokens.cache_write_5m = count(part, name);
        if (name == "ephemeral_1h_input_tokens") tokens.cache_write_1h = count(part, name);
      }
    } else if (key == "server_tool_use") {
      tokens.web_searches = count(value["web_search_requests"], "web_search_requests");
    } else if (key == "output_tokens_details") {
      tokens.thinking = count(value["thinking_tokens"], "thinking_tokens");
    } else if (key == "speed") {
      if (value.string_or("") == "fast") flags |= kUsageFast;
    } else if (key == "service_tier") {
      if (value.string_or("") == "batch") flags |= kUsageBatch;
    } else if (key == "inference_geo") {
      if (value.string_or("") == "us") flags |= kUsageUs;
    } else if (key == "iterations") {
      iterations = value;
    }
  }
}

std::uint32_t UsageFields::count(Value value, std::string_view name) {
  if (value.is_missing() || value.kind() == Kind::kNull) return 0;
  const std::int64_t number = value.int_or(-1);
  if (number >= 0 && number <= kMostTokens) return static_cast<std::uint32_t>(number);
  odd.push_back({name, value});
  return 0;
}

}  // namespace clew
