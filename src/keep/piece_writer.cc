// SPDX-License-Identifier: MIT
#include "keep/piece_writer.h"

#include <future>
#include <utility>

#include "keep/chunker.h"

namespace clew {
namespace {

constexpr std::size_t kPartsInLine = 16;  // more stand in a recipe
constexpr std::size_t kWorthThread = std::size_t{256} << 10;

}  // namespace

void PieceWriter::use_chunks(std::string_view known) {
  chunks_ = ChunkIndex::decode(known, first_new_);
  use_chunks_ = true;
}

Result<void> PieceWriter::add(PieceRecord& piece, std::string_view bytes) {
  piece.length = bytes.size();
  piece.parts.clear();
  piece.recipe = {};
  // A large piece is hashed while it is cut: each takes about as long as the other.
  const bool large = bytes.size() >= kWorthThread;
  auto hash = std::async(large ? std::launch::async : std::launch::deferred, piece_hash, bytes);
  auto parts = write_parts(bytes);
  piece.hash = hash.get();
  if (!parts) return parts.error();
  if (parts->size() > kPartsInLine) {
    const std::string recipe = write_recipe(*parts);
    auto place = writer_.add(recipe);
    if (!place) return place.error();
    piece.recipe = {*place, recipe.size()};
  } else {
    piece.parts = std::move(*parts);
  }
  writer_.note(piece);
  return {};
}

// Where these bytes are in the packs; what is nowhere yet is written.
Result<std::vector<PackPart>> PieceWriter::write_parts(std::string_view bytes) {
  std::vector<PackPart> parts;
  while (!bytes.empty()) {
    const std::size_t length = use_chunks_ ? first_chunk(bytes) : bytes.size();
    auto place = place_of(bytes.substr(0, length));
    if (!place) return place.error();
    const bool joins = !parts.empty() && parts.back().place.pack == place->pack &&
                       parts.back().end() == place->offset;
    joins ? void(parts.back().length += length) : parts.push_back({*place, length});
    bytes.remove_prefix(length);
  }
  return parts;
}

Result<PackPlace> PieceWriter::place_of(std::string_view chunk) {
  if (!use_chunks_) return writer_.add(chunk);
  const ChunkHash hash = chunk_hash(chunk);
  const auto known = chunks_.find(hash);
  if (known && stands_at(*known, chunk)) return *known;
  auto place = writer_.add(chunk);
  if (place) chunks_.add(hash, *place);
  return place;
}

// The index is a cache: it may be of another keep, or of packs that were put together since. What
// was not written by this run is compared before anything stands on it.
bool PieceWriter::stands_at(PackPlace place, std::string_view chunk) {
  if (place >= first_new_) return true;
  compared_.resize(chunk.size());
  return packs_.read(place, compared_) && compared_ == chunk;
}

}  // namespace clew
