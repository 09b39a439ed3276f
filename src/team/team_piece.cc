// SPDX-License-Identifier: MIT
#include "team/team_piece.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "keep/content_hash.h"
#include "keep/zstd_frame.h"

namespace clew {
namespace {

constexpr std::int64_t kLongestPiece = 4 << 20;  // as the schema says

bool has_hash(std::string_view bytes, std::string_view hash) {
  const PieceHash own = piece_hash(bytes);
  return hash.size() == own.bytes.size() &&
         std::memcmp(own.bytes.data(), hash.data(), hash.size()) == 0;
}

}  // namespace

Result<std::vector<TeamPiece>> read_team_pieces(PgConnection& connection, std::int64_t file,
                                                std::int64_t version, std::int64_t first,
                                                std::int64_t room) {
  const auto rows = connection.query(
      "SELECT start, length::int8, hash, frame FROM clew.read_pieces($1, $2::int4, $3, $4)",
      PgParams().number(file).number(version).number(first).number(room));
  if (!rows) return rows.error();
  std::vector<TeamPiece> pieces;
  for (int i = 0; i < rows->size(); ++i) {
    const std::int64_t start = rows->number(i, 0);
    const std::int64_t length = rows->number(i, 1);
    if (start + length <= first) continue;  // the last one ends before
    const Error damage{ErrorCode::kCorrupt, "the team's store holds a damaged piece: file " +
                                                std::to_string(file) + ", version " +
                                                std::to_string(version) + ", byte " +
                                                std::to_string(start)};
    if (length < 1 || length > kLongestPiece) return damage;
    std::string bytes(static_cast<std::size_t>(length), '\0');
    if (!unpack_frame(rows->text(i, 3), bytes) || !has_hash(bytes, rows->text(i, 2))) return damage;
    pieces.push_back({start, std::make_shared<const std::string>(std::move(bytes))});
  }
  return pieces;
}

TeamPiece TeamPieces::find(std::int64_t file, std::int64_t version, std::int64_t offset) {
  const std::lock_guard lock(mutex_);
  auto after = pieces_.upper_bound({file, version, offset});
  if (after == pieces_.begin()) return {};
  auto& [place, held] = *--after;
  if (place.file != file || place.version != version) return {};
  if (offset >= place.start + std::ssize(*held.bytes)) return {};
  held.used = ++clock_;
  return {place.start, held.bytes};
}

void TeamPieces::add(std::int64_t file, std::int64_t version, const TeamPiece& piece) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] =
      pieces_.try_emplace(Place{file, version, piece.start}, Held{piece.bytes, 0});
  place->second.used = ++clock_;
  if (!is_new) return;
  bytes_ += piece.bytes->size();
  if (bytes_ > most_) make_room();
}

// The half that was not used for longest goes.
void TeamPieces::make_room() {
  std::vector<std::uint64_t> used;
  used.reserve(pieces_.size());
  for (const auto& [place, held] : pieces_) used.push_back(held.used);
  const auto middle = used.begin() + std::ssize(used) / 2;
  std::nth_element(used.begin(), middle, used.end());
  const std::uint64_t oldest = *middle;
  std::erase_if(pieces_, [&](const auto& one) {
    if (one.second.used >= oldest) return false;
    bytes_ -= one.second.bytes->size();
    return true;
  });
}

}  // namespace clew
