// SPDX-License-Identifier: MIT
#include "ingest/giant_line.h"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

// By role, error, tool and file: the words.
using Words = std::map<std::string, std::set<std::string>>;

void add_words(Words& words, const Passage& passage) {
  const std::string key = std::string(name_of(passage.role)) + (passage.error ? "!" : "") + " " +
                          std::string(passage.tool) + " " + std::string(passage.file);
  for_each_token(passage.text,
                 [&](const Token& token) { words[key].insert(std::string(token.text)); });
}

class GiantLineTest : public testing::Test {
 protected:
  Result<void> each_piece(const std::string& line, PassageReader& reader,
                          const GiantLine::Visit& visit) {
    files_.add_file("/f", "before\n" + line + "\nbehind");
    const auto file = files_.open("/f");
    const auto giant = GiantLine::open(**file, 7, std::ssize(line), reader);
    if (!giant) return giant.error();
    return giant->each_passage(visit);
  }

  Words words_of_giant(const std::string& line, PassageReader& reader) {
    Words words;
    const auto read = each_piece(
        line, reader, [&](const Passage& passage, std::size_t) { add_words(words, passage); });
    EXPECT_TRUE(read) << read.error().message;
    return words;
  }

  static Words words_of_line(std::string line, PassageReader& reader) {
    Words words;
    json::Parser parser;
    line.reserve(line.size() + json::kPadding);
    const auto value = parser.parse(line);
    EXPECT_TRUE(value) << line;
    for (const Passage& passage : reader.read(LineFields(*value))) add_words(words, passage);
    return words;
  }

  MemoryFileSystem files_;
};

std::string message(const std::string& type, const std::string& content,
                    const std::string& more = "") {
  return R"({"type":")" + type + R"(","uuid":"u","timestamp":"2025-01-01T00:00:00Z","message":)" +
         R"({"role":")" + type + R"(","content":)" + content + "}" + more + "}";
}

// What a line of usual length gives, it gives as a giant.
TEST_F(GiantLineTest, FindsWhatAnOrdinaryLineHas) {
  const std::string encoded(5000, 'A');
  const std::string lines[] = {
      message("user", R"("plain words of a person")"),
      message("user", R"("meta words")", R"(,"isMeta":true)"),
      message("user", R"("a summary")", R"(,"isCompactSummary":true)"),
      message("assistant", R"([{"type":"text","text":"an answer"},)"
                           R"({"type":"thinking","thinking":"a thought","signature":"sig"},)"
                           R"({"type":"text","text":"more of it"}])"),
      message("assistant",
              R"([{"id":"t1","type":"tool_use","name":"Edit","input":)"
              R"({"file_path":"/a/b.cc","old":["one",{"x":"two"}],"data":"secret"}}])"),
      message("user", R"([{"type":"tool_result","tool_use_id":"t1","content":"the result"}])"),
      message("user", R"([{"type":"tool_result","tool_use_id":"t2","is_error":true,"content":)"
                      R"([{"type":"text","text":"part one"},{"type":"image","source":)"
                      R"({"data":"pixels"}},{"type":"text","text":"part two"}]}])"),
      message("user", R"([{"type":"tool_result","content":"cut"}])",
              R"(,"toolUseResult":{"stdout":"cut output with its rest","stderr":"not this"})"),
      message("user", R"([{"type":"tool_result","content":"the same"}])",
              R"(,"toolUseResult":{"stdout":"the same"})"),
      message("user", R"([{"type":"text","text":"look"},{"type":"document","title":"Paper",)"
                      R"("source":{"type":"text","data":"its words"}}])"),
      message("user", R"([{"type":"image","source":{"type":"base64","data":")" + encoded + "\"}}]"),
      message("user", R"([{"type":"tool_result","content":")" + encoded + "\"}]"),
      R"({"type":"system","subtype":"informational","content":"a notice"})",
      R"({"type":"summary","summary":"a title"})",
      R"({"type":"attachment","attachment":{"type":"queued_command","prompt":"typed meanwhile"}})",
      R"({"type":"progress","content":"nothing of interest"})",
  };
  PassageReader ordinary;
  PassageReader giant;
  for (const std::string& line : lines)
    EXPECT_EQ(words_of_giant(line, giant), words_of_line(line, ordinary)) << line;
  EXPECT_EQ(giant.state(), ordinary.state());
}

TEST_F(GiantLineTest, LongTextsComeInPiecesThatOverlap) {
  std::string text;
  for (int i = 0; text.size() < (std::size_t{5} << 20U); ++i) text += "w" + std::to_string(i) + " ";
  PassageReader reader;
  std::string joined;
  std::size_t count = 0;
  std::set<std::string> pairs;
  const auto read = each_piece(message("assistant", R"([{"type":"text","text":")" + text + "\"}]"),
                               reader, [&](const Passage& passage, std::size_t part) {
                                 EXPECT_EQ(part, count++);
                                 EXPECT_EQ(reader.line().uuid, "u");
                                 EXPECT_EQ(passage.role, PassageRole::kAssistant);
                                 EXPECT_LT(passage.text.size(), std::size_t{3} << 19U);
                                 std::string last;
                                 for_each_token(passage.text, [&](const Token& token) {
                                   pairs.insert(last + " " + std::string(token.text));
                                   last = token.text;
                                 });
                               });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_GE(count, 5U);
  std::string last;
  std::size_t missing = 0;
  for_each_token(text, [&](const Token& token) {
    if (!last.empty() && !pairs.contains(last + " " + std::string(token.text))) ++missing;
    last = token.text;
  });
  EXPECT_EQ(missing, 0U) << "neighbours that are in no piece together";
}

// No place to cut between words: characters stay whole, and nothing is lost.
TEST_F(GiantLineTest, TextWithoutSpacesIsCutBetweenCharacters) {
  std::string text;
  while (text.size() < (std::size_t{3} << 20U)) text += "語";
  PassageReader reader;
  std::size_t bytes = 0;
  const auto read = each_piece(message("user", "\"" + text + "\""), reader,
                               [&](const Passage& passage, std::size_t) {
                                 bytes += passage.text.size();
                                 EXPECT_EQ(passage.text.substr(0, 3), "語");
                                 EXPECT_EQ(passage.text.substr(passage.text.size() - 3), "語");
                               });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_GE(bytes, text.size());
}

TEST_F(GiantLineTest, WhatIsNoJsonIsAnError) {
  PassageReader reader;
  EXPECT_FALSE(each_piece(R"({"type":"user","message":{"content":"torn)", reader,
                          [](const Passage&, std::size_t) {}));
}

}  // namespace
}  // namespace clew
