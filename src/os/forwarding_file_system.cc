// SPDX-License-Identifier: MIT
#include "os/forwarding_file_system.h"

namespace clew {

template <class Base>
Result<void> ForwardingReads<Base>::admit(FileAccess /*access*/, std::string_view /*path*/,
                                          std::string_view /*other*/) const {
  return {};
}

template <class Base>
Result<std::unique_ptr<RandomAccessFile>> ForwardingReads<Base>::open(
    const std::string& path) const {
  return pass(FileAccess::kRead, path, {}, [&] { return base_.open(path); });
}

template <class Base>
Result<FileInfo> ForwardingReads<Base>::stat(const std::string& path) const {
  return pass(FileAccess::kRead, path, {}, [&] { return base_.stat(path); });
}

template <class Base>
Result<FolderLook> ForwardingReads<Base>::look(const std::string& folder,
                                               std::span<const std::string_view> names) const {
  return pass(FileAccess::kRead, folder, {}, [&] { return base_.look(folder, names); });
}

template <class Base>
Result<std::vector<DirEntry>> ForwardingReads<Base>::list(const std::string& path) const {
  return pass(FileAccess::kRead, path, {}, [&] { return base_.list(path); });
}

template <class Base>
Result<std::string> ForwardingReads<Base>::real_path(const std::string& path) const {
  return pass(FileAccess::kRead, path, {}, [&] { return base_.real_path(path); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::create_directories(const std::string& path) {
  return pass(FileAccess::kWrite, path, {}, [&] { return base().create_directories(path); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::write_file_atomic(const std::string& path,
                                                       std::string_view bytes) {
  return pass(FileAccess::kWrite, path, {}, [&] { return base().write_file_atomic(path, bytes); });
}

template <class Base>
Result<FileInfo> ForwardingWrites<Base>::info(const PathBelow& place) const {
  return pass(FileAccess::kRead, place.text(), {}, [&] { return base().info(place); });
}

template <class Base>
Result<std::vector<DirEntry>> ForwardingWrites<Base>::list(const PathBelow& place) const {
  return pass(FileAccess::kRead, place.text(), {}, [&] { return base().list(place); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::create_directories(const PathBelow& place) {
  return pass(FileAccess::kWrite, place.text(), {},
              [&] { return base().create_directories(place); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::create_file(const PathBelow& place, std::string_view bytes) {
  return pass(FileAccess::kWrite, place.text(), {},
              [&] { return base().create_file(place, bytes); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::append(const PathBelow& place, std::string_view bytes,
                                            AppendAt at) {
  return pass(FileAccess::kWrite, place.text(), {},
              [&] { return base().append(place, bytes, at); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::copy_file(const PathBelow& from, const PathBelow& to) {
  return pass(FileAccess::kWrite, from.text(), to.text(),
              [&] { return base().copy_file(from, to); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::take_mode(const PathBelow& place, const std::string& like) {
  return pass(FileAccess::kWrite, place.text(), like,
              [&] { return base().take_mode(place, like); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::remove(const PathBelow& place) {
  return pass(FileAccess::kWrite, place.text(), {}, [&] { return base().remove(place); });
}

template <class Base>
Result<void> ForwardingWrites<Base>::rename_new(const PathBelow& from, const PathBelow& to) {
  return pass(FileAccess::kWrite, from.text(), to.text(),
              [&] { return base().rename_new(from, to); });
}

Result<void> ForwardingFileSystem::sync(const PathBelow& place) {
  return pass(FileAccess::kWrite, place.text(), {}, [&] { return base().sync(place); });
}

Result<std::unique_ptr<HeldLock>> ForwardingFileSystem::lock(const PathBelow& place) {
  return pass(FileAccess::kWrite, place.text(), {}, [&] { return base().lock(place); });
}

template class ForwardingReads<FileSystem>;
template class ForwardingReads<WritableFileSystem>;
template class ForwardingReads<DurableFileSystem>;
template class ForwardingWrites<WritableFileSystem>;
template class ForwardingWrites<DurableFileSystem>;

}  // namespace clew
