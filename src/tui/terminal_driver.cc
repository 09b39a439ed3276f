// SPDX-License-Identifier: MIT
#include "tui/terminal_driver.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>

#include "base/text.h"

namespace clew::tui {
namespace {

constexpr std::string_view kModesOn =
    "\x1b[?7l\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[0m\x1b[2J";
constexpr std::string_view kModesOff =
    "\x1b[0m\x1b[?2026l\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?7h";

// What a handler of signals needs to give the terminal back: a handler is called with nothing else
// to look at, so it lies here, and there is one terminal of a process.
struct Rescue {
  int fd = -1;
  std::array<char, 512> bytes{};
  std::size_t size = 0;
  termios modes{};
  volatile std::sig_atomic_t inside = 0;  // the terminal is ours
  int wake = -1;                          // the writing end of the pipe
  volatile std::sig_atomic_t resized = 0;
  volatile std::sig_atomic_t stop = 0;
  volatile std::sig_atomic_t continued = 0;
};
Rescue rescue;       // NOLINT: see above
int wake_read = -1;  // NOLINT

constexpr int kDeadly[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV,
                           SIGBUS,  SIGFPE, SIGILL, SIGABRT};

void give_back() {
  if (rescue.inside == 0) return;
  rescue.inside = 0;
  static_cast<void>(::write(rescue.fd, rescue.bytes.data(), rescue.size) + 1);
  ::tcsetattr(rescue.fd, TCSANOW, &rescue.modes);
}

void on_deadly(int signal) {
  give_back();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void on_other(int signal) {
  const int error = errno;
  if (signal == SIGWINCH) rescue.resized = 1;
  if (signal == SIGTSTP) rescue.stop = 1;
  if (signal == SIGCONT) rescue.continued = 1;
  static_cast<void>(::write(rescue.wake, "!", 1) + 1);
  errno = error;
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

void install_handlers() {
  // A crash because the stack is full needs another one.
  static std::array<char, std::size_t{1} << 16> other_stack;
  stack_t stack{};
  stack.ss_sp = other_stack.data();
  stack.ss_size = other_stack.size();
  ::sigaltstack(&stack, nullptr);
  for (const int signal : kDeadly)
    handle(signal, on_deadly, SA_ONSTACK | static_cast<int>(SA_RESETHAND));
  for (const int signal : {SIGWINCH, SIGTSTP, SIGCONT}) handle(signal, on_other, SA_RESTART);
}

void remove_handlers() {
  for (const int signal : kDeadly) handle(signal, SIG_DFL, 0);
  for (const int signal : {SIGWINCH, SIGTSTP, SIGCONT}) handle(signal, SIG_DFL, 0);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      out += j <= count ? kLetters[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return out;
}

bool make_pipe() {
  if (wake_read >= 0) return true;
  int ends[2];
  if (::pipe(ends) != 0) return false;
  for (const int end : ends) {
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
    ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  wake_read = ends[0];
  rescue.wake = ends[1];
  return true;
}

// One code point of ASCII: every terminal agrees how wide it is.
bool is_simple(const std::string& text) {
  return text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80;
}

void add_move(std::string& out, int row, int column) {
  out += "\x1b[" + std::to_string(row + 1) + ";" + std::to_string(column + 1) + "H";
}

}  // namespace

Result<std::unique_ptr<TerminalDriver>> TerminalDriver::open(bool color) {
  const char* name = std::getenv("TERM");
  auto abilities = ask_terminfo(name ? name : "");
  if (!abilities) return abilities.error();
  FileDescriptor tty(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (tty.get() < 0 || ::isatty(tty.get()) == 0) {
    return Error{ErrorCode::kUnsupported, "this needs a terminal, and there is none here"};
  }
  if (!make_pipe()) return Error{ErrorCode::kIo, "no pipe could be made"};
  std::unique_ptr<TerminalDriver> driver(
      new TerminalDriver(std::move(tty), std::move(*abilities), color));
  driver->enter();
  return driver;
}

TerminalDriver::TerminalDriver(FileDescriptor tty, TerminalAbilities abilities, bool color)
    : tty_(std::move(tty)),
      abilities_(std::move(abilities)),
      color_(color && abilities_.colors >= 8) {
  rescue.fd = tty_.get();
  ::tcgetattr(tty_.get(), &rescue.modes);
  // Without another screen what was painted would stay below the shell's next lines.
  const std::string back =
      std::string(kModesOff) + abilities_.keypad_off +
      (abilities_.leave_screen.empty() ? "\x1b[2J\x1b[H" : abilities_.leave_screen);
  rescue.size = std::min(back.size(), rescue.bytes.size());
  std::memcpy(rescue.bytes.data(), back.data(), rescue.size);
}

TerminalDriver::~TerminalDriver() { leave(); }

int TerminalDriver::signals() const { return wake_read; }

TerminalDriver::Signals TerminalDriver::take_signals() {
  char bytes[64];
  while (::read(wake_read, bytes, sizeof bytes) > 0) {
  }
  Signals came{rescue.resized != 0, rescue.stop != 0, rescue.continued != 0};
  rescue.resized = 0;
  rescue.stop = 0;
  rescue.continued = 0;
  return came;
}

void TerminalDriver::ask_size() {
  winsize size{};
  if (::ioctl(tty_.get(), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
  if (columns_ == size.ws_col && rows_ == size.ws_row) return;
  columns_ = size.ws_col;
  rows_ = size.ws_row;
  repaint();
}

Result<std::string> TerminalDriver::read() {
  char bytes[4096];
  const ssize_t count = retry([&] { return ::read(tty_.get(), bytes, sizeof bytes); });
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return std::string();
  if (count <= 0) return Error{ErrorCode::kIo, "the terminal is gone"};
  return std::string(bytes, static_cast<std::size_t>(count));
}

void TerminalDriver::send(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::write(tty_.get(), bytes.data(), bytes.size());
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd ready{tty_.get(), POLLOUT, 0};
      ::poll(&ready, 1, 1000);
    } else if (errno != EINTR) {
      return;
    }
  }
}

void TerminalDriver::enter() {
  if (inside_) return;
  inside_ = true;
  install_handlers();
  termios raw = rescue.modes;
  raw.c_iflag &= static_cast<tcflag_t>(~(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT));
  raw.c_lflag &= static_cast<tcflag_t>(~(ECHO | ICANON | ISIG | IEXTEN));
  raw.c_oflag &= static_cast<tcflag_t>(~OPOST);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  rescue.inside = 1;
  ::tcsetattr(tty_.get(), TCSANOW, &raw);
  send(abilities_.enter_screen + abilities_.keypad_on + std::string(kModesOn));
  ask_size();
  repaint();
}

void TerminalDriver::leave() {
  if (!inside_) return;
  inside_ = false;
  for (const std::uint32_t id : pictures_) send(removal_of(id));
  pictures_.clear();
  give_back();
  remove_handlers();
}

void TerminalDriver::suspend() {
  leave();
  ::raise(SIGTSTP);
  enter();
}

// Only terminals that paint cells with placeholders are asked: others have the protocol without
// them, or write what they do not know on the screen. Inside tmux the answer would be tmux's.
void TerminalDriver::ask_for_pictures() const {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  };
  const char* term = std::getenv("TERM");
  const std::string_view name = term ? term : "";
  const bool likely = name == "xterm-kitty" || name == "xterm-ghostty" ||
                      is_set("KITTY_WINDOW_ID") || is_set("GHOSTTY_RESOURCES_DIR");
  if (likely && !is_set("TMUX") && !is_set("STY")) send(kPictureQuestion);
}

CellSize TerminalDriver::cell_size() const {
  constexpr CellSize kUsual{8, 16};
  winsize size{};
  if (::ioctl(tty_.get(), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    return kUsual;
  }
  const CellSize cell{size.ws_xpixel / size.ws_col, size.ws_ypixel / size.ws_row};
  return cell.any() ? cell : kUsual;
}

void TerminalDriver::send(const Picture& picture) {
  if (pictures_.insert(picture.id).second) send(transmission_of(picture));
}

void TerminalDriver::copy(std::string_view text) {
  constexpr std::size_t kMost = 74'994;  // more is dropped by most terminals
  send("\x1b]52;c;" + base64(cut_utf8(text, kMost)) + "\x1b\\");
}

std::string TerminalDriver::codes_of(Look look) const {
  std::string codes = "\x1b[0";
  constexpr int kNumbers[] = {1, 2, 3, 4, 7, 9};
  for (int i = 0; i < 6; ++i) {
    if ((look.marks >> i & 1) != 0) codes += ";" + std::to_string(kNumbers[i]);
  }
  if (look.picture != 0) {
    codes += ";38;2;" + std::to_string(look.picture >> 16 & 0xff) + ";" +
             std::to_string(look.picture >> 8 & 0xff) + ";" + std::to_string(look.picture & 0xff);
  } else if (color_ && look.color != 0) {
    const bool bright = look.color >= 90;
    if (bright && abilities_.colors < 16) {
      codes += ";1;" + std::to_string(look.color - 60);
    } else {
      codes += ";" + std::to_string(look.color);
    }
  }
  return codes + "m";
}

void TerminalDriver::paint(Canvas canvas) {
  const bool all =
      !shown_ || shown_->columns() != canvas.columns() || shown_->rows() != canvas.rows();
  std::string out;
  if (all) out += "\x1b[0m\x1b[2J";
  Look look;
  bool look_known = false;
  for (int row = 0; row < canvas.rows(); ++row) {
    int at = -1;  // the column of the cursor, when it is in this row and known
    for (int column = 0; column < canvas.columns(); ++column) {
      const Cell& cell = canvas.at(row, column);
      if (all ? cell == Cell() : shown_->at(row, column) == cell) continue;
      if (cell.text.empty()) continue;  // the right half of a wide one, which was written
      if (at != column) add_move(out, row, column);
      if (!look_known || look != cell.look) {
        out += codes_of(cell.look);
        look = cell.look;
        look_known = true;
      }
      out += cell.text;
      at = is_simple(cell.text) ? column + 1 : -1;
    }
  }
  const bool moved = !shown_ || shown_->cursor_row != canvas.cursor_row ||
                     shown_->cursor_column != canvas.cursor_column;
  if (canvas.cursor_row >= 0 && (moved || !out.empty())) {
    add_move(out, canvas.cursor_row, canvas.cursor_column);
    out += "\x1b[?25h";
  } else if (canvas.cursor_row < 0 && moved) {
    out += "\x1b[?25l";
  }
  if (!out.empty()) send("\x1b[?2026h" + out + "\x1b[?2026l");
  shown_ = std::make_unique<Canvas>(std::move(canvas));
}

}  // namespace clew::tui
