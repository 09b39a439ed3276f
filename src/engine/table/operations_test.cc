// SPDX-License-Identifier: MIT
//
// The table of operations is what every front end is made from: what is odd here is odd everywhere.

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"

namespace clew {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// Flags that every command has; a parameter of the same name would hide them.
const std::set<std::string_view> kCommon = {"root", "json",    "color",    "width",
                                            "help", "version", "generate", "keep-dir"};

TEST(Operations, NamesAreUniqueAndCanBeTyped) {
  std::set<std::string_view> names;
  for (const Operation& operation : operations()) {
    EXPECT_TRUE(is_name(operation.name)) << operation.name;
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name << " is there twice";
    EXPECT_EQ(find_operation(operation.name), &operation);
  }
  EXPECT_EQ(find_operation("nonsense"), nullptr);
  EXPECT_EQ(find_operation(""), nullptr);
}

TEST(Operations, EachIsExplainedAndDoesSomething) {
  for (const Operation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    EXPECT_FALSE(operation.help.empty());
    EXPECT_FALSE(operation.help.ends_with('.')) << "one line of a list, not a sentence";
    EXPECT_LE(operation.help.size(), 60U) << "must fit beside its name in 80 columns";
    EXPECT_EQ(operation.help.find('\n'), std::string_view::npos);
    EXPECT_TRUE(operation.description.ends_with('.'));
    EXPECT_NE(operation.handler.run, nullptr);
    for (const Example& example : operation.examples) {
      EXPECT_TRUE(example.command.starts_with("clew " + std::string(operation.name)))
          << example.command;
      EXPECT_FALSE(example.what.empty());
    }
  }
}

TEST(Operations, ParametersAreUniqueAndExplained) {
  for (const Operation& operation : operations()) {
    std::set<std::string_view> names;
    for (const Param& param : operation.params) {
      SCOPED_TRACE(std::string(operation.name) + " " + std::string(param.name));
      EXPECT_TRUE(is_name(param.name));
      EXPECT_TRUE(names.insert(param.name).second) << "named twice";
      EXPECT_FALSE(kCommon.contains(param.name)) << "hides a flag of the program";
      EXPECT_FALSE(param.help.empty());
      EXPECT_FALSE(param.help.ends_with('.'));
      EXPECT_EQ(param.type == ParamType::kFlag, param.value.empty())
          << "help shows what stands for the value, and a flag has none";
      EXPECT_LE(param.min, param.max);
    }
  }
}

TEST(Operations, PositionalParametersComeFirstAndNeededOnesBeforeOthers) {
  for (const Operation& operation : operations()) {
    bool options_began = false;
    bool optional_began = false;
    for (const Param& param : operation.params) {
      SCOPED_TRACE(std::string(operation.name) + " " + std::string(param.name));
      if (!param.positional) {
        options_began = true;
        EXPECT_FALSE(param.required) << "an option that must be given is no option";
        continue;
      }
      EXPECT_FALSE(options_began);
      EXPECT_FALSE(optional_began && param.required);
      EXPECT_NE(param.type, ParamType::kFlag);
      optional_began |= !param.required;
    }
  }
}

TEST(Operations, DefaultsAreAllowedValues) {
  for (const Operation& operation : operations()) {
    for (const Param& param : operation.params) {
      if (param.fallback.empty()) continue;
      SCOPED_TRACE(std::string(operation.name) + " " + std::string(param.name));
      EXPECT_FALSE(param.required) << "a default for what must be given";
      EXPECT_NE(param.type, ParamType::kFlag);
      Operation only{};
      only.name = operation.name;
      only.params = {param};
      EXPECT_TRUE(
          Arguments::check(only, {{std::string(param.name), {std::string(param.fallback)}}}));
    }
  }
}

}  // namespace
}  // namespace clew
