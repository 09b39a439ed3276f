// SPDX-License-Identifier: MIT
#include "os/http_post.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/file_descriptor.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A server on this machine that answers one connection as it is told.
class OneAnswer {
 public:
  using Write = std::function<bool(std::string_view)>;  // false: nobody listens any more

  explicit OneAnswer(std::function<void(const Write&)> answer)
      : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    EXPECT_EQ(::listen(listener_.get(), 1), 0);
    socklen_t size = sizeof(address);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    url_ = {"127.0.0.1", std::to_string(ntohs(address.sin_port)), "/", false};
    thread_ = std::thread([this, answer = std::move(answer)] {
      const FileDescriptor peer(::accept(listener_.get(), nullptr, nullptr));
      char request[4096];
      if (::recv(peer.get(), request, sizeof(request), 0) <= 0) return;
      answer([&](std::string_view bytes) {
        return !done_ && ::send(peer.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
      });
    });
  }
  OneAnswer(const OneAnswer&) = delete;
  OneAnswer& operator=(const OneAnswer&) = delete;
  ~OneAnswer() {
    done_ = true;
    thread_.join();
  }

  const HttpUrl& url() const { return url_; }

 private:
  FileDescriptor listener_;
  HttpUrl url_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

TEST(HttpPost, AServerThatDripsHoldsNobody) {
  OneAnswer server([](const OneAnswer::Write& write) {
    if (!write("HTTP/1.1 200 OK\r\n\r\n")) return;
    for (int i = 0; i < 100 && write("x"); ++i) std::this_thread::sleep_for(milliseconds(50));
  });
  const auto start = steady_clock::now();
  const auto answer = http_post(server.url(), {"text/plain", "x"}, milliseconds(300));
  EXPECT_LT(since(start), milliseconds(2000));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("took too long"), std::string::npos)
      << answer.error().message;
}

TEST(HttpPost, AnAnswerEndsWhereItsHeadSays) {
  for (const char* text :
       {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"}) {
    std::atomic<bool> answered = false;
    OneAnswer server([&](const OneAnswer::Write& write) {
      write(text);
      while (!answered) std::this_thread::sleep_for(milliseconds(5));  // and keeps it open
    });
    const auto start = steady_clock::now();
    const auto answer = http_post(server.url(), {"text/plain", "x"}, milliseconds(5000));
    answered = true;
    EXPECT_LT(since(start), milliseconds(4000));
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->body, "{}");
  }
}

TEST(HttpPost, ReadsAddresses) {
  const auto read = [](std::string_view text) {
    const auto url = parse_http_url(text);
    return url ? url->text() : "error";
  };
  EXPECT_EQ("http://localhost:80/", read("http://localhost"));
  EXPECT_EQ("https://a.example:443/v1/traces", read("https://a.example/v1/traces"));
  EXPECT_EQ("https://[::1]:4318/", read("https://[::1]:4318"));
  EXPECT_EQ("error", read("https://name:password@a.example"));
  EXPECT_EQ("error", read("ftp://a.example"));
  EXPECT_EQ("error", read("https://"));
  EXPECT_EQ("error", read("http://a b"));
}

TEST(HttpPost, FieldsEndNoLine) {
  EXPECT_TRUE((HttpField{"x-api-key", "s3cret, with blanks"}.is_valid()));
  EXPECT_FALSE((HttpField{"x-api-key", "a\r\nHost: b"}.is_valid()));
  EXPECT_FALSE((HttpField{"x api key", "a"}.is_valid()));
  EXPECT_FALSE((HttpField{"", "a"}.is_valid()));
}

TEST(HttpPost, WhoSpeaksNoTlsIsNotAnswered) {
  OneAnswer server([](const OneAnswer::Write& write) { write("HTTP/1.1 200 OK\r\n\r\n"); });
  HttpUrl url = server.url();
  url.tls = true;
  const auto answer = http_post(url, {"text/plain", "x"}, milliseconds(5000));
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("does not speak TLS"), std::string::npos)
      << answer.error().message;
}

}  // namespace
}  // namespace clew
