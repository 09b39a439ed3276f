// SPDX-License-Identifier: MIT
//
// Hidden is hidden, in every operation of the table: a session, a project by its folder's name, and
// a project by the folder that its sessions worked in.

#include "engine/lists/hidden_sessions.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/time.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/search/search_index.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kShown = "11111111-1111-4111-8111-111111111111";
constexpr const char* kSecret = "22222222-2222-4222-8222-222222222222";

std::string line(const std::string& session, const std::string& cwd, const std::string& word) {
  return R"({"type":"user","uuid":"u-)" + session + R"(","parentUuid":null,"sessionId":")" +
         session + R"(","cwd":")" + cwd +
         R"(","timestamp":"2026-01-05T10:00:00.000Z","message":{"role":"user","content":"talk of )" +
         word + "\"}}\n" + R"({"type":"assistant","uuid":"a-)" + session + R"(","parentUuid":"u-)" +
         session + R"(","sessionId":")" + session + R"(","cwd":")" + cwd + R"(","requestId":"r-)" +
         session + R"(","timestamp":"2026-01-05T10:00:05.000Z","message":{"id":"m-)" + session +
         R"(","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"an answer about )" +
         word + R"("}],"usage":{"input_tokens":5,"output_tokens":7}}})" + "\n";
}

std::string typed(const std::string& session, const std::string& project, const std::string& word) {
  return R"({"display":"talk of )" + word + R"(","timestamp":1767607200000,"project":")" + project +
         R"(","sessionId":")" + session + "\"}\n";
}

bool lists_sessions(const Operation& operation) {
  return operation.read_only && !operation.streams && !operation.drives && !operation.local &&
         std::none_of(operation.params.begin(), operation.params.end(),
                      [](const Param& param) { return param.required; });
}

class Hidden : public testing::Test {
 protected:
  // The secret is in the id, the words and the folder.
  void add_sessions(const std::string& key, const std::string& cwd) {
    files_.add_file("/root/projects/-w-open/" + std::string(kShown) + ".jsonl",
                    line(kShown, "/w/open", "horses"));
    files_.add_file("/root/projects/" + key + "/" + kSecret + ".jsonl",
                    line(kSecret, cwd, "zebras"));
    files_.add_file("/root/projects/" + key + "/" + kSecret + "/subagents/agent-z1.jsonl",
                    line(kSecret, cwd, "zebras"));
    files_.add_file("/root/history.jsonl",
                    typed(kShown, "/w/open", "horses") + typed(kSecret, cwd, "zebras"));
  }

  Engine engine() {
    EngineOptions options;
    options.roots = {"/root"};
    options.own.cache = dir_.path();
    options.own.data = "/data";
    options.folder = folder_;
    options.now = *parse_time("2026-01-06T00:00:00Z");
    return Engine(files_, options);
  }

  Result<std::string> run(const Operation& operation, const Arguments::Given& given) {
    const auto arguments = Arguments::check(operation, given);
    if (!arguments) return arguments.error();
    Engine one = engine();
    std::string answer;
    auto done = operation.run(one, *arguments, [&](std::string_view piece) {
      answer += piece;
      return true;
    });
    if (!done) return done.error();
    return answer;
  }

  void hide(const Arguments::Given& what) {
    const auto done = run(*find_operation("hide"), what);
    ASSERT_TRUE(done) << done.error().message;
  }

  // What an operation may be asked to list everything it has.
  static std::vector<Arguments::Given> questions(const Operation& operation) {
    const auto has = [&](std::string_view name) {
      return std::any_of(operation.params.begin(), operation.params.end(),
                         [&](const Param& param) { return param.name == name; });
    };
    Arguments::Given all;
    for (const char* flag : {"all", "subagents", "empty", "ghosts"}) {
      if (has(flag)) all[flag] = {"true"};
    }
    if (operation.name == "search") all["query"] = {"talk OR answer"};
    if (operation.name == "recall") all["question"] = {"talk answer"};
    std::vector<Arguments::Given> asked;
    const auto kind = std::find_if(operation.params.begin(), operation.params.end(),
                                   [](const Param& param) { return param.name == "kind"; });
    if (operation.name == "usage") {
      for (const std::string_view one : kind->choices) {
        if (one == "explain") continue;
        all["kind"] = {std::string(one)};
        asked.push_back(all);
      }
    } else {
      asked.push_back(all);
    }
    return asked;
  }

  void walk() {
    int asked = 0;
    for (const Operation& operation : operations()) {
      if (!lists_sessions(operation)) continue;
      for (Arguments::Given given : questions(operation)) {
        SCOPED_TRACE(std::string(operation.name) +
                     (given.contains("kind") ? " " + given["kind"][0] : ""));
        const auto answer = run(operation, given);
        if (!answer) continue;  // wants what this root has not
        EXPECT_EQ(answer->find("zebra"), std::string::npos) << *answer;
        EXPECT_EQ(answer->find(kSecret), std::string::npos) << *answer;
        asked +=
            answer->find("open") != std::string::npos || answer->find(kShown) != std::string::npos;
      }
    }
    EXPECT_GE(asked, 5) << "what is shown is shown";
  }

  std::string folder_;  // where the person stands
  const TestDir dir_;
  MemoryFileSystem files_;
};

TEST_F(Hidden, ASessionIsHiddenEverywhere) {
  add_sessions("-w-zebra", "/w/zebra");
  hide({{"session", {kSecret}}});
  // Its project is not: only what is of the session may not be seen.
  for (const char* name : {"list", "search", "recall", "prompts", "usage"}) {
    const Operation& operation = *find_operation(name);
    for (const Arguments::Given& given : questions(operation)) {
      const auto answer = run(operation, given);
      ASSERT_TRUE(answer) << answer.error().message;
      EXPECT_EQ(answer->find(kSecret), std::string::npos) << name << ": " << *answer;
      EXPECT_EQ(answer->find("zebras"), std::string::npos) << name << ": " << *answer;
    }
  }
}

TEST_F(Hidden, AProjectIsHiddenEverywhere) {
  add_sessions("-w-zebra", "/w/zebra");
  hide({{"project", {"/w/zebra"}}});
  walk();
}

TEST_F(Hidden, AlsoByTheFolderThatWasWorkedIn) {
  add_sessions("-elsewhere", "/w/zebra");
  hide({{"project", {"/w/zebra"}}});
  walk();
}

TEST_F(Hidden, AlsoWithAnIndex) {
  add_sessions("-w-zebra", "/w/zebra");
  // Whose transcript is gone: no list has it, only its place says that it is of the project.
  const std::string gone = "33333333-3333-4333-8333-333333333333";
  files_.add_file("/root/projects/-w-zebra/" + gone + "/subagents/agent-z2.jsonl",
                  line(gone, "/w/zebra", "zebras"));
  {
    Engine one = engine();
    ASSERT_TRUE(build_index(one, {}));
  }
  hide({{"project", {"/w/zebra"}}});
  walk();
}

TEST_F(Hidden, IsShownWhenAskedFor) {
  add_sessions("-w-zebra", "/w/zebra");
  hide({{"project", {"/w/zebra"}}});
  for (const char* name : {"list", "projects", "search", "recall", "prompts", "usage"}) {
    const Operation& operation = *find_operation(name);
    bool seen = false;
    for (Arguments::Given given : questions(operation)) {
      given["hidden"] = {"true"};
      const auto answer = run(operation, given);
      ASSERT_TRUE(answer) << answer.error().message;
      seen = seen || answer->find("zebra") != std::string::npos;
    }
    EXPECT_TRUE(seen) << name;
  }
  EXPECT_NE(run(*find_operation("show"), {{"session", {kSecret}}})->find("zebras"),
            std::string::npos);
}

TEST_F(Hidden, TheNewestOfAHiddenProjectIsNoOtherProjects) {
  add_sessions("-w-zebra", "/w/zebra");
  folder_ = "/w/zebra";
  EXPECT_NE(run(*find_operation("show"), {{"session", {"@1"}}})->find("zebras"), std::string::npos);
  hide({{"project", {"/w/zebra"}}});
  const auto newest = run(*find_operation("show"), {{"session", {"@1"}}});
  ASSERT_FALSE(newest) << *newest;
  EXPECT_NE(newest.error().message.find("clew unhide"), std::string::npos)
      << newest.error().message;
  const auto list = run(*find_operation("list"), {});
  ASSERT_TRUE(list);
  EXPECT_EQ(list->find(kShown), std::string::npos) << *list;
}

TEST_F(Hidden, AFolderGivenForASessionNamesTheOption) {
  add_sessions("-w-zebra", "/w/zebra");
  for (const char* name : {"hide", "unhide"}) {
    const auto wrong = run(*find_operation(name), {{"session", {"/w/zebra"}}});
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find(std::string("clew ") + name + " --project /w/zebra"),
              std::string::npos)
        << wrong.error().message;
  }
}

TEST_F(Hidden, OnlyWhatIsThereCanBeHidden) {
  add_sessions("-w-zebra", "/w/zebra");
  const auto wrong = run(*find_operation("hide"), {{"project", {"/w/zebar"}}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(run(*find_operation("unhide"), {{"project", {"/w/zebra"}}}));
}

}  // namespace
}  // namespace clew
