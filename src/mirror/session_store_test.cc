// SPDX-License-Identifier: MIT
#include "mirror/session_store.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "mirror/test_store.h"

namespace clew {
namespace {

constexpr std::string_view kOne = "{\"type\":\"user\",\"uuid\":\"u1\",\"n\":1}\n";
constexpr std::string_view kTwo = "{\"type\":\"user\",\"uuid\":\"u2\",\"n\":2}\n";
constexpr std::string_view kMode = "{\"type\":\"mode\"}\n";

std::string both(std::string_view a, std::string_view b) { return std::string(a).append(b); }

class SessionStoreTest : public testing::Test {
 protected:
  MemoryFileSystem files_;
  TestStore store_{files_};
  const TranscriptKey main_ = test_key("-p", "s1");
  const TranscriptKey agent_ = test_key("-p", "s1", "subagents/agent-a");
};

TEST_F(SessionStoreTest, WhatIsAppendedComesBack) {
  EXPECT_EQ(store_.load(main_), std::nullopt);
  const auto done = store_.append(main_, both(kOne, kMode));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->lines, 2);
  ASSERT_TRUE(store_.append(main_, kTwo));
  EXPECT_EQ(store_.load(main_), both(kOne, kMode).append(kTwo));
  EXPECT_EQ(store_.load(agent_), std::nullopt);
  TestStore again(files_);
  EXPECT_EQ(again.load(main_), both(kOne, kMode).append(kTwo));
}

TEST_F(SessionStoreTest, ALineEndsWithOneLineEndHoweverItCame) {
  ASSERT_TRUE(store_.append(main_, "\n{\"a\":1}\r\n\n {\"b\":2} \n{\"c\":3}"));
  ASSERT_TRUE(store_.append(main_, both(kOne, kTwo)));
  ASSERT_TRUE(store_.append(main_, both(kTwo, kMode)));
  EXPECT_EQ(store_.load(main_),
            "{\"a\":1}\n {\"b\":2} \n{\"c\":3}\n" + both(kOne, kTwo).append(kMode));
}

TEST_F(SessionStoreTest, AnEmptyBatchMakesNothing) {
  ASSERT_TRUE(store_.append(main_, ""));
  EXPECT_EQ(store_.load(main_), std::nullopt);
  EXPECT_TRUE(store_->sessions("-p")->empty());
  EXPECT_FALSE(files_.stat("/store/projects/-p"));
}

TEST_F(SessionStoreTest, KnownLinesAreLeftOutForEachTranscriptAlone) {
  ASSERT_TRUE(store_.append(main_, both(kOne, kOne)));
  EXPECT_EQ(store_.load(main_), kOne);
  TestStore again(files_);
  const auto done = again.append(main_, both(kOne, kTwo));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->known, 1);
  EXPECT_EQ(again.load(main_), both(kOne, kTwo));
  ASSERT_TRUE(store_.append(main_, kMode));
  ASSERT_TRUE(store_.append(main_, kMode)) << "without a uuid every line is new";
  EXPECT_EQ(store_.load(main_), both(kOne, kTwo).append(kMode).append(kMode));
  for (const auto& other : {test_key("-p", "s2"), test_key("-q", "s1"), agent_}) {
    ASSERT_TRUE(store_.append(other, kOne));
    EXPECT_EQ(store_.load(other), kOne);
  }
}

TEST_F(SessionStoreTest, ABatchThatIsSentAgainIsThereOnce) {
  ASSERT_TRUE(store_.append(main_, kMode, "k1"));
  const auto again = store_.append(main_, kMode, "k1");
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->repeated);
  TestStore other(files_);
  EXPECT_TRUE(other.append(main_, kMode, "k1")->repeated);
  ASSERT_TRUE(other.append(main_, kMode, "k2"));
  EXPECT_EQ(store_.load(main_), both(kMode, kMode));
  const auto conflict = store_.append(main_, kTwo, "k1");
  ASSERT_FALSE(conflict);
  EXPECT_EQ(conflict.error().code, ErrorCode::kInvalid);
  ASSERT_TRUE(store_.append(agent_, kTwo, "k1")) << "keys are of one transcript";
}

TEST_F(SessionStoreTest, NothingIsWrittenForWhoHasGone) {
  const auto batch = read_batch(kOne, "");
  const auto done = store_->append(main_, *batch, [] { return false; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(store_.load(main_), std::nullopt);
}

TEST_F(SessionStoreTest, ListsSessionsThatHaveAMainTranscript) {
  ASSERT_TRUE(store_.append(agent_, kOne));
  EXPECT_TRUE(store_->sessions("-p")->empty());
  ASSERT_TRUE(store_.append(main_, kOne));
  ASSERT_TRUE(store_.append(test_key("-p", "a/b"), kOne));
  ASSERT_TRUE(store_.append(test_key("-p", std::string(400, 'x')), kOne));
  const auto rows = store_->sessions("-p");
  ASSERT_TRUE(rows);
  std::vector<std::string> ids;
  for (const StoredSession& row : *rows) ids.push_back(row.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids, (std::vector<std::string>{"a/b", "s1", std::string(400, 'x')}));
  EXPECT_TRUE(store_->sessions("-")->empty());
}

TEST_F(SessionStoreTest, TheTimeOfASessionGrowsWithItsMainTranscriptAlone) {
  const auto time = [&] { return store_->sessions("-p")->front().changed; };
  ASSERT_TRUE(store_.append(main_, kOne));
  const TimeMs first = time();
  EXPECT_EQ(first, 1'800'000'000'000);
  ASSERT_TRUE(store_.append(agent_, kOne));
  EXPECT_EQ(time(), first);
  ASSERT_TRUE(store_.append(main_, kMode));
  EXPECT_GT(time(), first) << "also when the clock stands still, or goes back";
  EXPECT_EQ(store_->summaries("-p")->front().changed, time());
}

TEST_F(SessionStoreTest, SummariesHaveTheNamesOfBothSdks) {
  const std::string prompt =
      R"({"type":"user","uuid":"p","timestamp":"2026-01-02T03:04:05.678Z","cwd":"/w","gitBranch":"main",)"
      R"("message":{"role":"user","content":"Mend\nit"}})"
      "\n";
  ASSERT_TRUE(store_.append(main_, prompt));
  ASSERT_TRUE(store_.append(agent_, R"({"type":"custom-title","customTitle":"no"})"));
  ASSERT_TRUE(store_.append(main_, R"({"type":"custom-title","customTitle":"Title"})"));
  const std::string expected =
      R"({"isSidechain":false,"is_sidechain":false,"createdAt":1767323045678,"created_at":1767323045678,"cwd":"/w",)"
      R"("firstPrompt":"Mend it","first_prompt":"Mend it","firstPromptLocked":true,"first_prompt_locked":true,)"
      R"("customTitle":"Title","custom_title":"Title","gitBranch":"main","git_branch":"main"})";
  EXPECT_EQ(store_->summaries("-p")->front().summary, expected);
  TestStore again(files_);
  EXPECT_EQ(again->summaries("-p")->front().summary, expected);
}

TEST_F(SessionStoreTest, SummariesGoOnFromTheirNotes) {
  const std::string line =
      R"({"type":"tag","tag":"old","pad":")" + std::string(100'000, 'x') + "\"}";
  ASSERT_TRUE(store_.append(main_, R"({"type":"ai-title","aiTitle":"A"})"));
  ASSERT_TRUE(store_.append(main_, line));
  ASSERT_TRUE(files_.stat("/store/summaries/-p/s1.json")) << "long enough to be noted";
  ASSERT_TRUE(store_.append(main_, R"({"type":"tag","tag":"new"})"));
  TestStore again(files_);
  const std::string summary = again->summaries("-p")->front().summary;
  EXPECT_NE(summary.find(R"("aiTitle":"A")"), std::string::npos) << summary;
  EXPECT_NE(summary.find(R"("tag":"new")"), std::string::npos) << summary;
}

TEST_F(SessionStoreTest, SubpathsAreThoseOfTheSession) {
  ASSERT_TRUE(store_.append(main_, kOne));
  ASSERT_TRUE(store_.append(agent_, kOne));
  ASSERT_TRUE(store_.append(test_key("-p", "s1", "../x"), kOne));
  ASSERT_TRUE(store_.append(test_key("-p", "s10", "subagents/agent-b"), kOne));
  const StoreKey& session = main_.session();
  EXPECT_EQ(*store_->subpaths(session), (std::vector<std::string>{"../x", "subagents/agent-a"}));
  EXPECT_TRUE(store_->subpaths(test_key("-p", "s").session())->empty());
}

TEST_F(SessionStoreTest, DeletingTakesTheWholeSessionOrOneTranscript) {
  const auto fill = [&](const TranscriptKey& key) { ASSERT_TRUE(store_.append(key, kOne, "k")); };
  const TranscriptKey second = test_key("-p", "s1", "subagents/agent-b");
  for (const auto& key : {main_, agent_, second, test_key("-p", "s10"), test_key("-q", "s1")})
    fill(key);
  ASSERT_TRUE(store_->remove(agent_));
  EXPECT_EQ(store_.load(agent_), std::nullopt);
  EXPECT_EQ(store_.load(main_), kOne);
  EXPECT_EQ(*store_->subpaths(main_.session()), std::vector<std::string>{"subagents/agent-b"});
  fill(agent_);
  EXPECT_EQ(store_.load(agent_), kOne) << "a deleted one can be written again, by the same key";
  const auto gone = store_->remove(main_);
  ASSERT_TRUE(gone);
  EXPECT_FALSE(gone->empty());
  for (const auto& key : {main_, agent_, second}) EXPECT_EQ(store_.load(key), std::nullopt);
  EXPECT_TRUE(store_->subpaths(main_.session())->empty());
  EXPECT_EQ(store_->sessions("-p")->size(), 1U);
  EXPECT_EQ(store_.load(test_key("-q", "s1")), kOne);
  EXPECT_TRUE(store_->remove(main_)->empty());
  fill(main_);
  EXPECT_EQ(store_.load(main_), kOne);
}

TEST_F(SessionStoreTest, OfASubagentTheSdkSaysMoreThanItsLines) {
  const std::string meta = R"({"type":"agent_metadata","agentType":"Explore","description":"d"})"
                           "\n";
  ASSERT_TRUE(store_.append(agent_, both(kOne, meta)));
  EXPECT_EQ(store_.load(agent_), both(kOne, meta));
  EXPECT_EQ(*read_file(files_, "/store/projects/-p/s1/subagents/agent-a.meta.json", 1000),
            R"({"agentType":"Explore","description":"d"})");
  ASSERT_TRUE(store_->remove(agent_));
  EXPECT_FALSE(files_.stat("/store/projects/-p/s1/subagents/agent-a.meta.json"));
}

TEST_F(SessionStoreTest, WhatCameFromABackupCounts) {
  files_.add_file("/store/projects/-p/s1.jsonl", both(kOne, "{\"torn"));
  files_.add_file("/store/projects/-p/s1/subagents/agent-a.jsonl", kTwo);
  TestStore again(files_);
  EXPECT_EQ(again.load(main_), kOne);
  EXPECT_EQ(again->sessions("-p")->size(), 1U);
  ASSERT_TRUE(again.append(main_, both(kOne, kTwo)));
  EXPECT_EQ(again.load(main_), both(kOne, kTwo));
  EXPECT_EQ(again.load(agent_), kTwo);
}

// As a file system leaves it after a crash, or an editor that was killed.
TEST_F(SessionStoreTest, AnEmptiedJournalLosesNothing) {
  ASSERT_TRUE(store_.append(main_, both(kOne, kMode), "k1"));
  ASSERT_TRUE(store_.append(agent_, kTwo));
  files_.truncate_file("/store/batches/-p/s1.log", 0);
  TestStore again(files_);
  ASSERT_TRUE(again->tidy([] { return false; }));
  EXPECT_EQ(again.load(main_), both(kOne, kMode));
  EXPECT_EQ(again->sessions("-p")->size(), 1U);
  ASSERT_TRUE(again.append(main_, kTwo));
  EXPECT_EQ(again.load(main_), both(kOne, kMode).append(kTwo));
  EXPECT_EQ(again.load(agent_), kTwo);
  TestStore third(files_);
  ASSERT_TRUE(third->tidy([] { return false; }));
  EXPECT_EQ(third.load(main_), both(kOne, kMode).append(kTwo)) << "the journal is whole again";
  EXPECT_EQ(third.load(agent_), kTwo);
}

TEST_F(SessionStoreTest, ADamagedJournalLosesNothing) {
  for (const bool at_end : {false, true}) {
    const TranscriptKey key = test_key("-p", at_end ? "s2" : "s1");
    const std::string log = std::string("/store/batches/-p/") + (at_end ? "s2.log" : "s1.log");
    ASSERT_TRUE(store_.append(key, kOne, "k1"));
    ASSERT_TRUE(store_.append(key, kTwo, "k2"));
    std::string text = *read_file(files_, log, 10'000);
    const std::size_t from = at_end ? text.rfind('{') : 0;
    text.replace(from, 8, std::string(8, '\0'));
    files_.add_file(log, text);
    TestStore again(files_);
    ASSERT_TRUE(again->tidy([] { return false; }));
    EXPECT_EQ(again.load(key), both(kOne, kTwo));
    EXPECT_TRUE(again.append(key, kOne, "k1")->repeated) << "what can be read of it is known";
    ASSERT_TRUE(again.append(key, kMode));
    EXPECT_EQ(again.load(key), both(kOne, kTwo).append(kMode));
  }
}

TEST_F(SessionStoreTest, AGiantLineIsKnownAgain) {
  const std::string giant =
      R"({"type":"user","uuid":"g1","pad":")" + std::string(9 << 20, 'x') + "\"}\n";
  ASSERT_TRUE(store_.append(main_, giant));
  TestStore again(files_);
  EXPECT_EQ(again.append(main_, giant)->known, 1);
  EXPECT_EQ(again.load(main_)->size(), giant.size());
}

TEST_F(SessionStoreTest, WhatWasCutByHandIsBelieved) {
  ASSERT_TRUE(store_.append(main_, both(kOne, kTwo)));
  files_.truncate_file("/store/projects/-p/s1.jsonl", static_cast<int64_t>(kOne.size()) + 3);
  EXPECT_EQ(store_.load(main_), kOne);
  ASSERT_TRUE(store_.append(main_, kTwo));
  EXPECT_EQ(store_.load(main_), both(kOne, kTwo));
  ASSERT_TRUE(files_.remove(std::string("/store/projects/-p/s1.jsonl")));
  EXPECT_EQ(store_.load(main_), std::nullopt);
  ASSERT_TRUE(store_.append(main_, kTwo));
  EXPECT_EQ(store_.load(main_), kTwo);
}

TEST_F(SessionStoreTest, ManyAtOnceLoseNothingAndMixNothing) {
  constexpr int kThreads = 4;
  constexpr int kBatches = 25;
  TestStore second(files_);  // another process
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      TestStore& store = thread % 2 == 0 ? store_ : second;
      for (int i = 0; i < kBatches; ++i) {
        const std::string id = std::to_string(thread) + "." + std::to_string(i);
        const std::string line = R"({"type":"x","batch":")" + id + "\"}\n";
        EXPECT_TRUE(store.append(main_, line + line, id));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::string all = store_.load(main_).value_or("");
  std::vector<std::string> lines;
  for (std::string_view rest = all; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
    lines.emplace_back(rest.substr(0, rest.find('\n')));
  }
  ASSERT_EQ(lines.size(), 2U * kThreads * kBatches);
  std::vector<int> next(kThreads);
  for (std::size_t i = 0; i < lines.size(); i += 2) {
    EXPECT_EQ(lines[i], lines[i + 1]) << "a batch stays together";
    const std::string id = lines[i].substr(lines[i].rfind(":\"") + 2);
    const auto thread = static_cast<std::size_t>(id[0] - '0');
    EXPECT_EQ(std::stoi(id.substr(2)), next[thread]++) << "each appender's batches are in order";
  }
}

}  // namespace
}  // namespace clew
