// SPDX-License-Identifier: MIT
#include "catalog/beside/prompt_history.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::string line(const std::string& text, int64_t time, const std::string& project,
                 const std::string& session, const std::string& pastes = "{}") {
  return R"({"display":)" + test::quoted(text) + R"(,"pastedContents":)" + pastes +
         R"(,"timestamp":)" + std::to_string(time) + R"(,"project":)" + test::quoted(project) +
         (session.empty() ? "" : R"(,"sessionId":)" + test::quoted(session)) + "}\n";
}

class PromptHistoryTest : public testing::Test {
 protected:
  PromptHistoryTest() {
    files_.add_file("/r/history.jsonl", line("one", 1, "/a", "s1") + line("two", 2, "/b", "s2") +
                                            line("Three", 3, "/a", "s1") +
                                            line("four", 4, "/a", ""));
  }
  std::vector<std::string> texts(const PromptFilter& filter = {}) {
    std::vector<std::string> all;
    for (const TypedPrompt& prompt : read_prompt_history(files_, {"/r"}, filter).prompts) {
      all.push_back(prompt.text);
    }
    return all;
  }
  std::string resolved(const std::string& text, const std::string& pastes) {
    files_.add_file("/r/history.jsonl", line(text, 1, "/a", "s", pastes));
    const PromptHistory history = read_prompt_history(files_, {"/r"});
    missing_ = history.prompts.at(0).missing_pastes;
    return history.prompts.at(0).text;
  }
  MemoryFileSystem files_;
  int missing_ = 0;
};

using Texts = std::vector<std::string>;

TEST_F(PromptHistoryTest, NewestFirstAndFiltered) {
  EXPECT_EQ(texts(), (Texts{"four", "Three", "two", "one"}));
  EXPECT_EQ(texts({.project = "/b"}), Texts{"two"});
  EXPECT_EQ(texts({.session = "s1"}), (Texts{"Three", "one"}));
  EXPECT_EQ(texts({.is_wanted = [](const TypedPrompt& prompt) { return prompt.text == "Three"; }}),
            Texts{"Three"});
  EXPECT_EQ(texts({.when = {.since = 3}}), (Texts{"four", "Three"}));
  EXPECT_EQ(texts({.when = {.since = 3, .until = 4}}), Texts{"Three"});
  EXPECT_EQ(texts({.limit = 2}), (Texts{"four", "Three"}));
  EXPECT_TRUE(read_prompt_history(files_, {"/r"}, {.limit = 3}).more);
  EXPECT_FALSE(read_prompt_history(files_, {"/r"}, {.limit = 4}).more);
}

TEST_F(PromptHistoryTest, SeveralRootsAreMerged) {
  files_.add_file("/q/history.jsonl", line("middle", 2, "/c", "s9"));
  const PromptHistory both = read_prompt_history(files_, {"/r", "/q"}, {.limit = 3});
  ASSERT_EQ(both.prompts.size(), 3U);
  EXPECT_EQ(both.prompts[2].root, "/r");
  EXPECT_TRUE(read_prompt_history(files_, {"/none"}).prompts.empty());
  EXPECT_TRUE(read_prompt_history(files_, {"/none"}).findings.empty());
}

TEST_F(PromptHistoryTest, PastedTextsStandInTheirPlaces) {
  EXPECT_EQ(resolved("see [Pasted text #1 +2 lines] and [Pasted text #2]!",
                     R"({"1":{"id":1,"type":"text","content":"A\nB"},"2":{"content":"C"}})"),
            "see A\nB and C!");
  EXPECT_EQ(missing_, 0);
  files_.add_file("/r/paste-cache/0a1b.txt", "from the cache");
  EXPECT_EQ(resolved("[Pasted text #1 +9 lines]", R"({"1":{"contentHash":"0a1b"}})"),
            "from the cache");
}

TEST_F(PromptHistoryTest, LostPastesAndOddMarkersStayAsTheyAre) {
  EXPECT_EQ(resolved("[Pasted text #1 +2 lines]", R"({"1":{"contentHash":"ffff"}})"),
            "[Pasted text #1 +2 lines]");
  EXPECT_EQ(missing_, 1);
  files_.add_file("/secret", "secret");
  EXPECT_EQ(resolved("[Pasted text #1]", R"({"1":{"contentHash":"../../secret"}})"),
            "[Pasted text #1]");
  EXPECT_EQ(resolved("[Pasted text #x] [Pasted text #1 [Image #1]", "{}"),
            "[Pasted text #x] [Pasted text #1 [Image #1]");
  EXPECT_EQ(resolved("[Pasted text #", "[]"), "[Pasted text #");
}

TEST_F(PromptHistoryTest, SkipsBadLines) {
  files_.add_file("/r/history.jsonl",
                  "{}\ngarbage\n" + line("ok", 1, "", "") + R"({"display":"cu)");
  const PromptHistory history = read_prompt_history(files_, {"/r"});
  EXPECT_EQ(history.prompts.size(), 1U);
  EXPECT_EQ(history.bad_lines, 3);
}

TEST_F(PromptHistoryTest, AFailingDiskIsAFinding) {
  FaultyFileSystem faulty(files_);
  faulty.fail_calls(1, {ErrorCode::kIo, "broken"});
  EXPECT_EQ(read_prompt_history(faulty, {"/r"}).findings.size(), 1U);
}

TEST_F(PromptHistoryTest, GhostsAreSessionsWithoutATranscript) {
  files_.add_file("/r/projects/-b/s2.jsonl", test::user("two"));
  const GhostSessions found = find_ghosts(files_, {"/r"});
  ASSERT_EQ(found.ghosts.size(), 1U);
  const GhostSession& ghost = found.ghosts[0];
  EXPECT_EQ(ghost.id, "s1");
  EXPECT_EQ(ghost.project, "/a");
  EXPECT_EQ(ghost.first, 1);
  EXPECT_EQ(ghost.last, 3);
  ASSERT_EQ(ghost.prompts.size(), 2U);
  EXPECT_EQ(ghost.prompts[0].text, "one");
}

}  // namespace
}  // namespace clew
