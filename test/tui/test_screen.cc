// SPDX-License-Identifier: MIT
#include "test_screen.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern "C" {
#include <vterm.h>
}

#include "base/text.h"

namespace clew {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

struct TestScreen::Terminal {
  VTerm* vterm = nullptr;
  VTermScreen* screen = nullptr;
  VTermScreenCallbacks calls{};
  bool other = false;
  bool cursor = true;
  bool mouse = false;

  static int set_property(VTermProp property, VTermValue* value, void* user) {
    auto* self = static_cast<Terminal*>(user);
    if (property == VTERM_PROP_ALTSCREEN) self->other = value->boolean != 0;
    if (property == VTERM_PROP_CURSORVISIBLE) self->cursor = value->boolean != 0;
    if (property == VTERM_PROP_MOUSE) self->mouse = value->number != VTERM_PROP_MOUSE_NONE;
    return 1;
  }

  Terminal(int columns, int rows) : vterm(vterm_new(rows, columns)) {
    vterm_set_utf8(vterm, 1);
    screen = vterm_obtain_screen(vterm);
    calls.settermprop = set_property;
    vterm_screen_set_callbacks(screen, &calls, this);
    vterm_screen_enable_altscreen(screen, 1);
    vterm_screen_reset(screen, 1);
  }
  ~Terminal() { vterm_free(vterm); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
};

TestScreen::TestScreen(std::vector<std::string> arguments, const Options& options)
    : terminal_(std::make_unique<Terminal>(options.columns, options.rows)),
      columns_(options.columns),
      rows_(options.rows) {
  winsize size{static_cast<unsigned short>(rows_), static_cast<unsigned short>(columns_), 0, 0};
  pid_ = ::forkpty(&master_, nullptr, nullptr, &size);
  if (pid_ == 0) {
    for (const auto& [name, value] : options.environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) ::_exit(126);
    if (!options.output.empty()) {
      const int file = ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      ::dup2(file, STDOUT_FILENO);
    }
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
  ::fcntl(master_, F_SETFL, O_NONBLOCK);
}

TestScreen::~TestScreen() {
  if (!ended_) {
    ::kill(pid_, SIGCONT);
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, &status_, 0);
  }
  ::close(master_);
}

void TestScreen::type(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(master_, bytes.data(), bytes.size());
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    if (count < 0 && errno != EAGAIN && errno != EINTR) return;
    if (count <= 0) read_some(milliseconds(1));
  }
}

void TestScreen::resize(int columns, int rows) {
  columns_ = columns;
  rows_ = rows;
  vterm_set_size(terminal_->vterm, rows, columns);
  winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
  ::ioctl(master_, TIOCSWINSZ, &size);
}

void TestScreen::signal(int number) { ::kill(pid_, number); }

bool TestScreen::read_some(milliseconds time) {
  pollfd ready{master_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(time.count())) <= 0) return false;
  char bytes[65536];
  const ssize_t count = ::read(master_, bytes, sizeof bytes);
  if (count <= 0) return false;
  const std::string_view came(bytes, static_cast<std::size_t>(count));
  bytes_ += came;
  // A frame stands between these two; the last of them tells whether it is whole.
  constexpr std::string_view kFrameBegins = "\x1b[?2026h";
  constexpr std::string_view kFrameEnds = "\x1b[?2026l";
  last_bytes_ += came;
  const std::size_t begins = last_bytes_.rfind(kFrameBegins);
  const std::size_t ends = last_bytes_.rfind(kFrameEnds);
  if (begins != std::string::npos && (ends == std::string::npos || begins > ends)) in_frame_ = true;
  if (ends != std::string::npos && (begins == std::string::npos || ends > begins))
    in_frame_ = false;
  last_bytes_.erase(0, last_bytes_.size() - std::min(last_bytes_.size(), kFrameEnds.size() - 1));
  vterm_input_write(terminal_->vterm, bytes, static_cast<std::size_t>(count));
  return true;
}

bool TestScreen::wait(const std::function<bool()>& is_so, milliseconds time) {
  const auto end = Clock::now() + time;
  while (in_frame_ || !is_so()) {
    if (Clock::now() > end) return false;
    if (!read_some(milliseconds(10)) && has_ended()) {
      while (read_some(milliseconds(0))) {
      }
      return is_so();
    }
  }
  return true;
}

bool TestScreen::resize_and_wait(int columns, int rows) {
  forget_bytes();
  resize(columns, rows);
  return wait([this] { return bytes_.find("\x1b[2J") != std::string::npos; });
}

std::string TestScreen::clipboard() const {
  const std::size_t begin = bytes_.rfind("\x1b]52;");
  if (begin == std::string::npos) return {};
  const std::size_t end = bytes_.find("\x1b\\", begin);
  return end == std::string::npos ? std::string() : bytes_.substr(begin, end - begin);
}

void TestScreen::settle(milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) read_some(milliseconds(5));
}

std::string TestScreen::row(int number) const {
  std::string line;
  for (int column = 0; column < columns_;) {
    VTermScreenCell cell{};
    vterm_screen_get_cell(terminal_->screen, VTermPos{number, column}, &cell);
    if (cell.chars[0] == 0) line += ' ';
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; ++i) {
      if (cell.chars[i] != 0xFFFFFFFF) append_utf8(line, cell.chars[i]);
    }
    column += cell.width > 0 ? cell.width : 1;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string TestScreen::text() const {
  std::string all;
  for (int i = 0; i < rows_; ++i) all += row(i) + "\n";
  return all;
}

int TestScreen::row_of(std::string_view what) const {
  for (int i = 0; i < rows_; ++i) {
    if (row(i).find(what) != std::string::npos) return i;
  }
  return -1;
}

TestScreen::Look TestScreen::look(int row, int column) const {
  VTermScreenCell cell{};
  vterm_screen_get_cell(terminal_->screen, VTermPos{row, column}, &cell);
  Look look;
  look.bold = cell.attrs.bold != 0;
  look.reverse = cell.attrs.reverse != 0;
  if (!VTERM_COLOR_IS_DEFAULT_FG(&cell.fg) && VTERM_COLOR_IS_INDEXED(&cell.fg)) {
    look.color = cell.fg.indexed.idx;
  }
  return look;
}

bool TestScreen::other_screen() const { return terminal_->other; }
bool TestScreen::cursor_visible() const { return terminal_->cursor; }
bool TestScreen::takes_mouse() const { return terminal_->mouse; }

bool TestScreen::is_cooked() const {
  termios modes{};
  if (::tcgetattr(master_, &modes) != 0) return false;
  return (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

bool TestScreen::has_ended() {
  if (!ended_) ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
  return ended_;
}

int TestScreen::finish() {
  wait([this] { return has_ended(); });
  while (read_some(milliseconds(20))) {
  }
  if (!ended_) return -1000;
  return WIFSIGNALED(status_) ? -WTERMSIG(status_) : WEXITSTATUS(status_);
}

}  // namespace clew
