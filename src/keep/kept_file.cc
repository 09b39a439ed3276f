// SPDX-License-Identifier: MIT
#include "keep/kept_file.h"

#include <algorithm>

namespace clew {

Result<std::vector<PackPart>> parts_of_piece(const KeptPiece& piece, const PackReader& packs) {
  if (piece.recipe.length == 0) return piece.parts;
  std::string text(piece.recipe.length, '\0');
  if (auto read = packs.read(piece.recipe.place, text); !read) return read.error();
  auto parts = read_recipe(text);
  if (!parts) return parts.error();
  std::uint64_t length = 0;
  for (const PackPart& part : *parts) length += part.length;
  if (length == piece.length) return parts;
  return Error{ErrorCode::kCorrupt, "the recipe of a piece has another length than the piece"};
}

Result<size_t> KeptFileReader::read_at(int64_t offset, std::span<char> out) const {
  const auto from = static_cast<std::uint64_t>(offset);
  const std::uint64_t size = version_.size();
  if (offset < 0 || from >= size) return 0;
  const std::size_t wanted = std::min<std::uint64_t>(out.size(), size - from);
  const auto& pieces = version_.pieces;
  auto piece =
      std::upper_bound(pieces.begin(), pieces.end(), from,
                       [](std::uint64_t at, const KeptPiece& one) { return at < one.end(); });
  for (std::size_t done = 0; done < wanted; ++piece) {
    const std::uint64_t begin = from + done - piece->offset;
    const std::size_t count = std::min<std::uint64_t>(wanted - done, piece->length - begin);
    if (auto read = read_piece(*piece, begin, out.subspan(done, count)); !read) {
      return read.error();
    }
    done += count;
  }
  return wanted;
}

Result<void> KeptFileReader::read_piece(const KeptPiece& piece, std::uint64_t from,
                                        std::span<char> out) const {
  auto known = parts_of(piece);
  if (!known) return known.error();
  const Parts& parts = **known;
  const auto after = std::upper_bound(parts.begins.begin(), parts.begins.end(), from);
  auto index = static_cast<std::size_t>(after - parts.begins.begin()) - 1;
  PackReader::Recent recent;
  while (!out.empty()) {
    const PackPart& part = parts.parts[index];
    const std::uint64_t skip = from - parts.begins[index];
    const std::size_t count = std::min<std::uint64_t>(out.size(), part.length - skip);
    const PackPlace place{part.place.pack, part.place.offset + skip};
    if (auto read = packs_.read(place, out.first(count), recent); !read) return read;
    out = out.subspan(count);
    from += count;
    ++index;
  }
  return {};
}

Result<std::shared_ptr<const KeptFileReader::Parts>> KeptFileReader::parts_of(
    const KeptPiece& piece) const {
  {
    const std::lock_guard lock(mutex_);
    if (last_ && last_->piece == &piece) return last_;
  }
  auto parts = parts_of_piece(piece, packs_);
  if (!parts) return parts.error();
  auto known = std::make_shared<Parts>();
  known->piece = &piece;
  known->parts = std::move(*parts);
  std::uint64_t begin = 0;
  for (const PackPart& part : known->parts) {
    known->begins.push_back(begin);
    begin += part.length;
  }
  const std::lock_guard lock(mutex_);
  last_ = known;
  return std::shared_ptr<const Parts>(known);
}

Result<std::string> read_piece(const RandomAccessFile& file, const KeptPiece& piece) {
  std::string bytes(piece.length, '\0');
  auto count = file.read_at(static_cast<std::int64_t>(piece.offset), bytes);
  if (!count) return count.error();
  if (*count == piece.length && piece_hash(bytes) == piece.hash) return bytes;
  return Error{ErrorCode::kCorrupt, "what is read back is not what was kept"};
}

Result<bool> holds_version(const RandomAccessFile& file, const KeptVersion& version) {
  for (const KeptPiece& piece : version.pieces) {
    const auto bytes = read_piece(file, piece);
    if (bytes) continue;
    if (bytes.error().code == ErrorCode::kCorrupt) return false;
    return bytes.error();
  }
  return true;
}

}  // namespace clew
