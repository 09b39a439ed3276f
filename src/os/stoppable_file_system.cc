// SPDX-License-Identifier: MIT

#include "os/stoppable_file_system.h"

namespace clew {
namespace {

// Reads of this size take longer than the question.
constexpr std::size_t kLargeRead = std::size_t{64} << 10;

class OwnFile : public RandomAccessFile {
 public:
  OwnFile(std::unique_ptr<RandomAccessFile> base, const StopSignal& stop)
      : base_(std::move(base)), file_(*base_, stop) {}
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    return file_.read_at(offset, out);
  }
  Result<FileInfo> info() const override { return file_.info(); }
  std::shared_ptr<const char[]> in_place(size_t size) const override {
    return base_->in_place(size);
  }

 private:
  std::unique_ptr<RandomAccessFile> base_;
  StoppableFile file_;
};

}  // namespace

Result<size_t> StoppableFile::read_at(int64_t offset, std::span<char> out) const {
  const bool large = out.size() >= kLargeRead;
  if (large ? stop_.is_stopped() : stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.read_at(offset, out);
}

Result<FileInfo> StoppableFile::info() const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.info();
}

Result<void> StoppableFileSystem::admit(FileAccess access, std::string_view /*path*/,
                                        std::string_view /*other*/) const {
  const bool reads = access == FileAccess::kRead;
  if (reads ? stop_.is_stopped_now_and_then() : stop_.is_stopped()) return stopped_error();
  return {};
}

Result<std::unique_ptr<RandomAccessFile>> StoppableFileSystem::open(const std::string& path) const {
  auto file = ForwardingWrites::open(path);
  if (!file) return file;
  return std::unique_ptr<RandomAccessFile>(std::make_unique<OwnFile>(std::move(*file), stop_));
}

}  // namespace clew
