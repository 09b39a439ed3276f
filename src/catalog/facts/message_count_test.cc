// SPDX-License-Identifier: MIT
#include "catalog/facts/message_count.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::string line(const std::string& uuid, const std::string& parent, const std::string& type,
                 const std::string& message, const std::string& more = "") {
  return R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
         (parent.empty() ? "null" : '"' + parent + '"') +
         R"(,"sessionId":"s","timestamp":"2026-01-01T00:00:0)" + uuid.back() + R"(Z","message":)" +
         message + more + "}\n";
}
std::string prompt(const std::string& uuid, const std::string& parent,
                   const std::string& more = "") {
  return line(uuid, parent, "user", R"({"role":"user","content":"go on"})", more);
}
std::string answer(const std::string& uuid, const std::string& parent, const std::string& block) {
  return line(uuid, parent, "assistant",
              R"({"id":"msg_1","role":"assistant","content":[)" + block + "]}");
}

std::int64_t count(const std::string& bytes) {
  MemoryFileSystem files;
  files.add_file("/x", bytes);
  const auto messages = count_messages(files, "/x");
  EXPECT_TRUE(messages);
  return messages ? *messages : -1;
}

TEST(CountMessages, CountsWhatShowPrints) {
  EXPECT_EQ(count(""), 0);
  EXPECT_EQ(count("garbage\n" + prompt("u1", "")), 1);
  // An answer in two lines, its tool's result and a meta line are one message with the prompt's.
  const std::string turn =
      prompt("u1", "") + answer("a2", "u1", R"({"type":"text","text":"so"})") +
      answer("a3", "a2", R"({"type":"tool_use","id":"t","name":"Bash","input":{}})") +
      line(
          "r4", "a3", "user",
          R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]})") +
      prompt("m5", "r4", R"(,"isMeta":true)");
  EXPECT_EQ(count(turn), 2);
}

TEST(CountMessages, LeavesOutWhatAnEditedPromptLeftBehind) {
  EXPECT_EQ(count(prompt("u1", "") + answer("a2", "u1", R"({"type":"text","text":"so"})") +
                  prompt("u3", "a2") + prompt("u4", "a2")),
            3);
}

TEST(CountMessages, AMissingFileIsAnError) {
  EXPECT_FALSE(count_messages(MemoryFileSystem(), "/none"));
}

}  // namespace
}  // namespace clew
