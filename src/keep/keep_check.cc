// SPDX-License-Identifier: MIT
#include "keep/keep_check.h"

#include <optional>

#include "keep/kept_file.h"
#include "keep/pack_reader.h"

namespace clew {
namespace {

constexpr const char* kRestMissing = "what stood there is damaged or not here";

// Why a piece does not come back as it was; nothing when it does.
std::optional<std::string> problem_of(const KeptPiece& piece, const RandomAccessFile& file) {
  std::string bytes(piece.length, '\0');
  const auto count = file.read_at(static_cast<std::int64_t>(piece.offset), bytes);
  if (!count) return count.error().message;
  if (*count == piece.length && piece_hash(bytes) == piece.hash) return std::nullopt;
  return "what is read back is not what was kept";
}

}  // namespace

Result<KeepCheck> check_kept(const FileSystem& files, const KeptMachine& machine, StopToken stop) {
  KeepCheck check;
  check.packs = static_cast<std::int64_t>(machine.packs.size());
  check.damage = machine.damage;
  const PackReader packs(files, machine);
  for (const auto& [name, versions] : machine.files) {
    ++check.files;
    for (const KeptVersion& version : versions) {
      ++check.versions;
      const bool is_last = &version == &versions.back();
      const KeptFileReader file(version, packs, {});
      for (const KeptPiece& piece : version.pieces) {
        if (stop.is_stopped()) return stopped_error();
        const auto problem = problem_of(piece, file);
        check.bytes += piece.length;
        if (!problem) continue;
        check.damaged.push_back({name, version.number, piece.offset, *problem, is_last});
        break;  // what stands behind a hole is of no use to a reader of lines
      }
      const bool known = !check.damaged.empty() && check.damaged.back().name == name &&
                         check.damaged.back().version == version.number;
      if (version.torn && !known) {
        check.damaged.push_back({name, version.number, version.size(), kRestMissing, is_last});
      }
    }
  }
  for (const auto& [name, number] : machine.taken) {
    const auto later = machine.files.find(name);
    const bool is_last = later == machine.files.end() || later->second.back().number < number;
    check.damaged.push_back({name, number, 0, kRestMissing, is_last});
  }
  return check;
}

}  // namespace clew
