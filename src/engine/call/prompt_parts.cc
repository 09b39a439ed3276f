// SPDX-License-Identifier: MIT

#include "engine/call/prompt_parts.h"

#include "transcript/context_refs.h"

namespace clew {

PromptParts split_prompt(std::string_view text, std::string_view contexts) {
  ParsedPrompt prompt = parse_context_refs(text);
  json::Parser parser;
  if (const auto array = parser.parse_copy(contexts); prompt.refs.empty() && array) {
    prompt.refs = read_contexts(*array);
  }
  PromptParts parts;
  for (const ContextRef& ref : prompt.refs) {
    const std::string_view icon = icon_of(ref.kind);
    parts.labels.push_back(icon.empty() ? label_of(ref) : std::string(icon) + " " + label_of(ref));
  }
  parts.text = std::move(prompt.text);
  return parts;
}

}  // namespace clew
