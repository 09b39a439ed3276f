// SPDX-License-Identifier: MIT
#include "catalog/beside/todos.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(Todos, BothShapesAndTasks) {
  MemoryFileSystem files;
  files.add_file("/r/todos/s1-agent-a7.json", R"([{"content":"sub","status":"pending"}])");
  files.add_file("/r/todos/s1-agent-s1.json",
                 R"([{"content":"old","status":"completed","priority":"high","id":"1"},
                     {"content":"new","status":"in_progress","activeForm":"doing"}])");
  files.add_file("/r/todos/s1-agent-a8.json", "[]");
  files.add_file("/r/todos/s2-agent-s2.json", R"([{"content":"other"}])");
  files.add_file("/r/tasks/s1/10.json", R"({"id":"10","subject":"ten","status":"pending"})");
  files.add_file("/r/tasks/s1/9.json",
                 R"({"id":9,"subject":"nine","description":"d","blockedBy":["8",7]})");
  files.add_file("/r/tasks/s1/.lock", "");
  const TodoLists found = find_todos(files, "/r", *PlainName::from("s1"));
  EXPECT_TRUE(found.findings.empty());
  ASSERT_EQ(found.lists.size(), 3U);
  EXPECT_EQ(found.lists[0].agent, "s1");
  ASSERT_EQ(found.lists[0].items.size(), 2U);
  EXPECT_EQ(found.lists[0].items[0].priority, "high");
  EXPECT_EQ(found.lists[0].items[1].active_form, "doing");
  EXPECT_EQ(found.lists[1].kind, TodoList::Kind::kTasks);
  ASSERT_EQ(found.lists[1].items.size(), 2U);
  EXPECT_EQ(found.lists[1].items[0].text, "nine");
  EXPECT_EQ(found.lists[1].items[0].id, "9");
  EXPECT_EQ(found.lists[1].items[0].blocked_by, (std::vector<std::string>{"8", "7"}));
  EXPECT_EQ(found.lists[2].agent, "a7");
}

TEST(Todos, DamageIsAFindingAndNothingIsNothing) {
  MemoryFileSystem files;
  files.add_file("/r/todos/s1-agent-s1.json", "[{");
  files.add_file("/r/tasks/s1/1.json", "7");
  EXPECT_EQ(find_todos(files, "/r", *PlainName::from("s1")).findings.size(), 1U);
  EXPECT_TRUE(find_todos(files, "/r", *PlainName::from("s1")).lists.empty());
  EXPECT_TRUE(find_todos(files, "/none", *PlainName::from("s1")).findings.empty());
}

TEST(Plan, IsReadByItsSlug) {
  MemoryFileSystem files;
  files.add_file("/r/plans/calm-red-fox.md", "# Plan");
  files.add_file("/r/.credentials.md", "secret");
  EXPECT_EQ(*read_plan(files, "/r", "calm-red-fox"), "# Plan");
  EXPECT_FALSE(read_plan(files, "/r", "../.credentials"));
  EXPECT_FALSE(read_plan(files, "/r", ""));
}

TEST(Timeline, IsOnlyNamed) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-a/.timelines/s1/timeline.json", "{}");
  EXPECT_EQ(timeline_folder(files, "/r/projects/-a/s1.jsonl"), "/r/projects/-a/.timelines/s1");
  EXPECT_FALSE(timeline_folder(files, "/r/projects/-a/s2.jsonl"));
}

}  // namespace
}  // namespace clew
