// SPDX-License-Identifier: MIT
#include "team/team_file_system.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace clew {
namespace {

Error not_there(std::string_view path) {
  return {ErrorCode::kNotFound, std::string(path) + ": the team's store has no such file"};
}

// A file of the store. Who reads it in order gets more with every question.
class TeamFile : public RandomAccessFile {
 public:
  TeamFile(std::shared_ptr<TeamTree> tree, std::string path, const TeamTree::File& file)
      : tree_(std::move(tree)), path_(std::move(path)), file_(file) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    size_t filled = 0;
    while (filled < out.size()) {
      const int64_t at = offset + static_cast<int64_t>(filled);
      const auto piece = piece_at(at);
      if (!piece) return piece.error();
      if (piece->bytes == nullptr) break;
      const auto within = static_cast<size_t>(at - piece->start);
      const size_t count = std::min(out.size() - filled, piece->bytes->size() - within);
      std::memcpy(out.data() + filled, piece->bytes->data() + within, count);
      filled += count;
    }
    return filled;
  }

  // Grown meanwhile, perhaps; a later version is another file.
  Result<FileInfo> info() const override {
    const auto now = tree_->file(path_);
    const bool same = now && now->id == file_.id && now->version == file_.version;
    return same ? now->info : file_.info;
  }

 private:
  static constexpr int64_t kLeast = int64_t{256} << 10;
  static constexpr int64_t kMost = int64_t{8} << 20;

  Result<TeamPiece> piece_at(int64_t offset) const {
    if (TeamPiece held = tree_->pieces().find(file_.id, file_.version, offset); held.bytes) {
      return held;
    }
    const auto info_now = info();
    if (offset < 0 || (info_now && offset >= info_now->size)) return TeamPiece{};
    const bool in_order = offset == next_.load();
    const int64_t room = in_order ? std::min(room_.load() * 4, kMost) : kLeast;
    auto lease = tree_->store().connection();
    if (!lease) return lease.error();
    auto pieces = read_team_pieces(**lease, file_.id, file_.version, offset, room);
    if (!pieces && pieces.error().code == ErrorCode::kBusy && !(*lease)->is_open()) {
      // The store was away for a moment.
      auto again = tree_->store().connection();
      if (!again) return again.error();
      pieces = read_team_pieces(**again, file_.id, file_.version, offset, room);
    }
    if (!pieces) return with_context(path_, pieces.error());
    TeamPiece wanted;
    for (const TeamPiece& piece : *pieces) {
      tree_->pieces().add(file_.id, file_.version, piece);
      if (piece.start <= offset && offset < piece.start + std::ssize(*piece.bytes)) wanted = piece;
      next_ = piece.start + std::ssize(*piece.bytes);
    }
    room_ = room;
    return wanted;
  }

  std::shared_ptr<TeamTree> tree_;
  const std::string path_;
  const TeamTree::File file_;
  mutable std::atomic<int64_t> next_ = 0;  // where the last answer ended
  mutable std::atomic<int64_t> room_ = kLeast;
};

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> TeamFileSystem::open(const std::string& path) const {
  if (!is_ours(path)) return base().open(path);
  const auto file = tree_->file(path);
  if (!file) {
    if (!tree_->info(path)) return not_there(path);
    return Error{ErrorCode::kInvalid, path + " is a directory"};
  }
  return std::unique_ptr<RandomAccessFile>(std::make_unique<TeamFile>(tree_, path, *file));
}

Result<FileInfo> TeamFileSystem::stat(const std::string& path) const {
  if (!is_ours(path)) return base().stat(path);
  const auto info = tree_->info(path);
  return info ? Result<FileInfo>(*info) : not_there(path);
}

Result<FolderLook> TeamFileSystem::look(const std::string& folder,
                                        std::span<const std::string_view> names) const {
  if (!is_ours(folder)) return base().look(folder, names);
  return FileSystem::look(folder, names);
}

Result<std::vector<DirEntry>> TeamFileSystem::list(const std::string& path) const {
  if (!is_ours(path)) return base().list(path);
  auto entries = tree_->list(path);
  return entries ? Result<std::vector<DirEntry>>(std::move(*entries)) : not_there(path);
}

Result<std::string> TeamFileSystem::real_path(const std::string& path) const {
  if (!is_ours(path)) return base().real_path(path);
  return tree_->info(path) ? Result<std::string>(path) : not_there(path);
}

Result<FileInfo> TeamFileSystem::info(const PathBelow& place) const {
  const std::string path = place.text();
  return is_ours(path) ? stat(path) : base().info(place);
}

Result<std::vector<DirEntry>> TeamFileSystem::list(const PathBelow& place) const {
  const std::string path = place.text();
  return is_ours(path) ? list(path) : base().list(place);
}

Result<void> TeamFileSystem::admit(FileAccess access, std::string_view path,
                                   std::string_view other) const {
  if (access == FileAccess::kRead || (!is_ours(path) && !is_ours(other))) return {};
  return Error{ErrorCode::kUnsupported,
               "this is in the team's store, which is written by `clew team push` of its owner "
               "alone; clew resume and clew restore bring a copy of it here"};
}

}  // namespace clew
