// SPDX-License-Identifier: MIT

#include "json/repair.h"

#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace clew::json {
namespace {

std::string repaired(std::string_view text) {
  Repairs found;
  return repair(text, found);
}

TEST(Repair, LeavesGoodTextAlone) {
  for (std::string_view text :
       {R"({"a":"\ud83d\ude00","b":-12.5e3,"c":[true,null],"d":"\\ud83d"})",
        R"([9223372036854775807,-9223372036854775808,18446744073709551615])", "\"\xE4\xB8\xAD\""}) {
    Repairs found;
    EXPECT_EQ(repair(text, found), text);
    EXPECT_FALSE(found.any()) << text;
  }
}

TEST(Repair, ReplacesOnlyTheLonelyHalf) {
  EXPECT_EQ(repaired(R"("\ud83d\ud83d\ude00")"), R"("\ufffd\ud83d\ude00")");
  EXPECT_EQ(repaired(R"("\ude00x")"), R"("\ufffdx")");
  EXPECT_EQ(repaired(R"("\ud83d\n")"), R"("\ufffd\n")");
  EXPECT_EQ(repaired(R"("\ud8")"), R"("\ud8")");  // broken escapes stay for the parser to refuse
}

TEST(Repair, KeepsReplacementCharactersThatWereThere) {
  Repairs found;
  EXPECT_EQ(repair("\"\xEF\xBF\xBD\"", found), "\"\xEF\xBF\xBD\"");
  EXPECT_FALSE(found.any());
}

TEST(Repair, TurnsHugeIntegersIntoDoubles) {
  EXPECT_EQ(repaired("[18446744073709551616]"), "[18446744073709551616e0]");
  EXPECT_EQ(repaired("[-9223372036854775809]"), "[-9223372036854775809e0]");
  EXPECT_EQ(repaired("\"18446744073709551616\""), "\"18446744073709551616\"");
}

TEST(Repair, TurnsWhatNoDoubleHoldsIntoTheNearest) {
  const std::string nines(400, '9');
  const std::string zeros(400, '0');
  constexpr std::string_view kLargest = "1.7976931348623157e308";
  for (const std::string& large :
       {nines, nines + "e0", nines + ".5", nines + "e-9", std::string("0.1e999"),
        "0." + zeros + "1e999", std::string("1E+99999999999999999999")}) {
    EXPECT_EQ(repaired(large), kLargest) << large;
    EXPECT_EQ(repaired("[-" + large + "]"), "[-" + std::string(kLargest) + "]") << large;
  }
  for (const std::string& small :
       {"0." + zeros + "1", "0." + zeros + "1e9", "1" + zeros + "e-999", std::string("9.5e-999"),
        std::string("1e-99999999999999999999")}) {
    EXPECT_EQ(repaired(small), "0.0") << small;
  }
}

// from_chars takes them, JSON.parse does not.
TEST(Repair, LeavesMalformedNumbersToBeRefused) {
  for (std::string_view text : {"[007e999]", "[01e-999]", "[1.e999]", "[-.5e999]", "[1e+]"}) {
    Repairs found;
    EXPECT_EQ(repair(text, found), text);
    EXPECT_FALSE(found.any()) << text;
  }
  EXPECT_EQ(repaired("[0.5e999,-1E+999,0e-999]"),
            "[1.7976931348623157e308,-1.7976931348623157e308,0e-999]");
}

TEST(Repair, SurvivesACutAnywhere) {
  const std::string text = "{\"a\":\"\\ud83d\\ude00\xE4\xB8\xAD\",\"n\":123456789012345678901234}";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_LE(repaired(text.substr(0, cut)).size(), cut + 8) << cut;
  }
}

}  // namespace
}  // namespace clew::json
