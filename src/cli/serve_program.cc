// SPDX-License-Identifier: MIT

#include "cli/serve_program.h"

#include <cstdio>
#include <unistd.h>

#include "base/text.h"
#include "cli/browser.h"
#include "cli/programs.h"
#include "engine/engine.h"
#include "engine/live/live_services.h"
#include "engine/mirror/store_service.h"
#include "json/value.h"
#include "json/writer.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "serve/call/sign_ins.h"
#include "serve/http/local_server.h"
#include "serve/http/server.h"
#include "serve/net/instance.h"
#include "serve/net/last_resort.h"

namespace clew {
namespace {

constexpr std::chrono::seconds kPatience{10};  // for a server that reads a session

// Clients that came before everything was looked at read the state again.
void say_watching(EventBus& events, const Result<void>& started) {
  if (!started) {
    std::fprintf(stderr, "clew: changes of sessions will not be seen: %s\n",
                 terminal_safe(started.error().message).c_str());
  } else if (events.subscribers() > 0) {
    events.publish_resync("watching");
  }
}

void say_not_kept(const std::string& why) {
  std::fprintf(stderr, "clew: not everything is kept: %s\n", terminal_safe(why).c_str());
}

void say_not_pushed(const std::string& why) {
  std::fprintf(stderr, "clew: not everything is sent to the team: %s\n",
               terminal_safe(why).c_str());
}

// The page's part of a link, behind the secret.
std::string behind_secret(const FirstPage& page) {
  return page.route.empty() ? "" : "&" + page.route;
}

void say_where(const ServerAddress& address, bool json, Output& out) {
  if (json) {
    out.line(address.to_json());
  } else {
    out.line("Serving at " + address.url + " and " + address.socket +
             (address.rsocket.empty() ? "" : ", RSocket at " + address.rsocket));
    out.line("Open " + address.link);
  }
  out.flush();
}

void say_running(const ServerAddress& address, bool json, Output& out) {
  if (json) return say_where(address, json, out);
  out.line("clew serve is running already, as process " + std::to_string(address.pid) + ", at " +
           address.url);
  out.line("Open " + address.link);
}

// A server that reads other folders has no such session, or another file of that name.
Result<void> check_shows(const ServerAddress& server, const FirstPage& page) {
  json::Writer body;
  body.begin_object().field("session", page.session).field("noUsage", true).end_object();
  auto answer = ask_local_server(server.socket, "/api/v1/info", body.take(), kPatience);
  if (!answer) return answer.error();
  json::Parser parser;
  const auto info = parser.parse_copy(answer->body);
  if (answer->status == 200 && info && (*info)["file"].string_or("") == page.file) return {};
  return Error{ErrorCode::kUnsupported,
               "the clew serve that runs, as process " + std::to_string(server.pid) +
                   ", does not read " + page.file + "; end it, and clew open starts one that does"};
}

// What was asked for, of a server that runs already.
Result<Outcome> open_running(ServerAddress server, const FirstPage& page, bool json, Output& out) {
  server.link += behind_secret(page);
  if (!page.session.empty()) {
    if (auto shown = check_shows(server, page); !shown) return shown.error();
  }
  if (!page.instead_of_server) say_running(server, json, out);
  bool opened = false;
  if (page.browser) {
    const auto code = request_login_code(server.socket);
    if (!code) return code.error();
    opened = open_browser(server.url + "/#t=" + *code + behind_secret(page),
                          std::string(parent_path(server.socket)));
  }
  if (!page.instead_of_server) return Outcome::kNothing;
  if (json) {
    out.line(server.to_json());
  } else {
    out.line(opened ? "Opened " + server.url + "/#" + page.route : server.link);
  }
  return Outcome::kFound;
}

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
  options.tls_certificate = arguments.text("tls-cert");
  options.tls_key = arguments.text("tls-key");
  options.web_dir = arguments.text("web-dir");
  return options;
}

// What a server for people of a team serves is theirs: nothing of who runs it.
Result<void> check_sign_in(const Arguments& arguments, const std::vector<std::string>& roots) {
  if (!arguments.flag("sign-in")) return {};
  const bool is_team = roots.size() == 1 && EngineOptions::names_team(roots.front());
  if (!is_team) {
    return Error{
        ErrorCode::kInvalid,
        "--sign-in is for a team's store: give one --root, team: or postgres://HOST/DATABASE"};
  }
  const auto is_given = [&](const char* name) {
    return std::string_view(name) == "push" ? arguments.maybe_text(name).has_value()
                                            : arguments.flag(name);
  };
  for (const char* other : {"allow-drive", "session-store", "keep", "open", "push"}) {
    if (!is_given(other)) continue;
    return Error{ErrorCode::kInvalid,
                 "--sign-in serves a team's store and nothing of this machine; "
                 "leave out --" +
                     std::string(other)};
  }
  return {};
}

}  // namespace

Result<Outcome> run_serve(const Invocation& invocation, const Arguments& arguments, Output& out) {
  return serve_page(invocation, arguments, {.browser = arguments.flag("open")}, out);
}

Result<Outcome> serve_page(const Invocation& invocation, const Arguments& arguments,
                           const FirstPage& page, Output& out) {
  if (auto fits = check_sign_in(arguments, invocation.roots); !fits) return fits.error();
  RealFileSystem files;
  EngineOptions engine_options = EngineOptions::from_environment(invocation.roots, invocation.keep);
  engine_options.folder.clear();  // a client says which folder it means
  std::optional<ServerAddress> running;
  auto instance =
      Instance::start(instance_folder(join_path(engine_options.own.data, "run")), running);
  if (!instance) {
    if (!running) return instance.error();
    return open_running(*running, page, invocation.json, out);
  }
  if (page.starts_none) {
    return Error{ErrorCode::kNotFound,
                 "no clew serve is running, so a link would lead nowhere; start one with clew "
                 "serve, or leave out --print-url: clew open then starts one and stays with it"};
  }
  const auto writes = std::make_shared<RunningWrites>();
  // Outlasts all threads: when it goes, they have ended.
  LastResort last_resort(writes, {.leftovers = instance->leftovers()});
  // Microseconds: numbers of the last run are older.
  LiveServices services({.first_sequence = static_cast<std::uint64_t>(engine_options.now) * 1000,
                         .is_hidden = hidden_events(files, engine_options.own.hidden())});
  std::unique_ptr<StoreService> store;
  if (arguments.flag("session-store")) {
    // Also beside roots that were named.
    engine_options.store =
        engine_options.own.data.empty() ? "" : engine_options.own.session_store();
    auto opened = StoreService::open(files, engine_options);
    if (!opened) return opened.error();
    store = std::move(*opened);
    store->tidy();
  }
  ServeContext context{files,  engine_options, arguments.flag("allow-drive"), services.pointers(),
                       writes, store.get()};
  SignIns people(context);
  const bool signs_in = arguments.flag("sign-in");
  if (signs_in) context.people = &people;
  auto server = Server::listen(server_options(arguments, *instance), context);
  if (!server) return server.error();
  (*server)->stop_on_signals();
  // A node's people have links of their own.
  const std::string secret = signs_in ? "" : instance->token();
  ServerAddress address{.url = (*server)->url(),
                        .link = (*server)->url() + (signs_in ? "/" : "/#t=" + secret),
                        .token = secret,
                        .socket = instance->socket_path(),
                        .pid = ::getpid(),
                        .rsocket = (*server)->rsocket_url()};
  if (auto announced = instance->announce(address); !announced) return announced.error();
  address.link += behind_secret(page);
  say_where(address, invocation.json, out);
  if (page.browser) {
    const auto link = (*server)->make_login_link();
    if (!link) return link.error();
    const std::string where =
        signs_in ? address.url + "/#" + page.route : *link + behind_secret(page);
    open_browser(where, std::string(parent_path(address.socket)));
  }
  if (!signs_in) services.watch(files, engine_options, say_watching);
  if (arguments.flag("keep")) {
    services.keep().start(files, engine_options, *services.pointers().events, say_not_kept);
  }
  if (const std::string team = arguments.text("push"); !team.empty()) {
    services.push().start(files, engine_options, team, *services.pointers().events,
                          services.keep().worlds(), say_not_pushed);
  }
  (*server)->run();
  last_resort.arm();
  return Outcome::kFound;
}

}  // namespace clew
