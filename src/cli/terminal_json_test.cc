// SPDX-License-Identifier: MIT
#include "cli/terminal_json.h"

#include <gtest/gtest.h>

#include "json/value.h"

namespace clew {
namespace {

TEST(JsonForTerminal, EscapesWhatATerminalObeys) {
  EXPECT_EQ(json_for_terminal("{\"a\":\"é 中 😀\\n\"}\n"), "{\"a\":\"é 中 😀\\n\"}\n");
  EXPECT_EQ(json_for_terminal("\"\u009B31m\u202E\u2028\x7F\""), R"("\u009b31m\u202e\u2028\u007f")");
  EXPECT_EQ(json_for_terminal("torn \x1b]0;x\x07"), R"(torn \u001b]0;x\u0007)");
}

TEST(JsonForTerminal, SaysTheSame) {
  const std::string json = "[\"\U000E0041\u2066x\u200B\u0085\"]";
  const std::string escaped = json_for_terminal(json);
  EXPECT_EQ(escaped, R"(["\udb40\udc41\u2066x\u200b\u0085"])");
  json::Parser one;
  json::Parser two;
  const auto before = one.parse_copy(json);
  const auto after = two.parse_copy(escaped);
  ASSERT_TRUE(before && after);
  for (const json::Value text : (*before).elements()) {
    for (const json::Value other : (*after).elements())
      EXPECT_EQ(text.string_or("-"), other.string_or("+"));
  }
}

}  // namespace
}  // namespace clew
