// SPDX-License-Identifier: MIT
#include "doctor/line_edit.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "doctor/api_check.h"
#include "doctor/media.h"
#include "json/spans.h"
#include "json/unicode_escape.h"
#include "json/value.h"
#include "json/writer.h"
#include "transcript/entry_types.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

using json::Span;

std::string quoted(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

std::string text_block(std::string_view text) {
  return R"({"type":"text","text":)" + quoted(text) + "}";
}

Span all_of_text(std::string_view text) { return {0, text.size()}; }

std::string_view type_of(std::string_view block) {
  const std::string_view raw = json::find_member(block, all_of_text(block), "type").of(block);
  return raw.size() >= 2 ? raw.substr(1, raw.size() - 2) : raw;
}

// A string as it reads.
std::string plain(std::string_view raw_string) {
  json::Parser parser;
  auto value = parser.parse_copy(raw_string);
  return value ? std::string(value->string_or("")) : std::string();
}

bool is_blank_string(std::string_view raw_string) {
  return raw_string.size() < 4096 && raw_string.starts_with('"') && is_blank(plain(raw_string));
}

bool is_blank_text_block(std::string_view block) {
  if (type_of(block) != "text") return false;
  return is_blank_string(json::find_member(block, all_of_text(block), "text").of(block));
}

bool is_media(std::string_view block) {
  const std::string_view type = type_of(block);
  return type == "image" || type == "document";
}

// A part of a result without its type, text or picture.
bool lacks_something(std::string_view part) {
  if (!part.starts_with('{')) return true;
  const std::string_view type = type_of(part);
  const Span all = all_of_text(part);
  if (type == "text") return !json::find_member(part, all, "text").of(part).starts_with('"');
  if (!is_media(part)) return type.empty();
  const Span source = json::find_member(part, all, "source");
  if (!source.of(part).starts_with('{')) return true;
  const bool base64 = json::find_member(part, source, "type").of(part) == "\"base64\"";
  return base64 && (json::find_member(part, source, "data").empty() ||
                    (type == "image" && json::find_member(part, source, "media_type").empty()));
}

// Why this picture or document cannot stay, if it cannot.
bool is_to_go(const MediaFacts& facts, std::string_view type, bool image,
              const std::set<Defect>& why) {
  constexpr std::int64_t kLargest = 5'242'880;
  const int side = std::max(facts.width, facts.height);
  const bool unreadable = !facts.valid_base64 || facts.type.empty() || !facts.whole;
  for (const Defect defect : why) {
    switch (defect) {
      case Defect::kF1:
        if (image && facts.base64_bytes > kLargest) return true;
        break;
      case Defect::kF2:
        if (side > 8000) return true;
        break;
      case Defect::kF3:
        if (side > 2000) return true;
        break;
      case Defect::kF6:
        if (image && !is_taken_image_type(type)) return true;
        break;
      case Defect::kF7:
        if (image && unreadable) return true;
        break;
      case Defect::kF9:
        if (!image && (unreadable || facts.locked)) return true;
        break;
      case Defect::kF8:
        if (!image) return true;
        break;
      case Defect::kF4:
      case Defect::kF10:
        return true;
      default:
        break;
    }
  }
  return false;
}

std::string without_media(std::string_view block, const std::set<Defect>& why) {
  const bool image = type_of(block) == "image";
  const Span source = json::find_member(block, all_of_text(block), "source");
  const Span type_span = json::find_member(block, source, "media_type");
  const std::string type = plain(type_span.of(block));
  std::string_view data = json::find_member(block, source, "data").of(block);
  if (data.size() >= 2) data = data.substr(1, data.size() - 2);
  const MediaFacts facts = look_at_media(data);
  if (is_to_go(facts, type, image, why)) {
    return text_block(std::string(image ? "[image removed: " : "[document removed: ") +
                      describe_media(type, facts) + "]");
  }
  if (image && why.contains(Defect::kF5) && is_taken_image_type(facts.type) && facts.type != type &&
      !type_span.empty()) {
    json::Splices splices;
    splices.replace(type_span, quoted(facts.type));
    return splices.apply(block);
  }
  return std::string(block);
}

std::string list_of(const std::vector<std::string>& parts) {
  std::string out = "[";
  for (const std::string& part : parts) out += (out.size() > 1 ? "," : "") + part;
  return out + "]";
}

// One block, edited; it may become none or several.
class BlockEditing {
 public:
  BlockEditing(std::string_view block, const BlockEdit& edit) : block_(block), edit_(edit) {}

  std::vector<std::string> run() {
    if (edit_.drop) return {};
    if (edit_.blank_texts && is_blank_text_block(block_)) return {};
    if (edit_.to_text) return as_text();
    if (is_media(block_)) return {without_media(block_, edit_.media)};
    json::Splices splices;
    rename(splices);
    call(splices);
    result(splices);
    if (!edit_.without.empty()) return {without_members(splices.apply(block_))};
    return {splices.apply(block_)};
  }

 private:
  Span member(std::string_view key) const {
    return json::find_member(block_, all_of_text(block_), key);
  }

  // A result keeps its parts, a call of a server tool is written out.
  std::vector<std::string> as_text() const {
    const Span content = member("content");
    const std::string_view raw = content.of(block_);
    const bool result = type_of(block_).ends_with("tool_result");
    if (result && raw.starts_with('"') && !is_blank_string(raw)) {
      return {R"({"type":"text","text":)" + std::string(raw) + "}"};
    }
    if (type_of(block_) == "tool_result" || raw.empty()) {
      std::vector<std::string> parts;
      for (const Span element : json::element_spans(block_, content)) {
        const std::string_view part = element.of(block_);
        const bool kept = (type_of(part) == "text" && !is_blank_text_block(part)) || is_media(part);
        if (kept) parts.emplace_back(part);
      }
      if (!parts.empty()) return parts;
      if (type_of(block_) == "tool_result") return {text_block(kNoContent)};
    }
    return {text_block(block_)};
  }

  void rename(json::Splices& splices) const {
    if (edit_.id.empty()) return;
    const std::string_view key = type_of(block_) == "tool_result" ? "tool_use_id" : "id";
    splices.set_member(block_, all_of_text(block_), key, quoted(edit_.id));
  }

  void call(json::Splices& splices) const {
    const Span input = member("input");
    std::string object(input.of(block_));
    if (edit_.input_to_object && !object.starts_with('{')) {
      const std::string text = plain(object);
      json::Parser parser;
      auto parsed = parser.parse_copy(text);
      object = parsed && parsed->is_object()        ? text
               : object.empty() || object == "null" ? "{}"
                                                    : R"({"value":)" + object + "}";
    }
    if (edit_.shorten_name) {
      const Span name = member("name");
      json::Splices inside;
      if (!object.starts_with('{')) object = "{}";
      inside.set_member(object, all_of_text(object), "name_as_called",
                        std::string(name.of(block_)));
      object = inside.apply(object);
      splices.set_member(block_, all_of_text(block_), "name", quoted("unknown_tool"));
    }
    if (edit_.input_to_object || edit_.shorten_name) {
      splices.set_member(block_, all_of_text(block_), "input", object);
    }
  }

  void result(json::Splices& splices) const {
    const Span content = member("content");
    if (edit_.shorten_result) {
      const std::size_t size = content.end - content.begin;
      splices.set_member(block_, all_of_text(block_), "content",
                         quoted("[result removed: " + std::to_string(size) + " bytes]"));
      return;
    }
    if (!edit_.references.empty() && content.of(block_).starts_with('{')) {
      return references(splices, json::find_member(block_, content, "tool_references"));
    }
    if (!block_.substr(content.begin).starts_with('[')) return;
    if (!edit_.blank_texts && !edit_.broken_parts && edit_.references.empty() &&
        edit_.media.empty()) {
      return;
    }
    std::vector<std::string> parts;
    for (const Span element : json::element_spans(block_, content)) {
      const std::string_view part = element.of(block_);
      if (edit_.blank_texts && is_blank_text_block(part)) continue;
      if (edit_.broken_parts && lacks_something(part)) continue;
      if (is_gone_reference(part)) continue;
      parts.push_back(is_media(part) ? without_media(part, edit_.media) : std::string(part));
    }
    if (parts.empty()) parts.push_back(text_block(kNoContent));
    splices.replace(content, list_of(parts));
  }

  // Of a search for tools by the server.
  void references(json::Splices& splices, Span list) const {
    if (list.empty()) return;
    std::vector<std::string> kept;
    for (const Span element : json::element_spans(block_, list)) {
      const std::string_view part = element.of(block_);
      if (!is_gone_reference(part)) kept.emplace_back(part);
    }
    splices.replace(list, list_of(kept));
  }

  bool is_gone_reference(std::string_view part) const {
    if (edit_.references.empty() || type_of(part) != "tool_reference") return false;
    return edit_.references.contains(
        plain(json::find_member(part, all_of_text(part), "tool_name").of(part)));
  }

  std::string without_members(const std::string& block) const {
    std::string out = "{";
    for (const json::MemberSpan& one : json::member_spans(block, all_of_text(block))) {
      // A name may be written with escapes, or with bytes that are no text.
      if (edit_.without.contains(plain("\"" + std::string(one.key) + "\""))) continue;
      out += (out.size() > 1 ? "," : "") + std::string(one.whole.of(block));
    }
    return out + "}";
  }

  std::string_view block_;
  const BlockEdit& edit_;
};

// The new content, or nothing where it stays.
std::optional<std::string> edited_content(std::string_view line, Span content, const LineEdit& edit,
                                          bool& empty) {
  if (edit.blocks.empty() && !edit.results_first) return std::nullopt;
  const std::string_view raw = content.of(line);
  if (raw.starts_with('"')) {
    empty = is_blank_string(raw);
    return empty ? std::optional(quoted(kNoContent)) : std::nullopt;
  }
  std::vector<std::string> parts;
  std::uint32_t index = 0;
  for (const Span element : json::element_spans(line, content)) {
    const std::string_view block = element.of(line);
    const auto found = block.starts_with('{') ? edit.blocks.find(index++) : edit.blocks.end();
    if (found == edit.blocks.end()) {
      parts.emplace_back(block);
      continue;
    }
    std::vector<std::string> edited = BlockEditing(block, found->second).run();
    std::move(edited.begin(), edited.end(), std::back_inserter(parts));
  }
  if (edit.results_first) {
    std::stable_partition(parts.begin(), parts.end(),
                          [](const std::string& part) { return type_of(part) == "tool_result"; });
  }
  empty = parts.empty();
  if (empty) parts.push_back(text_block(kNoContent));
  return list_of(parts);
}

class LineEditing {
 public:
  LineEditing(std::string_view line, const LineEdit& edit) : line_(line), edit_(edit) {}

  EditedLine run() {
    EditedLine out;
    for (const json::MemberSpan& one : json::member_spans(line_, all_of_text(line_))) {
      const Field field = field_of(one.key);
      if (field == Field::kSession || field == Field::kStreamSession) {
        splices_.replace(one.value, quoted(edit_.session));
      } else if (field == Field::kSidechain && edit_.to_main) {
        splices_.replace(one.value, "false");
      } else if (field == Field::kMessage) {
        message(one.value, out.empty);
      } else if (one.key == "attachment") {
        content(one.value, "prompt", out.empty);
      } else if (field == Field::kToolUseResult && edit_.drop_tool_use_result) {
        remove(one.value);
      } else if (edit_.shorten_notes && (field == Field::kToolUseResult || is_progress(one.key))) {
        out.shortened |= shorten(one.value);
      }
    }
    if (edit_.parent) {
      set(Field::kParent, edit_.parent->empty() ? "null" : quoted(*edit_.parent));
    }
    if (edit_.time) set(Field::kTimestamp, quoted(format_iso(*edit_.time)));
    out.text = splices_.apply(line_);
    return out;
  }

 private:
  void remove(Span value) {
    splices_.replace(value,
                     quoted("[removed: " + std::to_string(value.end - value.begin) + " bytes]"));
  }

  bool is_progress(std::string_view key) const {
    return key == "data" && type_of(line_) == only_name_of(EntryType::kProgress);
  }

  // The long texts of a note keep their beginning. One that is large without any goes whole.
  bool shorten(Span note) {
    constexpr std::size_t kMostLeft = std::size_t{1} << 20;
    std::size_t left = note.end - note.begin;
    const std::string_view all = note.of(line_);
    json::Splices splices;
    for (const Span text : json::string_spans(all, all_of_text(all))) {
      const std::size_t size = text.end - text.begin;
      if (size <= kLongestNote + 2) continue;
      splices.replace(text, shortened(text.of(all)));
      left -= size - kKept;
    }
    if (left > kMostLeft) {
      remove(note);
    } else if (splices.empty()) {
      return false;
    } else {
      splices_.replace(note, splices.apply(all));
    }
    return true;
  }

  // A text as written, cut between two of its characters.
  static std::string shortened(std::string_view quoted_text) {
    std::size_t at = 1;
    while (at < kKept) {
      if (quoted_text[at] != '\\') {
        ++at;
      } else if (json::is_high_surrogate(json::unicode_escape(quoted_text, at))) {
        at += 12;
      } else {
        at += std::size_t{quoted_text[at + 1] == 'u' ? 6U : 2U};
      }
    }
    while ((static_cast<unsigned char>(quoted_text[at]) & 0xC0) == 0x80) --at;
    return std::string(quoted_text.substr(0, at)) +
           " [shortened: " + std::to_string(quoted_text.size() - 2) + " bytes]\"";
  }

  static constexpr std::size_t kKept = 1000;

  void set(Field field, std::string json) {
    splices_.set_member(line_, all_of_text(line_), name_of(field), std::move(json));
  }

  void message(Span message, bool& empty) {
    if (!edit_.message_id.empty()) {
      splices_.set_member(line_, message, "id", quoted(edit_.message_id));
    }
    content(message, "content", empty);
  }

  void content(Span around, std::string_view key, bool& empty) {
    const Span content = json::find_member(line_, around, key);
    if (content.empty()) return;
    auto edited = edited_content(line_, content, edit_, empty);
    if (edit_.clean_escapes) {
      edited = replace_bad_escapes(edited ? std::string_view(*edited) : content.of(line_));
    }
    if (edited) splices_.replace(content, std::move(*edited));
  }

  std::string_view line_;
  const LineEdit& edit_;
  json::Splices splices_;
};

// The members that lines of one session share.
void write_surroundings(json::Writer& out, std::string_view like, const std::string& uuid,
                        const LineEdit& edit) {
  out.key(name_of(Field::kParent));
  edit.parent && !edit.parent->empty() ? out.value(*edit.parent) : out.null();
  out.field(name_of(Field::kSidechain), false);
  for (const json::MemberSpan& one : json::member_spans(like, all_of_text(like))) {
    switch (field_of(one.key)) {
      case Field::kUserType:
      case Field::kCwd:
      case Field::kVersion:
      case Field::kGitBranch:
      case Field::kEntrypoint:
        out.raw_field(one.key, one.value.of(like));
        break;
      default:
        break;
    }
  }
  out.field(name_of(Field::kSession), edit.session);
  out.field(name_of(Field::kUuid), uuid);
  out.field(name_of(Field::kTimestamp), format_iso(edit.time.value_or(0)));
}

}  // namespace

bool BlockEdit::any() const {
  return drop || to_text || blank_texts || input_to_object || shorten_name || shorten_result ||
         broken_parts || !id.empty() || !without.empty() || !references.empty() || !media.empty();
}

EditedLine edit_line(std::string_view line, const LineEdit& edit) {
  return LineEditing(line, edit).run();
}

std::string added_result_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                              std::string_view call) {
  json::Writer out;
  out.begin_object();
  write_surroundings(out, like, uuid, edit);
  out.field(name_of(Field::kType), only_name_of(EntryType::kUser));
  out.key(name_of(Field::kMessage)).begin_object().field("role", "user");
  out.key("content").begin_array().begin_object();
  out.field("type", "tool_result").field("tool_use_id", call);
  out.field("content", "[The result of this call was lost]").field("is_error", true);
  out.end_object().end_array().end_object().end_object();
  return out.take();
}

std::string added_text_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                            bool assistant, std::string_view text) {
  json::Writer out;
  out.begin_object();
  write_surroundings(out, like, uuid, edit);
  out.field(name_of(Field::kType),
            only_name_of(assistant ? EntryType::kAssistant : EntryType::kUser));
  out.key(name_of(Field::kMessage)).begin_object();
  if (assistant) {
    out.field("id", "msg_" + uuid).field("type", "message").field("model", kSyntheticModel);
  }
  out.field("role", assistant ? "assistant" : "user");
  out.key("content").begin_array().begin_object().field("type", "text").field("text", text);
  out.end_object().end_array().end_object().end_object();
  return out.take();
}

std::string added_boundary_line(std::string_view like, const std::string& uuid,
                                const LineEdit& edit, std::string_view last) {
  json::Writer out;
  out.begin_object();
  write_surroundings(out, like, uuid, edit);
  out.field(name_of(Field::kLogicalParent), last);
  out.field(name_of(Field::kType), only_name_of(EntryType::kSystem));
  out.field("subtype", "compact_boundary").field("content", "Conversation compacted");
  out.field(name_of(Field::kMeta), false).field("level", "info");
  out.key(name_of(Field::kCompact)).begin_object().field("trigger", "manual").end_object();
  out.end_object();
  return out.take();
}

std::string added_summary_line(std::string_view like, const std::string& uuid, const LineEdit& edit,
                               std::string_view text) {
  json::Writer out;
  out.begin_object();
  write_surroundings(out, like, uuid, edit);
  out.field(name_of(Field::kType), only_name_of(EntryType::kUser));
  out.field("isVisibleInTranscriptOnly", true).field(name_of(Field::kCompactSummary), true);
  out.key(name_of(Field::kMessage)).begin_object().field("role", "user").field("content", text);
  out.end_object().end_object();
  return out.take();
}

std::string last_prompt_line(std::string_view session, std::string_view leaf) {
  json::Writer out;
  out.begin_object().field(name_of(Field::kType), only_name_of(EntryType::kLastPrompt));
  out.field(name_of(Field::kLeaf), leaf).field(name_of(Field::kSession), session).end_object();
  return out.take();
}

}  // namespace clew
