// SPDX-License-Identifier: MIT
//
// What the rules of the API need to know of the lines of a session. Every version of Claude Code
// sends them in another order and leaves out others, but what stands in a line is the same: it is
// read once, and of large files by several threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "doctor/api_check.h"
#include "json/spans.h"
#include "transcript/line_source.h"
#include "transcript/transcript.h"

namespace clew {

// An attachment that is sent as a prompt, with pictures.
inline constexpr std::string_view kQueuedCommand = "queued_command";
// What of a line is sent: the content of a message, the prompt of a queued command.
json::Span sent_part(std::string_view line, const Entry& entry);
bool is_queued_command(const Transcript& transcript, const Entry& entry);

// For one more thread that reads lines.
using LineSources = std::function<std::unique_ptr<LineSource>()>;

class SentFacts {
 public:
  struct Line {
    bool readable = false;
    bool invalid_utf8 = false;
    bool bad_escapes = false;
    bool is_list = false;     // of blocks; else a text
    bool names_file = true;   // false: what a tool noted beside its result names none
    std::uint32_t first = 0;  // of the blocks
    std::uint32_t count = 0;
  };

  // Borrows both.
  SentFacts(const Transcript& transcript, LineSource& lines, const ApiRules& rules);
  ~SentFacts();

  // Reads these lines at once on several threads, about `part` bytes at a time, if that makes more
  // than a few parts; of() reads all others.
  static constexpr std::int64_t kPart = std::int64_t{4} << 20;
  void read(std::span<const EntryIndex> entries, const LineSources& sources,
            std::int64_t part = kPart);

  // Of a message or a queued command.
  const Line& of(EntryIndex entry);
  BadEscapes escapes_of(EntryIndex entry) const;
  // The i-th object of its content; valid as long as this lives.
  BlockFacts block(EntryIndex entry, const Line& line, std::uint32_t i) const;

 private:
  class Reader;
  struct Piece;
  // A million of them are held.
  struct Block {
    std::int64_t bytes = 0;
    std::int32_t details = -1;  // none: the transcript has its id
    std::uint8_t type = 0;      // a number for usual ones; 0: in the details
    SentKind kind = SentKind::kOther;
    bool cache_mark : 1 = false;
    bool ends_blank : 1 = false;
  };
  struct Details {
    BlockDetails details;
    std::string type;
    std::string id;
  };

  bool is_sent(EntryIndex entry) const;
  std::vector<EntryIndex> unread_of(std::span<const EntryIndex> entries) const;
  std::vector<std::span<const EntryIndex>> cut(std::span<const EntryIndex> entries,
                                               std::int64_t bytes) const;
  void take_all(std::vector<Piece>& pieces);
  void take(Piece piece);

  const Transcript& t_;
  LineSource& lines_;
  const bool unknown_blocks_;
  std::vector<std::uint32_t> places_;  // by entry: of lines_read_, 1-based
  std::vector<Line> lines_read_;
  std::vector<Block> blocks_;
  std::vector<std::unique_ptr<Details>> details_;  // of few blocks
  std::map<EntryIndex, BadEscapes> escapes_;
  std::unique_ptr<Reader> reader_;  // of single lines
};

}  // namespace clew
