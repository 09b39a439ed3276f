// SPDX-License-Identifier: MIT
#include "transcript/first_prompt.h"

#include <algorithm>

#include "base/text.h"
#include "transcript/context_refs.h"
#include "transcript/prompt_kind.h"

namespace clew {
namespace {

constexpr std::size_t kPreviewLength = 200;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// <name> or <name attribute=...>, with a name that begins in lower case.
bool opens_with_tag(std::string_view text) {
  if (text.size() < 3 || text[0] != '<' || text[1] < 'a' || text[1] > 'z') return false;
  std::size_t end = 1;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-')) ++end;
  if (end == text.size()) return false;
  return text[end] == '>' || is_js_space(decode_utf8(text, end));
}

bool is_command(std::string_view text) {
  return text.starts_with("<command-") || text.starts_with("<local-command>");
}

}  // namespace

std::string preview_of(std::string_view text) {
  std::string line(trim(text));
  std::replace(line.begin(), line.end(), '\n', ' ');
  const std::string_view kept = cut_utf16(line, kPreviewLength);
  if (kept.size() == line.size()) return line;
  return std::string(trim(kept)) + "…";
}

std::string own_words(std::string_view prompt) {
  if (!prompt.starts_with('>')) return std::string(prompt);
  return parse_context_refs(prompt).text;
}

void FirstPrompt::offer(const LineFields& line) {
  if (line.text(Field::kType) != "user") return;
  if (line.flag(Field::kMeta) || line.flag(Field::kCompactSummary)) return;
  const json::Value content = line.message().content;
  if (content.is_string()) {
    offer_text(content.string_or(""));
    return;
  }
  for (const json::Value block : content.elements()) {
    if (block["type"].string_or("") == "tool_result") return;
  }
  for (const json::Value block : content.elements()) {
    if (block["type"].string_or("") == "text") offer_text(block["text"].string_or(""));
    if (found()) return;
  }
}

void FirstPrompt::offer_text(std::string_view whole) {
  const std::string_view text = trim(whole);
  if (text.empty()) return;
  if (text.starts_with("<bash-input>")) {
    offer(Worth::kPrompt, "! " + std::string(trim(tagged(text, "bash-input"))));
  } else if (is_command(text)) {
    const bool has_arguments = !trim(tagged(text, "command-args")).empty();
    offer(has_arguments ? Worth::kCommandWithArguments : Worth::kCommand,
          readable_prompt(text, PromptKind::kCommand));
  } else if (text == kWarmupPrompt) {
    offer(Worth::kWarmup, text);
  } else if (!opens_with_tag(text) && !text.starts_with("[Request interrupted by user") &&
             !text.starts_with("Caveat: The messages below")) {
    const std::string words = own_words(whole);
    trim(words).empty() ? offer(Worth::kReferences, text) : offer(Worth::kPrompt, words);
  }
}

// The best counts, of equals the first.
void FirstPrompt::offer(Worth worth, std::string_view text) {
  if (worth <= best_ || trim(text).empty()) return;
  if (best_ == Worth::kNothing) begins_with_warmup_ = worth == Worth::kWarmup;
  best_ = worth;
  text_ = preview_of(text);
}

}  // namespace clew
