// SPDX-License-Identifier: MIT
#include "keep/kept_file_system.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "keep/keep_deletions.h"
#include "keep/machine_name.h"
#include "keep/test_keep.h"

namespace clew {
namespace {

class KeptFileSystemTest : public KeeperTest {
 protected:
  KeptFileSystem files(const std::string& own = "ada") {
    auto world = KeptWorld::load(disk_, {.folder = kKeep, .machine = own, .keys = keys_});
    EXPECT_TRUE(world);
    return KeptFileSystem(disk_, *world);
  }
  std::vector<std::string> names(const FileSystem& files, const std::string& folder) {
    std::vector<std::string> all;
    const auto entries = files.list(folder);
    if (!entries) return all;
    for (const DirEntry& entry : *entries) all.push_back(entry.name.text());
    std::sort(all.begin(), all.end());
    return all;
  }
};

TEST_F(KeptFileSystemTest, WhatIsGoneLooksAsIfItWereThere) {
  disk_.add_file(path_of("projects/-a/one.jsonl"), "one\n");
  disk_.add_file(path_of("projects/-a/two.jsonl"), "two\n");
  disk_.add_file(path_of("projects/-b/three.jsonl"), "three\n");
  disk_.set_mtime(path_of("projects/-b/three.jsonl"), 1'234'000'000'000);
  keep();
  ASSERT_TRUE(disk_.remove(path_of("projects/-a/one.jsonl")));
  ASSERT_TRUE(disk_.remove(path_of("projects/-b/three.jsonl")));
  ASSERT_TRUE(disk_.remove(path_of("projects/-b")));
  ASSERT_TRUE(disk_.append(path_of("projects/-a/two.jsonl"), "more\n"));
  const KeptFileSystem all = files();
  EXPECT_EQ(names(all, path_of("projects")), (std::vector<std::string>{"-a", "-b"}));
  EXPECT_EQ(names(all, path_of("projects/-a")),
            (std::vector<std::string>{"one.jsonl", "two.jsonl"}));
  EXPECT_EQ(*read_file(all, path_of("projects/-a/one.jsonl"), 100), "one\n");
  EXPECT_EQ(*read_file(all, path_of("projects/-a/two.jsonl"), 100), "two\nmore\n");
  const auto three = all.stat(path_of("projects/-b/three.jsonl"));
  ASSERT_TRUE(three);
  EXPECT_TRUE(is_kept(*three));
  EXPECT_EQ(three->mtime_ns, 1'234'000'000'000);
  EXPECT_FALSE(is_kept(*all.stat(path_of("projects/-a/two.jsonl"))));
  const auto look = all.look(path_of("projects/-a"),
                             std::vector<std::string_view>{"one.jsonl", "two.jsonl", "none"});
  ASSERT_TRUE(look);
  EXPECT_TRUE(look->entries[0] && look->entries[1]);
  EXPECT_FALSE(look->entries[2]);
  EXPECT_EQ(*all.real_path(path_of("projects/-b")), path_of("projects/-b"));
  EXPECT_FALSE(all.open(path_of("projects/-b")));
  EXPECT_FALSE(all.stat(path_of("projects/-c")));
}

// Somebody emptied it: the session is as lost as if the file were gone.
TEST_F(KeptFileSystemTest, WhatWasEmptiedLooksAsItWas) {
  disk_.add_file(path_of("projects/-a/one.jsonl"), "one\n");
  disk_.add_file(path_of("projects/-a/two.jsonl"), "");
  keep();
  disk_.add_file(path_of("projects/-a/one.jsonl"), "");
  for (const char* when : {"before it is kept again", "and after"}) {
    const KeptFileSystem all = files();
    EXPECT_EQ(*read_file(all, path_of("projects/-a/one.jsonl"), 100), "one\n") << when;
    EXPECT_TRUE(is_kept(*all.stat(path_of("projects/-a/one.jsonl")))) << when;
    EXPECT_FALSE(is_kept(*all.stat(path_of("projects/-a/two.jsonl")))) << when;
    const auto look =
        all.look(path_of("projects/-a"), std::vector<std::string_view>{"one.jsonl", "two.jsonl"});
    ASSERT_TRUE(look && look->entries[0] && look->entries[1]);
    EXPECT_EQ(look->entries[0]->size, 4) << when;
    EXPECT_EQ(look->entries[1]->size, 0) << when;
    keep();
  }
}

TEST_F(KeptFileSystemTest, WhatAPersonDeletedStaysAway) {
  disk_.add_file(path_of("projects/-a/s.jsonl"), "one\n");
  disk_.add_file(path_of("projects/-a/s/subagents/agent-1.jsonl"), "one\n");
  disk_.add_file(path_of("projects/-a/s2.jsonl"), "one\n");
  keep();
  for (const char* file :
       {"projects/-a/s.jsonl", "projects/-a/s/subagents/agent-1.jsonl", "projects/-a/s2.jsonl"}) {
    ASSERT_TRUE(disk_.remove(path_of(file)));
  }
  ASSERT_TRUE(note_deleted(disk_, place(),
                           {path_of("projects/-a/s.jsonl"), path_of("projects/-a/s")}, now_));
  keep();
  const KeptFileSystem all = files();
  EXPECT_FALSE(all.stat(path_of("projects/-a/s.jsonl")));
  EXPECT_FALSE(all.stat(path_of("projects/-a/s/subagents/agent-1.jsonl")));
  EXPECT_TRUE(all.stat(path_of("projects/-a/s2.jsonl")));
  EXPECT_EQ(versions("projects/-a/s.jsonl"), std::vector<std::string>{"one\n"});
  // Brought back and deleted by somebody else, it is shown again.
  disk_.add_file(path_of("projects/-a/s.jsonl"), "one\n");
  keep();
  ASSERT_TRUE(disk_.remove(path_of("projects/-a/s.jsonl")));
  EXPECT_TRUE(files().stat(path_of("projects/-a/s.jsonl")));
}

// What another machine wrote has a place of its own, and no name of it leads elsewhere.
TEST_F(KeptFileSystemTest, OtherMachinesHaveTheirOwnPlace) {
  disk_.add_file(path_of("projects/-a/s.jsonl"), "of ada\n");
  keep();
  disk_.add_file("/home/bob/.claude/projects/-b/s.jsonl", "of bob\n");
  KeepOptions bob = options();
  bob.roots = {"/home/bob/.claude"};
  bob.place.machine = "bob";
  ASSERT_TRUE(keep_roots(disk_, bob));
  ASSERT_TRUE(disk_.remove("/home/bob/.claude/projects/-b/s.jsonl"));
  const KeptFileSystem all = files();
  EXPECT_FALSE(all.stat("/home/bob/.claude/projects/-b/s.jsonl"));
  const std::vector<std::string> roots = all.world().foreign_roots();
  ASSERT_EQ(roots, std::vector<std::string>{std::string(kKeep) + "/bob/home/bob/.claude"});
  EXPECT_EQ(*read_file(all, roots[0] + "/projects/-b/s.jsonl", 100), "of bob\n");
  EXPECT_EQ(all.world().machine_of(roots[0]), "bob");
  EXPECT_EQ(all.world().machine_of(path_of("projects/-a/s.jsonl")), "");
}

TEST_F(KeptFileSystemTest, HostileNamesBecomeNoPaths) {
  disk_.add_file(path_of("projects/-a/s.jsonl"), "one\n");
  keep();
  std::string lines = manifest_line(PackHead{.machine = "eve"});
  for (const KeptName& name :
       {KeptName{"/home/ada/.claude", "../../../etc/passwd"}, KeptName{"", "etc/passwd"},
        KeptName{"relative", "s.jsonl"}, KeptName{"/home/../..", "s.jsonl"},
        KeptName{"/home/eve", "/etc/passwd"}, KeptName{"/home/eve", ""}}) {
    lines += manifest_line(PieceRecord{.name = name});
  }
  disk_.add_file(std::string(kKeep) + "/eve/000001.zst", "");
  disk_.add_file(std::string(kKeep) + "/eve/000001.jsonl", lines);
  EXPECT_TRUE(files().world().foreign_roots().empty());
  EXPECT_FALSE(files("eve").stat("/etc/passwd"));
  EXPECT_TRUE(files("eve").world().find_folder("/etc") == nullptr);
}

TEST(MachineName, IsMadeOnceAndPlain) {
  MemoryFileSystem disk;
  EXPECT_EQ(*read_machine_name(disk, "/data/clew/machine"), "");
  const auto name = make_machine_name(disk, "/data/clew/machine", "Ada's Laptop.local");
  ASSERT_TRUE(name);
  EXPECT_TRUE(name->starts_with("adaslaptop-")) << *name;
  EXPECT_EQ(*make_machine_name(disk, "/data/clew/machine", "other"), *name);
  disk.add_file("/data/clew/machine", "../evil\n");
  EXPECT_FALSE(make_machine_name(disk, "/data/clew/machine", "other"));
  EXPECT_TRUE(make_machine_name(disk, "/data/x/machine", "...")->starts_with("machine-"));
}

}  // namespace
}  // namespace clew
