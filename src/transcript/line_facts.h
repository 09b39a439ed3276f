// SPDX-License-Identifier: MIT
//
// What the lines of a session tell those who list sessions, from either end of the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"
#include "transcript/first_prompt.h"
#include "transcript/label_lines.h"
#include "transcript/line_fields.h"

namespace clew {

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
// it.
template <class Text>
struct BasicLineFacts {
  Text recorded_id;  // sessionId of the first line that has one; copies keep the old one

  TimeMs created = kNoTime;  // first timestamp
  TimeMs updated = kNoTime;  // last timestamp

  BasicLabels<Text> labels;  // titles, tag
  Text first_prompt;         // see FirstPrompt
  Text first_reply;          // only when there is no first prompt

  Text cwd;         // first
  Text entrypoint;  // first
  Text user_type;   // first
  Text slug;        // three words that name the session's plan file
  Text git_branch;  // last
  Text version;     // last
  Text model;       // last that is no "<synthetic>"

  Text forked_from;  // session it was forked from

  SubagentSign subagent = SubagentSign::kNone;
  bool warmup = false;            // all it has is what the CLI sends to warm a cache
  bool has_conversation = false;  // at least one line of a user or an assistant
  bool compacted = false;
};
using LineFacts = BasicLineFacts<std::string>;

// The way through a session from its start.
class FactsFromStart {
 public:
  // `is_agent`: the file has the name of a subagent's.
  FactsFromStart(LineFacts& facts, bool is_agent) : facts_(facts), is_agent_(is_agent) {}

  // Whether further lines can tell anything but labels; `far`: after so many that only a prompt is
  // still worth looking for.
  bool done(bool far) const;
  // Whether a line so far behind is worth parsing to find that.
  static bool may_hold_prompt(std::string_view line);

  void take(const LineFields& line);
  void finish();

 private:
  void take_reply(json::Value content);

  LineFacts& facts_;
  bool is_agent_;
  FirstPrompt prompt_;
  FirstPrompt side_prompt_;  // of lines beside the main thread, such as a warm-up before it
  bool any_side_ = false;
  bool any_main_ = false;
  bool any_internal_ = false;
  bool any_external_ = false;
};

// Takes what any line may say: its label, a compaction.
void take_anywhere(const LineFields& line, LineFacts& facts);

// Takes what the last lines say, the last first; true when nothing is left to find out.
bool take_from_end(const LineFields& line, LineFacts& facts);

}  // namespace clew
