// SPDX-License-Identifier: MIT

#include "serve/net/stdio_server.h"

#include <atomic>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

namespace clew {
namespace {

// Answers each message with its length and first byte; "work" waits for an early "stop".
class LengthChannel : public MessageChannel {
 public:
  explicit LengthChannel(ChannelHost host) : host_(std::move(host)) {}
  void arriving(std::string_view message) override { stop_ = stop_ || message == "stop"; }
  void receive(std::string_view message) override {
    if (message == "work") {
      while (!stop_) std::this_thread::yield();
    }
    if (message == "close") host_.close();
    host_.send(std::to_string(message.size()) + message.substr(0, 1).data()[0]);
    if (message == "post") host_.post([this] { host_.send("posted"); });
  }

 private:
  ChannelHost host_;
  std::atomic<bool> stop_ = false;
};

// Feeds `input` in small pieces and returns the output.
std::string serve(const std::string& input, bool close_input = true,
                  Framing framing = Framing::kLines) {
  int in[2];
  int out[2];
  EXPECT_EQ(::pipe(in), 0);
  EXPECT_EQ(::pipe(out), 0);
  std::thread feeder([&] {
    for (std::size_t at = 0; at < input.size(); at += 1000) {
      const std::string piece = input.substr(at, 1000);
      if (::write(in[1], piece.data(), piece.size()) < 0) break;
    }
    if (close_input) ::close(in[1]);
  });
  std::string output;
  std::thread reader([&] {
    char buffer[4096];
    for (ssize_t count = 0; (count = ::read(out[0], buffer, sizeof buffer)) > 0;) {
      output.append(buffer, static_cast<std::size_t>(count));
    }
  });
  auto served =
      serve_stdio([](ChannelHost host) { return std::make_unique<LengthChannel>(std::move(host)); },
                  {.in = in[0], .out = out[1], .largest_message = 2000, .framing = framing});
  EXPECT_TRUE(served);
  feeder.join();
  ::close(out[1]);
  reader.join();
  ::close(in[0]);
  ::close(out[0]);
  if (!close_input) ::close(in[1]);
  return output;
}

TEST(StdioServer, OneMessageALine) { EXPECT_EQ(serve("ab\n\r\ncde\r\n\nf"), "2a\n3c\n1f\n"); }

TEST(StdioServer, AllThatCameIsAnswered) {
  std::string input;
  std::string expected;
  for (int i = 0; i < 1000; ++i) {
    input += "xyz\n";
    expected += "3x\n";
  }
  EXPECT_EQ(serve(input), expected);
}

TEST(StdioServer, ALineBeyondTheLimitIsCut) {
  EXPECT_EQ(serve(std::string(2000, 'a') + "\n" + std::string(500'000, 'b') + "\nc\n"),
            "2000a\n2001b\n1c\n");
}

TEST(StdioServer, MessagesAreSeenEarly) { EXPECT_EQ(serve("work\nstop\n"), "4w\n4s\n"); }

TEST(StdioServer, PostedTasksRun) { EXPECT_EQ(serve("post\n"), "4p\nposted\n"); }

TEST(StdioServer, MessagesBehindTheirLengths) {
  const std::string input("\0\0\2a\n\0\0\0\0\0\1b\0\0\5cut", 18);
  EXPECT_EQ(serve(input, true, Framing::kLength24),
            std::string("\0\0\0022a\0\0\0020\0\0\0\0021b", 15));
  const std::string large = std::string("\0\x0f\xff", 3) + std::string(4095, 'x');
  EXPECT_EQ(serve(large, true, Framing::kLength24), std::string("\0\0\0052001x", 8));
}

TEST(StdioServer, TheChannelCanClose) { EXPECT_EQ(serve("close\n", false), "5c\n"); }

}  // namespace
}  // namespace clew
