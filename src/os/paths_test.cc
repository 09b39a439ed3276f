// SPDX-License-Identifier: MIT
#include "os/paths.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

TEST(Paths, Join) {
  EXPECT_EQ(join_path("a", "b"), "a/b");
  EXPECT_EQ(join_path("/a/", "b"), "/a/b");
  EXPECT_EQ(join_path("/", "b"), "/b");
  EXPECT_EQ(join_path("", "b"), "b");
  EXPECT_EQ(join_path("/home/x", ".claude", *PlainName::from("projects"), "k"),
            "/home/x/.claude/projects/k");
}

// A name that nobody checked must not compile.
template <class Name>
concept CanBeJoined = requires(const Name& name) {
  join_path("/a", name);
};
static_assert(CanBeJoined<PlainName>);
static_assert(!CanBeJoined<std::string>);
static_assert(!CanBeJoined<std::string_view>);
static_assert(!CanBeJoined<const char*>);

TEST(Paths, NamesOfFilesAreChecked) {
  for (const std::string_view name : {"a", ".a", "...", "a b", "a\\b", "agent-1.meta.json"}) {
    EXPECT_TRUE(PlainName::from(name)) << name;
  }
  for (const std::string_view name :
       {std::string_view(), std::string_view("."), std::string_view(".."), std::string_view("/"),
        std::string_view("a/b"), std::string_view("../a"), std::string_view("a\0b", 3)}) {
    EXPECT_FALSE(PlainName::from(name)) << name;
  }
}

TEST(Paths, PathsOfPeopleLeadAnywhere) {
  EXPECT_EQ(resolve_path("/a", "b/c"), "/a/b/c");
  EXPECT_EQ(resolve_path("/a/", "../b"), "/a/../b");
  EXPECT_EQ(resolve_path("/a", "/b"), "/b");
  EXPECT_EQ(resolve_path("", "b"), "b");
  EXPECT_EQ(resolve_path("/a", ""), "/a");
}

TEST(Paths, BaseNameAndParent) {
  EXPECT_EQ(base_name("/a/b.c"), "b.c");
  EXPECT_EQ(base_name("/a/b/"), "b");
  EXPECT_EQ(base_name("b"), "b");
  EXPECT_EQ(base_name("/"), "");
  EXPECT_EQ(base_name(""), "");
  EXPECT_EQ(parent_path("/a/b"), "/a");
  EXPECT_EQ(parent_path("/a/b/"), "/a");
  EXPECT_EQ(parent_path("/a//b"), "/a");
  EXPECT_EQ(parent_path("/a"), "/");
  EXPECT_EQ(parent_path("/"), "/");
  EXPECT_EQ(parent_path("a/b"), "a");
  EXPECT_EQ(parent_path("a"), "");
  EXPECT_EQ(parent_path(""), "");
}

TEST(Paths, ExtensionAndStemAgreeWithTheStandardLibrary) {
  for (const char* path : {"/a/b.c", "/a/b.tar.gz", "/a/b", "/a.d/b", ".profile", "/x/.a.b", "x.",
                           "..", ".", "a..b", "", "/", "agent-1.jsonl", "/a/..c"}) {
    const std::filesystem::path expected(path);
    EXPECT_EQ(stem(path), expected.stem().string()) << path;
    EXPECT_EQ(extension(path), expected.extension().string()) << path;
  }
  EXPECT_EQ(stem("/a/b.jsonl/"), "b");
}

TEST(Environment, ToldApart) {
  ::setenv("CLEW_TEST_EMPTY", "", 1);
  EXPECT_EQ(environment("CLEW_TEST_EMPTY"), "");
  ::unsetenv("CLEW_TEST_EMPTY");
  EXPECT_EQ(environment("CLEW_TEST_EMPTY"), std::nullopt);
}

TEST(Environment, HomeDirectory) {
  const auto old = environment("HOME");
  ::setenv("HOME", "/somewhere", 1);
  EXPECT_EQ(home_directory(), "/somewhere");
  for (const char* useless : {"", "relative"}) {
    ::setenv("HOME", useless, 1);
    const auto home = home_directory();  // from the user database, if there is an entry
    EXPECT_TRUE(!home || home->starts_with('/'));
  }
  ::unsetenv("HOME");
  if (old) ::setenv("HOME", old->c_str(), 1);
}

TEST(Environment, ExecutableInPath) {
  TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.create_directories(dir.path("first")));
  ASSERT_TRUE(files.create_directories(dir.path("second/claude2")));
  for (const char* name : {"first/plain", "first/tool", "second/plain", "second/tool"}) {
    ASSERT_TRUE(files.write_file_atomic(dir.path(name), "#!/bin/sh\n"));
  }
  for (const char* name : {"first/tool", "second/tool", "second/plain"}) {
    ASSERT_EQ(::chmod(dir.path(name).c_str(), 0700), 0);
  }
  const std::string list = ":.:first:" + dir.path("first") + ":/none:" + dir.path("second") + "/";
  EXPECT_EQ(executable_in_path("tool", list), dir.path("first/tool"));
  EXPECT_EQ(executable_in_path("plain", list), dir.path("second/plain"));
  EXPECT_EQ(executable_in_path("claude2", list), std::nullopt) << "a folder is no program";
  EXPECT_EQ(executable_in_path("none", list), std::nullopt);
  EXPECT_EQ(executable_in_path("", list), std::nullopt);
  EXPECT_EQ(executable_in_path("tool", ""), std::nullopt);
  EXPECT_EQ(executable_in_path(dir.path("second/tool"), ""), dir.path("second/tool"));
  EXPECT_EQ(executable_in_path(dir.path("first/plain"), ""), std::nullopt);
  EXPECT_TRUE(executable_in_path("sh"));
}

}  // namespace
}  // namespace clew
