// SPDX-License-Identifier: MIT
#include "drive/claude_program.h"

#include <charconv>

#include "base/text.h"
#include "os/paths.h"
#include "os/run_program.h"

namespace clew {
namespace {

// The number at the start of `text`, which is taken off.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_dot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::optional<ClaudeVersion> parse_claude_version(std::string_view text) {
  text = trim(text);
  const auto major = take_number(text);
  if (!major || !take_dot(text)) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor || !take_dot(text)) return std::nullopt;
  const auto patch = take_number(text);
  if (!patch) return std::nullopt;
  return ClaudeVersion{*major, *minor, *patch};
}

std::string to_string(const ClaudeVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

RuleSet rules_of(const std::optional<ClaudeVersion>& version) {
  if (!version || version->major > 2) return RuleSet::k21;
  if (version->major < 2) return RuleSet::k10;
  return version->minor == 0 ? RuleSet::k20 : RuleSet::k21;
}

Result<std::string> find_claude(const std::string& given,
                                const std::optional<std::string>& variable,
                                const std::optional<std::string>& search_path) {
  const bool by_variable = given.empty() && variable && !variable->empty();
  const std::string name = !given.empty() ? given : by_variable ? *variable : "claude";
  if (auto found = executable_in_path(name, search_path.value_or(""))) return *found;
  if (!given.empty()) {
    return Error{ErrorCode::kNotFound, "there is no program " + given + " that could be run"};
  }
  if (by_variable) {
    return Error{ErrorCode::kNotFound,
                 "$CLEW_CLAUDE names " + *variable + ", which is no program that could be run"};
  }
  return Error{ErrorCode::kNotFound,
               "claude was not found on the PATH; install Claude Code (npm install -g "
               "@anthropic-ai/claude-code), or set CLEW_CLAUDE to the program"};
}

Result<std::string> find_claude(const std::string& given) {
  return find_claude(given, environment("CLEW_CLAUDE"), environment("PATH"));
}

Result<std::optional<ClaudeVersion>> ask_claude_version(const std::string& program) {
  ChildOptions options;
  options.arguments = {program, "--version"};
  auto result = run_program(options, {.time = std::chrono::seconds(20), .output = 4096});
  if (!result) return with_context("asking " + program + " for its version", result.error());
  return parse_claude_version(result->output);
}

}  // namespace clew
