// SPDX-License-Identifier: MIT
#include "catalog/label_lines.h"

#include <algorithm>
#include <array>

namespace clew {
namespace {

constexpr std::array<std::string_view, 6> kLabelTypes = {
    "ai-title", "last-prompt", "custom-title", "agent-name", "summary", "tag"};
constexpr std::array<std::string_view, 5> kChainTypes = {"user", "assistant", "system",
                                                         "attachment", "progress"};

template <class List>
bool contains(const List& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

void set(std::string& label, const json::Value& value) {
  if (value.is_string()) label = value.string_or("");
}

}  // namespace

LineHint hint_of(std::string_view line) {
  constexpr std::string_view kParent = R"({"parentUuid":)";
  constexpr std::string_view kType = R"({"type":")";
  if (line.starts_with(kParent)) {
    return line.substr(kParent.size()).starts_with('"') ? LineHint::kChain : LineHint::kStart;
  }
  if (!line.starts_with(kType)) return LineHint::kAny;
  line.remove_prefix(kType.size());
  const std::size_t quote = line.substr(0, 64).find('"');
  if (quote == std::string_view::npos) return LineHint::kAny;
  const std::string_view type = line.substr(0, quote);
  if (contains(kLabelTypes, type)) return LineHint::kLabel;
  return contains(kChainTypes, type) ? LineHint::kStart : LineHint::kOther;
}

void take_label(const json::Value& line, Labels& labels) {
  const std::string_view type = line["type"].string_or("");
  if (type == "custom-title") {
    set(labels.custom_title, line["customTitle"]);
  } else if (type == "ai-title") {
    set(labels.ai_title, line["aiTitle"]);
  } else if (type == "last-prompt") {
    set(labels.last_prompt, line["lastPrompt"]);
    set(labels.last_leaf, line["leafUuid"]);
  } else if (type == "summary") {
    set(labels.summary, line["summary"]);
    if (line["isCompactSummary"].bool_or(false)) set(labels.continues, line["leafUuid"]);
  } else if (type == "agent-name") {
    set(labels.agent_name, line["agentName"]);
  } else if (type == "tag") {
    set(labels.tag, line["tag"]);
  }
}

}  // namespace clew
