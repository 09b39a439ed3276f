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
inline constexpr std::string_view kTemporaryPattern = ".clew-XXXXXX";  // for mkstemp()

// A name that nothing else has.
inline PlainName temporary_name() {
  return *PlainName::from(std::string(kTemporaryPrefix) + make_uuid());
}

// Whether a name is such a one, or one that mkstemp() made of kTemporaryPattern. Nothing else that
// begins so is: a name that a person or another program gave stays theirs.
inline bool is_temporary_name(std::string_view name) {
  if (!name.starts_with(kTemporaryPrefix)) return false;
  const std::string_view rest = name.substr(kTemporaryPrefix.size());
  if (is_uuid(rest)) return true;
  constexpr std::string_view kDigits =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return rest.size() == kTemporaryPattern.size() - kTemporaryPrefix.size() &&
         rest.find_first_not_of(kDigits) == std::string_view::npos;
}

}  // namespace clew
