// SPDX-License-Identifier: MIT
#include "doctor/error_text.h"

#include <initializer_list>

namespace clew {
namespace {

struct Pattern {
  std::string_view first;
  std::string_view second;  // must be there too; empty: nothing more
  std::initializer_list<Defect> defects;
};

// The more particular before the general: the first that fits counts.
const Pattern kPatterns[] = {
    {"`tool_use` ids were found without `tool_result`", "", {Defect::kC1}},
    {"due to tool use concurrency issues",
     "",
     {Defect::kC1, Defect::kC2, Defect::kC3, Defect::kC5}},
    {"unexpected `tool_use_id` found in `tool_result` blocks", "", {Defect::kC2}},
    {"unexpected `tool_use_id` found in `", "_tool_result` blocks", {Defect::kC6}},
    {"each tool_use must have a single result", "", {Defect::kC3}},
    {"`tool_use` ids must be unique", "", {Defect::kC4}},
    {"Tool reference '", "not found in available tools", {Defect::kC7}},
    {"tool_reference.tool_name: String should have at most", "", {Defect::kC8}},
    {"text content blocks must be non-empty", "", {Defect::kD1}},
    {"cache_control cannot be set for empty text blocks", "", {Defect::kD1}},
    {"text content blocks must contain non-whitespace text", "", {Defect::kD2}},
    {"all messages must have non-empty content", "", {Defect::kD3}},
    {"request body is not valid JSON", "surrogate", {Defect::kD4}},
    {"request body is not valid JSON", "unexpected end of data", {Defect::kD5}},
    {"tool_use.input: Input should be a valid dictionary", "", {Defect::kD6}},
    {"server_tool_use.id: String should match pattern", "", {Defect::kD9}},
    {"tool_use.name: String should have at", "", {Defect::kD7}},
    {"tool_use.id: String should match pattern", "", {Defect::kD8}},
    {"tool_use_id: String should match pattern", "", {Defect::kD8}},
    {"messages.", "Extra inputs are not permitted", {Defect::kD10}},
    {"messages.", "Field required", {Defect::kD11}},
    {"does not support assistant message prefill", "", {Defect::kD15}},
    {"final assistant content cannot end with trailing whitespace", "", {Defect::kD15}},
    {"bound to a different conversation", "", {Defect::kE5}},
    {"Invalid `signature` in `thinking` block", "", {Defect::kE1}},
    {"`thinking` or `redacted_thinking` blocks", "cannot be modified", {Defect::kE2, Defect::kE6}},
    {"Expected `thinking` or `redacted_thinking`", "", {Defect::kE3}},
    {"any thinking blocks", "the first block must be", {Defect::kE3}},
    {"each thinking block must contain thinking", "", {Defect::kE4}},
    {"image exceeds 5 MB maximum", "", {Defect::kF1}},
    {"Image base64 size", "exceeds API limit", {Defect::kF1}},
    {"many-image requests", "", {Defect::kF3}},
    {"max allowed size: 8000 pixels", "", {Defect::kF2}},
    {"Too much media", "", {Defect::kF4}},
    {"image was specified using", "", {Defect::kF5}},
    {"does not match the provided media type", "", {Defect::kF5}},
    {"media_type: Input should be 'image/jpeg'", "", {Defect::kF6}},
    {"Could not process image", "", {Defect::kF7}},
    {"image could not be processed", "", {Defect::kF7}},
    {"PDF pages", "", {Defect::kF8}},
    {"password protected", "", {Defect::kF9}},
    {"Request too large", "", {Defect::kF10}},
    {"request_too_large", "", {Defect::kF10}},
    {"rompt is too long", "", {Defect::kG1}},
    {"Conversation too long", "", {Defect::kG1}},
    {"exceed context limit", "", {Defect::kG1}},
    {"violate our Usage Policy", "", {Defect::kI1}},
    {"content filtering policy", "", {Defect::kI1}},
    {"maximum of 4 blocks with cache_control", "", {Defect::kI2}},
    {"Tool names must be unique", "", {Defect::kI2}},
    {"context_management:", "", {Defect::kI2}},
    {"output_config:", "", {Defect::kI2}},
    {"tools.", "", {Defect::kI2}},
    {"system.", "", {Defect::kI2}},
    {"thinking.type", "", {Defect::kI2}},
    {"thinking.budget_tokens", "", {Defect::kI2}},
    {"redit balance is too low", "", {Defect::kI2}},
    {"Invalid API key", "", {Defect::kI2}},
    {"run /login", "", {Defect::kI2}},
    {"limit reached", "", {Defect::kI2}},
    {"onnection error", "", {Defect::kI2}},
    {"timed out", "", {Defect::kI2}},
    {"fetch failed", "", {Defect::kI2}},
    {"ECONN", "", {Defect::kI2}},
    {"verloaded", "", {Defect::kI2}},
};

// "API Error: 529 ...".
bool begins_with_status(std::string_view text, std::string_view code) {
  const std::size_t at = text.find(code);
  return at != std::string_view::npos && at < 20;
}

// Trouble of the account or the service.
bool is_service_trouble(std::string_view text) {
  for (const std::string_view code :
       {"401", "402", "403", "404", "429", "500", "502", "503", "504", "529"}) {
    if (begins_with_status(text, code)) return true;
  }
  return false;
}

// What was sent was looked at and not taken.
bool is_refusal(std::string_view text) {
  return begins_with_status(text, "400") ||
         text.find("invalid_request_error") != std::string_view::npos;
}

}  // namespace

std::vector<Defect> defects_of_error(std::string_view text) {
  for (const Pattern& pattern : kPatterns) {
    const std::size_t at = text.find(pattern.first);
    if (at == std::string_view::npos) continue;
    if (text.find(pattern.second, at) == std::string_view::npos) continue;
    return pattern.defects;
  }
  if (is_service_trouble(text)) return {Defect::kI2};
  if (begins_with_status(text, "413")) return {Defect::kF10};
  if (is_refusal(text)) return {Defect::kI7};
  return {};
}

}  // namespace clew
