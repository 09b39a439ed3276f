// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "keep/restore.h"

namespace clew {

// What came back from the keep.
struct Restored {
  std::string session;
  std::string file;     // its transcript, where it is now
  std::string machine;  // that had kept it; empty: this one
  RestoreReport report;
};
template <>
inline constexpr auto kDescription<Restored> =
    describe("Restored", "what came back from the keep",
             field("session", "the session's id", &Restored::session),
             field("file", "its transcript, where it is now", &Restored::file),
             field("machine", "the other machine that had kept it", or_null(&Restored::machine)),
             field("written", "files that were written",
                   through(&Restored::report, &RestoreReport::written)),
             field("same", "files that were there already, byte for byte",
                   through(&Restored::report, &RestoreReport::same)),
             field("differing", "files in whose place something else is, which stays",
                   through(&Restored::report, &RestoreReport::differing)),
             field("bytes", "bytes written", through(&Restored::report, &RestoreReport::bytes)));

Result<Restored> restore_answer(Engine& engine, const Arguments& arguments);

// Brings the session at this place back with all that belongs to it: to where it was, or below
// `to`, which then has the folders of a root. That of another machine goes below our first root.
// Refused when another transcript is there.
Result<Restored> restore_session(Engine& engine, const NamedSession& session,
                                 const std::string& to = {});

// Whether the transcript is in the keep alone.
bool is_only_kept(const Engine& engine, const std::string& path);

}  // namespace clew
