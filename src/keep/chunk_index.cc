// SPDX-License-Identifier: MIT
#include "keep/chunk_index.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "base/varint.h"

namespace clew {
namespace {

constexpr std::string_view kMagic = "clew chunks 2\n";
constexpr std::size_t kFirstSlots = 1024;

}  // namespace

std::optional<PackPlace> ChunkIndex::find(const ChunkHash& hash) const {
  if (slots_.empty()) return std::nullopt;
  for (std::size_t i = 0; i < kProbes; ++i) {
    const Slot& slot = slots_[(begin_of(hash) + i) & (slots_.size() - 1)];
    if (slot.pack == 0) return std::nullopt;
    if (slot.hash == hash) return PackPlace{slot.pack, slot.offset};
  }
  return std::nullopt;
}

void ChunkIndex::add(const ChunkHash& hash, PackPlace place) {
  if (2 * used_ >= slots_.size() && slots_.size() < most_) grow();
  const std::size_t begin = begin_of(hash);
  std::size_t chosen = begin + hash.bytes.back() % kProbes;  // whom to replace when all are taken
  for (std::size_t i = begin; i < begin + kProbes; ++i) {
    const Slot& slot = slots_[i & (slots_.size() - 1)];
    if (slot.pack != 0 && slot.hash != hash) continue;
    chosen = i;
    used_ += slot.pack == 0 ? 1 : 0;
    break;
  }
  slots_[chosen & (slots_.size() - 1)] = {hash, place.offset, place.pack};
}

void ChunkIndex::grow() {
  const std::vector<Slot> old = std::exchange(slots_, {});
  slots_.resize(old.empty() ? kFirstSlots : 2 * old.size());
  used_ = 0;
  for (const Slot& slot : old) {
    if (slot.pack != 0) add(slot.hash, {slot.pack, slot.offset});
  }
}

std::string ChunkIndex::encode() const {
  std::string out(kMagic);
  out.reserve(out.size() + used_ * (sizeof(ChunkHash) + 8));
  out.append(reinterpret_cast<const char*>(key_.data()), key_.size());
  append_varint(out, used_);
  for (const Slot& slot : slots_) {
    if (slot.pack == 0) continue;
    out.append(reinterpret_cast<const char*>(slot.hash.bytes.data()), slot.hash.bytes.size());
    append_varint(out, slot.pack);
    append_varint(out, slot.offset);
  }
  append_varint(out, hash_bytes(out));
  return out;
}

ChunkIndex ChunkIndex::decode(std::string_view bytes,
                              const std::function<bool(PackPlace)>& may_be_there,
                              std::size_t most) {
  ChunkIndex index(most);
  if (!bytes.starts_with(kMagic)) return index;
  VarintReader reader(bytes.substr(kMagic.size()));
  const std::string_view key = reader.bytes(index.key_.size());
  std::copy(key.begin(), key.end(), index.key_.begin());
  for (std::uint64_t left = reader.next(); left > 0 && reader.good(); --left) {
    ChunkHash hash;
    const std::string_view name = reader.bytes(hash.bytes.size());
    std::copy(name.begin(), name.end(), hash.bytes.begin());
    const auto pack = static_cast<std::uint32_t>(reader.next());
    const std::uint64_t offset = reader.next();
    const PackPlace place{pack, offset};
    if (reader.good() && pack != 0 && may_be_there(place)) index.add(hash, place);
  }
  const std::string_view summed = bytes.substr(0, bytes.size() - reader.left());
  if (!reader.good() || reader.next() != hash_bytes(summed) || !reader.good()) {
    return ChunkIndex(most);
  }
  return index;
}

}  // namespace clew
