// SPDX-License-Identifier: MIT
//
// Messages to the history API, MCP and ACP. The first byte says which one, each line is a
// message. Whatever comes, every answer must be JSON on one line.

#include <cstdint>
#include <cstdlib>

#include "json/value.h"
#include "serve/acp/acp_agent.h"
#include "serve/mcp/mcp_server.h"
#include "serve/net/test_host.h"
#include "serve/net/test_root.h"
#include "serve/rpc/history_channel.h"

namespace {

using namespace clew;

std::unique_ptr<MessageChannel> make_channel(char which, const Caller& caller, ChannelHost host) {
  switch (which % 3) {
    case 0:
      return HistoryChannel::make(caller, std::move(host));
    case 1:
      return McpChannel::make(caller, std::move(host));
    default:
      return AcpAgent::make(caller, std::move(host));
  }
}

void check_answers(TestHost& host) {
  for (const std::string& answer : host.sent) {
    json::Parser parser;
    auto value = parser.parse_copy(answer);
    if (!value || answer.find('\n') != std::string::npos) std::abort();
    if (!value->is_array() && (*value)["jsonrpc"].string_or("") != "2.0") std::abort();
  }
  host.sent.clear();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0 || size > 1 << 16) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  TestRoot root;
  EventBus bus;
  ServeContext context = root.context();
  context.services.events = &bus;
  TestHost host;
  const auto channel = make_channel(rest.front(), Caller::of_own_process(context), host.host());
  rest.remove_prefix(1);
  for (int messages = 0; !rest.empty() && messages < 32; ++messages) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    channel->arriving(line);
    channel->receive(line);
    bus.publish({.type = "session.appended", .session = kTestSession});
    host.run_posted();
    check_answers(host);
  }
  return 0;
}
