// SPDX-License-Identifier: MIT

#include "transcript/entry_types.h"

#include <algorithm>
#include <array>
#include <utility>

namespace clew {
namespace {

using TypeRow = std::pair<std::string_view, EntryType>;

// Met in real files of CLI 1.0.17 to 2.1.325 and in their stream-json output, or named by other
// readers of the format (docs/format.md says which). Sorted by name.
constexpr std::array kTypes = {
    TypeRow{"agent-color", EntryType::kBookkeeping},
    TypeRow{"agent-name", EntryType::kAgentName},
    TypeRow{"agent-setting", EntryType::kBookkeeping},
    TypeRow{"ai-title", EntryType::kAiTitle},
    TypeRow{"api-request", EntryType::kBookkeeping},
    TypeRow{"api-request-blob", EntryType::kBookkeeping},
    TypeRow{"api-request-shape", EntryType::kBookkeeping},
    TypeRow{"assistant", EntryType::kAssistant},
    TypeRow{"atis-latch", EntryType::kBookkeeping},
    TypeRow{"attachment", EntryType::kAttachment},
    TypeRow{"attribution-snapshot", EntryType::kBookkeeping},
    TypeRow{"bridge-session", EntryType::kBookkeeping},
    TypeRow{"command_lifecycle", EntryType::kControl},
    TypeRow{"content-replacement", EntryType::kBookkeeping},
    TypeRow{"continued-in", EntryType::kBookkeeping},
    TypeRow{"control_cancel_request", EntryType::kControl},
    TypeRow{"control_request", EntryType::kControl},
    TypeRow{"control_response", EntryType::kControl},
    TypeRow{"cost-state", EntryType::kBookkeeping},
    TypeRow{"custom-title", EntryType::kCustomTitle},
    TypeRow{"file-history-delta", EntryType::kFileHistoryDelta},
    TypeRow{"file-history-snapshot", EntryType::kFileHistorySnapshot},
    TypeRow{"fork-context-ref", EntryType::kBookkeeping},
    TypeRow{"keep_alive", EntryType::kControl},
    TypeRow{"last-prompt", EntryType::kLastPrompt},
    TypeRow{"mode", EntryType::kBookkeeping},
    TypeRow{"permission-mode", EntryType::kBookkeeping},
    TypeRow{"pr-link", EntryType::kBookkeeping},
    TypeRow{"progress", EntryType::kProgress},
    TypeRow{"queue-operation", EntryType::kQueueOperation},
    TypeRow{"rate_limit_event", EntryType::kControl},
    TypeRow{"result", EntryType::kResult},
    TypeRow{"stream_event", EntryType::kStreamEvent},
    TypeRow{"summary", EntryType::kSummary},
    TypeRow{"system", EntryType::kSystem},
    TypeRow{"tag", EntryType::kTag},
    TypeRow{"tools-used", EntryType::kBookkeeping},
    TypeRow{"transcript_mirror", EntryType::kControl},
    TypeRow{"user", EntryType::kUser},
    TypeRow{"worktree-state", EntryType::kBookkeeping},
};
static_assert(std::is_sorted(kTypes.begin(), kTypes.end(),
                             [](const TypeRow& a, const TypeRow& b) { return a.first < b.first; }));

}  // namespace

EntryType entry_type(std::string_view name) {
  // nine lines of ten are one of these
  if (name == "assistant") return EntryType::kAssistant;
  if (name == "user") return EntryType::kUser;
  const auto row =
      std::lower_bound(kTypes.begin(), kTypes.end(), name,
                       [](const TypeRow& a, std::string_view b) { return a.first < b; });
  return row != kTypes.end() && row->first == name ? row->second : EntryType::kUnknown;
}

std::string_view only_name_of(EntryType type) {
  switch (type) {
    case EntryType::kUser:
      return "user";
    case EntryType::kAssistant:
      return "assistant";
    case EntryType::kSystem:
      return "system";
    case EntryType::kAttachment:
      return "attachment";
    case EntryType::kProgress:
      return "progress";
    case EntryType::kLastPrompt:
      return "last-prompt";
    case EntryType::kFileHistorySnapshot:
      return "file-history-snapshot";
    case EntryType::kCustomTitle:
      return "custom-title";
    case EntryType::kTag:
      return "tag";
    default:
      return "";
  }
}

BlockKind block_kind(std::string_view name) {
  if (name == "text") return BlockKind::kText;
  if (name == "tool_use") return BlockKind::kToolUse;
  if (name == "tool_result") return BlockKind::kToolResult;
  if (name == "thinking") return BlockKind::kThinking;
  if (name == "redacted_thinking") return BlockKind::kRedactedThinking;
  if (name == "image") return BlockKind::kImage;
  if (name == "document") return BlockKind::kDocument;
  if (name == "server_tool_use" || name.ends_with("_tool_result")) return BlockKind::kServerTool;
  return BlockKind::kUnknown;
}

}  // namespace clew
