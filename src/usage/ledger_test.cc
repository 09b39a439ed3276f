// SPDX-License-Identifier: MIT
#include "usage/ledger.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "usage/prices.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

// All that a ledger says, as text: equal texts, equal ledgers.
std::string describe(const Ledger& ledger) {
  std::string out;
  for (const BilledResponse& response : ledger.responses()) {
    const LedgerRow& row = response.row();
    const TokenSums t = sums_of(row.tokens);
    out += std::to_string(row.key.message) + " " + std::string(ledger.text(row.model)) + " " +
           std::to_string(row.time) + " " + ledger.file(row.file).path + "@" +
           std::to_string(row.offset) + " " + std::to_string(t.input) + "/" +
           std::to_string(t.output) + "/" + std::to_string(t.cache_read) + "/" +
           std::to_string(t.cache_write_5m) + "/" + std::to_string(t.cache_write_1h) + " lines " +
           std::to_string(row.lines) + " flags " + std::to_string(row.flags) + " rows";
    for (const LedgerRow* one : ledger.rows_of(response)) {
      out += " " + ledger.file(one->file).path + "@" + std::to_string(one->offset);
    }
    out += "\n";
  }
  for (const ToolShare& share : ledger.tools()) {
    out += std::to_string(share.response) + " " + std::string(ledger.text(share.tool)) + " x" +
           std::to_string(share.calls) + "\n";
  }
  return out;
}

UsageTestLine line(std::string message, std::int64_t output) {
  UsageTestLine made;
  made.message = std::move(message);
  made.output = output;
  return made;
}

TEST(Ledger, CountsAResponseOnce) {
  const Ledger ledger = test_ledger({test_file("s", {line("a", 1).json(), line("a", 8).json(),
                                                     line("a", 120).json(), line("b", 5).json()})});
  ASSERT_EQ(ledger.responses().size(), 2U);
  EXPECT_EQ(totals(ledger).output, 125);
  EXPECT_EQ(totals(ledger).input, 6);
  EXPECT_EQ(ledger.lines(), 4);
  EXPECT_EQ(ledger.responses().front().row().lines + ledger.responses().back().row().lines, 4U);
}

TEST(Ledger, TheGreatestOfEachFieldCounts) {
  UsageTestLine first = line("a", 500);
  UsageTestLine second = line("a", 20);
  first.input = 1;
  second.input = 9;
  first.write = 0;
  second.write = 70;
  second.write_1h = 70;
  const Ledger ledger = test_ledger({test_file("s", {first.json(), second.json()})});
  EXPECT_EQ(totals(ledger), (TokenSums{.input = 9,
                                       .output = 500,
                                       .cache_read = 1000,
                                       .cache_write = 70,
                                       .cache_write_5m = 0,
                                       .cache_write_1h = 70}));
}

TEST(Ledger, RequestsOfOneMessageAreApart) {
  UsageTestLine second = line("a", 7);
  second.request = "req_02";
  EXPECT_EQ(totals(test_ledger({test_file("s", {line("a", 5).json(), second.json()})})).output, 12);
}

TEST(Ledger, WithoutARequestTheMessageDecides) {
  UsageTestLine one = line("a", 5);
  UsageTestLine two = line("a", 9);
  one.request = two.request = "";
  EXPECT_EQ(totals(test_ledger({test_file("s", {one.json(), two.json()})})).output, 9);
  // A line that lost its requestId belongs to those that have it.
  UsageTestLine three = line("a", 7);
  EXPECT_EQ(totals(test_ledger({test_file("s", {one.json(), three.json()})})).output, 7);
  EXPECT_EQ(
      totals(test_ledger({test_file("s", {one.json()}), test_file("t", {three.json()})})).output,
      7);
}

TEST(Ledger, WithoutBothTheLineDecides) {
  UsageTestLine one = line("", 5);
  one.request = "";
  EXPECT_EQ(totals(test_ledger({test_file("s", {one.json(), one.json()})})).output, 10);
  one.uuid = "u1";  // a copy keeps it
  EXPECT_EQ(
      totals(test_ledger({test_file("s", {one.json()}), test_file("t", {one.json()})})).output, 5);
}

TEST(Ledger, TheFirstFileByTimeOwns) {
  UsageTestLine late = line("a", 5);
  UsageTestLine early = line("a", 3);
  late.time = "2026-01-05T14:00:01Z";
  early.time = "2026-01-05T14:00:00Z";
  const Ledger ledger =
      test_ledger({test_file("a", {late.json()}), test_file("b", {early.json()})});
  ASSERT_EQ(ledger.responses().size(), 1U);
  const BilledResponse& response = ledger.responses().front();
  EXPECT_EQ(ledger.file(response.row().file).session, "b");
  EXPECT_EQ(response.row().tokens.output, 5U);
  EXPECT_EQ(response.row_count, 2U);
  EXPECT_EQ(response.row().time, parse_time("2026-01-05T14:00:00Z"));
}

TEST(Ledger, OfEqualTimesThePathDecides) {
  const std::string text = line("a", 5).json();
  for (const bool swap : {false, true}) {
    std::vector<TestFile> files = {test_file("a", {text}), test_file("b", {text})};
    if (swap) std::swap(files[0], files[1]);
    const Ledger ledger = test_ledger(files);
    EXPECT_EQ(ledger.file(ledger.responses().front().row().file).session, "a");
  }
}

TEST(Ledger, WhatCallsItselfACopyOwnsNothing) {
  UsageTestLine copy = line("a", 5);
  copy.copy = true;
  const Ledger ledger =
      test_ledger({test_file("a", {copy.json()}), test_file("b", {line("a", 5).json()})});
  EXPECT_EQ(ledger.file(ledger.responses().front().row().file).session, "b");
}

TEST(Ledger, ASessionOwnsBeforeItsAgents) {
  UsageTestLine replay = line("a", 5);
  replay.sidechain = true;
  const Ledger ledger = test_ledger({test_agent_file("s", "aside_question-1", {replay.json()}),
                                     test_file("z", {line("a", 5).json()})});
  ASSERT_EQ(ledger.responses().size(), 1U);
  EXPECT_EQ(ledger.file(ledger.responses().front().row().file).session, "z");
  EXPECT_FALSE(ledger.responses().front().row().is_sidechain());
}

// /btw repeats the main thread under requestIds of its own.
TEST(Ledger, ReplaysOfSideAgentsAreNotPaidAgain) {
  UsageTestLine replay = line("a", 5);
  replay.sidechain = true;
  replay.request = "req_replay";
  UsageTestLine own = line("own", 40);
  own.sidechain = true;
  own.request = "req_own";
  const Ledger ledger =
      test_ledger({test_file("s", {line("a", 5).json(), line("b", 6).json()}),
                   test_agent_file("s", "aside_question-1", {replay.json(), own.json()})});
  EXPECT_EQ(totals(ledger).output, 51);
  // Two subagents are two responses, whatever they are called.
  UsageTestLine other = replay;
  other.request = "req_other";
  EXPECT_EQ(totals(test_ledger({test_agent_file("s", "1", {replay.json()}),
                                test_agent_file("s", "2", {other.json()})}))
                .output,
            10);
}

TEST(Ledger, NothingIsPaidForWhatTheCliMadeUp) {
  UsageTestLine synthetic = line("a", 5);
  synthetic.model = "<synthetic>";
  const Ledger ledger = test_ledger({test_file("s", {synthetic.json()})});
  EXPECT_TRUE(ledger.responses().empty());
  EXPECT_EQ(ledger.free_lines(), 1);
}

TEST(Ledger, FindingsSayWhereTheyStand) {
  UsageTestLine bad = line("a", -5);
  const Ledger ledger = test_ledger({test_file("s", {line("b", 1).json(), bad.json()})});
  EXPECT_EQ(totals(ledger).output, 1);
  EXPECT_EQ(ledger.finding_count(), 1);
  ASSERT_EQ(ledger.findings().size(), 1U);
  EXPECT_EQ(ledger.findings().front().what, "output_tokens is -5");
  EXPECT_EQ(ledger.findings().front().offset,
            static_cast<std::int64_t>(line("b", 1).json().size()) + 1);
}

TEST(Ledger, FlatAgentFilesTakeTheSessionOfTheirLines) {
  UsageTestLine one = line("a", 5);
  one.session = "the-session";
  TestFile file = test_agent_file("", "x", {one.json()});
  file.facts.session.clear();
  const Ledger ledger = test_ledger({file});
  EXPECT_EQ(ledger.file(0).session, "the-session");
}

TEST(Ledger, KeepsWhatTheCliSaysASessionCost) {
  const Ledger ledger =
      test_ledger({test_file("s", {R"({"type":"cost-state","sessionId":"s","totalCostUSD":0.5})",
                                   R"({"type":"cost-state","sessionId":"s","totalCostUSD":0.75})",
                                   R"({"type":"cost-state","sessionId":"t","totalCostUSD":9})"})});
  EXPECT_EQ(ledger.reported_total("s"), 750'000'000);
  EXPECT_EQ(ledger.reported_total("t"), 9'000'000'000);
  EXPECT_EQ(ledger.reported_total("u"), kNotReported);
}

TEST(Ledger, ToolsAreCountedOncePerCall) {
  const auto with = [](const char* content) {
    UsageTestLine made = line("a", 5);
    made.content = content;
    return made.json();
  };
  const std::string bash = with(R"([{"type":"tool_use","id":"t1","name":"Bash"}])");
  const std::string read = with(R"([{"type":"tool_use","id":"t2","name":"Read"}])");
  const std::string again = with(R"([{"type":"tool_use","id":"t3","name":"Bash"}])");
  const Ledger ledger =
      test_ledger({test_file("s", {bash, read, again, bash}), test_file("t", {bash, read})});
  ASSERT_EQ(ledger.tools().size(), 2U);
  EXPECT_EQ(ledger.text(ledger.tools()[0].tool), "Bash");
  EXPECT_EQ(ledger.tools()[0].calls, 2U);
  EXPECT_EQ(ledger.tools()[1].calls, 1U);
}

TEST(Ledger, FindsTheResponseOfALine) {
  UsageTestLine replay = line("a", 5);
  replay.request = "";
  const Ledger ledger = test_ledger({test_file("s", {line("a", 5).json(), replay.json()})});
  ResponseIds ids;
  ids.message = "a";
  EXPECT_EQ(ledger.response_of(response_key(ids)), 0U);  // it joined the one with a request
  EXPECT_EQ(ledger.responses_of_message(response_key(ids)).size(), 1U);
  ids.message = "b";
  EXPECT_EQ(ledger.response_of(response_key(ids)), ledger.responses().size());
}

// ---- properties

TEST(LedgerProperty, NeitherOrderNorPartsMatter) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const std::vector<TestFile> files = RandomSessions(seed).make();
    const std::string expected = describe(test_ledger(files));
    for (std::uint32_t shuffle = 1; shuffle <= 4; ++shuffle) {
      ASSERT_EQ(describe(test_ledger(files, 1 + shuffle * 2, shuffle)), expected) << seed;
    }
  }
}

TEST(LedgerProperty, ACopyOfASessionChangesNoTotal) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    RandomSessions sessions(seed);
    std::vector<TestFile> files = sessions.make();
    const TokenSums expected = totals(test_ledger(files));
    const std::size_t chosen = sessions.random()() % files.size();
    TestFile copy = files[chosen];
    copy.facts.path = "/r/projects/-p/copy.jsonl";
    copy.facts.session = "copy";
    files.push_back(copy);
    ASSERT_EQ(totals(test_ledger(files)), expected) << seed;
    files.push_back(sessions.fork(files.front(), "forked"));
    ASSERT_EQ(totals(test_ledger(files)), expected) << seed;
  }
}

TEST(LedgerProperty, SplittingAFileChangesNoTotal) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    RandomSessions sessions(seed);
    std::vector<TestFile> files = sessions.make();
    const TokenSums expected = totals(test_ledger(files));
    TestFile& whole = files.front();
    TestFile rest = whole;
    const auto cut = static_cast<std::ptrdiff_t>(sessions.random()() % (whole.lines.size() + 1));
    rest.facts.path += ".rest.jsonl";
    rest.lines.assign(whole.lines.begin() + cut, whole.lines.end());
    whole.lines.resize(static_cast<std::size_t>(cut));
    files.push_back(rest);
    ASSERT_EQ(totals(test_ledger(files)), expected) << seed;
  }
}

TEST(LedgerProperty, TheOrderOfLinesChangesNoTotal) {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    RandomSessions sessions(seed);
    std::vector<TestFile> files = sessions.make();
    const TokenSums expected = totals(test_ledger(files));
    for (TestFile& file : files) {
      std::shuffle(file.lines.begin(), file.lines.end(), sessions.random());
    }
    ASSERT_EQ(totals(test_ledger(files)), expected) << seed;
  }
}

}  // namespace
}  // namespace clew
