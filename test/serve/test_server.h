// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "demo/demo.h"
#include "engine/drive/driven_conversations.h"
#include "engine/live/drive_events.h"
#include "engine/live/event_bus.h"
#include "engine/live/hidden_events.h"
#include "engine/mirror/store_service.h"
#include "engine/read/session_cache.h"
#include "os/file_times.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "serve/call/caller.h"
#include "serve/http/server.h"
#include "test_client.h"

namespace clew {

// A server over the demo's root, on a free port and a unix socket, in a thread of its own.
class TestServer {
 public:
  static constexpr const char* kToken =
      "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
  static constexpr const char* kCookie =
      "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

  // `files`: what operations read through, instead of the disk itself.
  explicit TestServer(ServerLimits limits = {}, bool allow_drive = false,
                      DurableFileSystem* files = nullptr, bool with_store = true)
      : context_{files ? *files : files_,
                 engine_options(),
                 allow_drive,
                 {.events = &events, .conversations = &conversations_, .sessions = &sessions_}} {
    context_.store = with_store ? store_.get() : nullptr;
    write_root();
    ServerOptions options;
    options.socket_path = folder_.path("api.sock");
    options.token = kToken;
    options.cookie = kCookie;
    options.web_dir = folder_.path("web");
    options.limits = limits;
    options.rsocket_port = 0;
    EXPECT_TRUE(files_.create_directories(options.web_dir));
    EXPECT_TRUE(files_.write_file_atomic(options.web_dir + "/index.html", "<!doctype html>page"));
    EXPECT_TRUE(files_.write_file_atomic(folder_.path("secret.txt"), "secret"));
    auto server = Server::listen(options, context_);
    EXPECT_TRUE(server) << server.error().message;
    server_ = std::move(*server);
    thread_ = std::thread([this] { server_->run(); });
  }
  ~TestServer() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  // And waits for operations that are running.
  void end() {
    stop();
    server_.reset();
  }

  std::uint16_t port() const { return server_->port(); }
  std::uint16_t rsocket_port() const { return server_->rsocket_port(); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port()); }
  std::string socket_path() const { return folder_.path("api.sock"); }
  std::string root() const { return folder_.path("root"); }
  std::string folder() const { return folder_.path(); }
  const ServeContext& context() const { return context_; }
  TestClient client() const { return TestClient(port()); }

  // A request with our host and token; `more` are further header lines, each with its line end.
  std::string request(std::string_view method, std::string_view target, std::string_view more = "",
                      std::string_view body = "") const {
    std::string text = std::string(method) + " " + std::string(target) +
                       " HTTP/1.1\r\nHost: " + host() + "\r\nAuthorization: Bearer " + kToken +
                       "\r\n" + std::string(more);
    if (!body.empty()) text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    return text + "\r\n" + std::string(body);
  }
  TestResponse ask(std::string_view method, std::string_view target, std::string_view more = "",
                   std::string_view body = "") const {
    TestClient one = client();
    one.send(request(method, target, more, body));
    return one.read_response(method == "HEAD");
  }
  TestResponse get(std::string_view target, std::string_view more = "") const {
    return ask("GET", target, more);
  }
  TestResponse post(std::string_view target, std::string_view body) const {
    return ask("POST", target, "Content-Type: application/json\r\n", body);
  }
  // Exactly these bytes on a fresh connection.
  TestResponse raw(std::string_view bytes) const {
    TestClient one = client();
    one.send(bytes);
    return one.read_response();
  }

  void hide(const std::string& session) {
    EXPECT_TRUE(files_.create_directories(folder_.path("data")));
    EXPECT_TRUE(files_.write_file_atomic(engine_options().own.hidden(),
                                         R"({"sessions":[")" + session + R"("],"projects":[]})"));
  }

 private:
  TestDir folder_;
  RealFileSystem files_;

 public:
  EventBus events{EventBusOptions{
      .first_sequence = 1000,
      .is_hidden =
          hidden_events(files_, OwnPaths{folder_.path("cache"), folder_.path("data")}.hidden())}};

 private:
  // Lists go by the times of files, and all of these would be of one tick of the clock.
  void write_root() {
    const auto demo = write_demo(files_, {.folder = root(), .now = context_.options.now});
    ASSERT_TRUE(demo);
    std::int64_t time_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::system_clock::now().time_since_epoch())
                               .count();
    time_ns -= std::ssize(*demo) * 1'000'000;
    for (const DemoFile& file : *demo) {
      ASSERT_TRUE(set_modified(resolve_path(root(), file.path), time_ns += 1'000'000));
    }
  }

  EngineOptions engine_options() {
    EngineOptions options;
    options.roots = {folder_.path("root")};
    options.own = {folder_.path("cache"), folder_.path("data")};
    options.now = std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count();
    return options;
  }

  std::unique_ptr<StoreService> open_store() {
    EngineOptions options = engine_options();
    options.store = folder_.path("store");
    auto store = StoreService::open(files_, options);
    EXPECT_TRUE(store) << store.error().message;
    return store ? std::move(*store) : nullptr;
  }

  std::unique_ptr<StoreService> store_ = open_store();
  SessionCache sessions_;
  DrivenConversations conversations_{publish_drive_events(events)};
  ServeContext context_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
};

}  // namespace clew
