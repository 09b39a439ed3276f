// SPDX-License-Identifier: MIT
//
// For tests only: which operations of the table look at one session, and how much they read.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "engine/call/operation.h"
#include "os/testing/memory_file_system.h"

namespace clew {

inline bool looks_at_one_session(const Operation& operation) {
  return operation.read_only && !operation.streams && !operation.drives && !operation.local &&
         std::any_of(operation.params.begin(), operation.params.end(), [](const Param& param) {
           return param.name == "session" && param.positional && param.required;
         });
}

class CountingFile : public RandomAccessFile {
 public:
  CountingFile(std::unique_ptr<RandomAccessFile> file, std::atomic<std::size_t>& bytes)
      : file_(std::move(file)), bytes_(bytes) {}
  Result<FileInfo> info() const override { return file_->info(); }
  Result<std::size_t> read_at(std::int64_t offset, std::span<char> to) const override {
    auto count = file_->read_at(offset, to);
    if (count) bytes_ += *count;
    return count;
  }

 private:
  std::unique_ptr<RandomAccessFile> file_;
  std::atomic<std::size_t>& bytes_;
};

class CountingFiles : public MemoryFileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    auto file = MemoryFileSystem::open(path);
    if (!file) return file;
    return std::unique_ptr<RandomAccessFile>(new CountingFile(std::move(*file), read));
  }
  mutable std::atomic<std::size_t> read{0};
};

}  // namespace clew
