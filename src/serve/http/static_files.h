// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "os/file_system.h"
#include "serve/http/response_cache.h"

namespace clew {

// A file of the web page inside the program; the list is made when building.
struct EmbeddedFile {
  std::string_view path;  // "/index.html"
  std::string_view bytes;
  bool gzipped = true;
};
std::span<const EmbeddedFile> embedded_files();  // made by cmake/clew_web.cmake

struct StaticFile {
  std::shared_ptr<const CachedBody> body = nullptr;
  std::string_view type = {};
  bool immutable = false;  // its name changes with its content: may be kept for ever
};

// The web page: from the program itself, or from a folder while somebody works on it. Used by the
// loop alone. All who load the page at once share its bytes: anybody may, and may read slowly.
class StaticFiles {
 public:
  // `folder`: empty for the files inside the program.
  StaticFiles(const FileSystem& files, std::string folder);

  // `path` is the decoded path of a target (see target.h); "/" is the page. Nothing where there is
  // no such file.
  std::optional<StaticFile> find(std::string_view path);

 private:
  std::shared_ptr<const CachedBody> unpack(const EmbeddedFile& file);

  const FileSystem& files_;
  std::string folder_;
  std::map<std::string_view, std::shared_ptr<const CachedBody>> unpacked_;  // what was asked for
};

std::string_view content_type_of(std::string_view path);

}  // namespace clew
