// SPDX-License-Identifier: MIT
#include "render/code_text.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

std::string painted(CodeText& code, std::string_view line) {
  const auto lines = code.line(line).wrap(200, Style{.color = true, .width = 200});
  return lines.empty() ? "" : lines[0];
}

TEST(CodeText, WordsTextsNumbersAndComments) {
  CodeText code("cpp");
  EXPECT_EQ(painted(code, "return 42; // why"),
            "\x1b[1;36mreturn\x1b[0m \x1b[35m42\x1b[0m\x1b[36m;\x1b[0m \x1b[2m// why\x1b[0m");
  EXPECT_EQ(painted(code, "f(\"a // b\")").find("\x1b[2m"), std::string::npos);
  EXPECT_NE(painted(code, "a /* b").find("\x1b[2m/*"), std::string::npos);
  EXPECT_EQ(painted(code, "still */ c").find("\x1b[2mstill"), 0U);
  EXPECT_EQ(painted(code, "c"), "\x1b[36mc\x1b[0m");
}

TEST(CodeText, OtherFamilies) {
  CodeText shell("bash title=x");
  EXPECT_NE(painted(shell, "ls # all").find("\x1b[2m#"), std::string::npos);
  EXPECT_EQ(painted(shell, "a#b").find("\x1b[2m"), std::string::npos);
  CodeText diff("diff");
  EXPECT_EQ(painted(diff, "+new"), "\x1b[32m+new\x1b[0m");
  CodeText none("");
  EXPECT_EQ(painted(none, "return 1"), "\x1b[36mreturn 1\x1b[0m");
}

TEST(CodeText, LosesNothing) {
  for (const char* language : {"cpp", "py", "sql", "html", "diff", "", "nonsense"}) {
    CodeText code(language);
    for (const std::string line : {"'it's", "\"open", "/*/", "*/", "\\", "''", "#", "--", "<!---->",
                                   "0x1f.e+", "日本 \"語\""}) {
      EXPECT_EQ(code.line(line).text(), line) << language;
    }
  }
}

}  // namespace
}  // namespace clew
