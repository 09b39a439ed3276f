// SPDX-License-Identifier: MIT
#include "transcript/first_prompt.h"

#include <algorithm>

#include "base/text.h"
#include "transcript/context_refs.h"
#include "transcript/prompt_kind.h"
#include "transcript/put_in_text.h"

namespace clew {
namespace {

constexpr std::size_t kPreviewLength = 200;

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
  } else if (!is_put_in(text) && !text.starts_with("Caveat: The messages below")) {
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
