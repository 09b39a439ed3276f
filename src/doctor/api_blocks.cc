// SPDX-License-Identifier: MIT
//
// The rules for single blocks: which members they have, and what these may hold.

#include <algorithm>
#include <iterator>

#include "base/hash.h"
#include "base/text.h"
#include "doctor/api_check.h"
#include "doctor/media.h"
#include "json/condensed.h"
#include "transcript/entry_types.h"

namespace clew {
namespace {

constexpr std::size_t kLongestToolName = 200;
constexpr std::size_t kLongestReference = 64;
constexpr std::int64_t kLargestImage = 5'242'880;
constexpr int kLongestSide = 8000;
constexpr std::int64_t kPixelsPerToken = 750;
constexpr std::int64_t kTokensPerPage = 1500;

struct BlockForm {
  std::string_view type;
  std::string_view required[3];
  std::string_view optional[4];
};

constexpr BlockForm kForms[] = {
    {"text", {"text"}, {"cache_control", "citations"}},
    {"image", {"source"}, {"cache_control"}},
    {"document", {"source"}, {"title", "context", "citations", "cache_control"}},
    {"tool_use", {"id", "name", "input"}, {"cache_control", "caller"}},
    {"tool_result", {"tool_use_id"}, {"content", "is_error", "cache_control"}},
    {"thinking", {"thinking", "signature"}, {}},
    {"redacted_thinking", {"data"}, {}},
    {"server_tool_use", {"id", "name", "input"}, {"cache_control", "caller"}},
    {"tool_reference", {"tool_name"}, {"cache_control"}},
};
constexpr BlockForm kServerResult = {"", {"tool_use_id", "content"}, {"cache_control", "caller"}};

bool is_server_result(std::string_view type) { return type.ends_with("_tool_result"); }

const BlockForm* form_of(std::string_view type) {
  const auto found = std::find_if(std::begin(kForms), std::end(kForms),
                                  [&](const BlockForm& form) { return form.type == type; });
  if (found != std::end(kForms)) return found;
  return is_server_result(type) ? &kServerResult : nullptr;
}

bool has_member(const BlockForm& form, std::string_view key) {
  return key == "type" ||
         std::find(std::begin(form.required), std::end(form.required), key) !=
             std::end(form.required) ||
         std::find(std::begin(form.optional), std::end(form.optional), key) !=
             std::end(form.optional);
}

bool is_plain_id(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

bool is_server_id(std::string_view id) {
  constexpr std::string_view kStart = "srvtoolu_";
  return id.starts_with(kStart) && is_plain_id(id.substr(kStart.size())) &&
         id.find('-') == std::string_view::npos;
}

std::string hex(std::uint64_t number) {
  std::string out(16, '0');
  for (auto digit = out.rbegin(); digit != out.rend(); ++digit, number >>= 4) {
    *digit = "0123456789abcdef"[number & 15];
  }
  return out;
}

}  // namespace

std::string sign_thinking(std::uint64_t prefix, std::string_view thinking) {
  return "sig-" + hex(prefix) + "-" + hex(hash_bytes(thinking));
}

std::string RequestCheck::path(std::string_view member) const {
  std::string out = "messages." + std::to_string(messages_.size() - 1) + ".content." +
                    std::to_string(messages_.back().blocks.size());
  if (!member.empty()) out += "." + std::string(member);
  return out;
}

void RequestCheck::add(Kind kind, BlockPlace place, std::string_view type, std::string_view id) {
  Message& message = messages_.back();
  message.trailing_blank = false;
  message.blocks.push_back({kind, std::string(id), place, message.blocks.size(), std::string(type),
                            messages_.size() - 1});
}

void RequestCheck::block(json::Value block, BlockPlace place) {
  count(block);
  // A text is the same as a block and as the whole content.
  if (block["type"].string_or("") == "text") {
    bind(block["text"].string_or(""));
  } else {
    bind(block);
  }
  if (messages_.back().entry == kNoEntry) messages_.back().entry = place.entry;
  const std::string_view type = block["type"].string_or("");
  check_keys(block, type, place);
  if (block["cache_control"].is_object()) ++cache_marks_;
  if (type == "text") return check_text(block, place);
  if (type == "tool_use") return check_call(block, place);
  if (type == "tool_result") return check_result(block, place);
  if (type == "server_tool_use") return check_server_call(block, place);
  if (type == "thinking" || type == "redacted_thinking") return check_thinking(block, place);
  if (type == "image" || type == "document") {
    check_media(block, place, path(type), type == "image");
  } else if (is_server_result(type)) {
    for (const json::Value part : block["content"].elements()) {
      if (part["type"].string_or("") == "tool_reference") {
        check_reference(part, place, path(type) + ".content");
      }
    }
    for (const json::Value part : block["content"]["tool_references"].elements()) {
      check_reference(part, place, path(type) + ".content");
    }
    return add(Kind::kServerResult, place, type, block["tool_use_id"].string_or(""));
  }
  add(Kind::kOther, place, type);
}

void RequestCheck::check_keys(json::Value block, std::string_view type, BlockPlace place) {
  const BlockForm* form = form_of(type);
  if (form == nullptr) {
    if (type.empty()) {
      refuse(9, Defect::kD11, place, path("type") + ": Field required");
    } else if (!rules_.unknown_blocks) {
      refuse(9, Defect::kD11, place,
             path() + ": Input tag '" + std::string(type) +
                 "' found using 'type' does not match any of the expected tags");
    }
    return;
  }
  for (const std::string_view key : form->required) {
    // Without a signature: a rule of its own.
    if (key.empty() || key == "signature" || !block[key].is_missing()) continue;
    refuse(9, Defect::kD11, place, path(type) + "." + std::string(key) + ": Field required",
           std::string(key));
  }
  for (const auto [key, value] : block.members()) {
    if (has_member(*form, key)) continue;
    refuse(9, Defect::kD10, place,
           path(type) + "." + std::string(key) + ": Extra inputs are not permitted",
           std::string(key));
  }
}

void RequestCheck::check_text(json::Value block, BlockPlace place) {
  const json::Value text = block["text"];
  if (text.is_string()) {
    if (text.string_or("").empty()) {
      refuse(7, Defect::kD1, place,
             block["cache_control"].is_object()
                 ? path("text") + ": cache_control cannot be set for empty text blocks"
                 : "messages: text content blocks must be non-empty");
    } else if (is_blank(text.string_or(""))) {
      refuse(8, Defect::kD2, place,
             "messages: text content blocks must contain non-whitespace text");
    }
  } else if (!text.is_missing()) {
    refuse(9, Defect::kD11, place, path("text.text") + ": Input should be a valid string", "text");
  }
  add(Kind::kText, place, "text");
  messages_.back().trailing_blank = ends_blank(text.string_or(""));
}

void RequestCheck::check_call(json::Value block, BlockPlace place) {
  const std::string_view id = block["id"].string_or("");
  const std::string_view name = block["name"].string_or("");
  if (!block["id"].is_missing() && !is_plain_id(id)) {
    refuse(10, Defect::kD8, place,
           path("tool_use.id") + ": String should match pattern '^[a-zA-Z0-9_-]+$'",
           std::string(id));
  }
  if (!block["name"].is_missing() && (name.empty() || utf16_length(name) > kLongestToolName)) {
    refuse(11, Defect::kD7, place,
           path("tool_use.name") + (name.empty() ? ": String should have at least 1 character"
                                                 : ": String should have at most 200 characters"),
           std::string(id));
  }
  if (!block["input"].is_missing() && !block["input"].is_object()) {
    refuse(11, Defect::kD6, place, path("tool_use.input") + ": Input should be a valid dictionary",
           std::string(id));
  }
  add(Kind::kCall, place, "tool_use", id);
}

void RequestCheck::check_server_call(json::Value block, BlockPlace place) {
  const std::string_view id = block["id"].string_or("");
  if (!block["id"].is_missing() && !is_server_id(id)) {
    refuse(10, Defect::kD9, place,
           path("server_tool_use.id") + ": String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
           std::string(id));
  }
  add(Kind::kServerCall, place, "server_tool_use", id);
}

void RequestCheck::check_result(json::Value block, BlockPlace place) {
  const std::string_view id = block["tool_use_id"].string_or("");
  if (!block["tool_use_id"].is_missing() && !is_plain_id(id)) {
    refuse(10, Defect::kD8, place,
           path("tool_result.tool_use_id") + ": String should match pattern '^[a-zA-Z0-9_-]+$'",
           std::string(id));
  }
  std::size_t part = 0;
  for (const json::Value inner : block["content"].elements()) {
    const std::string where = path("tool_result.content.") + std::to_string(part++);
    const std::string_view type = inner["type"].string_or("");
    if (type == "text" && inner["text"].is_string()) {
      const std::string_view text = inner["text"].string_or("");
      if (text.empty()) {
        refuse(7, Defect::kD1, place, "messages: text content blocks must be non-empty");
        refusals_.back().inside = true;
      } else if (is_blank(text)) {
        refuse(8, Defect::kD2, place,
               "messages: text content blocks must contain non-whitespace text");
        refusals_.back().inside = true;
      }
    } else if (type == "tool_reference") {
      check_reference(inner, place, where);
    } else if (type == "image" || type == "document") {
      const std::size_t before = refusals_.size();
      if (!inner["source"].is_object()) {
        refuse(9, Defect::kD11, place, where + ".source: Field required", "source");
      }
      check_media(inner, place, where + "." + std::string(type), type == "image");
      for (std::size_t i = before; i < refusals_.size(); ++i) refusals_[i].inside = true;
    } else if (type.empty() || type == "text") {
      refuse(9, Defect::kD11, place,
             where + (type.empty() ? ".type" : ".text") + ": Field required", "text");
      refusals_.back().inside = true;
    }
  }
  add(Kind::kResult, place, "tool_result", id);
}

void RequestCheck::check_thinking(json::Value block, BlockPlace place) {
  const bool redacted = block["type"].string_or("") == "redacted_thinking";
  if (!redacted && block["signature"].string_or("").empty()) {
    if (block["thinking"].string_or("").empty()) {
      refuse(21, Defect::kE4, place,
             path("thinking") + ": each thinking block must contain thinking");
    } else {
      refuse(20, Defect::kE1, place, path() + ": Invalid `signature` in `thinking` block");
    }
  }
  if (!redacted && rules_.own_signatures) {
    check_own_signature(block["thinking"].string_or(""), block["signature"].string_or(""), place);
  }
  add(Kind::kThinking, place, redacted ? "redacted_thinking" : "thinking");
}

void RequestCheck::check_own_signature(std::string_view thinking, std::string_view signature,
                                       BlockPlace place) {
  if (signature.empty()) return;  // has been refused
  const std::string good = sign_thinking(prefix_of_message_, thinking);
  if (signature == good) return;
  const std::string invalid = path() + ": Invalid `signature` in `thinking` block";
  // The text is signed behind the prefix.
  const std::size_t text = good.rfind('-');
  const bool ours = signature.starts_with("sig-") && signature.size() == good.size() &&
                    signature.substr(text) == std::string_view(good).substr(text);
  if (!ours) {
    refuse(20, Defect::kE1, place, invalid);
  } else if (rules_.prefix_binding) {
    refuse(24, Defect::kE5, place,
           invalid +
               ". The block is bound to a different conversation. Remove the block, or set "
               "thinking.block_binding.prefix_mismatch_behavior to \"drop_block\".");
  }
}

void RequestCheck::check_reference(json::Value block, BlockPlace place, const std::string& where) {
  const std::string_view name = block["tool_name"].string_or("");
  if (utf16_length(name) > kLongestReference) {
    refuse(12, Defect::kC8, place,
           where + ".tool_reference.tool_name: String should have at most 64 characters",
           std::string(name));
  } else if (tools_known_ && !tools_.contains(name)) {
    refuse(12, Defect::kC7, place,
           "Tool reference '" + std::string(name) + "' not found in available tools",
           std::string(name));
  }
}

void RequestCheck::check_media(json::Value block, BlockPlace place, const std::string& where,
                               bool image) {
  const json::Value source = block["source"];
  if (!source.is_object()) return;  // a missing member was noted
  const std::string_view form = source["type"].string_or("");
  if (form != "base64") {
    media_.push_back({.place = place, .path = where, .image = image});
    return;
  }
  if (source["data"].is_missing() || (image && source["media_type"].is_missing())) {
    refuse(9, Defect::kD11, place, where + ".source: Field required", "source");
    return;
  }
  const std::string_view data = source["data"].string_or("");
  if (image) {
    check_image(source["media_type"].string_or(""), data, place, where);
  } else {
    check_document(data, place, where);
  }
}

void RequestCheck::check_image(std::string_view type, std::string_view data, BlockPlace place,
                               const std::string& where) {
  const MediaFacts facts = look_at_media(data);
  const std::string source = where + ".source.base64";
  media_.push_back({.place = place,
                    .path = source,
                    .image = true,
                    .longest_side = std::max(facts.width, facts.height),
                    .bytes = facts.base64_bytes,
                    .tokens = std::int64_t{facts.width} * facts.height / kPixelsPerToken});
  if (!is_taken_image_type(type)) {
    return refuse(25, Defect::kF6, place,
                  source +
                      ".media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or "
                      "'image/webp'");
  }
  if (!facts.valid_base64 || facts.type.empty() || !facts.whole) {
    return refuse(26, Defect::kF7, place, "Could not process image");
  }
  if (facts.type != type) {
    return refuse(25, Defect::kF5, place,
                  source + ": The image was specified using the " + std::string(type) +
                      " media type, but the image appears to be a " + std::string(facts.type) +
                      " image",
                  std::string(facts.type));
  }
  if (facts.base64_bytes > kLargestImage) {
    return refuse(27, Defect::kF1, place,
                  source + ": image exceeds 5 MB maximum: " + std::to_string(facts.base64_bytes) +
                      " bytes > 5242880 bytes");
  }
  if (std::max(facts.width, facts.height) > kLongestSide) {
    refuse(27, Defect::kF2, place,
           source +
               ".data: At least one of the image dimensions exceed max allowed size: 8000 pixels");
  }
}

void RequestCheck::check_document(std::string_view data, BlockPlace place,
                                  const std::string& where) {
  const MediaFacts facts = look_at_media(data);
  const std::int64_t pages = std::max<std::int64_t>(facts.pages, 1);
  media_.push_back({.place = place,
                    .path = where,
                    .pages = pages,
                    .bytes = facts.base64_bytes,
                    .tokens = pages * kTokensPerPage});
  if (facts.locked) {
    refuse(29, Defect::kF9, place,
           where + ".source.base64.data: The PDF specified is password protected");
  } else if (facts.type != "application/pdf" || !facts.valid_base64 || !facts.whole) {
    refuse(29, Defect::kF9, place, where + ".source.base64.data: The PDF specified was not valid");
  }
}

void RequestCheck::bind(std::string_view text) {
  // Of gigabytes it takes long, and nobody needs it without signatures of our own.
  if (rules_.own_signatures) prefix_ = hash_bytes(text, prefix_);
}

void RequestCheck::bind(json::Value value) {
  if (!rules_.own_signatures) return;
  if (value.is_object()) {
    for (const auto [key, member] : value.members()) {
      if (key == "cache_control") continue;
      bind(key);
      bind(member);
    }
  } else if (value.is_array()) {
    for (const json::Value element : value.elements()) bind(element);
  } else if (!value.is_missing()) {
    bind(value.is_string() ? value.string_or("") : std::string_view(value.to_json()));
  }
}

void RequestCheck::count(json::Value value) {
  switch (value.kind()) {
    case json::Kind::kString: {
      const std::string_view text = value.string_or("");
      bytes_ += json::cut_size(text).value_or(static_cast<std::int64_t>(text.size())) + 2;
      break;
    }
    case json::Kind::kObject:
      for (const auto [key, member] : value.members()) {
        bytes_ += static_cast<std::int64_t>(key.size()) + 4;
        count(member);
      }
      break;
    case json::Kind::kArray:
      for (const json::Value element : value.elements()) count(element);
      break;
    default:
      bytes_ += 5;
  }
}

}  // namespace clew
