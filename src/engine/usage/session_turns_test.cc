// SPDX-License-Identifier: MIT
#include "engine/usage/session_turns.h"

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "engine/read/session_changes.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kId = "11111111-1111-4111-8111-111111111111";

class TurnsTest : public testing::Test {
 protected:
  // A line behind `parent`; answers are paid for.
  std::string line(const std::string& type, const std::string& uuid, const std::string& parent,
                   int second, const std::string& content, const std::string& more = "") {
    const std::string usage =
        type == "assistant"
            ? R"(,"id":"m-)" + uuid +
                  R"(","model":"claude-opus-4-5","usage":{"input_tokens":1000,"output_tokens":100})"
            : "";
    return R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
           (parent.empty() ? "null" : "\"" + parent + "\"") + R"(,"sessionId":")" + kId +
           R"(","cwd":"/w/app","requestId":"r-)" + uuid + R"(","timestamp":"2026-01-01T00:00:)" +
           std::to_string(10 + second) + R"(Z")" + more + R"(,"message":{"role":")" + type +
           R"(","content":)" + content + usage + "}}\n";
  }
  std::string call(const std::string& id, const std::string& name, const std::string& input) {
    return R"([{"type":"tool_use","id":")" + id + R"(","name":")" + name + R"(","input":)" + input +
           "}]";
  }
  std::string result(const std::string& id, const std::string& text) {
    return R"([{"type":"tool_result","tool_use_id":")" + id + R"(","content":")" + text + R"("}])";
  }

  // Two turns; the first was left by another branch, and started a subagent that wrote a file.
  void SetUp() override {
    const std::string edit = R"({"file_path":"/w/app/a.c","old_string":"x","new_string":"y"})";
    std::string text = line("user", "u1", "", 0, "\"first\"");
    text += line("assistant", "a1", "u1", 2, call("t1", "Edit", edit));
    text += line("user", "r1", "a1", 4, result("t1", "done"),
                 R"(,"toolUseResult":{"originalFile":"x\nz\n"})");
    text += line("assistant", "a2", "r1", 6, call("t2", "Task", R"({"description":"look"})"));
    text +=
        line("user", "r2", "a2", 9, result("t2", "seen"), R"(,"toolUseResult":{"agentId":"ag1"})");
    text += line("user", "ux", "r2", 10, "\"left behind\"");
    text += line("assistant", "ax", "ux", 11, R"([{"type":"text","text":"no"}])");
    text += line("user", "u2", "r2", 20, "\"second\"");
    text += line("assistant", "a3", "u2", 25, R"([{"type":"text","text":"the long last answer"}])");
    const std::string folder = "/root/projects/-w-app/";
    files_.add_file(folder + kId + ".jsonl", text);
    std::string agent = line("user", "g1", "", 7, "\"look\"", R"(,"isSidechain":true)");
    agent += line("assistant", "g2", "g1", 8,
                  call("t9", "Write", R"({"file_path":"/w/app/new.c","content":"one\ntwo\n"})"),
                  R"(,"isSidechain":true)");
    agent += line("user", "g3", "g2", 8, result("t9", "ok"),
                  R"(,"isSidechain":true,"toolUseResult":{"type":"create"})");
    files_.add_file(folder + kId + "/subagents/agent-ag1.jsonl", agent);
  }
  Engine engine() {
    EngineOptions options;
    options.roots = {"/root"};
    options.now = *parse_time("2026-02-01T00:00:00Z");
    return Engine(files_, options);
  }
  TurnsAnswer turns(Arguments::Given given) {
    given.try_emplace("session", std::vector<std::string>{kId});
    Engine asked = engine();
    const auto arguments = Arguments::check(*find_operation("turns"), given);
    EXPECT_TRUE(arguments);
    auto answer = turns_answer(asked, *arguments);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::move(*answer) : TurnsAnswer{};
  }
  ChangesAnswer changes(Arguments::Given given) {
    given["session"] = {kId};
    Engine asked = engine();
    const auto arguments = Arguments::check(*find_operation("changes"), given);
    EXPECT_TRUE(arguments);
    auto answer = changes_answer(asked, *arguments);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::move(*answer) : ChangesAnswer{};
  }

  MemoryFileSystem files_;
};

TEST_F(TurnsTest, EachTurnHasItsTimeItsToolsAndItsContext) {
  const TurnsAnswer answer = turns({{"no-usage", {""}}});
  ASSERT_EQ(answer.turns.size(), 2U);
  const SessionTurn& first = answer.turns[0];
  EXPECT_EQ(first.prompt, "first");
  EXPECT_EQ(first.uuid, "u1");
  EXPECT_EQ(first.duration(), 9000);
  EXPECT_EQ(first.tools.at("Edit").calls, 1);
  EXPECT_EQ(first.tools.at("Task").calls, 1);
  EXPECT_EQ(first.context, 1100);
  EXPECT_EQ(first.window, 200'000);
  EXPECT_FALSE(first.usage);
  EXPECT_EQ(answer.turns[1].prompt, "second");
  EXPECT_EQ(answer.turns[1].index, 3U);
  EXPECT_EQ(answer.turns[1].duration(), 5000);
}

TEST_F(TurnsTest, CostsOfTurnsAndWhatIsElsewhereAddUp) {
  const TurnsAnswer answer = turns({});
  ASSERT_EQ(answer.turns.size(), 2U);
  // Two answers and that of the subagent; one; one on the branch that was left.
  EXPECT_EQ(answer.turns[0].usage->responses, 3);
  EXPECT_EQ(answer.turns[1].usage->responses, 1);
  ASSERT_TRUE(answer.elsewhere);
  EXPECT_EQ(answer.elsewhere->responses, 1);
  ASSERT_TRUE(answer.usage);
  EXPECT_EQ(answer.usage->responses, 5);
  EXPECT_EQ(answer.usage->cost,
            answer.turns[0].usage->cost + answer.turns[1].usage->cost + answer.elsewhere->cost);
  EXPECT_GT(answer.usage->cost, 0);
}

TEST_F(TurnsTest, ASubagentCostsWhatItsOwnFileSays) {
  const TurnsAnswer answer = turns({{"session", {"agent-ag1"}}});
  ASSERT_EQ(answer.turns.size(), 1U);
  EXPECT_EQ(answer.turns[0].usage->responses, 1);
  EXPECT_EQ(answer.usage->responses, 1);
  EXPECT_FALSE(answer.elsewhere);
}

TEST_F(TurnsTest, SaysWhatFilledTheContextAndHowLongCallsTook) {
  const TurnsAnswer answer = turns({{"parts", {""}}, {"calls", {""}}, {"no-usage", {""}}});
  ASSERT_EQ(answer.turns[0].calls.size(), 2U);
  const TurnCall& edit = answer.turns[0].calls[0];
  EXPECT_EQ(edit.name, "Edit");
  EXPECT_EQ(edit.label, "/w/app/a.c");
  EXPECT_EQ(edit.end - edit.start, 2000);
  EXPECT_EQ(answer.turns[0].calls[1].agent, "ag1");
  ASSERT_FALSE(answer.largest.empty());
  EXPECT_EQ(answer.largest[0].name, "Edit");
  const auto& parts = answer.turns[1].parts;
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].what, ContextPart::kPrompt);
  EXPECT_EQ(parts[1].what, ContextPart::kAnswer);
  EXPECT_EQ(parts[1].bytes, 20);
}

TEST_F(TurnsTest, AllChangesAreOneDiffWithThoseOfSubagents) {
  const ChangesAnswer all = changes({{"steps", {""}}});
  ASSERT_EQ(all.files.size(), 2U);
  EXPECT_EQ(all.files[0].path, "a.c");
  EXPECT_TRUE(all.files[0].whole);
  EXPECT_EQ(all.files[0].diff, (std::vector<std::string>{"@@ -1,2 +1,2 @@", "-x", "+y", " z"}));
  EXPECT_EQ(all.files[1].path, "new.c");
  EXPECT_TRUE(all.files[1].created);
  EXPECT_EQ(all.files[1].counts.added, 2);
  ASSERT_EQ(all.steps.size(), 2U);
  EXPECT_EQ(all.steps[1].agent, "ag1");
  EXPECT_EQ(all.steps[1].turn, 0);
  EXPECT_EQ(changes({{"turn", {"1"}}}).files.size(), all.files.size());  // counted from 1
  EXPECT_EQ(changes({{"turn", {"2"}}}).files.size(), 0U);
  EXPECT_EQ(changes({{"file", {"new.c"}}}).files.size(), 1U);
}

}  // namespace
}  // namespace clew
