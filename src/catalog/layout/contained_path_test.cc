// SPDX-License-Identifier: MIT
#include "catalog/layout/contained_path.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

TEST(ReadInside, FollowsNoLinkOutside) {
  MemoryFileSystem files;
  files.add_file("/box/in", "fine");
  files.add_file("/boxer/secret", "secret");
  files.add_link("/box/out", "/boxer/secret");
  files.add_link("/box/round", "/box/in");
  EXPECT_EQ(*read_inside(files, "/box", *PlainName::from("in"), 100), "fine");
  EXPECT_EQ(*read_inside(files, "/box", *PlainName::from("round"), 100), "fine");
  EXPECT_EQ(read_inside(files, "/box", *PlainName::from("out"), 100).error().code,
            ErrorCode::kInvalid);
  EXPECT_EQ(read_inside(files, "/box", *PlainName::from("none"), 100).error().code,
            ErrorCode::kNotFound);
  EXPECT_FALSE(read_inside(files, "/box", *PlainName::from("in"), 3));
}

std::vector<std::string> names(const MemoryFileSystem& files, const std::string& path,
                               Findings& findings) {
  std::vector<std::string> all;
  for (const DirEntry& entry : entries_inside(files, "/p", path, findings))
    all.push_back(entry.name.text());
  return all;
}

TEST(EntriesInside, NoStepAndNoEntryIsALink) {
  MemoryFileSystem files;
  files.add_file("/real/s/sub/a", "x");
  files.add_file("/else/secret", "x");
  files.add_link("/p", "/real");  // the trusted folder may be one
  files.add_link("/real/s/sub/b", "/else/secret");
  files.add_link("/real/s/linked", "/else");
  files.add_link("/real/t", "/real/s");
  Findings findings;
  EXPECT_EQ(names(files, "/p/s/sub", findings), std::vector<std::string>{"a"});
  EXPECT_EQ(findings.size(), 1U);
  for (const char* path : {"/p/s/linked", "/p/t", "/p/t/sub"}) {
    findings.clear();
    EXPECT_TRUE(names(files, path, findings).empty()) << path;
    EXPECT_EQ(findings.size(), 1U) << path;
  }
  findings.clear();
  EXPECT_TRUE(names(files, "/p/none", findings).empty());
  EXPECT_TRUE(findings.empty());
}

}  // namespace
}  // namespace clew
