// SPDX-License-Identifier: MIT
#include "engine/travel/new_file.h"

#include <utility>

#include "catalog/edits/file_move.h"
#include "os/paths.h"
#include "os/temporary_name.h"

namespace clew {

NewFile::NewFile(DurableFileSystem& disk, PathBelow place, PathBelow unfinished)
    : disk_(disk), place_(std::move(place)), unfinished_(std::move(unfinished)) {}

NewFile::~NewFile() {
  if (!finished_) static_cast<void>(disk_.remove(unfinished_));
}

Result<std::unique_ptr<NewFile>> NewFile::begin(Engine& engine, const std::string& path) {
  DurableFileSystem& disk = engine.disk();
  const std::string wanted = resolve_path(engine.options().folder, path);
  const auto name = PlainName::from(base_name(wanted));
  const auto folder = disk.real_path(std::string(parent_path(wanted)));
  if (!folder) return folder.error();
  if (!name || wanted.ends_with('/')) {
    return Error{ErrorCode::kInvalid, path + " is not the name of a file"};
  }
  PathBelow place = PathBelow(*folder) / *name;
  if (disk.info(place)) {
    return Error{ErrorCode::kInvalid, place.text() + " is there already; nothing was written"};
  }
  remove_leftovers(disk, PathBelow(*folder), engine.options().now);
  PathBelow unfinished = PathBelow(*folder) / temporary_name();
  if (auto made = disk.create_file(unfinished, {}); !made) return made.error();
  return std::unique_ptr<NewFile>(new NewFile(disk, std::move(place), std::move(unfinished)));
}

Result<void> NewFile::append(std::string_view bytes) {
  size_ += bytes.size();
  return disk_.append(unfinished_, bytes, AppendAt::kEnd);
}

Result<void> NewFile::finish() {
  auto done = disk_.sync(unfinished_);
  if (done) done = disk_.rename_new(unfinished_, place_);
  finished_ = done.has_value();
  return done;
}

}  // namespace clew
