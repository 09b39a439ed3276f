// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "drive/drive_event.h"

namespace clew {

// The prompts that a program was sent and has not answered yet, in their order. Not every result
// answers one: when a background agent is done, 2.1 makes a turn of its own of the notification.
class PendingPrompts {
 public:
  void add(std::string uuid) { waiting_.push_back(std::move(uuid)); }
  std::size_t size() const { return waiting_.size(); }

  // Takes out the prompts that this result answers and returns them. Several at once: prompts that
  // were sent during a turn are answered together.
  std::vector<std::string> take_answered(const drive::TurnResult& result);

 private:
  std::deque<std::string> waiting_;
};

}  // namespace clew
