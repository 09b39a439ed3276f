// SPDX-License-Identifier: MIT
//
// Which sessions are running right now. A running Claude Code (2.1) keeps a note of itself in
// <root>/sessions/<pid>.json; one that died leaves it behind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "os/file_system.h"
#include "os/process_probe.h"
#include "transcript/entry.h"
#include "transcript/finding.h"

namespace clew {

enum class LiveStatus : std::uint8_t {
  kBusy,     // the model or a tool works
  kWaiting,  // for an answer of the person, such as a permission
  kIdle,     // at the prompt
  kShell,    // a shell command of the person runs
  kUnknown,  // runs, and says something else
};

std::string_view name_of(LiveStatus status);  // "busy", "waiting", ...
constexpr LiveStatus last_of(LiveStatus) { return LiveStatus::kUnknown; }

struct LiveSession {
  std::int64_t pid = 0;
  std::string session;  // id
  LiveStatus status = LiveStatus::kUnknown;
  // False: the note cannot be verified (another machine or container, or no start recorded), so it
  // may as well be a leftover. Better not to write to such a session either.
  bool certain = true;
  std::string cwd;
  std::string name;  // title, when it has one
  std::string kind;  // "interactive", ...
  std::string version;
  std::string root;
  TimeMs started = kNoTime;
  TimeMs updated = kNoTime;
};

struct LiveRegistry {
  std::vector<LiveSession> sessions;
  Findings findings;

  // The running session with this id, or null.
  const LiveSession* find(std::string_view session) const;
};

LiveRegistry read_live_registry(const FileSystem& files, const ProcessProbe& processes,
                                const std::vector<std::string>& roots);

}  // namespace clew
