// SPDX-License-Identifier: MIT

#include "serve/http/static_files.h"

#include <utility>

#include "os/paths.h"
#include "serve/net/gzip.h"

namespace clew {
namespace {

constexpr std::int64_t kMaxFile = std::int64_t{16} << 20;

// Bundlers name such files app-3f9a1c2b.js.
bool has_hashed_name(std::string_view path) {
  const std::string_view name = stem(path);
  const std::size_t dash = name.find_last_of("-.");
  if (dash == name.npos || name.size() - dash - 1 < 8) return false;
  for (const char c : name.substr(dash + 1)) {
    const bool fits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!fits) return false;
  }
  return true;
}

}  // namespace

std::string_view content_type_of(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".webp", "image/webp"},
      {".ico", "image/x-icon"},
      {".woff2", "font/woff2"},
      {".wasm", "application/wasm"},
      {".txt", "text/plain; charset=utf-8"}};
  for (const auto& [ending, type] : kTypes) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

StaticFiles::StaticFiles(const FileSystem& files, std::string folder)
    : files_(files), folder_(std::move(folder)) {}

std::shared_ptr<const CachedBody> StaticFiles::unpack(const EmbeddedFile& file) {
  auto& body = unpacked_[file.path];
  if (!body && file.gzipped) {
    body = std::make_shared<CachedBody>(gunzip(file.bytes, kMaxFile), std::string(), file.bytes);
  } else if (!body) {
    body = std::make_shared<CachedBody>(std::string(file.bytes));
  }
  return body;
}

std::optional<StaticFile> StaticFiles::find(std::string_view path) {
  if (path == "/") path = "/index.html";
  if (folder_.empty()) {
    for (const EmbeddedFile& file : embedded_files()) {
      if (file.path != path) continue;
      return StaticFile{
          .body = unpack(file), .type = content_type_of(path), .immutable = has_hashed_name(path)};
    }
    return std::nullopt;
  }
  // Links may not lead out of the folder; hidden files are nobody's page.
  if (path.find("/.") != path.npos) return std::nullopt;
  const auto inside = files_.real_path(folder_);
  const auto real = files_.real_path(folder_ + std::string(path));
  if (!inside || !real || !real->starts_with(*inside + "/")) return std::nullopt;
  auto bytes = read_file(files_, *real, kMaxFile);
  if (!bytes) return std::nullopt;
  return StaticFile{.body = std::make_shared<CachedBody>(std::move(*bytes)),
                    .type = content_type_of(path)};
}

}  // namespace clew
