// SPDX-License-Identifier: MIT
#include "cli/interrupts.h"

#include <atomic>
#include <csignal>

namespace clew {
namespace {

std::atomic<int> g_interrupts = 0;
std::atomic<bool> g_leave = false;
static_assert(std::atomic<int>::is_always_lock_free);  // else not allowed in a handler

void take_signal(int signal) {
  if (signal == SIGINT) {
    g_interrupts.fetch_add(1);
  } else {
    g_leave.store(true);
  }
}

}  // namespace

void count_interrupts() {
  struct sigaction action = {};
  action.sa_handler = take_signal;
  ::sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int interrupts() { return g_interrupts.load(); }
bool asked_to_leave() { return g_leave.load() || g_interrupts.load() >= 2; }

}  // namespace clew
