// SPDX-License-Identifier: MIT
#include "keep/kept_file_system.h"

#include <utility>

#include "keep/kept_file.h"

namespace clew {
namespace {

// Holds on to the world that its pieces are in.
class OpenKeptFile : public RandomAccessFile {
 public:
  OpenKeptFile(std::shared_ptr<const KeptWorld> world, const KeptWorld::File& file)
      : world_(std::move(world)), reader_(*file.shown, *file.packs, file.info) {}
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    return reader_.read_at(offset, out);
  }
  Result<FileInfo> info() const override { return reader_.info(); }

 private:
  std::shared_ptr<const KeptWorld> world_;
  KeptFileReader reader_;
};

std::optional<FileInfo> kept_info(const KeptWorld& world, std::string_view path) {
  if (const auto* file = world.find_file(path)) return file->info;
  if (const auto* folder = world.find_folder(path)) return folder->info;
  return std::nullopt;
}

// What is kept of a transcript that somebody emptied: then it is as lost as if it were gone.
const KeptWorld::File* kept_of_emptied(const KeptWorld& world, std::string_view path,
                                       const FileInfo& info) {
  if (info.kind != FileKind::kRegular || info.size > 0 || !path.ends_with(".jsonl")) return nullptr;
  const auto* file = world.find_file(path);
  return file != nullptr && file->info.size > 0 ? file : nullptr;
}

// A folder on the disk that has more in it than the disk knows changes also with that.
void mix_in(const KeptWorld::Folder* kept, FileInfo& folder) {
  if (kept != nullptr) folder.inode ^= kept->info.inode;
}

}  // namespace

Result<std::unique_ptr<RandomAccessFile>> KeptFileSystem::open(const std::string& path) const {
  auto file = base().open(path);
  if (!file && !is_missing(file.error())) return file;
  const auto* kept = world_->find_file(path);
  if (kept != nullptr && file) {
    const auto info = (*file)->info();
    if (!info || kept_of_emptied(*world_, path, *info) == nullptr) return file;
  }
  if (kept == nullptr) return file;
  return std::unique_ptr<RandomAccessFile>(std::make_unique<OpenKeptFile>(world_, *kept));
}

Result<FileInfo> KeptFileSystem::stat(const std::string& path) const {
  auto info = base().stat(path);
  if (info) {
    if (info->kind == FileKind::kDirectory) mix_in(world_->find_folder(path), *info);
    const auto* kept = kept_of_emptied(*world_, path, *info);
    return kept != nullptr ? Result<FileInfo>(kept->info) : info;
  }
  if (!is_missing(info.error())) return info;
  const auto kept = kept_info(*world_, path);
  return kept ? Result<FileInfo>(*kept) : info;
}

Result<FolderLook> KeptFileSystem::look(const std::string& folder,
                                        std::span<const std::string_view> names) const {
  auto look = base().look(folder, names);
  if (!look && !is_missing(look.error())) return look;
  const auto* below = world_->find_folder(folder);
  if (below == nullptr) return look;
  if (look) {
    mix_in(below, look->folder);
  } else {
    look = FolderLook{below->info, std::vector<std::optional<FileInfo>>(names.size())};
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    auto& entry = look->entries[i];
    const std::string path = folder + "/" + std::string(names[i]);
    if (!entry) {
      entry = kept_info(*world_, path);
    } else if (entry->kind == FileKind::kDirectory) {
      mix_in(world_->find_folder(path), *entry);
    } else if (const auto* kept = kept_of_emptied(*world_, path, *entry)) {
      entry = kept->info;
    }
  }
  return look;
}

Result<std::vector<DirEntry>> KeptFileSystem::list(const std::string& path) const {
  auto entries = base().list(path);
  if (!entries && !is_missing(entries.error())) return entries;
  const auto* folder = world_->find_folder(path);
  if (folder == nullptr) return entries;
  auto missing = folder->entries;
  std::vector<DirEntry> all = entries ? std::move(*entries) : std::vector<DirEntry>();
  for (const DirEntry& entry : all) missing.erase(entry.name.text());
  for (const auto& [text, kind] : missing) {
    if (auto name = PlainName::from(text)) all.push_back({std::move(*name), kind});
  }
  return all;
}

Result<std::string> KeptFileSystem::real_path(const std::string& path) const {
  auto real = base().real_path(path);
  if (real || !is_missing(real.error())) return real;
  return kept_info(*world_, path) ? Result<std::string>(path) : real;
}

}  // namespace clew
