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
#include "json/value.h"
#include "os/file_system.h"
#include "transcript/line_facts.h"

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

// `Text` owns what it holds or borrows it: SessionFacts stand alone, a FactsView looks into bytes
// (facts_codec.h).
template <class Text>
struct BasicFacts : BasicLineFacts<Text> {
  Text path;
  Text id;  // the file's name without ".jsonl": what `claude --resume` takes
  FileInfo file{};
  std::optional<std::int64_t> messages;  // as count_messages() says, if counted

  TitleSource title_source() const;
  // In the order of TitleSource; empty when there is none.
  std::string_view title() const;
  TimeMs created_at() const { return or_changed(this->created); }
  TimeMs updated_at() const { return or_changed(this->updated); }

 private:
  TimeMs or_changed(TimeMs time) const {
    return time != kNoTime ? time : file.mtime_ns / 1'000'000;
  }
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
  // And for who has opened it.
  Result<SessionFacts> read(const RandomAccessFile& file, const std::string& path,
                            const FileInfo& seen);
  // And for who has parsed it: behind the start and before the end only lines that may matter are
  // read again.
  Result<SessionFacts> read(const RandomAccessFile& file, const std::string& path,
                            const FileInfo& seen, const Transcript& parsed);

 private:
  Result<SessionFacts> read(const RandomAccessFile& file, const std::string& path,
                            const FileInfo& seen, const Transcript* parsed);

  json::Parser parser_;
  std::vector<char> small_;  // a whole file
};

}  // namespace clew
