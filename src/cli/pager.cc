// SPDX-License-Identifier: MIT
#include "cli/pager.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

#include "os/paths.h"
#include "os/terminal.h"

namespace clew {
namespace {

constexpr std::string_view kSpace = " \t";

// Whether the shell would find the program that the command begins with. What is more than a plain
// word is left to the shell.
bool can_be_run(std::string_view command) {
  const std::string word(command.substr(0, command.find_first_of(kSpace)));
  if (word.find_first_of("$`\"'\\;&|<>(){}=~*?[") != std::string::npos) return true;
  return executable_in_path(word).has_value();
}

std::string command_of_environment() {
  for (const char* name : {"CLEW_PAGER", "PAGER"}) {
    const char* value = std::getenv(name);
    if (!value) continue;
    const std::string_view text = value;
    const std::size_t start = text.find_first_not_of(kSpace);
    return start == std::string_view::npos ? "" : std::string(text.substr(start));
  }
  return "less";
}

}  // namespace

std::optional<Pager> Pager::of_environment() {
  const char* terminal = std::getenv("TERM");
  if (!terminal || std::string_view(terminal) == "dumb") return std::nullopt;
  const auto rows = terminal_height(STDOUT_FILENO);
  const auto columns = terminal_width(STDOUT_FILENO);
  std::string command = command_of_environment();
  if (!rows || !columns || command.empty() || command == "cat" || !can_be_run(command))
    return std::nullopt;
  return Pager(std::move(command), *rows, *columns);
}

bool Pager::is_more_than_a_screen(std::string_view text) const {
  // A row of the terminal holds no more bytes than this, colours and wide alphabets included; so a
  // text without line ends, such as JSON, counts as well.
  const std::size_t row = static_cast<std::size_t>(columns_) * 4;
  std::size_t used = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    used += 1 + (end - start) / row;
    start = end + 1;
  }
  return used >= static_cast<std::size_t>(rows_);  // the shell's prompt takes one
}

int Pager::start() {
  // less: leave at the end of a single screen, show colours, do not clear what was shown.
  const auto unless_set = [](const char* name, const char* value) {
    const char* now = std::getenv(name);
    return std::pair<std::string, std::optional<std::string>>(name, now ? now : value);
  };
  auto started =
      TerminalReader::start({.arguments = {"/bin/sh", "-c", command_},
                             .folder = {},
                             .environment = {unless_set("LESS", "FRX"), unless_set("LV", "-c")}});
  if (!started) return STDOUT_FILENO;
  reader_ = std::move(*started);
  // Ctrl-C is for the pager: it ends a search there, and must not leave it without us.
  std::signal(SIGINT, SIG_IGN);
  return reader_->input();
}

void Pager::finish() {
  if (reader_) static_cast<void>(reader_->finish());
  reader_.reset();
}

}  // namespace clew
