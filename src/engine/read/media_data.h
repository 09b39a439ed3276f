// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/read/session.h"

namespace clew {

// A picture or document of a session, as its line has it.
struct MediaData {
  std::string media_type;  // as the line says it
  std::string base64;      // as the line has it: nobody has looked at it
};

// Those of a line, in the order of the parts that a message names.
Result<std::vector<MediaData>> media_of_line(const Session& session, EntryIndex entry);

}  // namespace clew
