// SPDX-License-Identifier: MIT
//
// What `usage` shows, for text, CSV and JSON alike.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/call/usage_zone.h"
#include "engine/engine.h"
#include "engine/usage/usage_files.h"
#include "engine/usage/usage_index.h"
#include "usage/blocks.h"
#include "usage/report.h"

namespace clew {

// One session, as --session and `explain` ask for it.
struct UsageSession {
  std::string path;     // of its transcript
  std::string session;  // id
  std::string project;  // key
};

// The ledger and all that belongs to it. Stays where it is: its parts borrow from each other.
struct UsageLedger {
  UsageFiles found;
  UsageIndex index;  // empty when it is not to be used
  PriceTable prices;
  NamedZone zone;
  std::unique_ptr<Ledger> ledger;
  std::unique_ptr<PricedLedger> priced;
  std::optional<UsageSession> session;  // the one asked for
};

// What hidden sessions used, within all else that was asked for.
struct UsageLeftOut {
  std::int64_t sessions = 0;
  Tally tally;
};

// What a team set for a month, and what of it is used in the one that is now.
struct BudgetUse {
  std::string kind{};  // team, person, repository
  std::string name{};  // empty for the team
  NanoUsd limit = 0;
  NanoUsd used = 0;

  double share() const { return static_cast<double>(used) / static_cast<double>(limit); }
};

struct UsageView {
  std::string kind;
  UsageLedger source;
  std::vector<std::size_t> responses;  // those asked for
  Findings findings;                   // about all files, and figures in those asked for
  UsageReport report;
  UsageLeftOut left_out;
  std::vector<UsageBlock> blocks;  // by group, for kind "blocks"
  std::vector<BudgetUse> budgets;  // of a team's store; where all of this month was counted
  TimeMs now = 0;
};

// Takes the parameters of the operation `usage`, for all kinds but `explain`.
Result<std::unique_ptr<UsageView>> open_usage(Engine& engine, const Arguments& arguments);

// The files to be read: all, or those of a session outside of all roots. `path` is the transcript
// of the session asked for, empty for none.
Result<UsageLedger> find_usage(Engine& engine, const Arguments& arguments, const std::string& path);
// Reads them, or what the index keeps of them, and puts prices to them.
// An error only when it was stopped.
Result<void> fill_usage(Engine& engine, UsageLedger& source, ReadUsageOptions options);

// Which files belong to a session: its transcript and its subagents'. To a subagent, who was named
// by its own file, that alone.
std::vector<bool> files_of_session(const Ledger& ledger, const UsageSession& session);

// The path of a project where a transcript tells; else its key.
std::string project_path_of(const FileSystem& files, const Ledger& ledger,
                            const std::string& project);

}  // namespace clew
