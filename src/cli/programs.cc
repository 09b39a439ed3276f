// SPDX-License-Identifier: MIT

#include "cli/programs.h"

#include "cli/hooks_program.h"
#include "cli/stdio_programs.h"
#include "cli/ui_programs.h"
#include "engine/call/common_params.h"

namespace clew {
namespace {

Program serve_program() {
  return {
      .row = {.name = "serve",
              .help = "Serve everything to the browser and to programs",
              .description =
                  "Serves the web page, every operation, events and the protocols for editors on "
                  "this machine: over HTTP on the loopback address and on a unix socket that only "
                  "you can open. Prints its address and a link that lets your browser in. Runs "
                  "until it is interrupted. docs/serve.md says more.",
              .params = {{.name = "port",
                          .type = ParamType::kInteger,
                          .help = "port to listen on; 0 takes a free one",
                          .value = "N",
                          .fallback = "7373",
                          .max = 65535},
                         {.name = "host",
                          .help = "address to listen on instead of 127.0.0.1, with TLS; everyone "
                                  "who can reach it and has the token can read your sessions",
                          .value = "ADDRESS"},
                         {.name = "tls-cert",
                          .help = "serve https with this certificate, and those that lead to its "
                                  "authority: a file in PEM form, which is read again when it "
                                  "changes",
                          .value = "FILE"},
                         {.name = "tls-key",
                          .help = "the key of the certificate, in PEM form, without a passphrase",
                          .value = "FILE"},
                         {.name = "rsocket-port",
                          .type = ParamType::kInteger,
                          .help = "also serve RSocket over TCP on this port, with the token in "
                                  "SETUP; 0 takes a free one",
                          .value = "N",
                          .max = 65535},
                         {.name = "public-origin",
                          .type = ParamType::kTextList,
                          .help = "also answer to this origin, such as https://clew.example.org",
                          .value = "ORIGIN"},
                         flag_param("sign-in",
                                    "with --root team: or postgres://…: each caller signs in with "
                                    "a team token of their own, and is served what that person "
                                    "may see; nothing else of this machine is"),
                         flag_param("open", "open the page in the browser"),
                         flag_param("keep",
                                    "also keep all that is new of every session, within a second"),
                         {.name = "push",
                          .help = "also send all that is new of shared projects to this team's "
                                  "store: postgres://NAME@HOST/DATABASE, or team: for the one "
                                  "that was joined",
                          .value = "STORE"},
                         flag_param("session-store",
                                    "also store sessions that the Claude Agent SDK mirrors here; "
                                    "docs/session-store.md says more"),
                         flag_param("allow-drive",
                                    "let clients start claude, answer its questions and stop it"),
                         {.name = "web-dir",
                          .help = "serve the page from this folder, for working on it",
                          .value = "DIR"}},
              .examples = {{"clew serve --open", "read your sessions in the browser"},
                           {"clew serve --port 0 --json",
                            "for a program: one line that says where it listens"}}},
      .run = run_serve};
}

Program open_program() {
  return {
      .row = {.name = "open",
              .help = "Open a session in the browser",
              .description =
                  "Opens the page at a session, or at one of its messages. Asks the clew serve "
                  "that runs; where none does, starts one, which runs until it is interrupted. "
                  "Prints the link instead when there is no browser. With --print-url it prints "
                  "the link of the server that runs and ends; where none runs, that is an error.",
              .params = {{.name = "session",
                          .help = "the session, as clew show takes it; where the page begins when "
                                  "left out",
                          .value = "SESSION",
                          .positional = true},
                         {.name = "at",
                          .help = "the message that holds this line: its uuid, or a unique start "
                                  "of it",
                          .value = "UUID"},
                         flag_param("print-url",
                                    "print the link of the server that runs, with its token, and "
                                    "end"),
                         {.name = "port",
                          .type = ParamType::kInteger,
                          .help = "where none runs: port to listen on; 0 takes a free one",
                          .value = "N",
                          .fallback = "7373",
                          .max = 65535}},
              .examples = {{"clew open @1", "the newest session, in the browser"},
                           {"clew open 4f1d --at 77d64c65", "at this message"}}},
      .run = run_open};
}

std::vector<Program> make_programs() {
  std::vector<Program> all = {serve_program(), open_program()};
  for (Program& program : ui_programs()) all.push_back(std::move(program));
  all.push_back(hooks_program());
  for (Program& program : stdio_programs()) all.push_back(std::move(program));
  return all;
}

}  // namespace

std::span<const Program> programs() {
  static const std::vector<Program> kTable = make_programs();
  return kTable;
}

const Program* find_program(std::string_view name) {
  for (const Program& program : programs()) {
    if (program.row.name == name) return &program;
  }
  return nullptr;
}

std::span<const Operation* const> command_rows() {
  static const std::vector<const Operation*> kRows = [] {
    std::vector<const Operation*> all;
    for (const Operation& operation : operations()) all.push_back(&operation);
    for (const Program& program : programs()) all.push_back(&program.row);
    return all;
  }();
  return kRows;
}

}  // namespace clew
