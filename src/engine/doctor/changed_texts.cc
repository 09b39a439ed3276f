// SPDX-License-Identifier: MIT
#include "engine/doctor/changed_texts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "doctor/api_check.h"
#include "doctor/media.h"
#include "json/condensed.h"
#include "jsonl/line_stream.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

constexpr std::size_t kLongest = 400;  // of what is shown of a text

// Members that are no words.
bool is_structure(std::string_view key) {
  constexpr std::string_view kNames[] = {"type",      "id",  "tool_use_id", "media_type",
                                         "signature", "ttl", "is_error",    "citations"};
  return std::find(std::begin(kNames), std::end(kNames), key) != std::end(kNames);
}

struct Said {
  EntryIndex entry = kNoEntry;
  SaidKind kind = SaidKind::kText;
  std::string_view text;        // of notes and attachments:
  json::Value all;              // everything
  std::string_view media_type;  // of a picture or document
};

// Gives every word of a file's lines, one after the other.
template <class Visit>
class SaidWalk {
 public:
  SaidWalk(ExaminedFile& file, Visit visit) : file_(file), visit_(visit) {}

  void line(EntryIndex index) {
    const Entry& entry = file_.transcript()[index];
    if (!entry.is_conversation() && entry.type != EntryType::kAttachment &&
        entry.type != EntryType::kSystem) {
      return;
    }
    auto text = file_.lines().line(entry);
    if (!text) return;
    auto root = parser_.parse(*text);
    if (!root) return;
    std::string shown;
    // A reader of JSON makes one character of all halves of characters; a repair does not.
    if (parser_.repairs().lone_surrogate || text->find("\\u0000") != std::string_view::npos) {
      shown = show_bad_escapes(*text);
      root = parser_.parse_copy(shown);
      if (!root) return;
    }
    entry_ = index;
    const LineFields fields(*root);
    if (entry.is_conversation()) {
      value(fields.message().content, {}, SaidKind::kText);
      const json::Value note = fields[Field::kToolUseResult];
      if (!note.is_missing()) visit_(Said{index, SaidKind::kNote, {}, note, {}});
    } else {
      const json::Value attached = (*root)["attachment"];
      if (!attached.is_missing()) visit_(Said{index, SaidKind::kAttachment, {}, attached, {}});
      value((*root)["content"], {}, SaidKind::kText);
    }
  }

 private:
  void say(SaidKind kind, std::string_view text, std::string_view media_type = {}) {
    if (!is_blank(text)) visit_(Said{entry_, kind, text, {}, media_type});
  }

  void value(json::Value value, std::string_view key, SaidKind kind) {
    if (value.is_string()) {
      if (!is_structure(key)) say(kind, value.string_or(""));
      return;
    }
    if (value.is_object()) {
      const std::string_view type = value["type"].string_or("");
      const json::Value source = value["source"];
      if ((type == "image" || type == "document") && source["data"].is_string()) {
        return say(SaidKind::kMedia, source["data"].string_or(""),
                   source["media_type"].string_or(""));
      }
      if (type == "thinking" || type == "redacted_thinking") kind = SaidKind::kThinking;
      for (const auto [name, member] : value.members()) {
        if (!is_structure(name)) this->value(member, name, kind);
      }
      return;
    }
    for (const json::Value element : value.elements()) this->value(element, key, kind);
  }

  ExaminedFile& file_;
  Visit visit_;
  json::Parser parser_;
  EntryIndex entry_ = kNoEntry;
};

// Tells words apart. A text is the same only in the line of the same uuid.
class Keys {
 public:
  // A giant is read with its long texts cut, and may be none any more in the other file: of those
  // lines the beginning and the length of a text must do.
  void note_giants(const ExaminedFile& file) {
    const Transcript& t = file.transcript();
    for (const Entry& line : t.entries) {
      if (line.length > kGiantLine) giants_.emplace(t.text(line.uuid));
    }
  }

  std::uint64_t of(const ExaminedFile& file, const Said& said) const {
    const std::string_view uuid = file.transcript().text(file.transcript()[said.entry].uuid);
    const bool giant = giants_.find(uuid) != giants_.end();
    const std::uint64_t line = hash_bytes(said.media_type, hash_bytes(uuid));
    return said.all.is_missing() ? of_text(said.text, giant, line) : of_all(said.all, giant, line);
  }

 private:
  static std::uint64_t of_text(std::string_view text, bool giant, std::uint64_t seed) {
    if (!giant) return hash_bytes(text, seed);
    const auto size = json::cut_size(text).value_or(static_cast<std::int64_t>(text.size()));
    return hash_bytes(text.substr(0, json::kShortText / 2), hash_bytes(std::to_string(size), seed));
  }
  static std::uint64_t of_all(json::Value value, bool giant, std::uint64_t seed) {
    if (value.is_string()) return of_text(value.string_or(""), giant, seed);
    for (const auto [name, member] : value.members()) {
      seed = of_all(member, giant, hash_bytes(name, seed));
    }
    for (const json::Value element : value.elements()) seed = of_all(element, giant, seed + 1);
    return value.is_object() || value.is_array() ? seed : hash_bytes(value.to_json(), seed);
  }

  std::set<std::string, std::less<>> giants_;
};

// All words of a file, by their keys.
class SaidIn {
 public:
  SaidIn(ExaminedFile& file, const Keys& keys) : on_path_(file.transcript().entries.size(), false) {
    for (const EntryIndex line : find_path(file.tree(), RuleSet::k21).chain) {
      on_path_[static_cast<std::size_t>(line)] = true;
    }
    const auto take = [&](const Said& said) {
      const std::uint64_t key = keys.of(file, said);
      all_.push_back(key);
      if (is_on_path(said.entry)) path_.push_back(key);
    };
    SaidWalk walk(file, take);
    for (EntryIndex i = 0; i < file.transcript().count(); ++i) walk.line(i);
    std::sort(all_.begin(), all_.end());
    std::sort(path_.begin(), path_.end());
  }

  bool is_on_path(EntryIndex line) const { return on_path_[static_cast<std::size_t>(line)]; }
  bool has(std::uint64_t key) const { return std::binary_search(all_.begin(), all_.end(), key); }
  bool has_on_path(std::uint64_t key) const {
    return std::binary_search(path_.begin(), path_.end(), key);
  }
  std::int64_t count_on_path() const { return std::ssize(path_); }

 private:
  std::vector<bool> on_path_;
  std::vector<std::uint64_t> all_;
  std::vector<std::uint64_t> path_;
};

std::string shown(const Said& said) {
  if (!said.all.is_missing()) return std::string(cut_utf8(said.all.to_json(), kLongest));
  if (said.kind != SaidKind::kMedia) return std::string(cut_utf8(said.text, kLongest));
  return describe_media(std::string(said.media_type), look_at_media(said.text));
}

// What stands in the place of each changed text: the new words of the same line, in their order.
void find_successors(ExaminedFile& after, const SaidIn& before, const Keys& keys,
                     const ExaminedFile& old,
                     std::vector<std::pair<EntryIndex, ChangedText*>>& changed) {
  std::map<std::string, std::vector<ChangedText*>, std::less<>> by_uuid;
  for (const auto& [entry, one] : changed) {
    const std::string_view uuid = old.transcript().text(old.transcript()[entry].uuid);
    if (!uuid.empty() && !one->aside) by_uuid[std::string(uuid)].push_back(one);
  }
  const Transcript& t = after.transcript();
  const auto take = [&](const Said& said) {
    if (before.has(keys.of(after, said))) return;
    auto& waiting = by_uuid.find(t.text(t[said.entry].uuid))->second;
    // A picture may become a text; else a text follows a text.
    auto next = std::find_if(waiting.begin(), waiting.end(), [&](const ChangedText* one) {
      return one->after.empty() && one->kind == said.kind;
    });
    if (next == waiting.end() && said.kind == SaidKind::kText) {
      next = std::find_if(waiting.begin(), waiting.end(), [&](const ChangedText* one) {
        return one->after.empty() && one->kind == SaidKind::kMedia;
      });
    }
    if (next != waiting.end()) (*next)->after = shown(said);
  };
  SaidWalk walk(after, take);
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (by_uuid.find(t.text(t[i].uuid)) != by_uuid.end()) walk.line(i);
  }
}

}  // namespace

std::string_view name_of(SaidKind kind) {
  constexpr std::string_view kNames[] = {"text", "thinking", "media", "attachment", "note"};
  return kNames[static_cast<std::size_t>(kind)];
}

TextComparison compare_texts(ExaminedFile& before, ExaminedFile& after, SameWay way) {
  Keys keys;
  keys.note_giants(before);
  keys.note_giants(after);
  const SaidIn old(before, keys);
  const SaidIn now(after, keys);
  TextComparison found;
  found.texts = old.count_on_path();
  found.first.reserve(TextComparison::kMost);
  std::vector<std::pair<EntryIndex, ChangedText*>> entries;
  const auto look = [&](const Said& said) {
    const std::uint64_t key = keys.of(before, said);
    const bool there = now.has(key);
    const bool aside =
        there && way == SameWay::kYes && old.is_on_path(said.entry) && !now.has_on_path(key);
    if (there && !aside) return;
    ++found.changed;
    if (said.kind == SaidKind::kText) ++found.changed_words;
    if (found.first.size() == TextComparison::kMost) return;
    found.first.push_back(
        {before.transcript()[said.entry].line, said.kind, shown(said), {}, aside});
    entries.emplace_back(said.entry, &found.first.back());
  };
  SaidWalk walk(before, look);
  for (EntryIndex i = 0; i < before.transcript().count(); ++i) walk.line(i);
  if (!entries.empty()) find_successors(after, old, keys, before, entries);
  return found;
}

}  // namespace clew
