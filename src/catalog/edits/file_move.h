// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "base/time.h"
#include "os/file_system.h"

namespace clew {

// Moves a file or folder to a name that is free, in a folder that exists: a rename, or between two
// disks a copy of which all is on the disk before anything of the original goes (links and devices
// are refused then). Nothing is ever replaced. On failure the original is whole, unless it was the
// removing that failed: then the copy is.
Result<void> move_path(WritableFileSystem& files, const PathBelow& from, const PathBelow& to);

// Removes a file, a link or a folder with all that is in it. Links are removed, never followed.
Result<void> remove_tree(WritableFileSystem& files, const PathBelow& place);

// Removes what a Clew that was killed left unfinished in this folder (is_left_behind() in
// temporary_name.h), files and folders. For who is about to write there; nothing depends on it.
void remove_leftovers(WritableFileSystem& files, const PathBelow& folder, TimeMs now);

// Whether all that is in `part`, a file or folder, is in `whole` too, byte for byte: what a move
// that was cut short leaves at one of its ends. Links and devices are in nothing.
bool holds_all_of(const WritableFileSystem& files, const PathBelow& whole, const PathBelow& part);

}  // namespace clew
