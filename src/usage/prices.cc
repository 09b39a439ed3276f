// SPDX-License-Identifier: MIT
#include "usage/prices.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "transcript/entry.h"
#include "transcript/line_usage.h"

namespace clew {
namespace {

constexpr std::int64_t kPicoPerDollarPerMillion = 1'000'000;
constexpr std::int64_t kPicoPerNano = 1000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "3.75" as millionths: whole numbers only, so that nothing is rounded. At most 1000.
std::optional<std::int64_t> parse_millionths(std::string_view text) {
  constexpr std::size_t kPlaces = 6;
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = point < text.size() ? text.substr(point + 1) : "";
  const bool sane = !whole.empty() && whole.size() <= 4 && fraction.size() <= kPlaces &&
                    (point == text.size() || !fraction.empty());
  if (!sane) return std::nullopt;
  std::string digits(whole);
  digits += fraction;
  digits.append(kPlaces - fraction.size(), '0');
  std::int64_t value = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  if (value > 1000 * kPicoPerDollarPerMillion) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc() && end == text.data() + text.size() && value >= 0;
  return good ? std::optional(value) : std::nullopt;
}

// Reads the table line by line. Fields are known by the names in the first line.
class TableReader {
 public:
  Result<std::vector<PriceRule>> read(std::string_view text) {
    for (int number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty() || line.starts_with('#')) continue;
      auto done = read_line(line);
      if (!done) return with_context("line " + std::to_string(number), done.error());
    }
    if (columns_.empty()) return Error{ErrorCode::kInvalid, "there is no line with column names"};
    return std::move(rules_);
  }

 private:
  static Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }

  static std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> fields;
    for (;;) {
      const std::size_t tab = line.find('\t');
      fields.push_back(line.substr(0, tab));
      if (tab == std::string_view::npos) return fields;
      line.remove_prefix(tab + 1);
    }
  }

  Result<void> read_line(std::string_view line) {
    const auto fields = fields_of(line);
    if (columns_.empty()) {
      columns_.assign(fields.begin(), fields.end());
      if (std::find(columns_.begin(), columns_.end(), "model") == columns_.end()) {
        return invalid("no column is called \"model\"; columns are separated by tabs");
      }
      return {};
    }
    if (fields.size() > columns_.size()) return invalid("more fields than there are columns");
    PriceRule rule;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].empty()) continue;
      if (auto set = set_field(rule, columns_[i], fields[i]); !set) return set;
    }
    if (rule.model.empty()) return invalid("no model is named");
    rules_.push_back(std::move(rule));
    return {};
  }

  static Result<void> set_field(PriceRule& rule, std::string_view column, std::string_view value) {
    const std::pair<std::string_view, TokenPrice*> prices[] = {
        {"input", &rule.prices.input},
        {"output", &rule.prices.output},
        {"cache_read", &rule.prices.cache_read},
        {"cache_write_5m", &rule.prices.cache_write_5m},
        {"cache_write_1h", &rule.prices.cache_write_1h},
        {"input_above", &rule.above_prices.input},
        {"output_above", &rule.above_prices.output},
        {"cache_read_above", &rule.above_prices.cache_read},
        {"cache_write_5m_above", &rule.above_prices.cache_write_5m},
        {"cache_write_1h_above", &rule.above_prices.cache_write_1h},
        {"web_search", &rule.web_search},
        {"us", &rule.us_permille},
    };
    for (const auto& [name, price] : prices) {
      if (name != column) continue;
      const auto number = parse_millionths(value);
      if (!number) return not_a(column, value, "a price like 3.75");
      *price = *number;
      // Millionths of a dollar for a thousand are nano-dollars for one, those of a factor are not.
      if (column == "us") *price = *number / 1000;
      return {};
    }
    if (column == "model")
      rule.model = value;
    else if (column == "source")
      rule.source = value;
    else if (column == "date")
      rule.date = value;
    else if (column == "tier")
      return set_tier(rule, value);
    else if (column == "from")
      return set_from(rule, value);
    else if (column == "above" || column == "context") {
      const auto number = parse_whole(value);
      if (!number) return not_a(column, value, "a number of tokens");
      (column == "above" ? rule.above : rule.context) = *number;
    }
    return {};
  }

  static Error not_a(std::string_view column, std::string_view value, std::string_view wanted) {
    return invalid(std::string(column) + ": \"" + std::string(value) + "\" is not " +
                   std::string(wanted));
  }

  static Result<void> set_tier(PriceRule& rule, std::string_view value) {
    for (const PriceTier tier : {PriceTier::kStandard, PriceTier::kFast, PriceTier::kBatch}) {
      if (value != name_of(tier)) continue;
      rule.tier = tier;
      return {};
    }
    return not_a("tier", value, "standard, fast or batch");
  }

  static Result<void> set_from(PriceRule& rule, std::string_view value) {
    const auto time = value.size() == 10 ? parse_time(value) : std::nullopt;
    if (!time) return not_a("from", value, "a date like 2026-01-31");
    rule.from = *time;
    rule.from_date = value;
    return {};
  }

  std::vector<std::string> columns_;
  std::vector<PriceRule> rules_;
};

bool is_pattern(std::string_view model) { return model.ends_with('*'); }

std::string_view without_date(std::string_view name) {
  constexpr std::size_t kDate = 9;  // -20250805
  if (name.size() <= kDate || name[name.size() - kDate] != '-') return name;
  const std::string_view date = name.substr(name.size() - kDate + 1);
  return std::all_of(date.begin(), date.end(), is_digit) ? name.substr(0, name.size() - kDate)
                                                         : name;
}

}  // namespace

std::string_view name_of(PriceTier tier) {
  switch (tier) {
    case PriceTier::kStandard:
      return "standard";
    case PriceTier::kFast:
      return "fast";
    case PriceTier::kBatch:
      return "batch";
  }
  return "standard";
}

PriceTier tier_of(std::uint32_t flags) {
  if ((flags & kUsageFast) != 0) return PriceTier::kFast;
  return (flags & kUsageBatch) != 0 ? PriceTier::kBatch : PriceTier::kStandard;
}

std::string plain_model_name(std::string_view model) {
  std::string name = ascii_lower(model);
  name.erase(0, name.rfind('/') + 1);  // npos + 1 == 0
  constexpr std::string_view kVendor = "anthropic.";
  if (const std::size_t at = name.find(kVendor); at != std::string::npos) {
    name.erase(0, at + kVendor.size());
  }
  name.erase(std::min(name.find_first_of("@:["), name.size()));
  const std::size_t v = name.rfind("-v");
  if (v != std::string::npos && v + 3 == name.size() && is_digit(name.back())) name.erase(v);
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '.' && is_digit(name[i - 1]) && is_digit(name[i + 1])) name[i] = '-';
  }
  constexpr std::string_view kLatest = "-latest";
  if (name.ends_with(kLatest)) name.resize(name.size() - kLatest.size());
  return std::string(without_date(name));
}

const PriceTable& PriceTable::builtin() {
  static const PriceTable kTable = [] {
    auto parsed = parse(builtin_prices_text());
    return parsed ? std::move(*parsed) : PriceTable();  // a test reads the table
  }();
  return kTable;
}

Result<PriceTable> PriceTable::parse(std::string_view text) {
  auto rules = TableReader().read(text);
  if (!rules) return rules.error();
  PriceTable table;
  table.rules_ = std::move(*rules);
  table.index();
  return table;
}

void PriceTable::index() {
  std::stable_sort(rules_.begin(), rules_.end(), [](const PriceRule& a, const PriceRule& b) {
    return std::tie(a.model, a.tier, a.from) < std::tie(b.model, b.tier, b.from);
  });
  has_dates_ = std::any_of(rules_.begin(), rules_.end(),
                           [](const PriceRule& rule) { return rule.from != PriceRule().from; });
}

PriceTable PriceTable::overridden_by(const PriceTable& other) const {
  PriceTable table = other;
  for (const PriceRule& rule : rules_) {
    const bool replaced =
        std::any_of(other.rules_.begin(), other.rules_.end(), [&](const PriceRule& theirs) {
          return theirs.model == rule.model && theirs.tier == rule.tier;
        });
    if (!replaced) table.rules_.push_back(rule);
  }
  table.index();
  return table;
}

const PriceRule* PriceTable::find_exact(std::string_view name, TimeMs time, PriceTier tier) const {
  const PriceRule* best = nullptr;
  // A name of its own before a pattern, a longer pattern before a shorter, then the latest.
  const auto order = [](const PriceRule& rule) {
    return std::tuple(!is_pattern(rule.model), rule.model.size(), rule.from);
  };
  for (const PriceRule& rule : rules_) {
    if (rule.tier != tier || (time != kNoTime && rule.from > time)) continue;
    const std::string_view pattern = rule.model;
    const bool matches = is_pattern(pattern)
                             ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                             : name == pattern;
    if (matches && (best == nullptr || order(*best) <= order(rule))) best = &rule;
  }
  return best;
}

const PriceRule* PriceTable::find(std::string_view model, TimeMs time, PriceTier tier) const {
  if (model.empty()) return nullptr;
  if (const PriceRule* rule = find_exact(model, time, tier)) return rule;
  if (const PriceRule* rule = find_exact(without_date(model), time, tier)) return rule;
  return find_exact(plain_model_name(model), time, tier);
}

Cost PriceTable::cost(std::string_view model, TimeMs time, const Tokens& tokens,
                      std::uint32_t flags) const {
  return cost_by_rule(find(model, time, tier_of(flags)), tokens, flags);
}

Cost cost_by_rule(const PriceRule* rule, const Tokens& tokens, std::uint32_t flags) {
  if (rule == nullptr) return {};
  Cost cost;
  cost.rule = rule;
  cost.above = rule->above > 0 && tokens.prompt() > rule->above;
  cost.us = (flags & kUsageUs) != 0 && rule->us_permille != 1000;
  const TokenPrices& prices = cost.above ? rule->above_prices : rule->prices;
  bool complete = true;
  const auto amount = [&](std::int64_t count, TokenPrice price) -> NanoUsd {
    if (count == 0) return 0;
    if (price == kNoPrice) complete = false;
    if (cost.us) price = price * rule->us_permille / 1000;
    return (count * price + kPicoPerNano / 2) / kPicoPerNano;
  };
  cost.input = amount(tokens.input, prices.input);
  cost.output = amount(tokens.output, prices.output);
  cost.cache_read = amount(tokens.cache_read, prices.cache_read);
  cost.cache_write_5m = amount(tokens.written_5m(), prices.cache_write_5m);
  cost.cache_write_1h = amount(tokens.written_1h(), prices.cache_write_1h);
  if (tokens.web_searches > 0) {
    if (rule->web_search == kNoPrice) complete = false;
    cost.web_searches = tokens.web_searches * rule->web_search;
  }
  return complete ? cost : Cost{};
}

std::int64_t PriceTable::context_of(std::string_view model) const {
  const PriceRule* rule = find(model, kNoTime, PriceTier::kStandard);
  if (model.ends_with("[1m]")) return std::max<std::int64_t>(1'000'000, rule ? rule->context : 0);
  return rule == nullptr ? 0 : rule->context;
}

}  // namespace clew
