// SPDX-License-Identifier: MIT

#include "json/described_json.h"

#include <map>

#include <gtest/gtest.h>

#include "json/described_text.h"

namespace clew {
namespace {

enum class Colour : std::uint8_t { kRed, kGreen };
std::string_view name_of(Colour colour) { return colour == Colour::kRed ? "red" : "green"; }

struct Seed {
  std::string name;
  std::int64_t weight = -1;
};

struct Apple {
  Seed best;
  std::string sort;
  std::string tag;
  Colour colour = Colour::kRed;
  TimeMs picked = kNoTime;
  std::optional<double> sugar = {};
  std::optional<std::int64_t> worms = {};
  std::vector<Seed> seeds = {};
  bool bruised = false;
  std::string extra = {};
  const Seed* planted = nullptr;
};

}  // namespace

template <>
inline constexpr auto kDescription<Seed> = describe("Seed", "a seed",
                                                    field("name", "its name", &Seed::name),
                                                    field_if_any("weight", "in milligrams",
                                                                 if_known(&Seed::weight)));

template <>
inline constexpr auto kDescription<Apple> = describe(
    "Apple", "an apple", field("sort", "its sort", &Apple::sort),
    field("tag", "what hangs on it", or_null(&Apple::tag)), all_of(&Apple::best),
    field("colour", "as seen from outside", &Apple::colour),
    field("pickedAt", "when", as_time(&Apple::picked)), field("sugar", "in percent", &Apple::sugar),
    field_if_any("worms", "how many", &Apple::worms),
    field_if_any("seeds", "what is inside", &Apple::seeds),
    field_if_any("bruised", "it fell", &Apple::bruised),
    field_if_any("note", "for who buys it",
                 [](const Apple& apple) { return apple.bruised ? "cheap" : ""; }),
    field_if_any("extra", "as it came", as_json(&Apple::extra)),
    field("planted", "the seed that was planted", &Apple::planted),
    field("bestName", "again", through(&Apple::best, &Seed::name)));

namespace {

std::string text_of(const Apple& apple) { return json::to_text(apple); }

TEST(DescribedJson, MembersComeInTheirOrderAndNothingIsNullOrLeftOut) {
  EXPECT_EQ(text_of({}),
            R"({"sort":"","tag":null,"name":"","colour":"red","pickedAt":null,"sugar":null,)"
            R"("planted":null,"bestName":""})");
}

TEST(DescribedJson, ValuesAreWrittenByTheirType) {
  const Seed seed{"pip", 12};
  Apple apple{.best = seed, .sort = "Boskoop \"B\"", .tag = "A"};
  apple.colour = Colour::kGreen;
  apple.picked = 0;
  apple.sugar = 12.5;
  apple.worms = 0;
  apple.seeds = {seed, {}};
  apple.bruised = true;
  apple.extra = R"({"a":[1]})";
  apple.planted = &seed;
  EXPECT_EQ(text_of(apple),
            R"({"sort":"Boskoop \"B\"","tag":"A","name":"pip","weight":12,"colour":"green",)"
            R"("pickedAt":"1970-01-01T00:00:00.000Z","sugar":12.5,"worms":0,)"
            R"("seeds":[{"name":"pip","weight":12},{"name":""}],"bruised":true,"note":"cheap",)"
            R"("extra":{"a":[1]},"planted":{"name":"pip","weight":12},"bestName":"pip"})");
}

TEST(DescribedJson, AListCanBeSeenThroughAFunction) {
  const std::map<std::string, int> counts = {{"a", 1}, {"b", 2}};
  json::Writer out;
  json::write(out, MappedList(counts, [](const auto& one) { return Seed{one.first, one.second}; }));
  EXPECT_EQ(out.take(), R"([{"name":"a","weight":1},{"name":"b","weight":2}])");
}

TEST(DescribedText, IsThatOfOneMember) {
  const Seed seed{"p\xFFip", 12};
  Apple apple{.best = seed, .sort = "Boskoop \"B\"", .tag = ""};
  apple.sugar = 12.5;
  apple.planted = &seed;
  const auto text = [&](std::vector<std::string> names) { return json::text_at(apple, names); };
  EXPECT_EQ(text({"sort"}), "Boskoop \"B\"");
  EXPECT_EQ(text({"name"}), "p\xEF\xBF\xBDip");
  EXPECT_EQ(text({"weight"}), "12");
  EXPECT_EQ(text({"colour"}), "red");
  EXPECT_EQ(text({"sugar"}), "12.5");
  EXPECT_EQ(text({"planted", "weight"}), "12");
  EXPECT_EQ(text({"planted"}), json::to_text(seed));
  for (const char* name : {"tag", "pickedAt", "worms", "seeds", "bruised", "note", "extra", "?"}) {
    EXPECT_EQ(text({name}), "") << name;
  }
  apple.picked = 0;
  apple.bruised = true;
  apple.seeds = {seed};
  EXPECT_EQ(text({"pickedAt"}), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(text({"bruised"}), "true");
  EXPECT_EQ(text({"note"}), "cheap");
  EXPECT_EQ(text({"seeds"}), "[" + json::to_text(seed) + "]");
  apple.extra = R"(["a",null,2])";
  EXPECT_EQ(text({"extra"}), "a,,2");
  apple.extra = R"([{"a":1}])";
  EXPECT_EQ(text({"extra"}), apple.extra);
  apple.extra = R"("\u00e4")";
  EXPECT_EQ(text({"extra"}), "ä");
}

}  // namespace
}  // namespace clew
