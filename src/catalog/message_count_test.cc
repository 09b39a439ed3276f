// SPDX-License-Identifier: MIT
#include "catalog/message_count.h"

#include <gtest/gtest.h>

#include "catalog/test_lines.h"
#include "os/memory_file_system.h"

namespace clew {
namespace {

using test::assistant;
using test::user;

std::int64_t count(const std::string& bytes) {
  MemoryFileSystem files;
  files.add_file("/x", bytes);
  json::Parser parser;
  const auto messages = count_messages(files, "/x", parser);
  EXPECT_TRUE(messages);
  return messages ? *messages : -1;
}

TEST(CountMessages, CountsUserAndAssistantLinesThatAreNotMeta) {
  EXPECT_EQ(count(""), 0);
  EXPECT_EQ(count(user("a") + assistant("b") + user("c", R"(,"isMeta":true)") +
                  test::custom_title("user") +
                  R"({"type":"file-history-snapshot"})"
                  "\n" +
                  R"({"parentUuid":"x","type":"system"})"
                  "\n" +
                  assistant("d")),
            3);
}

TEST(CountMessages, CountsLinesInEveryForm) {
  EXPECT_EQ(count("{ \"type\" : \"user\" }\n{\"message\":{},\"type\":\"assistant\"}"), 2);
  EXPECT_EQ(count(R"({"parentUuid":"x","type":"system","was":{"type":"user"}})"), 0);
  EXPECT_EQ(count("garbage\n{\"type\":\"user\"\n"), 0);
}

TEST(CountMessages, AMissingFileIsAnError) {
  json::Parser parser;
  EXPECT_FALSE(count_messages(MemoryFileSystem(), "/none", parser));
}

}  // namespace
}  // namespace clew
