// SPDX-License-Identifier: MIT
#include "engine/travel/new_file.h"

#include <utility>

#include "catalog/edits/file_move.h"
#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {

NewFile::NewFile(DurableFileSystem& disk, PathBelow place, PathBelow unfinished, Replace replace)
    : disk_(disk),
      place_(std::move(place)),
      unfinished_(std::move(unfinished)),
      replace_(replace) {}

NewFile::~NewFile() {
  if (!finished_) static_cast<void>(disk_.remove(unfinished_));
}

Result<std::unique_ptr<NewFile>> NewFile::begin(Engine& engine, const std::string& path,
                                                Replace replace) {
  DurableFileSystem& disk = engine.disk();
  const std::string wanted = resolve_path(engine.options().folder, path);
  const auto name = PlainName::from(base_name(wanted));
  const auto folder = disk.real_path(std::string(parent_path(wanted)));
  if (!folder) return folder.error();
  if (!name || wanted.ends_with('/')) {
    return Error{ErrorCode::kInvalid, path + " is not the name of a file"};
  }
  remove_leftovers(disk, PathBelow(*folder), engine.options().now);
  return begin_at(engine, PathBelow(*folder) / *name, replace);
}

Result<std::unique_ptr<NewFile>> NewFile::begin_at(Engine& engine, PathBelow place,
                                                   Replace replace) {
  DurableFileSystem& disk = engine.disk();
  if (const auto there = disk.info(place)) {
    if (replace == Replace::kNothing) {
      return Error{ErrorCode::kInvalid, place.text() + " is there already; nothing was written"};
    }
    if (there->kind != FileKind::kRegular) {
      const bool folder = there->kind == FileKind::kDirectory;
      return Error{ErrorCode::kInvalid,
                   place.text() +
                       (folder ? " is a folder" : " is no plain file, and stays as it is") +
                       "; nothing was written"};
    }
  }
  PathBelow unfinished = place.parent() / temporary_name();
  if (auto made = disk.create_file(unfinished, {}); !made) return made.error();
  return std::unique_ptr<NewFile>(
      new NewFile(disk, std::move(place), std::move(unfinished), replace));
}

Result<void> NewFile::append(std::string_view bytes) {
  size_ += bytes.size();
  return disk_.append(unfinished_, bytes, AppendAt::kEnd);
}

Result<void> NewFile::finish() {
  auto done = disk_.sync(unfinished_);
  if (done) done = put_in_place();
  finished_ = done.has_value();
  return done;
}

// The old file steps aside and goes only when the new one has its name.
Result<void> NewFile::put_in_place() {
  const bool replaces = replace_ == Replace::kAFile && disk_.info(place_).has_value();
  if (!replaces) return disk_.rename_new(unfinished_, place_);
  const PathBelow aside = place_.parent() / temporary_name();
  if (auto moved = disk_.rename_new(place_, aside); !moved) return moved;
  if (auto done = disk_.rename_new(unfinished_, place_); !done) {
    static_cast<void>(disk_.rename_new(aside, place_));
    return done;
  }
  return disk_.remove(aside);
}

}  // namespace clew
