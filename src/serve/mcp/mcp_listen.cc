// SPDX-License-Identifier: MIT
//
// subscriptions/listen over HTTP (2026-07-28): the answer to the POST is a stream of server-sent
// events, each a notification, until the client goes. A channel does the work, as on standard input
// and output; here is only the connection that it lives on.

#include <condition_variable>
#include <deque>
#include <mutex>

#include "serve/mcp/mcp_server.h"

namespace clew {
namespace {

constexpr std::chrono::seconds kAskAgain{1};
constexpr int kKeepAlive = 15;  // of these without a word

// The connection of the channel. Events post from their threads, one thread runs it all.
class EventStreamHost {
 public:
  explicit EventStreamHost(const Sink& sink) : sink_(sink) {}

  ChannelHost host() {
    const std::weak_ptr<State> weak = state_;
    ChannelHost host;
    host.send = [this](const std::string& message) { send(message); };
    host.post = [weak](std::function<void()> task) {
      const auto state = weak.lock();
      if (!state) return;
      const std::lock_guard lock(state->mutex);
      state->tasks.push_back(std::move(task));
      state->changed.notify_one();
    };
    host.is_open = [this] { return open_; };
    host.close = [this] { open_ = false; };
    return host;
  }

  // Until nobody listens.
  void run() {
    int silent = 0;
    while (open_) {
      if (auto task = next()) {
        silent = 0;
        task();
      } else if (++silent % kKeepAlive == 0) {
        write(":\n\n");
      } else {
        write("");  // is anybody there?
      }
    }
  }
  bool is_open() const { return open_; }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> tasks;
  };

  void send(const std::string& message) { write("event: message\ndata: " + message + "\n\n"); }
  void write(std::string_view text) { open_ = open_ && sink_(text); }
  std::function<void()> next() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait_for(lock, kAskAgain, [this] { return !state_->tasks.empty(); });
    if (state_->tasks.empty()) return nullptr;
    std::function<void()> task = std::move(state_->tasks.front());
    state_->tasks.pop_front();
    return task;
  }

  const Sink& sink_;
  std::shared_ptr<State> state_ = std::make_shared<State>();
  bool open_ = true;
};

}  // namespace

bool is_mcp_listen(const Caller& caller, const PlainRequest& request) {
  const auto says = [&request](std::string_view name, std::string_view value) {
    const auto found = request.headers.find(name);
    return found != request.headers.end() && found->second == value;
  };
  // The fields say so, and so does the body: a body of the older protocol is bound by no fields.
  return request.method == "POST" && caller.services().events != nullptr &&
         says("mcp-method", "subscriptions/listen") && says("mcp-protocol-version", kMcpModern) &&
         is_modern_mcp_request(request) && check_mcp_request(request).status == 200;
}

void stream_mcp_listen(const Caller& caller, const PlainRequest& request, const Sink& sink) {
  EventStreamHost connection(sink);
  McpChannel channel(caller, connection.host());
  channel.receive(request.body);
  connection.run();
}

}  // namespace clew
