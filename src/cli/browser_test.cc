// SPDX-License-Identifier: MIT
#include "cli/browser.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Browser, IsLedToTheLinkAndNothingElse) {
  const std::string page = leading_page("http://127.0.0.1:1/#t=ab&s=\"><script>x</script>");
  EXPECT_NE(page.find("0; url=http://127.0.0.1:1/#t=ab&amp;s=&quot;>&lt;script>x&lt;/script>\""),
            page.npos);
  EXPECT_EQ(page.find("<script"), page.npos);
}

}  // namespace
}  // namespace clew
