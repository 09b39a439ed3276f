// SPDX-License-Identifier: MIT

#include "engine/search_view.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "base/parallel.h"
#include "engine/search_index.h"
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

// As a shell takes it.
std::string quoted(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._-+,:@%").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// What the session says of the hits that are shown.
struct SessionNotes {
  std::string title;
  std::unordered_set<std::string> known;
  std::unordered_set<std::string> active;
};

SessionNotes notes_of(Engine& engine, const SourceFile& file, const std::set<std::string>& uuids) {
  SessionNotes notes;
  auto session = Session::open(engine.files(), file.path);
  if (!session) return notes;
  notes.title = (*session)->title();
  auto path = (*session)->path(RuleSet::k21, "");
  if (!path) return notes;
  const Transcript& t = (*session)->transcript();
  const auto add = [&](std::unordered_set<std::string>& to, EntryIndex entry) {
    std::string uuid(t.text(t[entry].uuid));
    // Titles and their like have none and are on no branch.
    if (!uuid.empty() && uuids.contains(uuid)) to.insert(std::move(uuid));
  };
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (!t[i].sidechain) add(notes.known, i);
  }
  for (const EntryIndex entry : (*session)->transcript_view(*path)) add(notes.active, entry);
  return notes;
}

void add_branches(Engine& engine, SearchView& view) {
  std::map<const SourceFile*, std::set<std::string>> wanted;
  for (const SearchViewHit& one : view.hits) {
    if (!one.file->is_agent && one.file->info.size <= kLargestOpened)
      wanted[one.file].insert(one.hit.uuid);
  }
  std::vector<const SourceFile*> files;
  for (const auto& [file, uuids] : wanted) files.push_back(file);
  std::vector<SessionNotes> notes(files.size());
  parallel_for(std::ssize(files), default_threads(), [&](std::int64_t i, int) {
    const auto at = static_cast<std::size_t>(i);
    notes[at] = notes_of(engine, *files[at], wanted[files[at]]);
  });
  for (SearchViewHit& one : view.hits) {
    if (one.file->is_agent) one.branch = HitBranch::kSubagent;
    const auto found = std::find(files.begin(), files.end(), one.file);
    if (found == files.end()) continue;
    const SessionNotes& session = notes[static_cast<std::size_t>(found - files.begin())];
    one.title = session.title;
    if (session.active.contains(one.hit.uuid)) {
      one.branch = HitBranch::kActive;
    } else if (session.known.contains(one.hit.uuid)) {
      one.branch = HitBranch::kAbandoned;
    }
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
std::optional<IndexSearchResult> ask_index(Engine& engine, const Query& query, OpenIndex& index,
                                           SearchView& view) {
  if (!index.database) return std::nullopt;
  auto found =
      search_index(*index.database, index.files, engine.roots().paths, query, engine.options().now);
  if (found) return std::move(*found);
  view.note = found.error().message + "; the files were read instead (`clew index` mends it)";
  return std::nullopt;
}

// Looks which files there are. Takes as long as asking the index does, so the two go side by side.
class FileWalk {
 public:
  explicit FileWalk(Engine& engine) {
    const auto work = [this, &engine] {
      found_ = find_source_files(engine.files(), engine.roots().paths, default_threads());
    };
    try {
      thread_ = std::jthread(work);
    } catch (const std::system_error&) {
      work();  // no more threads to be had
    }
  }
  SourceFiles& wait() {
    if (thread_.joinable()) thread_.join();
    return found_;
  }

 private:
  SourceFiles found_;
  std::jthread thread_;  // last: it is joined before found_ goes
};

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
  FileWalk walk(engine);
  OpenIndex index;
  std::optional<IndexSearchResult> answer;
  if (!arguments.flag("no-index") && !query->needs_scan()) {
    index = open_index(engine);
    view.note = index.note;
    answer = ask_index(engine, *query, index, view);
  }
  SourceFiles& sources = walk.wait();
  view.findings = engine.roots().findings;
  std::move(sources.findings.begin(), sources.findings.end(), std::back_inserter(view.findings));
  if (answer) {
    const IndexDelay delay = catch_up(engine, index, sources.files);
    view.behind = delay.behind;
    view.fresh = delay.behind == 0;
    if (delay.caught_up) answer = ask_index(engine, *query, index, view);
  }
  std::vector<SearchHit> hits;
  view.used_index = answer.has_value();
  if (answer) {
    for (const IndexedFile& file : index.files) view.skipped_lines += file.skipped;
    view.sources = std::move(answer->sources);
    hits = std::move(answer->hits);
  }
  if (!view.used_index) {
    view.sources = std::move(sources.files);
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
    one.open = "clew show " + quoted(one.file->is_agent ? one.file->path : one.file->session);
    if (!hit.uuid.empty()) one.open += " --at " + quoted(hit.uuid);
    one.hit = std::move(hit);
    view.hits.push_back(std::move(one));
  }
  add_branches(engine, view);
  view.took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                     std::chrono::steady_clock::now() - started)
                     .count();
  return view;
}

}  // namespace clew
