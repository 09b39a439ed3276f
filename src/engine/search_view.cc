// SPDX-License-Identifier: MIT

#include "engine/search_view.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <unordered_set>

#include "base/parallel.h"
#include "base/text.h"
#include "catalog/transcript_file.h"
#include "engine/search_index.h"
#include "ingest/branch_map.h"
#include "search/filters.h"
#include "search/index_search.h"
#include "search/scan.h"

namespace clew {
namespace {

// Whether a hit is on the active branch needs the whole session; larger ones are not opened only
// to say that. A session of this size takes about 50 ms.
constexpr std::int64_t kLargestOpened = std::int64_t{32} << 20;

constexpr std::string_view kFilterFlags[] = {"project", "session", "role",  "tool",  "file",
                                             "model",   "branch",  "after", "before"};

Result<Query> query_of(const Engine& engine, const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.list("query")) text += (text.empty() ? "" : " ") + word;
  const TimeMs now = engine.options().now;
  std::vector<QueryFilter> filters;
  for (const std::string_view name : kFilterFlags) {
    for (const std::string& value : arguments.list(name)) {
      auto filter = make_filter(name, value, now);
      if (!filter) return with_context("--" + std::string(name), filter.error());
      filters.push_back(std::move(*filter));
    }
  }
  if (arguments.flag("errors"))
    filters.push_back({.kind = QueryFilter::Kind::kError, .value = "error"});
  if (text.empty() && !filters.empty()) return Query{{}, std::move(filters)};
  auto query = parse_query(text, now);
  if (!query) return query;
  std::move(filters.begin(), filters.end(), std::back_inserter(query->filters));
  return query;
}

// Where the branches of a session are said: by the index if it knows, else by the session itself.
// `id` is the file's in the index, 0 for none.
std::optional<BranchMap> stored_branches(OpenIndex& index, std::int64_t id, std::int64_t size) {
  if (!index.database || id == 0) return std::nullopt;
  const auto stored = index.database->branches_of(id);
  if (!stored || stored->map.empty() || stored->size != size) return std::nullopt;
  return BranchMap::decode(stored->map);
}

BranchMap read_branches(const FileSystem& files, const std::string& path) {
  const auto transcript = read_transcript(files, path);
  return transcript ? BranchMap(Tree(*transcript)) : BranchMap();
}

HitBranch hit_branch(LineBranch branch) {
  switch (branch) {
    case LineBranch::kActive:
      return HitBranch::kActive;
    case LineBranch::kAbandoned:
      return HitBranch::kAbandoned;
    case LineBranch::kUnknown:
      break;
  }
  return HitBranch::kUnknown;
}

// `ids`: of the view's sources in the index; empty when it was not used.
void add_branches(Engine& engine, OpenIndex& index, const std::vector<std::int64_t>& ids,
                  SearchView& view) {
  std::map<const SourceFile*, BranchMap> maps;
  std::vector<const SourceFile*> to_read;
  for (const SearchViewHit& one : view.hits) {
    if (one.file->is_agent || maps.contains(one.file)) continue;
    const auto at = static_cast<std::size_t>(one.file - view.sources.data());
    auto stored = stored_branches(index, at < ids.size() ? ids[at] : 0, one.file->info.size);
    if (!stored && one.file->info.size <= kLargestOpened) to_read.push_back(one.file);
    maps[one.file] = stored ? std::move(*stored) : BranchMap();
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
    one.title = map.title();
    // Titles and their like have no uuid and are on no branch.
    if (!one.hit.uuid.empty()) one.branch = hit_branch(map.at(one.hit.selected.hit.offset));
  }
}

std::int64_t count_sessions(const std::vector<SearchHit>& hits,
                            const std::vector<SourceFile>& sources) {
  std::vector<bool> seen(sources.size(), false);
  std::unordered_set<std::string_view> sessions;
  for (const SearchHit& hit : hits) {
    if (seen[hit.file]) continue;
    seen[hit.file] = true;
    const SourceFile& file = sources[hit.file];
    sessions.insert(file.session.empty() ? file.path : file.session);
  }
  return std::ssize(sessions);
}

// The answer of the index; nothing, with a note, when it turns out to be damaged: a scan then
// answers.
std::optional<IndexSearchResult> ask_index(const Engine& engine, const Query& query,
                                           const OpenIndex& index, SearchView& view) {
  const auto ask = [&]() -> Result<IndexSearchResult> {
    const TimeMs now = engine.options().now;
    if (index.roster.complete && !Filters(query).asks_about_file())
      return search_index(*index.database, files_to_search(index.roster), query, now);
    const auto files = index.database->files();
    if (!files) return files.error();
    return search_index(*index.database, files_to_search(*files, engine.roots().paths, query),
                        query, now);
  };
  auto found = ask();
  if (found) return std::move(*found);
  view.note = found.error().message + "; the files were read instead (`clew index` mends it)";
  return std::nullopt;
}

// Lines that were too long to be indexed.
std::int64_t skipped_lines(const OpenIndex& index) {
  std::int64_t count = 0;
  if (index.roster.complete) {
    for (const RosterPart& part : index.roster.parts) {
      for (const RosterFile& file : part.files) count += file.skipped;
    }
  } else if (const auto files = index.database->files()) {
    for (const IndexedFile& file : *files) count += file.skipped;
  }
  return count;
}

}  // namespace

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

Result<SearchView> search_view(Engine& engine, const Arguments& arguments) {
  const auto started = std::chrono::steady_clock::now();
  auto query = query_of(engine, arguments);
  if (!query) return query.error();
  SearchView view;
  view.findings = engine.roots().findings;
  OpenIndex index;
  std::optional<IndexSearchResult> answer;
  if (!arguments.flag("no-index") && !query->needs_scan()) {
    index = open_index(engine);
    view.note = index.note;
  }
  if (index.database) {
    // Looking at the files takes as long as asking the index does.
    const TreeCheck check = check_tree(engine.files(), index.roster, default_threads(),
                                       [&] { answer = ask_index(engine, *query, index, view); });
    if (answer) {
      IndexDelay delay = catch_up(engine, index, check);
      view.behind = delay.behind;
      view.fresh = delay.behind == 0;
      std::move(delay.findings.begin(), delay.findings.end(), std::back_inserter(view.findings));
      if (delay.caught_up) answer = ask_index(engine, *query, index, view);
      // An index that was only begun helps nobody.
      if (delay.empty && delay.behind > 0) answer.reset();
    }
    if (engine.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
  }
  std::vector<SearchHit> hits;
  std::vector<std::int64_t> ids;
  view.used_index = answer.has_value();
  if (answer) {
    ids = std::move(answer->ids);
    view.skipped_lines = skipped_lines(index);
    view.sources = std::move(answer->sources);
    hits = std::move(answer->hits);
  }
  if (!view.used_index) {
    SourceFiles sources = find_sources(engine);
    view.sources = std::move(sources.files);
    view.findings = engine.roots().findings;
    std::move(sources.findings.begin(), sources.findings.end(), std::back_inserter(view.findings));
    view.behind = 0;
    view.fresh = true;
    ScanOptions options;
    options.now = engine.options().now;
    auto found = scan_files(engine.files(), view.sources, *query, options);
    if (!found) return found.error();
    view.skipped_lines = found->skipped_lines;
    std::move(found->findings.begin(), found->findings.end(), std::back_inserter(view.findings));
    hits = std::move(found->hits);
  }

  view.total = std::ssize(hits);
  view.sessions = count_sessions(hits, view.sources);
  SelectOptions select;
  select.limit = arguments.integer("limit");
  select.per_session =
      query->has(QueryFilter::Kind::kSession) ? select.limit : arguments.integer("per-session");
  select.sort = arguments.text("sort") == "time" ? SearchSort::kTime : SearchSort::kRank;
  std::vector<SelectedHit> selected = select_hits(hits, view.sources, select);
  for (SelectedHit& one : selected) {
    if (!view.used_index) break;
    if (auto found = find_place(*index.database, one.hit); !found) return found.error();
  }
  auto shown = read_hits(engine.files(), view.sources, *query, selected,
                         static_cast<std::size_t>(arguments.integer("context")));
  if (!shown) return shown.error();
  for (ShownHit& hit : *shown) {
    SearchViewHit one;
    one.file = &view.sources[hit.selected.hit.file];
    // Subagents have no name of their own yet.
    one.open = "clew show " + shell_word(one.file->is_agent ? one.file->path : one.file->session);
    if (!hit.uuid.empty()) one.open += " --at " + shell_word(hit.uuid);
    one.hit = std::move(hit);
    view.hits.push_back(std::move(one));
  }
  add_branches(engine, index, ids, view);
  view.took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                     std::chrono::steady_clock::now() - started)
                     .count();
  return view;
}

}  // namespace clew
