// SPDX-License-Identifier: MIT

#include "engine/read/files_view.h"

#include <gtest/gtest.h>

#include "engine/read/test_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kFile = "/r/projects/-w-app/s1.jsonl";
using Diff = std::vector<std::string>;

class FilesTest : public testing::Test {
 protected:
  FilesView files_of(const Lines& lines,
                     const std::vector<std::pair<std::string, std::string>>& more) {
    files_.add_file(kFile, lines.text());
    Arguments::Given given{{"session", {kFile}}};
    for (const auto& [name, value] : more) given[name] = {value};
    const auto arguments = Arguments::check(*find_operation("files"), given);
    EXPECT_TRUE(arguments);
    auto view = open_files(engine_, *arguments);
    EXPECT_TRUE(view) << view.error().message;
    return std::move(*view);
  }
  void keep(const std::string& name, const std::string& content) {
    files_.add_file("/r/file-history/s1/" + name, content);
  }
  std::string content(const FilesView& view, const std::string& path) {
    auto content = content_of(engine_, view, path);
    return content ? *content : content.error().message;
  }

  MemoryFileSystem files_;
  Engine engine_{files_, EngineOptions{.by_path = FilesByPath::kTaken}};
};

Lines& edit(Lines& lines, const std::string& path, const std::string& from, const std::string& to,
            const std::string& reported = "{}") {
  lines.call("Edit", R"({"file_path":")" + path + R"(","old_string":")" + from +
                         R"(","new_string":")" + to + R"("})");
  return lines.result("ok", reported);
}

TEST_F(FilesTest, WithoutAHistoryTheCallsTell) {
  Lines lines;
  lines.prompt("Begin");  // u1
  lines.call("Write", R"({"file_path":"/w/app/new.c","content":"a\nb\n"})");
  lines.result("ok", R"({"type":"create","filePath":"/w/app/new.c","originalFile":null})");
  edit(lines, "/w/app/old.c", "x", "y", R"({"originalFile":"w\nx\n"})");
  lines.prompt("Then");  // u6
  edit(lines, "/w/app/new.c", "b", "c");
  const FilesView view = files_of(lines, {{"diff", "u1"}});
  ASSERT_EQ(view.files.size(), 2U);
  EXPECT_EQ(view.files[0].path, "new.c");
  EXPECT_FALSE(view.files[0].is_kept);
  EXPECT_EQ(view.files[0].edits, 2);
  EXPECT_EQ(view.files[0].size, 4);
  EXPECT_EQ(*view.files[0].diff, (Diff{"@@ -1,2 +0,0 @@", "-a", "-c"}));
  EXPECT_EQ(view.files[1].path, "old.c");
  EXPECT_EQ(*view.files[1].diff, (Diff{"@@ -1,2 +1,2 @@", " w", "-y", "+x"}));
  EXPECT_EQ(content(view, "new.c"), "a\nc\n");
  EXPECT_EQ(content(view, "/w/app/old.c"), "w\ny\n");
  // Between two prompts only what happened between them.
  const FilesView later = files_of(lines, {{"at", "u6"}, {"diff", "u8"}});
  EXPECT_EQ(*later.files[0].diff, (Diff{"@@ -1,2 +1,2 @@", " a", "-b", "+c"}));
  EXPECT_TRUE(later.files[1].diff->empty());
}

TEST_F(FilesTest, WhereOnlyChangesAreRecordedTheyStandInTheirOrder) {
  Lines lines;
  lines.prompt("Begin");
  edit(
      lines, "/w/app/a.c", "x", "y",
      R"({"structuredPatch":[{"oldStart":7,"oldLines":1,"newStart":7,"newLines":1,"lines":["-x","+y"]}]})");
  edit(lines, "/w/app/a.c", "p", "q");
  const FilesView view = files_of(lines, {{"diff", "u1"}});
  ASSERT_EQ(view.files.size(), 1U);
  EXPECT_EQ(*view.files[0].diff, (Diff{"@@ -7,1 +7,1 @@", "+x", "-y", "@@ -1 +1 @@", "+p", "-q"}));
  EXPECT_EQ(content(view, "a.c"), "only changes of a.c were recorded, not all of it");
}

TEST_F(FilesTest, AFileThatIsTrackedLaterWasSoBefore) {
  keep("a@v1", "one\n");
  keep("a@v2", "two\n");
  Lines lines;
  lines.prompt("Begin").snapshot("{}").answer("Well");                                // u1, u2
  lines.prompt("Edit").snapshot(R"({"a.c":{"backupFileName":"a@v1","version":1}})");  // u3
  edit(lines, "/w/app/a.c", "one", "two", R"({"originalFile":"one\n"})");
  lines.prompt("Again").snapshot(R"({"a.c":{"backupFileName":"a@v2","version":2}})");  // u6
  edit(lines, "/w/app/a.c", "two", "three", R"({"originalFile":"two\n"})");
  const FilesView first = files_of(lines, {{"diff", "u1"}});
  ASSERT_EQ(first.files.size(), 1U);
  EXPECT_TRUE(first.files[0].is_kept);
  // The last turn has no copy behind it; its calls tell what it did.
  EXPECT_EQ(*first.files[0].diff, (Diff{"@@ -1 +1 @@", "-three", "+one"}));
  EXPECT_EQ(*files_of(lines, {{"at", "u6"}, {"diff", "u1"}}).files[0].diff,
            (Diff{"@@ -1 +1 @@", "-two", "+one"}));
  // The other way round too.
  const FilesView forward = files_of(lines, {{"at", "u1"}, {"diff", "u6"}});
  ASSERT_EQ(forward.files.size(), 1U);
  EXPECT_TRUE(forward.files[0].existed);
  EXPECT_EQ(*forward.files[0].diff, (Diff{"@@ -1 +1 @@", "-one", "+two"}));
}

TEST_F(FilesTest, ACopyThatIsGoneHidesNothingElse) {
  keep("b@v1", "b\n");
  Lines lines;
  lines.prompt("Begin").snapshot(
      R"({"a.c":{"backupFileName":"a@v1","version":1},"b.c":{"backupFileName":"b@v1","version":1}})");
  lines.answer("Well").prompt("Then");  // u3
  lines.snapshot(
      R"({"a.c":{"backupFileName":"a@v2","version":2},"b.c":{"backupFileName":"b@v2","version":2}})");
  keep("b@v2", "c\n");
  const FilesView view = files_of(lines, {{"diff", "u1"}});
  ASSERT_EQ(view.files.size(), 2U);
  EXPECT_EQ(*view.files[1].diff, (Diff{"@@ -1 +1 @@", "-c", "+b"}));
  EXPECT_FALSE(view.files[0].diff);
  EXPECT_EQ(content(view, "a.c"), "the copy of a.c is not in the file history any more");
}

// Over a protocol: a transcript may say that its project is all there is.
TEST_F(FilesTest, AProjectThatHoldsTheClaudeFolderIsNotRead) {
  for (const auto& [folder, key, is_read] :
       {std::tuple("/home/me/app", "-home-me-app", true), std::tuple("/home/me", "-home-me", false),
        std::tuple("/", "-", false)}) {
    const std::string path = std::string(folder) + "/secret";
    files_.add_file(path, "secret");
    const std::string line =
        R"({"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s2","cwd":")" +
        std::string(folder) + R"(","message":{"role":"user","content":"Go"}})" + "\n" +
        R"({"type":"assistant","uuid":"u2","parentUuid":"u1","sessionId":"s2","cwd":")" +
        std::string(folder) +
        R"(","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Write","input":{"file_path":")" +
        path + R"(","content":"x"}}]}})" + "\n" +
        R"({"type":"user","uuid":"u3","parentUuid":"u2","sessionId":"s2","cwd":")" +
        std::string(folder) +
        R"(","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}})" +
        "\n";
    files_.add_file("/home/me/.claude/projects/" + std::string(key) + "/s2.jsonl", line);
    Engine peer(files_, EngineOptions{.roots = {"/home/me/.claude"}});
    const auto arguments = Arguments::check(
        *find_operation("files"), {{"session", {std::string(key) + "/s2"}}, {"diff", {"disk"}}});
    ASSERT_TRUE(arguments);
    const auto view = open_files(peer, *arguments);
    EXPECT_EQ(view.has_value(), is_read) << folder;
    if (!view) {
      EXPECT_NE(view.error().message.find("outside"), std::string::npos) << view.error().message;
    }
  }
}

}  // namespace
}  // namespace clew
