// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <set>

#include "base/result.h"
#include "base/stop.h"
#include "keep/own_keep.h"

namespace clew {

struct RepackRequest {
  std::set<std::uint32_t> packs;                      // to be replaced
  std::function<bool(const KeptName&)> leaves_out{};  // files that are not written again
  // Files of lines of which some are left out; each is held in memory as a whole.
  std::function<bool(const KeptName&)> is_edited{};
  std::function<bool(std::string_view line)> drops{};
};

// Writes what stands in some packs anew, small pieces put together, and removes these packs then.
// Whatever happens on the way, nothing is lost: the old packs go only when the new ones are safe.
// Refused (kCorrupt) when something in them is damaged, for it would be lost with them.
Result<void> repack(DurableFileSystem& files, const OwnKeep& own, const RepackRequest& request,
                    StopToken stop);

// Writes everything that one folder holds into another, and removes it there once `use` has made
// the other the one that counts.
Result<void> move_packs(DurableFileSystem& files, const OwnKeep& from, const OwnKeep& to,
                        const std::function<Result<void>()>& use, StopToken stop);

// The packs of which many tiny frames, of a line or two each, make something large and slow; few
// enough that putting them together takes a moment.
inline constexpr std::size_t kManyFrames = 1000;
std::set<std::uint32_t> packs_to_compact(const KeptMachine& kept, std::size_t many = kManyFrames);

// All packs that hold a part of a piece. Borrows the reader for its recipe.
class PackReader;
std::set<std::uint32_t> packs_of_piece(const KeptPiece& piece, const PackReader& packs);

}  // namespace clew
