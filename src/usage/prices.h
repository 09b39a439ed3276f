// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "base/result.h"
#include "base/time.h"
#include "transcript/tokens.h"

namespace clew {

// Pico-dollars for one token: a dollar per million is 1,000,000. kNoPrice where there is none.
using TokenPrice = std::int64_t;
inline constexpr TokenPrice kNoPrice = -1;

struct TokenPrices {
  TokenPrice input = kNoPrice;
  TokenPrice output = kNoPrice;
  TokenPrice cache_read = kNoPrice;
  TokenPrice cache_write_5m = kNoPrice;
  TokenPrice cache_write_1h = kNoPrice;
};

enum class PriceTier : std::uint8_t { kStandard, kFast, kBatch };
std::string_view name_of(PriceTier tier);
constexpr PriceTier last_of(PriceTier) { return PriceTier::kBatch; }

// One row of the table (prices.tsv says what its columns mean).
struct PriceRule {
  std::string model;  // pattern
  PriceTier tier = PriceTier::kStandard;
  TimeMs from = INT64_MIN;
  std::string from_date;
  TokenPrices prices;
  std::int64_t above = 0;  // 0: there is no second set
  TokenPrices above_prices;
  NanoUsd web_search = kNoPrice;  // for one
  std::int64_t us_permille = 1000;
  std::int64_t context = 0;  // 0: not known
  std::string source;
  std::string date;
};

// What a response costs, kind by kind; each is rounded to a nano-dollar.
struct Cost {
  NanoUsd input = 0;
  NanoUsd output = 0;
  NanoUsd cache_read = 0;
  NanoUsd cache_write_5m = 0;
  NanoUsd cache_write_1h = 0;
  NanoUsd web_searches = 0;
  const PriceRule* rule = nullptr;  // null: not priced, all amounts are 0
  bool above = false;               // by the prices for long prompts
  bool us = false;                  // with the factor for the US

  NanoUsd total() const {
    return input + output + cache_read + cache_write_5m + cache_write_1h + web_searches;
  }
};

// What tokens cost by a rule (null: not priced).
Cost cost_by_rule(const PriceRule* rule, const Tokens& tokens, std::uint32_t flags);

PriceTier tier_of(std::uint32_t flags);  // UsageFlag

// The name without what providers add to it: "us.anthropic.claude-opus-4-1-20250805-v1:0",
// "claude-opus-4-1@20250805" and "anthropic/claude-opus-4.1" are all "claude-opus-4-1".
std::string plain_model_name(std::string_view model);

// Prices by model. Immutable once made; may be shared between threads.
class PriceTable {
 public:
  // The table that comes with the program.
  static const PriceTable& builtin();
  // A table of its own; the error names the line.
  static Result<PriceTable> parse(std::string_view text);
  // This table with the rows of another in place of its own for the same models and tiers.
  PriceTable overridden_by(const PriceTable& other) const;

  // The row for a model at a time (kNoTime: now, that is the newest), or null. Tried are the name
  // as it is, without the date at its end, and without what providers add; nothing else.
  const PriceRule* find(std::string_view model, TimeMs time, PriceTier tier) const;

  // `flags` are those of UsageFlag.
  Cost cost(std::string_view model, TimeMs time, const Tokens& tokens, std::uint32_t flags) const;
  // Whether a model's price may depend on the time.
  bool has_dates() const { return has_dates_; }

  // Tokens that fit into the model's window; 0 when not known.
  std::int64_t context_of(std::string_view model) const;

  const std::vector<PriceRule>& rules() const { return rules_; }

 private:
  void index();
  const PriceRule* find_exact(std::string_view name, TimeMs time, PriceTier tier) const;

  std::vector<PriceRule> rules_;  // by model, tier and time
  bool has_dates_ = false;
};

// The built-in table as text.
std::string_view builtin_prices_text();

}  // namespace clew
