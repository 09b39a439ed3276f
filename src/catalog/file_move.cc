// SPDX-License-Identifier: MIT
#include "catalog/file_move.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "os/paths.h"

namespace clew {
namespace {

constexpr int kDeepest = 32;  // folders within folders

Result<void> copy_file(WritableFileSystem& files, const std::string& from, const std::string& to) {
  constexpr std::size_t kBlock = 1 << 20;
  auto file = files.open(from);
  if (!file) return file.error();
  const auto before = (*file)->info();
  if (!before) return before.error();
  if (auto made = files.write_file_atomic(to, ""); !made) return made;
  const auto block = std::make_unique_for_overwrite<char[]>(kBlock);
  std::int64_t done = 0;
  for (;;) {
    const auto count = (*file)->read_at(done, std::span(block.get(), kBlock));
    if (!count) return count.error();
    if (*count == 0) break;
    if (auto added = files.append(to, {block.get(), *count}); !added) return added;
    done += static_cast<std::int64_t>(*count);
  }
  const auto after = (*file)->info();
  const auto copied = files.stat(to);
  if (!after || !copied || after->size != done || copied->size != done ||
      after->mtime_ns != before->mtime_ns) {
    return Error{ErrorCode::kBusy, from + " changed while it was copied"};
  }
  return {};
}

Result<void> copy_tree(WritableFileSystem& files, const std::string& from, const std::string& to,
                       FileKind kind, int depth) {
  if (kind == FileKind::kRegular) return copy_file(files, from, to);
  if (kind != FileKind::kDirectory || depth == 0) {
    return Error{ErrorCode::kUnsupported,
                 from + " cannot be moved to another disk: neither a file nor a folder"};
  }
  if (auto made = files.create_directories(to); !made) return made;
  const auto entries = files.list(from);
  if (!entries) return entries.error();
  for (const DirEntry& entry : *entries) {
    auto copied = copy_tree(files, join_path(from, entry.name), join_path(to, entry.name),
                            entry.kind, depth - 1);
    if (!copied) return copied;
  }
  return {};
}

Result<void> remove_tree(WritableFileSystem& files, const std::string& path, FileKind kind,
                         int depth) {
  if (kind == FileKind::kDirectory && depth > 0) {
    const auto entries = files.list(path);
    if (!entries) return entries.error();
    for (const DirEntry& entry : *entries) {
      auto removed = remove_tree(files, join_path(path, entry.name), entry.kind, depth - 1);
      if (!removed) return removed;
    }
  }
  return files.remove(path);
}

}  // namespace

Result<void> move_path(WritableFileSystem& files, const std::string& from, const std::string& to) {
  auto renamed = files.rename(from, to);
  if (renamed) return renamed;
  const auto source = files.stat(from);
  const auto target = files.stat(std::string(parent_path(to)));
  if (!source || !target || source->device == target->device) return renamed;
  auto copied = copy_tree(files, from, to, source->kind, kDeepest);
  if (!copied) {
    static_cast<void>(remove_tree(files, to, source->kind, kDeepest));
    return copied;
  }
  return remove_tree(files, from, source->kind, kDeepest);
}

}  // namespace clew
