// SPDX-License-Identifier: MIT
#include "catalog/layout/roots.h"

#include <algorithm>

#include "catalog/layout/layout.h"
#include "os/paths.h"

namespace clew {
namespace {

void add_root(const FileSystem& files, const std::string& path, bool may_be_missing, Roots& roots) {
  auto real = files.real_path(path);
  if (!real && real.error().code == ErrorCode::kNotFound && may_be_missing) {
    roots.absent = path;
    return;
  }
  if (!real) {
    roots.findings.push_back({Finding::Kind::kNoRoot, path, real.error().message});
    return;
  }
  auto info = files.stat(*real);
  if (!info || info->kind != FileKind::kDirectory) {
    const std::string message =
        info ? path + " is a file; a root is a folder like ~/.claude" : info.error().message;
    roots.findings.push_back({Finding::Kind::kNoRoot, path, message});
    return;
  }
  if (std::find(roots.paths.begin(), roots.paths.end(), *real) == roots.paths.end()) {
    roots.paths.push_back(std::move(*real));
  }
}

}  // namespace

RootEnvironment RootEnvironment::of_process() {
  return {clew::environment("CLAUDE_CONFIG_DIR"), home_directory()};
}

Roots find_roots(const FileSystem& files, const std::vector<std::string>& asked_for,
                 const RootEnvironment& environment) {
  Roots roots;
  for (const std::string& path : asked_for) add_root(files, path, /*may_be_missing=*/false, roots);
  if (!asked_for.empty()) return roots;
  if (environment.config_dir && !environment.config_dir->empty()) {
    add_root(files, *environment.config_dir, /*may_be_missing=*/false, roots);
  } else if (environment.home) {
    add_root(files, join_path(*environment.home, kUsualRoot), /*may_be_missing=*/true, roots);
  }
  return roots;
}

}  // namespace clew
