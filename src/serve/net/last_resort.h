// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "serve/call/running_writes.h"

namespace clew {

// A program that was told to end must end, also when a thread of it never does: a regular
// expression without an end, a network drive that hangs. Destructors wait for threads; so once
// armed, the process is ended from beside them when they take too long. Nothing is torn: operations
// that write are waited for (and nothing else writes what a sudden end could break).
class LastResort {
 public:
  struct Options {
    std::chrono::milliseconds patience{400};
    std::chrono::milliseconds for_writes{5'000};
    std::vector<std::string> leftovers = {};  // files that say that the program runs
    int exit_code = 0;
  };

  LastResort(std::shared_ptr<RunningWrites> writes, Options options)
      : writes_(std::move(writes)), options_(std::move(options)) {}
  ~LastResort();  // all has ended in time
  LastResort(const LastResort&) = delete;
  LastResort& operator=(const LastResort&) = delete;

  // The end begins now.
  void arm();

 private:
  void wait_and_end();

  std::shared_ptr<RunningWrites> writes_;
  Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace clew
