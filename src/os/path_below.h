// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/plain_name.h"

namespace clew {

// A place below a folder, for whoever changes something. The folder itself is trusted and may be
// reached through links. From there on no step may be one: a call that takes a PathBelow opens step
// by step, refuses links on the way and never follows one at the end, so whatever others put or
// rename there meanwhile, nothing outside the folder is touched.
class PathBelow {
 public:
  explicit PathBelow(std::string folder) : folder_(std::move(folder)) {}

  // `path` as such a place; nothing when it does not lie below `folder` by plain names.
  static std::optional<PathBelow> parse(std::string_view folder, std::string_view path);

  PathBelow operator/(NameView name) const;
  PathBelow parent() const;  // of the folder itself: the folder

  const std::string& folder() const { return folder_; }
  const std::vector<PlainName>& steps() const { return steps_; }
  std::string text() const { return text(steps_.size()); }  // the whole path
  std::string text(std::size_t steps) const;                // only the first steps of it

 private:
  std::string folder_;
  std::vector<PlainName> steps_;
};

// The refusal of a link: the step with this number, counted from 0.
Error link_refused(std::string_view action, const PathBelow& place, std::size_t step);

}  // namespace clew
