// SPDX-License-Identifier: MIT
#include "catalog/edits/file_move.h"

#include <gtest/gtest.h>

#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// What lies under /other is on another disk.
class TwoDisks : public MemoryFileSystem {
 public:
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override {
    if (is_other(from) != is_other(to)) return Error{ErrorCode::kUnsupported, "another disk"};
    return MemoryFileSystem::rename_new(from, to);
  }

 private:
  static bool is_other(const PathBelow& place) { return place.text().starts_with("/other"); }
};

PathBelow place(std::string_view path) { return *PathBelow::parse("/", path); }

TEST(MovePath, OnOneDiskIsARename) {
  MemoryFileSystem files;
  files.add_file("/a/x/y", "1");
  const auto inode = files.stat("/a/x/y")->inode;
  ASSERT_TRUE(move_path(files, place("/a/x"), place("/a/z")));
  EXPECT_EQ(files.stat("/a/z/y")->inode, inode);
  EXPECT_FALSE(move_path(files, place("/a/none"), place("/a/q")));
}

TEST(MovePath, BetweenDisksIsACopy) {
  TwoDisks files;
  const std::string big(3'000'001, 'b');
  files.add_file("/a/x/big", big);
  files.add_file("/a/x/deep/er/small", std::string("\0s", 2));
  files.add_file("/other/trash/keep", "");
  ASSERT_TRUE(move_path(files, place("/a/x"), place("/other/trash/0")));
  EXPECT_EQ(*read_file(files, "/other/trash/0/big", 1 << 24), big);
  EXPECT_EQ(*read_file(files, "/other/trash/0/deep/er/small", 99), std::string("\0s", 2));
  EXPECT_FALSE(files.stat("/a/x"));
  ASSERT_TRUE(move_path(files, place("/other/trash/0"), place("/a/x")));
  EXPECT_EQ(*read_file(files, "/a/x/big", 1 << 24), big);
  EXPECT_FALSE(files.stat("/other/trash/0"));
}

TEST(MovePath, WhatCannotBeCopiedStays) {
  TwoDisks files;
  files.add_file("/a/x/f", "1");
  files.add_link("/a/x/link", "/etc");
  files.add_file("/other/trash/keep", "");
  EXPECT_FALSE(move_path(files, place("/a/x"), place("/other/trash/0")));
  EXPECT_EQ(*read_file(files, "/a/x/f", 99), "1");
  EXPECT_FALSE(files.stat("/other/trash/0"));
}

TEST(MovePath, NeverReplaces) {
  for (const bool two : {false, true}) {
    TwoDisks files;
    const char* to = two ? "/other/f" : "/b/f";
    files.add_file("/a/f", "mine");
    files.add_file("/a/d/g", "mine");
    files.add_file(to, "yours");
    files.add_file(std::string(to) + "older/g", "yours");
    EXPECT_FALSE(move_path(files, place("/a/f"), place(to)));
    EXPECT_FALSE(move_path(files, place("/a/d"), place(std::string(to) + "older")));
    EXPECT_EQ(*read_file(files, to, 99), "yours");
    EXPECT_EQ(*read_file(files, std::string(to) + "older/g", 99), "yours");
    EXPECT_EQ(*read_file(files, "/a/f", 99) + *read_file(files, "/a/d/g", 99), "minemine");
  }
}

// Somebody takes the name between two calls, whichever they are.
TEST(MovePath, NeverReplacesWhatAppearsMeanwhile) {
  for (int64_t call = 1; call < 10; ++call) {
    TwoDisks files;
    files.add_file("/a/f", "mine");
    files.add_file("/other/keep", "");
    FaultyFileSystem faulty(files);
    bool taken = false;
    faulty.before_call(call, [&] {
      taken = !files.stat("/other/f");
      if (taken) files.add_file("/other/f", "yours");
    });
    const auto moved = move_path(faulty, place("/a/f"), place("/other/f"));
    EXPECT_EQ(*read_file(files, "/other/f", 99), taken ? "yours" : "mine") << call;
    if (!moved) {
      EXPECT_EQ(*read_file(files, "/a/f", 99), "mine") << call;
    }
  }
}

TEST(MovePath, TheOriginalIsWholeWhereverItFails) {
  for (int64_t call = 1;; ++call) {
    TwoDisks files;
    files.add_file("/a/x/f", "1");
    files.add_file("/a/x/g", "2");
    files.add_file("/other/keep", "");
    FaultyFileSystem faulty(files);
    faulty.fail_calls(call, {ErrorCode::kIo, "broken"}, 100);
    const auto moved = move_path(faulty, place("/a/x"), place("/other/x"));
    if (moved) break;
    const bool original = files.stat("/a/x/f") && files.stat("/a/x/g");
    const bool copy = files.stat("/other/x/f") && files.stat("/other/x/g");
    EXPECT_TRUE(original || copy) << call;
  }
}

TEST(RemoveLeftovers, TakesWhatAKilledOneLeftAndNothingElse) {
  constexpr TimeMs kNow = 1'767'700'000'000;
  const auto set_age = [](MemoryFileSystem& files, const std::string& path, TimeMs age) {
    files.set_mtime(path, (kNow - age) * 1'000'000);
  };
  MemoryFileSystem files;
  const std::string id = "11111111-1111-4111-8111-11111111111";
  const std::string old = "/r/.clew-" + id + "0";
  const std::string folder = "/r/.clew-" + id + "1";
  const std::string young_folder = "/r/.clew-" + id + "2";
  const std::string now = "/r/.clew-" + id + "3";
  const std::string small = "/r/.clew-a0Z9zz";
  for (const std::string& path : {old, folder + "/0", young_folder + "/0", now, small}) {
    files.add_file(path, "half");
  }
  // What is not ours: a marker of the demo, notes of a person.
  const std::vector<std::string> others = {"/r/session.jsonl", "/r/.clew-demo", "/r/.clew-",
                                           "/r/.clew-my-notes", "/r/.clew-" + id + "0.txt"};
  for (const std::string& path : others) {
    files.add_file(path, "{}");
    set_age(files, path, TimeMs{2} * 3'600'000);
  }
  set_age(files, folder, TimeMs{2} * 3'600'000);
  set_age(files, young_folder, 600'000);
  set_age(files, old, 600'000);
  set_age(files, small, 600'000);
  set_age(files, now, 1000);
  remove_leftovers(files, place("/r"), kNow);
  for (const std::string& path : {old, folder, small}) EXPECT_FALSE(files.stat(path)) << path;
  for (const std::string& path : {young_folder, now}) EXPECT_TRUE(files.stat(path)) << path;
  for (const std::string& path : others) EXPECT_TRUE(files.stat(path)) << path;
}

TEST(RemoveTree, TakesLinksAndNotWhatTheyLeadTo) {
  MemoryFileSystem files;
  files.add_file("/outside/precious", "p");
  files.add_file("/store/w/deep/er/f", "x");
  files.add_link("/store/w/deep/link", "/outside");
  files.add_link("/store/l", "/outside");
  ASSERT_TRUE(remove_tree(files, place("/store/w")));
  ASSERT_TRUE(remove_tree(files, place("/store/l")));
  EXPECT_EQ(files.list("/store")->size(), 0U);
  EXPECT_EQ(*read_file(files, "/outside/precious", 9), "p");
  EXPECT_EQ(remove_tree(files, place("/store/none")).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
