// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

namespace clew {

// The content of a frame; nobody changes it.
class UnpackedFrame {
 public:
  explicit UnpackedFrame(std::size_t length)
      : bytes_(std::make_unique_for_overwrite<char[]>(length)), length_(length) {}
  std::span<char> bytes() { return {bytes_.get(), length_}; }
  std::span<const char> bytes() const { return {bytes_.get(), length_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t length_;
};

using FrameKey = std::pair<std::uint32_t, std::uint64_t>;  // pack, begin
using FramePointer = std::shared_ptr<const UnpackedFrame>;

// The frames used last, up to a number of bytes. For any number of threads.
class FrameCache {
 public:
  explicit FrameCache(std::size_t most) : most_(most) {}

  FramePointer find(const FrameKey& key);
  void add(const FrameKey& key, FramePointer frame);

 private:
  struct Cached {
    FramePointer frame;
    std::list<FrameKey>::iterator used;
  };
  const std::size_t most_;
  std::mutex mutex_;  // guards what follows
  std::map<FrameKey, Cached> frames_;
  std::list<FrameKey> used_;  // the one used last comes first
  std::size_t size_ = 0;      // bytes
};

}  // namespace clew
