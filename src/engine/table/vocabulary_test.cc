// SPDX-License-Identifier: MIT
//
// One word for one thing: in every answer, parameter and help. What is odd about input is a
// "finding", members are written in camelCase, and flags of one name mean one thing.

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "engine/call/operation.h"
#include "engine/call/operation_results.h"

namespace clew {
namespace {

bool is_camel_case(std::string_view name) {
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

// Other words for a finding.
std::string_view banned_in(std::string_view text) {
  for (const std::string_view word :
       {"iagnos", "oddit", "Oddit", "rouble", "problem", "Problem", "arning"}) {
    if (text.find(word) != std::string_view::npos) return word;
  }
  return {};
}

TEST(Vocabulary, MembersOfAnswersAreCamelCase) {
  ASSERT_GT(result_shapes().size(), 50U);
  for (const ResultShape& shape : result_shapes()) {
    for (const ResultField& field : shape.fields) {
      EXPECT_TRUE(is_camel_case(field.name)) << shape.name << "." << field.name;
    }
  }
}

TEST(Vocabulary, WhatIsOddIsAFinding) {
  for (const ResultShape& shape : result_shapes()) {
    EXPECT_EQ(banned_in(shape.name + " " + shape.help), "") << shape.name;
    for (const ResultField& field : shape.fields) {
      const std::string where = shape.name + "." + field.name;
      EXPECT_EQ(banned_in(field.name + " " + field.type + " " + field.help), "") << where;
      EXPECT_TRUE(field.name != "note" && field.name != "notes") << where;
      if (field.name == "findings") {
        EXPECT_EQ(field.type, "[Finding]") << where;
      }
    }
  }
  for (const Operation& operation : operations()) {
    // To a stranger the command that lists findings is best described by the everyday word.
    if (operation.name != "check") {
      EXPECT_EQ(banned_in(operation.help), "") << operation.name;
    }
    EXPECT_EQ(banned_in(operation.description), "") << operation.name;
    for (const Param& param : operation.params) EXPECT_EQ(banned_in(param.help), "") << param.name;
  }
}

TEST(Vocabulary, TheSameFlagMeansTheSameEverywhere) {
  for (const std::string_view name : {"all", "since", "until", "timezone", "meta", "root"}) {
    std::map<std::string_view, std::string_view> said;  // help: by whom
    for (const Operation& operation : operations()) {
      for (const Param& param : operation.params) {
        if (param.name == name) said.emplace(param.help, operation.name);
      }
    }
    EXPECT_LE(said.size(), 1U) << "--" << name;
  }
}

TEST(Vocabulary, TimeIsBoundedInOneWay) {
  int bounded = 0;
  for (const Operation& operation : operations()) {
    const auto has = [&](std::string_view name) {
      return std::any_of(operation.params.begin(), operation.params.end(),
                         [name](const Param& param) { return param.name == name; });
    };
    EXPECT_EQ(has("since"), has("until")) << operation.name;
    EXPECT_LE(has("since"), has("timezone")) << operation.name;
    for (const std::string_view other : {"after", "tz"}) {
      EXPECT_FALSE(has(other)) << operation.name << " --" << other;
    }
    // Lines and places have a from and a to, times have not.
    for (const Param& param : operation.params) {
      const bool is_place = param.value == "FOLDER" || param.value == "UUID";
      EXPECT_FALSE(param.name == "to" && !is_place) << operation.name << " --to";
      EXPECT_FALSE(param.name == "from" && !is_place) << operation.name << " --from";
    }
    bounded += has("since") ? 1 : 0;
  }
  EXPECT_EQ(bounded, 5);  // list, prompts, recall, search, usage
}

}  // namespace
}  // namespace clew
