// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "os/temporary_name.h"

namespace clew::test {

// The name that a process made which has ended since.
inline std::string name_of_the_dead() {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string name = temporary_name().text();
    static_cast<void>(!::write(ends[1], name.data(), name.size()));
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  char text[256];
  const ssize_t size = ::read(ends[0], text, sizeof text);
  ::close(ends[0]);
  ::close(ends[1]);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace clew::test
