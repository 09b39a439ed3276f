// SPDX-License-Identifier: MIT

#include "transcript/message_reader.h"

#include <algorithm>

#include "base/money.h"
#include "base/text.h"
#include "json/condensed.h"
#include "transcript/entry_types.h"
#include "transcript/prompt_kind.h"

namespace clew {
namespace {

using json::Value;

void append_paragraph(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += "\n\n";
  text += more;
}

MediaPart media_part(Value block, BlockKind kind, EntryIndex entry) {
  MediaPart part;
  part.entry = entry;
  const std::string_view type = block["type"].string_or("");
  if (type == "tool_reference") {
    part.kind = MediaPart::Kind::kReference;
    part.media_type = block["tool_name"].string_or("");
    return part;
  }
  if (kind != BlockKind::kImage && kind != BlockKind::kDocument) {
    part.kind = MediaPart::Kind::kUnknown;
    part.media_type = type;
    return part;
  }
  const Value source = block["source"];
  part.kind = kind == BlockKind::kImage ? MediaPart::Kind::kImage : MediaPart::Kind::kDocument;
  part.media_type = source["media_type"].string_or("");
  const std::string_view data = source["data"].string_or("");
  const auto padding =
      std::count(data.end() - std::min<std::ptrdiff_t>(2, std::ssize(data)), data.end(), '=');
  const bool base64 = source["type"].string_or("") == "base64";
  const std::int64_t size = json::cut_size(data).value_or(std::ssize(data));
  part.bytes = base64 ? std::max<std::int64_t>(0, size * 3 / 4 - padding) : size;
  return part;
}

// What the model saw of a result: a text, or a list of parts.
void read_result_content(Value content, EntryIndex entry, ToolCall& tool) {
  if (content.is_string()) {
    tool.result = content.string_or("");
    return;
  }
  for (const Value part : content.elements()) {
    const BlockKind kind = block_kind(part["type"].string_or(""));
    if (kind == BlockKind::kText) {
      append_paragraph(tool.result, part["text"].string_or(""));
    } else {
      tool.parts.push_back(media_part(part, kind, entry));
    }
  }
}

void read_figures(const Extra& extra, const LineFields& fields, Message& message) {
  if (const Value cost = fields[Field::kCost]; cost.kind() == json::Kind::kNumber) {
    if (const auto amount = nano_usd(cost.number_or(-1)))
      message.cost = message.cost.value_or(0) + *amount;
  }
  if (extra.duration_ms >= 0)
    message.duration_ms = std::max<std::int64_t>(message.duration_ms, 0) + extra.duration_ms;
}

std::string_view text_of(const LineFields& fields, const Entry& line) {
  if (line.type == EntryType::kSystem) return fields.text(Field::kContent);
  return fields[Field::kAttachment]["content"].string_or("");
}

}  // namespace

std::optional<Tokens> tokens_of(const Transcript& transcript, const Message& message) {
  if (message.role != Role::kAssistant) return std::nullopt;
  std::optional<Tokens> most;
  for (const EntryIndex index : message.entries) {
    const Entry& entry = transcript[index];
    if (entry.usage < 0) continue;
    if (!most) most.emplace();
    most->raise(transcript.usages[static_cast<std::size_t>(entry.usage)]);
  }
  return most;
}

// One line can answer many calls: what is parsed stays until another line is wanted.
Result<void> MessageReader::parse(EntryIndex index) {
  if (index == parsed_) return {};
  parsed_ = results_of_ = kNoEntry;
  auto text = source_.line(t_[index]);
  if (!text) return text.error();
  auto root = parser_.parse(*text);
  if (!root) return root.error();
  parsed_ = index;
  line_ = LineFields(*root);
  return {};
}

Result<Message> MessageReader::read(const MessagePlan& plan) {
  Message message;
  message.role = plan.role;
  message.kind = plan.kind;
  message.entries.assign(plan.entries.begin(), plan.entries.end());
  next_tool_ = 0;
  parsed_ = results_of_ = kNoEntry;
  for (const ToolCallPlan& call : plan.tools) {
    const Block& block = t_.blocks_of(t_[call.call])[call.block];
    ToolCall tool;
    tool.id = t_.text(block.id);
    tool.name = t_.text(block.name);
    tool.state = call.state;
    tool.call = call.call;
    message.tools.push_back(std::move(tool));
  }
  for (const EntryIndex index : plan.entries) {
    if (auto done = read_entry(index, plan, message); !done) return done.error();
  }
  if (auto done = read_results(plan, message); !done) return done.error();
  const PromptKind kind = t_[plan.entries.front()].prompt;
  if (kind != PromptKind::kNone && kind != PromptKind::kTyped) {
    message.text = readable_prompt(message.text, kind);
  }
  return message;
}

Result<void> MessageReader::read_entry(EntryIndex index, const MessagePlan& plan,
                                       Message& message) {
  const Entry& line = t_[index];
  if (auto parsed = parse(index); !parsed) return parsed;
  if (line.is_conversation()) {
    read_content(line_.message().content, index, plan, message);
    if (line.type == EntryType::kAssistant) read_figures(t_.extra(line), line_, message);
    if (const Value contexts = line_[Field::kContexts]; contexts.is_array()) {
      message.contexts = contexts.to_json();
    }
  } else if (line.prompt == PromptKind::kQueued || line.prompt == PromptKind::kNotification) {
    read_content(line_[Field::kAttachment]["prompt"], index, plan, message);
  } else if (is_run_note(t_, line)) {
    message.run = run_note(line_, line.type == EntryType::kResult);
    message.text = text_of(*message.run);
  } else {
    message.text = text_of(line_, line);
  }
  if (plan.kind == MessageKind::kCompaction) {
    const auto at = std::lower_bound(
        t_.compactions.begin(), t_.compactions.end(), index,
        [](const Compaction& compaction, EntryIndex entry) { return compaction.entry < entry; });
    if (at != t_.compactions.end() && at->entry == index) {
      message.compaction = &*at;
      message.talk = read_talk(*at);
    }
  }
  return {};
}

// The command and its output; false when nothing of that kind can follow any more. Observed with
// 1.0.128, 2.0.73 and 2.1.325: boundary, summary, caveat, command, output.
bool MessageReader::take_pair(EntryIndex index, CompactionTalk& talk) {
  const Entry& line = t_[index];
  const bool is_command = line.prompt == PromptKind::kCommand && talk.command.empty();
  const bool is_output = line.prompt == PromptKind::kCommandOutput && !talk.command.empty();
  if (!is_command && !is_output) {
    return line.type != EntryType::kAssistant && line.prompt != PromptKind::kTyped &&
           line.prompt != PromptKind::kCommand;
  }
  if (auto parsed = parse(index); !parsed) return false;
  Message words;
  line.is_conversation() ? read_content(line_.message().content, index, {}, words)
                         : void(words.text = text_of(line_, line));
  std::string text = readable_prompt(words.text, line.prompt);
  if (is_command && text != "/compact" && !text.starts_with("/compact ")) return false;
  (is_command ? talk.command : talk.confirmation) = std::move(text);
  talk.lines.push_back(index);
  return is_command;
}

CompactionTalk MessageReader::read_talk(const Compaction& compaction) {
  constexpr EntryIndex kNear = 64;  // lines: an answer comes soon, or the session ended
  CompactionTalk talk;
  bool may_follow = true;
  const EntryIndex end = std::min(t_.count(), compaction.entry + kNear);
  for (EntryIndex index = compaction.entry + 1; index < end; ++index) {
    const Entry& line = t_[index];
    if (line.sidechain) continue;
    may_follow = may_follow && take_pair(index, talk);
    if (line.type != EntryType::kAssistant || line.usage < 0) continue;
    const Tokens& used = t_.usages[static_cast<std::size_t>(line.usage)];
    const std::int64_t given = used.input + used.cache_read + used.cache_write;
    if (given == 0) continue;  // said by the CLI itself
    if (compaction.tokens_after < 0) talk.tokens_after = given;
    break;
  }
  return talk;
}

void MessageReader::read_content(Value content, EntryIndex index, const MessagePlan& plan,
                                 Message& message) {
  if (content.is_string()) {
    append_paragraph(message.text, content.string_or(""));
    return;
  }
  std::uint32_t number = 0;  // as in Transcript::blocks, which has only objects
  auto orphan = plan.orphans.begin();
  for (const Value block : content.elements()) {
    if (!block.is_object()) continue;
    if (orphan != plan.orphans.end() && *orphan == number) {
      read_orphan(block, index, message);
      ++orphan;
    } else {
      read_block(block, index, message);
    }
    ++number;
  }
}

// A result whose call is not there stands for it.
void MessageReader::read_orphan(Value block, EntryIndex index, Message& message) {
  ToolCall tool;
  tool.id = block["tool_use_id"].string_or("");
  tool.state = block["is_error"].bool_or(false) ? ToolState::kFailed : ToolState::kSuccess;
  tool.answer = index;
  read_result_content(block["content"], index, tool);
  message.tools.push_back(std::move(tool));
}

void MessageReader::read_block(Value block, EntryIndex index, Message& message) {
  const BlockKind kind = block_kind(block["type"].string_or(""));
  switch (kind) {
    case BlockKind::kText:
      append_paragraph(message.text, block["text"].string_or(""));
      return;
    case BlockKind::kThinking:
      append_paragraph(message.thought, block["thinking"].string_or(""));
      if (is_blank(block["thinking"].string_or(""))) message.thought_hidden = true;
      return;
    case BlockKind::kRedactedThinking:
      message.thought_hidden = true;
      return;
    case BlockKind::kToolUse: {
      // Planned in the order of the blocks; a call that is not the next one is a repeat.
      if (next_tool_ >= message.tools.size()) return;
      ToolCall& tool = message.tools[next_tool_];
      if (tool.call != index || tool.id != block["id"].string_or("")) return;
      tool.input = block["input"].to_json();
      ++next_tool_;
      return;
    }
    case BlockKind::kToolResult:
      return;  // read with its call
    default:
      message.parts.push_back(media_part(block, kind, index));
  }
}

// By the lines they are on, so that a line that answers many calls is parsed once.
Result<void> MessageReader::read_results(const MessagePlan& plan, Message& message) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < plan.tools.size(); ++i) {
    if (!plan.tools[i].results.empty()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return plan.tools[a].results.front() < plan.tools[b].results.front();
  });
  for (const std::size_t i : order) {
    if (auto done = read_result(plan.tools[i], message.tools[i]); !done) return done.error();
  }
  return {};
}

// The first result of this call on the line that is parsed.
Value MessageReader::result_block(EntryIndex answer, std::string_view id) {
  if (results_of_ != answer) {
    results_.clear();
    for (const Value block : line_.message().content.elements()) {
      results_.try_emplace(block["tool_use_id"].string_or(""), block);
    }
    results_of_ = answer;
  }
  const auto found = results_.find(id);
  return found == results_.end() ? Value() : found->second;
}

Result<void> MessageReader::read_result(const ToolCallPlan& plan, ToolCall& tool) {
  tool.answer = plan.results.front();
  tool.repeats = static_cast<int>(plan.results.size()) - 1;
  const Entry& line = t_[tool.answer];
  if (auto parsed = parse(tool.answer); !parsed) return parsed;
  // A line has one of them, however many calls it answers: the first one gets it.
  const bool first_of_line = results_of_ != tool.answer;
  const Value block = result_block(tool.answer, tool.id);
  if (!block.is_missing()) read_result_content(block["content"], tool.answer, tool);
  const Value structured = line_[Field::kToolUseResult];
  if (!structured.is_missing() && first_of_line) tool.structured = structured.to_json();
  tool.stored_at = structured["persistedOutputPath"].string_or("");
  const Extra& extra = t_.extra(line);
  tool.agent = t_.text(extra.started_agent);
  const Entry& call = t_[tool.call];
  if (extra.duration_ms >= 0) {
    tool.duration_ms = extra.duration_ms;
  } else if (line.time != kNoTime && call.time != kNoTime && line.time >= call.time) {
    tool.duration_ms = line.time - call.time;
  }
  return {};
}

}  // namespace clew
