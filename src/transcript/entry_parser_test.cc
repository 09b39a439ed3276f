// SPDX-License-Identifier: MIT

#include "transcript/entry_parser.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

using Kind = Finding::Kind;

// One line, read.
class OneLine {
 public:
  explicit OneLine(std::string line) : transcript_(read_test_lines({std::move(line)})) {}

  const Transcript* operator->() const { return &transcript_; }
  bool has_entry() const { return transcript_.count() == 1; }
  const Entry& entry() const { return transcript_.entries.at(0); }
  const Block& block(std::size_t i) const { return transcript_.blocks.at(i); }
  std::string text(Symbol symbol) const { return std::string(transcript_.text(symbol)); }
  // All findings: "wrong-kind duplicate-key".
  std::string complaints() const {
    std::string out;
    for (const Finding& d : transcript_.findings) {
      out += (out.empty() ? "" : " ") + std::string(name_of(d.kind));
    }
    return out;
  }

 private:
  Transcript transcript_;
};

TEST(EntryParser, ReadsTheEnvelope) {
  const OneLine line(
      R"({"parentUuid":"p","logicalParentUuid":"l","isSidechain":true,"userType":"external",)"
      R"("cwd":"/w","sessionId":"s","version":"2.1.29","gitBranch":"main","agentId":"ag",)"
      R"("type":"user","message":{"role":"user","content":"hello"},"isMeta":true,)"
      R"("isCompactSummary":true,"isVisibleInTranscriptOnly":true,"uuid":"u",)"
      R"("timestamp":"2026-01-05T12:00:00.500Z","requestId":"req"})");
  EXPECT_EQ(line.complaints(), "");
  const Entry& entry = line.entry();
  EXPECT_EQ(entry.type, EntryType::kUser);
  EXPECT_EQ(line->type_name(entry), "user");
  EXPECT_EQ(line.text(entry.uuid), "u");
  EXPECT_EQ(line.text(entry.parent), "p");
  EXPECT_EQ(line.text(line->extra(entry).logical_parent), "l");
  EXPECT_EQ(line.text(line->origin(entry).session), "s");
  EXPECT_EQ(line.text(line->origin(entry).version), "2.1.29");
  EXPECT_EQ(line.text(line->origin(entry).cwd), "/w");
  EXPECT_EQ(line.text(line->origin(entry).git_branch), "main");
  EXPECT_EQ(line.text(line->origin(entry).agent), "ag");
  EXPECT_EQ(line.text(entry.request_id), "req");
  EXPECT_EQ(entry.time, kTestNoon + 500);
  EXPECT_TRUE(entry.sidechain && entry.meta && entry.compact_summary && entry.transcript_only);
  EXPECT_FALSE(entry.streamed || entry.api_error || entry.after_bom);
  EXPECT_TRUE(entry.string_content);
  EXPECT_EQ(entry.prompt, PromptKind::kCompactSummary);
  EXPECT_TRUE(entry.is_node());
  EXPECT_TRUE(entry.is_conversation());
}

TEST(EntryParser, RemembersWhereTheLineIs) {
  Transcript t;
  EntryParser parser(t);
  add_test_line(t, parser, R"({"type":"user"})");
  add_test_line(t, parser, "torn");
  add_test_line(t, parser, R"({"type":"mode"})");
  ASSERT_EQ(t.count(), 2);
  EXPECT_EQ(t[0].offset, 0);
  EXPECT_EQ(t[0].length, 15);
  EXPECT_EQ(t[0].line, 1);
  EXPECT_EQ(t[1].offset, 21);
  EXPECT_EQ(t[1].line, 3);
  EXPECT_EQ(t.lines, 3);
  ASSERT_EQ(t.findings.size(), 1u);
  EXPECT_EQ(t.findings[0].line, 2);
  EXPECT_EQ(t.findings[0].offset, 16);
  EXPECT_EQ(t.findings[0].length, 4);
}

TEST(EntryParser, ReadsAnAssistantMessage) {
  const OneLine line(
      R"({"type":"assistant","uuid":"a","requestId":"r","message":{"id":"m","model":"claude-x",)"
      R"("stop_reason":"tool_use","content":[{"type":"thinking","thinking":"hm","signature":"sig"},)"
      R"({"type":"text","text":"  "},{"type":"text","text":"hi"},)"
      R"({"type":"tool_use","id":"t","name":"Bash","input":{"type":"text","id":"not this"}},)"
      R"({"type":"redacted_thinking","data":"x"},{"type":"hologram","x":1},)"
      R"({"type":"server_tool_use","id":"st","name":"web_search"}],)"
      R"("usage":{"input_tokens":3,"output_tokens":4,"cache_read_input_tokens":5,)"
      R"("cache_creation_input_tokens":6,"cache_creation":{"ephemeral_5m_input_tokens":1,)"
      R"("ephemeral_1h_input_tokens":5},"server_tool_use":{"web_search_requests":2},)"
      R"("output_tokens_details":{"thinking_tokens":1},"service_tier":null}}})");
  EXPECT_EQ(line.complaints(), "");
  const Entry& entry = line.entry();
  EXPECT_EQ(line.text(entry.message_id), "m");
  EXPECT_EQ(line.text(entry.model), "claude-x");
  EXPECT_EQ(line.text(entry.stop_reason), "tool_use");
  EXPECT_EQ(entry.prompt, PromptKind::kNone);
  ASSERT_EQ(entry.block_count, 7u);
  EXPECT_EQ(line.block(0).kind, BlockKind::kThinking);
  EXPECT_TRUE(line.block(0).visible && line.block(0).has_mark);
  EXPECT_FALSE(line.block(1).visible);
  EXPECT_TRUE(line.block(2).visible);
  EXPECT_EQ(line.block(3).kind, BlockKind::kToolUse);
  EXPECT_EQ(line.text(line.block(3).id), "t");
  EXPECT_EQ(line.text(line.block(3).name), "Bash");
  EXPECT_EQ(line.block(4).kind, BlockKind::kRedactedThinking);
  EXPECT_EQ(line.block(5).kind, BlockKind::kUnknown);
  EXPECT_EQ(line.text(line.block(5).name), "hologram");
  EXPECT_EQ(line->unknown.at({"block hologram", ""}), 1);
  EXPECT_EQ(line.block(6).kind, BlockKind::kServerTool);
  ASSERT_EQ(entry.usage, 0);
  const Tokens& usage = line->usages[0];
  EXPECT_EQ(usage.input, 3);
  EXPECT_EQ(usage.output, 4);
  EXPECT_EQ(usage.cache_read, 5);
  EXPECT_EQ(usage.cache_write, 6);
  EXPECT_EQ(usage.cache_write_5m, 1);
  EXPECT_EQ(usage.cache_write_1h, 5);
  EXPECT_EQ(usage.web_searches, 2);
  EXPECT_EQ(usage.thinking, 1);
}

TEST(EntryParser, ReadsToolResults) {
  const OneLine line(
      R"({"type":"user","uuid":"u","sourceToolAssistantUUID":"a","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t","is_error":true,"content":[{"type":"text"}]}]},)"
      R"("toolUseResult":{"agentId":"ag7","totalDurationMs":1500}})");
  const Entry& entry = line.entry();
  EXPECT_EQ(entry.prompt, PromptKind::kToolResult);
  EXPECT_EQ(line.text(line->extra(entry).started_agent), "ag7");
  EXPECT_EQ(line->extra(entry).duration_ms, 1500);
  ASSERT_EQ(entry.block_count, 1u);
  EXPECT_EQ(line.block(0).kind, BlockKind::kToolResult);
  EXPECT_EQ(line.text(line.block(0).id), "t");
  EXPECT_TRUE(line.block(0).has_mark);
  const OneLine with_text(
      R"({"type":"user","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t"},{"type":"text","text":"no!"}]}})");
  EXPECT_EQ(with_text.entry().prompt, PromptKind::kTyped);
  EXPECT_FALSE(with_text.block(0).has_mark);
  const OneLine with_image(R"({"type":"user","message":{"content":[)"
                           R"({"type":"tool_result","tool_use_id":"t"},{"type":"image"}]}})");
  EXPECT_EQ(with_image.entry().prompt, PromptKind::kTyped);
}

TEST(EntryParser, TellsKindsOfUserLines) {
  const auto kind = [](const std::string& members) {
    return OneLine(R"({"type":"user","uuid":"u",)" + members + "}").entry().prompt;
  };
  EXPECT_EQ(kind(R"("message":{"content":"hi"})"), PromptKind::kTyped);
  EXPECT_EQ(
      kind(
          R"("message":{"content":[{"type":"text","text":" "},{"type":"text","text":"<bash-input>ls"}]})"),
      PromptKind::kShell);
  EXPECT_EQ(kind(R"("message":{"content":[{"type":"image"}]})"), PromptKind::kTyped);
  EXPECT_EQ(kind(R"("isMeta":true,"message":{"content":"skill"})"), PromptKind::kMeta);
  EXPECT_EQ(kind(R"("origin":{"kind":"task-notification"},"message":{"content":"done"})"),
            PromptKind::kNotification);
  EXPECT_EQ(kind(R"("message":{})"), PromptKind::kTyped);
}

TEST(EntryParser, ReadsSystemLines) {
  const OneLine boundary(
      R"({"type":"system","subtype":"compact_boundary","uuid":"s","parentUuid":null,)"
      R"("logicalParentUuid":"l","compactMetadata":{"trigger":"auto","preTokens":155000,)"
      R"("postTokens":9000,"durationMs":70,"preservedSegment":{"headUuid":"h","anchorUuid":"x",)"
      R"("tailUuid":"t"}}})");
  ASSERT_EQ(boundary->compactions.size(), 1u);
  const Compaction& compaction = boundary->compactions[0];
  EXPECT_EQ(compaction.entry, 0);
  EXPECT_EQ(compaction.trigger, "auto");
  EXPECT_EQ(compaction.tokens_before, 155000);
  EXPECT_EQ(compaction.tokens_after, 9000);
  EXPECT_EQ(compaction.duration_ms, 70);
  EXPECT_TRUE(compaction.has_preserved);
  EXPECT_FALSE(compaction.by_list || compaction.micro);
  EXPECT_EQ(boundary.text(compaction.head), "h");
  EXPECT_EQ(boundary.text(compaction.anchor), "x");
  EXPECT_EQ(boundary.text(compaction.tail), "t");

  const OneLine list(
      R"({"type":"system","subtype":"compact_boundary","uuid":"s","compactMetadata":{)"
      R"("preservedSegment":{"headUuid":"h"},"preservedMessages":{"anchorUuid":"x",)"
      R"("uuids":["a","b"],"allUuids":["a","b","c"]}}})");
  EXPECT_TRUE(list->compactions[0].by_list);
  ASSERT_EQ(list->compactions[0].preserved.size(), 2u);
  EXPECT_EQ(list.text(list->compactions[0].preserved[1]), "b");

  const OneLine micro(
      R"({"type":"system","subtype":"microcompact_boundary","uuid":"s",)"
      R"("microcompactMetadata":{"trigger":"auto","preTokens":5,"tokensSaved":3}})");
  EXPECT_TRUE(micro->compactions[0].micro);
  EXPECT_EQ(micro->compactions[0].tokens_saved, 3);

  const OneLine command(
      R"({"type":"system","subtype":"local_command","uuid":"s","content":"<command-name>/help"})");
  EXPECT_EQ(command.entry().prompt, PromptKind::kCommand);
  EXPECT_TRUE(command.block(0).visible);
  const OneLine timed(R"({"type":"system","uuid":"s","subtype":"turn_duration","durationMs":42})");
  EXPECT_EQ(timed->extra(timed.entry()).duration_ms, 42);
}

TEST(EntryParser, ReadsAttachments) {
  const OneLine queued(
      R"({"type":"attachment","uuid":"x","attachment":{"type":"queued_command",)"
      R"("prompt":[{"type":"text","text":"also this"},{"type":"image"}],"commandMode":"prompt"}})");
  EXPECT_EQ(queued.entry().prompt, PromptKind::kQueued);
  EXPECT_EQ(queued.text(queued.entry().subtype), "queued_command");
  EXPECT_EQ(queued.text(queued->extra(queued.entry()).detail), "prompt");
  EXPECT_EQ(queued.entry().block_count, 2u);
  EXPECT_TRUE(queued.entry().attachment_says);
  const OneLine text(R"({"type":"attachment","uuid":"x","attachment":{"type":"queued_command",)"
                     R"("prompt":"<task-notification>x","commandMode":"prompt"}})");
  EXPECT_EQ(text.entry().prompt, PromptKind::kNotification);
  const OneLine notified(R"({"type":"attachment","uuid":"x","attachment":{"type":"queued_command",)"
                         R"("prompt":"x","commandMode":"task-notification"}})");
  EXPECT_EQ(notified.entry().prompt, PromptKind::kNotification);

  const auto says = [](const std::string& attachment, const std::string& more = "") {
    return OneLine(R"({"type":"attachment","uuid":"x","attachment":)" + attachment + more + "}")
        .entry()
        .attachment_says;
  };
  EXPECT_TRUE(says(R"({"type":"file"})"));
  EXPECT_FALSE(says(R"({"type":"hook_success","content":"","hookEvent":"SessionStart"})"));
  EXPECT_TRUE(says(R"({"type":"hook_success","content":"x"})"));
  EXPECT_FALSE(says(R"({"type":"file"})", R"(,"rendered":[])"));
  EXPECT_TRUE(says(R"({"type":"hook_success","content":""})", R"(,"rendered":[1])"));
  EXPECT_FALSE(says("7"));
}

TEST(EntryParser, ReadsLinesBesideTheTree) {
  const Transcript t = read_test_lines({
      R"({"type":"custom-title","customTitle":"first","sessionId":"s"})",
      R"({"type":"custom-title","customTitle":"mine","sessionId":"s"})",
      R"({"type":"ai-title","aiTitle":"its"})",
      R"({"type":"tag","tag":"blue"})",
      R"({"type":"agent-name","agentName":"bob"})",
      R"({"type":"summary","summary":"title","leafUuid":"l"})",
      R"({"type":"summary","summary":"old","leafUuid":"k","isCompactSummary":true})",
      R"({"type":"last-prompt","lastPrompt":"p","leafUuid":"l"})",
      R"({"type":"last-prompt","leafUuid":null,"explicit":true})",
      R"({"type":"last-prompt","leafUuid":"00000000-0000-0000-0000-000000000000"})",
      R"({"type":"last-prompt"})",
      R"({"type":"queue-operation","operation":"enqueue","content":"x"})",
      R"({"type":"progress","uuid":"g","data":{"type":"bash_progress"},"parentToolUseID":"t"})",
      R"({"type":"mode","mode":"normal"})",
      R"({"type":"frobnicate","version":"9.9"})",
      R"({"version":"9.9"})",
  });
  EXPECT_EQ(t.finding_count, 0);
  EXPECT_EQ(t.custom_title.text, "mine");
  EXPECT_EQ(t.custom_title.entry, 1);
  EXPECT_EQ(t.ai_title.text, "its");
  EXPECT_EQ(t.tag.text, "blue");
  EXPECT_EQ(t.agent_name.text, "bob");
  ASSERT_EQ(t.summaries.size(), 2u);
  EXPECT_EQ(t.summaries[0].text, "title");
  EXPECT_EQ(t.text(t.summaries[0].leaf), "l");
  EXPECT_TRUE(t.summaries[1].is_compact);
  ASSERT_EQ(t.last_prompts.size(), 4u);
  EXPECT_EQ(t.last_prompts[0].text, "p");
  EXPECT_EQ(t.text(t.last_prompts[0].leaf), "l");
  EXPECT_TRUE(t.last_prompts[1].is_null && t.last_prompts[1].is_explicit);
  EXPECT_TRUE(t.last_prompts[2].is_zero && t.last_prompts[2].leaf == kNoSymbol);
  EXPECT_FALSE(t.last_prompts[3].has_leaf);
  EXPECT_EQ(t.text(t.extra(t[11]).detail), "enqueue");
  EXPECT_EQ(t.text(t[12].subtype), "bash_progress");
  EXPECT_EQ(t.text(t.extra(t[12]).parent_tool), "t");
  EXPECT_EQ(t.unknown.at({"entry frobnicate", "9.9"}), 1);
  EXPECT_EQ(t.unknown.at({"entry without type", "9.9"}), 1);
}

TEST(EntryParser, ReadsSnapshotsAndDeltas) {
  const Transcript t = read_test_lines({
      R"({"type":"file-history-snapshot","messageId":"a","isSnapshotUpdate":true,"snapshot":)"
      R"({"messageId":"u","timestamp":"2026-01-05T12:00:00Z","trackedFileBackups":{)"
      R"("x.c":{"backupFileName":"b@v2","version":2,"backupTime":"2026-01-05T12:00:01Z"},)"
      R"("y.c":{"backupFileName":null,"version":1}}}})",
      R"({"type":"file-history-delta","messageId":"b","snapshotMessageId":"u","trackingPath":"z.c",)"
      R"("timestamp":"2026-01-05T12:00:02Z","backup":{"backupFileName":"c@v1","version":1}})",
  });
  ASSERT_EQ(t.snapshots.size(), 2u);
  EXPECT_EQ(t.text(t.snapshots[0].message), "a");
  EXPECT_EQ(t.text(t.snapshots[0].snapshot_message), "u");
  EXPECT_TRUE(t.snapshots[0].is_update);
  EXPECT_EQ(t.snapshots[0].time, kTestNoon);
  ASSERT_EQ(t.snapshots[0].files.size(), 2u);
  EXPECT_EQ(t.text(t.snapshots[0].files[0].path), "x.c");
  EXPECT_EQ(t.text(t.snapshots[0].files[0].backup), "b@v2");
  EXPECT_EQ(t.snapshots[0].files[0].version, 2);
  EXPECT_EQ(t.snapshots[0].files[0].time, kTestNoon + 1000);
  EXPECT_EQ(t.snapshots[0].files[1].backup, kNoSymbol);
  EXPECT_EQ(t.snapshots[0].files[1].time, kNoTime);
  EXPECT_TRUE(t.snapshots[1].is_delta);
  EXPECT_EQ(t.text(t.snapshots[1].files.at(0).path), "z.c");
}

// ---- the stream

TEST(EntryParser, ReadsTheLinesOfAStream) {
  const Transcript t = read_test_lines({
      R"({"type":"system","subtype":"init","session_id":"s","model":"x","claude_code_version":"2.1"})",
      R"({"type":"assistant","session_id":"s","parent_tool_use_id":null,"message":{"id":"m"}})",
      R"({"type":"user","session_id":"s","parent_tool_use_id":"t","tool_use_result":{"agentId":"ag"}})",
      R"({"type":"stream_event","session_id":"s","event":{"type":"message_start"}})",
      R"({"type":"result","subtype":"success","session_id":"s","usage":{"input_tokens":4}})",
      R"({"type":"control_request","request_id":"1"})",
      R"({"type":"user","session_id":"s","isReplay":true,"message":{"content":"x"}})",
  });
  EXPECT_EQ(t.finding_count, 0);
  EXPECT_TRUE(t[0].streamed);
  EXPECT_EQ(t.text(t.origin(t[0]).version), "2.1");
  EXPECT_EQ(t.text(t[0].model), "x");
  EXPECT_EQ(t.text(t.origin(t[1]).session), "s");
  EXPECT_FALSE(t[1].sidechain);
  EXPECT_TRUE(t[2].sidechain);
  EXPECT_EQ(t.text(t.extra(t[2]).parent_tool), "t");
  EXPECT_EQ(t.text(t.extra(t[2]).started_agent), "ag");
  EXPECT_EQ(t.text(t[3].subtype), "message_start");
  EXPECT_EQ(t.text(t[4].subtype), "success");
  EXPECT_EQ(t.usages.at(static_cast<std::size_t>(t[4].usage)).input, 4);
  EXPECT_EQ(t[5].type, EntryType::kControl);
  EXPECT_TRUE(t[6].replay);
}

TEST(EntryParser, AStoredLineWithBothSessionIdsIsNotOfAStream) {
  const OneLine line(
      R"({"type":"user","sessionId":"s","session_id":"s","message":{"content":""}})");
  EXPECT_FALSE(line.entry().streamed);
}

// ---- what is not as it should be

TEST(EntryParser, ReportsLinesThatAreNoObject) {
  for (const char* line : {"[]", "3", "\"x\"", "null", "true", "[{\"type\":\"user\"}]"}) {
    const OneLine one(line);
    EXPECT_FALSE(one.has_entry()) << line;
    EXPECT_EQ(one.complaints(), "not-an-object") << line;
  }
}

TEST(EntryParser, ReportsTornLines) {
  for (const char* line :
       {"26-02-13T03:24:54.783Z\"}", R"({"type":"user","message":{"content":"cut)", "{", "}", "{]",
        R"({"type":"user"}{"type":"user"})", R"({"type":"user"} x)", R"({"type":"user",})",
        R"({type:"user"})", "{'type':'user'}", R"({"type":"us\er"})", "{\"type\":\"a\tb\"}",
        R"({"n":01})", R"({"n":+1})", R"({"n":.5})", R"({"n":NaN})", R"({"a":1,"a"})"}) {
    const OneLine one(line);
    EXPECT_FALSE(one.has_entry()) << line;
    EXPECT_EQ(one.complaints(), "bad-line") << line;
  }
}

TEST(EntryParser, ReportsNestingBeyondMeasureAndReadsTheRest) {
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += R"({"a":[)";
  const OneLine cut(deep);
  EXPECT_FALSE(cut.has_entry());
  for (int i = 0; i < 10000; ++i) deep += "]}";
  const OneLine whole(deep);
  EXPECT_FALSE(whole.has_entry());
  EXPECT_EQ(whole.complaints(), "too-deep");
  Transcript t = read_test_lines({deep, R"({"type":"user","uuid":"u"})"});
  EXPECT_EQ(t.count(), 1);
  std::string fine = R"({"type":"user","uuid":"u","x":)";
  for (int i = 0; i < 500; ++i) fine += "[";
  for (int i = 0; i < 500; ++i) fine += "]";
  EXPECT_EQ(OneLine(fine + "}").complaints(), "");
}

TEST(EntryParser, MendsWhatJavaScriptTolerates) {
  const OneLine surrogate(R"({"type":"user","uuid":"u\ud83d","message":{"content":"a\udc00"}})");
  ASSERT_TRUE(surrogate.has_entry());
  EXPECT_EQ(surrogate.complaints(), "repaired");
  EXPECT_EQ(surrogate.text(surrogate.entry().uuid), "u\xEF\xBF\xBD");
  const OneLine bytes("{\"type\":\"user\",\"uuid\":\"u\xff\"}");
  ASSERT_TRUE(bytes.has_entry());
  EXPECT_EQ(bytes.complaints(), "repaired");
  const OneLine number(R"({"type":"user","uuid":"u","durationMs":123456789012345678901234567890})");
  ASSERT_TRUE(number.has_entry());
  EXPECT_EQ(number.complaints(), "repaired");
  EXPECT_EQ(number->extra(number.entry()).duration_ms, -1);
}

TEST(EntryParser, ReportsWrongKindsAndLeavesThemOut) {
  const OneLine line(
      R"({"type":"assistant","uuid":7,"parentUuid":{},"sessionId":[],"version":2,"cwd":true,)"
      R"("timestamp":"yesterday","message":{"id":1,"model":null,"content":"x","usage":[]}})");
  ASSERT_TRUE(line.has_entry());
  const Entry& entry = line.entry();
  EXPECT_EQ(entry.type, EntryType::kAssistant);
  EXPECT_EQ(entry.uuid, kNoSymbol);
  EXPECT_FALSE(entry.is_node());
  EXPECT_EQ(entry.time, kNoTime);
  EXPECT_EQ(entry.usage, -1);
  EXPECT_EQ(line->finding_count, 8);
  for (const Finding& d : line->findings) {
    EXPECT_EQ(d.kind, Kind::kWrongKind) << d.reason;
    EXPECT_EQ(d.line, 1);
  }
}

TEST(EntryParser, AFlagIsTrueOrFalseOrNothing) {
  for (const char* fine : {"true", "false", "null"}) {
    const OneLine line(R"({"type":"user","uuid":"u","isMeta":)" + std::string(fine) + "}");
    EXPECT_EQ(line.complaints(), "") << fine;
    EXPECT_EQ(line.entry().meta, std::string_view(fine) == "true");
  }
  for (const char* odd : {"1", "\"true\"", "{}", "[true]"}) {
    const OneLine line(R"({"type":"user","uuid":"u","isMeta":)" + std::string(odd) + "}");
    EXPECT_EQ(line.complaints(), "wrong-kind") << odd;
    EXPECT_FALSE(line.entry().meta) << odd;
  }
}

TEST(EntryParser, ReportsOddContent) {
  EXPECT_EQ(OneLine(R"({"type":"user","message":{"content":7}})").complaints(), "wrong-kind");
  EXPECT_EQ(OneLine(R"({"type":"user","message":"hello"})").complaints(), "wrong-kind");
  EXPECT_EQ(OneLine(R"({"type":"user","message":{"content":[1,null,"x"]}})").complaints(),
            "wrong-kind wrong-kind wrong-kind");
  EXPECT_EQ(OneLine(R"({"type":7})").complaints(), "wrong-kind");
  EXPECT_EQ(OneLine(R"({"type":"attachment","uuid":"x"})").complaints(), "wrong-kind");
  EXPECT_EQ(OneLine(R"({"type":"user","message":{"content":null}})").complaints(), "");
  EXPECT_EQ(OneLine(R"({"type":"user"})").complaints(), "");
  EXPECT_EQ(OneLine(R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":3}]}})")
                .complaints(),
            "wrong-kind");
  const OneLine untyped(R"({"type":"assistant","message":{"content":[{}]}})");
  EXPECT_EQ(untyped.block(0).kind, BlockKind::kUnknown);
  EXPECT_EQ(untyped->unknown.at({"block without type", ""}), 1);
}

TEST(EntryParser, OfRepeatedKeysTheLastCounts) {
  const OneLine line(R"({"type":"assistant","uuid":"a","type":"user","uuid":"b","x":1,"x":2,)"
                     R"("message":{"content":"first","content":"<bash-input>x"}})");
  EXPECT_EQ(line.entry().type, EntryType::kUser);
  EXPECT_EQ(line.text(line.entry().uuid), "b");
  EXPECT_EQ(line.entry().prompt, PromptKind::kShell);
  EXPECT_EQ(line.complaints(), "duplicate-key duplicate-key");
}

TEST(EntryParser, ReadsTimesAsTextAndAsNumber) {
  const auto time = [](const std::string& value) {
    return OneLine(R"({"type":"user","timestamp":)" + value + "}").entry().time;
  };
  EXPECT_EQ(time(R"("2026-01-05T12:00:00Z")"), kTestNoon);
  EXPECT_EQ(time(R"("2026-01-05T14:00:00+02:00")"), kTestNoon);
  EXPECT_EQ(time("1767614400000"), kTestNoon);
  EXPECT_EQ(time("1767614400000.7"), kTestNoon);
  EXPECT_EQ(time("-1"), -1);
  EXPECT_EQ(time("8640000000000001"), kNoTime);
  EXPECT_EQ(time("1e300"), kNoTime);
  EXPECT_EQ(time("null"), kNoTime);
  EXPECT_EQ(time("\"\""), kNoTime);
  EXPECT_EQ(time("[]"), kNoTime);
}

TEST(EntryParser, LeavesOutCountsBeyondBelief) {
  const OneLine line(
      R"({"type":"assistant","message":{"usage":{"input_tokens":9e18,"output_tokens":-1,)"
      R"("cache_read_input_tokens":"7","cache_creation_input_tokens":1.5,)"
      R"("cache_creation":{"ephemeral_5m_input_tokens":null},"server_tool_use":7}}})");
  EXPECT_EQ(line->finding_count, 4);
  ASSERT_EQ(line.entry().usage, 0);
  EXPECT_EQ(line->usages[0], Tokens{});
}

TEST(EntryParser, TakesUsageFromTheTopOnlyWhereTheMessageHasNone) {
  const OneLine top(R"({"type":"assistant","usage":{"input_tokens":5},"message":{"id":"m"}})");
  EXPECT_EQ(top->usages.at(0).input, 5);
  const OneLine both(
      R"({"type":"assistant","usage":{"input_tokens":5},"message":{"usage":{"input_tokens":6}}})");
  EXPECT_EQ(both->usages.at(0).input, 6);
  const OneLine user(R"({"type":"user","usage":{"input_tokens":5},"message":{}})");
  EXPECT_EQ(user.entry().usage, -1);
}

TEST(EntryParser, AUserLineHasNoMessageId) {
  const OneLine line(R"({"type":"user","uuid":"u","message":{"id":"m","content":"x"}})");
  EXPECT_EQ(line.entry().message_id, kNoSymbol);
}

TEST(EntryParser, CountsAllFindingsButKeepsTheFirst) {
  Transcript t;
  EntryParser parser(t);
  for (int i = 0; i < 2000; ++i) add_test_line(t, parser, "torn");
  parser.add_too_long({5, 1 << 30, 7, false});
  EXPECT_EQ(t.finding_count, 2001);
  EXPECT_EQ(t.findings.size(), Transcript::kMaxFindings);
  EXPECT_EQ(t.lines, 2001);
  EXPECT_EQ(t.count(), 0);
}

TEST(EntryParser, MarksTheLineBehindAByteOrderMark) {
  Transcript t;
  EntryParser parser(t);
  std::string line = R"({"type":"user","uuid":"u"})";
  line.reserve(line.size() + json::kPadding);
  parser.add(line, {3, static_cast<std::int64_t>(line.size()), 1, true});
  EXPECT_TRUE(t[0].after_bom);
}

TEST(EntryParser, HasANameForEachFinding) {
  for (int i = 0; i <= static_cast<int>(Kind::kCycle); ++i) {
    EXPECT_NE(name_of(static_cast<Kind>(i)), "unknown");
  }
}

}  // namespace
}  // namespace clew
