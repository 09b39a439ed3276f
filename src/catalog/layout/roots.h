// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/file_system.h"
#include "transcript/finding.h"

namespace clew {

// What the environment says about where Claude Code keeps its files.
struct RootEnvironment {
  std::optional<std::string> config_dir;  // $CLAUDE_CONFIG_DIR
  std::optional<std::string> home;

  static RootEnvironment of_process();
};

struct Roots {
  std::vector<std::string> paths;  // absolute, without links, each once, in the order asked for
  std::string absent;              // the default, when it is not there
  Findings findings;
};

// The configuration folders to read: those asked for, else $CLAUDE_CONFIG_DIR, else ~/.claude. One
// that is missing or no folder becomes a finding and is left out; only the default ~/.claude may be
// missing without a word, because then there are simply no sessions yet.
Roots find_roots(const FileSystem& files, const std::vector<std::string>& asked_for,
                 const RootEnvironment& environment);

}  // namespace clew
