// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// What a person noted about sessions, in a small JSON file of ours:
// {"pinned":[ids],"remarks":{id:text}}.
struct SessionMarks {
  std::set<std::string, std::less<>> pinned;
  std::map<std::string, std::string, std::less<>> remarks;
};

// A missing file is no marks; a damaged one is an error, so that nobody writes over it.
Result<SessionMarks> read_session_marks(const FileSystem& files, const std::string& path);
Result<void> write_session_marks(WritableFileSystem& files, const std::string& path,
                                 const SessionMarks& marks);

}  // namespace clew
