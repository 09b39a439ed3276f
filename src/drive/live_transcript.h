// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/entry_parser.h"
#include "transcript/line_source.h"
#include "transcript/message_reader.h"

namespace clew {

// The messages of a conversation while it runs: lines of stdout go through the parser of history
// and come out as the messages of history, each again when it grows. Keeps the text of the last
// lines only; a result that comes when its call was forgotten stands alone.
class LiveTranscript {
 public:
  explicit LiveTranscript(std::size_t max_bytes);
  LiveTranscript(const LiveTranscript&) = delete;
  LiveTranscript& operator=(const LiveTranscript&) = delete;

  using Visit = std::function<void(Message)>;

  // A line of type assistant, user or system. Visits every message that it changes.
  void add(std::string_view line, const Visit& visit);

  const Transcript& transcript() const { return *transcript_; }

 private:
  class Lines;
  struct Group {
    std::vector<EntryIndex> entries;  // of an answer, with the lines of its results
  };

  void start_anew();
  void emit(const std::vector<EntryIndex>& entries, const Visit& visit);
  void add_answer(EntryIndex entry, const Visit& visit);
  bool add_results(EntryIndex entry, const Visit& visit);

  // All are made anew when the transcript has grown large.
  std::unique_ptr<Transcript> transcript_;
  std::unique_ptr<EntryParser> parser_;
  std::unique_ptr<Lines> lines_;
  std::map<Symbol, Group> answers_;     // by message id
  std::map<Symbol, Symbol> answer_of_;  // tool_use id to message id
  std::int64_t offset_ = 0;
  std::int64_t line_ = 0;
  std::size_t max_bytes_;

 public:
  ~LiveTranscript();
};

}  // namespace clew
