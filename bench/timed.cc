// SPDX-License-Identifier: MIT
//
// timed RESULT COMMAND ARGS...: runs the command and writes "wall-seconds CPU-seconds
// peak-RSS-in-KiB" to the file RESULT; exits as the command did. A program of its own because the
// kernel counts the memory of whoever starts a command into the command's peak, and a script
// interpreter is large.

#include <chrono>
#include <cstdio>
#include <cstring>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every unistd.h

namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: timed RESULT COMMAND ARGS...\n");
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (const int error = posix_spawnp(&child, argv[2], nullptr, nullptr, argv + 2, environ)) {
    std::fprintf(stderr, "timed: %s: %s\n", argv[2], std::strerror(error));
    return 2;
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) return 2;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  std::FILE* result = std::fopen(argv[1], "w");
  if (!result) return 2;
  std::fprintf(result, "%.6f %.6f %ld\n", wall.count(),
               seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss);
  std::fclose(result);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
