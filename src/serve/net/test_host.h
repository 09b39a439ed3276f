// SPDX-License-Identifier: MIT
//
// A connection for tests: keeps what is sent, runs posted tasks when told to.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "serve/call/message_channel.h"

namespace clew {

class TestHost {
 public:
  ChannelHost host() {
    return {.send = [this](std::string message) { sent.push_back(std::move(message)); },
            .post =
                [this](std::function<void()> task) {
                  const std::lock_guard lock(mutex_);
                  tasks_.push_back(std::move(task));
                },
            .is_open = [this] { return open; },
            .close = [this] { open = false; }};
  }

  // Runs what was posted, also what that posts.
  void run_posted() {
    while (true) {
      std::function<void()> task;
      {
        const std::lock_guard lock(mutex_);
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  std::string take() {
    if (sent.empty()) return "";
    std::string first = std::move(sent.front());
    sent.erase(sent.begin());
    return first;
  }

  std::vector<std::string> sent;
  bool open = true;

 private:
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
};

}  // namespace clew
