// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/money.h"
#include "json/value.h"
#include "transcript/conversation.h"
#include "transcript/line_fields.h"
#include "transcript/line_source.h"
#include "transcript/run_note.h"
#include "transcript/tokens.h"

namespace clew {

// An image, a document or a reference inside a message. The bytes stay in the file.
struct MediaPart {
  enum class Kind : std::uint8_t { kImage, kDocument, kReference, kUnknown };
  Kind kind = Kind::kImage;
  std::string media_type;  // image/png; of a reference: the tool's name; unknown: block type
  std::int64_t bytes = 0;  // decoded size of base64 data
  EntryIndex entry = kNoEntry;
};

struct ToolCall {
  std::string id;
  std::string name;
  ToolState state = ToolState::kPending;
  std::string input;             // JSON
  std::string result;            // text that the model saw
  std::vector<MediaPart> parts;  // of the result
  std::string structured;        // toolUseResult as JSON, empty if there is none
  std::int64_t duration_ms = -1;
  std::string agent;  // id of the subagent it started
  EntryIndex call = kNoEntry;
  EntryIndex answer = kNoEntry;
  int repeats = 0;        // further results of the same call
  std::string stored_at;  // file that holds the whole result, too large for the transcript
};

// What the lines after a boundary say of the compaction: who asked for it, and what it came to.
struct CompactionTalk {
  std::string command;            // "/compact keep the tests"; empty: nobody asked
  std::string confirmation;       // "Compacted. ctrl+r to see full summary"
  std::vector<EntryIndex> lines;  // those two, wherever they are shown
  std::int64_t tokens_after =
      -1;  // what the next answer was given, where the boundary says nothing
};

// A message with its text, as a person reads it.
struct Message {
  Role role = Role::kUser;
  MessageKind kind = MessageKind::kPrompt;
  std::string text;
  std::string thought;
  bool thought_hidden = false;  // there was thinking, but redacted or empty
  std::vector<ToolCall> tools;
  std::vector<MediaPart> parts;
  std::string contexts;  // the `contexts` array of an editor as JSON, empty if there is none
  std::vector<EntryIndex> entries;
  const Compaction* compaction = nullptr;  // of kCompaction
  std::optional<CompactionTalk> talk;      // of kCompaction
  std::optional<RunNote> run;              // of a line with which a run began or ended
  // What old CLIs wrote beside an answer (costUSD, durationMs of its lines, together).
  std::optional<NanoUsd> cost;
  std::int64_t duration_ms = -1;
};

// Tokens of an answer, of each the most that its lines say; nothing where they say none.
std::optional<Tokens> tokens_of(const Transcript& transcript, const Message& message);

// Fetches the text of planned messages, one at a time: a session of any size is read in the memory
// of its largest message.
class MessageReader {
 public:
  MessageReader(const Transcript& transcript, LineSource& source)
      : t_(transcript), source_(source) {}

  // Errors only when the file can no longer be read. Lines that changed on disk since they were
  // parsed give what is there now.
  Result<Message> read(const MessagePlan& plan);

 private:
  Result<void> parse(EntryIndex index);
  Result<void> read_entry(EntryIndex index, const MessagePlan& plan, Message& message);
  CompactionTalk read_talk(const Compaction& compaction);
  bool take_pair(EntryIndex index, CompactionTalk& talk);
  void read_content(json::Value content, EntryIndex index, const MessagePlan& plan,
                    Message& message);
  void read_orphan(json::Value block, EntryIndex index, Message& message);
  void read_block(json::Value block, EntryIndex index, Message& message);
  Result<void> read_results(const MessagePlan& plan, Message& message);
  Result<void> read_result(const ToolCallPlan& plan, ToolCall& tool);
  json::Value result_block(EntryIndex answer, std::string_view id);

  const Transcript& t_;
  LineSource& source_;
  json::Parser parser_;
  EntryIndex parsed_ = kNoEntry;  // the line that line_ is of
  LineFields line_;
  std::size_t next_tool_ = 0;                                  // of the message being read
  EntryIndex results_of_ = kNoEntry;                           // the line that results_ are of
  std::unordered_map<std::string_view, json::Value> results_;  // by id of their calls
};

}  // namespace clew
