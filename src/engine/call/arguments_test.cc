// SPDX-License-Identifier: MIT

#include "engine/call/arguments.h"

#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

Operation test_operation() {
  Operation operation{};
  operation.name = "test";
  operation.params = {
      {.name = "session", .help = "h", .required = true, .positional = true},
      {.name = "rules", .help = "h", .fallback = "2.1", .choices = {"2.1", "2.0"}},
      {.name = "count", .type = ParamType::kInteger, .help = "h", .max = 100},
      {.name = "offset", .type = ParamType::kInteger, .help = "h", .fallback = "7", .min = -5},
      {.name = "all", .type = ParamType::kFlag, .help = "h"},
      {.name = "root", .type = ParamType::kTextList, .help = "h"},
  };
  return operation;
}

Result<Arguments> check(Arguments::Given given, bool with_session = true) {
  if (with_session) given["session"] = {"file.jsonl"};
  return Arguments::check(test_operation(), given);
}

std::string problem(const Arguments::Given& given, bool with_session = true) {
  const auto arguments = check(given, with_session);
  if (arguments) return "none";
  EXPECT_EQ(arguments.error().code, ErrorCode::kInvalid);
  return arguments.error().message;
}

TEST(Arguments, WhatIsGivenCanBeRead) {
  const auto arguments = check({{"rules", {"2.0"}},
                                {"count", {"42"}},
                                {"offset", {"-5"}},
                                {"all", {"true"}},
                                {"root", {"a", "b"}}});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->text("session"), "file.jsonl");
  EXPECT_EQ(arguments->text("rules"), "2.0");
  EXPECT_EQ(arguments->integer("count"), 42);
  EXPECT_EQ(arguments->integer("offset"), -5);
  EXPECT_TRUE(arguments->flag("all"));
  EXPECT_EQ(arguments->list("root"), (std::vector<std::string>{"a", "b"}));
}

TEST(Arguments, WhatIsNotGivenIsTheDefaultOrNothing) {
  const auto arguments = check({});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->text("rules"), "2.1");
  EXPECT_EQ(arguments->integer("offset"), 7);
  EXPECT_EQ(arguments->integer("count"), 0);
  EXPECT_EQ(arguments->maybe_integer("count"), std::nullopt);
  EXPECT_EQ(arguments->maybe_text("count"), std::nullopt);
  EXPECT_FALSE(arguments->flag("all"));
  EXPECT_TRUE(arguments->list("root").empty());
}

TEST(Arguments, WhatIsNeededMustBeThere) {
  EXPECT_EQ(problem({}, false), "session: is needed");
  EXPECT_EQ(problem({{"session", {}}}, false), "session: is needed");
}

TEST(Arguments, NumbersMustBeNumbersWithinTheirLimits) {
  for (const char* wrong :
       {"", " ", "1 ", " 1", "one", "1.5", "1e2", "0x10", "+1", "--1", "99999999999999999999"}) {
    EXPECT_EQ(problem({{"count", {wrong}}}),
              "--count: \"" + std::string(wrong) + "\" is not a whole number");
  }
  EXPECT_EQ(problem({{"count", {"101"}}}), "--count: 101 is not between 0 and 100");
  EXPECT_EQ(problem({{"count", {"-1"}}}), "--count: -1 is not between 0 and 100");
  EXPECT_EQ(problem({{"count", {"0"}}}), "none");
  EXPECT_EQ(problem({{"count", {"100"}}}), "none");
  EXPECT_EQ(problem({{"offset", {"9223372036854775807"}}}), "none");
}

TEST(Arguments, ChoicesMustBeAmongThem) {
  EXPECT_EQ(problem({{"rules", {"3.0"}}}), "--rules: \"3.0\" is none of 2.1, 2.0");
  EXPECT_EQ(problem({{"rules", {""}}}), "--rules: \"\" is none of 2.1, 2.0");
  EXPECT_EQ(problem({{"rules", {"2.1 "}}}), "--rules: \"2.1 \" is none of 2.1, 2.0");
}

TEST(Arguments, OnlyListsMayBeGivenTwice) {
  EXPECT_EQ(problem({{"count", {"1", "2"}}}), "--count: given more than once");
  EXPECT_EQ(problem({{"rules", {"2.1", "2.1"}}}), "--rules: given more than once");
  EXPECT_EQ(problem({{"root", {"a", "a"}}}), "none");
}

TEST(Arguments, UnknownNamesAreRefused) {
  EXPECT_EQ(problem({{"colour", {"blue"}}}), "test has no parameter \"colour\"");
  EXPECT_EQ(problem({{"", {"blue"}}}), "test has no parameter \"\"");
}

}  // namespace
}  // namespace clew
