// SPDX-License-Identifier: MIT
#include "engine/export/hidden_labels.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(HiddenLabels, CountWhatIsWritten) {
  const std::vector<std::string> labels = {"[token 1]", "[password 1]", "[password 2]"};
  const std::string text = "a[0] = [token 1]; [password 2] and [token 1] [token 9] [[password 2]";
  // However it is cut.
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    HiddenLabels hidden(labels);
    hidden.look_at(std::string_view(text).substr(0, cut));
    hidden.look_at(std::string_view(text).substr(cut));
    EXPECT_EQ(2, hidden.count()) << cut;
  }
  HiddenLabels bytes(labels);
  for (const char c : text) bytes.look_at({&c, 1});
  EXPECT_EQ(2, bytes.count());
  HiddenLabels none(labels);
  none.look_at("nothing");
  EXPECT_EQ(0, none.count());
}

}  // namespace
}  // namespace clew
