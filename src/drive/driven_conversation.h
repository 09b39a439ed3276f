// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "drive/drive_event.h"
#include "drive/wire.h"
#include "os/child_process.h"

namespace clew {

struct DriveLimits {
  std::size_t max_line = std::size_t{64} << 20;     // of stdout; longer ones are skipped
  std::size_t kept_lines = std::size_t{64} << 20;   // bytes of lines kept to join calls and results
  std::size_t kept_errors = std::size_t{64} << 10;  // of standard error, its end
  std::size_t max_outgoing = std::size_t{64} << 20;  // bytes that it has not read yet
  std::chrono::milliseconds patience{3000};          // for each step of ending it
  std::chrono::milliseconds finish_patience{15000};  // after the last turn, to end by itself
};

// One running claude and the talk with it. A thread of its own starts the program, reads, writes
// and reaps it; all calls here may come from any thread and only leave a note for that one. Memory
// is bounded: a listener that takes its time makes the program wait.
class DrivenConversation {
 public:
  // Called on the conversation's thread, one event after the other; Ended is the last. Must not
  // destroy the conversation.
  using Listener = std::function<void(const drive::Event&)>;

  // An error when the program cannot be started.
  static Result<std::unique_ptr<DrivenConversation>> start(const ChildOptions& command,
                                                           const DriveLimits& limits,
                                                           Listener listener);
  // Stops it and waits for its end.
  ~DrivenConversation();
  DrivenConversation(const DrivenConversation&) = delete;
  DrivenConversation& operator=(const DrivenConversation&) = delete;

  // Returns the uuid that the prompt's line will have. kCancelled when the conversation is over.
  Result<std::string> send(Prompt prompt);
  Result<void> interrupt();
  Result<void> set_model(const std::string& model);
  Result<void> set_permission_mode(const std::string& mode);
  // kNotFound when there is no such request, or when it was answered already.
  Result<void> answer(const std::string& request, PermissionAnswer answer);

  // Nothing more will be sent: after the running turn its input is closed and it ends by itself.
  void finish();
  // Ends it now: the turn is interrupted, then its input closed, then SIGTERM, then SIGKILL.
  void stop();
  // Whether it is over, and the listener has heard of it.
  bool wait_for(std::chrono::milliseconds time);

  // How many prompts wait for their result.
  int turns() const;
  bool ended() const;
  std::int64_t pid() const { return pid_; }

 private:
  class Loop;
  struct Shared;  // what callers and the thread share, under its mutex

  DrivenConversation();
  Result<void> ask(std::string_view subtype,
                   const std::function<std::string(std::string_view)>& line);

  std::shared_ptr<Shared> shared_;
  std::int64_t pid_ = 0;
  std::thread thread_;
};

}  // namespace clew
