// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace clew {

struct ChildOptions {
  std::vector<std::string> arguments;  // [0] is the path of the program; no shell is involved
  std::string folder;                  // where it starts; empty: where we are
  // Variables of the environment to add or replace; nothing as value takes one away.
  std::vector<std::pair<std::string, std::optional<std::string>>> environment;
};

struct ExitStatus {
  bool by_signal = false;
  int number = 0;  // exit code, or the signal

  bool ok() const { return !by_signal && number == 0; }
};

// "ended with code 1", "was ended by signal 9"
std::string describe(ExitStatus status);

// A running program with pipes to its standard input, output and error. It leads a session of its
// own, so that Ctrl-C in our terminal does not reach it and a signal to its group reaches whatever
// it started; it inherits no other descriptor of ours. Where the system can do it (Linux) it ends
// when the thread that started it ends, so that thread has to stay. One thread at a time.
class ChildProcess {
 public:
  // An error when the folder or the program is not there or cannot be run.
  static Result<std::unique_ptr<ChildProcess>> start(const ChildOptions& options);

  // Kills the group when the program still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  std::int64_t pid() const { return pid_; }

  // Our ends of the pipes, which never block; -1 once closed.
  int input() const { return input_; }
  int output() const { return output_; }
  int errors() const { return errors_; }
  void close_input();
  void close_output();
  void close_errors();

  // Becomes readable when the program ends; -1 where the system has no such thing, then exited()
  // has to be asked now and then.
  int exit_handle() const { return exit_handle_; }

  // How it ended, without waiting; nothing while it runs.
  std::optional<ExitStatus> exited();

  // Sends a signal to the program and all that it started in its group. Nothing happens once it was
  // seen to have ended.
  void signal_group(int signal);

  // Ends it: closes its input, waits, then SIGTERM, waits, then SIGKILL. What it still writes is
  // thrown away.
  ExitStatus end(std::chrono::milliseconds patience);

 private:
  ChildProcess() = default;
  bool wait_for_exit(std::chrono::milliseconds time);

  std::int64_t pid_ = 0;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;
  int exit_handle_ = -1;
  std::optional<ExitStatus> exit_;
};

}  // namespace clew
