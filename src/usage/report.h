// SPDX-License-Identifier: MIT
//
// Sums over the ledger: by day, session, model, ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "base/time_bound.h"
#include "usage/ledger.h"
#include "usage/periods.h"
#include "usage/prices.h"
#include "usage/time_zone.h"

namespace clew {

// A ledger with its amounts. Borrows both.
class PricedLedger {
 public:
  PricedLedger(const Ledger& ledger, const PriceTable& prices);

  const Ledger& ledger() const { return ledger_; }
  const PriceTable& prices() const { return prices_; }
  std::size_t size() const { return amounts_.size(); }
  // By index into Ledger::responses.
  const LedgerRow& row(std::size_t i) const { return ledger_.responses()[i].row(); }
  NanoUsd amount(std::size_t i) const { return amounts_[i]; }  // 0 when not priced
  bool is_priced(std::size_t i) const { return priced_[i]; }
  Cost cost(std::size_t i) const;  // the same, kind by kind
  // The name to show, with its tier where that is not the standard one: "claude-opus-5 (fast)".
  std::string model_name(std::size_t i) const;
  bool is_subagent(std::size_t i) const { return row(i).is_sidechain(); }

 private:
  const Ledger& ledger_;
  const PriceTable& prices_;
  std::vector<NanoUsd> amounts_;
  std::vector<bool> priced_;
};

struct Tally {
  TokenSums tokens;
  std::int64_t responses = 0;
  NanoUsd cost = 0;
  std::int64_t unpriced = 0;  // responses without a price: their tokens count, their cost does not
  // Of responses whose lines say themselves what they cost (old CLIs): what they say, and what we
  // do.
  NanoUsd reported = 0;
  NanoUsd recomputed = 0;

  Tally& operator+=(const Tally& other);
};

struct NamedTally {
  std::string name;
  Tally tally;
};

// What stands in one line of a report.
struct UsageGroup {
  std::string name;               // a date, an id, a name
  std::string project;            // sessions and branches: key of the project's folder
  std::string file;               // sessions: the main transcript, or the first file there is
  std::string note;               // branches: the first prompt that only this one has
  std::optional<DayNumber> from;  // periods: first and last day
  std::optional<DayNumber> to;
  Tally all;
  Tally subagents;                 // part of `all`
  std::vector<NamedTally> models;  // dearest first
  std::int64_t calls = 0;          // tools
  TimeMs first_time = kNoTime;
  TimeMs last_time = kNoTime;
};

struct UsageReport {
  std::vector<UsageGroup> groups;
  UsageGroup total;
  std::vector<NamedTally> unpriced;  // models without a price
};

enum class UsageKind : std::uint8_t {
  kDaily,
  kWeekly,
  kMonthly,
  kSessions,
  kProjects,
  kModels,
  kTools
};

// Which responses count. All conditions must hold.
struct UsageFilter {
  TimeBounds when;
  std::string model;        // part of the name
  std::vector<bool> files;  // by file: whether it counts; empty: all
};

// Indices of the responses that pass, by time. Those without a time pass only where no time is
// asked for.
std::vector<std::size_t> select(const PricedLedger& ledger, const UsageFilter& filter);

// Days ascending, all others dearest first. A tool's line has a share of each response that called
// it: the response's tokens and cost divided equally among its calls, so that the lines add up to
// the total; "(no tool)" is the rest.
UsageReport make_report(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                        UsageKind kind, const TimeZone& zone);

// A report by labels of one's own: labels[i] names the group of responses[i] in `groups`, whose
// names and other facts are filled in already. Empty groups stay; the order too.
UsageReport make_report(const PricedLedger& ledger, const std::vector<std::size_t>& responses,
                        std::vector<UsageGroup> groups, const std::vector<std::size_t>& labels);

}  // namespace clew
