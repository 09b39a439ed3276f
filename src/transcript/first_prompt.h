// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "transcript/line_fields.h"

namespace clew {

// What the CLI asks of a subagent that it starts only to warm a cache.
inline constexpr std::string_view kWarmupPrompt = "Warmup";

// A text as a list shows it: newlines become spaces, at most 200 UTF-16 code units and then "…".
std::string preview_of(std::string_view text);

// Finds the words a session began with, offered its lines one after the other. The choice is that
// of the official SDK: the first text of a user line that a person typed, so no meta line, no
// compaction summary, no tool result, no interruption and nothing that opens with a tag of the CLI
// or an editor (<ide_opened_file>, <system-reminder>, ...); a shell command reads "! ls"; a slash
// command counts only when there is nothing else.
class FirstPrompt {
 public:
  // `line` is any line of the transcript. Not to be called any more once found.
  void offer(const LineFields& line);

  bool found() const { return !prompt_.empty(); }
  const std::string& text() const { return found() ? prompt_ : command_; }

 private:
  void offer_text(std::string_view text);

  std::string prompt_;
  std::string command_;
};

}  // namespace clew
