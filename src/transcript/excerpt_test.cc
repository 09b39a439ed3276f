// SPDX-License-Identifier: MIT
#include "transcript/excerpt.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

Entry line_of(Transcript& t, std::string_view uuid, int line) {
  Entry entry;
  entry.uuid = t.symbols.intern(uuid);
  entry.model = t.symbols.intern("m");
  entry.line = line;
  return entry;
}

TEST(Excerpt, KeepsWhatMessagesSayOfTheirLines) {
  std::shared_ptr<const Transcript> kept;
  std::vector<Message> messages(2);
  {
    Transcript from;
    for (int i = 0; i < 9; ++i)
      from.entries.push_back(line_of(from, std::string(4, static_cast<char>('a' + i)), i + 1));
    from.usages.push_back({.input = 7});
    from.entries[5].usage = 0;
    from.compactions.push_back({.trigger = "auto", .preserved = {1, 2}});
    messages[0].entries = {5, 3};
    messages[0].tools.emplace_back().call = 5;
    messages[0].tools[0].answer = 8;
    messages[1].entries = {3};
    messages[1].compaction = &from.compactions[0];
    Excerpt excerpt(from);
    excerpt.take(messages);
    kept = excerpt.transcript();
  }
  ASSERT_EQ(kept->count(), 3) << "each line once";
  const Entry& first = (*kept)[messages[0].entries[0]];
  EXPECT_EQ(kept->text(first.uuid), "ffff");
  EXPECT_EQ(kept->text(first.model), "m");
  EXPECT_EQ(first.line, 6);
  EXPECT_EQ(kept->usages.at(static_cast<std::size_t>(first.usage)).input, 7);
  EXPECT_EQ(messages[0].entries[1], messages[1].entries[0]);
  EXPECT_EQ(messages[0].tools[0].call, messages[0].entries[0]);
  EXPECT_EQ(kept->text((*kept)[messages[0].tools[0].answer].uuid), "iiii");
  ASSERT_EQ(messages[1].compaction, &kept->compactions.at(0));
  EXPECT_EQ(messages[1].compaction->trigger, "auto");
  EXPECT_EQ(messages[1].compaction->preserved.size(), 2U);
}

}  // namespace
}  // namespace clew
