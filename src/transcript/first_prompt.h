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

// A prompt without the list of references that an editor puts before it.
std::string own_words(std::string_view prompt);

// Finds the words a session began with, offered its lines one after the other. The choice is that
// of the official SDK: the first text of a user line that a person typed, so no meta line, no
// compaction summary, no tool result, no interruption and nothing that opens with a tag of the CLI
// or an editor (<ide_opened_file>, <system-reminder>, ...); a shell command reads "! ls"; a slash
// command counts only when there is nothing else, one with arguments before others. Beyond the SDK,
// the list that an editor puts before a prompt is left out, and "Warmup", which the CLI sends to
// warm its cache, counts last of all.
class FirstPrompt {
 public:
  // `line` is any line of the transcript. Not to be called any more once found.
  void offer(const LineFields& line);

  bool found() const { return best_ == Worth::kPrompt; }
  bool is_warmup() const { return best_ == Worth::kWarmup; }  // and nothing else
  bool begins_with_warmup() const { return begins_with_warmup_; }
  const std::string& text() const { return text_; }

 private:
  enum class Worth { kNothing, kWarmup, kReferences, kCommand, kCommandWithArguments, kPrompt };

  void offer_text(std::string_view whole);
  void offer(Worth worth, std::string_view text);

  Worth best_ = Worth::kNothing;
  bool begins_with_warmup_ = false;
  std::string text_;
};

}  // namespace clew
