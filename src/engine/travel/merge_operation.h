// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

// One of two copies that became one session.
struct MergedCopy {
  std::string file;
  std::int64_t own = 0;
  std::string end;
};
template <>
inline constexpr auto kDescription<MergedCopy> =
    describe("MergedCopy", "one of two copies that became one session",
             field("file", "its transcript, which stays as it is", &MergedCopy::file),
             field("own", "how many lines it alone has", &MergedCopy::own),
             field("end", "the last line of its conversation, in the new session: --at takes it",
                   or_null(&MergedCopy::end)));

struct MergeAnswer {
  std::string session;
  std::string file;
  std::int64_t common = 0;
  std::vector<MergedCopy> copies{};
  std::string active{};
  std::int64_t renamed = 0;
  std::vector<std::string> beside{};
  std::vector<std::string> left{};
};
template <>
inline constexpr auto kDescription<MergeAnswer> = describe(
    "MergedSession", "two copies of a session as one",
    field("session", "the id of the new session", &MergeAnswer::session),
    field("file", "its transcript", &MergeAnswer::file),
    field("common", "lines that both copies have", &MergeAnswer::common),
    field("copies", "the two", &MergeAnswer::copies),
    field("active", "the end that a plain resume continues", or_null(&MergeAnswer::active)),
    field("renamed", "lines that got new uuids, because the copies had different lines of one",
          &MergeAnswer::renamed),
    field("beside", "files that were copied along: subagents, tool results, copies of files",
          &MergeAnswer::beside),
    field("left", "files of which the two have different ones: that of the first was taken",
          &MergeAnswer::left));

Result<MergeAnswer> merge_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
