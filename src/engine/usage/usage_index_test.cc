// SPDX-License-Identifier: MIT
//
// `usage` must say the same with an index, whatever became of the files since, and without one.
#include "engine/usage/usage_index.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

class UsageIndexTest : public testing::Test {
 protected:
  Engine engine() {
    EngineOptions options;
    options.roots = {"/r"};
    options.own.cache = dir_.path();
    options.now = *parse_time("2026-02-01T00:00:00Z");
    return Engine(files_, options);
  }

  std::string usage(const std::string& kind, bool with_index) {
    const Operation& operation = *find_operation("usage");
    Arguments::Given given{{"kind", {kind}}, {"timezone", {"UTC"}}, {"breakdown", {"true"}}};
    if (!with_index) given["no-index"] = {"true"};
    Engine one = engine();
    std::string out;
    const auto done =
        operation.run(one, *Arguments::check(operation, given), [&](std::string_view text) {
          out += text;
          return true;
        });
    EXPECT_TRUE(done) << done.error().message;
    return out;
  }

  void expect_same(const std::string& when) {
    for (const char* kind : {"daily", "sessions", "projects", "models", "tools", "blocks"})
      ASSERT_EQ(usage(kind, true), usage(kind, false)) << kind << " " << when;
  }

  // How many files of the index could be used as they are.
  std::size_t known() {
    const Engine one = engine();
    const UsageFiles found = find_usage_files(files_, {"/r"}, 1);
    ReadUsageOptions options;
    const auto index = UsageIndex::open(one, options.tools);
    (void)(index ? *index : UsageIndex()).parts_of(found, options);
    return static_cast<std::size_t>(std::count(options.known.begin(), options.known.end(), true));
  }

  void build() {
    Engine one = engine();
    const auto built = build_index(one, {});
    ASSERT_TRUE(built) << built.error().message;
  }

  void put(const TestFile& file) {
    std::string text;
    for (const std::string& line : file.lines) text += line + "\n";
    files_.add_file(file.facts.path, text);
  }

  const TestDir dir_;
  MemoryFileSystem files_;
};

TEST_F(UsageIndexTest, TheSameAfterAnyChanges) {
  std::mt19937 random(11);
  const auto roll = [&](std::size_t sides) { return static_cast<std::size_t>(random()) % sides; };
  std::vector<TestFile> files;
  files_.add_file("/r/projects/-q/here.jsonl", "");
  for (int step = 0; step < 25; ++step) {
    RandomSessions sessions(static_cast<std::uint32_t>(100 + step));
    if (step % 4 == 0 || files.empty()) {
      files = sessions.make();
      for (const TestFile& file : files) put(file);
    }
    const std::string path = files[roll(files.size())].facts.path;
    const TestFile other = sessions.make().back();
    const auto info = files_.stat(path);
    switch (info ? roll(7) : 0) {
      case 0:
        put(other);
        break;
      case 1:
        ASSERT_TRUE(files_.append(path, other.lines.empty() ? "x\n" : other.lines[0] + "\n"));
        break;
      case 2:  // half a line, then its rest
        ASSERT_TRUE(files_.append(path, UsageTestLine().json().substr(0, 200)));
        build();
        ASSERT_NO_FATAL_FAILURE(expect_same("half a line"));
        ASSERT_TRUE(files_.append(path, UsageTestLine().json().substr(200) + "\n"));
        break;
      case 3:
        files_.truncate_file(path, info->size / 2);
        break;
      case 4:
        ASSERT_TRUE(files_.rename(path, "/r/projects/-q/moved" + std::to_string(step) + ".jsonl"));
        break;
      case 5:
        ASSERT_TRUE(files_.remove(path));
        break;
      default: {  // neither id: the place of the line is its key
        UsageTestLine nameless;
        nameless.message = nameless.request = nameless.uuid = "";
        nameless.input = -7;  // and an odd number
        ASSERT_TRUE(files_.append(path, nameless.json() + "\n"));
        break;
      }
    }
    ASSERT_NO_FATAL_FAILURE(expect_same("step " + std::to_string(step)));
    if (roll(3) == 0) continue;
    build();
    ASSERT_NO_FATAL_FAILURE(expect_same("built in step " + std::to_string(step)));
    ASSERT_EQ(known(), find_usage_files(files_, {"/r"}, 1).files.size()) << step;
  }
}

// Between a project and its subagents the roster has the project whose name goes on with a dash.
TEST_F(UsageIndexTest, FilesComeInTheOrderOfAListing) {
  for (const char* name : {"-app/b.jsonl", "-app/b/subagents/agent-1.jsonl", "-app-web/a.jsonl",
                           "-app-web/a/subagents/agent-2.jsonl"})
    files_.add_file(std::string("/r/projects/") + name, UsageTestLine().json() + "\n");
  build();
  const Engine one = engine();
  auto index = UsageIndex::open(one, ReadUsageOptions().tools);
  ASSERT_TRUE(index) << index.error().message;
  const auto known = index->take_files();
  ASSERT_TRUE(known);
  const UsageFiles listed = find_usage_files(files_, {"/r"}, 1);
  ASSERT_EQ(known->files.size(), listed.files.size());
  for (std::size_t i = 0; i < listed.files.size(); ++i)
    EXPECT_EQ(known->files[i].path, listed.files[i].path) << i;
}

TEST_F(UsageIndexTest, WithoutAnIndexNothingIsKnown) {
  put(test_file("s1", {UsageTestLine().json()}));
  EXPECT_EQ(known(), 0U);
  build();
  EXPECT_EQ(known(), 1U);
}

TEST_F(UsageIndexTest, FilesWithLinesTooLongForTheIndexAreRead) {
  const std::string longer(static_cast<std::size_t>(kMaxSearchedLine) + 1, 'x');
  UsageTestLine line;
  line.extra = ",\"x\":\"" + longer + "\"";
  put(test_file("s1", {line.json()}));
  build();
  EXPECT_EQ(known(), 0U);
  ASSERT_NO_FATAL_FAILURE(expect_same("a long line"));
}

}  // namespace
}  // namespace clew
