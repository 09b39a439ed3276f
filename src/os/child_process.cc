// SPDX-License-Identifier: MIT
//
// fork and exec by hand: posix_spawn can neither tell a missing folder from a missing program nor
// ask for the signal at the parent's end. Between the two calls only what a signal handler may do
// is done; all memory is prepared before.
#include "os/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

#include "os/child_support.h"
#include "os/system_error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not in every unistd.h

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// Both ends of a pipe; what is still there is closed at the end.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_fd(ends[0]);
    close_fd(ends[1]);
  }
  bool open() { return make_private_pipe(ends); }
  int take(int end) { return std::exchange(ends[end], -1); }
};

// The texts of an argument vector or environment, with the pointers that exec wants.
class TextList {
 public:
  void add(std::string text) { texts_.push_back(std::move(text)); }
  char* const* pointers() {
    pointers_.clear();
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
    return pointers_.data();
  }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

TextList environment_of(const ChildOptions& options) {
  TextList list;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    bool replaced = false;
    for (const auto& [changed, value] : options.environment) replaced |= changed == name;
    if (!replaced) list.add(std::string(text));
  }
  for (const auto& [name, value] : options.environment) {
    if (value) list.add(name + "=" + *value);
  }
  return list;
}

// What went wrong in the new process before the program ran.
struct StartFailure {
  enum Step : int { kFolder, kProgram, kOther } step = kOther;
  int error = 0;
};

struct Prepared {
  const char* program;
  const char* folder;  // or null
  char* const* arguments;
  char* const* environment;
  int input, output, errors, report;
  pid_t parent;
};

[[noreturn]] void give_up(int report, StartFailure::Step step) {
  const StartFailure failure{step, errno};
  [[maybe_unused]] const ssize_t written = ::write(report, &failure, sizeof failure);
  ::_exit(127);
}

// In the new process.
[[noreturn]] void become(const Prepared& p) {
  ::setsid();
  end_with_parent(p.parent);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  // 0, 1 and 2 may be closed in our own process, so that a pipe may have one of these numbers.
  const int input = ::fcntl(p.input, F_DUPFD, 10);
  const int output = ::fcntl(p.output, F_DUPFD, 10);
  const int errors = ::fcntl(p.errors, F_DUPFD, 10);
  const int report = ::fcntl(p.report, F_DUPFD_CLOEXEC, 10);
  if (::dup2(input, 0) < 0 || ::dup2(output, 1) < 0 || ::dup2(errors, 2) < 0) {
    give_up(report, StartFailure::kOther);
  }
  close_on_exec_from(3);
  if (p.folder != nullptr && ::chdir(p.folder) != 0) give_up(report, StartFailure::kFolder);
  ::execve(p.program, p.arguments, p.environment);
  give_up(report, StartFailure::kProgram);
}

bool set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags >= 0 && ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

// Nothing when the program runs: then the pipe closes without a word.
std::optional<StartFailure> read_failure(int report) {
  StartFailure failure;
  ssize_t count;
  do {
    count = ::read(report, &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count != static_cast<ssize_t>(sizeof failure)) return std::nullopt;
  return failure;
}

ExitStatus status_of(int status) {
  if (WIFSIGNALED(status)) return {true, WTERMSIG(status)};
  return {false, WEXITSTATUS(status)};
}

}  // namespace

std::string describe(ExitStatus status) {
  return (status.by_signal ? "was ended by signal " : "ended with code ") +
         std::to_string(status.number);
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildOptions& options) {
  if (options.arguments.empty() || options.arguments[0].empty()) {
    return Error{ErrorCode::kInvalid, "no program was named"};
  }
  const std::string& program = options.arguments[0];
  Pipe input, output, errors, report;
  if (!input.open() || !output.open() || !errors.open() || !report.open()) {
    return system_error(errno, "make a pipe for", program);
  }
  TextList arguments;
  for (const std::string& argument : options.arguments) arguments.add(argument);
  TextList environment = environment_of(options);
  const Prepared prepared{program.c_str(),
                          options.folder.empty() ? nullptr : options.folder.c_str(),
                          arguments.pointers(),
                          environment.pointers(),
                          input.ends[0],
                          output.ends[1],
                          errors.ends[1],
                          report.ends[1],
                          ::getpid()};
  // No handler of ours may run in the new process.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) become(prepared);
  const int fork_error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return system_error(fork_error, "start", program);

  std::unique_ptr<ChildProcess> child(new ChildProcess());
  child->pid_ = pid;
  close_fd(report.ends[1]);
  if (const auto failure = read_failure(report.ends[0])) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    child->exit_ = ExitStatus{false, 127};
    if (failure->step == StartFailure::kFolder) {
      return system_error(failure->error, "work in", options.folder);
    }
    return system_error(failure->error, "run", program);
  }
  child->input_ = input.take(1);
  child->output_ = output.take(0);
  child->errors_ = errors.take(0);
  child->exit_handle_ = open_exit_handle(pid);
  for (const int fd : {child->input_, child->output_, child->errors_}) {
    if (!set_nonblocking(fd)) return system_error(errno, "make a pipe for", program);
  }
  return child;
}

ChildProcess::~ChildProcess() {
  if (!exit_) {
    signal_group(SIGKILL);
    int status = 0;
    while (::waitpid(static_cast<pid_t>(pid_), &status, 0) < 0 && errno == EINTR) {
    }
  }
  close_input();
  close_output();
  close_errors();
  close_fd(exit_handle_);
}

void ChildProcess::close_input() { close_fd(input_); }
void ChildProcess::close_output() { close_fd(output_); }
void ChildProcess::close_errors() { close_fd(errors_); }

std::optional<ExitStatus> ChildProcess::exited() {
  if (exit_) return exit_;
  int status = 0;
  const pid_t done = ::waitpid(static_cast<pid_t>(pid_), &status, WNOHANG);
  if (done == pid_) exit_ = status_of(status);
  if (done < 0 && errno == ECHILD) exit_ = ExitStatus{};  // somebody else took it
  return exit_;
}

void ChildProcess::signal_group(int signal) {
  // A child that was not waited for keeps its number, so this cannot hit a stranger.
  if (!exit_) ::kill(static_cast<pid_t>(-pid_), signal);
}

bool ChildProcess::wait_for_exit(milliseconds time) {
  const auto deadline = Clock::now() + time;
  char thrown_away[4096];
  while (!exited()) {
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd watched[] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}, {exit_handle_, POLLIN, 0}};
    const milliseconds step = exit_handle_ >= 0 ? left : std::min(left, milliseconds(10));
    ::poll(watched, 3, static_cast<int>(step.count()));
    for (int* fd : {&output_, &errors_}) {
      if (*fd >= 0 && ::read(*fd, thrown_away, sizeof thrown_away) == 0) close_fd(*fd);
    }
  }
  return true;
}

ExitStatus ChildProcess::end(milliseconds patience) {
  close_input();
  if (!wait_for_exit(patience)) {
    signal_group(SIGTERM);
    if (!wait_for_exit(patience)) {
      signal_group(SIGKILL);
      int status = 0;
      while (::waitpid(static_cast<pid_t>(pid_), &status, 0) < 0 && errno == EINTR) {
      }
      exit_ = status_of(status);
    }
  }
  return *exit_;
}

}  // namespace clew
