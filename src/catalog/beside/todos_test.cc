// SPDX-License-Identifier: MIT
#include "catalog/beside/todos.h"

#include <gtest/gtest.h>

#include "catalog/layout/file_lines.h"
#include "catalog/layout/transcript_file.h"
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

// 2.1 may write no files at all: the calls say what there was to do.
TEST(Todos, TheTranscriptKnowsTheLastLists) {
  const auto call = [](const std::string& uuid, const std::string& name, const std::string& input) {
    return R"({"type":"assistant","uuid":")" + uuid +
           R"(","message":{"role":"assistant","content":[{"type":"tool_use","id":"t)" + uuid +
           R"(","name":")" + name + R"(","input":)" + input + "}]}}\n";
  };
  const auto created = [](const std::string& uuid, const std::string& number) {
    return R"({"type":"user","uuid":"r)" + uuid +
           R"(","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)" +
           uuid + R"(","content":"ok"}]},"toolUseResult":{"task":{"id":")" + number + "\"}}}\n";
  };
  MemoryFileSystem files;
  files.add_file(
      "/s.jsonl",
      call("a", "TodoWrite", R"({"todos":[{"content":"first","status":"pending"}]})") +
          call("b", "TaskCreate", R"({"subject":"dig","description":"deep"})") + created("b", "7") +
          call("c", "TaskCreate", R"({"subject":"sow"})") + created("c", "8") +
          call("d", "TaskCreate", R"({"subject":"rest"})") +
          call("e", "TodoWrite",
               R"({"todos":[{"content":"first","status":"completed"},{"content":"second"}]})") +
          call("f", "TaskUpdate", R"({"taskId":"8","status":"in_progress","subject":"sow rye"})") +
          call("g", "TaskUpdate", R"({"taskId":3,"status":"deleted"})") +
          call("h", "TaskUpdate", R"({"taskId":"99","status":"completed"})") +
          call("i", "Read", R"({"todos":[]})") +
          call("j", "TaskUpdate", R"({"taskId":"7","status":"completed"})") +
          R"({"type":"user","uuid":"rj","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"tj","is_error":true,"content":"no"}]}})" +
          "\n");
  const auto file = files.open("/s.jsonl");
  const auto t = read_transcript(**file);
  std::vector<EntryIndex> way;
  for (EntryIndex i = 0; i < t->count(); ++i) way.push_back(i);
  FileLines lines(**file);
  std::string text;
  for (const TodoList& list : todos_of_transcript(*t, way, lines)) {
    text += (list.kind == TodoList::Kind::kTasks ? "tasks " : "todos ") + list.line + ":";
    for (const Todo& item : list.items)
      text += " [" + item.id + "|" + item.text + "|" + item.status + "]";
    text += "\n";
  }
  EXPECT_EQ(text,
            "todos e: [|first|completed] [|second|]\n"
            "tasks h: [7|dig|pending] [8|sow rye|in_progress]\n");
}

TEST(Todos, FollowNoLink) {
  MemoryFileSystem files;
  files.add_file("/else/1.json", R"({"id":"1","subject":"secret","status":"pending"})");
  files.add_file("/else/list.json", R"([{"id":"1","content":"secret","status":"pending"}])");
  files.add_file("/r/todos/x", "");
  files.add_link("/r/todos/s1-agent-s1.json", "/else/list.json");
  files.add_file("/r/tasks/x", "");
  files.add_link("/r/tasks/s1", "/else");
  const TodoLists found = find_todos(files, "/r", *PlainName::from("s1"));
  EXPECT_TRUE(found.lists.empty());
  EXPECT_EQ(found.findings.size(), 2U);
}

}  // namespace
}  // namespace clew
