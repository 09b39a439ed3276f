// SPDX-License-Identifier: MIT

#include "serve/rsocket/rsocket_channel.h"

#include <gtest/gtest.h>

#include "serve/net/test_host.h"
#include "serve/net/test_root.h"
#include "serve/rpc/proto_codec.h"

namespace clew {
namespace {

std::string from_hex(std::string_view hex) {
  std::string out;
  int digits = 0;
  int value = 0;
  for (const char c : hex) {
    if (c == ' ') continue;
    value = value * 16 + (c <= '9' ? c - '0' : c - 'a' + 10);
    if (++digits % 2 == 0) out += static_cast<char>(std::exchange(value, 0));
  }
  return out;
}

std::string to_hex(std::string_view bytes) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    out += kHex[static_cast<unsigned char>(c) >> 4];
    out += kHex[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

// Captured from rsocket-core 1.0.0-alpha.3.
constexpr const char* kSetup =
    "000000000400 0001 0000 0000012c 000007d0 1c "
    "6d6573736167652f782e72736f636b65742e726f7574696e672e7630 16 "
    "6170706c69636174696f6e2f782d70726f746f627566";
constexpr const char* kGetSessions =
    "00000001 1100 000019 18 6167656e742e676574486973746f727953657373696f6e73 0832";
constexpr const char* kKeepalive = "00000000 0c80 0000000000000000";

std::string request(std::uint32_t stream, unsigned type, unsigned flags, std::string_view route,
                    std::string_view data, std::string_view more_hex = "") {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(stream >> shift & 0xFF);
  const unsigned head = type << 10 | flags | 0x100;
  out += static_cast<char>(head >> 8);
  out += static_cast<char>(head & 0xFF);
  out += from_hex(more_hex);
  out += std::string(2, '\0') + static_cast<char>(route.size() + 1);
  out += static_cast<char>(route.size());
  return out + std::string(route) + std::string(data);
}

struct RSocketTest : ::testing::Test {
  TestRoot root;
  EventBus bus;
  ServeContext context = root.context();
  TestHost host;
  std::unique_ptr<RSocketChannel> channel;

  void SetUp() override { make({}); }
  void make(RSocketOptions options) {
    context.services.events = &bus;
    channel =
        std::make_unique<RSocketChannel>(Caller::of_own_process(context), host.host(), options);
  }
  void receive_hex(std::string_view hex) { channel->receive(from_hex(hex)); }
  std::string take_hex() { return to_hex(host.take()); }
};

TEST_F(RSocketTest, GoldenBytes) {
  receive_hex(kSetup);
  EXPECT_TRUE(host.sent.empty());
  receive_hex(kGetSessions);
  const std::string answer = take_hex();
  EXPECT_TRUE(
      answer.starts_with("000000012860"
                         "0a"))
      << answer;
  EXPECT_NE(answer.find(to_hex(kTestSession)), std::string::npos);
  receive_hex(kKeepalive);
  EXPECT_EQ(take_hex(), "000000000c000000000000000000");
  receive_hex("00000005 1900 00000002 00000c 0b 6167656e742e7175657279 0a00");
  EXPECT_EQ(take_hex(), "000000052c0000000201" + to_hex("Unknown route: agent.query"));
}

TEST_F(RSocketTest, CompositeMetadata) {
  std::string setup = from_hex("000000000400 0001 0000 0000012c 000007d0 27");
  setup += "message/x.rsocket.composite-metadata.v0";
  setup += from_hex("16") + "application/x-protobuf";
  channel->receive(setup);
  receive_hex(
      "00000001 1100 000025 02 612f62 000001 78 fe 000019 18 "
      "6167656e742e676574486973746f727953657373696f6e73 0832");
  EXPECT_TRUE(take_hex().starts_with("000000012860"));
}

TEST_F(RSocketTest, TheFirstFrameIsSetup) {
  receive_hex(kKeepalive);
  EXPECT_TRUE(take_hex().starts_with("000000002c0000000001"));
  EXPECT_FALSE(host.open);
  receive_hex(kSetup);
  EXPECT_TRUE(host.sent.empty());
}

TEST_F(RSocketTest, WhatIsNotSupportedIsRefused) {
  const auto refusal = [this](std::string_view hex) {
    make({});
    host.open = true;
    receive_hex(hex);
    return take_hex().substr(0, 20);
  };
  EXPECT_EQ(refusal("000000003400 0001 0000 0000"), "000000002c0000000004");  // RESUME
  EXPECT_EQ(refusal("000000000480 0001 0000 0000012c 000007d0 0000 00 00"), "000000002c0000000003");
  EXPECT_EQ(refusal("000000000400 0002 0000 0000012c 000007d0 00 00"), "000000002c0000000002");
  EXPECT_EQ(refusal("000000000400 0001"), "000000002c0000000001");
  EXPECT_EQ(refusal("00"), "000000002c0000000001");
  // A lease is granted without a limit.
  EXPECT_EQ(refusal("000000000440 0001 0000 0000012c 000007d0 00 00"), "0000000008007fffffff");
  EXPECT_TRUE(host.open);
}

TEST_F(RSocketTest, RequestsInFragments) {
  receive_hex(kSetup);
  const std::string whole = from_hex(kGetSessions);
  // Metadata in two parts, then data.
  receive_hex("00000001 1180 000003 18 6167");
  EXPECT_TRUE(host.sent.empty());
  receive_hex("00000001 29a0 000016 656e742e676574486973746f727953657373696f6e73");
  EXPECT_TRUE(host.sent.empty());
  receive_hex("00000001 2820 0832");
  EXPECT_TRUE(take_hex().starts_with("000000012860"));
}

TEST_F(RSocketTest, FragmentsAreBounded) {
  make({.largest_frame = rsocket::kLargestFrame, .largest_request = 1000});
  receive_hex(kSetup);
  channel->receive(request(1, 4, 0x80, "agent.loadHistory", std::string(600, 'x')));
  EXPECT_TRUE(host.sent.empty());
  channel->receive(from_hex("00000001 28a0") + std::string(600, 'x'));
  EXPECT_TRUE(take_hex().starts_with("000000012c0000000202"));
  channel->receive(from_hex("00000001 28a0") + std::string(600, 'x'));
  EXPECT_TRUE(host.sent.empty());
  channel->receive(request(3, 4, 0, "agent.getHistorySessions", ""));
  EXPECT_TRUE(take_hex().starts_with("000000032860"));
}

TEST_F(RSocketTest, AnswersInFragments) {
  make({.largest_frame = 64, .largest_request = 1000});
  receive_hex(kSetup);
  ProtoWriter load;
  load.text(1, kTestSession);
  channel->receive(request(1, 4, 0, "agent.loadHistory", load.bytes()));
  std::string data;
  ASSERT_GT(host.sent.size(), 2U);
  for (std::size_t i = 0; i < host.sent.size(); ++i) {
    const auto frame = rsocket::read_frame(host.sent[i]);
    ASSERT_TRUE(frame);
    EXPECT_LE(host.sent[i].size(), 64U);
    EXPECT_EQ(frame->flags, i + 1 < host.sent.size() ? 0xA0 : 0x60);
    data += frame->data;
  }
  // Two prompts and answers, a call, and its result as a message of its own.
  ProtoReader in(data);
  int messages = 0;
  while (in.next()) messages += in.field() == 1 ? 1 : 0;
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(messages, 4);
}

TEST_F(RSocketTest, StreamsObeyCredits) {
  receive_hex(kSetup);
  channel->receive(request(1, 6, 0, "history.watch", "", "00000002"));
  EXPECT_TRUE(host.sent.empty());
  for (int i = 0; i < 5; ++i) bus.publish({.type = "session.appended", .session = "s"});
  host.run_posted();
  EXPECT_EQ(host.sent.size(), 2U);
  receive_hex("00000001 2000 00000001");
  EXPECT_EQ(host.sent.size(), 3U);
  receive_hex("00000001 2000 7fffffff");
  EXPECT_EQ(host.sent.size(), 5U);
  receive_hex("00000001 2000 7fffffff");
  const auto frame = rsocket::read_frame(host.sent.front());
  EXPECT_EQ(frame->flags, 0x20);
  ProtoReader in(frame->data);
  ASSERT_TRUE(in.next());
  EXPECT_EQ(in.number(), 1);
  receive_hex("00000001 2400");
  host.sent.clear();
  bus.publish({.type = "session.appended", .session = "s"});
  host.run_posted();
  EXPECT_TRUE(host.sent.empty());
  EXPECT_EQ(bus.subscribers(), 0U);
}

TEST_F(RSocketTest, WhoGivesNoCreditsIsToldToLookAgain) {
  receive_hex(kSetup);
  channel->receive(request(1, 6, 0, "history.watch", "", "00000001"));
  for (int i = 0; i < 3000; ++i) {
    bus.publish({.type = "session.appended", .session = "s"});
    host.run_posted();
  }
  EXPECT_EQ(host.sent.size(), 1U);
  host.sent.clear();
  receive_hex("00000001 2000 7fffffff");
  EXPECT_LE(host.sent.size(), 1024U);
  EXPECT_NE(host.sent.front().find("resync"), std::string::npos);
}

TEST_F(RSocketTest, Mistakes) {
  receive_hex(kSetup);
  channel->receive(request(1, 6, 0, "history.watch", "", "00000000"));
  EXPECT_TRUE(take_hex().starts_with("000000012c0000000204"));
  channel->receive(request(3, 7, 0, "history.watch", "", "00000001"));
  EXPECT_TRUE(take_hex().starts_with("000000032c0000000202"));
  channel->receive(request(5, 4, 0, "agent.loadHistory", "\xff\xff"));
  EXPECT_TRUE(take_hex().starts_with("000000052c0000000201"));
  root.files.add_file("/outside.jsonl", TestRoot::transcript());
  for (const char* name : {"/secret/other.jsonl", "outside.jsonl", "./outside.jsonl"}) {
    ProtoWriter load;
    load.text(1, name);
    channel->receive(request(7, 4, 0, "agent.loadHistory", load.bytes()));
    EXPECT_TRUE(take_hex().starts_with("000000072c0000000201")) << name;
  }
  // Frames of streams that are over, and unknown ones that may be ignored.
  for (const char* hex :
       {"00000009 2400", "00000009 2000 00000001", "00000009 2860 00", "00000009 fe00"}) {
    receive_hex(hex);
    EXPECT_TRUE(host.sent.empty()) << hex;
  }
  channel->receive(request(11, 4, 0, "agent.getHistorySessions", ""));
  EXPECT_TRUE(take_hex().starts_with("0000000b2860"));
  receive_hex("00000009 fc00");
  EXPECT_TRUE(take_hex().starts_with("000000002c0000000101"));
  EXPECT_FALSE(host.open);
}

TEST_F(RSocketTest, ACancelledRequestIsNotAnswered) {
  receive_hex(kSetup);
  channel->arriving(from_hex("00000001 2400"));
  receive_hex(kGetSessions);
  EXPECT_TRUE(host.sent.empty());
  receive_hex("00000001 2400");
}

TEST(ProtoWriter, TextsAreAlwaysUtf8) {
  ProtoWriter out;
  out.text(1, "n\xff\xc3me");  // a file's name may be anything
  ProtoReader in(out.bytes());
  ASSERT_TRUE(in.next());
  EXPECT_EQ(in.text(), "n\uFFFD\uFFFDme");
  EXPECT_FALSE(in.next());
  EXPECT_TRUE(in.ok());
}

}  // namespace
}  // namespace clew
