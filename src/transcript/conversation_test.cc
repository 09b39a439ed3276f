// SPDX-License-Identifier: MIT

#include "transcript/conversation.h"

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// The plan of all lines in file order, one message a line: "answer: a1 a2 {t1 success r1}".
std::string plan_of(const TestTranscript& t, Detail detail = Detail::kShown) {
  std::vector<EntryIndex> all(static_cast<std::size_t>(t->count()));
  std::iota(all.begin(), all.end(), 0);
  std::string out;
  for (const MessagePlan& plan : plan_messages(*t, all, detail)) {
    out += std::string(name_of(plan.kind)) + ": " +
           t.names({plan.entries.begin(), plan.entries.end()});
    for (const ToolCallPlan& tool : plan.tools) {
      const Block& block = t->blocks_of((*t)[tool.call])[tool.block];
      out += " {" + std::string(t->text(block.id)) + " " + std::string(name_of(tool.state));
      if (!tool.results.empty()) out += " " + t.names({tool.results.begin(), tool.results.end()});
      out += "}";
    }
    out += '\n';
  }
  return out;
}

std::string plan_of(std::string_view notation, Detail detail = Detail::kShown) {
  return plan_of(TestTranscript(notation), detail);
}

TEST(Conversation, PromptsAndAnswers) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant "hi"
      u2 < a1 user "and?"
      a2 < u2 assistant "well")"),
            "prompt: u1\nanswer: a1\nprompt: u2\nanswer: a2\n");
}

TEST(Conversation, NothingIsNoMessages) { EXPECT_EQ(plan_of(""), ""); }

// ---- answers

TEST(Conversation, LinesOfOneMessageAreJoined) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m think
      a2 < a1 assistant id:m "I will"
      a3 < a2 assistant id:m call:t1
      r1 < a3 user result:t1
      a4 < r1 assistant id:n "done")"),
            "prompt: u1\nanswer: a1 a2 a3 {t1 success r1}\nanswer: a4\n");
}

TEST(Conversation, ResultsAndHooksBetweenTheLinesOfAMessage) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      h1 < a1 attachment sub:hook_success event:PostToolUse
      r1 < a1 user result:t1
      m1 < r1 user meta "Base directory for this skill: /x"
      a2 < m1 assistant id:m call:t2
      r2 < a2 user result:t2
      a3 < r2 assistant id:m "and that was it")"),
            "prompt: u1\nanswer: a1 a2 a3 {t1 success r1} {t2 success r2}\n");
}

TEST(Conversation, AnIdUsedAgainInALaterTurnStaysApart) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "one"
      u2 < a1 user "on"
      a2 < u2 assistant id:m "two"
      i1 < a2 user "[Request interrupted by user]"
      a3 < i1 assistant id:m "three")"),
            "prompt: u1\nanswer: a1\nprompt: u2\nanswer: a2\ninterruption: i1\nanswer: a3\n");
}

TEST(Conversation, AQueuedPromptDoesNotCutAMessage) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      q1 < a1 attachment sub:queued_command mode:prompt "faster"
      r1 < a1 user result:t1
      a2 < r1 assistant id:m "done")"),
            "prompt: u1\nanswer: a1 a2 {t1 success r1}\nqueued: q1\n");
}

TEST(Conversation, AnswersWithoutIdStayApart) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:- "one"
      a2 < a1 assistant id:- "two")"),
            "prompt: u1\nanswer: a1\nanswer: a2\n");
}

TEST(Conversation, ApiErrorsAreTheirOwn) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      s1 < u1 system sub:api_error
      e1 < s1 assistant error id:m model:<synthetic> "API Error: 529"
      e2 < e1 assistant error id:m model:<synthetic> "API Error: 500"
      a1 < e2 assistant id:m "at last")"),
            "prompt: u1\napi-error: e1\napi-error: e2\nanswer: a1\n");
}

TEST(Conversation, AnAnswerOfNothingIsNotShown) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m
      a2 < a1 assistant id:n "yes")");
  EXPECT_EQ(plan_of(t), "prompt: u1\nanswer: a2\n");
  EXPECT_EQ(plan_of(t, Detail::kAll), "prompt: u1\nanswer: a1\nanswer: a2\n");
}

TEST(Conversation, AnEmptyFirstLineDoesNotHideTheRest) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m
      a2 < a1 assistant id:m "yes")"),
            "prompt: u1\nanswer: a2\n");
}

// ---- tool calls and results

TEST(Conversation, ResultsSettleTheirCalls) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1 call:t2 call:t3
      r2 < a1 user failed:t2
      r1 < r2 user result:t1)"),
            "prompt: u1\nanswer: a1 {t1 success r1} {t2 failed r2} {t3 pending}\n");
}

TEST(Conversation, ALineWithSeveralResults) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1 call:t2
      r1 < a1 user result:t1 failed:t2)"),
            "prompt: u1\nanswer: a1 {t1 success r1} {t2 failed r1}\n");
}

TEST(Conversation, AResultFarAfterItsCall) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      u2 < a1 user "meanwhile"
      a2 < u2 assistant "yes?"
      r1 < a2 user result:t1)"),
            "prompt: u1\nanswer: a1 {t1 success r1}\nprompt: u2\nanswer: a2\n");
}

TEST(Conversation, AResultBeforeItsCall) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      r1 < u1 user failed:t1
      a1 < u1 assistant id:m call:t1)"),
            "prompt: u1\nanswer: a1 {t1 failed r1}\n");
}

TEST(Conversation, SeveralResultsOfOneLineBeforeTheirCalls) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      r1 < u1 user result:t1 failed:t2 result:t3
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t2)"),
            "prompt: u1\norphan-result: r1\nanswer: a1 a2 {t1 success r1} {t2 failed r1}\n")
      << "t3 has no call, so the line stays";
}

TEST(Conversation, TheFirstOfSeveralResultsCounts) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < a1 user result:t1
      r2 < r1 user failed:t1)"),
            "prompt: u1\nanswer: a1 {t1 success r1 r2}\n");
}

TEST(Conversation, TheFirstOfSeveralResultsCountsAlsoBeforeTheCall) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      r1 < u1 user result:t1
      r2 < r1 user failed:t1
      a1 < u1 assistant id:m call:t1
      r3 < a1 user failed:t1)"),
            "prompt: u1\nanswer: a1 {t1 success r1 r2 r3}\n");
}

TEST(Conversation, AResultWithoutCallIsShown) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      r1 < u1 user result:gone
      a1 < r1 assistant "well")"),
            "prompt: u1\norphan-result: r1\nanswer: a1\n");
}

TEST(Conversation, ACallOnTwoLinesIsOne) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t1 call:t2
      r1 < a2 user result:t1)"),
            "prompt: u1\nanswer: a1 a2 {t1 success r1} {t2 pending}\n");
}

TEST(Conversation, ACallIdOfALaterTurnTakesTheLaterResult) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:call_1
      r1 < a1 user result:call_1
      a2 < r1 assistant id:n call:call_1
      r2 < a2 user failed:call_1)"),
            "prompt: u1\nanswer: a1 {call_1 success r1}\nanswer: a2 {call_1 failed r2}\n");
}

TEST(Conversation, CallsWithoutIdDoNotShareAResult) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      {"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","name":"A"},{"type":"tool_use","name":"B","id":null}]}}
      {"uuid":"r1","type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}})"),
            "prompt: u1\nanswer: a1 { pending} { pending}\norphan-result: r1\n");
}

// A text beside the result is the person's; both are kept.
TEST(Conversation, AResultAndATextInOneLine) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < a1 user result:t1 "and hurry")"),
            "prompt: u1\nanswer: a1 {t1 success r1}\nprompt: r1\n");
}

// Seen from gateways: the result on an assistant line.
TEST(Conversation, AResultOnAnAssistantLine) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1 result:t1)"),
            "prompt: u1\nanswer: a1 {t1 success a1}\n");
}

// ---- what user lines are

TEST(Conversation, EveryKindOfUserLine) {
  EXPECT_EQ(plan_of(R"(
      u01 < - user "typed"
      u02 < u01 user image
      u03 < u02 user "<command-name>/cost</command-name>"
      u04 < u03 user "<local-command-stdout>$1</local-command-stdout>"
      u05 < u04 user "<bash-input>ls</bash-input>"
      u06 < u05 user "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>"
      u07 < u06 user "<task-notification><summary>done</summary></task-notification>"
      u08 < u07 user "[Request interrupted by user for tool use]"
      u09 < u08 user meta "Stop hook feedback:\nrun the tests"
      u10 < u09 user summary only "what was before"
      u11 < u10 attachment sub:queued_command mode:prompt "queued"
      u12 < u11 attachment sub:queued_command mode:task-notification "<task-notification>x</task-notification>"
      u13 < u12 user result:nothing
      u14 < u13 system sub:local_command "<command-name>/help</command-name>"
      u15 < u14 system sub:local_command "<local-command-stdout>help</local-command-stdout>")"),
            "prompt: u01\nprompt: u02\ncommand: u03\ncommand-output: u04\nshell: u05\n"
            "shell-output: u06\nnotification: u07\ninterruption: u08\nhook-feedback: u09\n"
            "compact-summary: u10\nqueued: u11\nnotification: u12\norphan-result: u13\n"
            "command: u14\ncommand-output: u15\n");
}

TEST(Conversation, MetaLinesOnlyWhenAllIsAskedFor) {
  const TestTranscript t(R"(
      m1 < - user meta "Caveat: The messages below were generated by the user"
      m2 < m1 user meta "Continue from where you left off."
      u1 < m2 user "go")");
  EXPECT_EQ(plan_of(t), "prompt: u1\n");
  EXPECT_EQ(plan_of(t, Detail::kAll), "meta: m1\nmeta: m2\nprompt: u1\n");
}

TEST(Conversation, LinesWithNothingToReadAreNotShown) {
  const TestTranscript t(R"(
      u1 < - user blank
      u2 < u1 user ""
      {"uuid":"u3","type":"user"}
      {"uuid":"u4","type":"user","message":{"content":[]}}
      {"uuid":"u5","type":"user","message":{"content":null}}
      {"uuid":"u6","type":"user","message":7}
      {"uuid":"u7","type":"user","message":{"content":{"no":"list"}}})");
  EXPECT_EQ(plan_of(t), "");
  EXPECT_EQ(plan_of(t, Detail::kAll),
            "prompt: u1\nprompt: u2\nprompt: u3\nprompt: u4\nprompt: u5\nprompt: u6\nprompt: u7\n");
}

TEST(Conversation, UnknownBlocksAreContent) {
  EXPECT_EQ(plan_of(R"(
      {"uuid":"u1","type":"user","message":{"content":[{"type":"hologram"}]}}
      {"uuid":"a1","type":"assistant","message":{"id":"m","content":[{"type":"hologram"}]}})"),
            "prompt: u1\nanswer: a1\n");
}

// ---- system lines and attachments

TEST(Conversation, SystemLinesForPeopleAndForTheCli) {
  const TestTranscript t(R"(
      u1 < - user "go"
      s1 < u1 system sub:informational "by the way"
      s2 < s1 system sub:turn_duration "5 s"
      s3 < s2 system sub:stop_hook_summary "hooks ran"
      s4 < s3 system sub:away_summary "while you were away"
      s5 < s4 system "model fallback"
      s6 < s5 system sub:informational ""
      s7 < s6 system sub:api_error "retry"
      s8 < s7 system sub:compact_boundary "Conversation compacted"
      s9 < s8 system sub:not_known_yet "new")");
  EXPECT_EQ(plan_of(t), "prompt: u1\nnotice: s1\nnotice: s4\nnotice: s5\ncompaction: s8\n");
  EXPECT_EQ(plan_of(t, Detail::kAll),
            "prompt: u1\nnotice: s1\nnotice: s2\nnotice: s3\nnotice: s4\nnotice: s5\nnotice: s6\n"
            "notice: s7\ncompaction: s8\nnotice: s9\n");
}

TEST(Conversation, AttachmentsOnlyWhenAllIsAskedFor) {
  const TestTranscript t(R"(
      u1 < - user "go"
      h1 < u1 attachment sub:hook_success event:UserPromptSubmit "said"
      h2 < h1 attachment sub:todo_reminder)");
  EXPECT_EQ(plan_of(t), "prompt: u1\n");
  EXPECT_EQ(plan_of(t, Detail::kAll), "prompt: u1\nattachment: h1\nattachment: h2\n");
}

TEST(Conversation, BookkeepingIsNeverAMessage) {
  EXPECT_EQ(plan_of(R"(
      u1 < - user "go"
      {"type":"mode","mode":"normal"}
      {"type":"frobnicate","uuid":"x"}
      {"type":"summary","summary":"s","leafUuid":"u1"}
      p1 < u1 progress
      snapshot u1 file:a.c=-@1
      last-prompt u1)",
                    Detail::kAll),
            "prompt: u1\n");
}

TEST(Conversation, NamesAreAllDifferent) {
  std::vector<std::string_view> names;
  for (int kind = 0; kind <= static_cast<int>(MessageKind::kAttachment); ++kind) {
    names.push_back(name_of(static_cast<MessageKind>(kind)));
    EXPECT_FALSE(names.back().empty());
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

// Any lines in any order: every line is in at most one message, every result in at most one call.
TEST(Conversation, RandomLinesAreUsedOnce) {
  std::uint32_t state = 777;
  const auto dice = [&state](int sides) {
    state = state * 1664525 + 1013904223;
    return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(sides));
  };
  for (int round = 0; round < 300; ++round) {
    std::string notation;
    for (int i = 0, lines = 1 + dice(25); i < lines; ++i) {
      notation += "n" + std::to_string(i) + " < - ";
      const std::string t = std::to_string(dice(4));
      switch (dice(7)) {
        case 0:
          notation += "user \"words\"\n";
          break;
        case 1:
          notation += "user meta \"words\"\n";
          break;
        case 2:
          notation += "assistant id:m" + t + " \"words\"\n";
          break;
        case 3:
          notation += "assistant id:m" + t + " call:t" + t + " call:t1\n";
          break;
        case 4:
          notation += "user failed:t" + t + " result:t2\n";
          break;
        case 5:
          notation += "attachment sub:queued_command \"q\"\n";
          break;
        default:
          notation += "user result:t" + t + "\n";
      }
    }
    SCOPED_TRACE(notation);
    const TestTranscript t(notation);
    std::vector<EntryIndex> all(static_cast<std::size_t>(t->count()));
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> used(all.size(), 0);
    for (const MessagePlan& plan : plan_messages(*t, all, Detail::kAll)) {
      EXPECT_FALSE(plan.entries.empty());
      for (const EntryIndex entry : plan.entries) ++used[static_cast<std::size_t>(entry)];
      for (const ToolCallPlan& tool : plan.tools) {
        EXPECT_EQ(tool.state == ToolState::kPending, tool.results.empty());
        for (const EntryIndex result : tool.results) {
          EXPECT_TRUE(has_block(*t, (*t)[result], BlockKind::kToolResult));
        }
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool result = (*t)[all[i]].prompt == PromptKind::kToolResult;
      EXPECT_LE(used[i], 1);
      EXPECT_TRUE(result || used[i] == 1);
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace clew
