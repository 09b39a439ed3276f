// SPDX-License-Identifier: MIT
#include "team/team_watcher.h"
#include "team/test_team.h"

namespace clew {
namespace {

using TeamTreeTest = TeamTest;

const std::string kMount = "/team";
const std::string kRoot = "/team/ann/laptop-0001/home/ann/.claude";
const std::string kTreePlace = kRoot + "/" + kFile;

TEST_F(TeamTreeTest, IsATreeOfFolders) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  TeamTree tree(bob_, kMount);
  ASSERT_TRUE(tree.refresh());
  EXPECT_EQ(tree.roots(), std::vector<std::string>{kRoot});
  EXPECT_EQ(tree.machine_of(kTreePlace), "ann@laptop-0001");
  EXPECT_EQ(tree.person_of(kTreePlace), "ann");
  EXPECT_EQ(tree.project_of(kTreePlace)->folder, "/work/app");
  EXPECT_EQ(tree.info(kRoot)->kind, FileKind::kDirectory);
  EXPECT_EQ(tree.info(kTreePlace)->size, 4);
  EXPECT_EQ(tree.info(kTreePlace)->mtime_ns, 5'000'000'000);
  EXPECT_FALSE(tree.info(kRoot + "/nothing"));
  EXPECT_EQ(tree.list(kRoot)->size(), 1U);
  EXPECT_FALSE(tree.list(kTreePlace));
}

TEST_F(TeamTreeTest, ALaterLookFetchesWhatChangedAlone) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  TeamTree tree(bob_, kMount);
  EXPECT_EQ(tree.refresh()->size(), 1U);
  EXPECT_TRUE(tree.refresh()->empty());
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\n"));
  EXPECT_EQ(*tree.refresh(), std::vector<std::string>{kTreePlace});
  EXPECT_EQ(tree.info(kTreePlace)->size, 8);
  ASSERT_TRUE(push(*ann_, project("mine"), "one\ntwo\n"));
  EXPECT_EQ(*tree.refresh(), std::vector<std::string>{kTreePlace}) << "not ours to see any more";
  EXPECT_TRUE(tree.roots().empty());
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\n"));
  EXPECT_EQ(*tree.refresh(), std::vector<std::string>{kTreePlace}) << "again";
  ASSERT_TRUE(ann_->remove_session("laptop-0001", kSession));
  EXPECT_EQ(*tree.refresh(), std::vector<std::string>{kTreePlace});
  EXPECT_FALSE(tree.file(kTreePlace));
}

// A transaction with an older number may end after a younger one was seen.
TEST_F(TeamTreeTest, ALongTransactionIsNotMissed) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  TeamTree tree(bob_, kMount);
  ASSERT_TRUE(tree.refresh());
  auto slow = PgConnection::open(ann_->address());
  FilePush late(*slow);
  const auto id = late.project(project("team", "other-0002"), {});
  ASSERT_TRUE(id);
  ASSERT_TRUE(late.add({*id, kFile, kSession, 1}, TextToPush("late\n")));
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\n"));
  EXPECT_EQ(tree.refresh()->size(), 1U);
  ASSERT_TRUE(late.commit());
  const auto changed = tree.refresh();
  ASSERT_TRUE(changed);
  ASSERT_EQ(changed->size(), 1U);
  EXPECT_NE(changed->front().find("other-0002"), std::string::npos);
}

TEST_F(TeamTreeTest, NothingCanBeWrittenThere) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  auto tree = std::make_shared<TeamTree>(bob_, kMount);
  ASSERT_TRUE(tree->refresh());
  MemoryFileSystem disk;
  ASSERT_TRUE(disk.create_directories("/disk"));
  TeamFileSystem files(disk, tree);
  const PathBelow place = *PathBelow::parse(kRoot, kTreePlace);
  EXPECT_FALSE(files.append(place, "x", AppendAt::kEnd));
  EXPECT_FALSE(files.remove(place));
  EXPECT_FALSE(files.write_file_atomic(kTreePlace, "x"));
  EXPECT_FALSE(files.create_directories(kRoot + "/x"));
  EXPECT_FALSE(files.rename_new(place, PathBelow("/disk") / "x"));
  EXPECT_TRUE(files.write_file_atomic("/disk/x", "y"));
  EXPECT_EQ(*read_file(files, "/disk/x", 10), "y");
  EXPECT_EQ(*read_file(files, kTreePlace, 10), "one\n");
}

TEST_F(TeamTreeTest, AnOpenFileGrows) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  auto tree = std::make_shared<TeamTree>(bob_, kMount);
  ASSERT_TRUE(tree->refresh());
  MemoryFileSystem disk;
  const TeamFileSystem files(disk, tree);
  const auto file = files.open(kTreePlace);
  ASSERT_TRUE(file);
  char buffer[16];
  EXPECT_EQ(*(*file)->read_at(0, buffer), 4U);
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\n"));
  ASSERT_TRUE(tree->refresh());
  EXPECT_EQ((*file)->info()->size, 8);
  EXPECT_EQ(*(*file)->read_at(4, buffer), 4U);
  EXPECT_EQ(std::string(buffer, 4), "two\n");
}

TEST_F(TeamTreeTest, ChangesAreHeardOf) {
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
  auto tree = std::make_shared<TeamTree>(bob_, kMount);
  ASSERT_TRUE(tree->refresh());
  TeamWatcher watcher(tree);
  const std::string folder = kRoot + "/projects/-work-app";
  const auto id = watcher.add(folder);
  ASSERT_TRUE(id);
  // From the moment that it listens.
  ASSERT_TRUE(watcher.wait(std::chrono::milliseconds(50)));
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\n"));
  const auto begun = std::chrono::steady_clock::now();
  const auto batch = watcher.wait(std::chrono::seconds(10));
  ASSERT_TRUE(batch);
  ASSERT_EQ(batch->changes.size(), 1U);
  EXPECT_EQ(batch->changes[0].folder, *id);
  EXPECT_EQ(batch->changes[0].name, kSession + ".jsonl");
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(2));
  // And after the store was away.
  postgres_.restart();
  ASSERT_TRUE(push(*ann_, project(), "one\ntwo\nthree\n"));
  const auto later = watcher.wait(std::chrono::seconds(20));
  ASSERT_TRUE(later);
  EXPECT_EQ(later->changes.size(), 1U);
}

TEST_F(TeamTreeTest, SchemasOfOtherVersionsAreNamed) {
  auto admin = PgConnection::open(postgres_.admin());
  ASSERT_TRUE(admin->run_script("UPDATE clew.store SET schema_version = 7, oldest_program = 1"));
  EXPECT_TRUE(TeamStore::open(ann_->address())) << "newer, but it says that we may";
  ASSERT_TRUE(admin->run_script("UPDATE clew.store SET oldest_program = 7"));
  const auto newer = TeamStore::open(ann_->address());
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().message.find("update clew"), std::string::npos) << newer.error().message;
  ASSERT_TRUE(admin->run_script("UPDATE clew.store SET schema_version = 0, oldest_program = 0"));
  EXPECT_FALSE(check_schema({.id = "x", .schema = kTeamSchema - 1, .oldest_program = 0}));
  ASSERT_TRUE(admin->run_script("DROP SCHEMA clew CASCADE"));
  const auto none = TeamStore::open(ann_->address());
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("clew team init"), std::string::npos) << none.error().message;
}

TEST_F(TeamTreeTest, MigratingAgainChangesNothing) {
  auto admin = PgConnection::open(postgres_.admin());
  const auto again = migrate(*admin);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, kTeamSchema);
  ASSERT_TRUE(push(*ann_, project(), "one\n"));
}

}  // namespace
}  // namespace clew
