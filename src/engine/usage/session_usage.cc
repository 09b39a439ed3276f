// SPDX-License-Identifier: MIT

#include "engine/usage/session_usage.h"

#include <utility>

#include "engine/usage/usage_view.h"

namespace clew {
namespace {

// `path`: of the session that is meant; empty: all.
Result<UsageReport> sessions_report(Engine& engine, const std::string& path) {
  auto source = find_usage(engine, Arguments(), path);
  if (!source) return source.error();
  if (auto filled = fill_usage(engine, *source, {}); !filled) return filled.error();
  UsageFilter filter;
  if (source->session) filter.files = files_of_session(*source->ledger, *source->session);
  const std::vector<std::size_t> responses = select(*source->priced, filter);
  return make_report(*source->priced, responses, UsageKind::kSessions, source->zone.zone);
}

// Fills in what the session at `path` used, unless the caller does not want to wait for it.
Result<void> add_usage(Engine& engine, const Arguments& arguments, const std::string& path,
                       std::optional<Tally>& usage) {
  if (arguments.flag("no-usage")) return {};
  auto report = sessions_report(engine, path);
  if (!report) return report.error();
  usage = report->total.all;
  return {};
}

}  // namespace

Result<SessionListing> list_answer(Engine& engine, const Arguments& arguments) {
  auto listing = open_session_list(engine, arguments);
  if (!listing || !arguments.flag("counts") || listing->list.sessions.empty()) return listing;
  auto report = sessions_report(engine, "");
  if (!report) return report.error();
  for (UsageGroup& group : report->groups) {
    listing->usage.emplace(std::pair(std::move(group.project), std::move(group.name)), group.all);
  }
  return listing;
}

Result<SessionInfo> info_answer(Engine& engine, const Arguments& arguments) {
  auto info = open_info(engine, arguments);
  if (!info) return info;
  auto added = add_usage(engine, arguments, info->facts.path, info->usage);
  return added ? std::move(info) : Result<SessionInfo>(added.error());
}

Result<StatsAnswer> stats_answer(Engine& engine, const Arguments& arguments) {
  auto stats = measure_session(engine, arguments);
  if (!stats) return stats;
  auto added = add_usage(engine, arguments, stats->session->file(), stats->usage);
  return added ? std::move(stats) : Result<StatsAnswer>(added.error());
}

}  // namespace clew
