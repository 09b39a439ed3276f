// SPDX-License-Identifier: MIT
//
// The keep for the engine: keep what is new, say what is kept, check it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "keep/keep_check.h"
#include "keep/keeper.h"

namespace clew {

// What one machine has kept.
struct MachineStatus {
  std::string name;
  bool own = false;        // it is this one
  bool encrypted = false;  // who stores the keep cannot read it,
  bool locked = false;     // and neither can we: the key is not here
  std::int64_t files = 0;
  std::int64_t versions = 0;
  std::int64_t bytes = 0;  // of all versions, as they were
  std::int64_t size = 0;   // that they take in the keep
  TimeMs last = kNoTime;   // when something was kept last
};

struct KeepStatus {
  std::vector<MachineStatus> machines;
  std::int64_t only_kept = 0;  // sessions of this machine that are not on the disk any more
  std::int64_t of_others = 0;  // sessions that other machines have kept, and this one has not
  bool must_encrypt = false;   // others encrypt what is here, and this machine does not yet
  KeepReport missing;          // what the next `clew keep` would do
  std::int64_t leaving = 0;    // sessions on the disk that Claude Code removes within a week
  std::int64_t leaving_unkept = 0;
  std::vector<KeepDamage> damage;

  // All that is on the disk is kept, and nothing is known to be damaged.
  bool is_safe() const { return missing.kept == 0 && missing.findings.empty() && damage.empty(); }
};
inline constexpr std::int64_t kLeavingDays = 7;

// What is damaged, by what a person knows: files of sessions.
struct DamagedFile {
  std::string machine;
  std::string file;     // where it was, on its machine
  std::string session;  // that it belongs to; empty: none
  bool lost = false;    // else a later version is whole, or it was kept anew
  DamagedVersion damage;
};

struct KeepChecked {
  KeepCheck all;  // of all machines together
  std::vector<DamagedFile> files;
  std::int64_t kept_again = 0;      // of these: still on the disk, and kept anew from there
  std::vector<std::string> locked;  // machines that could not be looked at
};

// What is said when no folder for a keep is known.
Error no_keep();
// `patience`: with another process that keeps.
Result<KeepReport> keep_now(Engine& engine, bool dry_run,
                            std::chrono::milliseconds patience = OwnKeep::kPatience);
Result<KeepStatus> keep_status(Engine& engine);
// Reads everything back; what is damaged and still on the disk is kept anew, unless `dry_run`.
Result<KeepChecked> check_keep(Engine& engine, bool dry_run);
// kInvalid when sessions are named for something that is about all of them, and the like.
Result<void> check_keep_arguments(const Arguments& arguments);
// What a check found to be damaged for good, in a sentence; empty: nothing is.
std::string damage_in_words(const KeepChecked& checked);

}  // namespace clew
