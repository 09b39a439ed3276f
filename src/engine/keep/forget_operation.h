// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "keep/manifest.h"

namespace clew {

struct ForgottenSession {
  std::string id;
  std::string title;  // empty when it is not listed any more
};

template <>
inline constexpr auto kDescription<ForgottenSession> =
    describe("ForgottenSession", "a session that is forgotten, or would be",
             field("id", "its id", &ForgottenSession::id),
             field("title", "its short name; empty when it is not listed any more",
                   &ForgottenSession::title));

// What is forgotten, or would be.
struct Forgotten {
  std::vector<ForgottenSession> sessions{};
  std::int64_t files = 0;
  std::int64_t bytes = 0;                // of all their versions
  std::vector<std::string> still_there;  // sessions that are on the disk: they will be kept again
  std::vector<std::string> elsewhere;    // other machines that have kept some of them, too
  bool done = false;
};
template <>
inline constexpr auto kDescription<Forgotten> =
    describe("Forgotten", "what is forgotten, or would be",
             field("done", "it is done; else this is what would be", &Forgotten::done),
             field("sessions", "the sessions", &Forgotten::sessions),
             field("files", "their files", &Forgotten::files),
             field("bytes", "of all versions of them", &Forgotten::bytes),
             field("stillThere", "those that are on the disk, and would be kept again",
                   &Forgotten::still_there),
             field("elsewhere", "other machines that have kept some of them: theirs stays",
                   &Forgotten::elsewhere));

// What `keep forget` names: sessions, or with --before all that are only kept and did not change
// since. Looks, and forgets nothing.
Result<Forgotten> preview_forget(Engine& engine, const Arguments& arguments);
// Forgets just these.
Result<Forgotten> forget(Engine& engine, Forgotten what);

}  // namespace clew
