// SPDX-License-Identifier: MIT
#include "catalog/beside/tool_results.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class ToolResultsTest : public testing::Test {
 protected:
  ToolResultsTest() {
    files_.add_file("/r/projects/-a/s1.jsonl", "");
    files_.add_file("/r/projects/-a/s1/tool-results/toolu_1.txt", "long output");
    files_.add_file("/r/projects/-a/s1/tool-results/b2.json", "[]");
    files_.add_file("/etc/secret", "secret");
    files_.add_link("/r/projects/-a/s1/tool-results/out.txt", "/etc/secret");
  }
  Result<std::string> read(std::string_view name) {
    return read_tool_result(files_, "/r/projects/-a/s1.jsonl", name);
  }
  MemoryFileSystem files_;
};

TEST_F(ToolResultsTest, ByPathOrId) {
  EXPECT_EQ(*read("toolu_1"), "long output");
  EXPECT_EQ(*read("toolu_1.txt"), "long output");
  EXPECT_EQ(*read("/home/u/.claude/projects/-a/s1/tool-results/toolu_1.txt"), "long output");
  EXPECT_EQ(*read(R"(C:\Users\u\.claude\projects\a\s1\tool-results\b2.json)"), "[]");
  EXPECT_EQ(*read("b2"), "[]");
}

TEST_F(ToolResultsTest, NothingOutsideIsRead) {
  EXPECT_FALSE(read("/etc/secret"));
  EXPECT_FALSE(read("out"));
  EXPECT_FALSE(read(".."));
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("none"));
  EXPECT_FALSE(read_tool_result(files_, "/r/projects/-a/s2.jsonl", "toolu_1"));
  EXPECT_FALSE(read_tool_result(files_, "/r/projects/-a/s1.jsonl", "toolu_1", 3));
}

TEST(ToolResults, AFolderThatIsALinkIsNotFollowed) {
  MemoryFileSystem files;
  files.add_file("/etc/passwd", "secret");
  files.add_file("/p/s1.jsonl", "");
  files.add_file("/p/s1/x", "");
  files.add_link("/p/s1/tool-results", "/etc");
  files.add_file("/p/s2.jsonl", "");
  files.add_file("/q/tool-results/r.txt", "secret");
  files.add_link("/p/s2", "/q");
  for (const auto& [session, name] :
       {std::pair("/p/s1.jsonl", "passwd"), {"/p/s2.jsonl", "r.txt"}}) {
    const auto found = find_tool_result(files, session, name);
    ASSERT_FALSE(found) << session;
    EXPECT_EQ(found.error().code, ErrorCode::kInvalid) << session;
  }
}

}  // namespace
}  // namespace clew
