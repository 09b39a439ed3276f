// SPDX-License-Identifier: MIT
#include "export/atif_import.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr std::string_view kSteps =
    R"({"schema_version":"ATIF-v1.6","session_id":"not a uuid","agent":{"name":"a","version":"1","extra":{"cwds":["/work"]}},
"steps":[{"step_id":1,"source":"user","message":[{"type":"text","text":"look"},{"type":"image","source":{"media_type":"image/png","path":"i.png"}}]},
{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c","function_name":"f","arguments":{"x":1}}],
"observation":{"results":[{"source_call_id":"c","content":"seen"}]},"metrics":{"prompt_tokens":10,"cached_tokens":99}},
{"step_id":3,"source":"system","message":"","observation":{"results":[{"content":"all of it"}]},
"extra":{"context_management":{"type":"compaction","boundary":"replace"}}}]})";

TEST(AtifImport, MakesLinesOfSteps) {
  const auto head = read_trajectory_head(kSteps);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->session, "");
  EXPECT_EQ(head->folder, "/work");
  const auto made = import_trajectory(kSteps, {"id", "/here", 1000});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->size(), 1U);
  const std::string& lines = made->front().lines;
  EXPECT_NE(lines.find("look\\n\\n[picture: i.png]"), std::string::npos);
  EXPECT_NE(lines.find(R"("input":{"x":1})"), std::string::npos);
  EXPECT_NE(lines.find(R"("tool_use_id":"c","content":"seen")"), std::string::npos);
  EXPECT_NE(lines.find("compact_boundary"), std::string::npos);
  EXPECT_NE(lines.find(R"("content":"all of it")"), std::string::npos);
  // More cached than sent cannot be.
  EXPECT_NE(lines.find(R"("cache_read_input_tokens":10)"), std::string::npos);
}

// A trajectory with subagents in subagents, so many levels.
std::string nested(int levels) {
  std::string text;
  for (int i = 0; i <= levels; ++i) {
    text +=
        (i == 0 ? R"({"schema_version":"ATIF-v1.7")"
                : R"({"trajectory_id":"agent-)" + std::to_string(i) + "\"") +
        R"(,"agent":{"name":"a","version":"1"},"steps":[{"step_id":1,"source":"user","message":"level )" +
        std::to_string(i) + R"("}],"subagent_trajectories":[)";
  }
  for (int i = 0; i <= levels; ++i) text += "]}";
  return text;
}

TEST(AtifImport, TakesSubagentsOfSubagents) {
  const auto made = import_trajectory(nested(20), {"id", "/here", 1000});
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(made->size(), 21U);
  for (int i = 0; i <= 20; ++i) {
    const ImportedTranscript& one = (*made)[static_cast<std::size_t>(i)];
    EXPECT_EQ(one.agent, i == 0 ? "" : "agent-" + std::to_string(i));
    EXPECT_NE(one.lines.find("level " + std::to_string(i) + "\""), std::string::npos);
  }
  // Nothing is dropped without a word.
  const auto deep = import_trajectory(nested(100), {"id", "/here", 1000});
  ASSERT_FALSE(deep);
  EXPECT_NE(deep.error().message.find("deep"), std::string::npos) << deep.error().message;
}

TEST(AtifImport, SaysWhatIsWrong) {
  EXPECT_FALSE(read_trajectory_head("[]"));
  EXPECT_FALSE(read_trajectory_head(R"({"schema_version":"v2"})"));
  const auto none =
      import_trajectory(R"({"schema_version":"ATIF-v1.7","steps":[]})", {"i", "/", 0});
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("no steps"), std::string::npos);
}

}  // namespace
}  // namespace clew
