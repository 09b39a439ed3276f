// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/layout/own_paths.h"
#include "catalog/layout/roots.h"
#include "catalog/list/session_names.h"
#include "engine/services.h"
#include "keep/kept_file_system.h"
#include "os/stoppable_file_system.h"

namespace clew {

class TeamFileSystem;
class TeamTree;

// Where to look and where to keep things. Tests and servers fill it in; programs take it from the
// environment.
struct EngineOptions {
  std::vector<std::string> roots{};  // configuration folders asked for; empty: the environment's
  RootEnvironment environment{};
  OwnPaths own{};        // cache and data of our own; empty paths: no cache
  std::string keep{};    // the folder of the keep; empty: none
  bool deleted = false;  // what a person deleted and only the keep has is there, too
  std::string store{};   // the folder of the session store, one more root; empty: none
  std::string team{};    // a team's store to read: postgres://… or team:; empty: none
  std::string folder{};  // where the person stands; empty for servers
  // Whether who asks may name files of this machine by their paths: only the command line sets it,
  // and every protocol is refused without having to think of it.
  FilesByPath by_path = FilesByPath::kRefused;
  TimeMs now = 0;

  // Whether a root is the address of a team's store.
  static bool names_team(std::string_view root);
  // Such a root becomes `team`.
  // `keep`: the folder that was asked for; empty: $CLEW_KEEP, else the one in our data.
  static EngineOptions from_environment(std::vector<std::string> roots,
                                        const std::string& keep = {});
};

// What options.team names, as the person that it says. `trees`: those of the process; null: a new
// one. It is mounted in a folder of our cache that is for this store and person alone.
Result<std::shared_ptr<TeamTree>> open_team_tree(const FileSystem& disk,
                                                 const EngineOptions& options, TeamTrees* trees);

// The facade that every front end talks to. Borrows the file system; one engine may be used by one
// thread at a time.
class Engine {
 public:
  Engine(DurableFileSystem& files, EngineOptions options, EngineServices services = {});
  ~Engine();

  // What operations read through: the disk, behind it what is only kept, and beside it the team's
  // store. It answers no more once stop() says so.
  WritableFileSystem& files() { return files_; }
  const FileSystem& files() const { return files_; }
  // For what others use after us: it knows no stop.
  const FileSystem& lasting_files() { return files_.base(); }
  // The disk alone, which knows no stop: for the keeper.
  DurableFileSystem& disk() { return kept_.disk(); }
  const KeptWorld& kept() const { return kept_.world(); }
  // Where that is kept, and what we are called there.
  const KeepPlace& keep_place() const { return keep_place_; }
  // For who waits for an operation; StopScope sets it.
  StopSignal& stop() { return files_.stop(); }
  const StopSignal& stop() const { return files_.stop(); }
  const EngineOptions& options() const { return options_; }
  const Roots& roots() const { return roots_; }  // also those that other machines have kept
  std::vector<std::string> own_roots() const;    // of Claude Code on this machine alone
  std::vector<std::string> kept_roots() const;   // these and the session store
  // Where a session of this root can be brought back to: there, unless the root is of another
  // machine or gone; then receiving_root(). Empty: there is no such place.
  std::string root_to_restore_to(const std::string& root) const;
  // Where sessions from elsewhere go: the first of our own, else the usual one, which may have to
  // be made first. Empty: there is no home either.
  std::string receiving_root() const;
  std::map<std::string, std::string> machines() const;  // all others, with whose they are
  // Whether this lies in the session store: for programs that mirror their sessions there, not for
  // Claude Code of this machine.
  bool is_stored(std::string_view path) const;
  // The team's store that is read; null: none.
  TeamTree* team() const;
  // Whose file this is, as machines() says; empty for those of this machine.
  std::string_view machine_of(std::string_view path) const;
  const EngineServices& services() const { return services_; }

  // The session that a person means; read/open_session.h opens it.
  // A hidden session is found by its whole id alone, unless who asks hides and shows sessions.
  enum class Hidden : bool { kByWholeId, kByAnyName };
  Result<NamedSession> locate(const std::string& name, Hidden hidden = Hidden::kByWholeId);

 private:
  bool is_gone(const std::string& root) const;
  static std::shared_ptr<const KeptWorld> load_kept(const FileSystem& disk,
                                                    const EngineOptions& options,
                                                    const EngineServices& services,
                                                    KeepPlace& place, Findings& findings);

  static std::shared_ptr<TeamTree> load_team(const FileSystem& disk, EngineOptions& options,
                                             const EngineServices& services, Findings& findings);
  static Roots all_roots(const FileSystem& files, const EngineOptions& options,
                         const TeamTree* team);

  EngineOptions options_;
  EngineServices services_;
  KeepPlace keep_place_;
  Findings keep_findings_;
  KeptFileSystem kept_;
  std::unique_ptr<TeamFileSystem> team_;
  StoppableFileSystem files_;
  Roots roots_;
  std::vector<std::string> gone_roots_;  // of this machine, in the keep alone; also in roots_
  std::string store_;                    // as it is in roots_; empty: it is not
  std::map<std::string, std::string, std::less<>> team_machines_;  // by root
};

}  // namespace clew
