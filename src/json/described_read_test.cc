// SPDX-License-Identifier: MIT
#include "json/described_read.h"

#include <gtest/gtest.h>

namespace clew {

enum class Fruit { kApple, kPear };
constexpr std::string_view name_of(Fruit fruit) {
  return fruit == Fruit::kApple ? "apple" : "pear";
}
constexpr Fruit last_of(Fruit) { return Fruit::kPear; }
inline constexpr std::string_view kSizes[] = {"small", "large"};

struct Label {
  std::string text;
};
template <>
inline constexpr auto kDescription<Label> = describe("Label", "h",
                                                     field_if_any("label", "h", &Label::text));

struct Basket {
  std::string owner;
  Bounded<1, 9> count{3};
  bool heavy = false;
  OneOf<kSizes> size{kSizes[0]};
  std::optional<Fruit> best;
  std::vector<Fruit> fruits;
  Label label;
};
template <>
inline constexpr auto kDescription<Basket> =
    describe("Basket", "h", field("owner", "h", &Basket::owner),
             field_if_any("count", "h", &Basket::count), field_if_any("heavy", "h", &Basket::heavy),
             field_if_any("size", "h", &Basket::size), field_if_any("best", "h", &Basket::best),
             field_if_any("fruits", "h", &Basket::fruits), all_of(&Basket::label));

namespace {

// "ok", or the error.
std::string reading(const char* text, Basket* into = nullptr) {
  json::Parser parser;
  const auto value = parser.parse_copy(text);
  EXPECT_TRUE(value) << text;
  auto basket = json::read<Basket>(*value);
  if (!basket) return basket.error().message;
  if (into) *into = std::move(*basket);
  return "ok";
}

TEST(DescribedRead, WhatIsGivenReplacesWhatIsUsual) {
  Basket basket;
  ASSERT_EQ(reading(R"({"owner":"ada"})", &basket), "ok");
  EXPECT_EQ(basket.owner, "ada");
  EXPECT_EQ(basket.count.value, 3);
  EXPECT_EQ(basket.size.text, "small");
  EXPECT_FALSE(basket.best);
  ASSERT_EQ(reading(R"({"owner":"b","count":9,"heavy":true,"size":"large","best":"pear",)"
                    R"("fruits":["pear","apple"],"label":"x"})",
                    &basket),
            "ok");
  EXPECT_EQ(basket.count.value, 9);
  EXPECT_TRUE(basket.heavy);
  EXPECT_EQ(basket.size.text, "large");
  EXPECT_EQ(basket.best, Fruit::kPear);
  EXPECT_EQ(basket.fruits, (std::vector{Fruit::kPear, Fruit::kApple}));
  EXPECT_EQ(basket.label.text, "x");
}

TEST(DescribedRead, ErrorsNameTheMember) {
  EXPECT_EQ(reading("{}"), "owner: is needed");
  EXPECT_EQ(reading(R"({"owner":""})"), "owner: is needed");
  EXPECT_EQ(reading(R"({"owner":7})"), "owner: must be a text");
  EXPECT_EQ(reading(R"({"owner":"a","colour":1})"), "there is no argument \"colour\"");
  EXPECT_EQ(reading(R"({"owner":"a","count":10})"), "count: must be between 1 and 9");
  EXPECT_EQ(reading(R"({"owner":"a","count":1.5})"), "count: must be a whole number");
  EXPECT_EQ(reading(R"({"owner":"a","count":"2"})"), "count: must be a whole number");
  EXPECT_EQ(reading(R"({"owner":"a","heavy":1})"), "heavy: must be true or false");
  EXPECT_EQ(reading(R"({"owner":"a","size":"huge"})"), "size: must be one of small, large");
  EXPECT_EQ(reading(R"({"owner":"a","best":null})"), "best: must be one of apple, pear");
  EXPECT_EQ(reading(R"({"owner":"a","fruits":"pear"})"), "fruits: must be a list");
  EXPECT_EQ(reading(R"({"owner":"a","fruits":["plum"]})"), "fruits: must be one of apple, pear");
}

}  // namespace
}  // namespace clew
