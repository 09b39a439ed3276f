// SPDX-License-Identifier: MIT

#include "transcript/entry_types.h"

#include <string_view>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(EntryTypes, KnowsTheTypesOfFilesAndStreams) {
  EXPECT_EQ(entry_type("user"), EntryType::kUser);
  EXPECT_EQ(entry_type("assistant"), EntryType::kAssistant);
  EXPECT_EQ(entry_type("system"), EntryType::kSystem);
  EXPECT_EQ(entry_type("attachment"), EntryType::kAttachment);
  EXPECT_EQ(entry_type("progress"), EntryType::kProgress);
  EXPECT_EQ(entry_type("summary"), EntryType::kSummary);
  EXPECT_EQ(entry_type("custom-title"), EntryType::kCustomTitle);
  EXPECT_EQ(entry_type("ai-title"), EntryType::kAiTitle);
  EXPECT_EQ(entry_type("tag"), EntryType::kTag);
  EXPECT_EQ(entry_type("agent-name"), EntryType::kAgentName);
  EXPECT_EQ(entry_type("last-prompt"), EntryType::kLastPrompt);
  EXPECT_EQ(entry_type("file-history-snapshot"), EntryType::kFileHistorySnapshot);
  EXPECT_EQ(entry_type("file-history-delta"), EntryType::kFileHistoryDelta);
  EXPECT_EQ(entry_type("queue-operation"), EntryType::kQueueOperation);
  for (const char* name : {"agent-color", "mode", "permission-mode", "pr-link", "bridge-session",
                           "atis-latch", "cost-state", "worktree-state", "tools-used"}) {
    EXPECT_EQ(entry_type(name), EntryType::kBookkeeping) << name;
  }
  EXPECT_EQ(entry_type("result"), EntryType::kResult);
  EXPECT_EQ(entry_type("stream_event"), EntryType::kStreamEvent);
  EXPECT_EQ(entry_type("control_request"), EntryType::kControl);
}

TEST(EntryTypes, TheOnlyNameOfATypeLeadsToIt) {
  for (int i = 0; i <= static_cast<int>(EntryType::kUnknown); ++i) {
    const auto type = static_cast<EntryType>(i);
    const std::string_view name = only_name_of(type);
    if (!name.empty()) {
      EXPECT_EQ(entry_type(name), type) << name;
    }
  }
  // Lines of these types are also written.
  EXPECT_EQ(only_name_of(EntryType::kCustomTitle), "custom-title");
  EXPECT_EQ(only_name_of(EntryType::kTag), "tag");
}

TEST(EntryTypes, KeepsEverythingElseAsUnknown) {
  for (const char* name : {"", "User", "users", "use", "assistant ", "zzz", "\x01", "frobnicate"}) {
    EXPECT_EQ(entry_type(name), EntryType::kUnknown) << name;
  }
}

TEST(EntryTypes, KnowsTheBlocks) {
  EXPECT_EQ(block_kind("text"), BlockKind::kText);
  EXPECT_EQ(block_kind("thinking"), BlockKind::kThinking);
  EXPECT_EQ(block_kind("redacted_thinking"), BlockKind::kRedactedThinking);
  EXPECT_EQ(block_kind("tool_use"), BlockKind::kToolUse);
  EXPECT_EQ(block_kind("tool_result"), BlockKind::kToolResult);
  EXPECT_EQ(block_kind("image"), BlockKind::kImage);
  EXPECT_EQ(block_kind("document"), BlockKind::kDocument);
  EXPECT_EQ(block_kind("server_tool_use"), BlockKind::kServerTool);
  EXPECT_EQ(block_kind("web_search_tool_result"), BlockKind::kServerTool);
  EXPECT_EQ(block_kind("hologram"), BlockKind::kUnknown);
  EXPECT_EQ(block_kind(""), BlockKind::kUnknown);
}

}  // namespace
}  // namespace clew
