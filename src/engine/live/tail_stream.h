// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/live/event_bus.h"
#include "engine/live/live.h"

namespace clew {

// How long an endless operation waits for something to tell before it asks whether anybody listens.
inline constexpr std::chrono::milliseconds kAskAgain(1000);

// What `tail` shows, for text and JSON alike: first where the conversation stands ("tail.start",
// with the last messages), then the events of the sessions asked for as they come. Listens to the
// bus of the engine's services, or watches by itself where there is none.
class TailStream {
 public:
  // Takes the parameters of the operation `tail`.
  static Result<std::unique_ptr<TailStream>> open(Engine& engine, const Arguments& arguments);
  TailStream(const TailStream&) = delete;
  TailStream& operator=(const TailStream&) = delete;

  // Waits until there is something, but not longer than this.
  std::vector<std::shared_ptr<const LiveEvent>> next(std::chrono::milliseconds timeout);

 private:
  TailStream() = default;

  Result<void> choose(Engine& engine, const Arguments& arguments);
  Result<void> choose_session(Engine& engine, const std::string& name);
  void choose_project(Engine& engine, const std::string& folder);
  void start_with(Engine& engine, const std::string& path, std::int64_t messages);
  void listen(Engine& engine);
  bool concerns(const LiveEvent& event) const;

  std::string file_;               // the one session asked for; empty: see `folders_`
  std::string session_;            // its id
  std::string project_;            // the project asked for; empty: all
  std::set<std::string> folders_;  // its folders, with "/" at their end
  bool subagents_ = false;
  bool shows_hidden_ = false;
  HiddenSessions hidden_;  // for the session to begin with; nothing, where one was asked for

  std::unique_ptr<EventBus> own_bus_;  // where the engine has none; outlives what uses it
  std::unique_ptr<LiveWatch> watch_;
  EventBus* bus_ = nullptr;

  std::mutex mutex_;
  std::condition_variable woken_;
  bool wake_ = false;
  std::vector<std::shared_ptr<const LiveEvent>> first_;  // not told yet
  std::shared_ptr<Subscription> events_;                 // last: ends before what its wake() uses
};

}  // namespace clew
