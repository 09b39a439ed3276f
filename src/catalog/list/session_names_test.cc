// SPDX-License-Identifier: MIT
#include "catalog/list/session_names.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::at;
using test::custom_title;
using test::user;

const std::string kA = "abcd1111-0000-4000-8000-000000000001";
const std::string kB = "abcd2222-0000-4000-8000-000000000002";
const std::string kC = "ef000000-0000-4000-8000-000000000003";

const NameOptions kTaken{.by_path = FilesByPath::kTaken};

class SessionNamesTest : public testing::Test {
 protected:
  SessionNamesTest() {
    add("-work-x", kA, user("first words", at(1)));
    add("-work-y", kB, user("p", at(2)) + custom_title("Fix the parser"));
    add("-work-y", kC, user("q", at(3)) + custom_title("Twice"));
    add("-work-z", "notes", user("odd one", R"(,"sessionId":"recorded")") + custom_title("Twice"));
  }
  void add(const std::string& key, const std::string& id, const std::string& bytes) {
    files_.add_file("/r/projects/" + key + "/" + id + ".jsonl", bytes);
  }
  std::string id_of(std::string_view name, const NameOptions& options = {}) {
    auto session = find_session(files_, {"/r"}, name, options);
    return session ? session->id.text() : "error: " + session.error().message;
  }
  ErrorCode code_of(std::string_view name) {
    return find_session(files_, {"/r"}, name).error().code;
  }
  MemoryFileSystem files_;
};

TEST_F(SessionNamesTest, ById) {
  EXPECT_EQ(id_of(kA), kA);
  EXPECT_EQ(id_of("ABCD1111-0000-4000-8000-000000000001"), kA);
  EXPECT_EQ(id_of("claude:" + kB), kB);
  EXPECT_EQ(id_of("abcd2"), kB);
  EXPECT_EQ(id_of("ef00"), kC);
  EXPECT_EQ(id_of(" notes "), "notes");
  EXPECT_EQ(find_session(files_, {"/r"}, kB)->folder.key, "-work-y");
}

TEST_F(SessionNamesTest, APrefixThatFitsTwiceOrIsTooShort) {
  EXPECT_EQ(code_of("abcd"), ErrorCode::kInvalid);
  EXPECT_EQ(id_of("abcd"), "error: 2 sessions have an id that begins with abcd:\n  " + kA +
                               " in -work-x\n  " + kB + " in -work-y");
  EXPECT_EQ(code_of("ef0"), ErrorCode::kNotFound);
  EXPECT_NE(id_of("ef0").find("needs 4 characters"), std::string::npos);
}

TEST_F(SessionNamesTest, ByTitle) {
  EXPECT_EQ(id_of("Fix the parser"), kB);
  EXPECT_EQ(id_of("first words"), kA);
  EXPECT_EQ(id_of("fix the PARSER"), kB);
  EXPECT_EQ(code_of("Twice"), ErrorCode::kInvalid);
  EXPECT_NE(id_of("Twice").find("2 sessions have the title"), std::string::npos);
}

TEST_F(SessionNamesTest, ByTheBeginningOfATitle) {
  EXPECT_EQ(id_of("fix the"), kB);
  EXPECT_EQ(id_of("Fix the pars…"), kB) << "as lists cut it";
  EXPECT_EQ(code_of("Twi"), ErrorCode::kNotFound) << "too short";
  EXPECT_EQ(code_of("Twic"), ErrorCode::kInvalid) << "two of them";
}

TEST_F(SessionNamesTest, ByAge) {
  EXPECT_EQ(id_of("@1"), kC);  // "notes" is newer, but it is not listed
  EXPECT_EQ(id_of("@3"), kA);
  EXPECT_EQ(code_of("@4"), ErrorCode::kNotFound);
  EXPECT_EQ(code_of("@0"), ErrorCode::kNotFound);
  EXPECT_EQ(code_of("@x"), ErrorCode::kNotFound);
  EXPECT_EQ(id_of("@1", {.scope = {.project = "/work/y"}}), kC);
}

TEST_F(SessionNamesTest, ByPath) {
  const std::string path = "/r/projects/-work-x/" + kA + ".jsonl";
  EXPECT_EQ(id_of(path, kTaken), kA);
  EXPECT_EQ(find_session(files_, {"/r"}, path, kTaken)->folder.key, "-work-x");
  files_.add_file("/elsewhere/copy.jsonl", user("p"));
  EXPECT_EQ(id_of("/elsewhere/copy.jsonl", kTaken), "copy");
  EXPECT_EQ(id_of("elsewhere/../elsewhere/copy.jsonl", kTaken), "copy");
  EXPECT_EQ(find_session(files_, {"/r"}, "/elsewhere/copy.jsonl", kTaken)->folder.key, "");
  EXPECT_EQ(id_of("/no/such.jsonl", kTaken), "error: there is no transcript at /no/such.jsonl");
}

TEST_F(SessionNamesTest, APathIsTakenFromNobodyElse) {
  files_.add_file("/outside.jsonl", user("p"));
  for (const std::string& name :
       {std::string("/outside.jsonl"), std::string("outside.jsonl"), std::string("./outside.jsonl"),
        std::string("../outside.jsonl"), std::string("claude:/outside.jsonl"),
        "/r/projects/-work-x/" + kA + ".jsonl", "-work-x/../-work-x/" + kA,
        "-work-x/" + kA + ".jsonl"}) {
    EXPECT_FALSE(find_session(files_, {"/r"}, name)) << name;
  }
}

TEST_F(SessionNamesTest, AFileThatLeavesNoIdIsNoSession) {
  files_.add_file("/r/projects/-work-x/...jsonl", user("up") + custom_title("two up"));
  files_.add_file("/r/projects/-work-x/..jsonl", user("here") + custom_title("one up"));
  for (const char* name : {"..", ".", "...jsonl", "two up", "one up", "-work-x/.."}) {
    EXPECT_FALSE(find_session(files_, {"/r"}, name)) << name;
  }
  EXPECT_FALSE(find_session(files_, {"/r"}, "/r/projects/-work-x/...jsonl", kTaken));
  EXPECT_EQ(id_of("@1"), kC);
}

TEST_F(SessionNamesTest, WhatLiesBehindALinkIsNotToBeEdited) {
  files_.add_file("/outside/" + kB + ".jsonl", user("p"));
  files_.add_link("/r/projects/-work-x/link.jsonl", "/outside/" + kB + ".jsonl");
  files_.add_link("/r/projects/-linked", "/outside");
  files_.add_link("/to-root", "/r");
  const auto place = [&](const std::string& name) {
    const auto session = find_session(files_, {"/r"}, name, kTaken);
    if (!session) return "not found: " + session.error().message;
    const auto found = place_to_edit(*session);
    return found ? found->folder() + " " + found->text() : "error";
  };
  EXPECT_EQ(place(kA), "/r /r/projects/-work-x/" + kA + ".jsonl");
  EXPECT_EQ(place("/to-root/projects/-work-x/" + kA + ".jsonl"),
            "/r /r/projects/-work-x/" + kA + ".jsonl");
  EXPECT_EQ(place("/r/projects/-work-x/link.jsonl"), "error");
  EXPECT_EQ(place("/r/projects/-linked/" + kB + ".jsonl"), "error");
  EXPECT_EQ(place("/to-root/projects/-linked/" + kB + ".jsonl"), "error");
  EXPECT_EQ(place("r/projects/-linked/" + kB + ".jsonl"), "error");
  EXPECT_EQ(place("/outside/" + kB + ".jsonl"), "/ /outside/" + kB + ".jsonl");
  files_.add_file("/elsewhere/copy.jsonl", user("p"));
  EXPECT_EQ(place("/elsewhere/copy.jsonl"), "/ /elsewhere/copy.jsonl");
}

// `rename /home/me/notes.txt` would append a line of JSON to the notes, `delete` take them away.
TEST_F(SessionNamesTest, WhatIsNotNamedLikeATranscriptIsNotToBeEdited) {
  for (const char* path :
       {"/r/projects/-work-x/notes.txt", "/outside/.bashrc", "/outside/notes", "/outside/a.JSONL",
        "/outside/a.jsonl.bak", "/r/projects/-work-x/jsonl"}) {
    files_.add_file(path, user("p"));
    const auto session = find_session(files_, {"/r"}, path, kTaken);
    ASSERT_TRUE(session) << "it may be read: " << path;
    const auto place = place_to_edit(*session);
    ASSERT_FALSE(place) << path;
    EXPECT_EQ(place.error().code, ErrorCode::kInvalid);
    EXPECT_NE(place.error().message.find("left alone"), std::string::npos);
  }
}

TEST_F(SessionNamesTest, ByTheIdThatACopyKeeps) { EXPECT_EQ(id_of("recorded"), "notes"); }

TEST_F(SessionNamesTest, TheSameIdInTwoProjects) {
  add("-work-z", kA, user("copy"));
  EXPECT_EQ(code_of(kA), ErrorCode::kInvalid);
  EXPECT_NE(
      id_of(kA).find("name one with its project (on a command line behind --):\n  -work-x/" + kA),
      std::string::npos);
  EXPECT_EQ(find_session(files_, {"/r"}, "-work-z/" + kA)->folder.key, "-work-z");
  const auto mine = find_session(files_, {"/r"}, kA, {.current_project = "/work/z"});
  ASSERT_TRUE(mine);
  EXPECT_EQ(mine->folder.key, "-work-z");
}

// A copy of a session has the subagents of the original under their old ids.
TEST_F(SessionNamesTest, TheSameSubagentInTwoSessions) {
  add("-work-x/" + kA + "/subagents", "agent-a1b2c3d", user("dig"));
  add("-work-y/" + kB + "/subagents", "agent-a1b2c3d", user("dig"));
  EXPECT_EQ(id_of("agent-a1b2c3d"),
            "error: 2 subagents have the id agent-a1b2c3d; name one with its session (on a command "
            "line behind --):\n  " +
                kA + "/agent-a1b2c3d\n  " + kB + "/agent-a1b2c3d");
  for (const std::string& parent : {kA, kB}) {
    const auto found = find_session(files_, {"/r"}, parent + "/agent-a1b2c3d");
    ASSERT_TRUE(found);
    EXPECT_NE(found->path.find(parent), std::string::npos) << found->path;
  }
  EXPECT_EQ(code_of(kC + "/agent-a1b2c3d"), ErrorCode::kInvalid);
  // As older versions wrote them: beside the session.
  add("-work-y", "agent-0ld0ld0", user("dig"));
  EXPECT_EQ(id_of(kC + "/agent-0ld0ld0"), "agent-0ld0ld0");
  EXPECT_EQ(code_of(kA + "/agent-0ld0ld0"), ErrorCode::kInvalid);
}

// What a person sees first in `clew list` is what "@1" must be: it may be deleted by it.
TEST_F(SessionNamesTest, ByAgeCountsTheRowsOfTheListThatAPersonSees) {
  EXPECT_EQ(id_of("@1", {.current_project = "/work/x"}), kA) << "newer ones are elsewhere";
  EXPECT_NE(
      id_of("@2", {.current_project = "/work/x"}).find("`clew list` has 1 session of /work/x"),
      std::string::npos);
  EXPECT_EQ(id_of("@1", {.current_project = "/work/nothing/here"}), kC) << "lists all then";
  NameOptions hiding;
  hiding.scope.is_hidden = [](const FactsView& facts, const ProjectFolder&) {
    return facts.id == kC;
  };
  EXPECT_NE(id_of("@1", hiding), kC);
  EXPECT_EQ(id_of("@1", hiding), id_of("@2"));
}

TEST_F(SessionNamesTest, TheUnknownNamesWhatIsNear) {
  const std::string message = id_of("Fix the parsre");
  EXPECT_NE(message.find("looked at the ids and titles of 4 sessions"), std::string::npos);
  EXPECT_NE(message.find("under /r"), std::string::npos);
  EXPECT_NE(message.find("nearest:\n  " + kB + "  Fix the parser"), std::string::npos);
  EXPECT_NE(id_of("PARSER").find(kB), std::string::npos);
  EXPECT_NE(id_of("the").find("nearest:\n  " + kB), std::string::npos) << "three letters of it";
  EXPECT_NE(id_of("abcd1112").find(kA), std::string::npos);
  EXPECT_EQ(id_of("something entirely different").find("nearest"), std::string::npos);
  EXPECT_EQ(code_of(""), ErrorCode::kInvalid);
}

// A title may be as long as somebody made it.
TEST_F(SessionNamesTest, WhatIsNearIsNamedShortly) {
  add("-work-x", "long", user("p", at(9)) + custom_title("Zebra " + std::string(100'000, 'z')));
  const std::string message = id_of("ebra");
  EXPECT_NE(message.find("long  Zebra zzz"), std::string::npos);
  EXPECT_LT(message.size(), 1000U);
}

// Who knows its whole id may have a hidden session; nobody else learns that it is there.
TEST_F(SessionNamesTest, WhatIsHiddenIsFoundByItsWholeIdAlone) {
  NameOptions hiding;
  hiding.scope.is_hidden = [](const FactsView& facts, const ProjectFolder&) {
    return facts.id == kB;
  };
  EXPECT_EQ(id_of(kB, hiding), kB);
  EXPECT_EQ(id_of("abcd", hiding), kA) << "the other one does not count";
  for (const char* name : {"abcd2222", "Fix the parser", "Fix the", "Fix the parsre", "PARSER"}) {
    EXPECT_EQ(id_of(name, hiding).find("  Fix the parser"), std::string::npos) << name;
    EXPECT_EQ(id_of(name, hiding).find(kB), std::string::npos) << name;
    EXPECT_NE(id_of(name, hiding).find("titles of 3 sessions"), std::string::npos) << name;
  }
  hiding.finds_hidden = true;
  EXPECT_EQ(id_of("abcd2222", hiding), kB);
  EXPECT_EQ(id_of("Fix the parser", hiding), kB);
}

}  // namespace
}  // namespace clew
