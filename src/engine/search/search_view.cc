// SPDX-License-Identifier: MIT

#include "engine/search/search_view.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <unordered_set>

#include "base/parallel.h"
#include "base/text.h"
#include "catalog/layout/transcript_file.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/project_scope.h"
#include "engine/read/open_session.h"
#include "engine/read/root_option.h"
#include "engine/search/matches.h"
#include "engine/search/search_index.h"
#include "os/paths.h"
#include "search/index_search.h"

namespace clew {
namespace {

// Whether a hit is on the active branch needs the whole session; larger ones are not opened only
// to say that. A session of this size takes about 50 ms.
constexpr std::int64_t kLargestOpened = std::int64_t{32} << 20;

constexpr std::int64_t kUsualHits = 20;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

constexpr std::string_view kFilterFlags[] = {"project", "session", "role",  "tool", "file",
                                             "model",   "branch",  "since", "until"};

// Sessions are named as everywhere; the search itself knows ids.
Result<void> name_sessions(Engine& engine, Query& query) {
  for (QueryFilter& filter : query.filters) {
    if (filter.kind != QueryFilter::Kind::kSession) continue;
    auto id = session_id_meant(engine, filter.value);
    if (!id) return with_context("session " + filter.value, id.error());
    filter.value = std::move(*id);
  }
  return {};
}

Result<Query> query_of(const Engine& engine, const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.list("query")) text += (text.empty() ? "" : " ") + word;
  const auto clock = clock_of(engine, arguments);
  if (!clock) return clock.error();
  std::vector<QueryFilter> filters;
  for (const std::string_view name : kFilterFlags) {
    for (const std::string& value : arguments.list(name)) {
      auto filter = make_filter(name, value, *clock);
      if (!filter) return with_context("--" + std::string(name), filter.error());
      filters.push_back(std::move(*filter));
    }
  }
  if (arguments.flag("errors"))
    filters.push_back({.kind = QueryFilter::Kind::kError, .value = "error"});
  if (text.empty() && !filters.empty()) return Query{{}, std::move(filters)};
  if (is_blank(text)) {
    return Error{ErrorCode::kInvalid,
                 "there is nothing to search for: give words, a \"phrase\", a /regex/ or a filter "
                 "such as --tool Bash"};
  }
  auto query = parse_query(text, *clock);
  if (!query) return query;
  std::move(filters.begin(), filters.end(), std::back_inserter(query->filters));
  return query;
}

// What the index says of a session's branches; nothing when it is not of this size any more.
Result<std::optional<BranchMap>> stored_branches(IndexDatabase& index, std::int64_t id,
                                                 std::int64_t size) {
  const auto stored = index.branches_of(id);
  if (!stored) return stored.error();
  if (stored->map.empty() || stored->size != size) return std::optional<BranchMap>();
  return BranchMap::decode(stored->map);
}

BranchMap read_branches(const FileSystem& files, const std::string& path) {
  const auto transcript = read_transcript(files, path);
  return transcript ? BranchMap(Tree(*transcript)) : BranchMap();
}

// Where the branches of a session are said: by the index if it knows, else by the session itself.
// `ids`: of the view's sources in the index; empty when it was not used.
Result<void> add_branches(Engine& engine, IndexDatabase* index,
                          const std::vector<std::int64_t>& ids, SearchView& view) {
  std::map<const TranscriptFile*, BranchMap> maps;
  std::vector<const TranscriptFile*> to_read;
  for (const SearchViewHit& one : view.hits) {
    if (one.file->is_agent || maps.contains(one.file)) continue;
    const auto at = static_cast<std::size_t>(one.file - view.sources.data());
    std::optional<BranchMap> map;
    if (index && at < ids.size()) {
      auto stored = stored_branches(*index, ids[at], one.file->info.size);
      if (!stored) return stored.error();
      map = std::move(*stored);
    }
    if (!map && one.file->info.size <= kLargestOpened) to_read.push_back(one.file);
    maps[one.file] = map ? std::move(*map) : BranchMap();
  }
  std::vector<BranchMap> read(to_read.size());
  parallel_for(std::ssize(to_read), default_threads(), [&](std::int64_t i, int) {
    const auto at = static_cast<std::size_t>(i);
    read[at] = read_branches(engine.files(), to_read[at]->path);
  });
  for (std::size_t i = 0; i < to_read.size(); ++i) maps[to_read[i]] = std::move(read[i]);
  for (SearchViewHit& one : view.hits) {
    if (one.file->is_agent) {
      one.branch = HitBranch::kSubagent;
      continue;
    }
    const BranchMap& map = maps[one.file];
    // Titles and their like have no uuid and are on no branch.
    if (!one.hit.uuid.empty()) one.branch = hit_branch(map.at(one.hit.selected.hit.offset));
  }
  return {};
}

void add_names(Engine& engine, SearchView& view) {
  std::map<std::string_view, std::size_t> places;  // by session
  std::vector<FileOfSession> files;
  for (const SearchViewHit& one : view.hits) {
    if (places.try_emplace(one.hit.session, files.size()).second)
      files.push_back({one.file, one.hit.session});
  }
  const std::vector<SessionName> names = session_names(engine, files);
  for (SearchViewHit& one : view.hits) one.called = names[places[one.hit.session]];
}

// Learns whose hits these are, where the place of a file does not say it, and counts them.
std::int64_t count_sessions(const FileSystem& files, const std::vector<SearchHit>& hits,
                            std::vector<TranscriptFile>& sources) {
  std::vector<bool> seen(sources.size(), false);
  std::unordered_set<std::string_view> sessions;
  for (const SearchHit& hit : hits) {
    if (seen[hit.file]) continue;
    seen[hit.file] = true;
    TranscriptFile& source = sources[hit.file];
    source.session = session_of(files, source);
    sessions.insert(source.session.empty() ? source.path : source.session);
  }
  return std::ssize(sessions);
}

std::string open_command(const Engine& engine, const SearchViewHit& one, const ShownHit& hit) {
  const std::string command = "clew show " + shell_word(one.name);
  return (hit.uuid.empty() ? command : command + " --at " + shell_word(hit.uuid)) +
         root_option(engine, one.file->path);
}

// Chooses what is shown, and reads it.
Result<SearchView> show_hits(Engine& engine, const Arguments& arguments, const Query& query,
                             Matches found) {
  const std::int64_t with_hidden = std::ssize(found.hits);
  if (auto left = leave_out_hidden(engine, arguments, found); !left) return left.error();
  SearchView view;
  view.hidden = with_hidden - std::ssize(found.hits);
  view.sources = std::move(found.sources);
  view.total = std::ssize(found.hits);
  view.sessions = count_sessions(engine.files(), found.hits, view.sources);
  view.used_index = found.index.has_value();
  view.fresh = found.fresh;
  view.behind = found.behind;
  view.skipped_lines = found.skipped_lines;
  view.findings = std::move(found.findings);
  const OpenIndex* index = found.index ? &*found.index : nullptr;
  SelectOptions select;
  const bool by_session = arguments.flag("list") || arguments.flag("count");
  const auto limited = [](std::int64_t limit) { return limit == 0 ? kNoLimit : limit; };
  select.limit = limited(arguments.maybe_integer("limit").value_or(by_session ? 0 : kUsualHits));
  select.per_session = by_session ? 1
                       : query.has(QueryFilter::Kind::kSession)
                           ? select.limit
                           : limited(arguments.integer("per-session"));
  select.sort = arguments.text("sort") == "time" ? SearchSort::kTime : SearchSort::kRank;
  std::vector<SelectedHit> selected = select_hits(found.hits, view.sources, select);
  for (SelectedHit& one : selected) {
    if (!index) break;
    if (auto placed = find_place(*index->database, one.hit); !placed) return placed.error();
  }
  auto shown = read_hits(engine.files(), view.sources, query, selected,
                         static_cast<std::size_t>(arguments.integer("context")), engine.stop());
  Ids ids;
  for (const ShownHit& hit : shown) ids.insert(hit.session);
  const Ids repeated = repeated_ids(ids, index, view.sources);
  for (ShownHit& hit : shown) {
    SearchViewHit& one = view.hits.emplace_back();
    one.file = &view.sources[hit.selected.hit.file];
    one.name = command_name(engine, *one.file, repeated.contains(one.file->session));
    one.session_name = session_command_name(engine, *one.file, one.name);
    one.open = open_command(engine, one, hit);
    one.hit = std::move(hit);
  }
  IndexDatabase* database = index ? index->database.get() : nullptr;
  if (auto added = add_branches(engine, database, found.ids, view); !added) return added.error();
  add_names(engine, view);
  return view;
}

// An error means that the files must be asked.
Result<SearchView> view_of_index(Engine& engine, const Arguments& arguments, const Query& query) {
  auto found = index_matches(engine, query, search_index);
  if (!found) return found.error();
  if (engine.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
  return show_hits(engine, arguments, query, std::move(*found));
}

Result<SearchView> view_of_files(Engine& engine, const Arguments& arguments, const Query& query) {
  auto found = file_matches(engine, query);
  if (!found) return found.error();
  return show_hits(engine, arguments, query, std::move(*found));
}

}  // namespace

HitBranch hit_branch(LineBranch branch) {
  switch (branch) {
    case LineBranch::kActive:
      return HitBranch::kActive;
    case LineBranch::kAbandoned:
      return HitBranch::kAbandoned;
    case LineBranch::kSubagent:
      return HitBranch::kSubagent;
    case LineBranch::kUnknown:
      break;
  }
  return HitBranch::kUnknown;
}

std::string_view name_of(HitBranch branch) {
  switch (branch) {
    case HitBranch::kUnknown:
      return "unknown";
    case HitBranch::kActive:
      return "active";
    case HitBranch::kAbandoned:
      return "abandoned";
    case HitBranch::kSubagent:
      return "subagent";
  }
  return "unknown";
}

Result<Query> search_query(Engine& engine, const Arguments& arguments) {
  auto query = query_of(engine, arguments);
  if (!query) return query;
  if (auto names = name_sessions(engine, *query); !names) return names.error();
  return query;
}

Result<SearchView> search_view(Engine& engine, const Arguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  auto query = search_query(engine, arguments);
  if (!query) return query.error();
  const bool ask_index = !arguments.flag("no-index") && !query->needs_scan();
  auto view = ask_index ? view_of_index(engine, arguments, *query)
                        : Result<SearchView>(Error{ErrorCode::kNotFound, "not asked"});
  if (engine.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
  if (!view) {
    const Error why = view.error();
    view = view_of_files(engine, arguments, *query);
    if (!view) return view;
    for (Finding& finding : mend_index(engine, why)) view->findings.push_back(std::move(finding));
  }
  if (view->total == 0) {
    const auto known = check_projects_known(engine, arguments.list("project"));
    if (!known) return known.error();
  }
  view->loose = query->loose_terms();
  view->took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::steady_clock::now() - started)
                      .count();
  return view;
}

}  // namespace clew
