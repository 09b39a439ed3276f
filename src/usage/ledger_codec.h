// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "usage/ledger.h"

namespace clew {

// To be raised whenever rows are found by other rules, or written otherwise: what was stored before
// is then not believed any more.
inline constexpr std::uint32_t kLedgerVersion = 2;

// A part as bytes for a cache or an index of our own: about 50 bytes a row. Findings are kept too.
// Most reports want no tools, so they can be written apart; both pieces are parts of their own.
enum class PartPiece : std::uint8_t { kAll, kWithoutTools, kOnlyTools };
std::string encode_part(const LedgerPart& part, PartPiece piece = PartPiece::kAll);

// Nothing when the bytes are not what encode_part of this version writes, whatever they are.
std::optional<LedgerPart> decode_part(std::string_view bytes);

// The same, added to `part` as what `file` says; tools only if asked for. False, and nothing added
// but symbols, when the bytes are no part.
bool decode_into(LedgerPart& part, std::string_view bytes, FileId file,
                 LineUsageReader::Tools tools);

// Rows are stored per file, and numbered anew when they become part of a ledger.
void assign_file(LedgerPart& part, FileId file);

// What was read of a file, and how to see that it is still the same and has only grown.
struct StoredFile {
  std::string path;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  std::int64_t position = 0;  // where reading has to go on
  std::uint64_t tail = 0;     // hash of the bytes right before it
  LedgerPart part;
};
std::string encode_files(const std::vector<const StoredFile*>& files);
std::optional<std::vector<StoredFile>> decode_files(std::string_view bytes);

}  // namespace clew
