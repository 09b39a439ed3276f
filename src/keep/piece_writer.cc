// SPDX-License-Identifier: MIT
#include "keep/piece_writer.h"

#include <future>
#include <utility>

#include "keep/chunker.h"

namespace clew {
namespace {

constexpr std::size_t kPartsInLine = 16;  // more stand in a recipe
constexpr std::size_t kWorthThread = std::size_t{256} << 10;
constexpr std::uint64_t kCloseBehind = std::uint64_t{8} << 20;    // unpacked for this piece anyway
constexpr std::uint64_t kWorthReading = std::uint64_t{64} << 10;  // of a frame

}  // namespace

PieceWriter::PieceWriter(DurableFileSystem& files, const PathBelow& folder, const KeptMachine& kept,
                         PackWriter::Begin begin)
    : kept_(kept),
      packs_(files, kept),
      writer_(files, folder, kept, begin),
      shared_(files, folder, kept, begin, PackWriter::Holds::kShared),
      first_new_(writer_.next()),
      first_shared_(shared_.next()) {
  writer_.stands_on(shared_);
}

void PieceWriter::use_chunks(std::string_view known) {
  chunks_ = ChunkIndex::decode(known, [this](PackPlace place) { return !is_new(place); });
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
  if (!use_chunks_) {
    if (bytes.empty()) return parts;
    auto place = writer_.add(bytes);
    if (!place) return place.error();
    parts.push_back({*place, bytes.size()});
    return parts;
  }
  Wanted wanted;
  for (const Chunk& chunk : cut(bytes, wanted)) {
    auto place = place_of(chunk, wanted);
    if (!place) return place.error();
    const bool joins = !parts.empty() && parts.back().place.pack == place->pack &&
                       parts.back().end() == place->offset;
    const std::size_t length = chunk.bytes.size();
    joins ? void(parts.back().length += length) : parts.push_back({*place, length});
  }
  return parts;
}

std::vector<PieceWriter::Chunk> PieceWriter::cut(std::string_view bytes, Wanted& wanted) const {
  std::vector<Chunk> chunks;
  while (!bytes.empty()) {
    const std::string_view next = bytes.substr(0, first_chunk(bytes));
    chunks.push_back({next, chunks_.name(next)});
    if (const auto known = chunks_.find(chunks.back().hash)) {
      wanted[stretch_of(*known)] += next.size();
    }
    bytes.remove_prefix(next.size());
  }
  return chunks;
}

Result<PackPlace> PieceWriter::place_of(const Chunk& chunk, const Wanted& wanted) {
  const auto known = chunks_.find(chunk.hash);
  const bool worth = known && is_worth_reading(*known, wanted);
  if (worth && stands_at(*known, chunk.bytes)) return *known;
  auto place = known && !worth ? shared_.add(chunk.bytes) : writer_.add(chunk.bytes);
  if (place) chunks_.add(chunk.hash, *place);
  return place;
}

bool PieceWriter::is_worth_reading(PackPlace place, const Wanted& wanted) const {
  if (is_shared(place)) return true;
  const PackPlace next = writer_.next();
  if (place.pack == next.pack && place.offset + kCloseBehind >= next.offset) return true;
  const auto found = wanted.find(stretch_of(place));
  return found != wanted.end() && found->second >= kWorthReading;
}

bool PieceWriter::is_shared(PackPlace place) const {
  const auto pack = kept_.packs.find(place.pack);
  return pack == kept_.packs.end() ? shared_.has_begun(place.pack) : pack->second.shared;
}

bool PieceWriter::is_new(PackPlace place) const {
  if (!kept_.packs.contains(place.pack)) return true;
  return (place.pack == first_new_.pack && place.offset >= first_new_.offset) ||
         (place.pack == first_shared_.pack && place.offset >= first_shared_.offset);
}

// The index is a cache: it may be of another keep, or of packs that were put together since. What
// was not written by this run is compared before anything stands on it.
bool PieceWriter::stands_at(PackPlace place, std::string_view chunk) {
  if (is_new(place)) return true;
  compared_.resize(chunk.size());
  return packs_.read(place, compared_) && compared_ == chunk;
}

}  // namespace clew
