// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "team/pg_connection.h"

namespace clew {

// Bytes of a file that came out of the store and are what their hash says.
struct TeamPiece {
  std::int64_t start = 0;
  std::shared_ptr<const std::string> bytes;
};

// The piece with the byte at `first` and those after it, about `room` bytes. Empty at the end of
// the version, and for who may not see it. kCorrupt when one is not what it claims to be: a machine
// that pushes may claim anything.
Result<std::vector<TeamPiece>> read_team_pieces(PgConnection& connection, std::int64_t file,
                                                std::int64_t version, std::int64_t first,
                                                std::int64_t room);

// Pieces that were read last, for all files of a store. They never change, so they never grow old.
// Thread-safe.
class TeamPieces {
 public:
  explicit TeamPieces(std::size_t most_bytes = std::size_t{64} << 20) : most_(most_bytes) {}

  // The piece with the byte at `offset`; null bytes: it is not here.
  TeamPiece find(std::int64_t file, std::int64_t version, std::int64_t offset);
  void add(std::int64_t file, std::int64_t version, const TeamPiece& piece);

 private:
  struct Place {
    std::int64_t file = 0;
    std::int64_t version = 0;
    std::int64_t start = 0;
    auto operator<=>(const Place&) const = default;  // NOLINT(*-nullptr)
  };
  struct Held {
    std::shared_ptr<const std::string> bytes;
    std::uint64_t used = 0;
  };

  void make_room();

  const std::size_t most_;
  std::mutex mutex_;  // guards what follows
  std::map<Place, Held> pieces_;
  std::size_t bytes_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace clew
