// SPDX-License-Identifier: MIT
#include "keep/keep_check.h"

#include "keep/kept_file.h"
#include "keep/pack_reader.h"

namespace clew {
namespace {

constexpr const char* kRestMissing = "what stood there is damaged or not here";

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
        const auto bytes = read_piece(file, piece);
        check.bytes += piece.length;
        if (bytes) continue;
        check.damaged.push_back(
            {name, version.number, piece.offset, bytes.error().message, is_last});
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
