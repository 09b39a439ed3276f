// SPDX-License-Identifier: MIT
#include "export/html_document.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ScriptSafe, NothingEndsTheElement) {
  EXPECT_EQ(script_safe(R"({"a":"</script><!--<script>"})"),
            R"({"a":"\u003c/script>\u003c!--\u003cscript>"})");
  EXPECT_EQ(script_safe("[1,2]"), "[1,2]");
}

TEST(HtmlDocument, HoldsWhatItIsGivenAndNoMarkupOfIt) {
  std::string text;
  const AppendText append = [&](std::string_view piece) -> Result<void> {
    text += piece;
    return {};
  };
  HtmlDocument document(append);
  if (!document.begin("</title><script>x</script>")) GTEST_SKIP() << "built without Node";
  ASSERT_TRUE(document.add("clew-rows", R"(["</script><script>y"])"));
  ASSERT_TRUE(document.end());
  EXPECT_NE(text.find("<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;</title>"),
            std::string::npos);
  EXPECT_NE(text.find(R"(id="clew-rows">["\u003c/script>\u003cscript>y"]</script>)"),
            std::string::npos);
  EXPECT_NE(text.find("default-src 'none'; script-src 'sha256-"), std::string::npos);
  EXPECT_EQ(text.find("unsafe"), text.find("unsafe", text.find("<style>")));
}

}  // namespace
}  // namespace clew
