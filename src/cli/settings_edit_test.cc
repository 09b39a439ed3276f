// SPDX-License-Identifier: MIT

#include "cli/settings_edit.h"

#include <gtest/gtest.h>

#include "json/value.h"

namespace clew {
namespace {

const HookCommands kCommands = hook_commands("clew", false);

std::string installed(std::string_view settings) {
  auto edited = with_hooks(settings, kCommands);
  return edited ? edited->text : "error: " + edited.error().message;
}
std::string uninstalled(std::string_view settings) {
  auto edited = without_hooks(settings);
  return edited ? edited->text : "error: " + edited.error().message;
}

TEST(SettingsEdit, AddsOursToNothing) {
  EXPECT_EQ(installed(""), hooks_fragment(kCommands));
  EXPECT_EQ(installed(" \n"), hooks_fragment(kCommands));
  EXPECT_EQ(installed("{}\n"), hooks_fragment(kCommands));
  json::Parser parser;
  const auto settings = parser.parse_copy(hooks_fragment(kCommands));
  ASSERT_TRUE(settings);
  EXPECT_EQ((*settings)["statusLine"]["command"].string_or(""), "clew statusline");
  for (const json::Value matcher : (*settings)["hooks"]["SessionStart"].elements()) {
    for (const json::Value hook : matcher["hooks"].elements())
      EXPECT_EQ(hook["command"].string_or(""), "clew hooks session-start");
  }
}

TEST(SettingsEdit, EveryOtherByteStaysAndComesBack) {
  const std::string_view all[] = {
      "{\n  \"model\" : \"opus\",\n\t\"n\": 1.50e3, \"x\": [1,\n2]\n}\n",
      R"({"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say \"}{]["}]}]},"a":true})",
      R"({"hooks":{"SessionStart":[{"matcher":"","hooks":[{"type":"command","command":"other"}]}]}})",
      "{ \"a\": \"\\\\\", \"b\": \"\\\"\" }",
  };
  for (const std::string_view settings : all) {
    const std::string with = installed(settings);
    json::Parser parser;
    ASSERT_TRUE(parser.parse_copy(with)) << with;
    EXPECT_NE(with.find("clew hooks session-start"), std::string::npos) << with;
    EXPECT_NE(with.find("clew statusline"), std::string::npos) << with;
    EXPECT_EQ(installed(with), with) << "a second time changes nothing";
    EXPECT_EQ(uninstalled(with), settings);
    EXPECT_EQ(uninstalled(settings), settings);
  }
}

TEST(SettingsEdit, KeepsAtTheEndOfATurnWhenAsked) {
  const HookCommands keeping = hook_commands("clew", true);
  const std::string before = R"({"hooks": {"Stop": [{"hooks": [{"command": "mine"}]}]}})";
  const auto with = with_hooks(before, keeping);
  ASSERT_TRUE(with);
  EXPECT_NE(with->text.find("clew hooks turn-end"), std::string::npos);
  EXPECT_NE(with->text.find("mine"), std::string::npos);
  EXPECT_EQ(with_hooks(with->text, keeping)->text, with->text);
  EXPECT_EQ(without_hooks(with->text)->text, before);
  EXPECT_EQ(hooks_fragment(kCommands).find("turn-end"), std::string::npos);
  EXPECT_NE(hooks_fragment(keeping).find("\"Stop\""), std::string::npos);
}

TEST(SettingsEdit, AStatusLineOfOthersStays) {
  const std::string settings =
      R"({"statusLine":{"type":"command","command":"my-line clew statusline.sh"}})";
  const auto edited = with_hooks(settings, kCommands);
  ASSERT_TRUE(edited);
  EXPECT_EQ(edited->notes.size(), 1U);
  EXPECT_NE(edited->text.find("my-line"), std::string::npos);
  EXPECT_EQ(edited->text.find("\"clew statusline\""), std::string::npos);
  EXPECT_EQ(uninstalled(edited->text), settings);
}

TEST(SettingsEdit, TheNameOfTheProgramIsRenewed) {
  const std::string old = with_hooks("{}", hook_commands("'/opt/my tools/clew'", false))->text;
  EXPECT_NE(old.find("my tools"), std::string::npos);
  const std::string renewed = installed(old);
  EXPECT_EQ(renewed.find("my tools"), std::string::npos) << renewed;
  EXPECT_EQ(uninstalled(old), uninstalled(renewed));
}

TEST(SettingsEdit, AHookAmongOthersIsTakenOutAlone) {
  const std::string settings =
      R"({"hooks":{"SessionStart":[{"hooks":[{"command":"clew hooks session-start"},{"command":"b"}]}]}})";
  EXPECT_EQ(uninstalled(settings), R"({"hooks":{"SessionStart":[{"hooks":[{"command":"b"}]}]}})");
}

TEST(SettingsEdit, WhatIsBrokenIsRefused) {
  for (const char* settings : {"{", "[]", "{\"a\":1,}", "// note\n{}", "{\"hooks\":[]}",
                               "{\"hooks\":{\"SessionStart\":{}}}", "\"text\"", "{}{}"}) {
    EXPECT_TRUE(installed(settings).starts_with("error: ")) << settings;
    EXPECT_TRUE(uninstalled(settings).starts_with("error: ")) << settings;
  }
}

// Kinds that do not belong there are none of ours, and do no harm.
TEST(SettingsEdit, SurprisingValuesStay) {
  const std::string settings =
      R"({"hooks":{"SessionStart":[1,"x",{"hooks":7},{"hooks":[null,{"command":5}]}]},"statusLine":null})";
  const std::string with = installed(settings);
  json::Parser parser;
  EXPECT_TRUE(parser.parse_copy(with)) << with;
  EXPECT_EQ(uninstalled(with), settings);
}

}  // namespace
}  // namespace clew
