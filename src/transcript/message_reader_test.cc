// SPDX-License-Identifier: MIT

#include "transcript/message_reader.h"

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// Lines in memory; one can be swapped for another, as when a file is changed meanwhile.
class TestLines : public LineSource {
 public:
  explicit TestLines(std::vector<std::string> lines) : lines_(std::move(lines)) {
    for (std::string& line : lines_) line.reserve(line.size() + json::kPadding);
  }
  void swap(std::size_t at, std::string line) {
    lines_[at] = std::move(line);
    lines_[at].reserve(lines_[at].size() + json::kPadding);
  }
  void fail() { fails_ = true; }

  Result<std::string_view> line(const Entry& entry) override {
    if (fails_) return Error{ErrorCode::kIo, "the disk is gone"};
    return std::string_view(lines_[static_cast<std::size_t>(entry.line) - 1]);
  }

 private:
  std::vector<std::string> lines_;
  bool fails_ = false;
};

// A transcript in the notation of test_transcript.h (mostly JSON here) and its messages.
struct TestSession {
  explicit TestSession(std::string_view notation, Detail detail = Detail::kShown) {
    std::vector<std::string> lines;
    TestLineWriter writer;
    for (const std::string& raw : test_split(notation, '\n')) {
      const std::size_t start = raw.find_first_not_of(' ');
      if (start == std::string::npos) continue;
      lines.push_back(writer.write(raw.substr(start), static_cast<int>(lines.size())));
    }
    transcript = read_test_lines(lines);
    source = std::make_unique<TestLines>(std::move(lines));
    std::vector<EntryIndex> all(static_cast<std::size_t>(transcript.count()));
    std::iota(all.begin(), all.end(), 0);
    plans = plan_messages(transcript, all, detail);
  }

  Result<Message> read(std::size_t at) {
    return MessageReader(transcript, *source).read(plans.at(at));
  }
  std::vector<Message> read_all() {
    MessageReader reader(transcript, *source);
    std::vector<Message> messages;
    for (const MessagePlan& plan : plans) {
      auto message = reader.read(plan);
      EXPECT_TRUE(message);
      if (message) messages.push_back(std::move(*message));
    }
    return messages;
  }

  Transcript transcript;
  std::unique_ptr<TestLines> source;
  std::vector<MessagePlan> plans;
};

// The single message that these lines make.
Message read_one(std::string_view notation, Detail detail = Detail::kShown) {
  auto messages = TestSession(notation, detail).read_all();
  EXPECT_EQ(messages.size(), 1U);
  return messages.empty() ? Message{} : messages.front();
}

// ---- texts

TEST(MessageReader, TextsOfStringsAndBlocks) {
  EXPECT_EQ(read_one(R"({"uuid":"u1","type":"user","message":{"content":"as a text"}})").text,
            "as a text");
  EXPECT_EQ(
      read_one(R"({"uuid":"u1","type":"user","message":{"content":[{"type":"text","text":"one"},)"
               R"({"type":"text","text":""},{"type":"text","text":"two"}]}})")
          .text,
      "one\n\ntwo");
  EXPECT_EQ(
      read_one(R"({"uuid":"a1","type":"assistant","message":{"content":"old answers"}})").text,
      "old answers");
}

TEST(MessageReader, LinesOfOneAnswerAreOneText) {
  const Message message = read_one(R"(
      {"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"thinking","thinking":"let me see","signature":"x"}]}}
      {"uuid":"a2","type":"assistant","message":{"id":"m","content":[{"type":"text","text":"First."}]}}
      {"uuid":"a3","type":"assistant","message":{"id":"m","content":[{"type":"thinking","thinking":"and then"}]}}
      {"uuid":"a4","type":"assistant","message":{"id":"m","content":[{"type":"text","text":"Second."}]}})");
  EXPECT_EQ(message.role, Role::kAssistant);
  EXPECT_EQ(message.kind, MessageKind::kAnswer);
  EXPECT_EQ(message.text, "First.\n\nSecond.");
  EXPECT_EQ(message.thought, "let me see\n\nand then");
  EXPECT_FALSE(message.thought_hidden);
  EXPECT_EQ(message.entries.size(), 4U);
}

TEST(MessageReader, ThoughtsThatAreHidden) {
  const Message redacted = read_one(
      R"({"uuid":"a","type":"assistant","message":{"id":"m","content":[{"type":"redacted_thinking","data":"xyz"}]}})");
  EXPECT_TRUE(redacted.thought_hidden);
  EXPECT_EQ(redacted.thought, "");
  const Message empty = read_one(
      R"({"uuid":"a","type":"assistant","message":{"id":"m","content":[{"type":"thinking","thinking":"","signature":"s"}]}})");
  EXPECT_TRUE(empty.thought_hidden);
  EXPECT_EQ(empty.thought, "");
}

TEST(MessageReader, UnicodeComesThrough) {
  EXPECT_EQ(
      read_one(
          R"({"uuid":"u","type":"user","message":{"content":"\u4f60\u597d \ud83d\ude80 \ud83d!"}})")
          .text,
      "你好 🚀 \xEF\xBF\xBD!")
      << "half of a pair is U+FFFD";
}

TEST(MessageReader, WrongKindsAreNoText) {
  const Message message = read_one(R"({"uuid":"u","type":"user","message":{"content":[)"
                                   R"({"type":"text","text":7},{"type":"text"},"bare",17,null,[],)"
                                   R"({"type":"text","text":"words"}]}})");
  EXPECT_EQ(message.text, "words");
}

TEST(MessageReader, ARepeatedKeyReadsAsTheLast) {
  EXPECT_EQ(
      read_one(
          R"({"uuid":"u","type":"user","message":{"content":"a"},"message":{"content":"b","content":"c"}})")
          .text,
      "c");
}

// ---- kinds of prompts

TEST(MessageReader, PromptsReadAsTheyWereTyped) {
  const auto messages = TestSession(R"(
      u1 < - user "<command-message>compact</command-message>\n<command-name>/compact</command-name>\n<command-args>keep it short</command-args>"
      u2 < u1 user "<local-command-stdout>Compacted</local-command-stdout>"
      u3 < u2 user "<bash-input>ls -l</bash-input>"
      u4 < u3 user "<bash-stdout>a.c</bash-stdout><bash-stderr>warning</bash-stderr>"
      u5 < u4 user "<task-notification>\n<task-id>b1</task-id><summary>Build finished</summary></task-notification>"
      u6 < u5 user "[Request interrupted by user]"
      u7 < u6 system sub:local_command "<command-name>/status</command-name><command-args></command-args>"
      u8 < u7 system sub:local_command "<local-command-stdout>all well</local-command-stdout>"
      u9 < u8 attachment sub:queued_command mode:prompt "and the tests")")
                            .read_all();
  std::vector<std::string> texts;
  for (const Message& message : messages) {
    texts.push_back(std::string(name_of(message.kind)) + ": " + message.text);
  }
  EXPECT_EQ(texts,
            (std::vector<std::string>{
                "command: /compact keep it short", "command-output: Compacted", "shell: ! ls -l",
                "shell-output: a.c\nwarning", "notification: Build finished",
                "interruption: [Request interrupted by user]", "command: /status",
                "command-output: all well", "queued: and the tests"}));
}

TEST(MessageReader, AQueuedPromptOfBlocks) {
  const Message message = read_one(
      R"({"uuid":"q","type":"attachment","attachment":{"type":"queued_command","commandMode":"prompt","prompt":[)"
      R"({"type":"text","text":"look at this"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}})");
  EXPECT_EQ(message.kind, MessageKind::kQueued);
  EXPECT_EQ(message.text, "look at this");
  ASSERT_EQ(message.parts.size(), 1U);
  EXPECT_EQ(message.parts[0].media_type, "image/png");
}

TEST(MessageReader, AQueuedNotificationReadsAsItsSummary) {
  const Message message = read_one(
      R"({"uuid":"q","type":"attachment","attachment":{"type":"queued_command","commandMode":"task-notification",)"
      R"("prompt":"<task-notification><summary>Build finished</summary></task-notification>"}})");
  EXPECT_EQ(message.kind, MessageKind::kNotification);
  EXPECT_EQ(message.text, "Build finished");
}

TEST(MessageReader, MetaTextsWhenAllIsAskedFor) {
  const Message message =
      read_one("m1 < - user meta \"Base directory for this skill: /x\"", Detail::kAll);
  EXPECT_EQ(message.kind, MessageKind::kMeta);
  EXPECT_EQ(message.text, "Base directory for this skill: /x");
}

TEST(MessageReader, AttachmentTextsWhenAllIsAskedFor) {
  EXPECT_EQ(read_one("h1 < - attachment sub:hook_success \"printed\"", Detail::kAll).text,
            "printed");
  EXPECT_EQ(
      read_one(R"({"uuid":"h","type":"attachment","attachment":{"type":"file","content":{"x":1}}})",
               Detail::kAll)
          .text,
      "");
}

TEST(MessageReader, ContextsOfAnEditorAreKept) {
  const Message message = read_one(
      R"({"uuid":"u","type":"user","message":{"content":"look"},"contexts":[{"type":"FileReference","path":"a.c"}]})");
  EXPECT_EQ(message.contexts, R"([{"type":"FileReference","path":"a.c"}])");
  EXPECT_EQ(read_one("u < - user \"look\"").contexts, "");
}

TEST(MessageReader, CompactionsCarryTheirData) {
  TestSession session(R"(
      {"uuid":"b1","type":"system","subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":155000,"postTokens":9000}}
      c1 < b1 user summary "This session is being continued."
      {"uuid":"b2","type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"manual","preTokens":-5}}
      {"uuid":"b3","type":"system","subtype":"compact_boundary"})");
  const auto messages = session.read_all();
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_EQ(messages[0].kind, MessageKind::kCompaction);
  EXPECT_EQ(messages[0].text, "Conversation compacted");
  ASSERT_TRUE(messages[0].compaction);
  EXPECT_EQ(messages[0].compaction->trigger, "auto");
  EXPECT_EQ(messages[0].compaction->tokens_before, 155000);
  EXPECT_EQ(messages[0].compaction->tokens_after, 9000);
  EXPECT_EQ(messages[1].kind, MessageKind::kCompactSummary);
  EXPECT_EQ(messages[1].text, "This session is being continued.");
  EXPECT_EQ(messages[1].compaction, nullptr);
  ASSERT_TRUE(messages[2].compaction);
  EXPECT_EQ(messages[2].compaction->trigger, "manual");
  EXPECT_EQ(messages[2].compaction->tokens_after, -1);
  ASSERT_TRUE(messages[3].compaction);
  EXPECT_EQ(messages[3].compaction->trigger, "");
}

// ---- tool calls

const char* const kCall =
    R"({"uuid":"a1","type":"assistant","timestamp":"2026-01-05T12:00:00Z","message":{"id":"m","content":[)"
    R"({"type":"text","text":"Let me look."},{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls","n":[1,2.5]}}]}})"
    "\n";

ToolCall read_tool(const std::string& result) {
  const Message message = read_one(kCall + result);
  EXPECT_EQ(message.tools.size(), 1U);
  return message.tools.empty() ? ToolCall{} : message.tools.front();
}

TEST(MessageReader, ACompactionKnowsWhoAskedForIt) {
  TestSession session(R"(
    u1 < - user "long"
    b1 < - system sub:compact_boundary logical:u1
    k1 < b1 user summary "what was"
    n1 < k1 user meta "Caveat"
    c1 < n1 user "<command-name>/compact</command-name>\n<command-args>keep the tests</command-args>"
    o1 < c1 user "<local-command-stdout>Compacted. ctrl+r to see full summary</local-command-stdout>"
    s1 < - assistant side usage:9/9 "of a subagent"
    u2 < o1 user "on"
    a2 < u2 assistant usage:10/5/300/20 "yes"
    u3 < a2 user "<command-name>/compact</command-name>")");
  const auto mark = session.read(1);
  ASSERT_TRUE(mark && mark->talk);
  EXPECT_EQ(mark->talk->command, "/compact keep the tests");
  EXPECT_EQ(mark->talk->confirmation, "Compacted. ctrl+r to see full summary");
  EXPECT_EQ(mark->talk->lines, (std::vector<EntryIndex>{4, 5}));
  EXPECT_EQ(mark->talk->tokens_after, 330);
}

// By itself, or followed by another command: nothing of that was said to the compaction.
TEST(MessageReader, ACompactionThatNobodyAskedFor) {
  for (const char* next : {"<command-name>/exit</command-name>", "go on",
                           "<local-command-stdout>of something else</local-command-stdout>"}) {
    TestSession session(R"(
      u1 < - user "long"
      b1 < - system sub:compact_boundary logical:u1
      k1 < b1 user summary "what was"
      x1 < k1 user ")" + std::string(next) +
                        R"("
      c1 < x1 user "<command-name>/compact</command-name>")");
    const auto mark = session.read(1);
    ASSERT_TRUE(mark && mark->talk);
    const bool is_output = std::string_view(next).starts_with("<local");
    EXPECT_EQ(mark->talk->command, is_output ? "/compact" : "") << next;
    EXPECT_EQ(mark->talk->confirmation, "");
    EXPECT_EQ(mark->talk->tokens_after, -1);
  }
}

TEST(MessageReader, ACallAndItsResult) {
  const Message message = read_one(
      std::string(kCall) +
      R"({"uuid":"r1","type":"user","timestamp":"2026-01-05T12:00:02.5Z","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t1","content":"a.c\nb.c"}]},"toolUseResult":{"stdout":"a.c\nb.c","interrupted":false}})");
  EXPECT_EQ(message.text, "Let me look.");
  ASSERT_EQ(message.tools.size(), 1U);
  const ToolCall& tool = message.tools[0];
  EXPECT_EQ(tool.id, "t1");
  EXPECT_EQ(tool.name, "Bash");
  EXPECT_EQ(tool.state, ToolState::kSuccess);
  EXPECT_EQ(tool.input, R"({"command":"ls","n":[1,2.5]})");
  EXPECT_EQ(tool.result, "a.c\nb.c");
  EXPECT_EQ(tool.structured, R"({"stdout":"a.c\nb.c","interrupted":false})");
  EXPECT_EQ(tool.duration_ms, 2500);
  EXPECT_EQ(tool.call, 0);
  EXPECT_EQ(tool.answer, 1);
  EXPECT_EQ(tool.repeats, 0);
  EXPECT_EQ(tool.agent, "");
}

// One line can answer several calls; what it says of them as a whole is told once.
TEST(MessageReader, OneLineWithTheResultsOfSeveralCalls) {
  const Message message = read_one(
      R"({"uuid":"a1","type":"assistant","message":{"id":"m","content":[)"
      R"({"type":"tool_use","id":"t1","name":"A"},{"type":"tool_use","id":"t2","name":"B"},)"
      R"({"type":"tool_use","id":"t3","name":"C"}]}})"
      "\n"
      R"({"uuid":"r1","type":"user","parentUuid":"a1","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t3","content":"three"},)"
      R"({"type":"tool_result","tool_use_id":"t1","content":"one"}]},"toolUseResult":{"x":1}})"
      "\n"
      R"({"uuid":"r2","type":"user","parentUuid":"r1","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t2","content":"two"},)"
      R"({"type":"tool_result","tool_use_id":"t2","content":"two again"}]},"toolUseResult":{"x":2}})");
  ASSERT_EQ(message.tools.size(), 3U);
  EXPECT_EQ(message.tools[0].result, "one");
  EXPECT_EQ(message.tools[1].result, "two");
  EXPECT_EQ(message.tools[2].result, "three");
  EXPECT_EQ(message.tools[0].structured, R"({"x":1})");
  EXPECT_EQ(message.tools[1].structured, R"({"x":2})");
  EXPECT_EQ(message.tools[2].structured, "");
}

TEST(MessageReader, ACallWithoutResultIsPending) {
  const ToolCall tool = read_tool("");
  EXPECT_EQ(tool.state, ToolState::kPending);
  EXPECT_EQ(tool.result, "");
  EXPECT_EQ(tool.answer, kNoEntry);
  EXPECT_EQ(tool.duration_ms, -1);
}

TEST(MessageReader, AFailedCall) {
  const ToolCall tool = read_tool(
      R"({"uuid":"r1","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,)"
      R"("content":"no such file"}]},"toolUseResult":"Error: no such file"})");
  EXPECT_EQ(tool.state, ToolState::kFailed);
  EXPECT_EQ(tool.result, "no such file");
  EXPECT_EQ(tool.structured, "\"Error: no such file\"");
  EXPECT_EQ(tool.duration_ms, -1) << "the result has no time";
}

TEST(MessageReader, AResultOfParts) {
  const ToolCall tool = read_tool(
      R"({"uuid":"r1","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[)"
      R"({"type":"text","text":"one"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJDRA=="}},)"
      R"({"type":"text","text":"two"},{"type":"tool_reference","tool_name":"mcp__x__y"},{"type":"hologram"},)"
      R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QUJDREU="}}]}]}})");
  EXPECT_EQ(tool.result, "one\n\ntwo");
  ASSERT_EQ(tool.parts.size(), 4U);
  EXPECT_EQ(tool.parts[0].kind, MediaPart::Kind::kImage);
  EXPECT_EQ(tool.parts[0].media_type, "image/png");
  EXPECT_EQ(tool.parts[0].bytes, 4);
  EXPECT_EQ(tool.parts[0].entry, 1);
  EXPECT_EQ(tool.parts[1].kind, MediaPart::Kind::kReference);
  EXPECT_EQ(tool.parts[1].media_type, "mcp__x__y");
  EXPECT_EQ(tool.parts[2].kind, MediaPart::Kind::kUnknown);
  EXPECT_EQ(tool.parts[2].media_type, "hologram");
  EXPECT_EQ(tool.parts[3].kind, MediaPart::Kind::kDocument);
  EXPECT_EQ(tool.parts[3].bytes, 5);
}

TEST(MessageReader, AResultThatIsMissingOrOdd) {
  for (const char* content : {R"("x":1)", R"("content":null)", R"("content":[])", R"("content":7)",
                              R"("content":{"a":1})", R"("content":[7,null,"s"])"}) {
    const ToolCall tool = read_tool(
        R"({"uuid":"r1","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1",)" +
        std::string(content) + "}]}}");
    EXPECT_EQ(tool.state, ToolState::kSuccess) << content;
    EXPECT_EQ(tool.result, "") << content;
  }
}

// What the CLI stored outside stays outside: the text that the model saw says where it is.
TEST(MessageReader, ExternalisedResultsAreLeftAsTheyAre) {
  const ToolCall tool = read_tool(
      R"({"uuid":"r1","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":)"
      R"("<persisted-output>\nOutput too large (2MB). Full output saved to: /x/tool-results/t1.txt\n</persisted-output>"}]},)"
      R"("toolUseResult":{"persistedOutputPath":"/x/tool-results/t1.txt","persistedOutputSize":2000000}})");
  EXPECT_EQ(tool.result,
            "<persisted-output>\nOutput too large (2MB). Full output saved to: "
            "/x/tool-results/t1.txt\n</persisted-output>");
  EXPECT_EQ(tool.structured,
            R"({"persistedOutputPath":"/x/tool-results/t1.txt","persistedOutputSize":2000000})");
}

TEST(MessageReader, ASubagentsCall) {
  const ToolCall tool = read_tool(
      R"({"uuid":"r1","type":"user","timestamp":"2026-01-05T12:00:09Z","message":{"content":[)"
      R"({"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"done"}]}]},)"
      R"("toolUseResult":{"status":"completed","agentId":"a1b2c3","totalDurationMs":7000}})");
  EXPECT_EQ(tool.agent, "a1b2c3");
  EXPECT_EQ(tool.duration_ms, 7000) << "what the tool says is better than the difference of times";
}

TEST(MessageReader, TheStreamsNameForStructuredResults) {
  EXPECT_EQ(
      read_tool(
          R"({"type":"user","session_id":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t1",)"
          R"("content":"x"}]},"tool_use_result":{"stdout":"x"}})")
          .structured,
      R"({"stdout":"x"})");
}

TEST(MessageReader, RepeatedResultsAreCounted) {
  const ToolCall tool = read_tool("r1 < a1 user result:t1\nr2 < a1 user failed:t1\n");
  EXPECT_EQ(tool.state, ToolState::kSuccess);
  EXPECT_EQ(tool.answer, 1);
  EXPECT_EQ(tool.repeats, 1);
}

TEST(MessageReader, ResultsOfOneLineGoToTheirCalls) {
  const Message message = read_one(R"(
      a1 < - assistant id:m call:t1=Read
      a2 < a1 assistant id:m call:t2=Grep
      {"uuid":"r","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"two"},{"type":"tool_result","tool_use_id":"t1","content":"one"}]}})");
  ASSERT_EQ(message.tools.size(), 2U);
  EXPECT_EQ(message.tools[0].name + message.tools[0].result, "Readone");
  EXPECT_EQ(message.tools[1].name + message.tools[1].result, "Greptwo");
}

TEST(MessageReader, TheSameCallOnTwoLinesKeepsTheOthersInputs) {
  const Message message = read_one(R"(
      {"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t1","name":"A","input":{"x":1}}]}}
      {"uuid":"a2","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t1","name":"A","input":{"x":1}},{"type":"tool_use","id":"t2","name":"B","input":{"y":2}}]}})");
  ASSERT_EQ(message.tools.size(), 2U);
  EXPECT_EQ(message.tools[0].input, R"({"x":1})");
  EXPECT_EQ(message.tools[1].input, R"({"y":2})");
}

TEST(MessageReader, ACallWithoutInputOrName) {
  const Message message = read_one(
      R"({"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"tool_use"},{"type":"tool_use","id":"t2","name":7,"input":"text"}]}})");
  ASSERT_EQ(message.tools.size(), 2U);
  EXPECT_EQ(message.tools[0].name, "");
  EXPECT_EQ(message.tools[0].input, "null");
  EXPECT_EQ(message.tools[1].input, "\"text\"");
}

TEST(MessageReader, AResultWithoutCallIsReadable) {
  const Message message = read_one(
      R"({"uuid":"r","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"gone","is_error":true,"content":"left over"}]}})");
  EXPECT_EQ(message.kind, MessageKind::kOrphanResult);
  ASSERT_EQ(message.tools.size(), 1U);
  EXPECT_EQ(message.tools[0].id, "gone");
  EXPECT_EQ(message.tools[0].name, "");
  EXPECT_EQ(message.tools[0].state, ToolState::kFailed);
  EXPECT_EQ(message.tools[0].result, "left over");
}

// Of a line with several results only those without a call are orphans.
TEST(MessageReader, AnOrphanBesideAResultWithCall) {
  const auto messages = TestSession(R"(
      a1 < - assistant id:m call:t1
      {"uuid":"r","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"mine"},{"type":"tool_result","tool_use_id":"gone","content":"left over"}]}})")
                            .read_all();
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].tools.at(0).result, "mine");
  ASSERT_EQ(messages[1].tools.size(), 1U) << "the result with a call is shown there";
  EXPECT_EQ(messages[1].tools[0].result, "left over");
}

TEST(MessageReader, AnOrphanBesideWords) {
  const Message message = read_one(
      R"({"uuid":"r","type":"user","message":{"content":[7,{"type":"tool_result","tool_use_id":"gone","content":"left over"},{"type":"text","text":"go on"}]}})");
  EXPECT_EQ(message.kind, MessageKind::kPrompt);
  EXPECT_EQ(message.text, "go on");
  ASSERT_EQ(message.tools.size(), 1U);
  EXPECT_EQ(message.tools[0].result, "left over");
}

// ---- parts

TEST(MessageReader, ImagesAndDocumentsOfAPrompt) {
  const Message message = read_one(
      R"({"uuid":"u","type":"user","message":{"content":[{"type":"text","text":"see"},)"
      R"({"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"QUJD"}},)"
      R"({"type":"document","source":{"type":"text","media_type":"text/plain","data":"words"}},)"
      R"({"type":"image","source":{"type":"url","url":"https://example.com/x.png"}},)"
      R"({"type":"image"},{"type":"hologram","data":1}]}})");
  EXPECT_EQ(message.text, "see");
  ASSERT_EQ(message.parts.size(), 5U);
  EXPECT_EQ(message.parts[0].media_type, "image/jpeg");
  EXPECT_EQ(message.parts[0].bytes, 3);
  EXPECT_EQ(message.parts[1].kind, MediaPart::Kind::kDocument);
  EXPECT_EQ(message.parts[1].bytes, 5);
  EXPECT_EQ(message.parts[2].bytes, 0);
  EXPECT_EQ(message.parts[3].media_type, "");
  EXPECT_EQ(message.parts[4].kind, MediaPart::Kind::kUnknown);
  EXPECT_EQ(message.parts[4].media_type, "hologram");
}

TEST(MessageReader, SizesOfBase64) {
  const auto size_of = [](const std::string& data) {
    return read_one(
               R"({"uuid":"u","type":"user","message":{"content":[{"type":"image","source":{"type":"base64","data":")" +
               data + "\"}}]}}")
        .parts.at(0)
        .bytes;
  };
  EXPECT_EQ(size_of(""), 0);
  EXPECT_EQ(size_of("QQ=="), 1);
  EXPECT_EQ(size_of("QUI="), 2);
  EXPECT_EQ(size_of("QUJD"), 3);
  for (const char* broken : {"=", "==", "===", "Q", "Q="}) EXPECT_GE(size_of(broken), 0) << broken;
}

TEST(MessageReader, ServerToolsAreParts) {
  const Message message = read_one(
      R"({"uuid":"a","type":"assistant","message":{"id":"m","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"x"}},)"
      R"({"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"text","text":"found"}]}})");
  EXPECT_EQ(message.text, "found");
  EXPECT_TRUE(message.tools.empty());
  EXPECT_EQ(message.parts.size(), 2U);
}

// ---- when the file is not what it was

TEST(MessageReader, AFileThatCannotBeReadIsAnError) {
  TestSession session("u1 < - user \"go\"\n");
  session.source->fail();
  const auto message = session.read(0);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "the disk is gone");
}

TEST(MessageReader, ALineThatChangedReadsAsItIsNow) {
  TestSession session(std::string(kCall) + "r1 < a1 user result:t1\n");
  for (
      const char* now :
      {R"({"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"other"},{"type":"tool_use","id":"t1"},{"type":"tool_use","id":"t1"}]}})",
       R"({"type":"user"})", R"({})", R"([])", R"(7)", R"({"message":[]})"}) {
    session.source->swap(0, now);
    const auto message = session.read(0);
    ASSERT_TRUE(message) << now;
    EXPECT_EQ(message->tools.size(), 1U) << now;
    EXPECT_EQ(message->tools[0].result, "r") << now;
  }
  session.source->swap(1,
                       R"({"message":{"content":[{"tool_use_id":"t2","content":"another's"}]}})");
  EXPECT_EQ(session.read(0)->tools[0].result, "");
}

TEST(MessageReader, ALineThatIsNoLongerJsonIsAnError) {
  TestSession session("u1 < - user \"go\"\n");
  session.source->swap(0, "{\"uuid\":\"u1");
  EXPECT_FALSE(session.read(0));
}

}  // namespace
}  // namespace clew
