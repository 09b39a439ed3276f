// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "base/result.h"
#include "keep/frame_cache.h"
#include "keep/kept_machine.h"
#include "os/file_system.h"

namespace clew {

// Reads bytes out of the packs of one machine. The frames unpacked last stay in memory, up to a
// bound: those of files are read in order, mostly, so a few do; those of what files share are
// wanted again and again. For any number of threads.
class PackReader {
 public:
  static constexpr std::size_t kMostOfFiles = std::size_t{12} << 20;
  static constexpr std::size_t kMostShared = std::size_t{56} << 20;

  // Borrows both.
  PackReader(const FileSystem& files, const KeptMachine& machine)
      : files_(files), machine_(machine) {}

  // The frames that one reader used last. Parts of a few hundred bytes come out of the same few
  // frames by the thousand, and asking for each of them would cost more than copying it.
  struct Recent {
    struct Slot {
      std::uint32_t pack = 0;
      std::uint64_t begin = 0;
      FramePointer frame;
    };
    std::array<Slot, 4> slots{};
    std::size_t next = 0;  // to be replaced
  };

  // Fills all of `out`. kCorrupt names the file that is damaged.
  Result<void> read(PackPlace place, std::span<char> out) const {
    Recent recent;
    return read(place, out, recent);
  }
  Result<void> read(PackPlace place, std::span<char> out, Recent& recent) const;

 private:
  Result<FramePointer> frame_at(std::uint32_t pack, const FrameRecord& record,
                                FrameCache& cache) const;
  Result<FramePointer> unpack(std::uint32_t pack, const FrameRecord& record) const;
  Result<std::shared_ptr<const RandomAccessFile>> opened(std::uint32_t pack) const;

  const FileSystem& files_;
  const KeptMachine& machine_;
  mutable FrameCache of_files_{kMostOfFiles};
  mutable FrameCache shared_{kMostShared};
  mutable std::mutex mutex_;  // guards what follows
  mutable std::map<std::uint32_t, std::shared_ptr<const RandomAccessFile>> open_;
};

}  // namespace clew
