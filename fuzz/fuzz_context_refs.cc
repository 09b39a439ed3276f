// SPDX-License-Identifier: MIT
// Any bytes as a prompt: what was taken apart is put together again to the same bytes. Bytes that
// are JSON are also taken for a `contexts` array.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json/value.h"
#include "transcript/context_refs.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_prompt(std::string_view text) {
  const clew::ParsedPrompt prompt = clew::parse_context_refs(text);
  check(clew::write_context_refs(prompt) == text);
  check(!prompt.refs.empty() || prompt.text == text);
  for (const clew::ContextRef& ref : prompt.refs) static_cast<void>(clew::label_of(ref));

  // Written from its fields alone it is still a list of as many refs, for the same text.
  clew::ParsedPrompt fields = prompt;
  for (clew::ContextRef& ref : fields.refs) ref.raw_item.clear();
  const clew::ParsedPrompt again = clew::parse_context_refs(clew::write_context_refs(fields));
  check(prompt.refs.empty() ||
        (again.refs.size() == prompt.refs.size() && again.text == prompt.text));

  // In the other form it is JSON.
  clew::json::Parser parser;
  const auto contexts = parser.parse_copy(clew::write_contexts(prompt.refs));
  check(contexts.has_value());
  check(clew::read_contexts(*contexts).size() == prompt.refs.size());
}

void check_contexts(std::string_view text) {
  clew::json::Parser parser;
  const auto value = parser.parse_copy(text);
  if (!value) return;
  const auto refs = clew::read_contexts(*value);
  if (value->is_array()) check(clew::write_contexts(refs) == value->to_json());
  clew::ParsedPrompt prompt;
  prompt.refs = refs;
  prompt.text = "x";
  const clew::ParsedPrompt again = clew::parse_context_refs(clew::write_context_refs(prompt));
  check(again.refs.size() == refs.size() && again.text == "x");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_prompt(text);
  check_contexts(text);
  return 0;
}
