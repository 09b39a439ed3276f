// SPDX-License-Identifier: MIT

#include "transcript/prompt_kind.h"

#include "base/text.h"

namespace clew {
namespace {

struct Opening {
  std::string_view text;
  PromptKind kind;
};

// How the CLI (1.0 to 2.1) opens what it writes itself into user lines.
constexpr Opening kOpenings[] = {
    {"<command-name>", PromptKind::kCommand},
    {"<command-message>", PromptKind::kCommand},
    {"<command-args>", PromptKind::kCommand},
    {"<local-command>", PromptKind::kCommand},
    {"<local-command-stdout>", PromptKind::kCommandOutput},
    {"<local-command-stderr>", PromptKind::kCommandOutput},
    {"<local-command-caveat>", PromptKind::kCaveat},
    {"Caveat: The messages below", PromptKind::kCaveat},
    {"<bash-input>", PromptKind::kShell},
    {"<bash-stdout>", PromptKind::kShellOutput},
    {"<bash-stderr>", PromptKind::kShellOutput},
    {"<task-notification>", PromptKind::kNotification},
    {"<user-prompt-submit-hook>", PromptKind::kHookFeedback},
    {"<session-start-hook>", PromptKind::kHookFeedback},
};

// "Stop hook feedback:", "PreToolUse:Edit hook error: ...": an event name, then the word hook.
bool is_hook_feedback(std::string_view text) {
  const std::string_view head = text.substr(0, text.find('\n')).substr(0, 120);
  for (std::string_view words :
       {" hook feedback:", " hook blocking error", " hook error:", " hook additional context:"}) {
    if (head.find(words) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

PromptKind classify_prompt(std::string_view text, bool meta) {
  text = trim(text);
  for (const Opening& opening : kOpenings) {
    if (!text.starts_with(opening.text)) continue;
    // The old form wraps command and output together: what it printed is what matters.
    const bool wraps_output = opening.kind == PromptKind::kCommand &&
                              text.find("<local-command-stdout>") != std::string_view::npos;
    return wraps_output ? PromptKind::kCommandOutput : opening.kind;
  }
  if (text == "[Request interrupted by user]" ||
      text == "[Request interrupted by user for tool use]") {
    return PromptKind::kInterruption;
  }
  if (meta) return is_hook_feedback(text) ? PromptKind::kHookFeedback : PromptKind::kMeta;
  return PromptKind::kTyped;
}

std::string_view name_of(PromptKind kind) {
  switch (kind) {
    case PromptKind::kNone:
      return "none";
    case PromptKind::kTyped:
      return "prompt";
    case PromptKind::kQueued:
      return "queued";
    case PromptKind::kToolResult:
      return "tool-result";
    case PromptKind::kMeta:
      return "meta";
    case PromptKind::kCommand:
      return "command";
    case PromptKind::kCommandOutput:
      return "command-output";
    case PromptKind::kShell:
      return "shell";
    case PromptKind::kShellOutput:
      return "shell-output";
    case PromptKind::kNotification:
      return "notification";
    case PromptKind::kInterruption:
      return "interruption";
    case PromptKind::kHookFeedback:
      return "hook-feedback";
    case PromptKind::kCompactSummary:
      return "compact-summary";
    case PromptKind::kCaveat:
      return "caveat";
  }
  return "none";
}

std::string_view tagged(std::string_view text, std::string_view tag) {
  const std::string open = "<" + std::string(tag) + ">";
  const std::string close = "</" + std::string(tag) + ">";
  const std::size_t start = text.find(open);
  if (start == std::string_view::npos) return {};
  const std::size_t from = start + open.size();
  const std::size_t end = text.find(close, from);
  return text.substr(from, end == std::string_view::npos ? end : end - from);
}

std::string readable_prompt(std::string_view text, PromptKind kind) {
  switch (kind) {
    case PromptKind::kCommand: {
      std::string_view name = trim(tagged(text, "command-name"));
      if (name.empty()) name = trim(tagged(text, "command-message"));
      if (name.empty()) return std::string(text);
      const std::string_view arguments = trim(tagged(text, "command-args"));
      std::string typed = (name.starts_with('/') ? "" : "/") + std::string(name);
      if (!arguments.empty()) typed += " " + std::string(arguments);
      return typed;
    }
    case PromptKind::kShell:
      return "! " + std::string(trim(tagged(text, "bash-input")));
    case PromptKind::kCommandOutput:
    case PromptKind::kShellOutput: {
      std::string printed;
      for (std::string_view tag :
           {"local-command-stdout", "local-command-stderr", "bash-stdout", "bash-stderr"}) {
        const std::string_view part = trim(tagged(text, tag));
        if (part.empty()) continue;
        if (!printed.empty()) printed += '\n';
        printed += part;
      }
      return printed;
    }
    case PromptKind::kNotification: {
      const std::string_view summary = trim(tagged(text, "summary"));
      return std::string(summary.empty() ? text : summary);
    }
    default:
      return std::string(text);
  }
}

}  // namespace clew
