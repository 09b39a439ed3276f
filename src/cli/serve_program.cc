// SPDX-License-Identifier: MIT

#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/live_services.h"
#include "cli/notes.h"
#include "cli/programs.h"
#include "engine/engine.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "serve/http/local_server.h"
#include "serve/http/server.h"
#include "serve/net/instance.h"
#include "serve/net/last_resort.h"

namespace clew {
namespace {

// Clients that came before everything was looked at read the state again.
void say_watching(EventBus& events, const Result<void>& started) {
  if (!started) {
    std::fprintf(stderr, "clew: changes of sessions will not be seen: %s\n",
                 terminal_safe(started.error().message).c_str());
  } else if (events.subscribers() > 0) {
    events.publish_resync("watching");
  }
}

// The browser is a child that nobody waits for: it must not end with the server. The link stands in
// the list of processes for all to see, so it never holds the token itself.
void open_browser(const std::string& link) {
  const auto program = executable_in_path("xdg-open");
  if (!program) return;
  const pid_t child = ::fork();
  if (child != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    return;
  }
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  const int null = ::open("/dev/null", O_RDWR);
  for (const int fd : {0, 1, 2}) ::dup2(null, fd);
  ::execl(program->c_str(), "xdg-open", link.c_str(), nullptr);
  ::_exit(127);
}

void say_where(const ServerAddress& address, bool json, bool again, Output& out) {
  if (json) {
    out.line(address.to_json());
  } else if (again) {
    out.line("clew serve is running already, as process " + std::to_string(address.pid) + ", at " +
             address.url);
    out.line("Open " + address.link);
  } else {
    out.line("Serving at " + address.url + " and " + address.socket +
             (address.rsocket.empty() ? "" : ", RSocket at " + address.rsocket));
    out.line("Open " + address.link);
  }
  out.flush();
}

bool is_loopback(const std::string& host) { return host.starts_with("127.") || host == "::1"; }

ServerOptions server_options(const Arguments& arguments, const Instance& instance) {
  ServerOptions options;
  if (const auto host = arguments.maybe_text("host")) options.host = *host;
  options.port = static_cast<std::uint16_t>(arguments.integer("port"));
  if (const auto port = arguments.maybe_integer("rsocket-port")) {
    options.rsocket_port = static_cast<std::uint16_t>(*port);
  }
  options.socket_path = instance.socket_path();
  options.token = instance.token();
  options.cookie = instance.cookie();
  options.public_origins = arguments.list("public-origin");
  options.web_dir = arguments.text("web-dir");
  return options;
}

}  // namespace

Result<Outcome> run_serve(const Invocation& invocation, const Arguments& arguments, Output& out) {
  RealFileSystem files;
  EngineOptions engine_options = EngineOptions::from_environment(invocation.roots);
  engine_options.folder.clear();  // a client says which folder it means
  std::optional<ServerAddress> running;
  auto instance =
      Instance::start(instance_folder(join_path(engine_options.own.data, "run")), running);
  if (!instance) {
    if (!running) return instance.error();
    say_where(*running, invocation.json, true, out);
    if (arguments.flag("open")) {
      const auto code = request_login_code(running->socket);
      if (!code) return code.error();
      open_browser(running->url + "/#t=" + *code);
    }
    return Outcome::kNothing;
  }
  const auto writes = std::make_shared<RunningWrites>();
  // Outlasts all threads: when it goes, they have ended.
  LastResort last_resort(writes, {.leftovers = instance->leftovers()});
  // Microseconds: numbers of the last run are older.
  LiveServices services({.first_sequence = static_cast<std::uint64_t>(engine_options.now) * 1000,
                         .is_hidden = hidden_events(files, engine_options.own.hidden())});
  const ServeContext context{files, engine_options, arguments.flag("allow-drive"),
                             services.pointers(), writes};
  auto server = Server::listen(server_options(arguments, *instance), context);
  if (!server) return server.error();
  (*server)->stop_on_signals();
  const ServerAddress address{.url = (*server)->url(),
                              .link = (*server)->url() + "/#t=" + instance->token(),
                              .token = instance->token(),
                              .socket = instance->socket_path(),
                              .pid = ::getpid(),
                              .rsocket = (*server)->rsocket_url()};
  if (auto announced = instance->announce(address); !announced) return announced.error();
  say_where(address, invocation.json, false, out);
  if (!is_loopback(arguments.maybe_text("host").value_or("127.0.0.1"))) {
    write_note(out,
               "everyone who can reach this address and has the token can read your sessions; what "
               "is sent is not encrypted");
  }
  if (arguments.flag("open")) {
    const auto link = (*server)->make_login_link();
    if (!link) return link.error();
    open_browser(*link);
  }
  services.watch(files, engine_options, say_watching);
  (*server)->run();
  last_resort.arm();
  return Outcome::kFound;
}

}  // namespace clew
