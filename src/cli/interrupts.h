// SPDX-License-Identifier: MIT
#pragma once

namespace clew {

// Ctrl-C and its like, for commands that end in order: from the first call on they no longer end
// the process but are counted.
void count_interrupts();
int interrupts();       // Ctrl-C so far
bool asked_to_leave();  // SIGTERM or SIGHUP came, or Ctrl-C twice

}  // namespace clew
