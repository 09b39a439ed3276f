// SPDX-License-Identifier: MIT

#include "render/message_text.h"

#include <string>

#include <gtest/gtest.h>

#include "base/text.h"

namespace clew {
namespace {

std::string summary(const std::string& input, int cells = 60) {
  ToolCall tool;
  tool.name = "Tool";
  tool.input = input;
  return tool_summary(tool, cells);
}

TEST(ToolSummary, TheMostTellingArgument) {
  EXPECT_EQ(summary(R"({"description":"List files","command":"ls -l"})"), "ls -l");
  EXPECT_EQ(summary(R"({"old_string":"a","new_string":"b","file_path":"/x/y.cc"})"), "/x/y.cc");
  EXPECT_EQ(summary(R"({"path":"src","pattern":"foo.*bar"})"), "foo.*bar");
  EXPECT_EQ(summary(R"({"prompt":"do it","description":"Do it well"})"), "Do it well");
  EXPECT_EQ(summary(R"({"unheard":"of"})"), "of");
  EXPECT_EQ(
      summary(
          R"({"todos":[{"content":"a","status":"completed"},{"content":"b","status":"in_progress"}]})"),
      "1 of 2 done: b");
}

TEST(ToolSummary, InputsWithoutWords) {
  EXPECT_EQ(summary(""), "");
  EXPECT_EQ(summary("null"), "");
  EXPECT_EQ(summary("{}"), "");
  EXPECT_EQ(summary(R"({"n":5,"list":[1,2]})"), R"({"n":5,"list":[1,2]})");
  EXPECT_EQ(summary("[1,2]"), "[1,2]");
  EXPECT_EQ(summary("\"text\""), "\"text\"");
  EXPECT_EQ(summary("not json"), "");
  EXPECT_EQ(summary(R"({"command":7,"file_path":null,"other":"words"})"), "words");
}

TEST(ToolSummary, OneLineThatFits) {
  EXPECT_EQ(summary(R"({"command":"cd /tmp &&\n\tls"})"), "cd /tmp && ls");
  EXPECT_EQ(summary(R"({"command":"abcdefghij"})", 5), "abcd…");
  EXPECT_EQ(summary(R"({"command":"把配方改成公制"})", 6), "把配…");
  EXPECT_EQ(summary(R"({"file_path":"/home/ada/orchard/src/pool.cc"})", 14), "…/src/pool.cc");
  EXPECT_EQ(summary(R"({"file_path":"/home/a-very-long-name.cc"})", 8), "/home/a…");
  EXPECT_EQ(summary(R"({"command":"/bin/prog-with-a-long-name"})", 8), "/bin/pr…");
  for (int cells = 0; cells < 30; ++cells) {
    EXPECT_LE(display_width(summary(R"({"file_path":"/home/日本語/🍞/name.cc"})", cells)), cells);
    EXPECT_LE(display_width(summary(R"({"command":"日本語 and 🍞🍞🍞 emoji words"})", cells)), cells);
  }
}

TEST(ToolSummary, NothingHostileComesThrough) {
  EXPECT_EQ(summary(R"({"command":"a\u001b[2Jb\u001b]0;x\u0007c\u009b31md\u202ee"})"), "abcde");
  const std::string odd = summary(R"({"\u001b[2J":["\u001b]0;x\u0007"]})");
  EXPECT_EQ(odd.find('\x1b'), std::string::npos) << odd;
}

}  // namespace
}  // namespace clew
