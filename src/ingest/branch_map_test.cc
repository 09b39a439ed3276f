// SPDX-License-Identifier: MIT
#include "ingest/branch_map.h"

#include <gtest/gtest.h>

#include "catalog/layout/transcript_file.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

struct Session {
  std::string text;
  std::int64_t add(const std::string& line) {
    const auto offset = static_cast<std::int64_t>(text.size());
    text += line + "\n";
    return offset;
  }
  std::int64_t say(const std::string& type, const std::string& uuid, const std::string& parent) {
    return add(R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
               (parent.empty() ? "null" : "\"" + parent + "\"") +
               R"(,"sessionId":"s","timestamp":"2026-01-01T00:00:00Z","message":{"role":")" + type +
               R"(","id":"m)" + uuid + R"(","content":"words"}})");
  }
  BranchMap map() const {
    MemoryFileSystem files;
    files.add_file("/s.jsonl", text);
    return BranchMap(Tree(*read_transcript(files, "/s.jsonl")));
  }
};

TEST(BranchMap, KnowsWhatAnEditedPromptLeftBehind) {
  Session session;
  session.add(R"({"type":"mode","mode":"normal","sessionId":"s"})");
  const auto first = session.say("user", "a", "");
  const auto answer = session.say("assistant", "b", "a");
  const auto old_prompt = session.say("user", "c", "b");
  const auto old_answer = session.say("assistant", "d", "c");
  const auto new_prompt = session.say("user", "e", "b");
  const auto new_answer = session.say("assistant", "f", "e");
  for (const bool stored : {false, true}) {
    BranchMap map = session.map();
    if (stored) map = *BranchMap::decode(map.encode());
    for (const auto offset : {first, answer, new_prompt, new_answer})
      EXPECT_EQ(map.at(offset), LineBranch::kActive) << offset;
    for (const auto offset : {old_prompt, old_answer})
      EXPECT_EQ(map.at(offset), LineBranch::kAbandoned) << offset;
    EXPECT_EQ(map.at(0), LineBranch::kUnknown);
  }
}

TEST(BranchMap, ASidechainIsOfASubagent) {
  Session session;
  session.say("user", "a", "");
  const auto aside = session.add(
      R"({"type":"user","uuid":"x","parentUuid":null,"isSidechain":true,"message":{"content":"y"}})");
  EXPECT_EQ(session.map().at(aside), LineBranch::kSubagent);
}

TEST(BranchMap, NonsenseIsNoMap) {
  EXPECT_FALSE(BranchMap::decode(""));
  EXPECT_FALSE(BranchMap::decode("\x05\x01"));  // less than it says
  EXPECT_FALSE(BranchMap::decode("\x01\x80"));  // a number without an end
  EXPECT_TRUE(BranchMap::decode(BranchMap().encode()));
}

}  // namespace
}  // namespace clew
