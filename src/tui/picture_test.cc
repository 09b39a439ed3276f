// SPDX-License-Identifier: MIT
#include "tui/picture.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "tui/canvas.h"

namespace clew::tui {
namespace {

// The beginning of a PNG of 640 x 320 pixels; nobody looks further.
constexpr std::string_view kPng = "iVBORw0KGgoAAAANSUhEUgAAAoAAAAFA";
constexpr CellSize kCell{8, 16};

TEST(Picture, HasItsShapeInTheRoomThatThereIs) {
  const auto whole = make_picture(kPng, "a", kCell, 100);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->columns, 60);  // of 80, which is more than can be numbered
  EXPECT_EQ(whole->rows, 15);
  const auto narrow = make_picture(kPng, "a", kCell, 20);
  ASSERT_TRUE(narrow);
  EXPECT_EQ(narrow->columns, 20);
  EXPECT_EQ(narrow->rows, 5);
  EXPECT_NE(narrow->id, whole->id);  // the terminal scales them differently
  const auto other = make_picture(kPng, "b", kCell, 20);
  EXPECT_NE(narrow->id, other->id);
}

TEST(Picture, OnlyPngInBase64IsShown) {
  EXPECT_FALSE(make_picture("", "a", kCell, 20));
  EXPECT_FALSE(make_picture("AAAA", "a", kCell, 20));
  EXPECT_FALSE(make_picture(kPng.substr(0, 20), "a", kCell, 20));
  EXPECT_FALSE(make_picture(std::string(kPng) + "\x1b\\ab", "a", kCell, 20));
  EXPECT_FALSE(make_picture(std::string(kPng) + "a b=", "a", kCell, 20));
  EXPECT_FALSE(make_picture(std::string(kPng) + std::string(800'000, 'A'), "a", kCell, 20));
  EXPECT_FALSE(make_picture(kPng, "a", {}, 20));
  // No width at all.
  EXPECT_FALSE(make_picture("iVBORw0KGgoAAAANSUhEUgAAAAAAAAFA", "a", kCell, 20));
}

TEST(Picture, IsGivenInChunksThatHoldNothingButBase64) {
  auto picture = make_picture(std::string(kPng) + std::string(10'000, 'A'), "a", kCell, 20);
  ASSERT_TRUE(picture);
  const std::string sent = transmission_of(*picture);
  std::size_t chunks = 0;
  for (std::size_t at = 0; (at = sent.find("\x1b_G", at)) != std::string::npos; ++at) ++chunks;
  EXPECT_EQ(chunks, 3U);
  EXPECT_NE(sent.find(",c=20,r=5,m=1;"), std::string::npos);
  EXPECT_NE(sent.find("\x1b_Gm=0;"), std::string::npos);
}

TEST(Picture, ItsCellsAreOfTheCanvasAndNobodyElsesAre) {
  const auto picture = make_picture(kPng, "a", kCell, 20);
  Canvas canvas(30, 2);
  EXPECT_EQ(canvas.put_styled(0, 0, row_of(*picture, 3), 30), 20);
  EXPECT_EQ(canvas.at(0, 7).look.picture, picture->id);
  std::string cell;
  append_utf8(cell, kPlaceholder);
  append_utf8(cell, 0x310);
  append_utf8(cell, 0x33f);
  EXPECT_EQ(canvas.at(0, 7).text, cell);
  // The same characters in a transcript show nothing.
  EXPECT_EQ(canvas.put(1, 0, "a" + cell + "b"), 2);
}

}  // namespace
}  // namespace clew::tui
