// SPDX-License-Identifier: MIT
#include "keep/pack_reader.h"

#include <algorithm>

#include "keep/keep_names.h"
#include "keep/zstd_frame.h"
#include "os/paths.h"

namespace clew {

Result<void> PackReader::read(PackPlace place, std::span<char> out) const {
  const auto pack = machine_.packs.find(place.pack);
  const FrameRecord* record =
      pack == machine_.packs.end() ? nullptr : pack->second.find(place.offset, out.size());
  if (record == nullptr) {
    return Error{ErrorCode::kCorrupt, machine_.folder + ": a part of the keep is missing"};
  }
  while (!out.empty()) {
    auto frame = frame_at(place.pack, *record);
    if (!frame) return frame.error();
    const std::uint64_t from = place.offset - record->begin;
    const std::size_t count = std::min<std::uint64_t>(out.size(), record->length - from);
    std::copy_n((*frame)->data() + from, count, out.data());
    out = out.subspan(count);
    place.offset += count;
    ++record;
  }
  return {};
}

Result<PackReader::Frame> PackReader::frame_at(std::uint32_t pack,
                                               const FrameRecord& record) const {
  const FrameKey key{pack, record.begin};
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = frames_.find(key); found != frames_.end()) {
      used_.splice(used_.begin(), used_, found->second.used);
      return found->second.frame;
    }
  }
  auto bytes = unpack(pack, record);
  if (!bytes) return bytes.error();
  auto frame = std::make_shared<const std::string>(std::move(*bytes));
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = frames_.try_emplace(key);
  if (!is_new) return at->second.frame;  // another thread was faster
  used_.push_front(key);
  at->second = {frame, used_.begin()};
  cached_ += frame->size();
  while (cached_ > most_cached_ && used_.size() > 1) {
    const auto oldest = frames_.find(used_.back());
    cached_ -= oldest->second.frame->size();
    frames_.erase(oldest);
    used_.pop_back();
  }
  return frame;
}

Result<std::string> PackReader::unpack(std::uint32_t pack, const FrameRecord& record) const {
  auto file = opened(pack);
  if (!file) return file.error();
  std::string packed(record.size, '\0');
  auto count = (*file)->read_at(static_cast<std::int64_t>(record.at), packed);
  if (!count) return count.error();
  packed.resize(*count);
  if (machine_.cipher) {
    auto opened = machine_.cipher->open(packed, frame_place(pack, record.at));
    if (!opened) return with_context(join_path(machine_.folder, pack_name(pack)), opened.error());
    packed = std::move(*opened);
  }
  auto bytes = unpack_frame(packed, record.length);
  if (bytes) return bytes;
  return with_context(join_path(machine_.folder, pack_name(pack)), bytes.error());
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
