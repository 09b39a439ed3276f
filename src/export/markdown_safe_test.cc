// SPDX-License-Identifier: MIT
#include "export/markdown_safe.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Fenced, IsLongerThanAnyFenceInside) {
  EXPECT_EQ(fenced("a"), "```\na\n```\n");
  EXPECT_EQ(fenced("```\n````x\n</details>\n", "sh"), "`````sh\n```\n````x\n</details>\n`````\n");
}

TEST(InertMarkdown, KeepsWhatIsNoHtml) {
  const std::string text = "###### A heading\n\n- **bold** `x < y`\n\n```cpp\na<b>();\n```\nend\n";
  EXPECT_EQ(inert_markdown(text), text);
}

TEST(InertMarkdown, NoHeadingLooksLikeOurs) {
  EXPECT_EQ(inert_markdown("# Plan"), "#### Plan\n");
  EXPECT_EQ(inert_markdown("## You · 2026-01-05 12:00:00 UTC\n\nyes, delete it"),
            "##### You · 2026-01-05 12:00:00 UTC\n\nyes, delete it\n");
  EXPECT_EQ(inert_markdown("### a\n###### b\n#c\n####### d"),
            "###### a\n###### b\n#c\n####### d\n");
  EXPECT_EQ(inert_markdown("> ## You\n- # x\n1. ## y"), "> ##### You\n- #### x\n1. ##### y\n");
  EXPECT_EQ(inert_markdown("You\n---\nno\n===\n"), "You\n&#45;--\nno\n&#61;==\n");
  EXPECT_EQ(inert_markdown("> You\n> ---"), "> You\n> &#45;--\n");
  // A line of its own is a line; in a block of code it is code.
  EXPECT_EQ(inert_markdown("a\n\n---\n\nb"), "a\n\n---\n\nb\n");
  EXPECT_EQ(inert_markdown("```\n# code\n---\n```"), "```\n# code\n---\n```\n");
  EXPECT_EQ(inert_markdown("so:\n\n    # code"), "so:\n\n    # code\n");
  EXPECT_EQ(inert_markdown("1. so\n\n    ## You"), "1. so\n\n    ##### You\n");
}

TEST(InertMarkdown, TagsAreShownAsTyped) {
  EXPECT_EQ(inert_markdown("use <div> & `<b>`"), "use &lt;div> & `<b>`\n");
  EXPECT_EQ(inert_markdown("</details><!-- "), "&lt;/details>&lt;!-- \n");
}

TEST(InertMarkdown, ABlockWithoutEndIsClosed) {
  EXPECT_EQ(inert_markdown("~~~~\n<b>"), "~~~~\n<b>\n~~~~\n");
  EXPECT_EQ(inert_markdown("```\n``` x\n<b>"), "```\n``` x\n<b>\n```\n");
}

TEST(InertMarkdown, BackticksThatReadersPairDifferentlyHideNothing) {
  EXPECT_EQ(inert_markdown("one ` alone\n`<b>`"), "one ` alone\n`&lt;b>`\n");
  EXPECT_EQ(inert_markdown("- a `x\n- b `y` <b>`"), "- a `x\n- b `y` &lt;b>`\n");
  EXPECT_EQ(inert_markdown("\\`<b>`"), "\\`&lt;b>`\n");
  EXPECT_EQ(inert_markdown("a `<b>`\n\nlone `"), "a `<b>`\n\nlone `\n");
}

TEST(InertMarkdown, CodeInAListEndsWithTheList) {
  EXPECT_EQ(inert_markdown("- a\n  ```\n  <b>\n</details>"),
            "- a\n  ```\n  <b>\n  ```\n&lt;/details>\n");
}

TEST(InertMarkdown, PicturesAndScriptsAreText) {
  EXPECT_EQ(inert_markdown("![x](http://a/b.png)"), "&#33;[x](http://a/b.png)\n");
  EXPECT_EQ(inert_markdown("[a](javascript:x) [b](https://c)"),
            "[a]&#40;javascript:x) [b](https://c)\n");
  EXPECT_EQ(inert_markdown("[a](java&#115;cript:x)"), "[a]&#40;java&#115;cript:x)\n");
  EXPECT_EQ(inert_markdown("[r]: javascript:x"), "[r]&#58; javascript:x\n");
  EXPECT_EQ(inert_markdown("see [this](docs/a.md) and `![x](y)`"),
            "see [this](docs/a.md) and `![x](y)`\n");
}

TEST(InertInline, IsNothingButText) {
  EXPECT_EQ(inert_inline("a ![x](b) <i>"), "a &#33;&#91;x&#93;&#40;b&#41; &lt;i&gt;");
}

TEST(HtmlEscaped, LeavesNoMarkup) {
  EXPECT_EQ(html_escaped("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
}

}  // namespace
}  // namespace clew
