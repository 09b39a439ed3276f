// SPDX-License-Identifier: MIT
#include "os/path_below.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(PathBelow, IsMadeOfPlainSteps) {
  const auto place = PathBelow::parse("/r/", "/r/projects/k/f.jsonl");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->folder(), "/r");
  EXPECT_EQ(place->steps().size(), 3u);
  EXPECT_EQ(place->text(), "/r/projects/k/f.jsonl");
  EXPECT_EQ(place->text(1), "/r/projects");
  EXPECT_EQ(place->parent().text(), "/r/projects/k");
  EXPECT_EQ((PathBelow("/r") / "a/b" / *PlainName::from("c")).text(), "/r/a/b/c");
  EXPECT_EQ((PathBelow("/r") / "a/b").steps().size(), 2u);
  EXPECT_EQ(PathBelow("/r").parent().text(), "/r");
  EXPECT_EQ(PathBelow::parse("/", "/etc/x")->text(), "/etc/x");
}

TEST(PathBelow, WhatLeadsOutIsNone) {
  for (const char* path : {"/r", "/r/", "/rest/f", "/other/f", "f", "", "/r/../f", "/r/a/../b",
                           "/r/./f", "/r/a//b", "/r/a/"}) {
    EXPECT_FALSE(PathBelow::parse("/r", path)) << path;
    EXPECT_FALSE(PathBelow::parse("", path)) << path;
  }
}

}  // namespace
}  // namespace clew
