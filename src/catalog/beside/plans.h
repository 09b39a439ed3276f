// SPDX-License-Identifier: MIT
//
// Plans of sessions (<root>/plans/<slug>.md) and checkpoints that a desktop client makes of them
// (<project folder>/.timelines/<session>).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/layout/session_files.h"
#include "os/file_system.h"

namespace clew {

struct Plan {
  std::string slug;  // the name by which sessions know it
  std::string root;
  std::string path;
  std::string title;  // its first line that says something
  FileInfo file{};
};

struct Timeline {
  std::string session;
  std::string key;  // of the project's folder
  std::string path;
  FileInfo file{};
};

struct Plans {
  std::vector<Plan> plans;  // last changed first
  std::vector<Timeline> timelines;
  Findings findings;
};

Plans find_plans(const FileSystem& files, const std::vector<std::string>& roots);

// Where the plan of a session lies, if there is one.
std::optional<std::string> plan_file(const FileSystem& files, const std::string& root,
                                     std::string_view slug);
Result<std::string> read_plan(const FileSystem& files, const std::string& root,
                              std::string_view slug);

// The checkpoints of the session with this transcript, if there are some.
std::optional<std::string> timeline_folder(const FileSystem& files, const std::string& transcript);

}  // namespace clew
