// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace clew {

// Where bytes begin: in which pack, counted from 1, and where in what that pack holds when all of
// its frames are unpacked one behind the other.
struct PackPlace {
  std::uint32_t pack = 0;
  std::uint64_t offset = 0;

  friend auto operator<=>(const PackPlace&, const PackPlace&) = default;
};

// A run of bytes there.
struct PackPart {
  PackPlace place;
  std::uint64_t length = 0;

  std::uint64_t end() const { return place.offset + length; }
  friend bool operator==(const PackPart&, const PackPart&) = default;
};

}  // namespace clew
