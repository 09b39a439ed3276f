// SPDX-License-Identifier: MIT

#include "transcript/run_note.h"

#include <gtest/gtest.h>

#include "transcript/conversation.h"
#include "transcript/message_reader.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

std::string said(std::string_view line, bool is_end) {
  json::Parser parser;
  const auto root = parser.parse_copy(line);
  return root ? text_of(run_note(LineFields(*root), is_end)) : "no JSON";
}

TEST(RunNote, SaysWithWhatARunBegan) {
  EXPECT_EQ(said(R"({"type":"system","subtype":"init","model":"opus","cwd":"/w","tools":["A","B"],)"
                 R"("mcp_servers":[{"name":"m","status":"connected"}],"permissionMode":"plan",)"
                 R"("claude_code_version":"2.1.90"})",
                 false),
            "started with opus in /w, 2 tools, 1 MCP server, permission mode plan, Claude Code "
            "2.1.90");
  EXPECT_EQ(said("{}", false), "started");
}

TEST(RunNote, SaysHowARunEnded) {
  EXPECT_EQ(said(R"({"subtype":"success","is_error":false,"num_turns":2,"duration_ms":61000,)"
                 R"("total_cost_usd":0.0125,"result":"the answer"})",
                 true),
            "finished, 2 turns, 1m 01s, $0.0125");
  EXPECT_EQ(
      said(R"({"subtype":"error_max_turns","num_turns":1,"errors":["too many","turns"]})", true),
      "failed: error_max_turns, 1 turn\n\ntoo many; turns");
  EXPECT_EQ(said(R"({"subtype":"success","is_error":true,"result":"API Error: 529"})", true),
            "failed: success\n\nAPI Error: 529");
  EXPECT_EQ(said("{}", true), "finished");
}

// Both are lines of the conversation of a stream, and nothing that Clew does not know.
TEST(RunNote, IsShownInAStream) {
  const TestTranscript t(R"(
    {"type":"system","subtype":"init","session_id":"s","model":"opus","cwd":"/w","tools":[]}
    {"type":"assistant","session_id":"s","message":{"id":"m","content":[{"type":"text","text":"a"}]}}
    {"type":"result","subtype":"success","session_id":"s","num_turns":1}
  )");
  std::vector<EntryIndex> lines;
  for (EntryIndex i = 0; i < t->count(); ++i) lines.push_back(i);
  std::string kinds;
  for (const MessagePlan& plan : plan_messages(*t, lines))
    kinds += std::string(name_of(plan.kind)) + " ";
  EXPECT_EQ(kinds, "notice answer notice ");
  EXPECT_TRUE(t->unknown.empty());
}

}  // namespace
}  // namespace clew
