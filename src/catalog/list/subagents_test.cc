// SPDX-License-Identifier: MIT
#include "catalog/list/subagents.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "catalog/layout/transcript_file.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::kId1;
using test::kId2;
using test::user;

std::string side(const std::string& session) {
  return R"(,"isSidechain":true,"sessionId":")" + session + "\"";
}

class SubagentsTest : public testing::Test {
 protected:
  SubagentsTest() {
    files_.add_file(main_, user("p"));
    files_.add_file(nested_ + "/agent-a1.jsonl", user("look around", side(kId1)));
    files_.add_file(nested_ + "/agent-a1.meta.json",
                    R"({"agentType":"Explore","description":"looks","toolUseId":"toolu_1"})");
    files_.add_file(nested_ + "/workflows/wf_9/agent-a2.jsonl", user("step", side(kId1)));
    files_.add_file(nested_ + "/workflows/wf_9/journal.jsonl", "{}");
    files_.add_file(nested_ + "/agent-aprompt_suggestion-1f.jsonl", user("p", side(kId1)));
    files_.add_file(nested_ + "/agent-acompact-2f.jsonl", user("p", side(kId1)));
    files_.add_file(nested_ + "/agent-aside_question-3f.jsonl", user("p", side(kId1)));
    files_.add_file("/r/projects/-a/agent-f1.jsonl", user("flat", side(kId1)));
    files_.add_file("/r/projects/-a/agent-f2.jsonl", user("of another", side(kId2)));
    files_.add_file("/r/projects/-a/agent-f3.jsonl",
                    user("Warmup", side(kId2)) + user("x", side(kId1)));
  }
  Subagents found() { return find_subagents(files_, main_); }
  Subagent agent(const std::string& id) {
    for (const Subagent& one : found().agents) {
      if (one.id == id) return one;
    }
    ADD_FAILURE() << id;
    return {};
  }
  const std::string main_ = "/r/projects/-a/" + std::string(kId1) + ".jsonl";
  const std::string nested_ = "/r/projects/-a/" + std::string(kId1) + "/subagents";
  MemoryFileSystem files_;
};

TEST_F(SubagentsTest, FindsEveryLayout) {
  EXPECT_EQ(found().agents.size(), 7U);
  EXPECT_TRUE(found().findings.empty());
}

TEST_F(SubagentsTest, FollowsNoLink) {
  files_.add_file("/else/agent-e1.jsonl", user("elsewhere", side(kId1)));
  files_.add_file("/else/secret.json", R"({"agentType":"secret"})");
  files_.add_link(nested_ + "/agent-e1.jsonl", "/else/agent-e1.jsonl");
  files_.add_link(nested_ + "/workflows/wf_8", "/else");
  files_.add_link(nested_ + "/agent-acompact-2f.meta.json", "/else/secret.json");
  EXPECT_EQ(found().agents.size(), 7U);
  EXPECT_FALSE(found().findings.empty());
  EXPECT_EQ(agent("acompact-2f").type, "");
}

TEST_F(SubagentsTest, KnowsWhatAnAgentIs) {
  const Subagent task = agent("a1");
  EXPECT_EQ(task.kind, SubagentKind::kTask);
  EXPECT_EQ(task.type, "Explore");
  EXPECT_EQ(task.description, "looks");
  EXPECT_EQ(task.tool_use_id, "toolu_1");
  EXPECT_EQ(task.session, kId1);
  EXPECT_EQ(task.prompt, "look around");
  EXPECT_EQ(agent("a2").kind, SubagentKind::kWorkflow);
  EXPECT_EQ(agent("a2").workflow, "wf_9");
  EXPECT_EQ(agent("aprompt_suggestion-1f").kind, SubagentKind::kPromptSuggestion);
  EXPECT_EQ(agent("acompact-2f").kind, SubagentKind::kCompact);
  EXPECT_EQ(agent("aside_question-3f").kind, SubagentKind::kSideQuestion);
  EXPECT_TRUE(is_fork_of_main_thread(SubagentKind::kCompact));
  EXPECT_FALSE(is_fork_of_main_thread(SubagentKind::kWarmup));
  EXPECT_EQ(agent("f1").kind, SubagentKind::kTask);
  EXPECT_EQ(agent("f3").kind, SubagentKind::kWarmup);
}

TEST_F(SubagentsTest, TakesTheCallFromTheMainTranscript) {
  files_.add_file(
      main_,
      R"({"parentUuid":null,"uuid":"u1","type":"assistant","message":{"role":"assistant","content":[)"
      R"({"type":"tool_use","id":"toolu_7","name":"Task","input":{"subagent_type":"Plan",)"
      R"("description":"plans"}}]}})"
      "\n"
      R"({"parentUuid":"u1","uuid":"u2","type":"user","message":{"role":"user","content":[)"
      R"({"type":"tool_result","tool_use_id":"toolu_7","content":"ok"}]},)"
      R"("toolUseResult":{"agentId":"f1","status":"completed"}})"
      "\n");
  const auto file = files_.open(main_);
  const auto transcript = read_transcript(**file);
  std::vector<Subagent> agents = found().agents;
  join_with_calls(*transcript, **file, agents);
  for (const Subagent& one : agents) {
    if (one.id == "a1") {
      EXPECT_EQ(one.type, "Explore");
    }
    if (one.id != "f1") continue;
    EXPECT_EQ(one.tool_use_id, "toolu_7");
    EXPECT_EQ(one.type, "Plan");
    EXPECT_EQ(one.description, "plans");
  }
}

std::string task(const std::string& uuid, const std::string& call, const std::string& prompt) {
  return R"({"type":"assistant","uuid":")" + uuid +
         R"(","parentUuid":null,"message":{"role":"assistant","content":[{"type":"tool_use","id":")" +
         call + R"(","name":"Task","input":{"subagent_type":"Plan","description":"of )" + call +
         R"(","prompt":")" + prompt + R"("}}]}})" + "\n";
}

// CLI 1.0: what they were asked is all that joins them with their calls.
TEST_F(SubagentsTest, OnesInsideTheFileAreJoinedByTheirPrompts) {
  const auto side = [](const std::string& uuid, const std::string& content) {
    return R"({"type":"user","isSidechain":true,"uuid":")" + uuid +
           R"(","parentUuid":null,"message":{"role":"user","content":)" + content + "}}\n";
  };
  files_.add_file(
      main_, task("m1", "t1", "count") + task("m2", "t2", "count") + task("m3", "t3", "look") +
                 side("s3", R"([{"type":"text","text":"look"}])") + side("s1", R"("count")") +
                 side("s2", R"("count")") + side("s4", R"("count")") + side("s5", R"("later")") +
                 side("s6", R"("Warmup")") + task("m5", "t5", "later"));
  const auto file = files_.open(main_);
  const auto transcript = read_transcript(**file);
  std::string joined;
  for (const Subagent& one : inline_subagents(Tree(*transcript), **file, main_)) {
    EXPECT_FALSE(one.own_file);
    EXPECT_EQ(one.path, main_);
    EXPECT_GT(one.size, 0);
    EXPECT_EQ(one.session, kId1);
    joined += one.id + "=" + one.tool_use_id + "/" + one.type + "/" + one.description + " ";
    if (one.id == "s6") {
      EXPECT_EQ(one.kind, SubagentKind::kWarmup);
    }
  }
  EXPECT_EQ(joined, "s3=t3/Plan/of t3 s1=t1/Plan/of t1 s2=t2/Plan/of t2 s4=// s5=// s6=// ");
  const Subagents all = all_subagents(files_, Tree(*transcript), **file, main_);
  EXPECT_EQ(all.agents.size(), 7U + 6U);
}

TEST_F(SubagentsTest, SurvivesDamageAndAFailingDisk) {
  files_.add_file(nested_ + "/agent-a1.meta.json", "{broken");
  files_.add_file(nested_ + "/agent-a9.jsonl", "garbage");
  EXPECT_EQ(found().agents.size(), 8U);
  ASSERT_EQ(found().findings.size(), 1U);
  EXPECT_EQ(found().findings[0].kind, Finding::Kind::kDamaged);
  for (int64_t call = 1;; ++call) {
    FaultyFileSystem faulty(files_);
    faulty.fail_calls(call, {ErrorCode::kIo, "broken"});
    EXPECT_LE(find_subagents(faulty, main_).agents.size(), 8U);
    if (faulty.calls() < call) break;
  }
  EXPECT_TRUE(find_subagents(files_, "/no/where.jsonl").agents.empty());
}

}  // namespace
}  // namespace clew
