// SPDX-License-Identifier: MIT
#include "os/path_below.h"

#include <utility>

#include "os/paths.h"

namespace clew {

std::optional<PathBelow> PathBelow::parse(std::string_view folder, std::string_view path) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  if (folder.empty() || !path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  if (folder != "/") {
    if (!path.starts_with('/')) return std::nullopt;
    path.remove_prefix(1);
  }
  PathBelow place{std::string(folder)};
  for (;;) {
    const std::size_t slash = path.find('/');
    auto name = PlainName::from(path.substr(0, slash));
    if (!name) return std::nullopt;
    place.steps_.push_back(std::move(*name));
    if (slash == std::string_view::npos) return place;
    path.remove_prefix(slash + 1);
  }
}

PathBelow PathBelow::operator/(NameView name) const {
  PathBelow place = *this;
  // A literal of ours may be more than one step.
  std::string_view rest = name.text();
  while (!rest.empty()) {
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (auto step = PlainName::from(rest.substr(0, slash)))
      place.steps_.push_back(std::move(*step));
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return place;
}

PathBelow PathBelow::parent() const {
  PathBelow place = *this;
  if (!place.steps_.empty()) place.steps_.pop_back();
  return place;
}

std::string PathBelow::text(std::size_t steps) const {
  std::string path = folder_;
  for (std::size_t i = 0; i < steps; ++i) path = join_path(path, steps_[i]);
  return path;
}

Error link_refused(std::string_view action, const PathBelow& place, std::size_t step) {
  return {ErrorCode::kInvalid, "cannot " + std::string(action) + " " + place.text() + ": " +
                                   place.text(step + 1) +
                                   " is a link, and nothing behind a link is changed; on a "
                                   "command line, name the file by its path without links "
                                   "(realpath tells it)"};
}

}  // namespace clew
