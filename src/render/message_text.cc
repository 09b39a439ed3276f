// SPDX-License-Identifier: MIT

#include "render/message_text.h"

#include <algorithm>

#include "base/diff.h"
#include "base/money.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/time.h"
#include "engine/call/prompt_parts.h"
#include "json/value.h"
#include "render/markdown_text.h"
#include "render/styled_text.h"

namespace clew {
namespace {

constexpr std::size_t kResultLines = 8;
constexpr std::size_t kThoughtLines = 6;
constexpr std::size_t kSummaryLines = 12;
constexpr std::size_t kDiffLines = 20;

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

bool is_path(std::string_view text) {
  return text.starts_with('/') && text.find(' ') == std::string_view::npos;
}

// Of a path that is too long the end says more than the begin.
std::string end_of_path(std::string_view path, int cells) {
  if (display_width(path) <= cells) return std::string(path);
  std::size_t start = path.size();
  while (true) {
    const std::size_t slash = start == 0 ? std::string_view::npos : path.rfind('/', start - 1);
    if (slash == std::string_view::npos || display_width(path.substr(slash)) + 1 > cells) break;
    start = slash;
  }
  if (start == path.size()) return truncate_to_width(path, cells);
  return "…" + std::string(path.substr(start));
}

std::string summary_of(json::Value input, int cells) {
  const std::string text = one_line(terminal_safe(first_text(input)));
  const bool path = !input["command"].is_string() && is_path(text);
  return path ? end_of_path(text, cells) : truncate_to_width(text, cells);
}

struct DetailLine {
  std::string text;
  Ink ink = Ink::kPlain;
};

void add_diff(json::Value edit, int context, std::vector<DetailLine>& lines) {
  const json::Value before = edit["old_string"];
  const json::Value after = edit["new_string"];
  if (!before.is_string() || !after.is_string()) return;
  for (std::string& line : unified_diff(before.string_or(""), after.string_or(""), context)) {
    if (line.starts_with("@@") || line.starts_with('\\')) continue;
    const Ink ink = line.starts_with('+')   ? Ink::kGood
                    : line.starts_with('-') ? Ink::kBad
                                            : Ink::kDim;
    lines.push_back({std::move(line), ink});
  }
}

bool is_shown_as_detail(std::string_view member) {
  return member == "old_string" || member == "new_string" || member == "edits" || member == "todos";
}

// Edit, MultiEdit and TodoWrite, known by what they are given.
std::vector<DetailLine> details_of(json::Value input, int context) {
  std::vector<DetailLine> lines;
  add_diff(input, context, lines);
  for (const json::Value edit : input["edits"].elements()) add_diff(edit, context, lines);
  for (const json::Value item : input["todos"].elements()) {
    const std::string_view status = item["status"].string_or("");
    const std::string content(item["content"].string_or(""));
    if (status == "completed") {
      lines.push_back({"☑ " + content, Ink::kDim});
    } else if (status == "in_progress") {
      lines.push_back({"▶ " + content, Ink::kStrong});
    } else {
      lines.push_back({"☐ " + content, Ink::kPlain});
    }
  }
  return lines;
}

TimeMs minute_of(TimeMs time) { return time == kNoTime ? kNoTime : time / kMinuteMs; }

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

std::string short_uuid(const Transcript& t, EntryIndex entry) {
  return entry == kNoEntry ? "-" : terminal_line(t.text(t[entry].uuid).substr(0, 8));
}

std::string argument_text(std::string_view name, json::Value value) {
  return std::string(name) + ": " +
         (value.is_string() ? std::string(value.string_or("")) : value.to_json());
}

std::string tool_summary(const ToolCall& tool, int cells) {
  json::Parser parser;
  const auto input = parser.parse_copy(tool.input);
  return input ? summary_of(*input, cells) : std::string();
}

void MessageText::fit(std::string_view line, int hang) { fit_line(out_, style_, line, hang); }

void MessageText::heading(Ink ink, std::string_view who, const Message& message, TimeMs time,
                          const std::string& model_name) {
  std::string more = time == kNoTime ? "" : "  " + format_local(time);
  const std::string model = terminal_line(model_name);
  const bool fits =
      display_width(who) + display_width(more) + display_width(model) + 2 <= style_.width;
  if (message.role == Role::kAssistant && !model.empty() && fits) more += "  " + model;
  if (message.cost) more += "  " + human_usd(*message.cost);
  if (message.duration_ms >= 0) more += "  " + format_duration(message.duration_ms);
  if (options_.ids && session_) {
    const Transcript& t = session_->transcript();
    more += "  " + terminal_line(t.text(t[message.entries.front()].uuid));
  }
  fit(style_.paint(ink, who) + style_.paint(Ink::kDim, more));
}

void MessageText::paragraph(std::string_view text, std::string_view indent, Ink ink) {
  folded(text, indent, SIZE_MAX, ink);
}

void MessageText::folded(std::string_view text, std::string_view indent, std::size_t max_lines,
                         Ink ink) {
  const int width = style_.width - display_width(indent);
  const std::string safe = terminal_safe(trim(text));
  if (safe.empty()) return;
  lines(wrap_to_width(safe, std::max(width, 10)), indent, max_lines, ink);
}

// At most so many lines, and how many more there are.
void MessageText::lines(const std::vector<std::string>& all, std::string_view indent,
                        std::size_t most, Ink ink) {
  const bool fold = !options_.full && !unfolded_ && all.size() > most && all.size() - most > 1;
  const std::size_t shown = fold ? most : all.size();
  for (std::size_t i = 0; i < shown; ++i) {
    out_.line(all[i].empty() ? "" : std::string(indent) + style_.paint(ink, all[i]));
  }
  if (shown < all.size()) {
    out_.line(std::string(indent) +
              style_.paint(Ink::kDim,
                           "… " + with_thousands(static_cast<std::int64_t>(all.size() - shown)) +
                               " more lines"));
  }
}

// Into a pipe goes what the model wrote; a person sees what it means.
void MessageText::answer(std::string_view text) {
  if (!style_.color) return paragraph(text, "  ");
  const std::string safe = terminal_safe(trim(text));
  if (!safe.empty()) {
    lines(markdown_lines(safe, style_.width - 2, style_), "  ", SIZE_MAX);
  }
}

// What a call changes: the difference of an edit, the items of a list. False: nothing of the kind.
bool MessageText::tool_details(json::Value arguments) {
  std::vector<std::string> shown;
  const int room = std::max(10, style_.width - 4);
  constexpr int kAllLines = 1'000'000;
  for (const DetailLine& line : details_of(arguments, options_.full ? kAllLines : 1)) {
    for (const std::string& row : wrap_to_width(terminal_safe(line.text), room)) {
      shown.push_back(style_.paint(line.ink, row));
    }
  }
  lines(shown, "    ", kDiffLines);
  return !shown.empty();
}

void MessageText::result(const ToolCall& call) {
  if (call.state == ToolState::kFailed) return folded(call.result, "    ", kResultLines, Ink::kBad);
  if (!style_.color || call.result.find('\x1b') == std::string::npos) {
    return folded(call.result, "    ", kResultLines, Ink::kDim);
  }
  const int room = std::max(10, style_.width - 4);
  lines(with_own_colors(trim(call.result)).wrap(room, style_), "    ", kResultLines);
}

void MessageText::parts(const std::vector<MediaPart>& list, std::string_view indent) {
  for (const MediaPart& part : list) {
    std::string text =
        "[" + terminal_line(part.media_type.empty() ? "attachment" : part.media_type);
    if (part.bytes > 0) text += ", " + human_bytes(part.bytes);
    out_.line(std::string(indent) + style_.paint(Ink::kDim, text + "]"));
    if (options_.after_part) options_.after_part(part, indent);
  }
}

void MessageText::tool(const ToolCall& call) {
  json::Parser parser;
  const auto parsed = parser.parse_copy(call.input);
  const json::Value arguments = parsed ? *parsed : json::Value();
  const std::string name = terminal_line(call.name.empty() ? call.id : call.name);
  std::string line = "  " + style_.paint(ink_of(call.state), mark_of(call.state)) + " " +
                     style_.paint(Ink::kTool, name);
  const int used = 5 + display_width(name);
  const std::string summary = summary_of(arguments, std::max(10, style_.width - used - 10));
  if (!summary.empty()) line += " " + summary;
  if (call.duration_ms >= 1000) {
    line += style_.paint(Ink::kDim, "  " + format_duration(call.duration_ms));
  }
  fit(line, 4);
  if (unfolded_ || options_.full) input(arguments);
  // What an edit did is said better by the edit than by the tool's answer.
  const bool detailed = tool_details(arguments);
  if (!detailed || unfolded_ || call.state == ToolState::kFailed) result(call);
  parts(call.parts, "    ");
}

void MessageText::input(json::Value arguments) {
  for (const auto& [name, value] : arguments.members()) {
    // Twice where somebody looks for words: the difference leaves out what is the same.
    if (!unfolded_ && is_shown_as_detail(name)) continue;
    paragraph(argument_text(name, value), "    ");
  }
}

// What the CLI put in is shown by its gist; unfolded, all that a search finds in it. False when
// the message is nothing of that kind.
bool MessageText::whole_lines(const Message& message) {
  switch (message.kind) {
    case MessageKind::kCommand:
    case MessageKind::kCommandOutput:
    case MessageKind::kShell:
    case MessageKind::kShellOutput:
    case MessageKind::kNotification:
    case MessageKind::kInterruption:
    case MessageKind::kHookFeedback:
    case MessageKind::kMeta:
    case MessageKind::kNotice:
    case MessageKind::kAttachment:
      break;
    default:
      return false;
  }
  std::string text;
  for (const EntryIndex entry : message.entries) text += session_->searched_text(entry) + "\n";
  if (trim(text).empty()) return false;
  paragraph(text, "  ");
  return true;
}

void MessageText::prompt(const Message& message) {
  if (unfolded_) return paragraph(message.text, "  ");
  const PromptParts split = split_prompt(message.text, message.contexts);
  for (const std::string& label : split.labels) {
    fit("  " + style_.paint(Ink::kAccent, terminal_line(label)), 4);
  }
  paragraph(split.text, "  ");
}

void MessageText::compaction(const Message& message) {
  std::string text = "── compacted";
  if (const Compaction* c = message.compaction) {
    if (!c->trigger.empty()) text += " (" + terminal_line(c->trigger) + ")";
    if (c->tokens_before >= 0) text += ", " + human_count(c->tokens_before) + " tokens before";
    std::int64_t after = c->tokens_after;
    if (after < 0 && message.talk) after = message.talk->tokens_after;
    if (after >= 0) text += ", " + human_count(after) + " after";
  }
  fit(style_.paint(Ink::kWarning, text + " ──"));
  if (!message.talk || message.talk->command.empty()) return;
  with_compaction_ = message.talk->lines;
  paragraph(message.talk->command, "  ", Ink::kDim);
  paragraph(message.talk->confirmation, "  ", Ink::kDim);
}

// Its command and what that answered stand in the mark of a compaction.
bool MessageText::is_in_mark(const Message& message) const {
  const auto& lines = with_compaction_;
  return std::find(lines.begin(), lines.end(), message.entries.front()) != lines.end();
}

// The model goes on: its next message of the same minute needs no heading.
bool MessageText::continues(const Message& message, TimeMs time, const std::string& model) {
  const TimeMs minute = minute_of(time);
  const bool same = message.kind == MessageKind::kAnswer && last_kind_ == MessageKind::kAnswer &&
                    minute == last_minute_ && model == last_model_;
  last_kind_ = message.kind;
  last_minute_ = minute;
  last_model_ = model;
  return same;
}

void MessageText::follow(MessageKind kind, TimeMs time, const std::string& model) {
  last_kind_ = kind;
  last_minute_ = minute_of(time);
  last_model_ = model;
  wrote_ = true;
}

void MessageText::start_over() {
  wrote_ = false;
  last_kind_ = MessageKind::kNotice;
}

void MessageText::body(const Message& message) {
  switch (message.kind) {
    case MessageKind::kPrompt:
      return prompt(message);
    case MessageKind::kCompactSummary:
      return folded(message.text, "  ", kSummaryLines, Ink::kDim);
    case MessageKind::kInterruption:
      return;
    case MessageKind::kAnswer:
      return answer(message.text);
    default:
      return paragraph(message.text, "  ");
  }
}

void MessageText::write(const Message& message) {
  const Transcript& t = session_->transcript();
  const Entry& first = t[message.entries.front()];
  write(message, first.time, std::string(t.text(first.model)));
}

void MessageText::write(const Message& message, TimeMs time, const std::string& model) {
  if (!unfolded_ && is_in_mark(message)) return;
  const bool goes_on = continues(message, time, model) && !options_.ids;
  if (!goes_on && wrote_) out_.line();
  wrote_ = true;
  if (message.kind == MessageKind::kCompaction) return compaction(message);
  for (const Heading& row : kHeadings) {
    if (row.kind == message.kind && !goes_on) heading(row.ink, row.who, message, time, model);
  }
  if (options_.thoughts && !message.thought.empty())
    folded(message.thought, "  ┊ ", kThoughtLines, Ink::kDim);
  if (!unfolded_ || !session_ || !whole_lines(message)) body(message);
  parts(message.parts, "  ");
  if (!options_.tools) return;
  for (const ToolCall& call : message.tools) tool(call);
}

}  // namespace clew
