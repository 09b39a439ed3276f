// SPDX-License-Identifier: MIT
#include "engine/travel/move_operation.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "catalog/layout/project_key.h"
#include "engine/call/operation.h"
#include "engine/keep/keep_operation.h"
#include "engine/lists/session_list.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr TimeMs kMoveTime = 1'767'700'000'000;
const std::string kOne = "11111111-1111-4111-8111-111111111111";

class MoveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    base_ = *files_.real_path(dir_.path());
    std::filesystem::create_directories(path("new"));
    add(project_key(path("old")), kOne, path("old"));
  }

  std::string path(const std::string& name) const { return base_ + "/" + name; }
  std::string place(const std::string& key, const std::string& session) const {
    return path("root/projects/") + key + "/" + session + ".jsonl";
  }
  void add(const std::string& key, const std::string& session, const std::string& cwd) {
    std::filesystem::create_directories(path("root/projects/") + key);
    std::ofstream(place(key, session))
        << R"({"type":"user","uuid":"u1","parentUuid":null,"cwd":")" << cwd << R"(","sessionId":")"
        << session
        << R"(","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"hi"}})"
        << "\n";
  }

  EngineOptions options() const {
    EngineOptions options;
    options.roots = {path("root")};
    options.environment.config_dir = path("root");
    options.own.cache = path("cache");
    options.own.data = path("data");
    options.keep = options.own.keep();
    options.folder = base_;
    options.now = kMoveTime;
    return options;
  }
  Result<MoveAnswer> move(const Arguments::Given& given) {
    Engine engine(files_, options());
    const auto arguments = Arguments::check(*find_operation("move"), given);
    if (!arguments) return arguments.error();
    return move_answer(engine, *arguments);
  }
  Result<MoveAnswer> move(const std::string& project, const std::string& folder) {
    return move({{"project", {project}}, {"folder", {folder}}});
  }
  std::size_t listed() {
    Engine engine(files_, options());
    const auto list = list_with_cache(engine, {});
    EXPECT_TRUE(list);
    return list->sessions.size();
  }

  TestDir dir_;
  std::string base_;
  RealFileSystem files_;
};

TEST_F(MoveTest, ByPathNameAndKey) {
  const std::string old_place = place(project_key(path("old")), kOne);
  const std::string new_place = place(project_key(path("new")), kOne);
  for (const std::string& name :
       {path("old"), path("old") + "/", std::string("old"), project_key(path("old"))}) {
    const auto time = std::filesystem::last_write_time(old_place);
    const auto done = move(name, "new");
    ASSERT_TRUE(done) << name << ": " << done.error().message;
    EXPECT_EQ(done->move.sessions, std::vector<std::string>{kOne}) << name;
    ASSERT_TRUE(std::filesystem::exists(new_place)) << name;
    EXPECT_EQ(std::filesystem::last_write_time(new_place), time);
    ASSERT_TRUE(move({{"undo", {""}}}));
    ASSERT_TRUE(std::filesystem::exists(old_place)) << name;
  }
}

TEST_F(MoveTest, EveryKeyThatTheOldFolderHad) {
  const std::string deep = path("d") + std::string(200, 'x');
  ASSERT_NE(project_key(deep), project_key(deep, KeyRule::k10));
  add(project_key(deep), "22222222-2222-4222-8222-222222222222", deep);
  add(project_key(deep, KeyRule::k10), "33333333-3333-4333-8333-333333333333", deep);
  const auto done = move(deep, "new");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->move.sessions.size(), 2U);
}

// The lines still name the folder of before.
TEST_F(MoveTest, ListsSayTheNewFolder) {
  ASSERT_TRUE(move(path("old"), "new"));
  const auto answer = [&](const char* name, const Arguments::Given& given) {
    const Operation& operation = *find_operation(name);
    Engine engine(files_, options());
    const auto arguments = Arguments::check(operation, given);
    std::string text;
    const auto outcome = operation.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    return outcome ? text : outcome.error().message;
  };
  for (const std::string& text : {answer("list", {{"all", {""}}}), answer("projects", {})}) {
    EXPECT_NE(text.find("\"" + path("new") + "\""), std::string::npos) << text;
    EXPECT_EQ(text.find("\"" + path("old") + "\""), std::string::npos) << text;
  }
  EXPECT_NE(answer("info", {{"session", {kOne}}}).find(path("new")), std::string::npos);
  EXPECT_NE(answer("outcome", {{"session", {kOne}}}).find("cd " + path("new")), std::string::npos);
}

TEST_F(MoveTest, WhatIsRefused) {
  EXPECT_FALSE(move(path("old"), "nowhere"));
  EXPECT_FALSE(move(path("no-such-project/x"), "new"));
  EXPECT_FALSE(move({}));
  EXPECT_FALSE(move({{"project", {path("old")}}}));
  EXPECT_FALSE(move({{"undo", {""}}}));
  std::filesystem::create_directories(path("o.d"));
  add(project_key(path("o.d")), "22222222-2222-4222-8222-222222222222", path("o-d"));
  const auto same = move(path("o-d"), "o.d");
  ASSERT_FALSE(same);
  EXPECT_NE(same.error().message.find("already"), std::string::npos) << same.error().message;
}

TEST_F(MoveTest, ADryRunMovesNothing) {
  const auto done = move({{"project", {path("old")}}, {"folder", {"new"}}, {"dry-run", {""}}});
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->dry_run);
  EXPECT_EQ(done->move.sessions.size(), 1U);
  EXPECT_TRUE(std::filesystem::exists(place(project_key(path("old")), kOne)));
  EXPECT_FALSE(std::filesystem::exists(path("data/moves")));
}

TEST_F(MoveTest, SaysWhatClaudeKeepsElsewhere) {
  std::ofstream(path("root/.claude.json")) << R"({"projects":{")" << path("old") << R"(":{}}})";
  const auto done = move(path("old"), "new");
  ASSERT_TRUE(done);
  EXPECT_EQ(done->elsewhere, std::vector<std::string>{path("root/.claude.json")});
}

TEST_F(MoveTest, AKeptSessionThatMovedIsListedOnce) {
  {
    Engine engine(files_, options());
    ASSERT_TRUE(keep_now(engine, false));
  }
  ASSERT_TRUE(move(path("old"), "new"));
  EXPECT_EQ(listed(), 1U);
  {
    Engine engine(files_, options());
    ASSERT_TRUE(keep_now(engine, false));
  }
  EXPECT_EQ(listed(), 1U);
  const auto looked = move({{"undo", {""}}, {"dry-run", {""}}});
  ASSERT_TRUE(looked);
  EXPECT_FALSE(std::filesystem::exists(place(project_key(path("old")), kOne))) << "only a look";
  ASSERT_TRUE(move({{"undo", {""}}}));
  EXPECT_EQ(listed(), 1U);
}

TEST_F(MoveTest, AKeptSessionThatMovedIsKeptInItsNewPlaceToo) {
  {
    Engine engine(files_, options());
    ASSERT_TRUE(keep_now(engine, false));
  }
  ASSERT_TRUE(move(path("old"), "new"));
  std::filesystem::remove_all(path("root/projects"));
  EXPECT_EQ(listed(), 1U) << "nothing is left on the disk";
}

}  // namespace
}  // namespace clew
