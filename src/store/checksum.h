// SPDX-License-Identifier: MIT
//
// Checksums of what an index keeps. Each covers the bytes and what they are: bytes that stand at
// another place than they were written to, or that are left over from an earlier version, are
// damage as much as changed ones, and SQLite notices none of it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"

namespace clew {

// The one kind of error that says: build the index anew.
inline Error damaged_index(std::string_view what) {
  return {ErrorCode::kCorrupt, "the index is damaged: " + std::string(what)};
}

// What some bytes are: of which kind, and of which file, segment or version.
class Identity {
 public:
  enum class Kind : std::uint8_t {
    kManifest,
    kFile,
    kState,
    kLedger,
    kLedgerTools,
    kBranches,
    kRoster,
    kTerms,
    kPositions,
    kFacts,
    kPlaces,
  };
  explicit Identity(Kind kind) : hash_(static_cast<std::uint64_t>(kind)) {}
  Identity with(std::string_view text) const { return Identity(hash_bytes(text, hash_)); }
  Identity with(std::int64_t number) const {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    return with(std::string_view(bytes, sizeof bytes));
  }

  std::uint64_t sum_of(std::string_view bytes) const { return hash_bytes(bytes, hash_); }

 private:
  explicit Identity(std::uint64_t hash) : hash_(hash) {}
  std::uint64_t hash_;
};

// Puts the sum behind the bytes.
void seal(std::string& bytes, const Identity& identity);
std::string sealed(std::string_view bytes, const Identity& identity);
// The bytes without their sum; damage when it is not the sum of these bytes there.
Result<std::string_view> unseal(std::string_view bytes, const Identity& identity);
// The sum itself, of bytes that were sealed: for sums of many.
std::uint64_t seal_of(std::string_view sealed_bytes);

}  // namespace clew
