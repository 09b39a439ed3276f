// SPDX-License-Identifier: MIT
#include "usage/report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace clew {
namespace {

Tally tally_of(const PricedLedger& ledger, std::size_t i) {
  const LedgerRow& row = ledger.row(i);
  Tally tally;
  tally.tokens = sums_of(row.tokens);
  tally.responses = 1;
  tally.cost = ledger.amount(i);
  tally.unpriced = ledger.is_priced(i) ? 0 : 1;
  if (row.reported != kNotReported) {
    tally.reported = row.reported;
    tally.recomputed = ledger.amount(i);
  }
  return tally;
}

// The part of `whole` between two of `n` equal steps. All parts together are the whole.
std::int64_t part(std::int64_t whole, std::int64_t from, std::int64_t to, std::int64_t n) {
  const auto until = [&](std::int64_t step) { return whole / n * step + whole % n * step / n; };
  return until(to) - until(from);
}

Tally part_of(const Tally& whole, std::int64_t from, std::int64_t to, std::int64_t n) {
  const auto cut = [&](std::int64_t value) { return part(value, from, to, n); };
  Tally tally = whole;
  TokenSums& t = tally.tokens;
  for (std::int64_t* value :
       {&t.input, &t.output, &t.cache_read, &t.cache_write_5m, &t.cache_write_1h, &t.web_searches,
        &t.thinking, &tally.cost, &tally.reported, &tally.recomputed}) {
    *value = cut(*value);
  }
  t.cache_write = t.cache_write_5m + t.cache_write_1h;
  return tally;
}

void note_time(UsageGroup& group, TimeMs time) {
  if (time == kNoTime) return;
  if (group.first_time == kNoTime || time < group.first_time) group.first_time = time;
  group.last_time = std::max(group.last_time, time);
}

bool dearer(const Tally& a, const Tally& b) {
  return std::tuple(a.cost, a.tokens.total()) > std::tuple(b.cost, b.tokens.total());
}

// Adds responses to groups, remembering the models of each.
class Summing {
 public:
  Summing(const PricedLedger& ledger, std::vector<UsageGroup> groups) : ledger_(ledger) {
    report_.groups = std::move(groups);
  }

  std::size_t add_group(UsageGroup group) {
    report_.groups.push_back(std::move(group));
    return report_.groups.size() - 1;
  }
  UsageGroup& group(std::size_t index) { return report_.groups[index]; }

  void add(std::size_t group, std::size_t response, const Tally& tally) {
    add_to(report_.groups[group], group, response, tally);
  }
  void add_to_total(std::size_t response) {
    const Tally tally = tally_of(ledger_, response);
    add_to(report_.total, kTotal, response, tally);
    if (!ledger_.is_priced(response)) unpriced_[model_key(response)] += tally;
  }

  UsageReport finish() {
    report_.total.name = "total";
    for (auto& [key, tally] : models_) {
      const auto& [group, model] = key;
      UsageGroup& into = group == kTotal ? report_.total : report_.groups[group];
      into.models.push_back({names_[model], tally});
    }
    for (UsageGroup& group : report_.groups) sort_models(group.models);
    sort_models(report_.total.models);
    for (auto& [model, tally] : unpriced_) report_.unpriced.push_back({names_[model], tally});
    sort_models(report_.unpriced);
    return std::move(report_);
  }

 private:
  static constexpr std::size_t kTotal = SIZE_MAX;

  // A small number for model and tier.
  std::uint32_t model_key(std::size_t response) {
    const LedgerRow& row = ledger_.row(response);
    const std::uint64_t key =
        std::uint64_t{row.model} << 8U | static_cast<std::uint64_t>(tier_of(row.flags));
    if (key == last_key_ && !names_.empty()) return last_model_;
    const auto [found, is_new] = known_.emplace(key, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(ledger_.model_name(response));
    last_key_ = key;
    last_model_ = found->second;
    return last_model_;
  }

  void add_to(UsageGroup& group, std::size_t index, std::size_t response, const Tally& tally) {
    group.all += tally;
    if (ledger_.is_subagent(response)) group.subagents += tally;
    note_time(group, ledger_.row(response).time);
    sum_of(index, model_key(response)) += tally;
  }

  // Neighbours are mostly of one group and model.
  Tally& sum_of(std::size_t group, std::uint32_t model) {
    Last& last = last_[group == kTotal ? 1 : 0];
    if (!last.sum || last.group != group || last.model != model)
      last = {group, model, &models_[{group, model}]};
    return *last.sum;
  }

  static void sort_models(std::vector<NamedTally>& models) {
    std::sort(models.begin(), models.end(), [](const NamedTally& a, const NamedTally& b) {
      if (dearer(a.tally, b.tally)) return true;
      return !dearer(b.tally, a.tally) && a.name < b.name;
    });
  }

  const PricedLedger& ledger_;
  UsageReport report_;
  std::map<std::pair<std::size_t, std::uint32_t>, Tally> models_;
  struct Last {
    std::size_t group = 0;
    std::uint32_t model = 0;
    Tally* sum = nullptr;  // in models_
  };
  Last last_[2];  // of a group, and of the total
  std::map<std::uint32_t, Tally> unpriced_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::vector<std::string> names_;
  std::uint64_t last_key_ = 0;
  std::uint32_t last_model_ = 0;
};

void sort_groups(std::vector<UsageGroup>& groups) {
  std::sort(groups.begin(), groups.end(), [](const UsageGroup& a, const UsageGroup& b) {
    if (dearer(a.all, b.all)) return true;
    if (dearer(b.all, a.all)) return false;
    return std::tie(a.name, a.project) < std::tie(b.name, b.project);
  });
}

PeriodKind period_of(UsageKind kind) {
  if (kind == UsageKind::kWeekly) return PeriodKind::kWeek;
  return kind == UsageKind::kMonthly ? PeriodKind::kMonth : PeriodKind::kDay;
}

UsageReport report_by_period(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                             PeriodKind kind, const TimeZone& zone) {
  Summing sums(ledger, {});
  LocalDays days(zone);
  std::map<DayNumber, std::size_t> groups;
  constexpr DayNumber kNoDay = INT64_MIN;
  DayNumber last_seen = kNoDay;
  std::size_t group = 0;
  for (const std::size_t i : responses) {
    const TimeMs time = ledger.row(i).time;
    const DayNumber day = time == kNoTime ? kNoDay : days.day_of(time);
    if (day != last_seen || groups.empty()) {
      last_seen = day;
      const DayNumber first = day == kNoDay ? kNoDay : first_day(kind, day);
      const auto [found, is_new] = groups.emplace(first, 0);
      if (is_new) {
        UsageGroup made;
        made.name = day == kNoDay ? "(no date)" : period_name(kind, day);
        if (day != kNoDay) made.from = first;
        if (day != kNoDay) made.to = last_day(kind, day);
        found->second = sums.add_group(std::move(made));
      }
      group = found->second;
    }
    sums.add(group, i, tally_of(ledger, i));
    sums.add_to_total(i);
  }
  UsageReport report = sums.finish();
  std::sort(report.groups.begin(), report.groups.end(),
            [](const UsageGroup& a, const UsageGroup& b) { return a.from < b.from; });
  return report;
}

// By a text that each response has.
template <class KeyOf, class Make>
UsageReport report_by(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                      KeyOf key_of, Make make) {
  Summing sums(ledger, {});
  std::map<decltype(key_of(0)), std::size_t> groups;
  for (const std::size_t i : responses) {
    const auto [found, is_new] = groups.emplace(key_of(i), 0);
    if (is_new) found->second = sums.add_group(make(i));
    sums.add(found->second, i, tally_of(ledger, i));
    sums.add_to_total(i);
  }
  UsageReport report = sums.finish();
  sort_groups(report.groups);
  return report;
}

UsageReport report_by_session(const PricedLedger& ledger,
                              const std::vector<std::size_t>& responses) {
  const Ledger& l = ledger.ledger();
  const auto file = [&](std::size_t i) -> const LedgerFile& { return l.file(ledger.row(i).file); };
  UsageReport report = report_by(
      ledger, responses, [&](std::size_t i) { return std::tie(file(i).project, file(i).session); },
      [&](std::size_t i) {
        UsageGroup group;
        group.name = file(i).session.empty() ? "(unknown)" : file(i).session;
        group.project = file(i).project;
        group.file = file(i).path;
        return group;
      });
  // The session's own file is the better proof than a subagent's that happened to come first.
  std::map<std::pair<std::string_view, std::string_view>, const LedgerFile*> main_files;
  for (const LedgerFile& one : l.files()) {
    if (!one.is_agent)
      main_files.emplace(std::pair<std::string_view, std::string_view>(one.project, one.session),
                         &one);
  }
  for (UsageGroup& group : report.groups) {
    const auto found = main_files.find({group.project, group.name});
    if (found != main_files.end()) group.file = found->second->path;
  }
  return report;
}

UsageReport report_by_tool(const PricedLedger& ledger, const std::vector<std::size_t>& responses) {
  const Ledger& l = ledger.ledger();
  Summing sums(ledger, {});
  std::map<std::string_view, std::size_t> groups;
  const auto group_of = [&](std::string_view name) {
    const auto [found, is_new] = groups.emplace(name, 0);
    if (is_new) {
      UsageGroup group;
      group.name = name;
      found->second = sums.add_group(std::move(group));
    }
    return found->second;
  };
  std::vector<std::size_t> first_share(l.responses().size() + 1, 0);
  for (const ToolShare& share : l.tools()) ++first_share[share.response + 1];
  for (std::size_t i = 1; i < first_share.size(); ++i) first_share[i] += first_share[i - 1];
  for (const std::size_t i : responses) {
    const Tally whole = tally_of(ledger, i);
    std::int64_t calls = 0;
    for (std::size_t s = first_share[i]; s < first_share[i + 1]; ++s) calls += l.tools()[s].calls;
    std::int64_t done = 0;
    for (std::size_t s = first_share[i]; s < first_share[i + 1]; ++s) {
      const ToolShare& share = l.tools()[s];
      const std::string_view name = l.text(share.tool);
      const std::size_t group = group_of(name.empty() ? "(unnamed)" : name);
      sums.add(group, i, part_of(whole, done, done + share.calls, calls));
      sums.group(group).calls += share.calls;
      done += share.calls;
    }
    if (calls == 0) sums.add(group_of("(no tool)"), i, whole);
    sums.add_to_total(i);
  }
  UsageReport report = sums.finish();
  for (const UsageGroup& group : report.groups) report.total.calls += group.calls;
  sort_groups(report.groups);
  return report;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  tokens += other.tokens;
  responses += other.responses;
  cost += other.cost;
  unpriced += other.unpriced;
  reported += other.reported;
  recomputed += other.recomputed;
  return *this;
}

PricedLedger::PricedLedger(const Ledger& ledger, const PriceTable& prices)
    : ledger_(ledger), prices_(prices) {
  const auto& responses = ledger.responses();
  amounts_.reserve(responses.size());
  priced_.reserve(responses.size());
  // The few models there are, looked up once where the time makes no difference.
  std::unordered_map<std::uint64_t, const PriceRule*> rules;
  for (const BilledResponse& response : responses) {
    const LedgerRow& row = response.row();
    const PriceTier tier = tier_of(row.flags);
    const PriceRule* rule = nullptr;
    if (prices.has_dates()) {
      rule = prices.find(ledger.text(row.model), row.time, tier);
    } else {
      const auto [found, is_new] =
          rules.emplace(std::uint64_t{row.model} << 8U | static_cast<std::uint64_t>(tier), nullptr);
      if (is_new) found->second = prices.find(ledger.text(row.model), kNoTime, tier);
      rule = found->second;
    }
    const Cost cost = cost_by_rule(rule, row.tokens, row.flags);
    amounts_.push_back(cost.total());
    priced_.push_back(cost.rule != nullptr);
  }
}

Cost PricedLedger::cost(std::size_t i) const {
  return prices_.cost(ledger_.text(row(i).model), row(i).time, row(i).tokens, row(i).flags);
}

std::string PricedLedger::model_name(std::size_t i) const {
  std::string name(ledger_.text(row(i).model));
  if (name.empty()) name = "(unknown)";
  const PriceTier tier = tier_of(row(i).flags);
  if (tier != PriceTier::kStandard) name += " (" + std::string(name_of(tier)) + ")";
  return name;
}

std::vector<std::size_t> select(const PricedLedger& ledger, const UsageFilter& filter) {
  const SymbolTable& symbols = ledger.ledger().symbols();
  std::vector<bool> models(symbols.size(), true);
  if (!filter.model.empty()) {
    for (Symbol symbol = 0; symbol < symbols.size(); ++symbol) {
      models[symbol] = symbols.text(symbol).find(filter.model) != std::string_view::npos;
    }
  }
  std::vector<std::size_t> chosen;
  chosen.reserve(ledger.size());
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerRow& row = ledger.row(i);
    if (!models[row.model]) continue;
    if (!filter.files.empty() && !filter.files[row.file]) continue;
    if (!filter.when.contain(row.time)) continue;
    chosen.push_back(i);
  }
  return chosen;
}

UsageReport make_report(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                        UsageKind kind, const TimeZone& zone) {
  switch (kind) {
    case UsageKind::kDaily:
    case UsageKind::kWeekly:
    case UsageKind::kMonthly:
      return report_by_period(ledger, responses, period_of(kind), zone);
    case UsageKind::kSessions:
      return report_by_session(ledger, responses);
    case UsageKind::kTools:
      return report_by_tool(ledger, responses);
    case UsageKind::kProjects:
      return report_by(
          ledger, responses,
          [&](std::size_t i) {
            return std::string_view(ledger.ledger().file(ledger.row(i).file).project);
          },
          [&](std::size_t i) {
            UsageGroup group;
            group.name = ledger.ledger().file(ledger.row(i).file).project;
            group.project = group.name;
            return group;
          });
    case UsageKind::kModels:
      return report_by(
          ledger, responses,
          [&](std::size_t i) {
            return std::pair(ledger.row(i).model, tier_of(ledger.row(i).flags));
          },
          [&](std::size_t i) {
            UsageGroup group;
            group.name = ledger.model_name(i);
            return group;
          });
  }
  return {};
}

UsageReport make_report(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                        std::vector<UsageGroup> groups, const std::vector<std::size_t>& labels) {
  Summing sums(ledger, std::move(groups));
  for (std::size_t i = 0; i < responses.size(); ++i) {
    sums.add(labels[i], responses[i], tally_of(ledger, responses[i]));
    sums.add_to_total(responses[i]);
  }
  return sums.finish();
}

}  // namespace clew
