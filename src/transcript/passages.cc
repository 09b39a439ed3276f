// SPDX-License-Identifier: MIT
//
// What is left out, and why. `toolUseResult` repeats what the model was told (a third of the bytes
// of real files): it is read only where that says less. `progress` lines repeat output and the
// lines of subagents; `last-prompt` and `queue-operation` repeat prompts. Attachments are context
// that the CLI adds for the model, the same in every session; of those that name a file, the name
// is kept, and prompts typed while the model worked are prompts.
#include "transcript/passages.h"

#include <algorithm>
#include <array>

#include "base/hash.h"
#include "base/text.h"
#include "transcript/entry_types.h"
#include "transcript/prompt_kind.h"

namespace clew {
namespace {

using json::Value;

void append_line(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += '\n';
  text += more;
}

// All texts in a value, one a line.
void append_texts(std::string& out, Value value, int depth = 0) {
  constexpr int kDeepest = 32;
  if (depth > kDeepest) return;
  if (value.is_string()) {
    const std::string_view text = value.string_or("");
    if (!is_encoded(text)) append_line(out, text);
  } else if (value.is_array()) {
    for (const Value element : value.elements()) append_texts(out, element, depth + 1);
  } else if (value.is_object()) {
    for (const auto& [key, member] : value.members()) {
      if (!is_encoded_member(key)) append_texts(out, member, depth + 1);
    }
  }
}

std::string_view file_in(Value input) {
  for (const std::string_view key : {"file_path", "notebook_path", "filePath", "path"}) {
    if (const Value value = input[key]; value.is_string()) return value.string_or("");
  }
  return {};
}

PassageRole role_of(PromptKind kind) {
  switch (kind) {
    case PromptKind::kTyped:
    case PromptKind::kQueued:
    case PromptKind::kCommand:
    case PromptKind::kShell:
    case PromptKind::kInterruption:
      return PassageRole::kUser;
    case PromptKind::kCompactSummary:
      return PassageRole::kAssistant;
    default:
      return PassageRole::kTool;
  }
}

// The first words of a content, by which a prompt tells what it is.
std::string_view first_text(Value content) {
  if (content.is_string()) return content.string_or("");
  for (const Value block : content.elements()) {
    if (block["type"].string_or("") == "text") return block["text"].string_or("");
  }
  return {};
}

}  // namespace

bool is_encoded(std::string_view text) {
  if (text.size() < kEncodedHead) return false;
  const std::string_view head = text.substr(0, kEncodedHead);
  return std::all_of(head.begin(), head.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/' || c == '=' || c == '-' || c == '_';
  });
}

bool is_encoded_member(std::string_view name) {
  return name == "signature" || name == "base64" || name == "data";
}

std::string_view name_of(PassageRole role) {
  constexpr std::array<std::string_view, kPassageRoles> kNames = {"user", "assistant", "tool",
                                                                  "thinking", "title"};
  return kNames[static_cast<std::size_t>(role)];
}

std::string& PassageReader::fresh_text() {
  if (used_texts_ == texts_.size()) texts_.emplace_back();
  std::string& text = texts_[used_texts_++];
  text.clear();
  return text;
}

void PassageReader::add(PassageRole role, std::string_view text, bool error) {
  if (text.empty()) return;
  // A second text of the same role belongs to the first.
  for (Passage& passage : passages_) {
    if (passage.role != role || passage.error != error || role == PassageRole::kTool) continue;
    std::string& joined = fresh_text();
    joined = passage.text;
    append_line(joined, text);
    passage.text = joined;
    return;
  }
  passages_.push_back({role, error, text, {}, {}, Passage::kNoBlock});
}

const std::vector<Passage>& PassageReader::read(const LineFields& line) {
  passages_.clear();
  used_texts_ = 0;
  structured_ = line[Field::kToolUseResult];
  line_ = {};
  line_.time = time_of(line[Field::kTimestamp]);
  line_.uuid = line.text(Field::kUuid);
  line_.session = line.text(Field::kSession);
  line_.git_branch = line.text(Field::kGitBranch);
  line_.cwd = line.text(Field::kCwd);
  content_role_ = PassageRole::kTool;
  content_error_ = false;
  switch (entry_type(line.text(Field::kType))) {
    case EntryType::kAssistant:
      line_.model = line.message().model.string_or(line.text(Field::kModel));
      read_content(line.message().content, PassageRole::kAssistant, line.flag(Field::kApiError));
      break;
    case EntryType::kUser:
      read_user(line);
      break;
    case EntryType::kSystem:
      read_system(line);
      break;
    case EntryType::kAttachment:
      read_attachment(line[Field::kAttachment]);
      break;
    case EntryType::kSummary:
      read_title(line.text(Field::kSummary), "summary");
      break;
    case EntryType::kCustomTitle:
      read_title(line.text(Field::kCustomTitle), "title");
      break;
    case EntryType::kAiTitle:
      read_title(line.text(Field::kAiTitle), "title");
      break;
    case EntryType::kAgentName:
      read_title(line.text(Field::kAgentName), "title");
      break;
    case EntryType::kTag:
      read_title(line.text(Field::kTag), "tag");
      break;
    default:
      break;
  }
  return passages_;
}

void PassageReader::read_user(const LineFields& line) {
  const Value content = line.message().content;
  PromptKind kind = line.flag(Field::kCompactSummary)
                        ? PromptKind::kCompactSummary
                        : classify_prompt(first_text(content), line.flag(Field::kMeta));
  const bool notified = line[Field::kOrigin]["kind"].string_or("") == "task-notification";
  if (kind == PromptKind::kTyped && notified) kind = PromptKind::kNotification;
  read_content(content, role_of(kind), false);
}

void PassageReader::read_content(Value content, PassageRole role, bool error) {
  content_role_ = role;
  content_error_ = error;
  if (content.is_string()) {
    add(role, content.string_or(""), error);
    return;
  }
  std::uint32_t number = 0;
  for (const Value block : content.elements()) {
    const std::size_t before = passages_.size();
    read_block(block, role, error);
    for (std::size_t i = before; i < passages_.size(); ++i) passages_[i].block = number;
    ++number;
  }
}

void PassageReader::read_block(Value value, PassageRole role, bool error) {
  const BlockFields block(value);
  switch (block_kind(block.type.string_or(""))) {
    case BlockKind::kText:
      add(role, block.text.string_or(""), error);
      break;
    case BlockKind::kThinking:
      add(PassageRole::kThinking, block.thinking.string_or(""), false);
      break;
    case BlockKind::kToolUse:
      read_call(block);
      break;
    case BlockKind::kToolResult:
      read_result(block);
      break;
    case BlockKind::kServerTool: {
      std::string& text = fresh_text();
      append_line(text, block.name.string_or(""));
      append_texts(text, block.input);
      append_texts(text, block.content);
      add(PassageRole::kTool, text, false);
      break;
    }
    case BlockKind::kDocument:
      add(role, value["title"].string_or(""), false);
      if (const Value source = value["source"]; source["type"].string_or("") == "text") {
        add(role, source["data"].string_or(""), false);
      }
      break;
    default:
      break;
  }
}

void PassageReader::read_call(const BlockFields& block) {
  const std::string_view tool = block.name.string_or("");
  const std::string_view file = file_in(block.input);
  std::string& text = fresh_text();
  append_line(text, tool);
  append_texts(text, block.input);
  passages_.push_back({PassageRole::kTool, false, text, tool, file, Passage::kNoBlock});
  if (const std::string_view id = block.id.string_or(""); !id.empty()) {
    calls_[std::string(id)] = {std::string(tool), std::string(file)};
  }
}

void PassageReader::read_result(const BlockFields& block) {
  std::string& text = fresh_text();
  std::string_view shown = block.content.string_or("");
  if (block.content.is_array()) {
    for (const Value part : block.content.elements()) {
      append_line(text, part["text"].string_or(""));
      append_line(text, part["tool_name"].string_or(""));
    }
    shown = text;
  }
  // Cut output: the rest is only here.
  for (const std::string_view key : {"stdout", "result"}) {
    const std::string_view whole = structured_[key].string_or("");
    if (whole.size() > shown.size() && !is_encoded(whole)) shown = whole;
  }
  if (shown.empty() && structured_.is_string()) shown = structured_.string_or("");
  if (is_encoded(shown)) shown = {};
  Passage passage{PassageRole::kTool, block.is_error.bool_or(false), shown, {}, {},
                  Passage::kNoBlock};
  answered_ = {};
  if (const auto call = calls_.find(block.tool_use_id.string_or("")); call != calls_.end()) {
    answered_ = std::move(call->second);
    calls_.erase(call);
    std::string& tool = fresh_text();
    tool = answered_.tool;
    std::string& file = fresh_text();
    file = answered_.file;
    passage.tool = tool;
    passage.file = file;
  }
  if (!passage.text.empty()) passages_.push_back(passage);
}

void PassageReader::read_system(const LineFields& line) {
  const std::string_view subtype = line.text(Field::kSubtype);
  const std::string_view content = line.text(Field::kContent);
  if (subtype == "api_error") {
    std::string& text = fresh_text();
    append_line(text, content);
    const Value error = line[Field::kError];
    for (const std::string_view key : {"formatted", "message"})
      append_line(text, error[key].string_or(""));
    add(PassageRole::kTool, text, true);
  } else if (subtype == "away_summary") {
    add(PassageRole::kAssistant, content, false);
  } else if (subtype == "local_command") {
    add(role_of(classify_prompt(content, false)), content, false);
  } else if (!subtype.ends_with("compact_boundary")) {
    add(PassageRole::kTool, content, false);
  }
}

void PassageReader::read_attachment(Value attachment) {
  if (attachment["type"].string_or("") == "queued_command") {
    const Value prompt = attachment["prompt"];
    const bool notified = attachment["commandMode"].string_or("") == "task-notification" ||
                          classify_prompt(first_text(prompt), false) == PromptKind::kNotification;
    read_content(prompt, notified ? PassageRole::kTool : PassageRole::kUser, false);
    return;
  }
  for (const std::string_view key : {"filename", "path", "planFilePath"}) {
    const std::string_view path = attachment[key].string_or("");
    if (path.empty()) continue;
    passages_.push_back({PassageRole::kTool, false, path, {}, path, Passage::kNoBlock});
    return;
  }
}

void PassageReader::read_title(std::string_view text, std::string_view kind) {
  if (text.empty()) return;
  if (titles_.insert(hash_bytes(text, hash_bytes(kind))).second)
    add(PassageRole::kTitle, text, false);
}

// Lines of "title HASH" and "call ID TOOL FILE", parted by tabs. Ids, tools and paths with a tab or
// a newline in them are not kept: there are none.
std::string PassageReader::state() const {
  std::string out;
  for (const std::uint64_t title : titles_) out += "t\t" + std::to_string(title) + "\n";
  for (const auto& [id, call] : calls_) {
    const std::string line = "c\t" + id + "\t" + call.tool + "\t" + call.file;
    if (std::count(line.begin(), line.end(), '\t') == 3 && line.find('\n') == std::string::npos) {
      out += line + "\n";
    }
  }
  return out;
}

void PassageReader::set_state(std::string_view state) {
  calls_.clear();
  titles_.clear();
  while (!state.empty()) {
    const std::string_view line = state.substr(0, state.find('\n'));
    state.remove_prefix(std::min(line.size() + 1, state.size()));
    std::vector<std::string> fields;
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', from), line.size());
      fields.emplace_back(line.substr(from, tab - from));
      from = tab + 1;
    }
    if (fields.size() == 2 && fields[0] == "t")
      titles_.insert(std::strtoull(fields[1].c_str(), nullptr, 10));
    if (fields.size() == 4 && fields[0] == "c") calls_[fields[1]] = {fields[2], fields[3]};
  }
}

std::vector<std::string> file_filter_terms(std::string_view path) {
  constexpr std::size_t kLongest = 200;
  constexpr int kMostParts = 6;
  std::vector<std::string> terms;
  if (path.empty() || path.size() > 4096) return terms;
  const auto keep = [&](std::string_view end) {
    if (!end.empty() && end.size() <= kLongest) terms.emplace_back(end);
  };
  std::size_t at = path.size();
  for (int parts = 0; parts < kMostParts && at != std::string_view::npos && at > 0; ++parts) {
    at = path.rfind('/', at - 1);
    keep(path.substr(at == std::string_view::npos ? 0 : at + 1));
  }
  if (terms.empty() || terms.back() != path) keep(path);
  return terms;
}

}  // namespace clew
