// SPDX-License-Identifier: MIT
#include "catalog/edits/file_move.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "os/temporary_name.h"

namespace clew {
namespace {

constexpr int kDeepestCopy = 32;  // folders within folders

Result<void> copy_tree(WritableFileSystem& files, const PathBelow& from, const PathBelow& to,
                       FileKind kind, int depth) {
  if (kind == FileKind::kRegular) return files.copy_file(from, to);
  if (kind != FileKind::kDirectory || depth == 0) {
    return Error{ErrorCode::kUnsupported,
                 from.text() + " cannot be moved to another disk: neither a file nor a folder"};
  }
  if (auto made = files.create_directories(to); !made) return made;
  const auto entries = files.list(from);
  if (!entries) return entries.error();
  for (const DirEntry& entry : *entries) {
    auto copied = copy_tree(files, from / entry.name, to / entry.name, entry.kind, depth - 1);
    if (!copied) return copied;
  }
  return {};
}

// A folder is copied under another name first: as long as it is not whole nobody sees it, and what
// is thrown away when that fails is certainly ours.
Result<void> copy_folder(WritableFileSystem& files, const PathBelow& from, const PathBelow& to) {
  const PathBelow copy = to.parent() / temporary_name();
  auto done = copy_tree(files, from, copy, FileKind::kDirectory, kDeepestCopy);
  if (done) done = files.rename_new(copy, to);
  if (!done) static_cast<void>(remove_tree(files, copy));
  return done;
}

bool same_bytes(const FileSystem& files, const std::string& one, const std::string& other) {
  const auto left = files.open(one);
  const auto right = files.open(other);
  if (!left || !right) return false;
  std::vector<char> from_left(1 << 16);
  std::vector<char> from_right(1 << 16);
  for (std::int64_t at = 0;;) {
    const auto some = (*left)->read_at(at, from_left);
    const auto same = (*right)->read_at(at, from_right);
    if (!some || !same || *some != *same) return false;
    if (*some == 0) return true;
    const auto count = static_cast<std::ptrdiff_t>(*some);
    if (!std::equal(from_left.begin(), from_left.begin() + count, from_right.begin())) return false;
    at += count;
  }
}

}  // namespace

Result<void> move_path(WritableFileSystem& files, const PathBelow& from, const PathBelow& to) {
  auto renamed = files.rename_new(from, to);
  if (renamed || renamed.error().code != ErrorCode::kUnsupported) return renamed;
  const auto source = files.info(from);
  if (!source) return source.error();
  auto copied = source->kind == FileKind::kDirectory ? copy_folder(files, from, to)
                                                     : copy_tree(files, from, to, source->kind, 0);
  if (!copied) return copied;
  return remove_tree(files, from);
}

// Depth first without recursion: a folder is removed when it is met the second time.
Result<void> remove_tree(WritableFileSystem& files, const PathBelow& place) {
  const auto info = files.info(place);
  if (!info) return info.error();
  if (info->kind != FileKind::kDirectory) return files.remove(place);
  std::vector<std::pair<PathBelow, bool>> open;
  open.emplace_back(place, false);
  while (!open.empty()) {
    const auto [folder, emptied] = open.back();
    if (emptied) {
      if (auto removed = files.remove(folder); !removed) return removed;
      open.pop_back();
      continue;
    }
    open.back().second = true;
    const auto entries = files.list(folder);
    if (!entries) return entries.error();
    for (const DirEntry& entry : *entries) {
      if (entry.kind == FileKind::kDirectory) {
        open.emplace_back(folder / entry.name, false);
      } else if (auto removed = files.remove(folder / entry.name); !removed) {
        return removed;
      }
    }
  }
  return {};
}

void remove_leftovers(WritableFileSystem& files, const PathBelow& folder, TimeMs now) {
  const auto entries = files.list(folder);
  if (!entries) return;
  for (const DirEntry& entry : *entries) {
    if (!is_temporary_name(entry.name.text())) continue;
    const PathBelow place = folder / entry.name;
    const auto info = files.info(place);
    if (!info) continue;
    if (is_left_behind(entry.name.text(), *info, now)) static_cast<void>(remove_tree(files, place));
  }
}

bool holds_all_of(const WritableFileSystem& files, const PathBelow& whole, const PathBelow& part) {
  const auto one = files.info(part);
  const auto other = files.info(whole);
  if (!one || !other || one->kind != other->kind) return false;
  if (one->kind == FileKind::kRegular) return same_bytes(files, whole.text(), part.text());
  if (one->kind != FileKind::kDirectory) return false;
  const auto entries = files.list(part);
  return entries && std::all_of(entries->begin(), entries->end(), [&](const DirEntry& entry) {
           return holds_all_of(files, whole / entry.name, part / entry.name);
         });
}

}  // namespace clew
