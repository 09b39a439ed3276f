// SPDX-License-Identifier: MIT
#include "catalog/beside/plans.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(Plans, AreFoundWithTheirTitles) {
  MemoryFileSystem files;
  files.add_file("/r/plans/calm-red-fox.md", "\n## Move the pool\n\nFirst");
  files.add_file("/r/plans/empty.md", "");
  files.add_file("/r/plans/notes.txt", "no plan");
  files.add_file("/q/projects/-a/x.jsonl", "");  // without plans
  const Plans found = find_plans(files, {"/r", "/q", "/missing"});
  ASSERT_EQ(found.plans.size(), 2U);
  EXPECT_EQ(found.plans[0].slug, "empty") << "the newest first";
  EXPECT_EQ(found.plans[1].title, "Move the pool");
  EXPECT_EQ(found.plans[1].path, "/r/plans/calm-red-fox.md");
  EXPECT_TRUE(found.findings.empty());
}

TEST(Plans, AreReadByTheirNamesAlone) {
  MemoryFileSystem files;
  files.add_file("/r/plans/calm-red-fox.md", "# Plan");
  files.add_file("/r/.credentials.md", "secret");
  EXPECT_EQ(*read_plan(files, "/r", "calm-red-fox"), "# Plan");
  EXPECT_EQ(plan_file(files, "/r", "calm-red-fox"), "/r/plans/calm-red-fox.md");
  for (const char* none : {"../.credentials", "", "gone"}) {
    EXPECT_FALSE(read_plan(files, "/r", none)) << none;
    EXPECT_FALSE(plan_file(files, "/r", none)) << none;
  }
}

TEST(Timelines, AreOnlyNamed) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-a/.timelines/s1/timeline.json", "{}");
  EXPECT_EQ(timeline_folder(files, "/r/projects/-a/s1.jsonl"), "/r/projects/-a/.timelines/s1");
  EXPECT_FALSE(timeline_folder(files, "/r/projects/-a/s2.jsonl"));
  const Plans found = find_plans(files, {"/r"});
  ASSERT_EQ(found.timelines.size(), 1U);
  EXPECT_EQ(found.timelines[0].session, "s1");
  EXPECT_EQ(found.timelines[0].key, "-a");
}

TEST(Timelines, FollowNoLink) {
  MemoryFileSystem files;
  files.add_file("/else/s1/timeline.json", "{}");
  files.add_file("/r/projects/-a/s1.jsonl", "");
  files.add_link("/r/projects/-a/.timelines", "/else");
  files.add_file("/r/projects/-b/s1.jsonl", "");
  files.add_file("/r/projects/-b/.timelines/x", "");
  files.add_link("/r/projects/-b/.timelines/s1", "/else/s1");
  EXPECT_TRUE(find_plans(files, {"/r"}).timelines.empty());
  EXPECT_EQ(find_plans(files, {"/r"}).findings.size(), 2U);
  EXPECT_FALSE(timeline_folder(files, "/r/projects/-a/s1.jsonl"));
  EXPECT_FALSE(timeline_folder(files, "/r/projects/-b/s1.jsonl"));
}

}  // namespace
}  // namespace clew
