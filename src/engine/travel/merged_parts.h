// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "engine/engine.h"

namespace clew {

struct MergedParts {
  std::vector<std::string> copied;
  std::vector<std::string> left;  // of which the two copies have different ones
};

// What belongs to two copies beside their transcripts, copied to the places that a session with the
// new id has, in the root and project of `beside`. Where both have a file, one that the other only
// continues gives way to it; else that of the first is taken. What was copied before an error is
// removed.
Result<MergedParts> copy_merged_parts(Engine& engine, const NamedSession& a, const NamedSession& b,
                                      const NamedSession& beside, const std::string& new_id);

}  // namespace clew
