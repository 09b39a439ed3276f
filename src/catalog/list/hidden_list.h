// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/list/sessions.h"
#include "os/file_system.h"

namespace clew {

// The sessions and projects a person does not want to see, kept in a small JSON file of ours:
// {"sessions":[ids],"projects":[paths]}.
struct HiddenList {
  using Names = std::set<std::string, std::less<>>;

  Names sessions;
  Names projects;  // paths; a folder counts by its key or its recorded path

  bool hides(const FactsView& facts, const ProjectFolder& folder) const;
  bool hides_project(std::string_view key) const;  // by the name of its folder
};

// A missing file is an empty list; a damaged one is an error, so that nobody writes over it.
Result<HiddenList> read_hidden_list(const FileSystem& files, const std::string& path);
// What the list at this path hides, for ListOptions::is_hidden.
Result<std::function<bool(const FactsView&, const ProjectFolder&)>> hidden_filter(
    const FileSystem& files, const std::string& path);
Result<void> write_hidden_list(WritableFileSystem& files, const std::string& path,
                               const HiddenList& list);

}  // namespace clew
