// SPDX-License-Identifier: MIT
#include "transcript/label_lines.h"

#include "base/text.h"
#include "json/writer.h"
#include "transcript/entry_types.h"
#include "transcript/first_prompt.h"

namespace clew {
namespace {

void set(std::string& label, json::Value value) {
  if (value.is_string()) label = value.string_or("");
}

std::string label_line(EntryType type, Field field, std::string_view text,
                       std::string_view session) {
  json::Writer line;
  line.begin_object().field(name_of(Field::kType), only_name_of(type));
  line.field(name_of(field), text).field(name_of(Field::kSession), session).end_object();
  return line.take();
}

bool is_label(EntryType type) {
  switch (type) {
    case EntryType::kSummary:
    case EntryType::kCustomTitle:
    case EntryType::kAiTitle:
    case EntryType::kTag:
    case EntryType::kAgentName:
    case EntryType::kLastPrompt:
      return true;
    default:
      return false;
  }
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
  const EntryType type = entry_type(line.substr(0, quote));
  if (is_label(type)) return LineHint::kLabel;
  switch (type) {
    case EntryType::kUser:
    case EntryType::kAssistant:
    case EntryType::kSystem:
    case EntryType::kAttachment:
    case EntryType::kProgress:
      return LineHint::kStart;
    default:
      return LineHint::kOther;
  }
}

bool may_matter_to_lists(std::string_view line, LineHint hint) {
  if (hint == LineHint::kLabel || hint == LineHint::kAny) return true;
  return hint == LineHint::kStart &&
         (contains(line, "compact_boundary") || contains(line, name_of(Field::kCompactSummary)));
}

bool may_matter_to_lists(const Transcript& transcript, const Entry& entry) {
  return is_label(entry.type) || entry.compact_summary ||
         transcript.text(entry.subtype) == "compact_boundary";
}

void take_label(const LineFields& line, Labels& labels) {
  switch (entry_type(line.text(Field::kType))) {
    case EntryType::kCustomTitle:
      return set(labels.custom_title, line[Field::kCustomTitle]);
    case EntryType::kAiTitle:
      return set(labels.ai_title, line[Field::kAiTitle]);
    case EntryType::kLastPrompt:
      set(labels.last_prompt, line[Field::kLastPrompt]);
      labels.last_prompt = own_words(labels.last_prompt);
      return set(labels.last_leaf, line[Field::kLeaf]);
    case EntryType::kSummary:
      set(labels.summary, line[Field::kSummary]);
      if (line.flag(Field::kCompactSummary)) set(labels.continues, line[Field::kLeaf]);
      return;
    case EntryType::kAgentName:
      return set(labels.agent_name, line[Field::kAgentName]);
    case EntryType::kTag:
      return set(labels.tag, line[Field::kTag]);
    default:
      return;
  }
}

std::string title_line(std::string_view session, std::string_view title) {
  return label_line(EntryType::kCustomTitle, Field::kCustomTitle, title, session);
}

std::string repaired_title_line(std::string_view session, std::string_view title,
                                std::string_view original) {
  std::string line = title_line(session, title);
  line.back() = ',';  // another member
  return line + made_of_member(original) + "}";
}

std::string made_of_member(std::string_view original) {
  std::string member = "\"" + std::string(name_of(Field::kRepairedFrom)) + "\":";
  json::append_quoted(member, original);
  return member;
}

std::string tag_line(std::string_view session, std::string_view tag) {
  return label_line(EntryType::kTag, Field::kTag, tag, session);
}

}  // namespace clew
