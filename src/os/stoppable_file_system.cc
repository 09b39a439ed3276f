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

Result<std::unique_ptr<RandomAccessFile>> StoppableFileSystem::open(const std::string& path) const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  auto file = base_.open(path);
  if (!file) return file;
  return std::unique_ptr<RandomAccessFile>(std::make_unique<OwnFile>(std::move(*file), stop_));
}

Result<FileInfo> StoppableFileSystem::stat(const std::string& path) const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.stat(path);
}

Result<FolderLook> StoppableFileSystem::look(const std::string& folder,
                                             std::span<const std::string_view> names) const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.look(folder, names);
}

Result<std::vector<DirEntry>> StoppableFileSystem::list(const std::string& path) const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.list(path);
}

Result<std::string> StoppableFileSystem::real_path(const std::string& path) const {
  if (stop_.is_stopped_now_and_then()) return stopped_error();
  return base_.real_path(path);
}

Result<void> StoppableFileSystem::create_directories(const std::string& path) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.create_directories(path);
}

Result<void> StoppableFileSystem::write_file_atomic(const std::string& path,
                                                    std::string_view bytes) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.write_file_atomic(path, bytes);
}

Result<FileInfo> StoppableFileSystem::info(const PathBelow& place) const {
  if (stop_.is_stopped()) return stopped_error();
  return base_.info(place);
}

Result<std::vector<DirEntry>> StoppableFileSystem::list(const PathBelow& place) const {
  if (stop_.is_stopped()) return stopped_error();
  return base_.list(place);
}

Result<void> StoppableFileSystem::create_directories(const PathBelow& place) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.create_directories(place);
}

Result<void> StoppableFileSystem::create_file(const PathBelow& place, std::string_view bytes) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.create_file(place, bytes);
}

Result<void> StoppableFileSystem::append(const PathBelow& place, std::string_view bytes,
                                         AppendAt at) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.append(place, bytes, at);
}

Result<void> StoppableFileSystem::copy_file(const PathBelow& from, const PathBelow& to) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.copy_file(from, to);
}

Result<void> StoppableFileSystem::take_mode(const PathBelow& place, const std::string& like) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.take_mode(place, like);
}

Result<void> StoppableFileSystem::remove(const PathBelow& place) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.remove(place);
}

Result<void> StoppableFileSystem::rename_new(const PathBelow& from, const PathBelow& to) {
  if (stop_.is_stopped()) return stopped_error();
  return base_.rename_new(from, to);
}

}  // namespace clew
