// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "travel/unpack.h"

namespace clew {

// A session that came out of a pack.
struct UnpackedName {
  UnpackedSession done;
  std::string title;
  std::string folder;  // of this machine
};
template <>
inline constexpr auto kDescription<UnpackedName> = describe(
    "UnpackedSession", "a session that came out of a pack",
    field("session", "its id", through(&UnpackedName::done, &UnpackedSession::id)),
    field("title", "its title", or_null(&UnpackedName::title)),
    field("folder", "the folder of this machine that stands for its project",
          &UnpackedName::folder),
    field("file", "its transcript, where it is now",
          through(&UnpackedName::done, &UnpackedSession::transcript)),
    field("written", "files that were written",
          through(&UnpackedName::done, &UnpackedSession::written)),
    field("same", "files that were there already, byte for byte",
          through(&UnpackedName::done, &UnpackedSession::same)),
    field("differing", "files in whose place something else is: nothing of the session was written",
          through(&UnpackedName::done, &UnpackedSession::differing)),
    field("bytes", "bytes written", through(&UnpackedName::done, &UnpackedSession::bytes)));

struct UnpackAnswer {
  std::string root;
  std::vector<UnpackedName> sessions;
  std::optional<Error> complaint{};  // said after the answer
};
template <>
inline constexpr auto kDescription<UnpackAnswer> =
    describe("Unpacked", "what came out of a pack",
             field("root", "the configuration folder that the sessions were brought to",
                   &UnpackAnswer::root),
             field("sessions", "one by one", &UnpackAnswer::sessions));

Result<UnpackAnswer> unpack_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
