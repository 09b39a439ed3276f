// SPDX-License-Identifier: MIT
//
// What only some systems can do for a file system.
#pragma once

#include <cstddef>
#include <sys/types.h>

namespace clew {

// Flags that open a folder as a step to what is in it.
extern const int kFolderStep;

// Renames without ever replacing. Returns 0 or the error number.
int rename_new(int from_folder, const char* from, int to_folder, const char* to);

// The same by one call; ENOSYS when the system, or the file system, has none.
int rename_exclusive(int from_folder, const char* from, int to_folder, const char* to);

// The same where there is no such call. A second name for a file is refused
// when the name is taken. A folder cannot have two; but a rename replaces only empty folders, so
// that an empty one made for it is all that can be replaced. ENOSYS where files cannot have two
// names either.
int rename_in_steps(int from_folder, const char* from, int to_folder, const char* to);

// Makes sure of the space for a write behind the end of a file, whose size stays. ENOSPC (or
// EDQUOT) when there is none; 0 also where it cannot be told.
int reserve_space(int fd, off_t offset, std::size_t bytes);

}  // namespace clew
