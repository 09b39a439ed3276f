// SPDX-License-Identifier: MIT

#include "cli/message_text.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "engine/call/prompt_parts.h"
#include "json/value.h"

namespace clew {
namespace {

constexpr std::size_t kResultLines = 8;
constexpr std::size_t kThoughtLines = 6;
constexpr std::size_t kSummaryLines = 12;

struct Heading {
  MessageKind kind;
  Ink ink;
  std::string_view who;
};

constexpr Heading kHeadings[] = {
    {MessageKind::kPrompt, Ink::kPrompt, "You"},
    {MessageKind::kQueued, Ink::kPrompt, "You, meanwhile"},
    {MessageKind::kCommand, Ink::kAccent, "Command"},
    {MessageKind::kCommandOutput, Ink::kDim, "Output"},
    {MessageKind::kShell, Ink::kAccent, "Shell"},
    {MessageKind::kShellOutput, Ink::kDim, "Output"},
    {MessageKind::kNotification, Ink::kAccent, "Background task"},
    {MessageKind::kInterruption, Ink::kWarning, "Interrupted"},
    {MessageKind::kHookFeedback, Ink::kWarning, "Hook"},
    {MessageKind::kMeta, Ink::kDim, "Added by the CLI"},
    {MessageKind::kCompactSummary, Ink::kWarning, "Summary of what was before"},
    {MessageKind::kNotice, Ink::kDim, "Notice"},
    {MessageKind::kAnswer, Ink::kAnswer, "Claude"},
    {MessageKind::kApiError, Ink::kBad, "API error"},
    {MessageKind::kOrphanResult, Ink::kWarning, "Result without a call"},
    {MessageKind::kAttachment, Ink::kDim, "Attachment"},
};

// What stands for a call in one line, by tool; the first member that is a text.
constexpr std::string_view kTelling[] = {"command",     "file_path", "notebook_path", "pattern",
                                         "description", "query",     "url",           "path",
                                         "prompt",      "skill",     "subject",       "name"};

// "2 of 3 done: Read the gateway's times": a list says where it stands.
std::string checklist(json::Value todos) {
  int done = 0;
  int all = 0;
  std::string current;
  for (const json::Value item : todos.elements()) {
    ++all;
    const std::string_view status = item["status"].string_or("");
    if (status == "completed") ++done;
    if (status == "in_progress") current = item["content"].string_or("");
  }
  return std::to_string(done) + " of " + std::to_string(all) + " done" +
         (current.empty() ? "" : ": " + current);
}

std::string first_text(json::Value input) {
  if (input["todos"].is_array()) return checklist(input["todos"]);
  for (const std::string_view key : kTelling) {
    if (const json::Value value = input[key]; value.is_string())
      return std::string(value.string_or(""));
  }
  for (const auto& [key, value] : input.members()) {
    if (value.is_string()) return std::string(value.string_or(""));
  }
  const std::string all = input.to_json();
  return all == "{}" || all == "null" ? std::string() : all;
}

std::string_view mark_of(ToolState state) {
  switch (state) {
    case ToolState::kPending:
      return "…";
    case ToolState::kSuccess:
      return "✓";
    case ToolState::kFailed:
      return "✗";
  }
  return "";
}

Ink ink_of(ToolState state) {
  switch (state) {
    case ToolState::kPending:
      return Ink::kWarning;
    case ToolState::kSuccess:
      return Ink::kGood;
    case ToolState::kFailed:
      return Ink::kBad;
  }
  return Ink::kPlain;
}

}  // namespace

std::string tool_summary(const ToolCall& tool, int cells) {
  json::Parser parser;
  auto input = parser.parse_copy(tool.input);
  const std::string text = input ? first_text(*input) : std::string();
  return truncate_to_width(one_line(terminal_safe(text)), cells);
}

void MessageText::heading(Ink ink, std::string_view who, const Message& message, TimeMs time,
                          const std::string& model_name) {
  std::string more = time == kNoTime ? "" : "  " + format_local(time);
  const std::string model = terminal_line(model_name);
  const bool fits =
      display_width(who) + display_width(more) + display_width(model) + 2 <= screen_.style.width;
  if (message.role == Role::kAssistant && !model.empty() && fits) more += "  " + model;
  screen_.out.line(screen_.style.paint(ink, who) + screen_.style.paint(Ink::kDim, more));
}

void MessageText::paragraph(std::string_view text, std::string_view indent, Ink ink) {
  folded(text, indent, SIZE_MAX, ink);
}

void MessageText::folded(std::string_view text, std::string_view indent, std::size_t max_lines,
                         Ink ink) {
  const int width = screen_.style.width - display_width(indent);
  const std::string safe = terminal_safe(trim(text));
  if (safe.empty()) return;
  const std::vector<std::string> lines = wrap_to_width(safe, std::max(width, 10));
  const bool fold = lines.size() > max_lines && lines.size() - max_lines > 1;
  const std::size_t shown = fold ? max_lines : lines.size();
  for (std::size_t i = 0; i < shown; ++i) {
    screen_.out.line(lines[i].empty() ? ""
                                      : std::string(indent) + screen_.style.paint(ink, lines[i]));
  }
  if (shown < lines.size()) {
    screen_.out.line(
        std::string(indent) +
        screen_.style.paint(Ink::kDim,
                            "… " + with_thousands(static_cast<std::int64_t>(lines.size() - shown)) +
                                " more lines"));
  }
}

void MessageText::parts(const std::vector<MediaPart>& list, std::string_view indent) {
  for (const MediaPart& part : list) {
    std::string text =
        "[" + terminal_line(part.media_type.empty() ? "attachment" : part.media_type);
    if (part.bytes > 0) text += ", " + human_bytes(part.bytes);
    screen_.out.line(std::string(indent) + screen_.style.paint(Ink::kDim, text + "]"));
  }
}

void MessageText::tool(const ToolCall& call) {
  const Style& style = screen_.style;
  const std::string name = terminal_line(call.name.empty() ? call.id : call.name);
  std::string line = "  " + style.paint(ink_of(call.state), mark_of(call.state)) + " " +
                     style.paint(Ink::kTool, name);
  const int used = 5 + display_width(name);
  const std::string summary = tool_summary(call, std::max(10, style.width - used - 10));
  if (!summary.empty()) line += " " + summary;
  if (call.duration_ms >= 1000) {
    line += style.paint(Ink::kDim, "  " + format_duration(call.duration_ms));
  }
  screen_.out.line(line);
  folded(call.result, "    ", kResultLines,
         call.state == ToolState::kFailed ? Ink::kBad : Ink::kDim);
  parts(call.parts, "    ");
}

void MessageText::prompt(const Message& message) {
  const PromptParts split = split_prompt(message.text);
  for (const std::string& label : split.labels) {
    screen_.out.line("  " + screen_.style.paint(Ink::kAccent, terminal_line(label)));
  }
  paragraph(split.text, "  ");
}

void MessageText::compaction(const Message& message) {
  std::string text = "── compacted";
  if (const Compaction* c = message.compaction) {
    if (!c->trigger.empty()) text += " (" + terminal_line(c->trigger) + ")";
    if (c->tokens_before >= 0) text += ", " + human_count(c->tokens_before) + " tokens before";
    if (c->tokens_after >= 0) text += ", " + human_count(c->tokens_after) + " after";
  }
  screen_.out.line(screen_.style.paint(Ink::kWarning, text + " ──"));
}

// The model goes on: its next message of the same minute needs no heading.
bool MessageText::continues(const Message& message, TimeMs time, const std::string& model) {
  constexpr TimeMs kMinute = 60'000;
  const TimeMs minute = time == kNoTime ? kNoTime : time / kMinute;
  const bool same = message.kind == MessageKind::kAnswer && last_kind_ == MessageKind::kAnswer &&
                    minute == last_minute_ && model == last_model_;
  last_kind_ = message.kind;
  last_minute_ = minute;
  last_model_ = model;
  return same;
}

void MessageText::start_over() {
  wrote_ = false;
  last_kind_ = MessageKind::kNotice;
}

void MessageText::write(const Message& message) {
  const Transcript& t = session_->transcript();
  const Entry& first = t[message.entries.front()];
  write(message, first.time, std::string(t.text(first.model)));
}

void MessageText::write(const Message& message, TimeMs time, const std::string& model) {
  const bool goes_on = continues(message, time, model);
  if (!goes_on && wrote_) screen_.out.line();
  wrote_ = true;
  if (message.kind == MessageKind::kCompaction) return compaction(message);
  for (const Heading& row : kHeadings) {
    if (row.kind == message.kind && !goes_on) heading(row.ink, row.who, message, time, model);
  }
  if (!message.thought.empty()) folded(message.thought, "  ┊ ", kThoughtLines, Ink::kDim);
  switch (message.kind) {
    case MessageKind::kPrompt:
      prompt(message);
      break;
    case MessageKind::kCompactSummary:
      folded(message.text, "  ", kSummaryLines, Ink::kDim);
      break;
    case MessageKind::kInterruption:
      break;
    default:
      paragraph(message.text, "  ");
  }
  parts(message.parts, "  ");
  for (const ToolCall& call : message.tools) tool(call);
}

}  // namespace clew
