// SPDX-License-Identifier: MIT
#include "doctor/media.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Media, KnowsTypesAndSides) {
  const MediaFacts png = look_at_media(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+"
      "A8AAQUBAScY42YAAAAASUVORK5CYII=");
  EXPECT_EQ("image/png", png.type);
  EXPECT_EQ(1, png.width);
  EXPECT_TRUE(png.whole);
  const MediaFacts gif = look_at_media("R0lGODlhAgADAIAAAP///wAAACwAAAAA");
  EXPECT_EQ("image/gif", gif.type);
  EXPECT_EQ(2, gif.width);
  EXPECT_EQ(3, gif.height);
  // SOI, an APP0 segment of 4 bytes, SOF0 of 16 x 32.
  const MediaFacts jpeg = look_at_media("/9j/4AAEAAD/wAARCAAgABADASIAAhEBAxEB/9k=");
  EXPECT_EQ("image/jpeg", jpeg.type);
  EXPECT_EQ(16, jpeg.width);
  EXPECT_EQ(32, jpeg.height);
}

TEST(Media, NoticesWhatIsCutOrNothing) {
  EXPECT_FALSE(look_at_media("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwC").whole);
  EXPECT_FALSE(look_at_media("").valid_base64);
  EXPECT_FALSE(look_at_media("!!!!").valid_base64);
  EXPECT_EQ("", look_at_media("AAAA").type);
}

TEST(Media, ReadsTheLastBytesBehindPadding) {
  // "%PDF-1.4\n%%EOF" in three lengths.
  EXPECT_TRUE(look_at_media("JVBERi0xLjQKJSVFT0Y=").whole);
  EXPECT_TRUE(look_at_media("JVBERi0xLjQgCiUlRU9G").whole);
  EXPECT_TRUE(look_at_media("JVBERi0xLjQgIAolJUVPRg==").whole);
}

TEST(Media, CountsPages) {
  // "%PDF-1.4 <</Type /Page>> <</Type/Pages/Count 7>> endobj <</Type/Outlines/Count 900>> %%EOF"
  EXPECT_EQ(7,
            look_at_media("JVBERi0xLjQgPDwvVHlwZSAvUGFnZT4+IDw8L1R5cGUvUGFnZXMvQ291bnQgNz4+IGVuZG9i"
                          "aiA8PC9UeXBlL091dGxpbmVzL0NvdW50IDkwMD4+ICUlRU9G")
                .pages);
}

TEST(Media, DescribesItself) {
  MediaFacts facts;
  facts.width = 2800;
  facts.height = 1600;
  facts.base64_bytes = 8'666'667;
  EXPECT_EQ("image/png 2800x1600, 6.5 MB", describe_media("image/png", facts));
}

}  // namespace
}  // namespace clew
