// SPDX-License-Identifier: MIT
#include "os/run_program.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/child_support.h"
#include "os/system_error.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Reads what is there. False at the end of the stream.
bool read_some(int fd, std::string& into, std::size_t limit) {
  char buffer[16384];
  const ssize_t count = ::read(fd, buffer, sizeof buffer);
  if (count == 0) return false;
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  const std::size_t kept =
      std::min(static_cast<std::size_t>(count), limit - std::min(limit, into.size()));
  into.append(buffer, kept);
  return true;
}

}  // namespace

Result<ProgramOutput> run_program(const ChildOptions& options, const ProgramLimits& limits) {
  auto child = ChildProcess::start(options);
  if (!child) return child.error();
  (*child)->close_input();
  ProgramOutput result;
  const auto deadline = Clock::now() + limits.time;
  while ((*child)->output() >= 0 || (*child)->errors() >= 0) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      return Error{ErrorCode::kBusy, options.arguments[0] + " did not end within " +
                                         std::to_string(limits.time.count() / 1000) + " seconds"};
    }
    pollfd watched[] = {{(*child)->output(), POLLIN, 0},
                        {(*child)->errors(), POLLIN, 0},
                        {(*child)->exit_handle(), POLLIN, 0}};
    ::poll(watched, 3, static_cast<int>(std::min(left, milliseconds(100)).count()));
    // A program in the background may keep the pipes open: the end of this one is enough.
    const bool ended = (*child)->exited().has_value();
    if ((*child)->output() >= 0 && !read_some((*child)->output(), result.output, limits.output)) {
      (*child)->close_output();
    }
    if ((*child)->errors() >= 0 && !read_some((*child)->errors(), result.errors, limits.output)) {
      (*child)->close_errors();
    }
    if (ended && watched[0].revents == 0 && watched[1].revents == 0) break;
  }
  result.status = (*child)->end(milliseconds(std::max<std::int64_t>(
      1, std::chrono::duration_cast<milliseconds>(deadline - Clock::now()).count())));
  return result;
}

namespace {

ExitStatus wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return ExitStatus{true, WTERMSIG(status)};
  return ExitStatus{false, WEXITSTATUS(status)};
}

}  // namespace

Result<TerminalReader> TerminalReader::start(const ChildOptions& options) {
  int ends[2];
  if (!make_private_pipe(ends)) return system_error(errno, "start", options.arguments[0]);
  FileDescriptor read(ends[0]);
  FileDescriptor write(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) return system_error(errno, "start", options.arguments[0]);
  if (pid == 0) {
    ::dup2(read.get(), STDIN_FILENO);
    static_cast<void>(become_program(options));
    ::_exit(127);
  }
  return TerminalReader(pid, std::move(write));
}

ExitStatus TerminalReader::finish() {
  input_ = FileDescriptor(-1);
  return wait_for(pid_);
}

Result<ExitStatus> run_at_terminal(const ChildOptions& options) {
  const pid_t pid = ::fork();
  if (pid < 0) return system_error(errno, "start", options.arguments[0]);
  if (pid == 0) {
    static_cast<void>(become_program(options));
    ::_exit(127);
  }
  return wait_for(pid);
}

Error become_program(const ChildOptions& options) {
  if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) {
    return system_error(errno, "work in", options.folder);
  }
  for (const auto& [name, value] : options.environment) {
    value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
  }
  ::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& argument : options.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  ::execv(options.arguments[0].c_str(), arguments.data());
  return system_error(errno, "run", options.arguments[0]);
}

}  // namespace clew
