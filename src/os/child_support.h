// SPDX-License-Identifier: MIT
//
// What only some systems can do for a child process: child_support_linux.cc and its portable twin.
#pragma once

#include <sys/types.h>

namespace clew {

// Two ends of a pipe that no program started meanwhile inherits. False: errno says why.
bool make_private_pipe(int (&ends)[2]);

// In the new process, before the program is run: may only do what a signal handler may.
// Everything from descriptor `first` on closes when the program is run.
void close_on_exec_from(int first);
// The process is killed when `parent`, or its thread that started us, ends.
void end_with_parent(pid_t parent);

// A descriptor that becomes readable when this child ends, or -1.
int open_exit_handle(pid_t child);

}  // namespace clew
