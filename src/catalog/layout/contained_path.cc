// SPDX-License-Identifier: MIT
#include "catalog/layout/contained_path.h"

#include <string_view>

#include "os/paths.h"

namespace clew {
namespace {

void report_link(Findings& findings, const std::string& path) {
  findings.push_back({Finding::Kind::kUnreadable, path, path + " is a link: it is not followed"});
}

}  // namespace

Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name) {
  auto base = files.real_path(folder);
  if (!base) return base.error();
  auto path = files.real_path(join_path(*base, name));
  if (!path) return path.error();
  if (!PathBelow::parse(*base, *path)) {
    return Error{ErrorCode::kInvalid,
                 join_path(folder, name) + " leads out of its folder, to " + *path};
  }
  return path;
}

Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name, int64_t max_bytes) {
  auto path = path_inside(files, folder, name);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

Result<bool> is_without_links(const FileSystem& files, const std::string& trusted,
                              const std::string& path) {
  const auto real = files.real_path(path);
  if (!real) return real.error();
  if (*real == path) return true;  // as nearly always: roots have no links in them
  const auto base = files.real_path(trusted);
  if (!base) return base.error();
  return *real == *base + path.substr(trusted.size());
}

std::vector<DirEntry> entries_inside(const FileSystem& files, const std::string& trusted,
                                     const std::string& path, Findings& findings) {
  const auto report = [&](const Error& error) {
    if (error.code == ErrorCode::kNotFound) return;
    findings.push_back({Finding::Kind::kUnreadable, path, error.message});
  };
  std::vector<DirEntry> found;
  auto entries = files.list(path);
  const auto plain = entries ? is_without_links(files, trusted, path) : entries.error();
  if (!plain) {
    report(plain.error());
    return found;
  }
  if (!*plain) {
    report_link(findings, path);
    return found;
  }
  for (DirEntry& entry : *entries) {
    if (entry.kind == FileKind::kSymlink) {
      report_link(findings, join_path(path, entry.name));
    } else {
      found.push_back(std::move(entry));
    }
  }
  return found;
}

}  // namespace clew
