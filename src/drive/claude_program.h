// SPDX-License-Identifier: MIT
//
// The user's own `claude`: where it is and which version it has.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "transcript/rules.h"

namespace clew {

struct ClaudeVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
  auto operator<=>(const ClaudeVersion&) const = default;
};

// "2.0.73 (Claude Code)" and "2.1.325"; nothing for anything else.
std::optional<ClaudeVersion> parse_claude_version(std::string_view text);
std::string to_string(const ClaudeVersion& version);

// The rule set by which this version finds a conversation; an unknown version counts as the newest.
RuleSet rules_of(const std::optional<ClaudeVersion>& version);

// Where the program is: as given, else $CLEW_CLAUDE, else on the PATH. The error says what to
// install.
Result<std::string> find_claude(const std::string& given);
Result<std::string> find_claude(const std::string& given,
                                const std::optional<std::string>& variable,
                                const std::optional<std::string>& search_path);

// Runs `claude --version`, which takes up to a second. Nothing when it says something else.
Result<std::optional<ClaudeVersion>> ask_claude_version(const std::string& program);

}  // namespace clew
