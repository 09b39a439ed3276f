// SPDX-License-Identifier: MIT

#include "engine/search/recall.h"

#include <gtest/gtest.h>

#include "base/time.h"
#include "engine/call/operation_handlers.h"
#include "engine/search/search_index.h"
#include "json/described_json.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// One session in the making: each line hangs on the one before, or on another.
class Lines {
 public:
  explicit Lines(std::string session) : session_(std::move(session)) {}

  Lines& prompt(const std::string& uuid, const std::string& text, const std::string& parent = "") {
    return add("user", uuid, R"("role":"user","content":")" + text + "\"", parent);
  }
  Lines& answer(const std::string& uuid, const std::string& text) {
    return add("assistant", uuid,
               R"("role":"assistant","id":"m)" + uuid + R"(","content":[{"type":"text","text":")" +
                   text + "\"}]",
               "");
  }
  const std::string& text() const { return text_; }

 private:
  Lines& add(const std::string& type, const std::string& uuid, const std::string& message,
             const std::string& parent) {
    const std::string above = parent.empty() ? last_ : parent;
    text_ += R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
             (above.empty() ? "null" : "\"" + above + "\"") + R"(,"sessionId":")" + session_ +
             R"(","cwd":"/work/app","timestamp":"2026-01-0)" + std::to_string(++day_ % 9 + 1) +
             R"(T00:00:00.000Z","message":{)" + message + "}}\n";
    last_ = uuid;
    return *this;
  }

  std::string session_;
  std::string text_;
  std::string last_;
  int day_ = 0;
};

class RecallTest : public testing::Test {
 protected:
  RecallTest() {
    add("aaaaaaaa-0000-4000-8000-000000000001",
        Lines("aaaaaaaa-0000-4000-8000-000000000001")
            .prompt("a1", "Why is the cache slow?")
            .answer("a2", "It was never warmed: I preload it now.")
            .prompt("a3", "And the weather?")
            .answer("a4", "Rain."));
    add("bbbbbbbb-0000-4000-8000-000000000002",
        Lines("bbbbbbbb-0000-4000-8000-000000000002")
            .prompt("b1", "Paint the fence")
            .answer("b2", "It is green, and there is a cache of paint in the shed.")
            .prompt("b3", "Paint it red", "")
            .answer("b4", "It is red.")
            .prompt("b5", "Paint it blue", "b2")
            .answer("b6", "It is blue."));
  }

  void add(const std::string& id, const Lines& lines) {
    files_.add_file("/r/projects/-work-app/" + id + ".jsonl", lines.text());
  }

  Engine engine() {
    EngineOptions options;
    options.roots = {"/r"};
    options.own.cache = dir_.path();
    options.now = *parse_time("2030-01-01T00:00:00Z");
    return Engine(files_, options);
  }

  RecallAnswer ask(const std::string& question, Arguments::Given given = {}) {
    given["question"] = {question};
    Engine one = engine();
    const auto checked = Arguments::check(*find_operation("recall"), given);
    EXPECT_TRUE(checked);
    auto answer = recall_answer(one, *checked);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::move(*answer) : RecallAnswer{};
  }

  const TestDir dir_;
  MemoryFileSystem files_;
};

TEST_F(RecallTest, GivesTheQuestionAndTheConclusionOfTheTurn) {
  const RecallAnswer answer = ask("How was the slow caching solved?");
  ASSERT_EQ(answer.sessions.size(), 2U);
  EXPECT_EQ(answer.sessions[0].id, "aaaaaaaa-0000-4000-8000-000000000001");
  EXPECT_EQ(answer.sessions[0].resume,
            "clew resume /r/projects/-work-app/aaaaaaaa-0000-4000-8000-000000000001.jsonl");
  ASSERT_EQ(answer.sessions[0].turns.size(), 1U);
  const RecalledTurn& turn = answer.sessions[0].turns[0];
  EXPECT_EQ(turn.uuid, "a1");
  EXPECT_EQ(turn.question, "Why is the cache slow?");
  EXPECT_EQ(turn.conclusion_uuid, "a2");
  EXPECT_EQ(turn.conclusion, "It was never warmed: I preload it now.");
  EXPECT_EQ(turn.words, (std::vector<std::string>{"slow", "caching"}));
  EXPECT_EQ(turn.branch, HitBranch::kActive);
  EXPECT_EQ(answer.missing, std::vector<std::string>{"solved"});
}

TEST_F(RecallTest, SaysThatABranchWasAbandoned) {
  const RecallAnswer red = ask("painted red");
  ASSERT_FALSE(red.sessions.empty());
  EXPECT_EQ(red.sessions[0].turns[0].uuid, "b3");
  EXPECT_EQ(red.sessions[0].turns[0].conclusion, "It is red.");
  EXPECT_EQ(red.sessions[0].turns[0].branch, HitBranch::kAbandoned);
}

TEST_F(RecallTest, TheIndexAndTheFilesGiveTheSame) {
  Engine one = engine();
  ASSERT_TRUE(build_index(one, {}));
  for (const char* question : {"How was the slow caching solved?", "painted red", "paint cache",
                               "weather", "green fence in the shed", "nothing of it exists"}) {
    RecallAnswer with = ask(question);
    RecallAnswer without = ask(question, {{"no-index", {"true"}}});
    EXPECT_TRUE(with.used_index);
    EXPECT_FALSE(without.used_index);
    with.used_index = false;
    with.took_ms = without.took_ms = 0;
    EXPECT_EQ(json::to_text(with), json::to_text(without)) << question;
  }
}

TEST_F(RecallTest, NamesTheNearestWhenThereIsNothing) {
  const RecallAnswer answer = ask("fench pant");
  EXPECT_TRUE(answer.sessions.empty());
  ASSERT_EQ(answer.nearest.size(), 1U);
  EXPECT_EQ(answer.nearest[0].id, "bbbbbbbb-0000-4000-8000-000000000002");
  EXPECT_EQ(answer.nearest[0].words, (std::vector<std::string>{"fence", "paint"}));
  EXPECT_EQ(ask("zebra").nearest.size(), 2U) << "the newest";
  EXPECT_EQ(ask("why is it so").nearest.size(), 2U) << "no word to look for";
}

TEST_F(RecallTest, FiltersAsSearchDoes) {
  EXPECT_EQ(ask("cache", {{"project", {"app"}}}).sessions.size(), 2U);
  EXPECT_TRUE(ask("cache", {{"since", {"2027-01-01"}}}).sessions.empty());
  EXPECT_EQ(ask("cache", {{"limit", {"1"}}}).sessions.size(), 1U);
}

TEST_F(RecallTest, AProjectThatNobodyHasIsAnError) {
  Engine one = engine();
  const auto checked = Arguments::check(*find_operation("recall"),
                                        {{"question", {"cache"}}, {"project", {"other"}}});
  ASSERT_TRUE(checked);
  const auto answer = recall_answer(one, *checked);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotFound);
  EXPECT_NE(answer.error().message.find("no project has \"other\""), std::string::npos);
}

}  // namespace
}  // namespace clew
