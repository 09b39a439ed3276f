// SPDX-License-Identifier: MIT
#include "drive/claude_program.h"

#include <fstream>

#include <gtest/gtest.h>

#include "os/test_dir.h"

namespace clew {
namespace {

std::string make_program(const std::string& path, const std::string& script) {
  std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(ClaudeProgram, IsFoundInThisOrder) {
  TestDir dir;
  const std::string a = make_program(dir.path("a"), "");
  const std::string b = make_program(dir.path("b"), "");
  const std::string on_path = make_program(dir.path("claude"), "");
  EXPECT_EQ(*find_claude(a, b, dir.path()), a);
  EXPECT_EQ(*find_claude("", b, dir.path()), b);
  EXPECT_EQ(*find_claude("", std::nullopt, dir.path()), on_path);
  EXPECT_EQ(*find_claude("", "", dir.path()), on_path);
}

TEST(ClaudeProgram, WhatIsMissingIsNamed) {
  TestDir dir;
  const auto nowhere = find_claude("", std::nullopt, dir.path());
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, ErrorCode::kNotFound);
  EXPECT_NE(nowhere.error().message.find("npm install -g @anthropic-ai/claude-code"),
            std::string::npos);
  // What was named is not replaced by something else.
  make_program(dir.path("claude"), "");
  EXPECT_FALSE(find_claude("/no/such", std::nullopt, dir.path()));
  const auto variable = find_claude("", "/no/such", dir.path());
  ASSERT_FALSE(variable);
  EXPECT_NE(variable.error().message.find("$CLEW_CLAUDE"), std::string::npos);
}

TEST(ClaudeProgram, Versions) {
  EXPECT_EQ(to_string(*parse_claude_version("2.0.73 (Claude Code)\n")), "2.0.73");
  EXPECT_EQ(to_string(*parse_claude_version("1.0.128")), "1.0.128");
  for (const char* text : {"", "claude", "2.0", "2.x.1", "v2.0.1", "99999999999.1.1"}) {
    EXPECT_FALSE(parse_claude_version(text)) << text;
  }
  EXPECT_EQ(rules_of(parse_claude_version("1.0.128")), RuleSet::k10);
  EXPECT_EQ(rules_of(parse_claude_version("2.0.73")), RuleSet::k20);
  EXPECT_EQ(rules_of(parse_claude_version("2.1.325")), RuleSet::k21);
  EXPECT_EQ(rules_of(parse_claude_version("3.0.0")), RuleSet::k21);
  EXPECT_EQ(rules_of(std::nullopt), RuleSet::k21);
}

TEST(ClaudeProgram, IsAskedForItsVersion) {
  TestDir dir;
  const auto good = ask_claude_version(make_program(dir.path("a"), "echo '2.1.7 (Claude Code)'"));
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(to_string(**good), "2.1.7");
  const auto odd = ask_claude_version(make_program(dir.path("b"), "echo hello"));
  ASSERT_TRUE(odd);
  EXPECT_FALSE(*odd);
}

}  // namespace
}  // namespace clew
