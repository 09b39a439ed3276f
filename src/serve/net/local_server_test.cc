// SPDX-License-Identifier: MIT
#include "serve/net/local_server.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(LocalServer, AnAnswerHasAStatusAndABody) {
  const auto answer = read_http_answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 403);
  EXPECT_EQ(answer->body, "{}");
}

TEST(LocalServer, ChunksAreJoined) {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  const auto whole = read_http_answer(head + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->body, "abc0123456789");
  for (const char* broken : {"", "3\r\nab", "3\r\nabc\r\n", "ffffffffffffffff\r\nabc", "x\r\n",
                             "3\r\nabcd\r\n0\r\n\r\n"}) {
    EXPECT_FALSE(read_http_answer(head + broken)) << broken;
  }
}

TEST(LocalServer, WhatIsNoAnswerIsAnError) {
  for (const char* bytes : {"", "HTTP/1.1 200 OK\r\n", "SSH-2.0-x\r\n\r\n"}) {
    EXPECT_FALSE(read_http_answer(bytes)) << bytes;
  }
}

TEST(LocalServer, NobodyThereIsSaid) {
  const auto answer = ask_local_server("/nonexistent/api.sock", "/", "{}", std::chrono::seconds(1));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
