// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

// A session in a pack.
struct PackedName {
  std::string session;
  std::string title;
  std::string folder;
  std::int64_t files = 0;
  std::uint64_t bytes = 0;
};
template <>
inline constexpr auto kDescription<PackedName> = describe(
    "PackedSession", "a session in a pack", field("session", "its id", &PackedName::session),
    field("title", "its title", or_null(&PackedName::title)),
    field("folder", "the folder of its project", or_null(&PackedName::folder)),
    field("files", "how many files belong to it", &PackedName::files),
    field("bytes", "of these files", &PackedName::bytes));

struct PackAnswer {
  std::string file;
  std::uint64_t size = 0;
  std::vector<PackedName> sessions;
};
template <>
inline constexpr auto kDescription<PackAnswer> =
    describe("Pack", "a file that holds sessions", field("file", "where it is", &PackAnswer::file),
             field("size", "its bytes", &PackAnswer::size),
             field("sessions", "what is in it", &PackAnswer::sessions));

Result<PackAnswer> pack_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
