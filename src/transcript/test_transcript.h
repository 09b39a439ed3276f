// SPDX-License-Identifier: MIT
//
// For tests and fuzzing only: transcripts from a compact notation, read by the real parser.
//
//   u1 < - @0 user "hello"                 uuid < parent @seconds type words "text"
//   a1 < u1 @1.5 assistant id:m1 call:t1
//   r1 < a1 user result:t1                 no time: as many seconds as lines before it
//   s1 < r1 @- system sub:local_command    @-: no timestamp, @x: any text as timestamp
//   last-prompt r1 explicit                a leaf, or null, zero, none
//   snapshot u1 of:u1 update file:a.c=-@1  backup name (- for none) @ version; also: delta
//   {"type": "mode"}                       any JSON as it is
//
// Words: side meta only summary error replay signed image document think blank
//        id:M (id:- for none) request:R model:X session:S agent:A logical:U source:U
//        call:T call:T=Name result:T failed:T sub:S event:E mode:M
//        usage:IN/OUT or usage:IN/OUT/READ/WRITE keep:ANCHOR,U,U segment:HEAD,ANCHOR,TAIL
// Texts are JSON already: \n, \" and \u00e9 mean what they mean there.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "transcript/entry_parser.h"
#include "transcript/rules.h"
#include "transcript/transcript.h"
#include "transcript/tree.h"

namespace clew {

inline constexpr TimeMs kTestNoon = 1767614400000;  // 2026-01-05T12:00:00Z

// One line of the notation, cut into its words; a text keeps its quotes.
inline std::vector<std::string> test_words(std::string_view line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (at < line.size()) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    const std::size_t start = at;
    if (line[at] == '"') {
      for (++at; at < line.size() && line[at] != '"'; ++at) {
        if (line[at] == '\\') ++at;
      }
      at = std::min(at + 1, line.size());
    } else {
      at = std::min(line.find(' ', at), line.size());
    }
    words.emplace_back(line.substr(start, at - start));
  }
  return words;
}

inline std::vector<std::string> test_split(std::string_view text, char by) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == by) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

inline std::string test_quoted(const std::string& text) { return "\"" + text + "\""; }

// Turns one line of the notation into one line of JSON.
class TestLineWriter {
 public:
  std::string write(std::string_view notation, int line) {
    words_ = test_words(notation);
    if (notation.starts_with('{')) return std::string(notation);
    if (words_.at(0) == "last-prompt") return last_prompt();
    if (words_.at(0) == "snapshot" || words_.at(0) == "delta") return snapshot();
    return node(line);
  }

 private:
  std::string last_prompt() const {
    std::string out = R"({"type":"last-prompt","sessionId":"s","lastPrompt":"p")";
    const std::string& leaf = words_.at(1);
    if (leaf == "null") {
      out += R"(,"leafUuid":null)";
    } else if (leaf == "zero") {
      out += R"(,"leafUuid":"00000000-0000-0000-0000-000000000000")";
    } else if (leaf != "none") {
      out += ",\"leafUuid\":" + test_quoted(leaf);
    }
    if (words_.back() == "explicit") out += R"(,"explicit":true)";
    return out + "}";
  }

  std::string snapshot() const {
    const std::string& message = words_.at(1);
    std::string of = message;
    std::string files;
    std::string one;
    bool update = false;
    for (const std::string& word : words_) {
      update |= word == "update";
      if (word.starts_with("of:")) of = word.substr(3);
      if (!word.starts_with("file:")) continue;
      const auto parts = test_split(word.substr(5), '=');
      const auto place = test_split(parts.at(1), '@');
      one = R"({"backupFileName":)" + (place[0] == "-" ? "null" : test_quoted(place[0])) +
            R"(,"version":)" + place.at(1) + R"(,"backupTime":"2026-01-05T12:00:00Z"})";
      files += (files.empty() ? "" : ",") + test_quoted(parts[0]) + ":" + one;
      if (words_[0] == "delta") {
        return R"({"type":"file-history-delta","messageId":)" + test_quoted(message) +
               R"(,"snapshotMessageId":)" + test_quoted(of) + R"(,"trackingPath":)" +
               test_quoted(parts[0]) + R"(,"backup":)" + one + "}";
      }
    }
    return R"({"type":"file-history-snapshot","messageId":)" + test_quoted(message) +
           R"(,"isSnapshotUpdate":)" + (update ? "true" : "false") +
           R"(,"snapshot":{"messageId":)" + test_quoted(of) + R"(,"trackedFileBackups":{)" + files +
           "}}}";
  }

  std::string node(int line) {
    const std::string& parent = words_.at(2);
    std::string time = format_iso(kTestNoon + TimeMs{line} * 1000);
    std::size_t at = 3;
    if (words_.at(at).starts_with('@')) {
      time = words_[at++].substr(1);
      char* end = nullptr;
      const double seconds = std::strtod(time.c_str(), &end);
      if (*end == '\0') time = format_iso(kTestNoon + static_cast<TimeMs>(seconds * 1000));
    }
    type_ = words_.at(at++);
    fields_ = "\"uuid\":" + test_quoted(words_[0]) +
              ",\"parentUuid\":" + (parent == "-" ? "null" : test_quoted(parent)) +
              ",\"type\":" + test_quoted(type_);
    if (time != "-") fields_ += ",\"timestamp\":" + test_quoted(time);
    message_ = type_ == "assistant"
                   ? "\"model\":\"claude-opus-4-5\",\"id\":\"msg-" + words_[0] + "\""
                   : "\"role\":\"user\"";
    for (std::string* part : {&attachment_, &compact_, &blocks_, &text_}) part->clear();
    for (; at < words_.size(); ++at) word(words_[at]);
    return "{" + fields_ + rest() + "}";
  }

  void add(std::string& list, const std::string& member) {
    list += (list.empty() ? "" : ",") + member;
  }
  void block(const std::string& json) { add(blocks_, "{\"type\":" + json + "}"); }

  void word(const std::string& word) {
    const std::size_t colon = word.find(':');
    if (word.starts_with('"')) {
      text_ = word;
      if (type_ == "user" || type_ == "assistant") block("\"text\",\"text\":" + word);
    } else if (colon == std::string::npos) {
      flag(word);
    } else {
      named(word.substr(0, colon), word.substr(colon + 1));
    }
  }

  void flag(const std::string& word) {
    struct Flag {
      std::string_view word;
      std::string_view json;
    };
    static constexpr Flag kFlags[] = {
        {"side", R"("isSidechain":true)"},
        {"meta", R"("isMeta":true)"},
        {"summary", R"("isCompactSummary":true)"},
        {"error", R"("isApiErrorMessage":true)"},
        {"only", R"("isVisibleInTranscriptOnly":true)"},
        {"replay", R"("isReplay":true)"},
    };
    for (const Flag& flag : kFlags) {
      if (flag.word == word) return add(fields_, std::string(flag.json));
    }
    if (word == "think") return block(R"("thinking","thinking":"hm","signature":"")");
    if (word == "signed") return block(R"("thinking","thinking":"hm","signature":"s")");
    if (word == "blank") return block(R"("text","text":" \n")");
    if (word == "image") return block(R"("image","source":{})");
    if (word == "document") return block(R"("document","source":{})");
    std::abort();  // a word that the notation does not have
  }

  void named(const std::string& name, const std::string& value) {
    struct NamedField {
      std::string_view name;
      std::string_view json;
    };
    static constexpr NamedField kFields[] = {
        {"request", "requestId"},
        {"session", "sessionId"},
        {"agent", "agentId"},
        {"logical", "logicalParentUuid"},
        {"source", "sourceToolAssistantUUID"},
    };
    for (const NamedField& field : kFields) {
      if (field.name == name) {
        return add(fields_, test_quoted(std::string(field.json)) + ":" + test_quoted(value));
      }
    }
    if (name == "id")
      return add(message_, "\"id\":" + (value == "-" ? "null" : test_quoted(value)));
    if (name == "model") return add(message_, "\"model\":" + test_quoted(value));
    if (name == "call") return call(value);
    if (name == "result" || name == "failed") {
      return block("\"tool_result\",\"content\":\"r\",\"tool_use_id\":" + test_quoted(value) +
                   (name == "failed" ? ",\"is_error\":true" : ""));
    }
    if (name == "sub" && type_ == "system")
      return add(fields_, "\"subtype\":" + test_quoted(value));
    if (name == "sub") return add(attachment_, "\"type\":" + test_quoted(value));
    if (name == "event") return add(attachment_, "\"hookEvent\":" + test_quoted(value));
    if (name == "mode") return add(attachment_, "\"commandMode\":" + test_quoted(value));
    if (name == "usage") return usage(value);
    if (name == "keep" || name == "segment") return keep(name, test_split(value, ','));
    std::abort();
  }

  void call(const std::string& value) {
    const auto parts = test_split(value, '=');
    block("\"tool_use\",\"id\":" + test_quoted(parts[0]) +
          ",\"name\":" + test_quoted(parts.size() > 1 ? parts[1] : "Bash") + ",\"input\":{}");
  }

  void usage(const std::string& value) {
    static constexpr const char* kNames[] = {
        "input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"};
    std::string members;
    std::size_t i = 0;
    for (const std::string& count : test_split(value, '/')) {
      if (i < std::size(kNames)) add(members, test_quoted(kNames[i++]) + ":" + count);
    }
    add(message_, "\"usage\":{" + members + "}");
  }

  void keep(const std::string& name, const std::vector<std::string>& uuids) {
    if (name == "segment") {
      return add(compact_, "\"preservedSegment\":{\"headUuid\":" + test_quoted(uuids.at(0)) +
                               ",\"anchorUuid\":" + test_quoted(uuids.at(1)) +
                               ",\"tailUuid\":" + test_quoted(uuids.at(2)) + "}");
    }
    std::string list;
    for (std::size_t i = 1; i < uuids.size(); ++i) add(list, test_quoted(uuids[i]));
    add(compact_, "\"preservedMessages\":{\"anchorUuid\":" + test_quoted(uuids.at(0)) +
                      ",\"uuids\":[" + list + "]}");
  }

  // The members that depend on the type.
  std::string rest() const {
    const std::string text = text_.empty() ? "\"\"" : text_;
    if (type_ == "system") {
      return ",\"content\":" + text +
             (compact_.empty() ? "" : ",\"compactMetadata\":{" + compact_ + "}");
    }
    if (type_ == "attachment") {
      return ",\"attachment\":{" + attachment_ + (attachment_.empty() ? "" : ",") +
             "\"prompt\":" + text + ",\"content\":" + text + "}";
    }
    if (type_ != "user" && type_ != "assistant") return "";
    const bool plain = type_ == "user" && blocks_ == "{\"type\":\"text\",\"text\":" + text + "}";
    return ",\"message\":{" + message_ + ",\"content\":" + (plain ? text : "[" + blocks_ + "]") +
           "}";
  }

  std::vector<std::string> words_;
  std::string type_;
  std::string fields_;
  std::string message_;
  std::string attachment_;
  std::string compact_;
  std::string blocks_;
  std::string text_;
};

// Adds lines (JSON) to a transcript as a file reader would.
inline void add_test_line(Transcript& transcript, EntryParser& parser, std::string_view json) {
  std::string padded;
  padded.reserve(json.size() + json::kPadding);
  padded = json;
  const auto length = static_cast<std::int64_t>(json.size());
  parser.add(padded, {transcript.bytes, length, transcript.lines + 1, false});
  transcript.bytes += length + 1;
}

inline Transcript read_test_lines(const std::vector<std::string>& lines) {
  Transcript transcript;
  EntryParser parser(transcript);
  for (const std::string& line : lines) add_test_line(transcript, parser, line);
  return transcript;
}

// A transcript in the notation above, and what the rules make of it, as words.
class TestTranscript {
 public:
  explicit TestTranscript(std::string_view notation) {
    std::vector<std::string> lines;
    TestLineWriter writer;
    for (const std::string& raw : test_split(notation, '\n')) {
      const std::size_t start = raw.find_first_not_of(' ');
      if (start == std::string::npos) continue;
      lines.push_back(writer.write(raw.substr(start), static_cast<int>(lines.size())));
    }
    transcript_ = read_test_lines(lines);
  }

  const Transcript& operator*() const { return transcript_; }
  const Transcript* operator->() const { return &transcript_; }
  Transcript& transcript() { return transcript_; }

  Symbol symbol(std::string_view uuid) const { return transcript_.symbols.find(uuid); }

  // The uuids of entries, with blanks between; entries without one as #line.
  std::string names(const std::vector<EntryIndex>& entries) const {
    std::string out;
    for (const EntryIndex index : entries) {
      const Entry& entry = transcript_[index];
      if (!out.empty()) out += ' ';
      out += entry.uuid == kNoSymbol ? "#" + std::to_string(entry.line)
                                     : std::string(transcript_.text(entry.uuid));
    }
    return out;
  }

  ChosenPath find(RuleSet rules, std::string_view leaf = "") const {
    const Tree tree(transcript_);
    return find_path(tree, rules, symbol(leaf));
  }
  // The loaded chain, or "refused".
  std::string chain(RuleSet rules, std::string_view leaf = "") const {
    const ChosenPath path = find(rules, leaf);
    return path.refused.empty() ? names(path.chain) : "refused";
  }
  std::string sent(RuleSet rules, std::string_view leaf = "") const {
    return names(sent_entries(transcript_, find(rules, leaf)));
  }
  std::string tip(RuleSet rules, std::string_view leaf = "") const {
    const ChosenPath path = find(rules, leaf);
    return path.tip == kNoEntry ? "none" : names({path.tip});
  }

 private:
  Transcript transcript_;
};

// Makes entries directly, for shapes that are too large or too many to go through JSON.
class TestBuilder {
 public:
  Transcript& transcript() { return t_; }

  // The reference is good until the next node.
  Entry& node(EntryType type, const std::string& uuid, const std::string& parent) {
    Entry entry;
    entry.type = type;
    entry.uuid = t_.symbols.intern(uuid);
    entry.parent = t_.symbols.intern(parent);
    entry.time = t_.count();
    entry.line = t_.count() + 1;
    entry.first_block = static_cast<std::uint32_t>(t_.blocks.size());
    t_.entries.push_back(entry);
    return t_.entries.back();
  }
  // Another block on the last line.
  void block(BlockKind kind, const std::string& id) {
    t_.blocks.push_back({kind, true, false, t_.symbols.intern(id), kNoSymbol});
    ++t_.entries.back().block_count;
  }
  Entry& user(const std::string& uuid, const std::string& parent) {
    Entry& entry = node(EntryType::kUser, uuid, parent);
    entry.prompt = PromptKind::kTyped;
    block(BlockKind::kText, "");
    return entry;
  }
  Entry& assistant(const std::string& uuid, const std::string& parent, const std::string& id) {
    Entry& entry = node(EntryType::kAssistant, uuid, parent);
    entry.message_id = t_.symbols.intern(id);
    return entry;
  }
  Entry& call(const std::string& uuid, const std::string& parent, const std::string& id,
              const std::string& tool) {
    Entry& entry = assistant(uuid, parent, id);
    block(BlockKind::kToolUse, tool);
    return entry;
  }
  Entry& result(const std::string& uuid, const std::string& parent, const std::string& tool) {
    Entry& entry = node(EntryType::kUser, uuid, parent);
    entry.prompt = PromptKind::kToolResult;
    block(BlockKind::kToolResult, tool);
    return entry;
  }
  Compaction& boundary(const std::string& uuid, const std::string& parent) {
    node(EntryType::kSystem, uuid, parent).subtype = t_.symbols.intern("compact_boundary");
    Compaction compaction;
    compaction.entry = t_.count() - 1;
    t_.compactions.push_back(compaction);
    return t_.compactions.back();
  }

 private:
  Transcript t_;
};

}  // namespace clew
