// SPDX-License-Identifier: MIT
#include "engine/search/search_index.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "base/time.h"
#include "engine/call/operation_handlers.h"
#include "engine/search/search_view.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"
#include "store/index_files.h"

namespace clew {
namespace {

std::string prompt(const std::string& word, int number) {
  const std::string id = "00000000-0000-4000-8000-" + std::to_string(100'000'000'000 + number);
  return R"({"type":"user","uuid":")" + id +
         R"(","parentUuid":null,"sessionId":"s","timestamp":"2025-01-01T00:00:00.000Z","message":)"
         R"({"role":"user","content":"say )" +
         word + R"( now"}})" + "\n";
}

class SearchIndexTest : public testing::Test {
 protected:
  Engine engine() {
    EngineOptions options;
    options.roots = {"/r"};
    options.own.cache = dir_.path();
    options.now = *parse_time("2030-01-01T00:00:00Z");
    return Engine(files_, options);
  }

  // Where the word is and in how many sessions, as the index says (which catches up by itself), or
  // as the files say.
  std::vector<std::string> places(const std::string& word, bool with_index) {
    const Operation& operation = *find_operation("search");
    Arguments::Given given{{"query", {word}}, {"limit", {"1000"}}, {"per-session", {"1000"}}};
    if (!with_index) given["no-index"] = {"true"};
    Engine one = engine();
    const auto view = search_view(one, *Arguments::check(operation, given));
    EXPECT_TRUE(view) << view.error().message;
    if (!view) return {};
    EXPECT_EQ(view->used_index, with_index);
    EXPECT_TRUE(view->fresh);
    std::vector<std::string> found;
    for (const SearchViewHit& hit : view->hits)
      found.push_back(hit.file->path + " " + hit.file->root + " " + hit.file->key + " " +
                      std::to_string(hit.hit.selected.hit.offset));
    std::sort(found.begin(), found.end());
    if (!found.empty()) found.push_back(std::to_string(view->sessions) + " sessions");
    return found;
  }

  void build() {
    Engine one = engine();
    const auto built = build_index(one, {});
    ASSERT_TRUE(built) << built.error().message;
  }

  bool is_complete() {
    const Engine one = engine();
    const auto index = open_index(one);
    return index && index->roster.complete;
  }

  const TestDir dir_;
  MemoryFileSystem files_;
};

TEST_F(SearchIndexTest, TheSameAfterAnyChanges) {
  std::mt19937 dice(5);  // NOLINT(cert-msc51-cpp): the same changes every time
  const auto any = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(dice);
  };
  const std::vector<std::string> names = {
      "-a/1.jsonl", "-a/2.jsonl",       "-a/1/subagents/agent-1.jsonl",
      "-b/3.jsonl", "-b/agent-x.jsonl", "-b/agent-y.jsonl",
      "-c/4.jsonl"};
  const std::vector<std::string> words = {"apple", "pear", "plum"};
  files_.add_file("/r/projects/-z/0.jsonl", prompt("apple", 1));
  build();
  for (int step = 0; step < 150; ++step) {
    const std::string path = "/r/projects/" + names[any(names.size())];
    const std::string line = prompt(words[any(words.size())], 10 + step);
    const auto info = files_.stat(path);
    switch (info ? any(8) : 7) {
      case 0:
        ASSERT_TRUE(files_.remove(path));
        break;
      case 1:
        (void)files_.rename(path, "/r/projects/" + names[any(names.size())]).has_value();
        break;
      case 2:
        files_.truncate_file(path, info->size / 2);
        break;
      case 3:
        files_.overwrite_file(path, line);
        break;
      case 4:
        build();
        break;
      case 7:
        files_.add_file(path, line);
        break;
      default:
        ASSERT_TRUE(files_.append(path, line));
        break;
    }
    for (const std::string& word : words)
      ASSERT_EQ(places(word, true), places(word, false)) << word << ", step " << step;
  }
}

// Lines that are too long to be parsed as a whole.
TEST_F(SearchIndexTest, AFileThatGotItsOldTimeBackIsReadAgain) {
  const std::string path = "/r/projects/-p/00000000-0000-4000-8000-000000000001.jsonl";
  files_.add_file(path, prompt("apple", 1));
  build();
  const auto before = files_.stat(path);
  files_.overwrite_with_old_time(path, prompt("grape", 1));
  ASSERT_EQ(files_.stat(path)->size, before->size);
  ASSERT_EQ(files_.stat(path)->mtime_ns, before->mtime_ns);
  EXPECT_EQ(places("grape", true).size(), 2U);
  EXPECT_TRUE(places("apple", true).empty());
}

TEST_F(SearchIndexTest, GiantLinesAreSearchedToTheirEnd) {
  std::string text;
  text.reserve(static_cast<std::size_t>(kMaxSearchedLine) + 1000);
  while (std::ssize(text) < kMaxSearchedLine) text += "nothing of interest here and there ";
  files_.add_file(
      "/r/projects/-a/1.jsonl",
      prompt("before", 1) + prompt(text + "needle in haystack", 2) + prompt("behind", 3));
  build();
  for (const char* query : {"needle", "\"needle in haystack\"", "behind", "before"}) {
    EXPECT_EQ(places(query, true).size(), 2U) << query;
    EXPECT_EQ(places(query, true), places(query, false)) << query;
  }
  EXPECT_EQ(places("interest", true), places("interest", false));
  EXPECT_TRUE(places("pin", true).empty());
}

// What makes a query quick is that nothing has to be listed.
// More came than an answer waits for, or another process writes the index: never an answer without
// the newest words.
TEST_F(SearchIndexTest, WhatTheIndexDoesNotKnowYetIsFoundInTheFiles) {
  const std::string path = "/r/projects/p/00000000-0000-4000-8000-000000000001.jsonl";
  files_.add_file(path, prompt("apple", 1));
  build();
  ASSERT_TRUE(files_.append(path, prompt("pear", 2)));
  const auto search = [&] {
    Engine one = engine();
    return search_view(one, *Arguments::check(*find_operation("search"), {{"query", {"pear"}}}));
  };
  {
    const auto other = IndexLock::take(dir_.path() + "/index.db.lock");
    ASSERT_TRUE(other);
    const auto view = search();
    ASSERT_TRUE(view);
    EXPECT_EQ(view->total, 1);
    EXPECT_FALSE(view->used_index);
    ASSERT_EQ(view->findings.size(), 1u);
    EXPECT_NE(view->findings[0].reason.find("clew index"), std::string::npos);
  }
  std::string much;
  const std::string filler = prompt(std::string(1 << 20, 'x'), 3);
  for (int i = 0; i < 33; ++i) much += filler;
  ASSERT_TRUE(files_.append(path, much));
  EXPECT_EQ(search()->total, 1);
  build();
  EXPECT_TRUE(search()->used_index);
  EXPECT_EQ(search()->total, 1);
}

// Whatever lies where our files belong: searches answer, the next index is built, and what was in a
// folder is still there.
TEST_F(SearchIndexTest, StrangeThingsInItsPlaceAreMovedAway) {
  namespace fs = std::filesystem;
  files_.add_file("/r/projects/p/00000000-0000-4000-8000-000000000001.jsonl", prompt("apple", 1));
  for (const std::string name :
       {"index.db", "index.db-wal", "index.db-shm", "index.db-journal", "index.db.lock"}) {
    for (const std::string kind : {"folder", "link", "pipe"}) {
      SCOPED_TRACE(name + " as a " + kind);
      Engine one = engine();
      ASSERT_TRUE(drop_index(one));
      const fs::path path = fs::path(dir_.path()) / name;
      fs::remove(path);
      if (kind == "folder") {
        fs::create_directories(path);
        std::ofstream(path / "mine") << "words";
      } else if (kind == "link") {
        fs::create_symlink(dir_.path() + "/nowhere", path);
      } else {
        ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
      }
      EXPECT_EQ(places("apple", false).size(), 2u);
      build();
      EXPECT_EQ(places("apple", true).size(), 2u);
      EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(path)) || !fs::exists(path));
      EXPECT_FALSE(fs::exists(dir_.path() + "/nowhere"));
      EXPECT_EQ(kind == "folder", fs::exists(path.string() + ".moved-1/mine"));
      fs::remove_all(path.string() + ".moved-1");
    }
  }
}

TEST_F(SearchIndexTest, TheRosterStaysWhileFilesOnlyGrow) {
  files_.add_file("/r/projects/-a/1.jsonl", prompt("apple", 1));
  files_.add_file("/r/projects/-b/2.jsonl", prompt("apple", 2));
  build();
  EXPECT_TRUE(is_complete());
  ASSERT_TRUE(files_.append("/r/projects/-a/1.jsonl", prompt("pear", 3)));
  EXPECT_EQ(places("pear", true).size(), 2U);
  EXPECT_TRUE(is_complete());
  ASSERT_TRUE(files_.append("/r/projects/-b/2.jsonl", prompt("pear", 4)));
  build();
  EXPECT_TRUE(is_complete());
  EXPECT_EQ(places("pear", true).size(), 3U);
  files_.truncate_file("/r/projects/-b/2.jsonl", 10);
  build();
  EXPECT_TRUE(is_complete()) << "made anew when a file was read anew";
  ASSERT_TRUE(files_.append("/r/projects/-b/2.jsonl", "\n" + prompt("pear", 6)));
  EXPECT_EQ(places("pear", true).size(), 3U);
  files_.add_file("/r/projects/-b/3.jsonl", prompt("pear", 5));
  EXPECT_EQ(places("pear", true).size(), 4U);
  EXPECT_TRUE(is_complete()) << "made anew by the query that had to list";
}

}  // namespace
}  // namespace clew
