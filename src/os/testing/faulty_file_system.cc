// SPDX-License-Identifier: MIT
#include "os/testing/faulty_file_system.h"

#include <algorithm>
#include <utility>

namespace clew {

class FaultyFileSystem::File : public RandomAccessFile {
 public:
  File(const FaultyFileSystem& files, std::unique_ptr<RandomAccessFile> base)
      : files_(files), base_(std::move(base)) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (auto ok = files_.count_call(); !ok) return ok.error();
    const size_t limit = files_.read_limit();
    return base_->read_at(offset, limit == 0 ? out : out.first(std::min(limit, out.size())));
  }

  Result<FileInfo> info() const override {
    if (auto ok = files_.count_call(); !ok) return ok.error();
    return base_->info();
  }

 private:
  const FaultyFileSystem& files_;
  std::unique_ptr<RandomAccessFile> base_;
};

void FaultyFileSystem::fail_calls(int64_t first, Error error, int64_t count) {
  const std::lock_guard lock(mutex_);
  fail_from_ = calls_ + first;
  fail_until_ = fail_from_ + count;
  error_ = std::move(error);
}

void FaultyFileSystem::before_call(int64_t number, std::function<void()> happens) {
  const std::lock_guard lock(mutex_);
  happens_at_ = calls_ + number;
  happens_ = std::move(happens);
}

void FaultyFileSystem::limit_reads(size_t bytes) {
  const std::lock_guard lock(mutex_);
  read_limit_ = bytes;
}

int64_t FaultyFileSystem::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

Result<void> FaultyFileSystem::count_call() const {
  std::function<void()> happens;
  Result<void> result;
  {
    const std::lock_guard lock(mutex_);
    ++calls_;
    if (calls_ >= fail_from_ && calls_ < fail_until_) result = error_;
    if (calls_ == happens_at_) happens = std::exchange(happens_, nullptr);
  }
  if (happens) happens();
  return result;
}

size_t FaultyFileSystem::read_limit() const {
  const std::lock_guard lock(mutex_);
  return read_limit_;
}

Result<void> FaultyFileSystem::admit(FileAccess /*access*/, std::string_view /*path*/,
                                     std::string_view /*other*/) const {
  return count_call();
}

Result<std::unique_ptr<RandomAccessFile>> FaultyFileSystem::open(const std::string& path) const {
  auto file = ForwardingFileSystem::open(path);
  if (!file) return file;
  return std::unique_ptr<RandomAccessFile>(std::make_unique<File>(*this, std::move(*file)));
}

Result<void> FaultyFileSystem::append(const PathBelow& place, std::string_view bytes, AppendAt at) {
  if (auto ok = count_call(); !ok) {
    // What a power cut leaves of a write: any part of it.
    if (tears_) static_cast<void>(base().append(place, bytes.substr(0, bytes.size() / 2), at));
    return ok.error();
  }
  return base().append(place, bytes, at);
}

}  // namespace clew
