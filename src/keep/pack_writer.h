// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "keep/kept_machine.h"
#include "keep/manifest.h"
#include "keep/place.h"
#include "keep/zstd_frame.h"
#include "os/durable_file_system.h"

namespace clew {

// Writes the packs of one machine: bytes into the pack, then, once they are safe on the disk, lines
// into its manifest. Whatever happens in between, the manifest speaks only of what is there. After
// an error the pack is left as it is and the writer is of no use any more; a new one begins a new
// pack, since nobody writes behind bytes that nobody knows.
class PackWriter {
 public:
  static constexpr std::size_t kFrame = std::size_t{1} << 20;  // bytes before packing
  // Of what is shared a few are wanted at a time, and the rest of a frame is unpacked for nothing.
  static constexpr std::size_t kSharedFrame = std::size_t{256} << 10;
  static constexpr std::uint64_t kPack = std::uint64_t{64} << 20;  // size of a complete pack

  static constexpr std::uint64_t kManifest = std::uint64_t{16} << 20;  // of its manifest

  // Whether the last pack is continued while it is small and whole.
  enum class Begin : bool { kInLast, kInNew };
  // Packs of files, or of what these have in common.
  enum class Holds : bool { kFiles, kShared };

  // `folder` is keep/<machine>, `machine` what is there already.
  PackWriter(DurableFileSystem& files, PathBelow folder, const KeptMachine& machine,
             Begin begin = Begin::kInLast, Holds holds = Holds::kFiles);

  // The next packs that are begun say that these will go: nobody is to miss them.
  void leave_out(const std::set<std::uint32_t>& packs) {
    for (const std::uint32_t pack : packs) others_.erase(pack);
  }
  // Begins a pack unless this writer has begun one.
  Result<void> begin_one() { return begun_.empty() ? begin_pack() : Result<void>(); }

  // Lines of this one may speak of what stands in that one, which is made safe before they are
  // written. Borrows it.
  void stands_on(PackWriter& other) { stands_on_ = &other; }

  // Where these bytes will stand. They are there once commit() has succeeded.
  Result<PackPlace> add(std::string_view bytes);
  // A line for the manifest, to be written by the next commit().
  void note(const ManifestRecord& record) {
    if (cipher_) {
      sealed_later_.push_back(record);  // its place is not known before it is written
    } else {
      lines_ += manifest_line(record);
    }
  }
  // Everything added and noted is safe on the disk when this has succeeded.
  Result<void> commit();

  // No byte that is added from now on stands before this.
  PackPlace next() const {
    return pack_ == 0 ? PackPlace{last_number_ + 1, 0}
                      : PackPlace{pack_, length_ + waiting_.size()};
  }
  // Whether this writer made the pack of that number.
  bool has_begun(std::uint32_t pack) const { return begun_.contains(pack); }
  std::uint64_t written() const { return written_; }  // bytes of packs and manifests so far

 private:
  Result<void> begin_pack();
  Result<void> flush();  // what is waiting, as a frame, which is packed while more is added
  Result<void> finish_frame();
  std::string take_lines();
  Result<void> append(const PlainName& name, std::string_view bytes);

  DurableFileSystem& files_;
  PathBelow folder_;
  std::string machine_;
  const Holds holds_;
  PackWriter* stands_on_ = nullptr;
  std::shared_ptr<const KeepCipher> cipher_;  // null: nothing is sealed
  FramePacker packer_;
  std::uint32_t pack_ = 0;          // its number; 0: none is open
  std::uint32_t last_number_ = 0;   // the greatest that is taken
  std::set<std::uint32_t> others_;  // that the machine has, and those that were begun
  std::set<std::uint32_t> begun_;
  std::uint64_t size_ = 0;  // of the pack's file
  std::uint64_t manifest_size_ = 0;
  std::uint64_t length_ = 0;  // of all of its frames, unpacked
  std::string waiting_;       // behind them
  // The frame that is being packed by another thread, and what is in it: `length_` counts it.
  std::string packed_bytes_;
  std::future<Result<std::string>> packing_;
  std::string lines_;
  std::vector<ManifestRecord> sealed_later_;
  std::int64_t line_count_ = 0;  // of the manifest
  std::uint64_t written_ = 0;
};

}  // namespace clew
