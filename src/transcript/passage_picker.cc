// SPDX-License-Identifier: MIT
#include "transcript/passage_picker.h"

#include <algorithm>
#include <utility>

#include "json/condensed.h"
#include "transcript/entry_types.h"

namespace clew {

using json::Kind;
using json::Value;

namespace {

// Of a text that may have been cut.
std::int64_t whole_size(Value text) {
  const std::string_view kept = text.string_or("");
  return json::cut_size(kept).value_or(static_cast<std::int64_t>(kept.size()));
}

}  // namespace

PassagePicker::PassagePicker(const LineFields& line, const std::vector<Passage>& passages,
                             PassageSource base, PassageSink& sink)
    : type_(entry_type(line.text(Field::kType))), base_(std::move(base)), sink_(sink) {
  thinking_.role = PassageRole::kThinking;
  for (const Value value : line.message().content.elements()) {
    const BlockFields block(value);
    kinds_.push_back(block_kind(block.type.string_or("")));
    if (kinds_.back() == BlockKind::kToolResult)
      find_longer_result(line[Field::kToolUseResult], block.content);
  }
  for (const Passage& passage : passages) {
    if (passage.role == PassageRole::kTool && passage.block != Passage::kNoBlock)
      tools_[passage.block] = {passage.role, passage.error, std::string(passage.tool),
                               std::string(passage.file)};
  }
}

void PassagePicker::on_begin(Kind kind) {
  next_element();
  open_.push_back({kind == Kind::kArray, {}, -1});
}

void PassagePicker::on_text(std::string_view piece, bool last) {
  if (!in_text_) {
    next_element();
    picked_ = pick();
    if (picked_) sink_.begin(*picked_);
  }
  if (picked_) sink_.add(piece, last);
  in_text_ = !last;
}

void PassagePicker::next_element() {
  if (!open_.empty() && open_.back().array) ++open_.back().element;
}

// Cut output: the rest is only in the result for programs.
void PassagePicker::find_longer_result(Value structured, Value shown) {
  std::int64_t size = whole_size(shown);
  for (const Value part : shown.elements()) size += whole_size(part["text"]);
  for (const std::string_view name : {"stdout", "result"}) {
    if (whole_size(structured[name]) > size) longer_result_ = name;
  }
}

std::string_view PassagePicker::key(std::size_t depth) const {
  return depth < open_.size() && !open_[depth].array ? std::string_view(open_[depth].key)
                                                     : std::string_view();
}

bool PassagePicker::is_encoded_below(std::size_t depth) const {
  return std::any_of(open_.begin() + static_cast<std::ptrdiff_t>(depth), open_.end(),
                     [&](const Open& one) { return !one.array && is_encoded_member(one.key); });
}

// What the text that begins now is; null: nothing that is searched.
const PassageSource* PassagePicker::pick() {
  const Field field = field_of(key(0));
  switch (type_) {
    case EntryType::kUser:
    case EntryType::kAssistant:
      return pick_of_message();
    case EntryType::kSystem:
      return open_.size() == 1 && field == Field::kContent ? &base_ : nullptr;
    case EntryType::kAttachment:
      return field == Field::kAttachment && key(1) == "prompt" &&
                     (open_.size() == 2 || key(open_.size() - 1) == "text")
                 ? &base_
                 : nullptr;
    default:
      return nullptr;
  }
}

const PassageSource* PassagePicker::pick_of_message() {
  const Field field = field_of(key(0));
  if (field == Field::kToolUseResult) {
    const bool wanted = !longer_result_.empty() && key(1) == longer_result_;
    return wanted && open_.size() == 2 ? &tool_of_result() : nullptr;
  }
  if (field != Field::kMessage || key(1) != "content") return nullptr;
  if (open_.size() == 2) return &base_;
  if (open_.size() < 4 || !open_[2].array || open_[2].element < 0) return nullptr;
  return pick_of_block(static_cast<std::size_t>(open_[2].element));
}

const PassageSource* PassagePicker::pick_of_block(std::size_t block) {
  const std::string_view member = key(3);
  // Blocks that were left out of the condensed line say what they are by their members.
  const BlockKind kind = block < kinds_.size()  ? kinds_[block]
                         : member == "text"     ? BlockKind::kText
                         : member == "thinking" ? BlockKind::kThinking
                         : member == "input"    ? BlockKind::kToolUse
                         : member == "content"  ? BlockKind::kToolResult
                                                : BlockKind::kUnknown;
  switch (kind) {
    case BlockKind::kText:
      return member == "text" ? &base_ : nullptr;
    case BlockKind::kThinking:
      return member == "thinking" ? &thinking_ : nullptr;
    case BlockKind::kToolResult: {
      if (member != "content" || !longer_result_.empty()) return nullptr;
      const bool text = open_.size() == 4 || key(5) == "text" || key(5) == "tool_name";
      return text ? &tools_[block] : nullptr;
    }
    case BlockKind::kToolUse:
    case BlockKind::kServerTool: {
      const bool text = member == "name" || member == "input" ||
                        (kind == BlockKind::kServerTool && member == "content");
      return text && !is_encoded_below(4) ? &tools_[block] : nullptr;
    }
    case BlockKind::kDocument:
      return member == "title" || (member == "source" && key(4) == "data") ? &base_ : nullptr;
    default:
      return nullptr;
  }
}

PassageSource& PassagePicker::tool_of_result() {
  const auto result = std::find(kinds_.begin(), kinds_.end(), BlockKind::kToolResult);
  return tools_[static_cast<std::size_t>(result - kinds_.begin())];
}

}  // namespace clew
