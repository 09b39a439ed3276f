// SPDX-License-Identifier: MIT
//
// One world: what a team's store holds is read, searched and counted like what is on the disk.
// Every operation that only reads is asked about a root, then about the store it was pushed to, as
// a colleague, and every answer must be the same; as somebody who may not see it, nothing of it.

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "catalog/layout/kept_places.h"
#include "demo/demo.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/keep/restore_operation.h"
#include "engine/lists/session_list.h"
#include "engine/team/push_sessions.h"
#include "engine/team/team_operation.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "team/migrations.h"
#include "team/team_tree.h"
#include "team/test_postgres.h"

namespace clew {
namespace {

constexpr TimeMs kNow = 1'767'700'000'000;

class TeamSessionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(postgres_.ready()) << TestPostgres::kMissing;
    ASSERT_TRUE(write_demo(files_, {root(), kNow}));
    Engine engine(files_, options("ann"));
    const auto list = list_with_cache(engine, {});
    ASSERT_TRUE(list);
    for (const SessionRow& row : list->sessions) {
      sessions_.push_back(std::string(row.facts().id));
      projects_.insert(list->folders[row.folder].key);
    }
    ASSERT_FALSE(sessions_.empty());
    auto admin = PgConnection::open(postgres_.admin());
    ASSERT_TRUE(admin && migrate(*admin));
    ASSERT_TRUE(team("postgres", {{"what", {"init"}}, {"name", {postgres_.admin().url()}}}));
    for (const char* name : {"ann", "bob", "eve"}) {
      const auto answer = team("postgres", {{"what", {"invite"}}, {"name", {name}}});
      ASSERT_TRUE(answer && answer->invited) << answer.error().message;
      ASSERT_TRUE(team(name, {{"what", {"join"}}, {"name", {answer->invited->address}}}));
    }
  }

  std::string root() const { return dir_.path("root"); }
  // As this person on their own machine; all have the same sessions on their disk.
  EngineOptions options(const std::string& person) const {
    EngineOptions options;
    options.roots = {root()};
    options.environment.home = dir_.path(person + "/home");
    options.own.cache = dir_.path(person + "/cache");
    options.own.data = dir_.path(person + "/data");
    options.by_path = FilesByPath::kTaken;
    options.now = kNow;
    return options;
  }
  EngineOptions reading(const std::string& person) const {
    EngineOptions of_team = options(person);
    of_team.roots = {};
    of_team.team = "team:";
    return of_team;
  }

  Result<TeamAnswer> team(const std::string& person, const Arguments::Given& given) {
    Engine engine(files_, options(person));
    const auto arguments = Arguments::check(*find_operation("team"), given);
    if (!arguments) return arguments.error();
    return team_answer(engine, *arguments);
  }

  // Every project, byte for byte.
  void share_all(const std::string& with = "team") {
    for (const std::string& key : projects_) {
      const auto done = team(
          "ann", {{"what", {"share"}}, {"name", {key}}, {"with", {with}}, {"no-redact", {"true"}}});
      ASSERT_TRUE(done) << key << ": " << done.error().message;
    }
  }
  PushReport push(const std::string& person = "ann") {
    const auto done = team(person, {{"what", {"push"}}});
    EXPECT_TRUE(done) << done.error().message;
    if (!done) return {};
    for (const Finding& finding : done->pushed->findings) ADD_FAILURE() << finding.reason;
    return *done->pushed;
  }

  std::string run(const EngineOptions& options, const char* name, const Arguments::Given& given) {
    const Operation& operation = *find_operation(name);
    Engine engine(files_, options);
    const auto arguments = Arguments::check(operation, given);
    EXPECT_TRUE(arguments) << name;
    if (!arguments) return {};
    std::string text;
    const auto outcome = operation.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    text = outcome ? text : name + (": " + outcome.error().message);
    // The same place, wherever it is mounted.
    if (engine.team() != nullptr) {
      const std::regex mounted(engine.team()->mount() + "/ann/[^/\"]*(/[^\"]*)");
      text = std::regex_replace(text, mounted, "$1");
    }
    return text;
  }

  std::map<std::string, std::string> ask_everything(const EngineOptions& options) {
    std::map<std::string, std::string> answers;
    const auto ask = [&](const char* name, const Arguments::Given& given, const std::string& of) {
      answers[std::string(name) + " " + of] = without_marks(run(options, name, given));
    };
    ask("list", {{"all", {""}}, {"counts", {""}}}, "");
    ask("projects", {}, "");
    for (const char* word : {"the", "frost", "/o.*e/"}) {
      ask("search", {{"query", {word}}, {"limit", {"0"}}, {"no-index", {""}}}, word);
      ask("recall", {{"question", {word}}, {"no-index", {""}}}, word);
    }
    for (const char* kind : {"daily", "sessions", "projects", "models", "tools", "blocks"}) {
      ask("usage", {{"kind", {kind}}, {"no-index", {""}}, {"breakdown", {""}}}, kind);
    }
    for (const std::string& id : sessions_) {
      for (const char* name : {"info", "todos", "files", "agents", "show", "outline", "context",
                               "branches", "outcome", "tree", "stats", "check"}) {
        ask(name, {{"session", {id}}}, id);
      }
    }
    return answers;
  }

  // What differs by right: Claude Code deletes nothing there, nor resumes it; whose it is; counts
  // of what was left out, since only what is listed is shared; how a command names it; and how long
  // it took.
  static std::string without_marks(const std::string& text) {
    static const std::regex kMarks(
        R"re(,?"(daysLeft|tookMs|machine|person|resume|leftOut|files|bytesRead|open)":(null|-?\d+|"[^"]*"|\{[^{}]*\}))re");
    return std::regex_replace(text, kMarks, "");
  }

  TestPostgres postgres_;
  TestDir dir_;
  RealFileSystem files_;
  std::vector<std::string> sessions_;
  std::set<std::string> projects_;
};

TEST_F(TeamSessionsTest, EveryAnswerIsTheSameForAColleague) {
  const auto before = ask_everything(options("bob"));
  share_all();
  EXPECT_EQ(push().pushed, std::ssize(sessions_));
  const auto after = ask_everything(reading("bob"));
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [asked, answer] : before) EXPECT_EQ(after.at(asked), answer) << asked;
}

TEST_F(TeamSessionsTest, WhoMayNotSeeItSeesNothing) {
  share_all("bob");
  push();
  EXPECT_NE(run(reading("bob"), "list", {{"all", {""}}}).find(sessions_.front()),
            std::string::npos);
  const EngineOptions eve = reading("eve");
  for (const std::string& id : sessions_) {
    for (const char* name : {"info", "show", "raw", "context", "branches", "export"}) {
      Arguments::Given given = {{"session", {id}}};
      if (name == std::string_view("raw")) given["uuid"] = {"0"};
      const std::string answer = run(eve, name, given);
      EXPECT_TRUE(answer.starts_with(name + std::string(": "))) << answer.substr(0, 200);
    }
  }
  EXPECT_EQ(run(eve, "list", {{"all", {""}}}).find(sessions_.front()), std::string::npos);
  EXPECT_NE(run(eve, "search", {{"query", {"the"}}, {"no-index", {""}}}).find("\"total\":0"),
            std::string::npos);
  EXPECT_EQ(run(eve, "usage", {{"kind", {"sessions"}}, {"no-index", {""}}}).find(sessions_.front()),
            std::string::npos);
}

TEST_F(TeamSessionsTest, EveryFileIsThereByteForByte) {
  share_all();
  push();
  Engine engine(files_, reading("bob"));
  ASSERT_NE(engine.team(), nullptr);
  ASSERT_EQ(engine.roots().paths.size(), 1U);
  const std::string& there = engine.roots().paths.front();
  std::int64_t compared = 0;
  for (const RootFile& file : find_root_files(engine.files(), there).files) {
    EXPECT_EQ(*read_file(engine.files(), there + "/" + file.file, 1 << 30),
              *read_file(files_, root() + "/" + file.file, 1 << 30))
        << file.file;
    ++compared;
  }
  EXPECT_GT(compared, std::ssize(sessions_));
  EXPECT_EQ(push().count.bytes, 0) << "and only once";
}

TEST_F(TeamSessionsTest, NothingGoesThatIsNotShared) {
  EXPECT_EQ(push().sessions, 0);
  const std::string key = *projects_.begin();
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}}));
  // Hidden ones of it stay.
  Engine engine(files_, options("ann"));
  const auto list = list_with_cache(engine, {});
  std::string id;
  for (const SessionRow& row : list->sessions) {
    if (list->folders[row.folder].key == key) id = std::string(row.facts().id);
  }
  run(options("ann"), "hide", {{"session", {id}}});
  const PushReport report = push();
  EXPECT_EQ(report.hidden, 1);
  Engine bob(files_, reading("bob"));
  for (const RootFile& file : find_root_files(bob.files(), bob.roots().paths.front()).files) {
    EXPECT_EQ(file.file.find(id), std::string::npos) << file.file;
    const ProjectPlace place = project_place(file.file);
    EXPECT_TRUE(place.key.empty() || place.key == key) << place.key;
  }
}

TEST_F(TeamSessionsTest, SecretsAreTakenOutUnlessSaidOtherwise) {
  const std::string& id = sessions_.front();
  std::string path;
  std::string key;
  {
    Engine engine(files_, options("ann"));
    const auto named = engine.locate(id);
    path = named->path;
    key = named->folder.key;
  }
  const std::string secret = "ghp_" + std::string("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
  std::ofstream(path, std::ios::app)
      << R"({"type":"user","uuid":"00000000-0000-4000-8000-00000000aaaa","parentUuid":null,"sessionId":")"
      << id
      << R"(","timestamp":"2026-01-07T00:00:00.000Z","message":{"role":"user","content":"token )"
      << secret << "\"}}\n";
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}, {"no-redact", {"true"}}}));
  push();
  const Arguments::Given line = {{"session", {id}},
                                 {"uuid", {"00000000-0000-4000-8000-00000000aaaa"}}};
  EXPECT_NE(run(reading("bob"), "raw", line).find(secret), std::string::npos);
  // Said otherwise later: what was sent before goes.
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}}));
  const PushReport report = push();
  EXPECT_EQ(report.count.removed, 1);
  EXPECT_EQ(run(reading("bob"), "raw", line).find(secret), std::string::npos);
  Engine engine(files_, reading("bob"));
  const auto named = engine.locate(id);
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(read_file(engine.files(), named->path, 1 << 30)->find(secret), std::string::npos);
}

// First without secrets, then with, then without: the version that comes first fits again.
TEST_F(TeamSessionsTest, NoVersionWithSecretsStays) {
  const std::string& id = sessions_.front();
  const auto named = Engine(files_, options("ann")).locate(id);
  ASSERT_TRUE(named);
  const std::string secret = "ghp_" + std::string("a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
  std::ofstream(named->path, std::ios::app)
      << R"({"type":"summary","summary":"token )" << secret << "\"}\n";
  const std::string& key = named->folder.key;
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}}));
  push();
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}, {"no-redact", {"true"}}}));
  push();
  ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}}));
  EXPECT_EQ(push().count.removed, 1);
  Engine bob(files_, reading("bob"));
  const auto there = bob.locate(id);
  ASSERT_TRUE(there) << there.error().message;
  EXPECT_EQ(read_file(bob.files(), there->path, 1 << 30)->find(secret), std::string::npos);
}

TEST_F(TeamSessionsTest, RightsChangeAtOnceWhateverTheFolderIsCalled) {
  share_all();
  push();
  const auto named = Engine(files_, options("ann")).locate(sessions_.front());
  ASSERT_TRUE(named);
  for (const std::string& key : projects_) {
    ASSERT_TRUE(team("ann", {{"what", {"share"}}, {"name", {key}}, {"with", {"mine"}}}));
  }
  EXPECT_EQ(run(reading("bob"), "list", {{"all", {""}}}).find(sessions_.front()),
            std::string::npos);
  const std::string folder = dir_.path("work");
  std::filesystem::create_directories(folder);
  const auto shared = team("ann", {{"what", {"share"}}, {"name", {folder + "/./"}}});
  ASSERT_TRUE(shared && shared->shared) << shared.error().message;
  EXPECT_EQ(shared->shared->project, folder);
}

TEST_F(TeamSessionsTest, WhatIsTakenBackIsGoneThereAndStaysAway) {
  share_all();
  push();
  const std::string& id = sessions_.front();
  const auto taken = team("ann", {{"what", {"unshare"}}, {"name", {id}}});
  ASSERT_TRUE(taken) << taken.error().message;
  EXPECT_GT(taken->unshared->files, 0);
  EXPECT_EQ(push().withheld, 1);
  EXPECT_EQ(run(reading("bob"), "list", {{"all", {""}}}).find(id), std::string::npos);
  for (const std::string& key : projects_) {
    ASSERT_TRUE(team("ann", {{"what", {"unshare"}}, {"name", {key}}})) << key;
  }
  const auto status = team("ann", {{"what", {"status"}}});
  ASSERT_TRUE(status);
  EXPECT_TRUE(status->status->sent.empty());
  Engine bob(files_, reading("bob"));
  EXPECT_TRUE(bob.roots().paths.empty());
}

TEST_F(TeamSessionsTest, AColleaguesSessionIsUnpackedHere) {
  share_all();
  push();
  std::filesystem::create_directories(dir_.path("bob/home/.claude"));
  std::filesystem::create_directories(dir_.path("bob/work"));
  const std::string& id = sessions_.front();
  Engine engine(files_, reading("bob"));
  const auto named = engine.locate(id);
  ASSERT_TRUE(named);
  EXPECT_TRUE(is_not_for_claude(engine, named->path));
  EXPECT_NE(run(reading("bob"), "outcome", {{"session", {id}}}).find("clew resume " + id),
            std::string::npos);
  const auto restored = restore_session(engine, *named, {.folder = dir_.path("bob/work")});
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_TRUE(restored->file.starts_with(dir_.path("bob/home/.claude/projects/")))
      << restored->file;
  EXPECT_EQ(*read_file(files_, restored->file, 1 << 30),
            *read_file(engine.files(), named->path, 1 << 30));
}

TEST_F(TeamSessionsTest, AStoreThatIsAwayIsSaidAndNothingElseIsRead) {
  share_all();
  push();
  postgres_.stop();
  Engine engine(files_, reading("bob"));
  EXPECT_TRUE(engine.roots().paths.empty());
  ASSERT_FALSE(engine.roots().findings.empty());
  EXPECT_NE(engine.roots().findings.front().reason.find("the team's store"), std::string::npos);
  EXPECT_EQ(engine.roots().findings.front().reason.find(":for-tests"), std::string::npos);
}

}  // namespace
}  // namespace clew
