// SPDX-License-Identifier: MIT
//
// The rules for single blocks: which members they have, and what these may hold.
#include "doctor/block_facts.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "doctor/media.h"
#include "json/condensed.h"

namespace clew {
namespace {

constexpr std::size_t kLongestToolName = 200;
constexpr std::size_t kLongestReference = 64;
constexpr std::int64_t kLargestImage = 5'242'880;
constexpr int kLongestSide = 8000;
constexpr std::int64_t kPixelsPerToken = 750;
constexpr std::int64_t kTokensPerPage = 1500;
constexpr std::string_view kEmptyText = "messages: text content blocks must be non-empty";
constexpr std::string_view kBlankText =
    "messages: text content blocks must contain non-whitespace text";

struct BlockForm {
  std::string_view type;
  SentKind kind;
  std::string_view required[3];
  std::string_view optional[4];
};

constexpr BlockForm kForms[] = {
    {"text", SentKind::kText, {"text"}, {"cache_control", "citations"}},
    {"image", SentKind::kOther, {"source"}, {"cache_control"}},
    {"document", SentKind::kOther, {"source"}, {"title", "context", "citations", "cache_control"}},
    {"tool_use", SentKind::kCall, {"id", "name", "input"}, {"cache_control", "caller"}},
    {"tool_result", SentKind::kResult, {"tool_use_id"}, {"content", "is_error", "cache_control"}},
    {"thinking", SentKind::kThinking, {"thinking", "signature"}, {}},
    {"redacted_thinking", SentKind::kThinking, {"data"}, {}},
    {"server_tool_use",
     SentKind::kServerCall,
     {"id", "name", "input"},
     {"cache_control", "caller"}},
    {"tool_reference", SentKind::kOther, {"tool_name"}, {"cache_control"}},
};
constexpr BlockForm kServerResult = {
    "", SentKind::kServerResult, {"tool_use_id", "content"}, {"cache_control", "caller"}};

const BlockForm* form_of(std::string_view type) {
  const auto found = std::find_if(std::begin(kForms), std::end(kForms),
                                  [&](const BlockForm& form) { return form.type == type; });
  if (found != std::end(kForms)) return found;
  return type.ends_with("_tool_result") ? &kServerResult : nullptr;
}

bool has_member(const BlockForm& form, std::string_view key) {
  return key == "type" ||
         std::find(std::begin(form.required), std::end(form.required), key) !=
             std::end(form.required) ||
         std::find(std::begin(form.optional), std::end(form.optional), key) !=
             std::end(form.optional);
}

bool is_plain_call_id(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

bool is_server_id(std::string_view id) {
  constexpr std::string_view kStart = "srvtoolu_";
  return id.starts_with(kStart) && is_plain_call_id(id.substr(kStart.size())) &&
         id.find('-') == std::string_view::npos;
}

bool ends_blank(std::string_view text) {
  return !text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos;
}

}  // namespace

std::int64_t sent_bytes(json::Value value) {
  std::int64_t bytes = 0;
  switch (value.kind()) {
    case json::Kind::kString: {
      const std::string_view text = value.string_or("");
      return json::cut_size(text).value_or(static_cast<std::int64_t>(text.size())) + 2;
    }
    case json::Kind::kObject:
      for (const auto [key, member] : value.members()) {
        bytes += static_cast<std::int64_t>(key.size()) + 4 + sent_bytes(member);
      }
      return bytes;
    case json::Kind::kArray:
      for (const json::Value element : value.elements()) bytes += sent_bytes(element);
      return bytes;
    default:
      return 5;
  }
}

void SentBlockReader::refuse(int rule, Defect defect, std::string message, std::string_view id) {
  details_.refusals.push_back({rule, defect, std::move(message), std::string(id), true, inside_});
}

void SentBlockReader::refuse_unplaced(int rule, Defect defect, std::string_view message) {
  refuse(rule, defect, std::string(message));
  details_.refusals.back().placed = false;
}

BlockFacts SentBlockReader::read(json::Value block) {
  details_ = {};
  facts_ = {};
  facts_.type = block["type"].string_or("");
  facts_.bytes = sent_bytes(block);
  facts_.cache_mark = block["cache_control"].is_object();
  check_members(block);
  read_by_type(block);
  if (details_.any()) facts_.details = &details_;
  return facts_;
}

BlockFacts SentBlockReader::read_text(json::Value text) {
  details_ = {};
  facts_ = {};
  facts_.type = "text";
  facts_.bytes = sent_bytes(text);
  const std::string_view words = text.string_or("");
  facts_.kind = words.empty() ? SentKind::kNothing : SentKind::kText;
  facts_.ends_blank = ends_blank(words);
  if (!words.empty() && words.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    refuse_unplaced(8, Defect::kD2, kBlankText);
    facts_.details = &details_;
  }
  return facts_;
}

void SentBlockReader::read_by_type(json::Value block) {
  const BlockForm* form = form_of(facts_.type);
  facts_.kind = form == nullptr ? SentKind::kOther : form->kind;
  switch (facts_.kind) {
    case SentKind::kText:
      return read_text_block(block);
    case SentKind::kCall:
      return read_call(block);
    case SentKind::kResult:
      return read_result(block);
    case SentKind::kServerCall:
      return read_server_call(block);
    case SentKind::kServerResult:
      return read_server_result(block);
    case SentKind::kThinking:
      return read_thinking(block);
    case SentKind::kOther:
    case SentKind::kNothing:
      break;
  }
  if (facts_.type == "image" || facts_.type == "document") {
    read_media(block, "." + std::string(facts_.type), facts_.type == "image");
  }
}

void SentBlockReader::check_members(json::Value block) {
  const BlockForm* form = form_of(facts_.type);
  if (form == nullptr) {
    if (facts_.type.empty()) {
      refuse(9, Defect::kD11, ".type: Field required");
    } else if (!unknown_blocks_) {
      refuse(9, Defect::kD11,
             ": Input tag '" + std::string(facts_.type) +
                 "' found using 'type' does not match any of the expected tags");
    }
    return;
  }
  const auto place_of = [&](std::string_view key) {
    return "." + std::string(facts_.type) + "." + std::string(key);
  };
  for (const std::string_view key : form->required) {
    // Without a signature: a rule of its own.
    if (key.empty() || key == "signature" || !block[key].is_missing()) continue;
    refuse(9, Defect::kD11, place_of(key) + ": Field required", key);
  }
  for (const auto [key, value] : block.members()) {
    if (has_member(*form, key)) continue;
    refuse(9, Defect::kD10, place_of(key) + ": Extra inputs are not permitted", key);
  }
}

void SentBlockReader::read_text_block(json::Value block) {
  const json::Value text = block["text"];
  const std::string_view words = text.string_or("");
  facts_.ends_blank = ends_blank(words);
  if (!text.is_string()) {
    if (text.is_missing()) return;
    return refuse(9, Defect::kD11, ".text.text: Input should be a valid string", "text");
  }
  if (words.empty() && facts_.cache_mark) {
    refuse(7, Defect::kD1, ".text: cache_control cannot be set for empty text blocks");
  } else if (words.empty()) {
    refuse_unplaced(7, Defect::kD1, kEmptyText);
  } else if (is_blank(words)) {
    refuse_unplaced(8, Defect::kD2, kBlankText);
  }
}

void SentBlockReader::read_call(json::Value block) {
  facts_.id = block["id"].string_or("");
  const std::string_view name = block["name"].string_or("");
  if (!block["id"].is_missing() && !is_plain_call_id(facts_.id)) {
    refuse(10, Defect::kD8, ".tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
           facts_.id);
  }
  if (!block["name"].is_missing() && (name.empty() || utf16_length(name) > kLongestToolName)) {
    refuse(11, Defect::kD7,
           name.empty() ? ".tool_use.name: String should have at least 1 character"
                        : ".tool_use.name: String should have at most 200 characters",
           facts_.id);
  }
  if (!block["input"].is_missing() && !block["input"].is_object()) {
    refuse(11, Defect::kD6, ".tool_use.input: Input should be a valid dictionary", facts_.id);
  }
}

void SentBlockReader::read_server_call(json::Value block) {
  facts_.id = block["id"].string_or("");
  if (!block["id"].is_missing() && !is_server_id(facts_.id)) {
    refuse(10, Defect::kD9,
           ".server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
           facts_.id);
  }
}

void SentBlockReader::read_result(json::Value block) {
  facts_.id = block["tool_use_id"].string_or("");
  if (!block["tool_use_id"].is_missing() && !is_plain_call_id(facts_.id)) {
    refuse(10, Defect::kD8,
           ".tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'", facts_.id);
  }
  std::size_t part = 0;
  for (const json::Value inner : block["content"].elements()) {
    inside_ = inner["type"].string_or("") != "tool_reference";
    read_part_of_result(inner, ".tool_result.content." + std::to_string(part++));
  }
  inside_ = false;
}

void SentBlockReader::read_part_of_result(json::Value part, const std::string& where) {
  const std::string_view type = part["type"].string_or("");
  if (type == "text" && part["text"].is_string()) {
    const std::string_view text = part["text"].string_or("");
    if (text.empty()) {
      refuse_unplaced(7, Defect::kD1, kEmptyText);
    } else if (is_blank(text)) {
      refuse_unplaced(8, Defect::kD2, kBlankText);
    }
  } else if (type == "tool_reference") {
    note_tool(part, where);
  } else if (type == "image" || type == "document") {
    if (!part["source"].is_object()) {
      refuse(9, Defect::kD11, where + ".source: Field required", "source");
    }
    read_media(part, where + "." + std::string(type), type == "image");
  } else if (type.empty() || type == "text") {
    refuse(9, Defect::kD11, where + (type.empty() ? ".type" : ".text") + ": Field required",
           "text");
  }
}

void SentBlockReader::read_server_result(json::Value block) {
  facts_.id = block["tool_use_id"].string_or("");
  const std::string where = "." + std::string(facts_.type) + ".content";
  for (const json::Value part : block["content"].elements()) {
    if (part["type"].string_or("") == "tool_reference") note_tool(part, where);
  }
  for (const json::Value part : block["content"]["tool_references"].elements()) {
    note_tool(part, where);
  }
}

void SentBlockReader::read_thinking(json::Value block) {
  if (facts_.type == "redacted_thinking" || !block["signature"].string_or("").empty()) return;
  if (block["thinking"].string_or("").empty()) {
    refuse(21, Defect::kE4, ".thinking: each thinking block must contain thinking");
  } else {
    refuse(20, Defect::kE1, ": Invalid `signature` in `thinking` block");
  }
}

void SentBlockReader::note_tool(json::Value reference, std::string where) {
  const std::string_view name = reference["tool_name"].string_or("");
  details_.tools.push_back({std::move(where), std::string(name)});
  if (utf16_length(name) <= kLongestReference) return;
  refuse(12, Defect::kC8,
         details_.tools.back().where +
             ".tool_reference.tool_name: String should have at most 64 characters",
         name);
  details_.tools.pop_back();
}

void SentBlockReader::read_media(json::Value block, const std::string& where, bool image) {
  const json::Value source = block["source"];
  if (!source.is_object()) return;  // a missing member was noted
  if (source["type"].string_or("") != "base64") {
    details_.media.push_back({.where = where, .image = image});
    return;
  }
  if (source["data"].is_missing() || (image && source["media_type"].is_missing())) {
    return refuse(9, Defect::kD11, where + ".source: Field required", "source");
  }
  const std::string_view data = source["data"].string_or("");
  if (image) {
    read_image(source["media_type"].string_or(""), data, where + ".source.base64");
  } else {
    read_document(data, where);
  }
}

void SentBlockReader::read_image(std::string_view type, std::string_view data,
                                 const std::string& where) {
  const MediaFacts facts = look_at_media(data);
  details_.media.push_back({.where = where,
                            .image = true,
                            .longest_side = std::max(facts.width, facts.height),
                            .bytes = facts.base64_bytes,
                            .tokens = std::int64_t{facts.width} * facts.height / kPixelsPerToken});
  if (!is_taken_image_type(type)) {
    return refuse(25, Defect::kF6,
                  where +
                      ".media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or "
                      "'image/webp'");
  }
  if (!facts.valid_base64 || facts.type.empty() || !facts.whole) {
    return refuse_unplaced(26, Defect::kF7, "Could not process image");
  }
  if (facts.type != type) {
    return refuse(25, Defect::kF5,
                  where + ": The image was specified using the " + std::string(type) +
                      " media type, but the image appears to be a " + std::string(facts.type) +
                      " image",
                  facts.type);
  }
  if (facts.base64_bytes > kLargestImage) {
    return refuse(27, Defect::kF1,
                  where + ": image exceeds 5 MB maximum: " + std::to_string(facts.base64_bytes) +
                      " bytes > 5242880 bytes");
  }
  if (std::max(facts.width, facts.height) > kLongestSide) {
    refuse(
        27, Defect::kF2,
        where + ".data: At least one of the image dimensions exceed max allowed size: 8000 pixels");
  }
}

void SentBlockReader::read_document(std::string_view data, const std::string& where) {
  const MediaFacts facts = look_at_media(data);
  const std::int64_t pages = std::max<std::int64_t>(facts.pages, 1);
  details_.media.push_back({.where = where,
                            .pages = pages,
                            .bytes = facts.base64_bytes,
                            .tokens = pages * kTokensPerPage});
  if (facts.locked) {
    refuse(29, Defect::kF9, where + ".source.base64.data: The PDF specified is password protected");
  } else if (facts.type != "application/pdf" || !facts.valid_base64 || !facts.whole) {
    refuse(29, Defect::kF9, where + ".source.base64.data: The PDF specified was not valid");
  }
}

}  // namespace clew
