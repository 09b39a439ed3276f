// SPDX-License-Identifier: MIT
//
// What the commands run, resume and edit have in common, for JSON and for people.
#pragma once

#include <functional>
#include <string>

#include "engine/call/arguments.h"
#include "engine/drive/drive_request.h"
#include "engine/drive/driven_conversations.h"

namespace clew {

// The request that these arguments make. Takes the parameters of run, resume, edit and fork.
DriveRequest drive_request(DriveRequest::Action action, const Arguments& arguments);

// How a conversation of one prompt went.
struct DriveOutcome {
  std::string session;
  bool failed = false;  // the turn or the program, and nobody asked for it
  std::string error;
};

// Watches a conversation for its result and its end; made from its events, on whatever thread.
class DriveWatch {
 public:
  void take(const drive::Event& event);
  bool turn_over() const;
  bool ended() const;
  DriveOutcome outcome() const;
  // Waits until something changed, at most so long.
  void wait(std::chrono::milliseconds time);

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  DriveOutcome outcome_;
  bool turn_over_ = false;
  bool interrupted_ = false;
  bool ended_ = false;
};

}  // namespace clew
