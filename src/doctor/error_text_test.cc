// SPDX-License-Identifier: MIT
#include "doctor/error_text.h"

#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

std::string ids(std::string_view text) {
  std::string out;
  for (const Defect defect : defects_of_error(text)) {
    out += (out.empty() ? "" : " ") + std::string(name_of(defect));
  }
  return out;
}

TEST(ErrorText, NamesTheClass) {
  const std::pair<std::string_view, std::string_view> texts[] = {
      {"API Error: 400 messages.5: `tool_use` ids were found without `tool_result` blocks "
       "immediately after: t",
       "C1"},
      {"API Error: 400 due to tool use concurrency issues. Run /rewind to recover.", "C1 C2 C3 C5"},
      {"messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t.", "C2"},
      {"messages.2.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: t.",
       "C6"},
      {"Tool reference 'X' not found in available tools", "C7"},
      {"messages: text content blocks must be non-empty", "D1"},
      {"The request body is not valid JSON: no low surrogate in string: line 1 column 7", "D4"},
      {"The request body is not valid JSON: unexpected end of data: line 1 column 7", "D5"},
      {"messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_", "D9"},
      {"messages.1.content.0.tool_use.id: String should match pattern '^[a-z", "D8"},
      {"messages.1.content.0.text.x: Extra inputs are not permitted", "D10"},
      {"messages.1.content.0: Invalid `signature` in `thinking` block", "E1"},
      {"messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a "
       "different conversation.",
       "E5"},
      {"messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant "
       "message cannot be modified.",
       "E2 E6"},
      {"An image in the conversation exceeds the dimension limit for many-image requests (2000px).",
       "F3"},
      {"Prompt is too long", "G1"},
      {"context_management: Extra inputs are not permitted", "I2"},
      {"tools.3.custom.name: String should match", "I2"},
      {"API Error: 529 overloaded", "I2"},
      {"unable to respond to this request, which appears to violate our Usage Policy", "I1"},
      {"something else", ""},
  };
  for (const auto& [text, expected] : texts) EXPECT_EQ(expected, ids(text)) << text;
}

TEST(Defects, AreFoundByIdAndName) {
  EXPECT_EQ(Defect::kC1, find_defect("c1"));
  EXPECT_EQ(Defect::kB10, find_defect("compaction-replay"));
  EXPECT_FALSE(find_defect("Z9"));
}

}  // namespace
}  // namespace clew
