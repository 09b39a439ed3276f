// SPDX-License-Identifier: MIT
#include "cli/browser.h"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/socket_peer.h"

namespace clew {
namespace {

#ifdef __APPLE__
constexpr const char* kOpener = "open";
bool has_screen() { return true; }
#else
constexpr const char* kOpener = "xdg-open";
// Over ssh xdg-open would start a browser for terminals, or nothing at all.
bool has_screen() {
  constexpr const char* kSigns[] = {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"};
  return std::any_of(std::begin(kSigns), std::end(kSigns), [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  });
}
#endif

// The program is a child that nobody waits for: it must not end with the server.
bool start_apart(const std::string& program, const std::string& argument) {
  const pid_t child = ::fork();
  if (child != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    return child > 0;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  const int null = ::open("/dev/null", O_RDWR);
  for (const int fd : {0, 1, 2}) ::dup2(null, fd);
  ::execl(program.c_str(), kOpener, argument.c_str(), nullptr);
  ::_exit(127);
}

}  // namespace

std::string leading_page(const std::string& link) {
  std::string quoted;
  for (const char c : link) {
    switch (c) {
      case '&':
        quoted += "&amp;";
        break;
      case '"':
        quoted += "&quot;";
        break;
      case '<':
        quoted += "&lt;";
        break;
      default:
        quoted += c;
    }
  }
  return "<!doctype html><meta charset=\"utf-8\"><title>Clew</title>\n"
         "<meta http-equiv=\"refresh\" content=\"0; url=" +
         quoted + "\">\n<a href=\"" + quoted + "\">Clew</a>\n";
}

bool open_browser(const std::string& link, const std::string& private_folder) {
  const auto program = executable_in_path(kOpener);
  if (!program || !has_screen()) return false;
  if (knows_tcp_peers()) return start_apart(*program, link);
  const std::string page = join_path(private_folder, "open.html");
  RealFileSystem files;
  return files.write_file_atomic(page, leading_page(link)) && start_apart(*program, page);
}

}  // namespace clew
