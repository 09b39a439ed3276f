// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <algorithm>
#include <climits>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "catalog/beside/prompt_history.h"
#include "catalog/edits/trash.h"
#include "catalog/layout/session_files.h"
#include "catalog/list/hidden_list.h"
#include "keep/kept_worlds.h"
#include "keep/machine_name.h"
#include "os/clock.h"
#include "os/paths.h"
#include "team/team_file_system.h"
#include "team/team_trees.h"

namespace clew {
namespace {

constexpr std::string_view kStoreName = "store";  // among machines, whose names are longer

std::string current_folder() {
  char buffer[PATH_MAX];
  return ::getcwd(buffer, sizeof buffer) ? std::string(buffer) : std::string();
}

std::string keep_folder(const EngineOptions& options, const std::string& asked_for) {
  if (!asked_for.empty()) return resolve_path(options.folder, asked_for);
  if (const auto named = environment("CLEW_KEEP"); named && named->starts_with('/')) return *named;
  return options.own.data.empty() ? std::string() : options.own.keep();
}

// What was named may be in the trash.
std::optional<Error> trash_error(const FileSystem& files, const std::string& trash,
                                 std::string_view name) {
  constexpr std::size_t kShortest = 4;
  if (name.starts_with("claude:")) name.remove_prefix(7);
  if (name.size() < kShortest) return std::nullopt;
  for (const TrashedSession& session : read_trash(files, trash).sessions) {
    if (!session.id.starts_with(ascii_lower(name))) continue;
    return Error{ErrorCode::kNotFound, "session " + session.id +
                                           " is in the trash; clew undelete " + session.id +
                                           " brings it back"};
  }
  return std::nullopt;
}

// Subagents that are left of a session whose transcript is gone, when that is what was named. Of a
// hidden one only who knows its whole id hears.
std::optional<Error> orphans_error(const FileSystem& files, const std::vector<std::string>& roots,
                                   const std::string& hidden_file, std::string_view name) {
  constexpr std::size_t kShortest = 4;
  constexpr std::size_t kMostNamed = 3;
  if (name.starts_with("claude:")) name.remove_prefix(7);
  const std::string wanted = ascii_lower(name);
  const auto hidden = read_hidden_list(files, hidden_file);
  if (wanted.size() < kShortest || !hidden) return std::nullopt;
  const SessionFiles found = find_session_files(files, roots, {.agents = Agents::kInclude});
  std::set<std::string_view> with_transcript;
  std::map<std::string_view, std::vector<std::string_view>> agents;  // by session
  for (const SessionFile& file : found.files) {
    const std::string_view session = file.is_agent ? session_above(file.path) : file.id;
    if (session.empty() || !ascii_lower(session).starts_with(wanted)) continue;
    const bool is_hidden =
        hidden->sessions.contains(session) || hidden->hides_project(found.folders[file.folder].key);
    if (is_hidden && session.size() != wanted.size()) continue;
    if (file.is_agent) {
      agents[session].push_back(file.id);
    } else {
      with_transcript.insert(session);
    }
  }
  std::erase_if(agents, [&](const auto& one) { return with_transcript.contains(one.first); });
  if (agents.empty()) return std::nullopt;
  const auto& [session, left] = *agents.begin();
  std::string message = "the transcript of session " + terminal_line(session) +
                        " is gone; what is left are those of its subagents:";
  for (std::size_t i = 0; i < std::min(left.size(), kMostNamed); ++i) {
    message += "\n  clew show " + shell_word(terminal_line(left[i]));
  }
  if (left.size() > kMostNamed) {
    message += "\n  and " + std::to_string(left.size() - kMostNamed) + " more";
  }
  return Error{ErrorCode::kNotFound, message};
}

// What is left of a session whose transcript is gone, when that is what was named.
std::optional<Error> ghost_error(const FileSystem& files, const std::vector<std::string>& roots,
                                 std::string_view name) {
  constexpr std::size_t kShortest = 4;
  if (name.starts_with("claude:")) name.remove_prefix(7);
  const bool may_be_id = name.find_first_not_of("0123456789abcdefABCDEF-") == name.npos;
  if (name.size() < kShortest || !may_be_id) return std::nullopt;
  PromptFilter filter;
  filter.session = ascii_lower(name);
  const std::vector<GhostSession> ghosts = find_ghosts(files, roots, filter).ghosts;
  if (ghosts.empty()) return std::nullopt;
  const GhostSession& ghost = ghosts.front();
  const std::size_t count = ghost.prompts.size();
  std::string message =
      "the transcript of session " + ghost.id + " is gone: all that is left of it " +
      (count == 1 ? "is one prompt" : "are " + std::to_string(count) + " prompts") + ", typed on " +
      format_local(ghost.first);
  if (count > 1) message += " to " + format_local(ghost.last);
  if (!ghost.project.empty()) message += " in " + terminal_line(ghost.project);
  message += "; `clew prompts --session " + shell_word(name) + "` shows " +
             (ghosts.size() == 1 ? (count == 1 ? "it" : "them") : "its and those of others");
  return Error{ErrorCode::kNotFound, message};
}

}  // namespace

EngineOptions EngineOptions::from_environment(std::vector<std::string> roots,
                                              const std::string& keep) {
  EngineOptions options;
  for (std::string& root : roots) {
    if (is_team_root(root)) {
      options.team = std::move(root);
    } else {
      options.roots.push_back(std::move(root));
    }
  }
  options.environment = RootEnvironment::of_process();
  options.own = find_own_paths().value_or(OwnPaths{});
  options.folder = current_folder();
  options.keep = keep_folder(options, keep);
  // Who names roots wants these alone.
  if (options.roots.empty() && options.team.empty() && !options.own.data.empty())
    options.store = options.own.session_store();
  options.now = clock_now();
  return options;
}

bool EngineOptions::names_team(std::string_view root) { return is_team_root(root); }

Engine::Engine(DurableFileSystem& files, EngineOptions options, EngineServices services)
    : options_(std::move(options)),
      services_(services),
      kept_(files, load_kept(files, options_, services_, keep_place_, keep_findings_)),
      team_(std::make_unique<TeamFileSystem>(
          kept_, load_team(files, options_, services_, keep_findings_))),
      files_(*team_),
      roots_(all_roots(*team_, options_, team())) {
  if (const TeamTree* tree = team()) {
    for (const std::string& root : roots_.paths) {
      if (tree->has(root)) team_machines_[root] = tree->machine_of(root);
    }
  }
  // Who names roots wants these alone.
  if (!options_.store.empty()) {
    if (auto store = kept_.real_path(options_.store)) store_ = std::move(*store);
  }
  if (!store_.empty()) {
    std::erase(roots_.paths, store_);
    roots_.paths.push_back(store_);
  }
  const auto& others = kept().foreign_roots();
  if (options_.roots.empty() && options_.team.empty()) {
    for (const std::string& root : kept().own_roots()) {
      const bool known =
          std::find(roots_.paths.begin(), roots_.paths.end(), root) != roots_.paths.end();
      if (!known && root != options_.store && !files.stat(root)) gone_roots_.push_back(root);
    }
    roots_.paths.insert(roots_.paths.end(), gone_roots_.begin(), gone_roots_.end());
    roots_.paths.insert(roots_.paths.end(), others.begin(), others.end());
  }
  roots_.findings.insert(roots_.findings.end(), keep_findings_.begin(), keep_findings_.end());
}

Result<std::shared_ptr<TeamTree>> open_team_tree(const FileSystem& disk,
                                                 const EngineOptions& options, TeamTrees* trees) {
  const auto address = find_team_address(disk, options.own.team(), options.team);
  if (!address) return address.error();
  // No file of the disk lies there.
  const std::string mount = resolve_path(options.own.cache, "team/" + address->key() + "/store");
  return trees != nullptr ? trees->load(*address, mount) : load_team_tree(*address, mount);
}

Engine::~Engine() = default;

TeamTree* Engine::team() const { return team_->tree(); }

// A keep that cannot be read costs what is in it, and nothing else.
std::shared_ptr<const KeptWorld> Engine::load_kept(const FileSystem& disk,
                                                   const EngineOptions& options,
                                                   const EngineServices& services, KeepPlace& place,
                                                   Findings& findings) {
  const auto note = [&](const std::string& path, const std::string& why) {
    findings.push_back({.kind = Finding::Kind::kUnreadable, .path = path, .reason = why});
  };
  place.folder = options.keep;
  if (options.keep.empty()) return KeptWorld::nothing();
  // Also when there is no keep (any more): a machine that encrypts does so wherever it begins anew.
  auto name = read_machine_name(disk, options.own.machine());
  if (!name) note(options.own.machine(), name.error().message);
  if (name) place.machine = std::move(*name);
  auto keys = KeyRing::read(disk, options.own.keep_keys());
  if (!keys) note(options.own.keep_keys(), keys.error().message);
  if (keys) place.keys = std::move(*keys);
  if (!disk.stat(options.keep)) return KeptWorld::nothing();
  const auto load = [&] {
    if (options.deleted) return KeptWorld::load(disk, place, KeptWorld::Deleted::kShown);
    return services.kept != nullptr ? services.kept->load(disk, place)
                                    : KeptWorld::load(disk, place);
  };
  auto world = load();
  if (!world) {
    note(options.keep, "the keep cannot be read: " + world.error().message);
    return KeptWorld::nothing();
  }
  if (const std::size_t count = (*world)->damage().size(); count > 0) {
    note(options.keep, "the keep is damaged in " + std::to_string(count) +
                           (count == 1 ? " place" : " places") +
                           "; `clew keep check` names what that touches");
  }
  for (const KeptMachine* machine : (*world)->machines()) {
    if (!machine->locked) continue;
    note(machine->folder, machine->folder +
                              " is encrypted, and its key is not on this machine; clew keep unlock "
                              "brings it here");
  }
  return *world;
}

// What a person may see of a team is cached apart from everything else, for that person alone.
std::shared_ptr<TeamTree> Engine::load_team(const FileSystem& disk, EngineOptions& options,
                                            const EngineServices& services, Findings& findings) {
  if (options.team.empty()) return nullptr;
  auto tree = open_team_tree(disk, options, services.team);
  if (!tree) {
    findings.push_back({Finding::Kind::kNoRoot, "team", tree.error().message});
    return nullptr;
  }
  if (!options.own.cache.empty()) options.own.cache = parent_path((*tree)->mount());
  return std::move(*tree);
}

// Who names roots wants these alone.
Roots Engine::all_roots(const FileSystem& files, const EngineOptions& options,
                        const TeamTree* team) {
  Roots roots;
  if (options.team.empty() || !options.roots.empty()) {
    roots = find_roots(files, options.roots, options.environment);
  }
  if (team != nullptr) {
    for (std::string& root : team->roots()) roots.paths.push_back(std::move(root));
  }
  return roots;
}

std::vector<std::string> Engine::own_roots() const {
  std::vector<std::string> own = kept_roots();
  std::erase(own, store_);
  return own;
}

std::vector<std::string> Engine::kept_roots() const {
  std::vector<std::string> own;
  for (const std::string& root : roots_.paths) {
    const bool elsewhere = !kept().machine_of(root).empty() || team_machines_.contains(root);
    if (!elsewhere && !is_gone(root)) own.push_back(root);
  }
  return own;
}

bool Engine::is_gone(const std::string& root) const {
  return std::find(gone_roots_.begin(), gone_roots_.end(), root) != gone_roots_.end();
}

std::string Engine::root_to_restore_to(const std::string& root) const {
  return machine_of(root).empty() && !is_gone(root) ? root : receiving_root();
}

std::string Engine::receiving_root() const {
  auto own = own_roots();
  if (own.empty() && team() != nullptr) {
    Roots usual = find_roots(kept_, {}, options_.environment);
    return usual.paths.empty() ? usual.absent : usual.paths.front();
  }
  return own.empty() ? roots_.absent : own.front();
}

bool Engine::is_stored(std::string_view path) const {
  return !store_.empty() && path.starts_with(store_) &&
         (path.size() == store_.size() || path[store_.size()] == '/');
}

std::string_view Engine::machine_of(std::string_view path) const {
  if (is_stored(path)) return kStoreName;
  if (team() == nullptr || !team()->has(path)) return kept().machine_of(path);
  const auto after = team_machines_.upper_bound(path);
  if (after == team_machines_.begin()) return {};
  const auto& [root, machine] = *std::prev(after);
  return path.starts_with(root) ? std::string_view(machine) : std::string_view();
}

std::map<std::string, std::string> Engine::machines() const {
  std::map<std::string, std::string> others;
  for (const std::string& root : roots_.paths) {
    const std::string_view machine = machine_of(root);
    if (!machine.empty()) others.emplace(root, machine);
  }
  return others;
}

Result<NamedSession> Engine::locate(const std::string& name, Hidden hidden_ones) {
  NameOptions options;
  options.finds_hidden = hidden_ones == Hidden::kByAnyName;
  options.by_path = options_.by_path;
  options.current_project = options_.folder;
  options.scope.machines = machines();
  // "@1" counts rows of the list, in which hidden sessions are not; nor are they suggested.
  auto hidden = hidden_filter(files_, options_.own.hidden());
  if (!hidden && name.starts_with('@')) return hidden.error();
  if (hidden) {
    options.scope.is_hidden = std::move(*hidden);
  } else {  // what cannot be known may be hidden
    options.scope.is_hidden = [](const FactsView&, const ProjectFolder&) { return true; };
  }
  auto session = find_session(files_, roots_.paths, name, options);
  if (session || session.error().code != ErrorCode::kNotFound) return session;
  if (auto trashed = trash_error(files_, options_.own.trash(), name)) return std::move(*trashed);
  auto orphans = orphans_error(files_, roots_.paths, options_.own.hidden(), name);
  if (orphans) return std::move(*orphans);
  const auto ghost = ghost_error(files_, roots_.paths, name);
  return ghost ? Result<NamedSession>(*ghost) : session;
}

}  // namespace clew
