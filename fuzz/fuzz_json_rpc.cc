// SPDX-License-Identifier: MIT
// Any bytes as messages of a JSON-RPC peer, one a line, for the channel that /ws and `clew rpc`
// carry: it answers with JSON or not at all, and never with more than it was asked for.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "os/testing/memory_file_system.h"
#include "serve/rpc/history_channel.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

constexpr std::size_t kMostMessages = 20;

const char* const kSession =
    R"({"type":"user","uuid":"aaaaaaaa-0000-4000-8000-000000000001","parentUuid":null,)"
    R"("sessionId":"11111111-1111-4111-8111-111111111111","cwd":"/work","version":"2.1.0",)"
    R"("timestamp":"2026-01-05T10:00:00.000Z","message":{"role":"user","content":"Hello"}})"
    "\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clew::MemoryFileSystem files;
  files.add_file("/root/projects/-work/11111111-1111-4111-8111-111111111111.jsonl", kSession);
  clew::EngineOptions options;
  options.roots = {"/root"};
  const clew::ServeContext context{files, options};
  std::deque<std::function<void()>> tasks;
  clew::json::Parser parser;
  bool open = true;
  clew::ChannelHost host;
  host.send = [&](const std::string& message) { require(parser.parse_copy(message).has_value()); };
  host.post = [&](std::function<void()> task) { tasks.push_back(std::move(task)); };
  host.is_open = [&] { return open; };
  host.close = [&] { open = false; };
  const auto channel = clew::HistoryChannel::make(clew::Caller::of_own_process(context), host);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  for (std::size_t i = 0; i < kMostMessages && !rest.empty(); ++i) {
    const std::size_t end = rest.find('\n');
    const std::string_view message = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    channel->arriving(message);
    channel->receive(message);
    for (; !tasks.empty(); tasks.pop_front()) tasks.front()();
  }
  return 0;
}
