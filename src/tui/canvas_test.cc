// SPDX-License-Identifier: MIT
#include "tui/canvas.h"

#include <gtest/gtest.h>

namespace clew::tui {
namespace {

std::string row_of(const Canvas& canvas, int row) {
  std::string text;
  for (int i = 0; i < canvas.columns(); ++i) text += canvas.at(row, i).text;
  return text;
}

TEST(Canvas, WideCharactersTakeTwoCellsAndAreNeverParted) {
  Canvas canvas(6, 1);
  EXPECT_EQ(canvas.put(0, 0, "中文字x"), 6);
  EXPECT_EQ(row_of(canvas, 0), "中文字");
  canvas.put(0, 1, "a");  // into the middle of the first
  EXPECT_EQ(row_of(canvas, 0), " a文字");
  EXPECT_EQ(canvas.put(0, 5, "中"), 0);  // half of it has no place
}

TEST(Canvas, NothingHarmfulGetsIn) {
  Canvas canvas(40, 1);
  canvas.put(0, 0,
             "a\x1b[2Jb\x07"
             "c\u202e"
             "d\u200f"
             "e\x9b"
             "f\ng\u2028h");
  for (int i = 0; i < canvas.columns(); ++i) {
    for (const char c : canvas.at(0, i).text) {
      EXPECT_GE(static_cast<unsigned char>(c), 0x20) << i;
      EXPECT_NE(c, 0x7f);
    }
  }
  EXPECT_EQ(row_of(canvas, 0).substr(0, 6), "a[2Jbc");
  EXPECT_EQ(row_of(canvas, 0).find("\u202e"), std::string::npos);
}

TEST(Canvas, LooksOfATextAndNoOtherSequence) {
  Canvas canvas(20, 1);
  canvas.put_styled(0, 0, "\x1b[1;31mred\x1b[0m \x1b[38;5;1mx\x1b[2J", 20);
  EXPECT_EQ(canvas.at(0, 0).look, (Look{Look::kBold, 31}));
  EXPECT_EQ(canvas.at(0, 3).look, Look{});
  EXPECT_EQ(row_of(canvas, 0).substr(0, 8), "red x[2J");
  EXPECT_EQ(without_looks("\x1b[1;31mred\x1b[0m ok"), "red ok");
}

TEST(Canvas, OutsideIsLeftOut) {
  Canvas canvas(4, 2);
  canvas.put(-1, 0, "x");
  canvas.put(2, 0, "x");
  canvas.put(0, -3, "x");
  canvas.put(0, 10, "x");
  canvas.fill(5, 5, 5, kBar);
  canvas.mark(0, 2, 100, Look::kReverse);
  EXPECT_EQ(row_of(canvas, 0), "    ");
  EXPECT_EQ(canvas.at(0, 3).look.marks, Look::kReverse);
}

}  // namespace
}  // namespace clew::tui
