// SPDX-License-Identifier: MIT

#include "serve/element_splitter.h"

#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

struct Split {
  std::vector<std::string> elements;
  std::string rest;
};

// Fed in pieces of every size, the outcome must be the same.
Split split(std::string_view text, std::size_t piece) {
  Split out;
  ElementSplitter splitter("list", [&out](std::string_view element) {
    out.elements.emplace_back(element);
    return true;
  });
  for (std::size_t at = 0; at < text.size(); at += piece) splitter.feed(text.substr(at, piece));
  out.rest = splitter.rest();
  return out;
}

void expect_split(std::string_view text, const std::vector<std::string>& elements,
                  std::string_view rest) {
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    const Split out = split(text, piece);
    ASSERT_EQ(out.elements, elements) << "pieces of " << piece;
    ASSERT_EQ(out.rest, rest) << "pieces of " << piece;
  }
}

TEST(ElementSplitter, HandsOnElementsAndKeepsTheRest) {
  expect_split(R"({"a":{"list":[9]},"list":[{"x":[1,2]},"t",3,[4,[5]]],"z":[6,7],"list2":[8]})",
               {R"({"x":[1,2]})", R"("t")", "3", "[4,[5]]"},
               R"({"a":{"list":[9]},"list":[],"z":[6,7],"list2":[8]})");
}

TEST(ElementSplitter, BracketsAndQuotesInTextsAreText) {
  expect_split(R"({"k":"\"list\":[","list":["a]\",b","\\",{"q\"]":"}"}],"e":"\\"})",
               {R"("a]\",b")", R"("\\")", R"({"q\"]":"}"})"},
               R"({"k":"\"list\":[","list":[],"e":"\\"})");
}

TEST(ElementSplitter, EmptyAndMissingLists) {
  expect_split(R"({"list":[],"n":1})", {}, R"({"list":[],"n":1})");
  expect_split(R"({"list":{"a":[1]},"n":["list"]})", {}, R"({"list":{"a":[1]},"n":["list"]})");
}

TEST(ElementSplitter, StopsWhenNobodyWantsMore) {
  int taken = 0;
  ElementSplitter splitter("list", [&taken](std::string_view) { return ++taken < 2; });
  EXPECT_FALSE(splitter.feed(R"({"list":[1,2,3,4]})"));
  EXPECT_EQ(taken, 2);
  EXPECT_FALSE(splitter.feed("5"));
}

}  // namespace
}  // namespace clew
