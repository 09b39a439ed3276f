// SPDX-License-Identifier: MIT

#include "os/confined_file_system.h"

#include "os/path_below.h"

namespace clew {
namespace {

Error nothing_there(std::string_view path) {
  return {ErrorCode::kNotFound, std::string(path) + ": there is no such file"};
}

}  // namespace

bool ConfinedFileSystem::has(std::string_view path) const {
  return path == folder_ || PathBelow::parse(folder_, path).has_value();
}

Result<std::unique_ptr<RandomAccessFile>> ConfinedFileSystem::open(const std::string& path) const {
  if (!has(path)) return nothing_there(path);
  return base().open(path);
}

Result<FileInfo> ConfinedFileSystem::stat(const std::string& path) const {
  if (!has(path)) return nothing_there(path);
  return base().stat(path);
}

Result<FolderLook> ConfinedFileSystem::look(const std::string& folder,
                                            std::span<const std::string_view> names) const {
  if (!has(folder)) return nothing_there(folder);
  return base().look(folder, names);
}

Result<std::vector<DirEntry>> ConfinedFileSystem::list(const std::string& path) const {
  if (!has(path)) return nothing_there(path);
  return base().list(path);
}

Result<std::string> ConfinedFileSystem::real_path(const std::string& path) const {
  if (!has(path)) return nothing_there(path);
  return base().real_path(path);
}

Result<void> ConfinedFileSystem::create_directories(const std::string& path) {
  if (!has(path)) return nothing_there(path);
  return base().create_directories(path);
}

Result<void> ConfinedFileSystem::write_file_atomic(const std::string& path,
                                                   std::string_view bytes) {
  if (!has(path)) return nothing_there(path);
  return base().write_file_atomic(path, bytes);
}

Result<FileInfo> ConfinedFileSystem::info(const PathBelow& place) const {
  if (!has(place.text())) return nothing_there(place.text());
  return base().info(place);
}

Result<std::vector<DirEntry>> ConfinedFileSystem::list(const PathBelow& place) const {
  if (!has(place.text())) return nothing_there(place.text());
  return base().list(place);
}

Result<void> ConfinedFileSystem::create_directories(const PathBelow& place) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().create_directories(place);
}

Result<void> ConfinedFileSystem::create_file(const PathBelow& place, std::string_view bytes) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().create_file(place, bytes);
}

Result<void> ConfinedFileSystem::append(const PathBelow& place, std::string_view bytes,
                                        AppendAt at) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().append(place, bytes, at);
}

Result<void> ConfinedFileSystem::copy_file(const PathBelow& from, const PathBelow& to) {
  if (!has(from.text())) return nothing_there(from.text());
  if (!has(to.text())) return nothing_there(to.text());
  return base().copy_file(from, to);
}

Result<void> ConfinedFileSystem::take_mode(const PathBelow& place, const std::string& like) {
  if (!has(place.text())) return nothing_there(place.text());
  if (!has(like)) return nothing_there(like);
  return base().take_mode(place, like);
}

Result<void> ConfinedFileSystem::remove(const PathBelow& place) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().remove(place);
}

Result<void> ConfinedFileSystem::rename_new(const PathBelow& from, const PathBelow& to) {
  if (!has(from.text())) return nothing_there(from.text());
  if (!has(to.text())) return nothing_there(to.text());
  return base().rename_new(from, to);
}

Result<void> ConfinedFileSystem::sync(const PathBelow& place) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().sync(place);
}

Result<std::unique_ptr<HeldLock>> ConfinedFileSystem::lock(const PathBelow& place) {
  if (!has(place.text())) return nothing_there(place.text());
  return base().lock(place);
}

}  // namespace clew
