// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/engine.h"
#include "os/path_below.h"

namespace clew {

// A file that a person named to be written, whole or not at all, and over nothing unless asked for:
// it has another name until finish(), and goes when that is not reached.
class NewFile {
 public:
  enum class Replace : bool { kNothing, kAFile };
  // `path` as typed; its folder must be there, and nothing of this name, or a file to be replaced.
  static Result<std::unique_ptr<NewFile>> begin(Engine& engine, const std::string& path,
                                                Replace replace = Replace::kNothing);
  // The same at a place that was found already; its folder must be there.
  static Result<std::unique_ptr<NewFile>> begin_at(Engine& engine, PathBelow place,
                                                   Replace replace = Replace::kNothing);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile();

  std::string path() const { return place_.text(); }
  std::string unfinished_path() const { return unfinished_.text(); }
  std::uint64_t size() const { return size_; }
  Result<void> append(std::string_view bytes);
  Result<void> finish();

 private:
  NewFile(DurableFileSystem& disk, PathBelow place, PathBelow unfinished, Replace replace);
  Result<void> put_in_place();

  DurableFileSystem& disk_;
  PathBelow place_;
  PathBelow unfinished_;
  Replace replace_;
  std::uint64_t size_ = 0;
  bool finished_ = false;
};

}  // namespace clew
