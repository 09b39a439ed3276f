// SPDX-License-Identifier: MIT

#include "engine/search/matches.h"

#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "base/parallel.h"
#include "engine/lists/hidden_sessions.h"
#include "os/paths.h"
#include "search/filters.h"
#include "search/index_search.h"
#include "search/scan.h"

namespace clew {
namespace {

// Of all files that the query is about.
Result<IndexSearchResult> name_hits(const Engine& engine, const Query& query,
                                    const OpenIndex& index, std::vector<SearchHit> hits) {
  if (index.roster.complete && !Filters(query).asks_about_file())
    return name_files(std::move(hits), index.roster);
  const auto files = index.database->files();
  if (!files) return files.error();
  return name_files(std::move(hits), files_to_search(*files, engine.roots().paths, query));
}

// Lines that were too long to be indexed.
Result<std::int64_t> skipped_lines(const OpenIndex& index) {
  std::int64_t count = 0;
  if (index.roster.complete) {
    for (const RosterPart& part : index.roster.parts) {
      for (const RosterFile& file : part.files) count += file.skipped;
    }
    return count;
  }
  const auto files = index.database->files();
  if (!files) return files.error();
  for (const IndexedFile& file : *files) count += file.skipped;
  return count;
}

std::string line_of(const FileSystem& files, const std::string& path, const SearchHit& hit) {
  std::string line(static_cast<std::size_t>(hit.length), '\0');
  const auto file = files.open(path);
  const auto got = file ? (*file)->read_at(hit.offset, line) : Result<std::size_t>(file.error());
  line.resize(got ? *got : 0);
  return line;
}

// Hits in what another machine has of a session stand here, too, as far as both have the same
// lines: at the same place of a file of the same name. The time tells that they are the same,
// unless the line has none, for which the index takes that of the file.
Result<void> leave_out_copies(const Engine& engine, Matches& found) {
  const std::map<std::string, std::string> machines = engine.machines();  // by root
  if (machines.empty()) return {};
  const auto path_of = [&](const SearchHit& hit) -> const std::string& {
    return found.sources[hit.file].path;
  };
  std::vector<bool> is_far_source;
  for (const TranscriptFile& source : found.sources) {
    is_far_source.push_back(machines.contains(source.root));
  }
  const auto is_far = [&](const SearchHit& hit) -> bool { return is_far_source[hit.file]; };
  std::set<std::string_view> far;  // names of files with hits on other machines
  for (const SearchHit& hit : found.hits) {
    if (is_far(hit)) far.insert(base_name(path_of(hit)));
  }
  using Place = std::tuple<std::string_view, std::int64_t, std::int64_t, std::uint16_t>;
  std::map<Place, SearchHit> known;
  std::vector<bool> drops(found.hits.size(), false);
  for (const bool looks_at_far : {false, true}) {
    for (std::size_t i = 0; i < found.hits.size(); ++i) {
      SearchHit hit = found.hits[i];
      const std::string_view name = base_name(path_of(hit));
      if (is_far(hit) != looks_at_far || !far.contains(name)) continue;
      if (found.index) {
        if (auto placed = find_place(*found.index->database, hit); !placed) return placed.error();
      }
      const auto [same, is_new] = known.emplace(Place(name, hit.offset, hit.length, hit.part), hit);
      if (is_new || !looks_at_far) continue;
      const SearchHit& other = same->second;
      drops[i] = other.second == hit.second || line_of(engine.files(), path_of(hit), hit) ==
                                                   line_of(engine.files(), path_of(other), other);
    }
  }
  std::size_t at = 0;
  std::erase_if(found.hits, [&](const SearchHit&) { return drops[at++]; });
  return {};
}

}  // namespace

Ids repeated_ids(const Ids& of, const OpenIndex* index,
                 const std::vector<TranscriptFile>& sources) {
  std::map<std::string, int, std::less<>> count;
  for (const std::string& id : of) count.emplace(id, 0);
  const auto note = [&](std::string_view name) {
    if (const auto found = count.find(stem(name)); found != count.end()) ++found->second;
  };
  if (!index) {
    for (const TranscriptFile& source : sources) note(source.path);
  } else if (index->roster.complete) {
    for (const RosterPart& part : index->roster.parts) {
      for (const RosterFile& file : part.files) note(file.name);
    }
  } else if (const auto files = index->database->files()) {
    for (const IndexedFile& file : *files) note(file.path);
  }
  Ids ids;
  for (const auto& [id, times] : count) {
    if (times != 1) ids.insert(id);
  }
  return ids;
}

std::string command_name(const Engine& engine, const TranscriptFile& file, bool repeated_id) {
  const bool by_id = !file.is_agent && engine.options().roots.empty() &&
                     stem(file.path) == file.session && !file.session.starts_with('-') &&
                     !repeated_id;
  return by_id ? file.session : file.path;
}

std::string session_command_name(Engine& engine, const TranscriptFile& file,
                                 const std::string& name) {
  const auto path = file.is_agent ? transcript_above(file.path, file.session) : std::nullopt;
  if (!path || !engine.files().stat(*path)) return name;
  return engine.options().roots.empty() ? file.session : *path;
}

// Whose subagent an old transcript is of is only said in it: the index has read it, a scan asks.
std::string session_of(const FileSystem& files, const TranscriptFile& source) {
  if (!source.session.empty()) return source.session;
  TranscriptFile file = source;
  return read_source_facts(files, file) ? file.session : std::string();
}

Result<Matches> index_matches(Engine& engine, const Query& query, AskIndex ask_index) {
  Matches found;
  auto opened = open_index(engine);
  if (!opened) return opened.error();
  OpenIndex& index = found.index.emplace(std::move(*opened));
  Result<std::vector<SearchHit>> hits = std::vector<SearchHit>();
  const auto ask = [&] { hits = ask_index(*index.database, query, engine.options().now); };
  // Looking at the files takes as long as asking the index does.
  const TreeCheck check = check_tree(engine.files(), index.roster, default_threads(), ask);
  if (!hits) return hits.error();
  const auto delay = catch_up(engine, index, check);
  if (!delay) return delay.error();
  // An index that was only begun helps nobody.
  if (delay->empty && delay->behind > 0)
    return Error{ErrorCode::kNotFound, "there is nothing in the index yet"};
  // Neither does one that does not know the newest words. (What is still missing after catching up
  // cannot be read by a scan either.)
  if (delay->behind > 0 && !delay->caught_up) {
    return Error{ErrorCode::kBusy, std::to_string(delay->behind) +
                                       (delay->behind == 1 ? " file has" : " files have") +
                                       " changed since the last `clew index`"};
  }
  if (delay->caught_up) ask();
  if (!hits) return hits.error();
  auto named = name_hits(engine, query, index, std::move(*hits));
  if (!named) return named.error();
  const auto skipped = skipped_lines(index);
  if (!skipped) return skipped.error();
  found.hits = std::move(named->hits);
  found.sources = std::move(named->sources);
  found.ids = std::move(named->ids);
  found.behind = delay->behind;
  found.fresh = delay->behind == 0;
  found.findings = engine.roots().findings;
  found.findings.insert(found.findings.end(), delay->findings.begin(), delay->findings.end());
  found.skipped_lines = *skipped;
  if (auto left = leave_out_copies(engine, found); !left) return left.error();
  return found;
}

Result<Matches> file_matches(const Engine& engine, const Query& query) {
  Matches found;
  SourceFiles sources = find_sources(engine);
  found.sources = std::move(sources.files);
  found.findings = engine.roots().findings;
  std::move(sources.findings.begin(), sources.findings.end(), std::back_inserter(found.findings));
  ScanOptions options;
  options.now = engine.options().now;
  options.stop = engine.stop();
  auto scanned = scan_files(engine.files(), found.sources, query, options);
  if (!scanned) return scanned.error();
  found.skipped_lines = scanned->skipped_lines;
  std::move(scanned->findings.begin(), scanned->findings.end(), std::back_inserter(found.findings));
  found.hits = std::move(scanned->hits);
  if (auto left = leave_out_copies(engine, found); !left) return left.error();
  return found;
}

Result<void> leave_out_hidden(Engine& engine, const Arguments& arguments, Matches& found) {
  const auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  if (hidden->empty()) return {};
  std::unordered_map<std::size_t, bool> known;  // by file
  std::erase_if(found.hits, [&](const SearchHit& hit) {
    const auto [place, is_new] = known.try_emplace(hit.file, false);
    const TranscriptFile& source = found.sources[hit.file];
    if (is_new) place->second = hidden->hides(source.key, session_of(engine.files(), source));
    return place->second;
  });
  return {};
}

}  // namespace clew
