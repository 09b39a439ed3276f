// SPDX-License-Identifier: MIT
//
// What is being made lies beside the place it will have, under a hidden name that no scan for
// transcripts picks up. Whoever is killed meanwhile leaves it behind.
#pragma once

#include <string>
#include <string_view>

#include "base/uuid.h"
#include "os/plain_name.h"

namespace clew {

inline constexpr std::string_view kTemporaryPrefix = ".clew-";

// A name that nothing else has.
inline PlainName temporary_name() {
  return *PlainName::from(std::string(kTemporaryPrefix) + make_uuid());
}

inline bool is_temporary_name(std::string_view name) { return name.starts_with(kTemporaryPrefix); }

}  // namespace clew
