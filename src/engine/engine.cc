// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include <algorithm>
#include <chrono>
#include <climits>
#include <optional>
#include <unistd.h>
#include <utility>

#include "base/text.h"
#include "catalog/beside/prompt_history.h"
#include "catalog/edits/trash.h"
#include "catalog/list/hidden_list.h"
#include "keep/kept_worlds.h"
#include "keep/machine_name.h"
#include "os/paths.h"

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
                                           " is in the trash; clew undelete " +
                                           session.id.substr(0, 8) + " brings it back"};
  }
  return std::nullopt;
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
  options.roots = std::move(roots);
  options.environment = RootEnvironment::of_process();
  options.own = find_own_paths().value_or(OwnPaths{});
  options.folder = current_folder();
  options.keep = keep_folder(options, keep);
  // Who names roots wants these alone.
  if (options.roots.empty() && !options.own.data.empty())
    options.store = options.own.session_store();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  options.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return options;
}

Engine::Engine(DurableFileSystem& files, EngineOptions options, EngineServices services)
    : options_(std::move(options)),
      services_(services),
      kept_(files, load_kept(files, options_, services_, keep_place_, keep_findings_)),
      files_(kept_),
      roots_(find_roots(kept_, options_.roots, options_.environment)) {
  // Who names roots wants these alone.
  if (!options_.store.empty()) {
    if (auto store = kept_.real_path(options_.store)) store_ = std::move(*store);
  }
  if (!store_.empty()) {
    std::erase(roots_.paths, store_);
    roots_.paths.push_back(store_);
  }
  const auto& others = kept().foreign_roots();
  if (options_.roots.empty()) {
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

std::vector<std::string> Engine::own_roots() const {
  std::vector<std::string> own = kept_roots();
  std::erase(own, store_);
  return own;
}

std::vector<std::string> Engine::kept_roots() const {
  std::vector<std::string> own;
  for (const std::string& root : roots_.paths) {
    if (kept().machine_of(root).empty() && !is_gone(root)) own.push_back(root);
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
  const auto own = own_roots();
  return own.empty() ? roots_.absent : own.front();
}

bool Engine::is_stored(std::string_view path) const {
  return !store_.empty() && path.starts_with(store_) &&
         (path.size() == store_.size() || path[store_.size()] == '/');
}

std::string_view Engine::machine_of(std::string_view path) const {
  return is_stored(path) ? kStoreName : kept().machine_of(path);
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
  const auto ghost = ghost_error(files_, roots_.paths, name);
  return ghost ? Result<NamedSession>(*ghost) : session;
}

}  // namespace clew
