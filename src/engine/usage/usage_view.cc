// SPDX-License-Identifier: MIT
#include "engine/usage/usage_view.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/folder_of_key.h"
#include "catalog/list/project_lookup.h"
#include "catalog/list/projects.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/session_list.h"
#include "engine/usage/usage_branches.h"
#include "engine/usage/usage_origin.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kMostPriceBytes = std::int64_t{4} << 20U;
constexpr TimeMs kDayMs = 86'400'000;

Result<PriceTable> load_prices(const FileSystem& files, const std::string& path) {
  if (path.empty()) return PriceTable(PriceTable::builtin());
  auto text = read_file(files, path, kMostPriceBytes);
  if (!text) return text.error();
  auto table = PriceTable::parse(*text);
  if (!table) return with_context("reading prices from " + path, table.error());
  return PriceTable::builtin().overridden_by(*table);
}

// What lies in a file that was last changed before this cannot be asked for. A day more costs
// little and forgives clocks.
TimeMs oldest_change(const UsageFilter& filter) {
  return filter.when.since == INT64_MIN ? kNoTime : filter.when.since - kDayMs;
}

std::string absolute(const Engine& engine, const std::string& path) {
  if (path.starts_with('/')) return path;
  const std::string& folder = engine.options().folder;
  return path == "." ? folder : resolve_path(folder, path);
}

// The keys of the folders that --project means: a folder's path, a key, or part of a key.
Result<std::vector<std::string>> projects_named(Engine& engine, const Ledger& ledger,
                                                const std::string& name) {
  const SessionFiles folders = find_project_folders(engine.files(), engine.roots().paths);
  std::vector<std::string> keys;
  if (name.find('/') != std::string::npos || name == ".") {
    for (const std::size_t i :
         folders_of_project(engine.files(), folders.folders, absolute(engine, name))) {
      keys.push_back(folders.folders[i].key);
    }
    if (!keys.empty()) return keys;
  }
  for (const LedgerFile& file : ledger.files()) {
    if (file.project == name) return std::vector{name};
  }
  for (const LedgerFile& file : ledger.files()) {
    if (file.project.find(name) != std::string::npos) keys.push_back(file.project);
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (!keys.empty()) return keys;
  return Error{ErrorCode::kNotFound, "no project \"" + name + "\"; `clew projects` lists them"};
}

Result<void> set_project(Engine& engine, const Arguments& arguments, const Ledger& ledger,
                         UsageFilter& filter) {
  const auto name = arguments.maybe_text("project");
  if (!name) return {};
  auto keys = projects_named(engine, ledger, *name);
  if (!keys) return keys.error();
  if (filter.files.empty()) filter.files.assign(ledger.files().size(), true);
  for (std::size_t i = 0; i < filter.files.size(); ++i) {
    if (std::find(keys->begin(), keys->end(), ledger.files()[i].project) == keys->end()) {
      filter.files[i] = false;
    }
  }
  return {};
}

UsageKind kind_named(std::string_view name) {
  if (name == "weekly") return UsageKind::kWeekly;
  if (name == "monthly") return UsageKind::kMonthly;
  if (name == "sessions") return UsageKind::kSessions;
  if (name == "projects") return UsageKind::kProjects;
  if (name == "models") return UsageKind::kModels;
  if (name == "tools") return UsageKind::kTools;
  return UsageKind::kDaily;
}

LineUsageReader::Tools tools_of(const Arguments& arguments) {
  return arguments.text("kind") == "tools" ? LineUsageReader::Tools::kInclude
                                           : LineUsageReader::Tools::kLeaveOut;
}

// What a person hid is not counted either, unless it is asked for; but how much that is, is said.
Result<UsageLeftOut> leave_out_hidden(Engine& engine, const Arguments& arguments,
                                      const UsageLedger& source, UsageFilter& filter) {
  const auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  if (hidden->empty()) return UsageLeftOut{};
  const std::vector<LedgerFile>& files = source.ledger->files();
  if (filter.files.empty()) filter.files.assign(files.size(), true);
  UsageFilter left_out = filter;
  for (std::size_t i = 0; i < filter.files.size(); ++i) {
    const bool hides = hidden->hides(files[i].project, files[i].session);
    if (hides) filter.files[i] = false;
    if (!hides) left_out.files[i] = false;
  }
  const UsageReport report = make_report(*source.priced, select(*source.priced, left_out),
                                         UsageKind::kSessions, source.zone.zone);
  return UsageLeftOut{std::ssize(report.groups), report.total.all};
}

void report_blocks(UsageView& view) {
  view.blocks = find_blocks(*view.source.priced, view.responses, view.now);
  std::vector<UsageGroup> groups(view.blocks.size());
  std::vector<std::size_t> responses;
  std::vector<std::size_t> labels;
  for (std::size_t i = 0; i < view.blocks.size(); ++i) {
    groups[i].name = format_iso(view.blocks[i].start);
    for (const std::size_t response : view.blocks[i].responses) {
      responses.push_back(response);
      labels.push_back(i);
    }
  }
  view.report = make_report(*view.source.priced, responses, std::move(groups), labels);
}

}  // namespace

Result<UsageLedger> find_usage(Engine& engine, const Arguments& arguments,
                               const std::string& path) {
  UsageLedger source;
  auto prices = load_prices(engine.files(), arguments.text("prices"));
  if (!prices) return prices.error();
  source.prices = std::move(*prices);
  auto zone = load_zone(engine.files(), arguments.text("timezone"));
  if (!zone) return with_context("--timezone", zone.error());
  source.zone = std::move(*zone);
  // An explanation looks at the lines themselves.
  Findings about_index;
  if (!arguments.flag("no-index") && arguments.text("kind") != "explain") {
    auto index = UsageIndex::open(engine, tools_of(arguments));
    if (index) source.index = std::move(*index);
    if (!index) about_index = mend_index(engine, index.error());
  }
  auto known = source.index.take_files();
  source.found = known ? std::move(*known) : find_usage_files(engine.files(), engine.roots().paths);
  source.found.findings.insert(source.found.findings.end(), engine.roots().findings.begin(),
                               engine.roots().findings.end());
  source.found.findings.insert(source.found.findings.end(), about_index.begin(), about_index.end());
  if (path.empty()) return source;
  const auto find = [&](const std::string& wanted) {
    return std::find_if(source.found.files.begin(), source.found.files.end(),
                        [&](const LedgerFile& file) { return file.path == wanted; });
  };
  auto file = find(path);
  if (file == source.found.files.end()) {
    if (const auto real = engine.files().real_path(path)) file = find(*real);
  }
  if (file == source.found.files.end()) {
    source.found = find_usage_files_of(engine.files(), path);
    file = find(path);
  }
  source.session = UsageSession{file->path, file->session, file->project};
  return source;
}

Result<void> fill_usage(Engine& engine, UsageLedger& source, ReadUsageOptions options) {
  options.stop = engine.stop();
  std::vector<LedgerPart> parts = source.index.parts_of(source.found, options);
  source.index = {};
  std::vector<LedgerPart> fresh = read_usage(engine.files(), source.found, options);
  if (engine.stop().is_stopped()) return stopped_error();
  std::move(fresh.begin(), fresh.end(), std::back_inserter(parts));
  source.ledger = std::make_unique<Ledger>(source.found.files, std::move(parts));
  if (engine.stop().is_stopped()) return stopped_error();
  source.priced = std::make_unique<PricedLedger>(*source.ledger, source.prices);
  if (engine.stop().is_stopped()) return stopped_error();
  return {};
}

std::vector<bool> files_of_session(const Ledger& ledger, const UsageSession& session) {
  std::string id = session.session;
  for (const LedgerFile& file : ledger.files()) {
    if (file.path != session.path) continue;
    id = file.is_agent ? std::string() : file.session;  // what an agent cost is in its own file
  }
  const auto belongs = [&](const LedgerFile& file) {
    if (file.path == session.path) return true;
    return !id.empty() && file.session == id && file.project == session.project;
  };
  std::vector<bool> wanted;
  wanted.reserve(ledger.files().size());
  for (const LedgerFile& file : ledger.files()) wanted.push_back(belongs(file));
  return wanted;
}

std::string project_path_of(const FileSystem& files, const Ledger& ledger,
                            const std::string& project) {
  constexpr std::size_t kTried = 5;
  std::vector<std::string> recorded;
  for (const LedgerFile& file : ledger.files()) {
    if (file.project != project || file.is_agent) continue;
    if (std::string cwd = recorded_cwd(files, file.path); !cwd.empty()) {
      recorded.push_back(std::move(cwd));
    }
    if (recorded.size() == kTried) break;
  }
  if (recorded.empty()) return project;
  return folder_now(files, project, project_path(project, recorded));
}

Result<std::unique_ptr<UsageView>> open_usage(Engine& engine, const Arguments& arguments) {
  auto view = std::make_unique<UsageView>();
  view->kind = arguments.text("kind");
  view->now = engine.options().now;
  if (arguments.maybe_text("target")) {
    return Error{ErrorCode::kInvalid, "\"" + arguments.text("target") +
                                          "\": only `usage explain` takes a second word; "
                                          "--session and --project choose what is counted"};
  }
  std::string path;
  if (const auto name = arguments.maybe_text("session")) {
    auto session = engine.locate(*name);
    if (!session) return session.error();
    path = session->path;
  }
  auto source = find_usage(engine, arguments, path);
  if (!source) return source.error();
  view->source = std::move(*source);
  UsageFilter filter;
  const auto bounds =
      time_bounds(arguments, clock_in(view->source.zone.zone, engine.options().now));
  if (!bounds) return bounds.error();
  filter.when = *bounds;
  filter.model = arguments.text("model");
  ReadUsageOptions options;
  options.changed_since = oldest_change(filter);
  options.tools = tools_of(arguments);
  if (auto filled = fill_usage(engine, view->source, options); !filled) return filled.error();
  const Ledger& ledger = *view->source.ledger;
  if (view->source.session) filter.files = files_of_session(ledger, *view->source.session);
  if (auto set = set_project(engine, arguments, ledger, filter); !set) return set.error();
  if (!view->source.session) {
    auto left = leave_out_hidden(engine, arguments, view->source, filter);
    if (!left) return left.error();
    view->left_out = *left;
  }
  const TimeZone& zone = view->source.zone.zone;
  view->responses = select(*view->source.priced, filter);
  view->findings = view->source.found.findings;
  for (const LedgerFinding& odd : ledger.findings()) {
    if (!filter.files.empty() && !filter.files[odd.file]) continue;
    view->findings.push_back({.kind = Finding::Kind::kImpossibleFigure,
                              .path = ledger.file(odd.file).path,
                              .reason = odd.what,
                              .offset = odd.offset});
  }
  if (view->kind == "blocks") {
    report_blocks(*view);
  } else if (view->kind == "branches") {
    view->report = report_branches(engine, view->source, view->responses);
  } else if (is_usage_origin(view->kind)) {
    view->report = report_origins(engine, view->source, view->responses, view->kind);
  } else {
    view->report = make_report(*view->source.priced, view->responses, kind_named(view->kind), zone);
  }
  if (filter.when.since <= month_start(zone, view->now)) {
    auto budgets = budget_uses(engine, view->source, view->now);
    if (!budgets) return budgets.error();
    view->budgets = std::move(*budgets);
  }
  return view;
}

}  // namespace clew
