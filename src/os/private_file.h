// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

// Whether others than its owner may read a file of the disk. False where there is none.
bool others_may_read(const std::string& path);

// A file for a program that we start: for what must not stand among its arguments, which everybody
// on the machine can read. Readable by the user alone, gone with the object.
class PrivateFile {
 public:
  // In $XDG_RUNTIME_DIR, else $TMPDIR, else /tmp. `ending`: as ".json", for programs that look at
  // it.
  static Result<PrivateFile> write(std::string_view ending, std::string_view bytes);
  ~PrivateFile();
  PrivateFile(PrivateFile&& other) noexcept;
  PrivateFile& operator=(PrivateFile&&) = delete;

  const std::string& path() const { return path_; }

 private:
  explicit PrivateFile(std::string path) : path_(std::move(path)) {}

  std::string path_;  // empty: it has moved on
};

}  // namespace clew
