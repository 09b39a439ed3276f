// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <sys/types.h>
#include <utility>

#include "os/child_process.h"
#include "os/file_descriptor.h"

namespace clew {

struct ProgramLimits {
  std::chrono::milliseconds time{10'000};
  std::size_t output = std::size_t{1} << 20;  // of each stream; the rest is thrown away
};

struct ProgramOutput {
  ExitStatus status;
  std::string output;
  std::string errors;
};

// Runs a small helper program to its end and returns what it wrote. Its input is empty. An error
// when it cannot be started or takes too long; an exit code other than 0 is none.
Result<ProgramOutput> run_program(const ChildOptions& options, const ProgramLimits& limits = {});

// Runs a program that uses our terminal, such as an editor, and waits for its end.
Result<ExitStatus> run_at_terminal(const ChildOptions& options);

// A program that reads what we write and has our terminal, such as a pager. One thread.
class TerminalReader {
 public:
  static Result<TerminalReader> start(const ChildOptions& options);

  int input() const { return input_.get(); }
  // Says that nothing more comes, and waits until the person has left the program.
  ExitStatus finish();

 private:
  TerminalReader(pid_t pid, FileDescriptor input) : pid_(pid), input_(std::move(input)) {}

  pid_t pid_;
  FileDescriptor input_;
};

// Becomes that program: it gets our terminal and our process number. Returns only when that fails.
Error become_program(const ChildOptions& options);

}  // namespace clew
