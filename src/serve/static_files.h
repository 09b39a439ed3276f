// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "os/file_system.h"

namespace clew {

// A file of the web page inside the program; the list is made when building.
struct EmbeddedFile {
  std::string_view path;  // "/index.html"
  std::string_view bytes;
  bool gzipped = true;
};
std::span<const EmbeddedFile> embedded_files();  // made by cmake/clew_web.cmake

struct StaticFile {
  std::string bytes = {};
  std::string_view gzip =
      {};  // the same, compressed when the program was built; empty if it was not
  std::string_view type = {};
  bool immutable = false;  // its name changes with its content: may be kept for ever
};

// The web page: from the program itself, or from a folder while somebody works on it. Thread-safe.
class StaticFiles {
 public:
  // `folder`: empty for the files inside the program.
  StaticFiles(const FileSystem& files, std::string folder);

  // `path` is the decoded path of a target (see target.h); "/" is the page. Nothing where there is
  // no such file.
  std::optional<StaticFile> find(std::string_view path) const;

 private:
  const FileSystem& files_;
  std::string folder_;
};

std::string_view content_type_of(std::string_view path);

}  // namespace clew
