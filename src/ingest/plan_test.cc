// SPDX-License-Identifier: MIT
#include "ingest/plan.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

IndexedFile known(const std::string& path, std::uint64_t inode, std::int64_t size,
                  std::int64_t mtime) {
  IndexedFile file;
  file.set_place("/r/" + path, "/r", "");
  file.inode = inode;
  file.size = file.indexed = size;
  file.mtime_ns = mtime;
  return file;
}

TranscriptFile found(const std::string& path, std::uint64_t inode, std::int64_t size,
                     std::int64_t mtime) {
  TranscriptFile file;
  file.path = "/r/" + path;
  file.info.inode = inode;
  file.info.size = size;
  file.info.mtime_ns = mtime;
  return file;
}

std::string plan(const std::vector<IndexedFile>& before, const std::vector<TranscriptFile>& now,
                 const std::vector<std::string>& roots = {"/r"}) {
  constexpr const char* kNames[] = {"new", "grown", "rewritten", "moved", "gone"};
  std::string out;
  for (const SourceChange& change : plan_changes(before, now, roots)) {
    out += (out.empty() ? "" : " ") + std::string(kNames[static_cast<int>(change.kind)]) + ":";
    if (change.known != SIZE_MAX) out += before[change.known].path.substr(3);
    out += ">";
    if (change.found != SIZE_MAX) out += now[change.found].path.substr(3);
  }
  return out;
}

TEST(Plan, TellsChangesApart) {
  const auto a = known("a", 1, 100, 5);
  EXPECT_EQ(plan({}, {}), "");
  EXPECT_EQ(plan({a}, {found("a", 1, 100, 5)}), "");
  EXPECT_EQ(plan({}, {found("a", 1, 100, 5)}), "new:>a");
  EXPECT_EQ(plan({a}, {found("a", 1, 120, 6)}), "grown:a>a");
  EXPECT_EQ(plan({a}, {found("a", 1, 120, 5)}), "grown:a>a") << "the clock may stand still";
  EXPECT_EQ(plan({a}, {found("a", 1, 90, 6)}), "rewritten:a>a");
  EXPECT_EQ(plan({a}, {found("a", 1, 100, 6)}), "rewritten:a>a");
  EXPECT_EQ(plan({a}, {found("a", 2, 120, 6)}), "rewritten:a>a");
  EXPECT_EQ(plan({a}, {}), "gone:a>");
  EXPECT_EQ(plan({a}, {found("b", 1, 100, 5)}), "moved:a>b");
  EXPECT_EQ(plan({a}, {found("b", 1, 50, 5)}), "gone:a> new:>b");
  EXPECT_EQ(plan({a}, {}, {"/other"}), "") << "other roots are left alone";
}

TEST(Plan, ATailWithoutAnEndIsReadAgain) {
  auto a = known("a", 1, 100, 5);
  a.tail = true;
  EXPECT_EQ(plan({a}, {found("a", 1, 120, 6)}), "rewritten:a>a");
}

TEST(Plan, CountsBytes) {
  const std::vector<IndexedFile> before = {known("a", 1, 100, 5)};
  const std::vector<TranscriptFile> now = {found("a", 1, 130, 6)};
  EXPECT_EQ(bytes_to_read(plan_changes(before, now, {"/r"}).at(0), before, now), 30);
}

}  // namespace
}  // namespace clew
