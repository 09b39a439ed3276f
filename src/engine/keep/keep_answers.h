// SPDX-License-Identifier: MIT
//
// What the operation `keep` answers.
#pragma once

#include <optional>
#include <string>

#include "base/described.h"
#include "engine/keep/encrypt_operation.h"
#include "engine/keep/forget_operation.h"
#include "engine/keep/keep_operation.h"
#include "engine/keep/restore_operation.h"

namespace clew {

template <>
inline constexpr auto kDescription<MachineStatus> = describe(
    "KeptMachine", "what a machine has kept",
    field("name", "what the machine is called in the keep", &MachineStatus::name),
    field_if_any("own", "it is this one", &MachineStatus::own),
    field_if_any("encrypted", "who stores the keep cannot read it", &MachineStatus::encrypted),
    field_if_any("locked", "its key is not on this machine", &MachineStatus::locked),
    field("files", "how many files", &MachineStatus::files),
    field("versions", "in how many versions", &MachineStatus::versions),
    field("bytes", "of all versions, as they were", &MachineStatus::bytes),
    field("size", "bytes that they take in the keep", &MachineStatus::size),
    field("lastAt", "when something was kept last", as_time(&MachineStatus::last)));

template <>
inline constexpr auto kDescription<KeepReport> = describe(
    "KeepRun", "what was kept, or would be", field("seen", "files looked at", &KeepReport::seen),
    field("kept", "files of which something is new", &KeepReport::kept),
    field("rewritten", "of these: files that were cut or rewritten, and begin a new version",
          &KeepReport::rewritten),
    field("gone", "files that are not there any more", &KeepReport::gone),
    field("bytes", "new bytes of files", &KeepReport::bytes),
    field("written", "bytes written to the keep", &KeepReport::written),
    field("findings", "files and folders that could not be read", &KeepReport::findings));

template <>
inline constexpr auto kDescription<KeepDamage> =
    describe("KeepDamage", "a damaged place of the keep",
             field("path", "the file of the keep", &KeepDamage::path),
             field("what", "what is wrong with it", &KeepDamage::what));

template <>
inline constexpr auto kDescription<KeepStatus> = describe(
    "KeepStatus", "what is kept", field("machines", "by machine", &KeepStatus::machines),
    field("onlyKept", "sessions of this machine that are not on its disk any more",
          &KeepStatus::only_kept),
    field("ofOthers", "sessions that only other machines have kept", &KeepStatus::of_others),
    field_if_any("mustEncrypt",
                 "others encrypt what is here; this machine keeps nothing before it does",
                 &KeepStatus::must_encrypt),
    field("missing", "what is not kept yet", &KeepStatus::missing),
    field("leaving", "sessions that Claude Code removes within a week", &KeepStatus::leaving),
    field("leavingUnkept", "of these: not kept as they are now", &KeepStatus::leaving_unkept),
    field("damage", "lines and files of the keep that cannot be used", &KeepStatus::damage));

template <>
inline constexpr auto kDescription<DamagedFile> = describe(
    "DamagedFile", "a kept file of which not everything can be read back",
    field("machine", "whose it is", &DamagedFile::machine),
    field("file", "where it was", &DamagedFile::file),
    field("session", "the session it belongs to", or_null(&DamagedFile::session)),
    field("lost", "no later version is whole, and it is not on the disk", &DamagedFile::lost),
    field("version", "which of its versions",
          through(&DamagedFile::damage, &DamagedVersion::version)),
    field("from", "the byte from which on it cannot be read",
          through(&DamagedFile::damage, &DamagedVersion::from)),
    field("why", "what is wrong", through(&DamagedFile::damage, &DamagedVersion::why)));

template <>
inline constexpr auto kDescription<KeepChecked> = describe(
    "KeepCheck", "whether all that is kept can be read back",
    field("files", "files read back", through(&KeepChecked::all, &KeepCheck::files)),
    field("versions", "in so many versions", through(&KeepChecked::all, &KeepCheck::versions)),
    field("packs", "packs", through(&KeepChecked::all, &KeepCheck::packs)),
    field("bytes", "bytes of files", through(&KeepChecked::all, &KeepCheck::bytes)),
    field("damage", "lines and files of the keep that cannot be used",
          through(&KeepChecked::all, &KeepCheck::damage)),
    field("damaged", "what that means for files of sessions", &KeepChecked::files),
    field("keptAgain", "files of these that were still on the disk, and are kept anew",
          &KeepChecked::kept_again),
    field("locked", "machines that could not be checked, since their keys are not here",
          &KeepChecked::locked));

struct KeepAnswer {
  std::string folder;
  std::string machine;
  bool dry_run = false;
  std::optional<KeepReport> run{};
  std::optional<KeepStatus> status{};
  std::optional<KeepChecked> check{};
  std::optional<Forgotten> forgotten{};
  std::optional<Encryption> encryption{};
  std::optional<std::vector<SessionVersion>> versions{};
};
template <>
inline constexpr auto kDescription<KeepAnswer> = describe(
    "Keep", "the keep", field("folder", "where it lies", &KeepAnswer::folder),
    field("machine", "what this machine is called in it", or_null(&KeepAnswer::machine)),
    field_if_any("dryRun", "nothing was written", &KeepAnswer::dry_run),
    field_if_any("run", "now: what was kept", &KeepAnswer::run),
    field_if_any("status", "status: what is kept", &KeepAnswer::status),
    field_if_any("check", "check: whether it can be read back", &KeepAnswer::check),
    field_if_any("forgotten", "forget: what is forgotten, or would be", &KeepAnswer::forgotten),
    field_if_any("encryption", "encrypt, unlock: what can be opened now", &KeepAnswer::encryption),
    field_if_any("versions", "versions: those of the session", &KeepAnswer::versions));

// Whether something is not safe: not kept, not readable, damaged. The exit code then is 1, as text
// and as JSON.
bool holds_nothing(const KeepAnswer& answer);

Result<KeepAnswer> keep_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
