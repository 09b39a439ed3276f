// SPDX-License-Identifier: MIT
//
// What a list says of a session, found without understanding the whole file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/time.h"
#include "catalog/label_lines.h"
#include "json/value.h"
#include "os/file_system.h"
#include "transcript/entry.h"

namespace clew {

enum class TitleSource : std::uint8_t {
  kNone,
  kCustom,      // given by a person
  kAi,          // made by the CLI
  kLastPrompt,  // last-prompt line
  kSummary,     // summary line, which often speaks of another session
  kFirstPrompt,
  kFirstReply,  // nobody typed anything: the first words of the model
};

std::string_view name_of(TitleSource source);  // "custom", "ai", "last-prompt", ...

// Why a transcript is taken for a subagent's.
enum class SubagentSign : std::uint8_t {
  kNone,
  kPromptShape,   // reads like a task handed over; a person may type such words: a mark, no more
  kInternalUser,  // all prompts are of userType "internal"
  kSidechain,     // no line of a main thread
  kFileName,      // agent-*.jsonl
};

// Weak signs only mark a session, strong ones leave it out of lists unless asked for.
inline bool is_strong(SubagentSign sign) { return sign >= SubagentSign::kInternalUser; }

// Owns everything. Empty text = not there; kNoTime = no such time in the lines.
struct SessionFacts {
  std::string path;
  std::string id;           // the file's name without ".jsonl": what `claude --resume` takes
  std::string recorded_id;  // sessionId of the first line that has one; copies keep the old one
  FileInfo file{};

  TimeMs created = kNoTime;  // first timestamp
  TimeMs updated = kNoTime;  // last timestamp

  Labels labels;             // titles, tag
  std::string first_prompt;  // see FirstPrompt
  std::string first_reply;   // only when there is no first prompt

  std::string cwd;         // first
  std::string entrypoint;  // first
  std::string slug;        // three words that name the session's plan file
  std::string git_branch;  // last
  std::string version;     // last
  std::string model;       // last that is no "<synthetic>"

  std::string forked_from;  // session it was forked from

  SubagentSign subagent = SubagentSign::kNone;
  bool warmup = false;            // a subagent that the CLI started only to warm a cache
  bool has_conversation = false;  // at least one line of a user or an assistant
  bool compacted = false;

  std::optional<std::int64_t> messages;  // user and assistant lines that are not meta, if counted

  TitleSource title_source() const;
  // In the order of TitleSource; empty when there is none.
  std::string_view title() const;
  TimeMs created_at() const { return created != kNoTime ? created : file.mtime_ns / 1'000'000; }
  TimeMs updated_at() const { return updated != kNoTime ? updated : file.mtime_ns / 1'000'000; }
};

// A name for a row: the title, else the first 50 characters of the first prompt or reply, else the
// last 8 characters of the id.
std::string short_name(const SessionFacts& facts);

enum class Counting { kNo, kYes };

// Reads facts of one file after the other with one set of buffers. One thread at a time.
class FactsReader {
 public:
  // Opens the file. Fails only when it cannot be opened or read; what stands in it cannot fail.
  Result<SessionFacts> read(const FileSystem& files, const std::string& path,
                            Counting counting = Counting::kNo);

 private:
  json::Parser parser_;
};

}  // namespace clew
