// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "os/durable_file_system.h"
#include "travel/session_pack.h"

namespace clew {

struct UnpackedSession {
  std::string id;
  std::string transcript;  // where it is now
  std::vector<std::string> written{};
  std::vector<std::string> same{};       // were there already, byte for byte
  std::vector<std::string> differing{};  // something else is there: nothing of it was written
  std::uint64_t bytes = 0;               // written
};

// Brings the sessions of a pack below `root`, each into the project's folder named by its key.
// First the whole pack is read and verified into a folder that nobody looks into; then one session
// after the other is put in its place, whole or, when something in it cannot be, not at all.
// Nothing is ever replaced. The files get the time of now: Claude Code deletes by that.
Result<std::vector<UnpackedSession>> unpack_sessions(DurableFileSystem& disk,
                                                     SessionPackReader& pack,
                                                     const std::string& root,
                                                     const std::vector<std::string>& keys,
                                                     StopToken stop);

}  // namespace clew
