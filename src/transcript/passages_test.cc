// SPDX-License-Identifier: MIT
#include "transcript/passages.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

// "role:text" for each passage, "!" for errors, "[tool file]" where known.
std::string read(PassageReader& reader, std::string_view line) {
  json::Parser parser;
  const auto value = parser.parse_copy(line);
  EXPECT_TRUE(value) << line;
  std::string out;
  for (const Passage& passage : reader.read(LineFields(*value))) {
    if (!out.empty()) out += " | ";
    out += std::string(name_of(passage.role)) + (passage.error ? "!:" : ":") +
           std::string(passage.text);
    if (!passage.tool.empty())
      out += " [" + std::string(passage.tool) + " " + std::string(passage.file) + "]";
  }
  return out;
}
std::string read(std::string_view line) {
  PassageReader reader;
  return read(reader, line);
}

TEST(Passages, Prompts) {
  EXPECT_EQ(read(R"({"type":"user","message":{"content":"fix it"}})"), "user:fix it");
  EXPECT_EQ(
      read(
          R"({"type":"user","message":{"content":[{"type":"text","text":"a"},{"type":"image","source":{"type":"base64","data":"QUJD"}},{"type":"text","text":"b"}]}})"),
      "user:a\nb");
  EXPECT_EQ(read(R"({"type":"user","isMeta":true,"message":{"content":"skill body"}})"),
            "tool:skill body");
  EXPECT_EQ(
      read(
          R"({"type":"user","message":{"content":"<local-command-stdout>x</local-command-stdout>"}})"),
      "tool:<local-command-stdout>x</local-command-stdout>");
  EXPECT_EQ(read(R"({"type":"user","isCompactSummary":true,"message":{"content":"so far"}})"),
            "assistant:so far");
  EXPECT_EQ(
      read(R"({"type":"attachment","attachment":{"type":"queued_command","prompt":"also this"}})"),
      "user:also this");
}

TEST(Passages, Answers) {
  EXPECT_EQ(
      read(
          R"({"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"done"}]}})"),
      "thinking:hm | assistant:done");
  EXPECT_EQ(
      read(
          R"({"type":"assistant","isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"API Error"}]}})"),
      "assistant!:API Error");
  EXPECT_EQ(
      read(
          R"({"type":"assistant","message":{"content":[{"type":"redacted_thinking","data":"xx"}]}})"),
      "");
}

TEST(Passages, ToolsAndTheirResults) {
  PassageReader reader;
  EXPECT_EQ(
      read(
          reader,
          R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"/p/a.cc","old_string":"x","n":3,"deep":{"k":["y"]}}}]}})"),
      "tool:Edit\n/p/a.cc\nx\ny [Edit /p/a.cc]");
  EXPECT_EQ(
      read(
          reader,
          R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"no such text"}]},"toolUseResult":"Error: no such text"})"),
      "tool!:no such text [Edit /p/a.cc]");
  EXPECT_EQ(
      read(
          reader,
          R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"again"}]}]}})"),
      "tool:again")
      << "the call was answered before";
  EXPECT_EQ(
      read(
          R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"x","content":"a..."}]},"toolUseResult":{"stdout":"abcdef"}})"),
      "tool:abcdef");
}

TEST(Passages, TitlesOnce) {
  PassageReader reader;
  EXPECT_EQ(read(reader, R"({"type":"ai-title","aiTitle":"The pool"})"), "title:The pool");
  EXPECT_EQ(read(reader, R"({"type":"ai-title","aiTitle":"The pool"})"), "");
  PassageReader later;
  later.set_state(reader.state());
  EXPECT_EQ(read(later, R"({"type":"ai-title","aiTitle":"The pool"})"), "");
  EXPECT_EQ(read(later, R"({"type":"ai-title","aiTitle":"Another"})"), "title:Another");
}

TEST(Passages, StateKeepsCalls) {
  PassageReader reader;
  read(
      reader,
      R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"/p"}}]}})");
  PassageReader later;
  later.set_state(reader.state());
  EXPECT_EQ(later.state(), reader.state());
  EXPECT_EQ(
      read(
          later,
          R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}})"),
      "tool:x [Read /p]");
  later.set_state("nonsense\n\n\tc\t");
  EXPECT_EQ(later.state(), "");
}

TEST(Passages, NothingElse) {
  for (const char* line :
       {R"({"type":"progress","data":{"type":"bash_progress","output":"x"}})",
        R"({"type":"last-prompt","lastPrompt":"x"})", R"({"type":"mode","mode":"x"})",
        R"({"type":"system","subtype":"compact_boundary","content":"Conversation compacted"})",
        R"({"type":"user"})", R"({"type":"user","message":7})", R"([1])", R"({})"}) {
    EXPECT_EQ(read(line), "") << line;
  }
  const std::string blob =
      R"({"type":"user","message":{"content":[{"type":"tool_result","content":")" +
      std::string(9000, 'A') + R"("}]}})";
  EXPECT_EQ(read(blob), "");
}

TEST(Passages, FileFilterTerms) {
  EXPECT_EQ(file_filter_terms("/a/b/c.cc"),
            (std::vector<std::string>{"c.cc", "b/c.cc", "a/b/c.cc", "/a/b/c.cc"}));
  EXPECT_EQ(file_filter_terms("c.cc"), (std::vector<std::string>{"c.cc"}));
  EXPECT_EQ(file_filter_terms("/1/2/3/4/5/6/7").size(), 7U);
  EXPECT_TRUE(file_filter_terms("").empty());
}

}  // namespace
}  // namespace clew
