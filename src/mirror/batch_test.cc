// SPDX-License-Identifier: MIT
#include "mirror/batch.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Batch, TakesLinesAsTheyCame) {
  const std::string nul = R"({"type":"user","uuid":"a","text":"\u0000 \ud83d lone"})";
  const std::string big = R"({"z":1e400,"a":123456789012345678901234567890,"type":"x"})";
  const std::string body = nul + "\n\n" + big + "\r\n";
  const auto batch = read_batch(body, "key-1");
  ASSERT_TRUE(batch) << batch.error().message;
  ASSERT_EQ(batch->lines.size(), 2U);
  EXPECT_EQ(batch->lines[0].text, nul);
  EXPECT_EQ(batch->lines[1].text, big);
  EXPECT_TRUE(batch->lines[0].id);
  EXPECT_FALSE(batch->lines[1].id);
  EXPECT_EQ(batch->key, "key-1");
}

TEST(Batch, NothingIsABatchOfNothing) {
  for (const char* body : {"", "\n", " \n\n"}) {
    const auto batch = read_batch(body, "");
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->lines.empty());
  }
}

TEST(Batch, NamesTheLineThatIsWrong) {
  const auto torn = read_batch("{\"type\":\"a\"}\n{\"type\":", "");
  ASSERT_FALSE(torn);
  EXPECT_NE(torn.error().message.find("line 2"), std::string::npos) << torn.error().message;
  EXPECT_FALSE(read_batch("[1]\n", ""));
  EXPECT_FALSE(read_batch("\"text\"\n", ""));
  EXPECT_FALSE(read_batch("{\"type\":\"\xff\"}\n", ""));
}

TEST(Batch, AGiantLineIsReadAsASmallOne) {
  const std::string pad = R"("pad":")" + std::string(9 << 20, 'x') + '"';
  const auto id_of = [](const std::string& line) {
    const auto batch = read_batch(line, "");
    return batch && batch->lines.size() == 1 ? batch->lines[0].id : std::nullopt;
  };
  const auto small = id_of(R"({"uuid":"u1"})");
  ASSERT_TRUE(small);
  EXPECT_EQ(id_of("{" + pad + R"(,"message":{"uuid":"no"},"uuid":"u1","uuid":"u2"})"), small);
  EXPECT_EQ(id_of(R"({"\u0075uid":"\u00751",)" + pad + "}"), small);
  EXPECT_EQ(id_of(R"({"uuid":["u1"],)" + pad + "}"), std::nullopt);
  EXPECT_FALSE(read_batch("{" + pad, ""));
  EXPECT_FALSE(read_batch("[\"uuid\",{" + pad + "}]", ""));
  EXPECT_FALSE(read_batch("{" + pad + ",\"t\":\"\xff\"}", ""));
}

TEST(Batch, KeysArePrintableAndShort) {
  EXPECT_TRUE(read_batch("", std::string(kLongestBatchKey, 'k')));
  EXPECT_FALSE(read_batch("", std::string(kLongestBatchKey + 1, 'k')));
  EXPECT_FALSE(read_batch("", "a b"));
  EXPECT_FALSE(read_batch("", "a\nb"));
}

TEST(Batch, OnlyATextIsAnId) {
  const auto batch =
      read_batch("{\"uuid\":1}\n{\"uuid\":\"\"}\n{\"uuid\":null}\n{\"uuid\":\"1\"}", "");
  ASSERT_TRUE(batch);
  EXPECT_FALSE(batch->lines[0].id);
  EXPECT_FALSE(batch->lines[1].id);
  EXPECT_FALSE(batch->lines[2].id);
  EXPECT_TRUE(batch->lines[3].id);
}

}  // namespace
}  // namespace clew
