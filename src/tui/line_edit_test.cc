// SPDX-License-Identifier: MIT
#include "tui/line_edit.h"

#include <gtest/gtest.h>

namespace clew::tui {
namespace {

using Kind = Key::Kind;

Key key_with(char32_t c, bool ctrl = false) {
  return {.kind = Kind::kText, .character = c, .ctrl = ctrl};
}

TEST(LineEdit, EditsByWhatIsSeenAsOneCharacter) {
  LineEdit line;
  line.set("a👨‍👩‍👧é");
  line.take({.kind = Kind::kBackspace});
  EXPECT_EQ(line.text(), "a👨‍👩‍👧");
  line.take({.kind = Kind::kBackspace});
  EXPECT_EQ(line.text(), "a");
  line.take({.kind = Kind::kLeft});
  line.take(key_with(U'中'));
  EXPECT_EQ(line.text(), "中a");
  EXPECT_EQ(line.cursor(), 3U);
}

TEST(LineEdit, KeysOfAShell) {
  LineEdit line;
  line.set("one two three");
  line.take(key_with('w', true));
  EXPECT_EQ(line.text(), "one two ");
  line.take(key_with('a', true));
  line.take(key_with('k', true));
  EXPECT_EQ(line.text(), "");
  line.set("abc");
  line.take(key_with('u', true));
  EXPECT_EQ(line.text(), "");
}

TEST(LineEdit, TakesNoControlCharacters) {
  LineEdit line;
  line.take({.kind = Kind::kPaste, .text = "one\ntwo\x1b[2J\u202e!"});
  EXPECT_EQ(line.text(), "one two!");
}

TEST(LineEdit, KeepsLineEndsWhereSeveralLinesAreTaken) {
  LineEdit line;
  line.take_lines(true);
  line.take({.kind = Kind::kPaste, .text = "one\r\ntwo\n\n  three\x1b[2J\n"});
  EXPECT_EQ(line.text(), "one\ntwo\n\n  three");
  line.take({.kind = Kind::kUp});
  line.take({.kind = Kind::kUp});
  line.take(key_with('u', true));
  EXPECT_EQ(line.text(), "one\n\n\n  three");
  line.take(key_with('e', true));
  line.take(key_with('!'));
  EXPECT_EQ(line.text(), "one\n!\n\n  three");
  line.add_line_end();
  line.take({.kind = Kind::kDown});
  line.take({.kind = Kind::kDown});
  line.take(key_with('w', true));
  EXPECT_EQ(line.text(), "one\n!\n\n\n  ");
}

TEST(LineEdit, RemembersWhatWasTyped) {
  LineEdit line;
  for (const char* text : {"first", "second"}) {
    line.set(text);
    line.remember();
  }
  line.set("draft");
  line.take({.kind = Kind::kUp});
  line.take({.kind = Kind::kUp});
  EXPECT_EQ(line.text(), "first");
  line.take({.kind = Kind::kDown});
  line.take({.kind = Kind::kDown});
  EXPECT_EQ(line.text(), "draft");
}

}  // namespace
}  // namespace clew::tui
