// SPDX-License-Identifier: MIT
//
// Work that can be stopped in the middle. Whatever an operation does for long, it does by reading
// files; so it is enough that the files stop answering. Loops need no checks of their own, and none
// can be forgotten.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/file_system.h"

namespace clew {

// Whether work is to stop. Once it is, it stays so until somebody watches for something else.
class StopSignal {
 public:
  // From now on it is `ask` that says so: cheap, and from any thread. Nothing: never. Returns who
  // said so before. Not while others use it.
  std::function<bool()> watch(std::function<bool()> ask) {
    stopped_ = false;
    return std::exchange(ask_, std::move(ask));
  }

  bool is_stopped() const {
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (!ask_ || !ask_()) return false;
    stopped_ = true;
    return true;
  }
  // The same for small steps: asks now and then.
  bool is_stopped_now_and_then() const {
    constexpr std::uint32_t kSteps = 16;
    if (stopped_.load(std::memory_order_relaxed)) return true;
    if (!ask_ || steps_.fetch_add(1, std::memory_order_relaxed) % kSteps != 0) return false;
    return is_stopped();
  }
  // Whether anybody was told so: what was made since then is not whole.
  bool was_stopped() const { return stopped_; }

 private:
  std::function<bool()> ask_;
  mutable std::atomic<bool> stopped_ = false;
  mutable std::atomic<std::uint32_t> steps_ = 0;
};

// Watches for a while. Nothing may be left that uses the signal when it ends.
class StopScope {
 public:
  StopScope(StopSignal& signal, std::function<bool()> ask)
      : signal_(signal), before_(signal.watch(std::move(ask))) {}
  ~StopScope() { signal_.watch(std::move(before_)); }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  StopSignal& signal_;
  std::function<bool()> before_;
};

// A file that gives nothing once the signal says stop. Borrows both.
class StoppableFile : public RandomAccessFile {
 public:
  StoppableFile(const RandomAccessFile& base, const StopSignal& stop) : base_(base), stop_(stop) {}
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override;
  Result<FileInfo> info() const override;

 private:
  const RandomAccessFile& base_;
  const StopSignal& stop_;
};

// Passes everything on to another file system, which it borrows, until the signal says stop: then
// every call, and every read of a file opened here, is an error (kCancelled). Files must not
// outlive it.
class StoppableFileSystem : public WritableFileSystem {
 public:
  explicit StoppableFileSystem(WritableFileSystem& base) : base_(base) {}

  WritableFileSystem& base() { return base_; }
  StopSignal& stop() { return stop_; }

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  Result<void> create_directories(const std::string& path) override;
  Result<void> write_file_atomic(const std::string& path, std::string_view bytes) override;
  Result<FileInfo> info(const PathBelow& place) const override;
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override;
  Result<void> create_directories(const PathBelow& place) override;
  Result<void> create_file(const PathBelow& place, std::string_view bytes) override;
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override;
  Result<void> copy_file(const PathBelow& from, const PathBelow& to) override;
  Result<void> remove(const PathBelow& place) override;
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override;

 private:
  WritableFileSystem& base_;
  StopSignal stop_;
};

}  // namespace clew
