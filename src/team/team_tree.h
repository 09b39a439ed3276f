// SPDX-License-Identifier: MIT
//
// What a person may see of a team's store, as one tree of paths:
// <mount>/<person>/<machine>/home/ann/.claude/projects/... It follows the store when somebody asks
// it to; only what changed is fetched then.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "team/team_piece.h"
#include "team/team_store.h"

namespace clew {

// Thread-safe.
class TeamTree {
 public:
  // `mount`: an absolute path that nothing else has.
  TeamTree(std::shared_ptr<TeamStore> store, std::string mount)
      : store_(std::move(store)), mount_(std::move(mount)) {}

  struct File {
    std::int64_t id = 0;
    std::int64_t version = 0;
    FileInfo info;
    std::int64_t project = 0;
  };

  // Fetches what changed since the last time; the first time, everything. Answers with the paths of
  // files that came, changed or went. When the store does not let this person in any more,
  // everything is forgotten.
  Result<std::vector<std::string>> refresh();
  // Whether this error says that.
  static bool is_shut_out(const Error& error) {
    return error.code == ErrorCode::kInvalid || error.code == ErrorCode::kNotFound;
  }
  // Nothing is known any more; whether something was.
  bool forget();

  const std::string& mount() const { return mount_; }
  TeamStore& store() { return *store_; }
  TeamPieces& pieces() { return pieces_; }
  bool has(std::string_view path) const;  // whether it lies at or below the mount
  std::vector<std::string> roots() const;

  std::optional<FileInfo> info(std::string_view path) const;
  std::optional<File> file(std::string_view path) const;
  // Nothing: there is no such folder.
  std::optional<std::vector<DirEntry>> list(std::string_view path) const;
  // Whose file this is: "ann@laptop-3f2a"; empty for the mount itself and elsewhere.
  std::string machine_of(std::string_view path) const;
  std::string person_of(std::string_view path) const;
  // The project that a file or a project's folder belongs to.
  std::optional<TeamProject> project_of(std::string_view path) const;

 private:
  struct Folder {
    std::map<std::string, FileKind, std::less<>> entries;
    FileInfo info;
  };
  using Projects = std::map<std::int64_t, TeamProject>;

  Result<std::vector<std::string>> read_changes();
  static Result<Projects> read_projects(PgConnection& connection);
  bool has_same(const Projects& projects) const;
  std::string prefix_of(const TeamProject& project) const;
  std::optional<std::string> path_of(const TeamProject& project, std::string_view path,
                                     std::string_view session) const;
  void put(const std::string& path, const File& file);
  void forget_all();
  // Whose steps come after the mount.
  std::string_view step_below(std::string_view path, int number) const;

  std::shared_ptr<TeamStore> store_;
  const std::string mount_;
  TeamPieces pieces_;
  std::mutex refreshing_;            // one at a time; guards since_
  std::string since_ = "0";          // changes of this transaction and later are not known yet
  mutable std::shared_mutex mutex_;  // guards what follows
  Projects projects_;
  std::map<std::string, File, std::less<>> files_;
  std::map<std::string, Folder, std::less<>> folders_;
  std::set<std::string> roots_;
};

// The device of every file and folder of a team: no disk has it.
inline constexpr std::uint64_t kTeamDevice = 0x7465616d'00000001;
inline bool is_of_team(const FileInfo& info) { return info.device == kTeamDevice; }

}  // namespace clew
