// SPDX-License-Identifier: MIT
#include "usage/report.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "usage/blocks.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

UsageTestLine line(std::string message, std::string time, std::int64_t output = 100) {
  UsageTestLine made;
  made.message = std::move(message);
  made.time = std::move(time);
  made.output = output;
  return made;
}

class Reports {
 public:
  explicit Reports(const std::vector<TestFile>& files)
      : ledger_(test_ledger(files)), priced_(ledger_, PriceTable::builtin()) {}

  UsageReport by(UsageKind kind, const UsageFilter& filter = {}, const TimeZone& zone = {}) const {
    return make_report(priced_, select(priced_, filter), kind, zone);
  }
  const PricedLedger& priced() const { return priced_; }

 private:
  Ledger ledger_;
  PricedLedger priced_;
};

std::vector<std::string> names(const UsageReport& report) {
  std::vector<std::string> out;
  for (const UsageGroup& group : report.groups) out.push_back(group.name);
  return out;
}

using Names = std::vector<std::string>;

TEST(Report, DaysWeeksAndMonths) {
  const Reports reports({test_file(
      "s", {line("a", "2026-01-31T23:30:00Z").json(), line("b", "2026-02-01T00:30:00Z").json(),
            line("c", "2026-02-02T00:00:00Z").json(), line("d", "").json()})});
  EXPECT_EQ(names(reports.by(UsageKind::kDaily)),
            (Names{"(no date)", "2026-01-31", "2026-02-01", "2026-02-02"}));
  EXPECT_EQ(names(reports.by(UsageKind::kWeekly)), (Names{"(no date)", "2026-W05", "2026-W06"}));
  EXPECT_EQ(names(reports.by(UsageKind::kMonthly)), (Names{"(no date)", "2026-01", "2026-02"}));
  EXPECT_EQ(reports.by(UsageKind::kDaily).total.all.responses, 4);
}

TEST(Report, DaysAreLocal) {
  const Reports reports({test_file(
      "s", {line("a", "2026-03-28T23:30:00Z").json(), line("b", "2026-03-29T21:30:00Z").json(),
            line("c", "2026-03-29T22:30:00Z").json()})});
  const auto berlin = TimeZone::from_rule("CET-1CEST,M3.5.0,M10.5.0/3");
  const UsageReport report = reports.by(UsageKind::kDaily, {}, *berlin);
  EXPECT_EQ(names(report), (Names{"2026-03-29", "2026-03-30"}));
  EXPECT_EQ(report.groups[0].all.responses, 2);  // a day of 23 hours
}

TEST(Report, SubagentsAreInTheirSession) {
  UsageTestLine agent = line("b", "2026-01-05T10:00:00Z", 50);
  agent.sidechain = true;
  const Reports reports({test_file("s1", {line("a", "2026-01-05T09:00:00Z").json()}),
                         test_agent_file("s1", "x", {agent.json()}),
                         test_file("s2", {line("c", "2026-01-06T09:00:00Z", 10'000).json()})});
  const UsageReport report = reports.by(UsageKind::kSessions);
  EXPECT_EQ(names(report), (Names{"s2", "s1"}));  // dearest first
  EXPECT_EQ(report.groups[1].all.tokens.output, 150);
  EXPECT_EQ(report.groups[1].subagents.tokens.output, 50);
  EXPECT_EQ(report.groups[1].file, "/r/projects/-p/s1.jsonl");
  EXPECT_EQ(report.total.subagents.responses, 1);
}

TEST(Report, SameIdsOfTwoProjectsStayApart) {
  const Reports reports({test_file("s", {line("a", "2026-01-05T09:00:00Z").json()}, "-p1"),
                         test_file("s", {line("b", "2026-01-05T09:00:00Z").json()}, "-p2")});
  EXPECT_EQ(reports.by(UsageKind::kSessions).groups.size(), 2U);
  EXPECT_EQ(names(reports.by(UsageKind::kProjects)), (Names{"-p1", "-p2"}));
}

TEST(Report, ModelsWithoutAPriceKeepTheirTokens) {
  UsageTestLine other = line("b", "2026-01-05T09:00:00Z", 7);
  other.model = "deepseek-chat";
  const Reports reports({test_file("s", {line("a", "2026-01-05T09:00:00Z").json(), other.json()})});
  const UsageReport report = reports.by(UsageKind::kModels);
  EXPECT_EQ(names(report), (Names{"claude-opus-4-1-20250805", "deepseek-chat"}));
  EXPECT_EQ(report.total.all.unpriced, 1);
  ASSERT_EQ(report.unpriced.size(), 1U);
  EXPECT_EQ(report.unpriced[0].name, "deepseek-chat");
  EXPECT_EQ(report.unpriced[0].tally.tokens.output, 7);
  EXPECT_EQ(report.groups[1].all.cost, 0);
  UsageFilter filter;
  filter.model = "deep";
  EXPECT_EQ(reports.by(UsageKind::kModels, filter).total.all.tokens.output, 7);
}

TEST(Report, OldLinesAreComparedWithWhatTheySay) {
  UsageTestLine old = line("a", "2025-06-05T09:00:00Z");
  old.extra = R"(,"costUSD":0.25)";
  const Reports reports({test_file("s", {old.json(), line("b", "2026-01-05T09:00:00Z").json()})});
  const Tally& total = reports.by(UsageKind::kDaily).total.all;
  EXPECT_EQ(total.reported, 250'000'000);
  EXPECT_EQ(total.recomputed * 2, total.cost);
}

TEST(Report, ToolsShareTheirResponses) {
  UsageTestLine two = line("a", "2026-01-05T09:00:00Z", 101);
  two.content =
      R"([{"type":"tool_use","id":"1","name":"Bash"},{"type":"tool_use","id":"2","name":"Read"},
          {"type":"tool_use","id":"3","name":"Bash"}])";
  const Reports reports(
      {test_file("s", {two.json(), line("b", "2026-01-05T10:00:00Z", 7).json()})});
  const UsageReport report = reports.by(UsageKind::kTools);
  EXPECT_EQ(report.groups.size(), 3U);
  Tally sum;
  std::int64_t calls = 0;
  for (const UsageGroup& group : report.groups) {
    sum += group.all;
    calls += group.calls;
    if (group.name == "Bash") {
      EXPECT_EQ(group.calls, 2);
    } else if (group.name == "(no tool)") {
      EXPECT_EQ(group.all.tokens.output, 7);
    }
  }
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(report.total.calls, 3);
  // The lines add up to the total, to the last token and nano-dollar.
  EXPECT_EQ(sum.tokens, report.total.all.tokens);
  EXPECT_EQ(sum.cost, report.total.all.cost);
}

TEST(Report, EveryKindHasTheSameTotal) {
  std::vector<std::string> lines;
  for (int i = 0; i < 40; ++i) {
    UsageTestLine made =
        line("m" + std::to_string(i), "2026-01-" + std::to_string(10 + i % 20) + "T09:00:00Z",
             std::int64_t{37} * i);
    made.model = i % 3 == 0 ? "claude-haiku-4-5" : i % 3 == 1 ? "glm" : "claude-opus-5-5";
    made.content = R"([{"type":"tool_use","id":"t)" + std::to_string(i) + R"(","name":"T)" +
                   std::to_string(i % 4) + R"("}])";
    lines.push_back(made.json());
  }
  const Reports reports({test_file("s", lines)});
  for (const UsageKind kind :
       {UsageKind::kDaily, UsageKind::kWeekly, UsageKind::kMonthly, UsageKind::kSessions,
        UsageKind::kProjects, UsageKind::kModels, UsageKind::kTools}) {
    const UsageReport report = reports.by(kind);
    Tally groups;
    Tally models;
    for (const UsageGroup& group : report.groups) {
      groups += group.all;
      for (const NamedTally& model : group.models) models += model.tally;
    }
    EXPECT_EQ(groups.tokens, report.total.all.tokens);
    EXPECT_EQ(groups.cost, report.total.all.cost);
    EXPECT_EQ(models.tokens, report.total.all.tokens);
    EXPECT_EQ(models.cost, report.total.all.cost);
  }
}

TEST(Blocks, BeginWithTheFullHour) {
  const Reports reports({test_file(
      "s", {line("a", "2026-01-05T09:45:00Z").json(), line("b", "2026-01-05T13:59:59Z").json(),
            line("c", "2026-01-05T14:00:00Z").json(), line("d", "2026-01-06T20:10:00Z").json(),
            line("e", "").json()})});
  const TimeMs now = *parse_time("2026-01-06T21:10:00Z");
  const auto blocks = find_blocks(reports.priced(), select(reports.priced(), {}), now);
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(format_iso(blocks[0].start), "2026-01-05T09:00:00.000Z");
  EXPECT_EQ(blocks[0].responses.size(), 2U);
  EXPECT_EQ(format_iso(blocks[1].start), "2026-01-05T14:00:00.000Z");
  EXPECT_FALSE(blocks[1].active);
  EXPECT_EQ(format_iso(blocks[2].end), "2026-01-07T01:00:00.000Z");
  EXPECT_TRUE(blocks[2].active);
}

TEST(Blocks, RatesAndProjections) {
  const Reports reports({test_file(
      "s", {line("a", "2026-01-05T09:00:00Z").json(), line("b", "2026-01-05T10:00:00Z").json()})});
  const TimeMs now = *parse_time("2026-01-05T12:00:00Z");
  const auto blocks = find_blocks(reports.priced(), select(reports.priced(), {}), now);
  ASSERT_EQ(blocks.size(), 1U);
  const Tally tally = reports.by(UsageKind::kDaily).total.all;
  const auto rate = rate_of(blocks[0], tally);
  ASSERT_TRUE(rate);
  EXPECT_DOUBLE_EQ(rate->cost_per_hour, static_cast<double>(tally.cost));
  const auto projection = projection_of(blocks[0], tally, now);  // two hours are left
  ASSERT_TRUE(projection);
  EXPECT_EQ(projection->cost, tally.cost * 3);
  EXPECT_EQ(projection->tokens, tally.tokens.total() * 3);
  EXPECT_FALSE(projection_of(blocks[0], tally, now) && !blocks[0].active);
}

TEST(Blocks, OneMomentHasNoRate) {
  const Reports reports({test_file("s", {line("a", "2026-01-05T09:00:00Z").json()})});
  const auto blocks = find_blocks(reports.priced(), select(reports.priced(), {}), 0);
  EXPECT_FALSE(rate_of(blocks.front(), reports.by(UsageKind::kDaily).total.all));
  EXPECT_FALSE(blocks.front().active);
}

}  // namespace
}  // namespace clew
