// SPDX-License-Identifier: MIT
//
// The end of a transcript that grows: what new lines mean, without holding the whole conversation.
//
// A new line is rarely a message of its own: it continues the answer before it, or brings the
// result of an earlier call. So a tail keeps the shape of the last lines (no texts; some 16 KiB of
// file, a dozen lines) and joins new ones with them. When that is not far enough back - the
// call of a result or the start of a turn is not among them - it reads further back, up to a bound.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "transcript/entry_parser.h"
#include "transcript/message_reader.h"
#include "transcript/transcript.h"

namespace clew {

// A call that got its result.
struct ToolUpdate {
  EntryIndex message = kNoEntry;  // first line of the message that holds the call
  ToolCall tool;
};

// What new lines brought. Entries are those of TranscriptTail::transcript(), valid until it reads
// again.
struct TailGrowth {
  std::int64_t start = 0;         // of the first new line
  std::int64_t end = 0;           // after the "\n" of the last complete line
  std::int64_t lines = 0;         // new ones
  EntryIndex first = kNoEntry;    // the first new entry; those after it are new too
  std::vector<Message> messages;  // with at least one new line; whole, as they are now
  std::int64_t added = 0;         // so many of them are new; the others have grown
  std::vector<ToolUpdate> tools;  // of messages without a new line
  // The conversation may have left its branch: only a look at the whole file can tell.
  bool may_have_forked = false;
  std::string tip_before;  // uuid of the last line of the conversation before this
  std::string tip;         // and now
  // The model has ended its turn; the lines of the turn begin here. kNoEntry: it has not, or its
  // beginning is too far back.
  bool turn_ended = false;
  EntryIndex turn = kNoEntry;
};

class TranscriptTail {
 public:
  // Of a subagent's own file every line is shown, of others only those of the main thread.
  explicit TranscriptTail(bool is_agent) : is_agent_(is_agent) {}

  // Reads the complete lines between `start`, the start of a line, and `end`. Calls must follow
  // each other without a gap. `line` counts the lines before `start`. After an error the tail is
  // as good as new.
  Result<TailGrowth> read(const RandomAccessFile& file, std::int64_t start, std::int64_t end,
                          std::int64_t line);

  const Transcript& transcript() const { return shape_->transcript; }
  // Lines held.
  std::size_t size() const { return shape_ ? shape_->transcript.entries.size() : 0; }
  // True when it has grown so far that starting again with a short one is cheaper.
  bool is_long() const { return size() > longest_; }

 private:
  struct Shape {
    Transcript transcript;
    EntryParser parser{transcript};
    std::vector<EntryIndex> node_of;   // by symbol of its uuid
    std::vector<EntryIndex> child_of;  // by symbol of the parent: the first that goes on from it
    EntryIndex turn = kNoEntry;        // last prompt
    EntryIndex tip = kNoEntry;         // last line of the conversation
    bool turn_told = false;
  };

  Result<void> reach_back(const RandomAccessFile& file, std::int64_t start, std::int64_t line,
                          std::int64_t window);
  Result<TailGrowth> parse(const RandomAccessFile& file, std::int64_t start, std::int64_t end,
                           std::int64_t line);
  void take(EntryIndex entry, TailGrowth& growth);
  bool leaves_branch(const Entry& entry) const;
  bool is_on_the_way(const LastPrompt& note) const;
  Result<bool> join(const RandomAccessFile& file, bool may_widen, TailGrowth& growth);
  bool belongs(const Entry& entry) const { return is_agent_ || !entry.sidechain; }

  bool is_agent_;
  std::unique_ptr<Shape> shape_;
  std::int64_t window_start_ = 0;  // lines before this offset are not held
  std::size_t longest_ = 0;
};

// Where the line that holds the byte before `end` begins, or `end` itself after a "\n".
Result<std::int64_t> line_start_before(const RandomAccessFile& file, std::int64_t end);

// How many "\n" there are in [start, end).
Result<std::int64_t> count_lines(const RandomAccessFile& file, std::int64_t start,
                                 std::int64_t end);

}  // namespace clew
