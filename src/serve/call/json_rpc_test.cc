// SPDX-License-Identifier: MIT

#include "serve/call/json_rpc.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

struct Read {
  RpcKind kind;
  std::string id;
};

Read read(std::string_view text) {
  json::Parser parser;
  auto root = parser.parse_copy(text);
  EXPECT_TRUE(root) << text;
  const RpcMessage message = read_rpc_message(*root);
  return {message.kind, message.id};
}

TEST(JsonRpc, TellsKindsApart) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1,"method":"a"})").kind, RpcKind::kRequest);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","method":"a","params":[]})").kind, RpcKind::kNotification);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"x","result":null})").kind, RpcKind::kResponse);
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"x","error":{"code":1}})").kind, RpcKind::kResponse);
}

TEST(JsonRpc, IdsAreNumbersTextsOrNull) {
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":-7,"method":"a"})").id, "-7");
  EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"a\"b","method":"a"})").id, R"("a\"b")");
  const Read null = read(R"({"jsonrpc":"2.0","id":null,"method":"a"})");
  EXPECT_EQ(null.kind, RpcKind::kRequest);
  EXPECT_EQ(null.id, "null");
  for (const char* id : {"1.5", "[]", "{}", "true", "1e400"}) {
    const Read bad = read(R"({"jsonrpc":"2.0","method":"a","id":)" + std::string(id) + "}");
    EXPECT_EQ(bad.kind, RpcKind::kInvalid) << id;
    EXPECT_EQ(bad.id, "null");
  }
  const Read longest =
      read(R"({"jsonrpc":"2.0","method":"a","id":")" + std::string(2000, 'x') + "\"}");
  EXPECT_EQ(longest.kind, RpcKind::kInvalid);
}

TEST(JsonRpc, WhatIsNoMessageIsInvalid) {
  for (const char* text :
       {"1", "[]", "null", "{}", R"({"id":1,"method":"a"})",
        R"({"jsonrpc":"1.0","id":1,"method":"a"})", R"({"jsonrpc":"2.0","id":1,"method":7})",
        R"({"jsonrpc":"2.0","id":1,"method":""})",
        R"({"jsonrpc":"2.0","id":1,"method":"a","params":3})", R"({"jsonrpc":"2.0","result":1})",
        R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})", R"({"jsonrpc":"2.0","id":1})"}) {
    EXPECT_EQ(read(text).kind, RpcKind::kInvalid) << text;
  }
}

TEST(JsonRpc, Texts) {
  EXPECT_EQ(rpc_result_text("1", "{}"), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(rpc_error_text("", {-32700, "no", R"({"a":1})"}),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no","data":{"a":1}}})");
  EXPECT_EQ(rpc_notification_text("n", "[1]"), R"({"jsonrpc":"2.0","method":"n","params":[1]})");
  EXPECT_EQ(rpc_request_text("5", "m", "{}"),
            R"({"jsonrpc":"2.0","id":5,"method":"m","params":{}})");
}

}  // namespace
}  // namespace clew
