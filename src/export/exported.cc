// SPDX-License-Identifier: MIT
#include "export/exported.h"

#include "base/numbers.h"
#include "base/text.h"
#include "json/value.h"

namespace clew {

std::string_view ExportedMessage::model() const {
  if (message.role != Role::kAssistant) return {};
  const std::string_view name = transcript.text(last().model);
  return name == kSyntheticModel ? std::string_view() : name;
}

std::string_view ExportedMessage::stop_reason() const {
  if (message.role != Role::kAssistant) return {};
  return transcript.text(last().stop_reason);
}

std::optional<Tokens> ExportedMessage::tokens() const { return tokens_of(transcript, message); }

std::string ExportedMessage::key() const {
  return std::string(uuid()) + "#" + std::to_string(first().line);
}

std::string_view speaker_of(const Message& message) {
  switch (message.role) {
    case Role::kUser:
      return "You";
    case Role::kAssistant:
      return "Claude";
    case Role::kSystem:
      return "System";
  }
  return {};
}

std::string text_of(const MediaPart& part) {
  std::string text = part.media_type.empty() ? std::string("media") : one_line(part.media_type);
  if (part.bytes > 0) text += ", " + human_bytes(part.bytes);
  return text;
}

std::string member_of(std::string_view json, std::string_view name) {
  json::Parser parser;
  const auto value = parser.parse_copy(json);
  return value ? std::string((*value)[name].string_or("")) : std::string();
}

std::string gist_of(const ToolCall& tool) {
  constexpr int kCells = 100;
  json::Parser parser;
  const auto input = parser.parse_copy(tool.input);
  if (!input) return {};
  for (const std::string_view name : {"command", "file_path", "notebook_path", "pattern", "query",
                                      "url", "description", "prompt", "path"}) {
    const std::string_view text = (*input)[name].string_or("");
    if (!text.empty()) return truncate_to_width(one_line(text), kCells);
  }
  return {};
}

std::string utc_text(TimeMs time) {
  if (time == kNoTime) return {};
  std::string text = format_iso(time);
  if (const std::size_t t = text.find('T'); t != std::string::npos) text[t] = ' ';
  return text.substr(0, text.find('.')) + " UTC";
}

std::string indented_json(std::string_view json) {
  std::string out;
  std::size_t depth = 0;
  bool quoted = false;
  const auto line = [&] { out.append("\n").append(depth * 2, ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      out += c;
      if (c == '\\' && i + 1 < json.size()) out += json[++i];
      quoted = c != '"';
      continue;
    }
    const bool empty = i + 1 < json.size() && (json[i + 1] == '}' || json[i + 1] == ']');
    if ((c == '}' || c == ']') && depth > 0) {
      --depth;
      if (i == 0 || (json[i - 1] != '{' && json[i - 1] != '[')) line();
    }
    out += c;
    if (c == '"') quoted = true;
    if (c == ':') out += ' ';
    if (c == '{' || c == '[') {
      ++depth;
      if (!empty) line();
    }
    if (c == ',') line();
  }
  return out;
}

}  // namespace clew
