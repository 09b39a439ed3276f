// SPDX-License-Identifier: MIT
//
// What a list says of a session, found without understanding the whole file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
constexpr TitleSource last_of(TitleSource) { return TitleSource::kFirstReply; }

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

// Empty text = not there; kNoTime = no such time in the lines. `Text` owns what it holds or borrows
// it: SessionFacts stand alone, a FactsView looks into bytes (facts_codec.h).
template <class Text>
struct BasicFacts {
  Text path;
  Text id;           // the file's name without ".jsonl": what `claude --resume` takes
  Text recorded_id;  // sessionId of the first line that has one; copies keep the old one
  FileInfo file{};

  TimeMs created = kNoTime;  // first timestamp
  TimeMs updated = kNoTime;  // last timestamp

  BasicLabels<Text> labels;  // titles, tag
  Text first_prompt;         // see FirstPrompt
  Text first_reply;          // only when there is no first prompt

  Text cwd;         // first
  Text entrypoint;  // first
  Text slug;        // three words that name the session's plan file
  Text git_branch;  // last
  Text version;     // last
  Text model;       // last that is no "<synthetic>"

  Text forked_from;  // session it was forked from

  SubagentSign subagent = SubagentSign::kNone;
  bool warmup = false;            // a subagent that the CLI started only to warm a cache
  bool has_conversation = false;  // at least one line of a user or an assistant
  bool compacted = false;

  std::optional<std::int64_t> messages;  // as count_messages() says, if counted

  TitleSource title_source() const;
  // In the order of TitleSource; empty when there is none.
  std::string_view title() const;
  TimeMs created_at() const { return created != kNoTime ? created : file.mtime_ns / 1'000'000; }
  TimeMs updated_at() const { return updated != kNoTime ? updated : file.mtime_ns / 1'000'000; }
};

using SessionFacts = BasicFacts<std::string>;
using FactsView = BasicFacts<std::string_view>;

// A name for a row: the title, else the first 50 characters of the first prompt or reply, else the
// last 8 characters of the id.
template <class Text>
std::string short_name(const BasicFacts<Text>& facts);

// Reads facts of one file after the other with one set of buffers. One thread at a time.
class FactsReader {
 public:
  // Opens the file. Fails only when it cannot be opened or read; what stands in it cannot fail.
  Result<SessionFacts> read(const FileSystem& files, const std::string& path);
  // The same for who has looked at the file already: reads what it held then, if it only grew.
  Result<SessionFacts> read(const FileSystem& files, const std::string& path, const FileInfo& seen);

 private:
  Result<SessionFacts> read(const RandomAccessFile& file, const std::string& path,
                            const FileInfo& info);

  json::Parser parser_;
  std::vector<char> small_;  // a whole file
};

}  // namespace clew
