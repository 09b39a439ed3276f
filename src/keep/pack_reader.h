// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "base/result.h"
#include "keep/kept_machine.h"
#include "os/file_system.h"

namespace clew {

// Reads bytes out of the packs of one machine. The frames unpacked last stay in memory, up to a
// bound, because the parts of a file lie in few frames. For any number of threads.
class PackReader {
 public:
  static constexpr std::size_t kMostCached = std::size_t{64} << 20;

  // Borrows both.
  PackReader(const FileSystem& files, const KeptMachine& machine,
             std::size_t most_cached = kMostCached)
      : files_(files), machine_(machine), most_cached_(most_cached) {}

  // Fills all of `out`. kCorrupt names the file that is damaged.
  Result<void> read(PackPlace place, std::span<char> out) const;

 private:
  using Frame = std::shared_ptr<const std::string>;
  using FrameKey = std::pair<std::uint32_t, std::uint64_t>;  // pack, begin

  Result<Frame> frame_at(std::uint32_t pack, const FrameRecord& record) const;
  Result<std::string> unpack(std::uint32_t pack, const FrameRecord& record) const;
  Result<std::shared_ptr<const RandomAccessFile>> opened(std::uint32_t pack) const;

  const FileSystem& files_;
  const KeptMachine& machine_;
  const std::size_t most_cached_;

  struct Cached {
    Frame frame;
    std::list<FrameKey>::iterator used;
  };
  mutable std::mutex mutex_;  // guards what follows
  mutable std::map<FrameKey, Cached> frames_;
  mutable std::list<FrameKey> used_;  // the one used last comes first
  mutable std::size_t cached_ = 0;    // bytes
  mutable std::map<std::uint32_t, std::shared_ptr<const RandomAccessFile>> open_;
};

}  // namespace clew
