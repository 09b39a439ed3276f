// SPDX-License-Identifier: MIT

#include "engine/read/session_outcome.h"

#include <gtest/gtest.h>

#include "engine/read/test_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

SessionOutcome outcome_of(const Lines& lines) {
  static MemoryFileSystem files;
  files.add_file("/s1.jsonl", lines.text());
  Engine engine(files, EngineOptions{.by_path = FilesByPath::kTaken});
  const auto arguments = Arguments::check(*find_operation("outcome"), {{"session", {"/s1.jsonl"}}});
  EXPECT_TRUE(arguments);
  auto outcome = session_outcome(engine, *arguments);
  EXPECT_TRUE(outcome) << outcome.error().message;
  return outcome ? std::move(*outcome) : SessionOutcome{};
}

TEST(SessionOutcome, SaysWhatWasDoneAndHowItEnded) {
  Lines lines;
  lines.prompt("Fix it").call("Write", R"({"file_path":"/w/app/new.c","content":"a\nb\n"})");
  lines.result("ok", R"({"type":"create","filePath":"/w/app/new.c","structuredPatch":[]})");
  lines.call("Edit", R"({"file_path":"/w/app/a.c","old_string":"x","new_string":"y\nz"})");
  lines.result("ok", R"({"structuredPatch":[{"lines":[" c","-x","+y","+z"]}]})");
  lines.call("Edit", R"({"file_path":"/w/app/a.c","old_string":"q","new_string":""})").result("ok");
  lines.call("Edit", R"({"file_path":"/w/app/b.c","old_string":"q","new_string":"r"})");
  lines.result("not read", "", true);
  lines.call("Bash", R"({"command":"git commit -am 'Fix'"})");
  lines.result(R"([main abc1234] Fix\n 2 files changed, 4 insertions(+), 2 deletions(-)\n)");
  lines.answer("It is fixed.");
  const SessionOutcome outcome = outcome_of(lines);
  EXPECT_EQ(name_of(outcome.end), "answered");
  EXPECT_EQ(outcome.prompt, "Fix it");
  EXPECT_EQ(outcome.answer, "It is fixed.");
  EXPECT_EQ(outcome.answer_uuid, "u12");
  ASSERT_EQ(outcome.files.size(), 2U);
  EXPECT_EQ(outcome.files[0].path, "/w/app/new.c");
  EXPECT_TRUE(outcome.files[0].created);
  EXPECT_EQ(outcome.files[0].added, 2);
  EXPECT_EQ(outcome.files[1].edits, 2);
  EXPECT_EQ(outcome.files[1].added, 2);
  EXPECT_EQ(outcome.files[1].removed, 2);
  EXPECT_FALSE(outcome.files[1].created);
  ASSERT_EQ(outcome.commits.size(), 1U);
  EXPECT_EQ(outcome.commits[0].commit.hash, "abc1234");
  EXPECT_EQ(outcome.commits[0].commit.insertions, 4);
  EXPECT_EQ(outcome.commits[0].uuid, "u10");
  ASSERT_EQ(outcome.errors.size(), 1U);
  EXPECT_EQ(outcome.errors[0].what, "Edit");
  EXPECT_EQ(outcome.errors[0].text, "not read");
  EXPECT_EQ(outcome.resume, "cd /w/app && claude --resume s1");
}

TEST(SessionOutcome, OpenTodosAreThoseOfTheLastListAndOfTasks) {
  Lines lines;
  lines.prompt("Plan").call(
      "TodoWrite", R"({"todos":[{"content":"one","status":"pending"},{"content":"old"}]})");
  lines.result("ok").call("TodoWrite", R"({"todos":[{"content":"one","status":"completed"},)"
                                       R"({"content":"two","status":"in_progress"}]})");
  lines.result("ok").call("TaskCreate", R"({"subject":"Task A"})");
  lines.result("Task #1 created successfully: Task A");
  lines.call("TaskCreate", R"({"subject":"Task B"})").result("x", R"({"task":{"id":"2"}})");
  lines.call("TaskUpdate", R"({"taskId":"1","status":"completed"})").result("ok");
  lines.call("TaskUpdate", R"({"taskId":"2","status":"completed"})").result("no", "", true);
  const SessionOutcome outcome = outcome_of(lines);
  ASSERT_EQ(outcome.todos.size(), 2U);
  EXPECT_EQ(outcome.todos[0].text, "two");
  EXPECT_EQ(outcome.todos[0].status, "in_progress");
  EXPECT_EQ(outcome.todos[1].text, "Task B");
  EXPECT_EQ(name_of(outcome.end), "unfinished") << "nothing followed the last result";
}

TEST(SessionOutcome, AListThatWasNotConfirmedYetIsPlannedAllTheSame) {
  Lines lines;
  lines.prompt("Plan").call("TodoWrite", R"({"todos":[{"content":"bake","status":"pending"}]})");
  EXPECT_EQ(outcome_of(lines).todos.size(), 1U);
  EXPECT_TRUE(outcome_of(lines.result("no", "", true)).todos.empty());
}

TEST(SessionOutcome, AnAmendedCommitCountsOnce) {
  Lines lines;
  lines.prompt("Go").call("Bash", R"({"command":"git commit -m a"})").result("[main aaaa] a");
  lines.call("Bash", R"({"command":"git commit --amend -m b"})").result("[main bbbb] b");
  const SessionOutcome outcome = outcome_of(lines.answer("Done."));
  ASSERT_EQ(outcome.commits.size(), 1U);
  EXPECT_EQ(outcome.commits[0].commit.hash, "bbbb");
}

TEST(SessionOutcome, OnlyTheResumedBranchCounts) {
  Lines lines;
  lines.prompt("First").answer("One.").prompt("Second");
  lines.call("Write", R"({"file_path":"/w/app/dropped.c","content":"x"})").result("ok");
  lines.answer("Dropped.").back_to("u2").prompt("Second, edited").answer("Kept.");
  const SessionOutcome outcome = outcome_of(lines);
  EXPECT_EQ(outcome.answer, "Kept.");
  EXPECT_TRUE(outcome.files.empty());
  EXPECT_EQ(outcome.branches, 2);
}

TEST(SessionOutcome, FilesOfSubagentsCount) {
  MemoryFileSystem files;
  Lines main;
  main.prompt("Go").call("Task", R"({"prompt":"Write it","description":"d"})");
  main.result("done", R"({"agentId":"a1","status":"completed"})").answer("Done.");
  files.add_file("/r/projects/-w-app/s1.jsonl", main.text());
  Lines agent;
  agent.prompt("Write it").call("Write", R"({"file_path":"/w/app/a.c","content":"a\nb\n"})");
  agent.result("ok", R"({"type":"create","filePath":"/w/app/a.c","structuredPatch":[]})");
  agent.call("Bash", R"({"command":"git commit -m x"})").result("[main aaaa] x").answer("ok");
  files.add_file("/r/projects/-w-app/s1/subagents/agent-a1.jsonl", agent.text());
  Engine engine(files, EngineOptions{.roots = {"/r"}});
  const auto arguments = Arguments::check(*find_operation("outcome"), {{"session", {"s1"}}});
  ASSERT_TRUE(arguments);
  const auto outcome = session_outcome(engine, *arguments);
  ASSERT_TRUE(outcome) << outcome.error().message;
  ASSERT_EQ(outcome->files.size(), 1U);
  EXPECT_EQ(outcome->files[0].path, "/w/app/a.c");
  EXPECT_EQ(outcome->files[0].added, 2);
  EXPECT_TRUE(outcome->files[0].created);
}

TEST(SessionOutcome, WhatTheCliDidItselfIsNotTheLastPrompt) {
  const std::string exit =
      R"(<command-name>/exit</command-name>\n<command-message>exit</command-message>\n<command-args></command-args>)";
  Lines lines;
  lines.prompt("Fix it").answer("It is fixed.").prompt(exit);
  lines.prompt("<local-command-stdout>Bye!</local-command-stdout>");
  const SessionOutcome outcome = outcome_of(lines);
  EXPECT_EQ(outcome.prompt, "Fix it");
  EXPECT_EQ(outcome.prompt_uuid, "u1");
  EXPECT_EQ(name_of(outcome.end), "answered");
  Lines asked;  // a command that the model answers
  asked.prompt("Fix it")
      .answer("It is fixed.")
      .prompt(R"(<command-name>/review</command-name>\n<command-message>review</command-message>)");
  EXPECT_EQ(outcome_of(asked).prompt, "/review");
}

TEST(SessionOutcome, EndsInEveryWay) {
  EXPECT_EQ(name_of(outcome_of(Lines().prompt("Hello")).end), "unfinished");
  EXPECT_EQ(name_of(outcome_of(Lines().prompt("a").call("Read", "{}")).end), "unfinished");
  Lines interrupted;
  interrupted.prompt("a").answer("b").prompt("c");
  interrupted.say("user", R"([{"type":"text","text":"[Request interrupted by user]"}])");
  EXPECT_EQ(name_of(outcome_of(interrupted).end), "interrupted");
  Lines failed;
  failed.prompt("a").say("assistant", R"([{"type":"text","text":"API Error: 500"}])",
                         R"(,"isApiErrorMessage":true)");
  const SessionOutcome outcome = outcome_of(failed);
  EXPECT_EQ(name_of(outcome.end), "failed");
  ASSERT_EQ(outcome.errors.size(), 1U);
  EXPECT_EQ(outcome.errors[0].what, "API");
  Lines empty;
  empty.say("system", "\"\"");
  EXPECT_EQ(name_of(outcome_of(empty).end), "empty");
}

TEST(SessionOutcome, ErrorsAreThoseOfTheLastTurn) {
  Lines lines;
  lines.prompt("a").call("Bash", "{}").result("early", "", true).answer("b").prompt("c");
  for (int i = 0; i < 7; ++i) {
    lines.call("Bash", "{}").result("late " + std::to_string(i), "", true);
  }
  const SessionOutcome outcome = outcome_of(lines);
  ASSERT_EQ(outcome.errors.size(), 5U);
  EXPECT_EQ(outcome.errors.front().text, "late 2");
  EXPECT_EQ(outcome.errors.back().text, "late 6");
}

}  // namespace
}  // namespace clew
