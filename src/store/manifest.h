// SPDX-License-Identifier: MIT
//
// What an index has in all: the one row against which everything else is checked. It is written
// with every change, so a row that is lost, left over or there twice does not fit it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

struct SegmentInfo {
  std::int64_t id = 0;  // never used again
  std::int64_t documents = 0;
  std::int64_t tokens = 0;
  std::int64_t blocks = 0;
};

// A root whose roster names all files of its that the index has, and no other.
struct RosterTotals {
  std::string root;
  std::int64_t parts = 0;
  std::uint64_t sum = 0;  // of the parts' checksums, added up: their order does not matter
};

struct Manifest {
  std::int64_t next_file = 1;
  std::int64_t next_segment = 1;
  std::int64_t files = 0;
  std::int64_t documents = 0;  // of these files
  std::uint64_t file_sum = 0;  // of their rows' checksums, added up
  std::int64_t ledgers = 0;
  std::int64_t branches = 0;
  std::vector<SegmentInfo> segments;  // by id
  std::vector<RosterTotals> rosters;

  RosterTotals* roster_of(std::string_view root);
};

std::string encode_manifest(const Manifest& manifest);
Result<Manifest> decode_manifest(std::string_view bytes);

}  // namespace clew
