// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/time.h"
#include "catalog/beside/prompt_history.h"
#include "catalog/list/sessions.h"
#include "doctor/defects.h"

namespace clew {

// What is wrong with a root, or a folder of it, and not with one session.
struct RootNote {
  Defect defect = Defect::kG5;
  std::string place;   // file or folder
  std::string detail;  // what is particular to it
  std::int64_t count = 0;
};

// Above it a start takes long (class G5).
inline constexpr std::int64_t kSlowStart = std::int64_t{2} << 30;

// Classes G5, H7, H11 and H12 of these roots.
std::vector<RootNote> find_in_roots(const FileSystem& files, const std::vector<std::string>& roots,
                                    const SessionList& list, std::int64_t slow = kSlowStart);

// When prompts were typed, by session: those that a transcript must hold.
using TypedTimes = std::map<std::string, std::vector<TimeMs>, std::less<>>;
TypedTimes typed_times(const FileSystem& files, const std::vector<std::string>& roots,
                       const std::string& session = {});

// How many prompts were typed after the last line of a session's file (class H13). One may have
// been withdrawn before it was sent.
std::int64_t prompts_not_written(const TypedTimes& typed, std::string_view session, TimeMs last);

}  // namespace clew
