// SPDX-License-Identifier: MIT
//
// A slow and obvious twin of the line parser, compared with the fast one on thousands of random
// lines. Nothing is shared with what it checks but the tables of names and the reading of times and
// UTF-8, which have tests of their own. reference_walk_test.cc does the same for the newest leaf.

#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "transcript/entry_types.h"
#include "transcript/prompt_kind.h"
#include "transcript/test_plain_json.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

// ---- what an entry says, as text

struct Said {
  std::string text;
  void add(const std::string& name, const std::string& value) { text += name + "=" + value + "\n"; }
  void add(const std::string& name, std::int64_t value) { add(name, std::to_string(value)); }
};

Said said_by(const Transcript& t, const Entry& entry) {
  Said said;
  const auto text = [&](Symbol symbol) { return std::string(t.text(symbol)); };
  said.add("type", static_cast<int>(entry.type));
  said.add("uuid", text(entry.uuid));
  said.add("parent", text(entry.parent));
  said.add("logical", text(t.extra(entry).logical_parent));
  said.add("session", text(t.origin(entry).session));
  said.add("version", text(t.origin(entry).version));
  said.add("cwd", text(t.origin(entry).cwd));
  said.add("branch", text(t.origin(entry).git_branch));
  said.add("agent", text(t.origin(entry).agent));
  said.add("request", text(entry.request_id));
  said.add("time", entry.time);
  said.add("flags", entry.sidechain + 2 * entry.meta + 4 * entry.compact_summary +
                        8 * entry.transcript_only + 16 * entry.api_error + 32 * entry.replay +
                        64 * entry.streamed);
  said.add("duration", t.extra(entry).duration_ms);
  said.add("subtype", text(entry.subtype));
  said.add("detail", text(t.extra(entry).detail));
  said.add("id", text(entry.message_id));
  said.add("model", text(entry.model));
  said.add("stop", text(entry.stop_reason));
  said.add("started", text(t.extra(entry).started_agent));
  said.add("tool", text(t.extra(entry).parent_tool));
  said.add("prompt", std::string(name_of(entry.prompt)));
  for (const Block& block : t.blocks_of(entry)) {
    said.add("block", std::to_string(static_cast<int>(block.kind)) + (block.visible ? " v " : " ") +
                          (block.has_mark ? "m " : "") + text(block.id) + "/" + text(block.name));
  }
  if (entry.usage >= 0) {
    const Tokens& usage = t.usages[static_cast<std::size_t>(entry.usage)];
    for (const auto count : Tokens::kAll) said.add("usage", usage.*count);
  }
  return said;
}

// ---- the same from the plain value

class PlainEntry {
 public:
  explicit PlainEntry(Plain root)
      : root_(std::move(root)), type_(entry_type(root_["type"].string())) {}

  Said said() {
    read_envelope();
    switch (type_) {
      case EntryType::kUser:
      case EntryType::kAssistant:
        read_message();
        break;
      case EntryType::kSystem:
        read_system();
        break;
      case EntryType::kAttachment:
        read_attachment();
        break;
      case EntryType::kProgress:
        subtype_ = root_["data"]["type"].string();
        tool_ = root_["parentToolUseID"].string();
        break;
      case EntryType::kQueueOperation:
        detail_ = root_["operation"].string();
        break;
      case EntryType::kResult:
        subtype_ = root_["subtype"].string();
        read_usage(root_["usage"]);
        break;
      case EntryType::kStreamEvent:
        subtype_ = root_["event"]["type"].string();
        break;
      default:
        break;
    }
    return all();
  }

 private:
  void read_envelope() {
    session_ = root_["sessionId"].string();
    if (session_.empty()) session_ = root_["session_id"].string();
    streamed_ = root_["sessionId"].string().empty() && !session_.empty();
    version_ = root_["version"].string();
    sidechain_ = root_["isSidechain"].truth();
    duration_ = root_["durationMs"].integer(-1);
    if (!streamed_) return;
    tool_ = root_["parent_tool_use_id"].string();
    if (!tool_.empty()) sidechain_ = true;
    if (version_.empty()) version_ = root_["claude_code_version"].string();
  }

  std::int64_t time() const {
    const Plain value = root_["timestamp"];
    if (value.kind == Plain::kString) return parse_time(value.text).value_or(kNoTime);
    if (value.kind != Plain::kNumber || std::abs(value.number) > 8.64e15) return kNoTime;
    return static_cast<std::int64_t>(value.number);
  }

  void read_message() {
    const Plain message = root_["message"];
    if (type_ == EntryType::kAssistant) id_ = message["id"].string();
    model_ = message["model"].string();
    if (model_.empty()) model_ = root_["model"].string();
    stop_ = message["stop_reason"].string();
    read_content(message["content"]);
    Plain result;  // two spellings, the last counts
    for (std::size_t i = 0; i < root_.keys.size(); ++i) {
      const std::string& key = root_.keys[i];
      if (key == "toolUseResult" || key == "tool_use_result") result = root_.values[i];
    }
    for (std::size_t i = 0; i < result.keys.size(); ++i) {
      const std::string& key = result.keys[i];
      if (key == "agentId") started_ = result.values[i].string();
      if (key == "durationMs" || key == "totalDurationMs") {
        duration_ = result.values[i].integer(-1);
      }
    }
    if (type_ == EntryType::kAssistant) {
      const Plain usage = message["usage"];
      read_usage(usage.kind == Plain::kMissing ? root_["usage"] : usage);
    } else {
      prompt_ = prompt();
    }
  }

  void read_content(const Plain& content) {
    if (content.kind == Plain::kString) {
      first_text_ = content.text;
      blocks_.push_back({BlockKind::kText, !is_blank(content.text), false, "", ""});
    }
    for (const Plain& item : content.items) {
      if (item.is_object()) read_block(item);
    }
  }

  struct PlainBlock {
    BlockKind kind = BlockKind::kUnknown;
    bool visible = false;
    bool mark = false;
    std::string id;
    std::string name;
  };

  void read_block(const Plain& item) {
    PlainBlock block;
    block.kind = block_kind(item["type"].string());
    if (block.kind == BlockKind::kText) {
      block.visible = !is_blank(item["text"].string());
      if (block.visible && first_text_.empty()) first_text_ = item["text"].string();
    } else if (block.kind == BlockKind::kThinking) {
      block.visible = !is_blank(item["thinking"].string());
      block.mark = !item["signature"].string().empty();
    } else if (block.kind == BlockKind::kToolUse || block.kind == BlockKind::kServerTool) {
      block.id = item["id"].string();
      block.name = item["name"].string();
    } else if (block.kind == BlockKind::kToolResult) {
      block.id = item["tool_use_id"].string();
      block.mark = item["is_error"].truth();
    } else if (block.kind == BlockKind::kUnknown) {
      block.name = item["type"].string();
    }
    blocks_.push_back(block);
  }

  PromptKind prompt() const {
    if (root_["isCompactSummary"].truth()) return PromptKind::kCompactSummary;
    bool result = false;
    bool readable = false;
    for (const PlainBlock& block : blocks_) {
      if (block.kind == BlockKind::kToolResult) result = true;
      if (block.visible || block.kind == BlockKind::kImage || block.kind == BlockKind::kDocument) {
        readable = true;
      }
    }
    if (result && !readable) return PromptKind::kToolResult;
    const PromptKind kind = classify_prompt(first_text_, root_["isMeta"].truth());
    if (kind == PromptKind::kTyped && root_["origin"]["kind"].string() == "task-notification") {
      return PromptKind::kNotification;
    }
    return kind;
  }

  void read_usage(const Plain& usage) {
    if (!usage.is_object()) return;
    const auto tokens = [](const Plain& value) {
      const std::int64_t count = value.integer(-1);
      return count >= 0 && count <= kMostTokens ? count : 0;
    };
    usage_ = {tokens(usage["input_tokens"]),
              tokens(usage["output_tokens"]),
              tokens(usage["cache_read_input_tokens"]),
              tokens(usage["cache_creation_input_tokens"]),
              tokens(usage["cache_creation"]["ephemeral_5m_input_tokens"]),
              tokens(usage["cache_creation"]["ephemeral_1h_input_tokens"]),
              tokens(usage["server_tool_use"]["web_search_requests"]),
              tokens(usage["output_tokens_details"]["thinking_tokens"])};
  }

  void read_system() {
    subtype_ = root_["subtype"].string();
    model_ = root_["model"].string();
    const std::string content = root_["content"].string();
    if (subtype_ == "local_command") prompt_ = classify_prompt(content, false);
    blocks_.push_back({BlockKind::kText, !is_blank(content), false, "", ""});
  }

  void read_attachment() {
    const Plain attachment = root_["attachment"];
    subtype_ = attachment["type"].string();
    if (subtype_ != "queued_command") {
      detail_ = attachment["hookEvent"].string();
      return;
    }
    detail_ = attachment["commandMode"].string();
    read_content(attachment["prompt"]);
    const bool notified = detail_ == "task-notification" ||
                          classify_prompt(first_text_, false) == PromptKind::kNotification;
    prompt_ = notified ? PromptKind::kNotification : PromptKind::kQueued;
  }

  Said all() const {
    Said said;
    said.add("type", static_cast<int>(type_));
    said.add("uuid", root_["uuid"].string());
    said.add("parent", root_["parentUuid"].string());
    said.add("logical", root_["logicalParentUuid"].string());
    said.add("session", session_);
    said.add("version", version_);
    said.add("cwd", root_["cwd"].string());
    said.add("branch", root_["gitBranch"].string());
    said.add("agent", root_["agentId"].string());
    said.add("request", root_["requestId"].string());
    said.add("time", time());
    said.add("flags", sidechain_ + 2 * root_["isMeta"].truth() +
                          4 * root_["isCompactSummary"].truth() +
                          8 * root_["isVisibleInTranscriptOnly"].truth() +
                          16 * root_["isApiErrorMessage"].truth() + 32 * root_["isReplay"].truth() +
                          64 * streamed_);
    said.add("duration", duration_);
    said.add("subtype", subtype_);
    said.add("detail", detail_);
    said.add("id", id_);
    said.add("model", model_);
    said.add("stop", stop_);
    said.add("started", started_);
    said.add("tool", tool_);
    said.add("prompt", std::string(name_of(prompt_)));
    for (const PlainBlock& block : blocks_) {
      said.add("block", std::to_string(static_cast<int>(block.kind)) +
                            (block.visible ? " v " : " ") + (block.mark ? "m " : "") + block.id +
                            "/" + block.name);
    }
    for (const std::int64_t count : usage_) said.add("usage", count);
    return said;
  }

  Plain root_;
  EntryType type_;
  std::string session_, version_, subtype_, detail_, id_, model_, stop_, started_, tool_;
  std::string first_text_;
  bool streamed_ = false;
  bool sidechain_ = false;
  std::int64_t duration_ = -1;
  PromptKind prompt_ = PromptKind::kNone;
  std::vector<PlainBlock> blocks_;
  std::vector<std::int64_t> usage_;
};

// ---- random lines

class RandomLine {
 public:
  explicit RandomLine(unsigned seed) : random_(seed) {}

  std::string make() {
    std::string line = object(0, kTop);
    while (number(6) == 0) damage(line);
    return line;
  }

 private:
  using Names = std::vector<const char*>;
  static const Names kTop;
  static const Names kInner;

  int number(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }
  std::string space() { return number(12) == 0 ? pick<std::string>({" ", "\t", "\r", "  "}) : ""; }

  void damage(std::string& line) {
    if (line.empty()) return;
    const std::size_t at = random_() % line.size();
    switch (number(5)) {
      case 0:
        line.resize(at);
        break;
      case 1:
        line[at] = static_cast<char>(number(256));
        break;
      case 2:
        line.erase(at, 1);
        break;
      case 3:
        line.insert(at, 1, "\"\\{}[],:0-.eu \x80\xff"[number(17)]);
        break;
      default:
        line.insert(at, line.substr(line.size() / 2));
        break;
    }
  }

  std::string text() {
    static const std::vector<std::string> kTexts = {"",
                                                    " ",
                                                    "\\n\\t",
                                                    "a",
                                                    "u1",
                                                    "u2",
                                                    "text",
                                                    "tool_use",
                                                    "tool_result",
                                                    "thinking",
                                                    "image",
                                                    "document",
                                                    "hologram",
                                                    "queued_command",
                                                    "hook_success",
                                                    "prompt",
                                                    "task-notification",
                                                    "local_command",
                                                    "compact_boundary",
                                                    "<command-name>/x</command-name>",
                                                    "<bash-input>ls",
                                                    "<task-notification>",
                                                    "[Request interrupted by user]",
                                                    "2026-01-05T12:00:00.123Z",
                                                    "2026-13-05",
                                                    "\\u0041\\u00e9",
                                                    "\\ud83d\\ude00",
                                                    "\\ud83d",
                                                    "\\udc00x",
                                                    "\\ud83d\\u0041",
                                                    "名",
                                                    "\xF0\x9F\x98\x80",
                                                    "\xff",
                                                    "\xC3",
                                                    "\xED\xA0\x80",
                                                    "\\\"q\\\\",
                                                    "\\/\\b\\f\\r",
                                                    "\xC2\xA0",
                                                    "\\u2028",
                                                    "<synthetic>",
                                                    "claude-opus-4-5",
                                                    "\x7f"};
    return "\"" + pick(kTexts) + (number(8) == 0 ? pick(kTexts) : "") + "\"";
  }
  std::string figure() {
    static const std::vector<std::string> kFigures = {"0",
                                                      "-0",
                                                      "1",
                                                      "7",
                                                      "-1",
                                                      "42",
                                                      "1.0",
                                                      "1.5",
                                                      "1e3",
                                                      "1E+2",
                                                      "2e-1",
                                                      "1767614400000",
                                                      "8640000000000001",
                                                      "999999999999",
                                                      "1000000000000",
                                                      "9007199254740993",
                                                      "9223372036854775807",
                                                      "9223372036854775808",
                                                      "18446744073709551615",
                                                      "-9223372036854775808",
                                                      "99999999999999999999999",
                                                      "1e400",
                                                      "-1e400",
                                                      "1e-400",
                                                      "0.0",
                                                      "123456789.000",
                                                      "01",
                                                      "1.",
                                                      ".5",
                                                      "+1",
                                                      "1e",
                                                      "-",
                                                      "0x10",
                                                      "NaN"};
    return kFigures[random_() % (number(10) == 0 ? kFigures.size() : kFigures.size() - 8)];
  }
  std::string value(int depth, const std::string& key) {
    const bool may_nest = depth < 4;
    if (may_nest && (key == "message" || key == "attachment" || key == "usage" ||
                     key == "toolUseResult" || key == "cache_creation" || key == "origin" ||
                     key == "event" || key == "data" || key == "server_tool_use")) {
      if (number(8) != 0) return object(depth + 1, kInner);
    }
    if (may_nest && (key == "content" || key == "prompt") && number(3) != 0)
      return array(depth + 1);
    if (key == "type" && depth == 0 && number(8) != 0) {
      static const std::vector<std::string> kTypes = {
          "user",        "assistant", "user",    "assistant",    "system",
          "attachment",  "progress",  "result",  "stream_event", "queue-operation",
          "last-prompt", "mode",      "summary", "tag",          "frobnicate"};
      return "\"" + pick(kTypes) + "\"";
    }
    switch (number(12)) {
      case 0:
        return "null";
      case 1:
        return "true";
      case 2:
        return "false";
      case 3:
      case 4:
        return figure();
      case 5:
        return may_nest ? object(depth + 1, kInner) : "{}";
      case 6:
        return may_nest ? array(depth + 1) : "[]";
      default:
        return text();
    }
  }
  std::string object(int depth, const Names& names) {
    std::string out = space() + "{" + space();
    const int count = number(depth == 0 ? 14 : 7);
    for (int i = 0; i < count; ++i) {
      const std::string key = i == 0 ? "type" : pick(names);
      const std::string written = number(40) == 0 ? "\\u00" + hex(key[0]) + key.substr(1) : key;
      out += (i > 0 ? "," + space() : "") + "\"" + written + "\"" + space() + ":" + space() +
             value(depth, key) + space();
    }
    return out + "}" + space();
  }
  static std::string hex(char c) {
    return {"0123456789abcdef"[c / 16], "0123456789ABCDEF"[c % 16]};
  }
  std::string array(int depth) {
    std::string out = "[";
    const int count = number(4);
    for (int i = 0; i < count; ++i) {
      out += (i > 0 ? "," : "") + (number(4) == 0 ? value(depth, "") : object(depth, kInner));
    }
    return out + "]";
  }

  std::mt19937 random_;
};

const RandomLine::Names RandomLine::kTop = {"type",
                                            "uuid",
                                            "parentUuid",
                                            "logicalParentUuid",
                                            "timestamp",
                                            "sessionId",
                                            "session_id",
                                            "version",
                                            "claude_code_version",
                                            "cwd",
                                            "gitBranch",
                                            "isSidechain",
                                            "isMeta",
                                            "isCompactSummary",
                                            "isVisibleInTranscriptOnly",
                                            "isApiErrorMessage",
                                            "isReplay",
                                            "agentId",
                                            "requestId",
                                            "message",
                                            "message",
                                            "message",
                                            "subtype",
                                            "attachment",
                                            "data",
                                            "toolUseResult",
                                            "tool_use_result",
                                            "sourceToolAssistantUUID",
                                            "parentToolUseID",
                                            "parent_tool_use_id",
                                            "durationMs",
                                            "operation",
                                            "usage",
                                            "content",
                                            "event",
                                            "model",
                                            "origin",
                                            "unheard_of"};
const RandomLine::Names RandomLine::kInner = {"type",
                                              "text",
                                              "id",
                                              "name",
                                              "tool_use_id",
                                              "is_error",
                                              "thinking",
                                              "signature",
                                              "content",
                                              "content",
                                              "model",
                                              "stop_reason",
                                              "usage",
                                              "input_tokens",
                                              "output_tokens",
                                              "cache_read_input_tokens",
                                              "cache_creation_input_tokens",
                                              "cache_creation",
                                              "ephemeral_5m_input_tokens",
                                              "ephemeral_1h_input_tokens",
                                              "server_tool_use",
                                              "web_search_requests",
                                              "output_tokens_details",
                                              "thinking_tokens",
                                              "agentId",
                                              "durationMs",
                                              "totalDurationMs",
                                              "kind",
                                              "prompt",
                                              "commandMode",
                                              "hookEvent"};

TEST(Reference, ReadsRandomLinesAlike) {
  RandomLine lines(20260105);
  int objects = 0;
  int broken = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string line = lines.make();
    const Transcript fast = read_test_lines({line});
    const std::optional<Plain> plain = PlainReader(line).read();
    const bool is_object = plain && plain->is_object();
    ASSERT_EQ(fast.count(), is_object ? 1 : 0)
        << line << "\n"
        << (fast.findings.empty() ? "" : fast.findings[0].reason);
    if (!is_object) {
      ++broken;
      ASSERT_EQ(fast.findings.at(0).kind,
                plain ? Finding::Kind::kNotAnObject : Finding::Kind::kBadLine)
          << line;
      continue;
    }
    ++objects;
    ASSERT_EQ(said_by(fast, fast[0]).text, PlainEntry(*plain).said().text) << line;
  }
  EXPECT_GT(objects, 5000);
  EXPECT_GT(broken, 1000);
}

}  // namespace
}  // namespace clew
