// SPDX-License-Identifier: MIT

#include "cli/stdio_programs.h"

#include <functional>

#include "engine/call/common_params.h"
#include "engine/live/live_services.h"
#include "engine/redact/masked_files.h"
#include "os/real_file_system.h"
#include "serve/acp/acp_agent.h"
#include "serve/mcp/mcp_server.h"
#include "serve/net/stdio_server.h"
#include "serve/rpc/history_channel.h"
#include "serve/rsocket/rsocket_channel.h"

namespace clew {
namespace {

using MakeChannel = std::function<std::unique_ptr<MessageChannel>(const Caller&, ChannelHost)>;

struct ChannelProgram {
  MakeChannel make;
  bool allow_drive = false;
  Framing framing = Framing::kLines;
  bool redact = false;  // the peer must not see secrets
};

Result<Outcome> serve_channel(const Invocation& invocation, const ChannelProgram& program) {
  RealFileSystem disk;
  EngineOptions options = EngineOptions::from_environment(invocation.roots, invocation.keep);
  options.folder.clear();  // a peer says which folder it means
  std::unique_ptr<MaskedFiles> masked;
  if (program.redact) {
    auto made = MaskedFiles::make(disk, options);
    if (!made) return made.error();
    masked = std::move(*made);
    options.own = masked->own();
  }
  DurableFileSystem& files = masked ? static_cast<DurableFileSystem&>(*masked) : disk;
  // Watching begins with the first who listens; when all has been looked at, they look again.
  LiveServices services({.is_hidden = hidden_events(files, options.own.hidden()), .wanted = [&] {
                           services.watch(files, options,
                                          [](EventBus& events, const Result<void>& started) {
                                            if (started) events.publish_resync("watching begins");
                                          });
                         }});
  const ServeContext context{files, options, program.allow_drive, services.pointers()};
  const Caller caller = Caller::of_own_process(context);
  auto served = serve_stdio([&](ChannelHost host) { return program.make(caller, std::move(host)); },
                            {.framing = program.framing});
  if (!served) return served.error();
  return Outcome::kFound;
}

Result<Outcome> run_mcp(const Invocation& invocation, const Arguments& arguments, Output&) {
  // Who starts it does so from the folder it works in.
  const std::string folder = EngineOptions::from_environment({}).folder;
  const MakeChannel make = [folder](const Caller& caller, ChannelHost host) {
    return std::make_unique<McpChannel>(caller, std::move(host), folder);
  };
  return serve_channel(invocation, {.make = make, .redact = arguments.flag("redact")});
}

Result<Outcome> run_acp(const Invocation& invocation, const Arguments&, Output&) {
  // An editor starts it to go on with sessions: that is what it is for.
  return serve_channel(invocation, {AcpAgent::make, true});
}

Result<Outcome> run_rsocket(const Invocation& invocation, const Arguments&, Output&) {
  return serve_channel(invocation, {RSocketChannel::make, false, Framing::kLength24});
}

Result<Outcome> run_rpc(const Invocation& invocation, const Arguments& arguments, Output&) {
  return serve_channel(invocation, {HistoryChannel::make, arguments.flag("allow-drive")});
}

}  // namespace

std::vector<Program> stdio_programs() {
  return {
      {.row = {.name = "acp",
               .help = "Run as an ACP agent for editors, on standard input and output",
               .description =
                   "Speaks the Agent Client Protocol, one JSON message a line, for editors that "
                   "start it themselves. The editor lists all sessions, replays one, follows it "
                   "while it grows, and continues it. docs/protocols.md says how to set up Zed "
                   "and JetBrains.",
               .params = {}},
       .run = run_acp},
      {.row = {.name = "mcp",
               .help = "Run as an MCP server that gives a model your past sessions",
               .description =
                   "Speaks the Model Context Protocol, one JSON message a line, for programs that "
                   "start it themselves: claude mcp add history -- clew mcp. Its tools search, "
                   "list and read sessions; none of them changes anything. docs/protocols.md has "
                   "the details. With --redact no answer holds a key, token or password that "
                   "`clew redact` would find.",
               .params = {flag_param("redact",
                                     "hide secrets in all answers, as clew redact finds them")},
               .examples = {{"claude mcp add history -- clew mcp",
                             "give Claude Code its own history"},
                            {"claude mcp add history -- clew mcp --redact",
                             "the same without the secrets in it"}}},
       .run = run_mcp},
      {.row = {.name = "rpc",
               .help = "Answer JSON-RPC requests on standard input and output",
               .description =
                   "Speaks JSON-RPC 2.0, one message a line: history/list, history/load, "
                   "history/branches, history/search, history/subscribe, session/list, and every "
                   "command of Clew by its name, with its parameters and its --json answer. "
                   "docs/protocols.md has the details.",
               .params = {flag_param("allow-drive",
                                     "let the other side start claude, answer its questions and "
                                     "stop it")},
               .examples = {{"echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"history/list\"}' | "
                             "clew rpc",
                             "one question, one answer"}}},
       .run = run_rpc},
      {.row = {.name = "rsocket",
               .help = "Answer RSocket requests on standard input and output",
               .description =
                   "Speaks RSocket 1.0 as on TCP, each frame behind its length: for socat, "
                   "inetd and plug-ins that start it themselves. Routes: "
                   "agent.getHistorySessions, agent.getHistoryMetadata, agent.loadHistory and the "
                   "stream history.watch, with Protocol Buffers. docs/protocols.md has the "
                   "details.",
               .params = {}},
       .run = run_rsocket},
  };
}

}  // namespace clew
