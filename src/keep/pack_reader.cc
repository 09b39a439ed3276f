// SPDX-License-Identifier: MIT
#include "keep/pack_reader.h"

#include <algorithm>

#include "keep/keep_names.h"
#include "keep/zstd_frame.h"
#include "os/paths.h"

namespace clew {

namespace {

// Whether all of it is in a frame that was just used.
bool copy_from(const PackReader::Recent& recent, PackPlace place, std::span<char> out) {
  for (const auto& slot : recent.slots) {
    if (slot.pack != place.pack || place.offset < slot.begin || !slot.frame) continue;
    const std::uint64_t from = place.offset - slot.begin;
    const auto bytes = slot.frame->bytes();
    if (from > bytes.size() || bytes.size() - from < out.size()) continue;
    std::copy_n(bytes.data() + from, out.size(), out.data());
    return true;
  }
  return false;
}

}  // namespace

Result<void> PackReader::read(PackPlace place, std::span<char> out, Recent& recent) const {
  if (copy_from(recent, place, out)) return {};
  const auto pack = machine_.packs.find(place.pack);
  const FrameRecord* record =
      pack == machine_.packs.end() ? nullptr : pack->second.find(place.offset, out.size());
  if (record == nullptr) {
    return Error{ErrorCode::kCorrupt, machine_.folder + ": a part of the keep is missing"};
  }
  FrameCache& cache = pack->second.shared ? shared_ : of_files_;
  while (!out.empty()) {
    auto frame = frame_at(place.pack, *record, cache);
    if (!frame) return frame.error();
    const std::uint64_t from = place.offset - record->begin;
    const std::size_t count = std::min<std::uint64_t>(out.size(), record->length - from);
    std::copy_n((*frame)->bytes().data() + from, count, out.data());
    recent.slots[recent.next++ % recent.slots.size()] = {place.pack, record->begin, *frame};
    out = out.subspan(count);
    place.offset += count;
    ++record;
  }
  return {};
}

Result<FramePointer> PackReader::frame_at(std::uint32_t pack, const FrameRecord& record,
                                          FrameCache& cache) const {
  const FrameKey key{pack, record.begin};
  if (auto known = cache.find(key)) return known;
  auto frame = unpack(pack, record);
  if (frame) cache.add(key, *frame);
  return frame;
}

Result<FramePointer> PackReader::unpack(std::uint32_t pack, const FrameRecord& record) const {
  auto file = opened(pack);
  if (!file) return file.error();
  std::string packed(record.size, '\0');
  auto count = (*file)->read_at(static_cast<std::int64_t>(record.at), packed);
  if (!count) return count.error();
  packed.resize(*count);
  const auto damaged = [&](const Error& error) {
    return with_context(join_path(machine_.folder, pack_name(pack)), error);
  };
  if (machine_.cipher) {
    auto opened = machine_.cipher->open(packed, frame_place(pack, record.at));
    if (!opened) return damaged(opened.error());
    packed = std::move(*opened);
  }
  auto frame = std::make_shared<UnpackedFrame>(record.length);
  if (auto done = unpack_frame(packed, frame->bytes()); !done) return damaged(done.error());
  return FramePointer(std::move(frame));
}

Result<std::shared_ptr<const RandomAccessFile>> PackReader::opened(std::uint32_t pack) const {
  const std::lock_guard lock(mutex_);
  auto& file = open_[pack];
  if (file) return file;
  auto fresh = files_.open(join_path(machine_.folder, pack_name(pack)));
  if (!fresh) return fresh.error();
  file = std::move(*fresh);
  return file;
}

}  // namespace clew
