// SPDX-License-Identifier: MIT
#include "engine/read/agent_calls.h"

#include <algorithm>

#include "catalog/list/subagents.h"

namespace clew {

std::map<std::string_view, EntryIndex> calls_by_id(const Transcript& transcript) {
  std::map<std::string_view, EntryIndex> calls;
  for (EntryIndex at = 0; at < transcript.count(); ++at) {
    for (const Block& block : transcript.blocks_of(transcript[at])) {
      if (block.kind == BlockKind::kToolUse) calls.emplace(transcript.text(block.id), at);
    }
  }
  return calls;
}

std::map<std::string, EntryIndex> agent_calls(const FileSystem& files, const Session& session) {
  Subagents found = find_subagents(files, session.file());
  if (const auto file = files.open(session.file())) {
    join_with_calls(session.transcript(), **file, found.agents);
  }
  const std::map<std::string_view, EntryIndex> by_call = calls_by_id(session.transcript());
  std::map<std::string, EntryIndex> by_path;
  for (const Subagent& agent : found.agents) {
    const auto call = by_call.find(agent.tool_use_id);
    if (call != by_call.end()) by_path.emplace(agent.path, call->second);
  }
  return by_path;
}

EntryIndex entry_at(const Transcript& transcript, std::int64_t offset) {
  const auto& entries = transcript.entries;
  const auto found = std::lower_bound(
      entries.begin(), entries.end(), offset,
      [](const Entry& entry, std::int64_t wanted) { return entry.offset < wanted; });
  if (found == entries.end() || found->offset != offset) return kNoEntry;
  return static_cast<EntryIndex>(found - entries.begin());
}

}  // namespace clew
