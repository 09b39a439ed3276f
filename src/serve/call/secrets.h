// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"

namespace clew {

// 256 random bits of the kernel, as 64 hexadecimal digits.
Result<std::string> make_secret();

// The secret in the file `path`, made anew when it is missing, no secret, not ours, or readable by
// others. The file is private to the user from its first moment.
Result<std::string> load_or_make_secret(const std::string& path);

// A folder that only the user can enter: made when missing. An error when it is someone else's, a
// link, or open to others and cannot be closed.
Result<void> make_private_folder(const std::string& path);

}  // namespace clew
