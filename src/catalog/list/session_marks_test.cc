// SPDX-License-Identifier: MIT
#include "catalog/list/session_marks.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kMarksFile = "/data/clew/marks.json";

TEST(SessionMarks, ComeBackAsTheyWere) {
  MemoryFileSystem files;
  EXPECT_TRUE(read_session_marks(files, kMarksFile)->pinned.empty());
  ASSERT_TRUE(write_session_marks(files, kMarksFile, {{"b", "a"}, {{"a", "look \"here\""}}}));
  const auto marks = read_session_marks(files, kMarksFile);
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->pinned.size(), 2U);
  EXPECT_EQ(marks->remarks.at("a"), "look \"here\"");
}

TEST(SessionMarks, DamageIsAnErrorAndOddEntriesAreNot) {
  MemoryFileSystem files;
  files.add_file(kMarksFile, "{");
  EXPECT_EQ(read_session_marks(files, kMarksFile).error().code, ErrorCode::kCorrupt);
  files.add_file(kMarksFile, R"({"pinned":[1,"a"],"remarks":{"a":7,"b":"c"}})");
  const auto marks = read_session_marks(files, kMarksFile);
  ASSERT_TRUE(marks);
  EXPECT_EQ(marks->pinned.size(), 1U);
  EXPECT_EQ(marks->remarks.size(), 1U);
}

}  // namespace
}  // namespace clew
