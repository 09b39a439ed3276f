// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "keep/keep_place.h"
#include "keep/kept_machine.h"
#include "keep/pack_reader.h"
#include "keep/session_copies.h"
#include "os/file_system.h"

namespace clew {

// All that is kept by all machines of a keep, as one tree of paths. What this machine kept has the
// paths that it had on the disk; what others kept lies below the keep:
// <keep>/<machine>/home/bob/.claude/projects/... A file shows its last version; one that was only
// cut, what it was before. A session of which
// another machine has the same or less is seen once. Never changes once it is loaded; for any
// number of threads.
class KeptWorld {
 public:
  // Whether what a person deleted is in it, as if it were only gone.
  enum class Deleted : bool { kLeftOut, kShown };
  // No error when there is no keep: then nothing is kept.
  static Result<std::shared_ptr<const KeptWorld>> load(const FileSystem& files,
                                                       const KeepPlace& place,
                                                       Deleted deleted = Deleted::kLeftOut);

  static std::shared_ptr<const KeptWorld> nothing() {
    return std::shared_ptr<const KeptWorld>(new KeptWorld);
  }

  struct File {
    const KeptMachine* machine = nullptr;
    const PackReader* packs = nullptr;
    const std::vector<KeptVersion>* versions = nullptr;  // at least one
    const KeptVersion* shown = nullptr;                  // of these: see fullest_version()
    FileInfo info;
  };
  struct Folder {
    std::map<std::string, FileKind, std::less<>> entries;
    FileInfo info;
  };
  const File* find_file(std::string_view path) const;
  const Folder* find_folder(std::string_view path) const;

  std::vector<const KeptMachine*> machines() const;
  // This machine; null when it has kept nothing.
  SharedKeptMachine own_machine() const;
  // Roots of this machine, also such as are not there any more.
  const std::set<std::string>& own_roots() const { return own_roots_; }
  // Roots of other machines, as paths here.
  const std::vector<std::string>& foreign_roots() const { return foreign_roots_; }
  // Whose file this is; empty for those of this machine, and for what is not kept.
  std::string_view machine_of(std::string_view path) const;
  std::vector<KeepDamage> damage() const;

 private:
  struct Machine {
    SharedKeptMachine kept;
    std::unique_ptr<PackReader> packs;
    std::string prefix;  // of the paths of its files
  };
  KeptWorld() = default;
  void add(const FileSystem& files, SharedKeptMachine kept, std::string prefix);
  void show_files(const Machine& machine, const SessionCopies& copies, Deleted deleted);
  void add_path(const std::string& path, const FileInfo& info);

  std::vector<std::unique_ptr<Machine>> machines_;
  std::vector<KeepDamage> damage_;  // folders that cannot be read
  std::map<std::string, File, std::less<>> files_;
  std::map<std::string, Folder, std::less<>> folders_;
  std::set<std::string> own_roots_;
  std::vector<std::string> foreign_roots_;
};

// The device of every kept file and folder: no disk has it.
inline constexpr std::uint64_t kKeptDevice = 0x6b657074'00000001;
inline bool is_kept(const FileInfo& info) { return info.device == kKeptDevice; }

}  // namespace clew
