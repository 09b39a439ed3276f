// SPDX-License-Identifier: MIT
#include "drive/launch.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace clew {
namespace {

Launch plain() {
  Launch launch;
  launch.program = "/bin/claude";
  launch.folder = "/work";
  return launch;
}

bool has(const ChildOptions& command, std::string_view argument) {
  return std::find(command.arguments.begin(), command.arguments.end(), argument) !=
         command.arguments.end();
}

constexpr const char* kId = "0a1b2c3d-1111-4222-8333-444455556666";

TEST(Launch, EveryValueIsPartOfItsFlag) {
  Launch launch = plain();
  launch.resume = kId;
  launch.resume_at = "11111111-1111-4222-8333-444455556666";
  launch.options.model = "claude-opus-4-1[1m]";
  launch.options.permission_mode = "acceptEdits";
  launch.options.allowed_tools = {"Read", "Bash(git log:*)"};
  launch.options.add_dirs = {"/a b", "-x"};
  launch.options.append_system_prompt = "--dangerously-skip-permissions";
  launch.options.max_turns = 3;
  const auto command = stream_command(launch);
  ASSERT_TRUE(command) << command.error().message;
  EXPECT_EQ(command->arguments[0], "/bin/claude");
  EXPECT_EQ(command->folder, "/work");
  for (const char* argument :
       {"--print", "--verbose", "--input-format=stream-json", "--output-format=stream-json",
        "--include-partial-messages", "--permission-prompt-tool=stdio",
        "--resume=0a1b2c3d-1111-4222-8333-444455556666",
        "--resume-session-at=11111111-1111-4222-8333-444455556666", "--model=claude-opus-4-1[1m]",
        "--permission-mode=acceptEdits", "--allowedTools=Read,Bash(git log:*)", "--add-dir=/a b",
        "--add-dir=-x", "--append-system-prompt=--dangerously-skip-permissions", "--max-turns=3"}) {
    EXPECT_TRUE(has(*command, argument)) << argument;
  }
  // Nothing but flags: a value cannot become an argument of its own.
  for (std::size_t i = 1; i < command->arguments.size(); ++i) {
    EXPECT_TRUE(command->arguments[i].starts_with("--")) << command->arguments[i];
  }
}

TEST(Launch, BadValuesAreRefused) {
  const auto refused = [](auto change) {
    Launch launch = plain();
    change(launch);
    return !stream_command(launch);
  };
  EXPECT_TRUE(refused([](Launch& l) { l.resume = "--help"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.resume = "../../etc/passwd"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.resume_at = "a b"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.model = "-x"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.model = "a\nb"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.permission_mode = "plan;rm"; }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.allowed_tools = {"Read\nBash"}; }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.system_prompt = std::string("a\0b", 3); }));
  EXPECT_TRUE(refused([](Launch& l) { l.options.system_prompt = std::string(200'000, 'x'); }));
  EXPECT_FALSE(refused([](Launch& l) { l.resume_at = "msg_01ABCdef"; }));
}

TEST(Launch, NobodyToAskMeansNoQuestions) {
  Launch launch = plain();
  launch.ask_permissions = false;
  launch.partial_messages = false;
  const auto command = stream_command(launch);
  ASSERT_TRUE(command);
  EXPECT_FALSE(has(*command, "--permission-prompt-tool=stdio"));
  EXPECT_FALSE(has(*command, "--include-partial-messages"));
}

TEST(Launch, InteractiveCannotStartInTheMiddle) {
  Launch launch = plain();
  launch.resume = kId;
  const auto command = interactive_command(launch);
  ASSERT_TRUE(command);
  EXPECT_EQ(command->arguments,
            (std::vector<std::string>{"/bin/claude", std::string("--resume=") + kId}));
  launch.resume_at = kId;
  EXPECT_FALSE(interactive_command(launch));
}

TEST(Launch, ShellCommandIsQuoted) {
  ChildOptions command;
  command.folder = "/a b";
  command.environment = {{"GONE", std::nullopt}, {"CLAUDE_CONFIG_DIR", "/r$x"}};
  command.arguments = {"/bin/claude", "--model=x", "--system-prompt=it's", ""};
  EXPECT_EQ(shell_command(command),
            "cd '/a b' && CLAUDE_CONFIG_DIR='/r$x' /bin/claude --model=x "
            "'--system-prompt=it'\\''s' ''");
}

}  // namespace
}  // namespace clew
