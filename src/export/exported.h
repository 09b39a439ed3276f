// SPDX-License-Identifier: MIT
//
// What an export is made of, and the formats. A format takes the messages one by one and hands on
// its text in pieces, so that a session of any size is exported in the memory of its largest
// message (a trace: of its largest turn). It takes what it is given: what must not be seen was
// taken out before.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "base/result.h"
#include "base/time.h"
#include "transcript/message_reader.h"
#include "transcript/transcript.h"

namespace clew {

// What a call did to a file.
struct ExportedChange {
  std::string path;  // relative to the folder of the session where it lies below it
  bool created = false;
  bool placed = false;                  // the lines say where in the file they are
  std::vector<std::string> lines;       // of a unified diff, without heading
  std::optional<std::string> before{};  // all of it, where that is known and was asked for
  std::optional<std::string> now{};
};

// A message, borrowed during a call.
struct ExportedMessage {
  const Transcript& transcript;
  const Message& message;
  std::vector<std::optional<ExportedChange>> changes;  // by call
  NanoUsd cost = 0;                                    // of an answer; 0: not known

  const Entry& first() const { return transcript[message.entries.front()]; }
  const Entry& last() const { return transcript[message.entries.back()]; }
  std::string_view uuid() const { return transcript.text(first().uuid); }
  // A name that no other message of the file has, also where lines have no uuid or one twice.
  std::string key() const;
  TimeMs time() const { return first().time; }
  std::string_view model() const;        // of an answer; empty: none, or the CLI itself
  std::string_view stop_reason() const;  // of an answer
  std::optional<Tokens> tokens() const;  // of an answer
};
using TakeExported = std::function<Result<void>(const ExportedMessage&)>;

// A conversation: the session's, or that of a subagent.
struct ExportedThread {
  std::string id;           // of the session or the subagent
  std::string name;         // of a subagent: its type
  std::string description;  // of a subagent
  std::string call;         // of a subagent: the call that started it; empty where nothing tells
  std::string version;      // of Claude Code
  std::string model;        // of its first answer
  std::string folder;
  std::function<Result<void>(const TakeExported&)> each;
};

struct Exported {
  std::string title;
  std::string git_branch;
  std::string clew;  // our version
  TimeMs first = kNoTime;
  TimeMs last = kNoTime;
  std::optional<std::int64_t> hidden;  // secrets; nothing: they were not looked for
  ExportedThread main;
  std::vector<ExportedThread> agents;
};

using AppendText = std::function<Result<void>(std::string_view)>;

Result<void> write_markdown(const Exported& exported, const AppendText& append);
Result<void> write_text(const Exported& exported, const AppendText& append);
Result<void> write_csv(const Exported& exported, const AppendText& append);
// Agent Trajectory Interchange Format of the Harbor project, ATIF-v1.7.
Result<void> write_atif(const Exported& exported, const AppendText& append);
// OpenTelemetry spans by the GenAI conventions, as a request of OTLP/HTTP in JSON.
Result<void> write_otlp(const Exported& exported, const AppendText& append);
// The same in several requests: each ends with the span that brings it to this many bytes.
using SendBatch = std::function<Result<void>(std::string batch, std::int64_t spans)>;
Result<void> write_otlp_batches(const Exported& exported, std::size_t bytes, const SendBatch& send);

// --- for formats ---

// "You", "Claude", "System": who speaks in what people read.
std::string_view speaker_of(const Message& message);
// "image/png, 12 kB".
std::string text_of(const MediaPart& part);
// What a call is about in one line: a command, a path, a pattern, a description.
std::string gist_of(const ToolCall& tool);
// "2026-01-05 12:00:00 UTC"; empty when not known.
std::string utc_text(TimeMs time);
// The texts of a call's input that are worth more than JSON: `command` of a shell.
std::string member_of(std::string_view json, std::string_view name);
// JSON in lines, two spaces a level. Takes what is JSON already.
std::string indented_json(std::string_view json);
// Subagents of subagents are followed so deep and no deeper.
inline constexpr int kDeepestAgent = 16;

}  // namespace clew
