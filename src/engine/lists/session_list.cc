// SPDX-License-Identifier: MIT

#include "engine/lists/session_list.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "base/letter_case.h"
#include "catalog/facts/facts_cache.h"
#include "catalog/layout/file_mark.h"
#include "catalog/layout/project_key.h"
#include "catalog/layout/settings.h"
#include "catalog/list/hidden_list.h"
#include "catalog/list/project_lookup.h"
#include "catalog/list/projects.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/wanted_sessions.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

Result<SortBy> parse_sort(std::string_view name) {
  if (name == "created") return SortBy::kCreated;
  if (name == "size") return SortBy::kSize;
  if (name == "messages") return SortBy::kMessages;
  return SortBy::kUpdated;
}

}  // namespace

Result<SessionList> list_with_cache(Engine& engine, ListOptions options) {
  const EngineOptions& where = engine.options();
  auto hidden = hidden_filter(engine.files(), where.own.hidden());
  if (!hidden) return hidden.error();
  options.is_hidden = std::move(*hidden);
  options.machines = engine.machines();
  if (where.own.cache.empty()) {
    return list_sessions(engine.files(), engine.roots().paths, options);
  }
  FactsCache cache(engine.files(), where.own.facts_cache(), where.now);
  options.cache = &cache;
  auto list = list_sessions(engine.files(), engine.roots().paths, options);
  // A cache that cannot be written costs time, not answers.
  if (list) {
    if (auto saved = cache.save(engine.files()); !saved) {
      list->findings.push_back({Finding::Kind::kUnreadable, where.own.cache,
                                "the cache cannot be written: " + saved.error().message});
    }
  }
  return list;
}

namespace {

std::string project_name(const SessionList& list, const Project& project) {
  return project.path.empty() ? list.folders[project.folder].key : project.path;
}

// By folder: whether something in it is not hidden.
std::vector<bool> folders_to_see(const SessionList& list) {
  std::vector<bool> seen(list.folders.size(), false);
  for (const SessionRow& row : list.sessions) {
    if (!row.hidden) seen[row.folder] = true;
  }
  return seen;
}

Result<std::string> choose_project(const std::string& name, std::vector<std::string> found) {
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() == 1) return std::move(found.front());
  constexpr std::size_t kMostNamed = 5;
  std::string message =
      std::to_string(found.size()) + " projects have \"" + name + "\" in their names:";
  for (std::size_t i = 0; i < std::min(found.size(), kMostNamed); ++i) message += "\n  " + found[i];
  if (found.size() > kMostNamed) message += "\n  ...";
  return Error{ErrorCode::kInvalid, message};
}

// One spelling for a folder: without ".", ".." and a slash at its end. What was shared as "." must
// be what is taken back by its path.
std::string plain_folder(const std::string& path) {
  std::string plain = std::filesystem::path(path).lexically_normal().string();
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  return plain;
}

}  // namespace

Result<std::string> project_meant(Engine& engine, const std::string& name, bool hidden) {
  const std::string path = plain_folder(resolve_path(engine.options().folder, name));
  if (name.find('/') != std::string::npos || name == "." || name == "..") return path;
  auto list = list_with_cache(engine, {.empty = true, .show_hidden = true});
  if (!list) return list.error();
  const std::string wanted = lower_case(name);
  const std::vector<bool> to_see = folders_to_see(*list);
  std::vector<std::string> last_steps;
  std::vector<std::string> parts;
  for (const Project& project : projects_of(engine.files(), *list)) {
    const std::string& key = list->folders[project.folder].key;
    if (is_key_of(key, path) || project.path == path) return path;
    if (key == name) return key;
    if (!hidden && !to_see[project.folder]) continue;
    const std::string known = lower_case(project_name(*list, project));
    if (base_name(known) == wanted) last_steps.push_back(project_name(*list, project));
    const bool is_part = known.find(wanted) != std::string::npos ||
                         lower_case(key).find(wanted) != std::string::npos;
    if (is_part) parts.push_back(project_name(*list, project));
  }
  if (!last_steps.empty()) return choose_project(name, std::move(last_steps));
  if (!parts.empty()) return choose_project(name, std::move(parts));
  if (engine.files().stat(path)) return path;  // a folder without sessions
  return Error{ErrorCode::kNotFound,
               "no project has \"" + name +
                   "\" in its name; `clew projects` lists them, with --hidden "
                   "also those that you hid"};
}

FactsView SessionListing::facts_of(const SessionRow& row) const {
  FactsView facts = facts_now(list, row);
  if (!counted) facts.messages.reset();
  return facts;
}

std::string_view SessionListing::machine_of(const SessionRow& row) const {
  const auto found = machines.find(list.folders[row.folder].root);
  return found == machines.end() ? std::string_view() : found->second;
}

std::string_view SessionListing::remark_of(std::string_view id) const {
  const auto found = marks.remarks.find(id);
  return found == marks.remarks.end() ? std::string_view() : found->second;
}

const std::vector<SessionCopy>& SessionListing::copies_of(const SessionRow& row) const {
  static const std::vector<SessionCopy> kNone;
  if (list.copies.empty()) return kNone;
  const auto found = list.copies.find(row.facts().id);
  return found == list.copies.end() ? kNone : found->second;
}

std::optional<std::int64_t> SessionListing::days_left(const SessionRow& row) const {
  return days_left(row.file, list.folders[row.folder].root);
}

std::optional<std::int64_t> SessionListing::days_left(const FileInfo& file,
                                                      const std::string& root) const {
  // Claude Code deletes only what is its own.
  if (is_kept(file) || machines.contains(root)) return std::nullopt;
  const auto period = cleanup_days.find(root);
  constexpr std::int64_t kDefaultDays = 30;
  return clew::days_left(file.mtime_ns, now,
                         period == cleanup_days.end() ? kDefaultDays : period->second);
}

namespace {

// Whether two files are the same as far as the shorter one goes, by what stands at its end.
bool begin_alike(const FileSystem& files, const std::string& a, const std::string& b,
                 std::int64_t size) {
  const auto one = files.open(a);
  const auto other = files.open(b);
  if (!one || !other) return false;
  const auto mark = mark_before(**one, size);
  const auto same = mark_before(**other, size);
  return mark && same && *mark == *same;
}

// A copy that has nothing that is not here is not worth a word.
void compare_copies(const Engine& engine, const std::string& here, const FileInfo& file,
                    TimeMs updated, std::vector<SessionCopy>& copies) {
  const FileSystem& files = engine.files();
  std::erase_if(copies, [&](SessionCopy& copy) {
    const auto there = files.stat(copy.path);
    if (!there) return true;
    if (engine.is_stored(copy.path)) {
      // A mirror leaves out some lines of its file, so it is compared by its last one.
      copy.continued = true;
      const auto facts = FactsReader().read(files, copy.path);
      return !facts || facts->updated <= updated;
    }
    if (!begin_alike(files, here, copy.path, std::min(there->size, file.size))) return false;
    copy.continued = true;
    return there->size <= file.size;
  });
}

void compare_all_copies(const Engine& engine, SessionList& list) {
  if (list.copies.empty()) return;
  for (const SessionRow& row : list.sessions) {
    const FactsView facts = row.facts();
    const auto copies = list.copies.find(facts.id);
    if (copies == list.copies.end()) continue;
    compare_copies(engine, std::string(facts.path), row.file, facts.updated, copies->second);
  }
}

}  // namespace

std::vector<SessionCopy> copies_ahead(Engine& engine, const NamedSession& session) {
  std::vector<SessionCopy> copies;
  if (!engine.machine_of(session.path).empty()) return copies;
  std::set<std::string> names;
  for (const auto& [root, machine] : engine.machines()) {
    if (!engine.is_stored(root)) names.insert(machine);
  }
  for (const std::string& machine : names) {
    auto copy = engine.locate(machine + "/" + session.id.text());
    if (copy) copies.push_back({machine, std::move(copy->path)});
  }
  if (copies.empty()) return copies;
  const auto facts = FactsReader().read(engine.files(), session.path);
  if (!facts) return {};
  compare_copies(engine, session.path, facts->file, facts->updated, copies);
  return copies;
}

Result<SessionListing> open_session_list(Engine& engine, const Arguments& arguments) {
  ListOptions options;
  options.subagents = arguments.flag("subagents");
  options.empty = arguments.flag("empty");
  options.counts = arguments.flag("counts");
  options.show_hidden = arguments.flag("hidden");
  options.limit = arguments.integer("limit");
  options.offset = arguments.integer("offset");
  options.cursor = arguments.text("cursor");
  options.sort = *parse_sort(arguments.text("sort"));
  const auto when = time_bounds(engine, arguments);
  if (!when) return when.error();
  options.when = *when;
  auto marks = read_session_marks(engine.files(), engine.options().own.marks());
  if (!marks) return marks.error();
  SessionListing listing;
  listing.marks = std::move(*marks);
  listing.now = engine.options().now;
  listing.live = read_live_registry(engine.files(), RealProcessProbe(), engine.roots().paths);
  for (const std::string& root : engine.roots().paths) {
    listing.cleanup_days[root] = cleanup_period_days(engine.files(), root);
  }
  listing.machines = engine.machines();
  options.is_wanted = wanted_filter(listing, arguments);
  const std::string& folder = engine.options().folder;
  if (const auto path = arguments.maybe_text("path")) {
    auto project = project_meant(engine, *path, arguments.flag("hidden"));
    if (!project) return project.error();
    options.project = std::move(*project);
    options.above = true;
  } else if (!arguments.flag("all")) {
    options.project = folder;
    options.above = options.or_all = true;
  }
  auto list = list_with_cache(engine, options);
  if (!list) return list.error();
  listing.project = list->project;
  listing.list = std::move(*list);
  listing.counted = options.counts || options.sort == SortBy::kMessages;
  compare_all_copies(engine, listing.list);
  find_moved(engine.files(), listing.list);
  if (arguments.flag("ghosts")) {
    PromptFilter filter;
    filter.project = listing.project;
    filter.when = options.when;
    filter.limit = options.limit;
    const auto hidden = HiddenSessions::read(engine, arguments);
    if (!hidden) return hidden.error();
    filter.is_hidden = [&](const TypedPrompt& prompt) {
      return hidden->hides_prompt(prompt.project, prompt.session);
    };
    listing.ghosts = find_ghosts(engine.files(), engine.roots().paths, filter);
  }
  for (const Finding& finding : engine.roots().findings) listing.list.findings.push_back(finding);
  return listing;
}

bool stands_in_project(const Engine& engine) {
  const std::string& folder = engine.options().folder;
  const SessionFiles found = find_project_folders(engine.files(), engine.roots().paths);
  return !folders_named_after(engine.files(), found.folders, folder).empty() ||
         !project_above(found.folders, folder).empty();
}

}  // namespace clew
