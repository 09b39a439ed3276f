// SPDX-License-Identifier: MIT
//
// What is being made lies beside the place it will have, under a hidden name that no scan for
// transcripts picks up. Whoever is killed meanwhile leaves it behind; the name says who that was,
// so that the next one knows at once that nobody goes on with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"
#include "os/file_system.h"
#include "os/plain_name.h"

namespace clew {

inline constexpr std::string_view kTemporaryPrefix = ".clew-";

// A name that nothing else has: .clew-<machine>-<process>-<uuid>.
PlainName temporary_name();

// Whether a name is such a one, or one that earlier versions made (.clew-<uuid>, .clew-XXXXXX).
// Nothing else that begins so is: a name that a person or another program gave stays theirs.
bool is_temporary_name(std::string_view name);

// Whether what has such a name was left behind: its process ended, or, where that cannot be known
// (another machine, an earlier version), nobody has touched it for five minutes, a folder for an
// hour. Who writes a file changes it all the time, and a folder only now and then.
bool is_left_behind(std::string_view name, const FileInfo& info, TimeMs now);

}  // namespace clew
