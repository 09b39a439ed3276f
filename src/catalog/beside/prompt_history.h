// SPDX-License-Identifier: MIT
//
// The prompts a person typed, in all projects: <root>/history.jsonl. The only trace of sessions
// whose transcript was cleaned away.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time_bound.h"
#include "os/file_system.h"
#include "transcript/entry.h"
#include "transcript/finding.h"

namespace clew {

struct TypedPrompt {
  std::string display;  // as it stood in the input box, with "[Pasted text #1 +7 lines]"
  std::string text;     // the same with the pasted texts in their places
  TimeMs time = kNoTime;
  std::string project;
  std::string session;  // empty in early 2.0
  std::string root;
  int missing_pastes = 0;  // pasted texts that are no longer to be found
};

struct PromptFilter {
  std::string project{};                                // exactly this path
  std::string session{};                                // the beginning of its id
  TimeBounds when{};                                    // typed
  std::int64_t limit = 0;                               // 0: all
  std::function<bool(const TypedPrompt&)> is_hidden{};  // these are left out
  std::function<bool(const TypedPrompt&)> is_wanted{};  // asked last, when the text is whole
};

struct PromptHistory {
  std::vector<TypedPrompt> prompts;  // newest first
  bool more = false;                 // the limit cut the list
  std::int64_t bad_lines = 0;
  Findings findings;
};

// Reads backwards and only as far as needed.
PromptHistory read_prompt_history(const FileSystem& files, const std::vector<std::string>& roots,
                                  const PromptFilter& filter = {});

// A session of which only the prompts are left.
struct GhostSession {
  std::string id;
  std::string project;
  std::string root;
  TimeMs first = kNoTime;
  TimeMs last = kNoTime;
  std::vector<TypedPrompt> prompts;  // oldest first
};

struct GhostSessions {
  std::vector<GhostSession> ghosts;  // last typed first
  Findings findings;
};

// The sessions named in the history that have no transcript under any of the roots. The bounds of
// the filter are for the last prompt of each, its limit for their number.
GhostSessions find_ghosts(const FileSystem& files, const std::vector<std::string>& roots,
                          const PromptFilter& filter = {});

}  // namespace clew
