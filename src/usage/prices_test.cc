// SPDX-License-Identifier: MIT
#include "usage/prices.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/entry.h"
#include "transcript/line_usage.h"

namespace clew {
namespace {

const PriceRule* standard(std::string_view model) {
  return PriceTable::builtin().find(model, kNoTime, PriceTier::kStandard);
}

TEST(Prices, TheTableCanBeRead) {
  const auto table = PriceTable::parse(builtin_prices_text());
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_GT(table->rules().size(), 20U);
  for (const PriceRule& rule : table->rules()) {
    SCOPED_TRACE(rule.model);
    std::vector<const TokenPrices*> sets = {&rule.prices};
    if (rule.above > 0) sets.push_back(&rule.above_prices);
    for (const TokenPrices* prices : sets) {
      EXPECT_GT(prices->input, 0);
      EXPECT_GT(prices->output, prices->input);
      EXPECT_EQ(prices->cache_write_1h, prices->input * 2);
      const bool is_odd = rule.model == "claude-3-haiku";  // 0.30 and 0.03 for an input of 0.25
      EXPECT_EQ(prices->cache_write_5m, is_odd ? 300'000 : prices->input * 5 / 4);
      EXPECT_LE(prices->cache_read, is_odd ? 30'000 : prices->input / 10);
    }
    EXPECT_EQ(rule.web_search, 10'000'000);
    EXPECT_FALSE(rule.source.empty());
    EXPECT_FALSE(rule.date.empty());
    EXPECT_GT(rule.context, 0);
  }
}

TEST(Prices, FindsModelsByTheirNames) {
  constexpr const char* kInferenceProfile =
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/"
      "us.anthropic.claude-opus-4-1-20250805-v1:0";
  for (const char* name :
       {"claude-opus-4-1", "claude-opus-4-1-20250805", "anthropic.claude-opus-4-1-20250805-v1:0",
        "us.anthropic.claude-opus-4-1-20250805-v1:0", "claude-opus-4-1@20250805", kInferenceProfile,
        "anthropic/claude-opus-4.1", "vertex_ai/claude-opus-4-1@20250805", "claude-opus-4-1[1m]",
        "Claude-Opus-4-1", "claude-opus-4-1-latest"}) {
    const PriceRule* rule = standard(name);
    ASSERT_NE(rule, nullptr) << name;
    EXPECT_EQ(rule->model, "claude-opus-4-1") << name;
  }
  EXPECT_EQ(standard("claude-3-5-sonnet-v2@20241022")->model, "claude-3-5-sonnet");
  EXPECT_EQ(standard("claude-opus-4-20250514")->model, "claude-opus-4");
  EXPECT_EQ(standard("claude-opus-5-5")->model, "claude-opus-5-5");
}

TEST(Prices, NeverGuesses) {
  for (const char* name :
       {"", "claude", "claude-opus", "claude-opus-9", "claude-opus-4-1-thinking", "deepseek-chat",
        "glm-4.6", "gpt-5", "opus", "claude-opus-4-1-2025080", "-20250805", "<synthetic>"}) {
    EXPECT_EQ(standard(name), nullptr) << name;
  }
  EXPECT_EQ(PriceTable::builtin().find("claude-opus-4-1", kNoTime, PriceTier::kFast), nullptr);
  EXPECT_EQ(PriceTable::builtin().find("claude-opus-4-1", kNoTime, PriceTier::kBatch), nullptr);
}

// What CLI 2.1.325 wrote into cost-state lines for these very counts (shared/corpus/cli).
TEST(Prices, AgreeWithTheCli) {
  struct Known {
    const char* model;
    Tokens tokens;
    double usd;
  };
  const Known all[] = {
      {"claude-haiku-4-5-20251001", {102, 33, 22, 11, 0, 0, 0, 0}, 0.00028294999999999997},
      {"claude-opus-5-5", {100, 33, 22, 11, 0, 0, 0, 0}, 0.0011194},
      {"claude-opus-5-5", {303, 99, 66, 33, 0, 0, 0, 0}, 0.0033702000000000003},
      {"claude-opus-5-5", {936, 297, 198, 99, 0, 0, 0, 0}, 0.0102186},
  };
  for (const Known& known : all) {
    const Cost cost = PriceTable::builtin().cost(known.model, kNoTime, known.tokens, 0);
    EXPECT_EQ(cost.total(), nano_usd(known.usd)) << known.model;
  }
}

TEST(Prices, EachKindHasItsPrice) {
  const Tokens tokens{.input = 3,
                      .output = 100,
                      .cache_read = 1000,
                      .cache_write = 250,
                      .cache_write_5m = 50,
                      .cache_write_1h = 200,
                      .web_searches = 2};
  const Cost cost = PriceTable::builtin().cost("claude-opus-4-1", kNoTime, tokens, 0);
  EXPECT_EQ(cost.input, 45'000);
  EXPECT_EQ(cost.output, 7'500'000);
  EXPECT_EQ(cost.cache_read, 1'500'000);
  EXPECT_EQ(cost.cache_write_5m, 937'500);
  EXPECT_EQ(cost.cache_write_1h, 6'000'000);
  EXPECT_EQ(cost.web_searches, 20'000'000);
  EXPECT_EQ(cost.total(), 35'982'500);
}

TEST(Prices, LongPromptsCostMoreAsAWhole) {
  Tokens tokens{.input = 100'000, .output = 1000, .cache_read = 99'999, .cache_write = 1};
  const auto cost = [&] {
    return PriceTable::builtin().cost("claude-sonnet-4-5", kNoTime, tokens, 0);
  };
  EXPECT_FALSE(cost().above);  // 200,000 is not above 200,000
  EXPECT_EQ(cost().input, 300'000'000);
  tokens.cache_read += 1;
  EXPECT_TRUE(cost().above);
  EXPECT_EQ(cost().input, 600'000'000);
  EXPECT_EQ(cost().output, 22'500'000);
  EXPECT_FALSE(PriceTable::builtin().cost("claude-sonnet-4-6", kNoTime, tokens, 0).above);
}

TEST(Prices, SpeedAndPlaceAreTakenIntoAccount) {
  const Tokens tokens{.input = 1000, .output = 1000};
  const PriceTable& table = PriceTable::builtin();
  EXPECT_EQ(table.cost("claude-opus-4-6", kNoTime, tokens, 0).total(), 30'000'000);
  EXPECT_EQ(table.cost("claude-opus-4-6", kNoTime, tokens, kUsageFast).total(), 180'000'000);
  EXPECT_EQ(table.cost("claude-opus-4-6", kNoTime, tokens, kUsageUs).total(), 33'000'000);
  EXPECT_EQ(table.cost("claude-opus-4-1", kNoTime, tokens, kUsageUs).total(),
            table.cost("claude-opus-4-1", kNoTime, tokens, 0).total());
  EXPECT_EQ(table.cost("claude-sonnet-5", kNoTime, tokens, kUsageFast).rule, nullptr);
}

TEST(Prices, RowsHoldFromTheirDay) {
  const auto table = PriceTable::parse(
      "model\tfrom\tinput\toutput\nm\t\t1\t2\nm\t2026-02-01\t3\t4\nm\t2026-03-01\t5\t6\n");
  ASSERT_TRUE(table);
  const auto input = [&](const char* time) {
    return table->find("m", *parse_time(time), PriceTier::kStandard)->prices.input / 1'000'000;
  };
  EXPECT_EQ(input("2020-01-01"), 1);
  EXPECT_EQ(input("2026-01-31T23:59:59.999Z"), 1);
  EXPECT_EQ(input("2026-02-01"), 3);
  EXPECT_EQ(input("2026-12-01"), 5);
  EXPECT_EQ(table->find("m", kNoTime, PriceTier::kStandard)->prices.input, 5'000'000);
}

TEST(Prices, AFieldLeftEmptyIsNoPrice) {
  const auto table = PriceTable::parse("model\tinput\toutput\nm\t1\t2\n");
  ASSERT_TRUE(table);
  EXPECT_NE(table->cost("m", kNoTime, {.input = 1, .output = 1}, 0).rule, nullptr);
  EXPECT_EQ(table->cost("m", kNoTime, {.input = 1, .cache_read = 1}, 0).rule, nullptr);
  EXPECT_EQ(table->cost("m", kNoTime, {.web_searches = 1}, 0).rule, nullptr);
}

TEST(Prices, PatternsGiveWayToNames) {
  const auto table =
      PriceTable::parse("model\tinput\nglm-*\t1\nglm-4*\t2\nglm-4.6\t3\n# a remark\n\n");
  ASSERT_TRUE(table);
  const auto input = [&](const char* model) {
    return table->find(model, kNoTime, PriceTier::kStandard)->prices.input / 1'000'000;
  };
  EXPECT_EQ(input("glm-5"), 1);
  EXPECT_EQ(input("glm-4.5"), 2);
  EXPECT_EQ(input("glm-4.6"), 3);
}

TEST(Prices, OverridesReplaceModelsAndAddOthers) {
  const auto own =
      PriceTable::parse("model\tinput\toutput\nclaude-opus-4-1\t1\t2\nglm-4.6\t0.6\t2.2\n");
  ASSERT_TRUE(own);
  const PriceTable table = PriceTable::builtin().overridden_by(*own);
  EXPECT_EQ(table.find("claude-opus-4-1-20250805", kNoTime, PriceTier::kStandard)->prices.input,
            1'000'000);
  EXPECT_EQ(table.find("claude-opus-4-5", kNoTime, PriceTier::kStandard)->prices.input, 5'000'000);
  EXPECT_EQ(table.find("glm-4.6", kNoTime, PriceTier::kStandard)->prices.output, 2'200'000);
  EXPECT_NE(table.find("claude-opus-4-6", kNoTime, PriceTier::kFast), nullptr);
}

TEST(Prices, MistakesAreNamedWithTheirLine) {
  const auto error = [](const char* text) {
    const auto table = PriceTable::parse(text);
    return table ? std::string("none") : table.error().message;
  };
  EXPECT_EQ(error(""), "there is no line with column names");
  EXPECT_EQ(error("a\tb\n"),
            "line 1: no column is called \"model\"; columns are separated by tabs");
  EXPECT_EQ(error("# x\nmodel\tinput\nm\tfree\n"),
            "line 3: input: \"free\" is not a price like 3.75");
  EXPECT_EQ(error("model\tinput\nm\t-1\n"), "line 2: input: \"-1\" is not a price like 3.75");
  EXPECT_EQ(error("model\tinput\nm\t99999\n"), "line 2: input: \"99999\" is not a price like 3.75");
  EXPECT_EQ(error("model\tinput\nm\t1\t2\n"), "line 2: more fields than there are columns");
  EXPECT_EQ(error("model\tinput\n\t1\n"), "line 2: no model is named");
  EXPECT_EQ(error("model\tfrom\nm\tsoon\n"),
            "line 2: from: \"soon\" is not a date like 2026-01-31");
  EXPECT_EQ(error("model\ttier\nm\tslow\n"),
            "line 2: tier: \"slow\" is not standard, fast or batch");
  EXPECT_EQ(error("model\tabove\nm\tmuch\n"), "line 2: above: \"much\" is not a number of tokens");
}

TEST(Prices, TinyPricesAreExact) {
  const auto table = PriceTable::parse("model\tinput\toutput\nm\t0.0028\t0.000001\n");
  ASSERT_TRUE(table);
  // 2.8 nano-dollars a token: a thousand are exact, one is rounded
  EXPECT_EQ(table->cost("m", kNoTime, {.input = 1000}, 0).total(), 2800);
  EXPECT_EQ(table->cost("m", kNoTime, {.input = 1}, 0).total(), 3);
  EXPECT_EQ(table->cost("m", kNoTime, {.output = 1'000'000'000}, 0).total(), 1'000'000);
}

TEST(Prices, TheLargestNumbersDoNotOverflow) {
  const auto table = PriceTable::parse("model\tinput\nm\t1000\n");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->cost("m", kNoTime, {.input = 1'000'000'000}, 0).total(), 1'000'000'000'000'000);
}

TEST(Prices, KnowTheWindow) {
  EXPECT_EQ(PriceTable::builtin().context_of("claude-opus-4-1-20250805"), 200'000);
  EXPECT_EQ(PriceTable::builtin().context_of("claude-opus-5-5"), 1'000'000);
  EXPECT_EQ(PriceTable::builtin().context_of("claude-sonnet-4-5[1m]"), 1'000'000);
  EXPECT_EQ(PriceTable::builtin().context_of("deepseek-chat"), 0);
}

}  // namespace
}  // namespace clew
