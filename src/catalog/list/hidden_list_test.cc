// SPDX-License-Identifier: MIT
#include "catalog/list/hidden_list.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kFile = "/data/clew/hidden.json";

TEST(HiddenList, ComesBackAsItWas) {
  MemoryFileSystem files;
  EXPECT_TRUE(read_hidden_list(files, kFile)->sessions.empty());
  ASSERT_TRUE(write_hidden_list(files, kFile, {{"b", "a"}, {"/p \"q\""}}));
  const auto list = read_hidden_list(files, kFile);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->sessions, (HiddenList::Names{"a", "b"}));
  EXPECT_EQ(list->projects, (HiddenList::Names{"/p \"q\""}));
}

TEST(HiddenList, DamageIsAnErrorAndOddEntriesAreNot) {
  MemoryFileSystem files;
  files.add_file(kFile, "{");
  EXPECT_EQ(read_hidden_list(files, kFile).error().code, ErrorCode::kCorrupt);
  files.add_file(kFile, "[]");
  EXPECT_FALSE(read_hidden_list(files, kFile));
  files.add_file(kFile, R"({"sessions":[1,"a",null],"projects":7})");
  EXPECT_EQ(read_hidden_list(files, kFile)->sessions.size(), 1U);
}

TEST(HiddenList, HidesSessionsAndProjects) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-work-app/" + test::uuid(1) + ".jsonl", test::user("one"));
  files.add_file("/r/projects/-work-app/" + test::uuid(2) + ".jsonl", test::user("two"));
  files.add_file("/r/projects/-other/" + test::uuid(3) + ".jsonl",
                 test::user("three", R"(,"cwd":"/other")"));
  HiddenList hidden;
  const auto shown = [&] {
    ListOptions options;
    options.is_hidden = [&](const FactsView& facts, const ProjectFolder& folder) {
      return hidden.hides(facts, folder);
    };
    HiddenList::Names ids;
    const auto list = list_sessions(files, {"/r"}, options);
    for (const SessionRow& row : list->sessions) {
      ids.emplace(row.facts().id);
    }
    return ids;
  };
  EXPECT_EQ(shown().size(), 3U);
  hidden.sessions = {test::uuid(1)};
  EXPECT_EQ(shown(), (HiddenList::Names{test::uuid(2), test::uuid(3)}));
  hidden.projects = {"/work/app"};
  EXPECT_EQ(shown(), (HiddenList::Names{test::uuid(3)}));
}

}  // namespace
}  // namespace clew
