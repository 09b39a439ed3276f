// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/result.h"
#include "transcript/entry.h"

namespace clew {

// Where the text of a line is fetched again: a file, or memory in tests. The view is followed by
// json::kPadding readable bytes and valid until the next call.
class LineSource {
 public:
  virtual ~LineSource() = default;
  virtual Result<std::string_view> line(const Entry& entry) = 0;
};

}  // namespace clew
