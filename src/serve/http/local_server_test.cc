// SPDX-License-Identifier: MIT
#include "serve/http/local_server.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

#include <gtest/gtest.h>

#include "os/file_descriptor.h"
#include "os/test_dir.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

// A server that answers one question with these bytes, a piece at a time, and closes.
class LocalServerTest : public testing::Test {
 protected:
  Result<LocalAnswer> ask(std::string_view bytes, std::size_t piece = 1 << 16,
                          std::chrono::milliseconds pause = 0ms) {
    std::filesystem::remove(path_);
    const FileDescriptor listener = listen();
    std::thread server([&] {
      const FileDescriptor client(::accept(listener.get(), nullptr, nullptr));
      char question[4096];
      bool open = ::recv(client.get(), question, sizeof question, 0) > 0;
      for (std::size_t at = 0; at < bytes.size() && open; at += piece) {
        const std::string_view next = bytes.substr(at, piece);
        open = ::send(client.get(), next.data(), next.size(), MSG_NOSIGNAL) > 0;
        std::this_thread::sleep_for(pause);
      }
    });
    auto answer = ask_local_server(path_, "/api/v1/list", "{}", 500ms);
    server.join();
    return answer;
  }

  TestDir dir_;
  std::string path_ = dir_.path("api.sock");

 private:
  FileDescriptor listen() const {
    sockaddr_un where{};
    where.sun_family = AF_UNIX;
    path_.copy(where.sun_path, sizeof where.sun_path - 1);
    FileDescriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&where), sizeof where), 0);
    EXPECT_EQ(::listen(listener.get(), 1), 0);
    return listener;
  }
};

constexpr const char* kChunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

TEST_F(LocalServerTest, AnAnswerHasAStatusAndABody) {
  const auto answer = ask("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}", 7);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 403);
  EXPECT_EQ(answer->body, "{}");
}

TEST_F(LocalServerTest, ChunksAreJoined) {
  const auto answer = ask(std::string(kChunked) + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n", 5);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->body, "abc0123456789");
}

TEST_F(LocalServerTest, ATornAnswerIsNoAnswer) {
  for (const char* broken : {"", "3\r\nab", "3\r\nabc\r\n", "ffffffffffffffff\r\nabc", "x\r\n",
                             "3\r\nabcd\r\n0\r\n\r\n"}) {
    EXPECT_FALSE(ask(std::string(kChunked) + broken)) << broken;
  }
  for (const char* broken :
       {"", "HTTP/1.1 200 OK\r\n", "SSH-2.0-x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n{}"}) {
    EXPECT_FALSE(ask(broken)) << broken;
  }
}

TEST_F(LocalServerTest, AnAnswerThatDripsIsNotWaitedForForEver) {
  const std::string drip = std::string(kChunked) + std::string(1000, '0');
  const auto begin = std::chrono::steady_clock::now();
  const auto answer = ask(drip, 1, 10ms);
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("in time"), std::string::npos) << answer.error().message;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);  // all of it takes more than 10 s
}

TEST_F(LocalServerTest, NobodyThereIsSaid) {
  for (const char* name : {"none.sock", "api.sock"}) {
    const auto answer = ask_local_server(dir_.path(name), "/", "{}", 1s);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
  }
}

}  // namespace
}  // namespace clew
