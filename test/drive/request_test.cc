// SPDX-License-Identifier: MIT
//
// Run, resume, edit and fork through the engine, with the stand-in writing the files: afterwards
// the tree must be the right one, and nothing below the root may have changed but by the program
// and by the new file of a copy.

#include <unistd.h>

#include <gtest/gtest.h>

#include "drive/session_links.h"
#include "drive/workspaces.h"
#include "engine/call/operation.h"
#include "engine/drive/drive_run.h"
#include "engine/drive/driven_conversations.h"
#include "engine/read/open_session.h"
#include "os/paths.h"
#include "os/process_probe.h"
#include "test_stand_in.h"

namespace clew {
namespace {

using Action = DriveRequest::Action;
using How = ResumePlan::How;
using std::chrono::seconds;
namespace fs = std::filesystem;

class DriveRequests : public testing::TestWithParam<const char*> {
 protected:
  DriveRequests() : version_("STAND_IN_VERSION", GetParam()), program_("CLEW_CLAUDE", STAND_IN) {}

  RuleSet rules() const { return rules_of(parse_claude_version(GetParam())); }

  // Does what is asked, to the end of the turn; returns the session it happened in.
  std::string run(const DriveRequest& request) {
    Engine engine = place_.engine();
    auto prepared = prepare_drive(engine, request);
    EXPECT_TRUE(prepared) << prepared.error().message;
    if (!prepared) return {};
    how_ = prepared->how;
    auto done = carry_out(engine, *prepared);
    EXPECT_TRUE(done) << done.error().message;
    TestEvents events;
    DrivenConversations conversations;
    auto id = conversations.open(
        *prepared, [&](const std::string&, const drive::Event& event) { events.take(event); });
    EXPECT_TRUE(id) << id.error().message;
    if (!id) return {};
    EXPECT_TRUE(conversations.finish(*id));
    EXPECT_TRUE(conversations.wait(*id, seconds(60)));
    EXPECT_FALSE(events.last<drive::Ended>().mid_turn) << events.last<drive::Ended>().errors;
    EXPECT_TRUE(link_sessions(engine, *prepared, events.session()));
    return events.session();
  }

  std::string start(const std::string& prompt) {
    DriveRequest request;
    request.prompt = prompt;
    return run(request);
  }

  std::string resume(const std::string& session, const std::string& prompt,
                     const std::string& at = {}) {
    DriveRequest request;
    request.action = Action::kResume;
    request.session = session;
    request.prompt = prompt;
    request.at = at;
    return run(request);
  }

  std::string edit(const std::string& session, const std::string& uuid, const std::string& prompt,
                   bool fork = false) {
    DriveRequest request;
    request.action = Action::kEdit;
    request.session = session;
    request.at = uuid;
    request.prompt = prompt;
    request.fork = fork;
    return run(request);
  }

  SharedSession open(const std::string& session) {
    Engine engine = place_.engine();
    auto opened = open_session(engine, session);
    EXPECT_TRUE(opened) << opened.error().message;
    return std::move(*opened);
  }

  // The words of the conversation that a resume would go on with, or of the one that ends at
  // `leaf`.
  std::vector<std::string> words(const std::string& session, const std::string& leaf = {}) {
    auto opened = open(session);
    auto path = opened->path(rules(), leaf);
    EXPECT_TRUE(path);
    std::vector<std::string> list;
    FileLines texts = opened->lines();
    MessageReader reader(opened->transcript(), texts);
    for (const MessagePlan& plan : plan_messages(opened->transcript(), path->chain)) {
      auto message = reader.read(plan);
      if (message) list.push_back(message->text);
    }
    return list;
  }

  // The uuid of the line with these words.
  std::string uuid_of(const std::string& session, const std::string& text) {
    auto opened = open(session);
    const Transcript& t = opened->transcript();
    FileLines texts = opened->lines();
    MessageReader reader(t, texts);
    for (EntryIndex i = 0; i < t.count(); ++i) {
      const EntryIndex one[] = {i};
      for (const MessagePlan& plan : plan_messages(t, one, Detail::kAll)) {
        auto message = reader.read(plan);
        if (message && message->text == text) return std::string(t.text(t[i].uuid));
      }
    }
    ADD_FAILURE() << "no line says " << text;
    return {};
  }

  std::size_t branches(const std::string& session) {
    auto opened = open(session);
    return find_branches(opened->messages(), *opened->path(rules(), "")).size();
  }

  // Three turns: one, two, three.
  std::string three_turns() {
    std::string session = start("one");
    EXPECT_EQ(resume(session, "two"), session);
    EXPECT_EQ(resume(session, "three"), session);
    return session;
  }

  // Files that were there before have kept every byte, and only grown at their ends.
  void expect_only_grown(const std::map<std::string, std::string>& before) {
    const auto after = place_.contents();
    for (const auto& [path, text] : before) {
      ASSERT_TRUE(after.contains(path)) << path;
      EXPECT_TRUE(after.at(path).starts_with(text)) << path;
    }
  }

  TestVariable version_;
  TestVariable program_;
  TestPlace place_;
  How how_ = How::kEnd;
};

INSTANTIATE_TEST_SUITE_P(Versions, DriveRequests, testing::Values("1.0.128", "2.0.73", "2.1.325"));

using Words = std::vector<std::string>;

TEST_P(DriveRequests, ResumeGoesOnInTheSameFile) {
  const std::string session = three_turns();
  EXPECT_EQ(words(session),
            (Words{"one", "You said: one", "two", "You said: two", "three", "You said: three"}));
  EXPECT_EQ(branches(session), 1u);
  EXPECT_EQ(place_.contents().size(), 1u);
}

TEST_P(DriveRequests, EditMakesABranchInTheSameFileAtEveryDepth) {
  const std::string session = three_turns();
  auto before = place_.contents();
  EXPECT_EQ(edit(session, uuid_of(session, "three"), "three again"), session);
  EXPECT_EQ(how_, How::kSameFile);
  expect_only_grown(before);
  EXPECT_EQ(words(session), (Words{"one", "You said: one", "two", "You said: two", "three again",
                                   "You said: three again"}));
  EXPECT_EQ(branches(session), 2u);
  EXPECT_EQ(edit(session, uuid_of(session, "two"), "two again"), session);
  EXPECT_EQ(how_, How::kSameFile);
  EXPECT_EQ(words(session), (Words{"one", "You said: one", "two again", "You said: two again"}));
  EXPECT_EQ(branches(session), 3u);
  // The old branches are whole.
  EXPECT_EQ(words(session, uuid_of(session, "You said: three")),
            (Words{"one", "You said: one", "two", "You said: two", "three", "You said: three"}));
  EXPECT_EQ(resume(session, "four"), session);
  EXPECT_EQ(words(session).back(), "You said: four");
  EXPECT_EQ(place_.contents().size(), 1u);
  expect_only_grown(before);
}

TEST_P(DriveRequests, TheFirstPromptStartsANewSessionThatIsLinked) {
  const std::string session = three_turns();
  const auto before = place_.contents();
  const std::string prompt = uuid_of(session, "one");
  const std::string other = edit(session, prompt, "another start");
  EXPECT_EQ(how_, How::kNewSession);
  EXPECT_NE(other, session);
  EXPECT_EQ(words(other), (Words{"another start", "You said: another start"}));
  const auto links = read_session_links(place_.files(), place_.engine().options().own.links());
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].from, session);
  EXPECT_EQ(links[0].prompt, prompt);
  EXPECT_EQ(links[0].to, other);
  // ... and both say so.
  const Operation& info = *find_operation("info");
  for (const auto& [name, part] : {std::pair{session, "\"editedAs\":[\"" + other + "\"]"},
                                   std::pair{other, "\"editedFrom\":\"" + session + "\""}}) {
    Engine engine = place_.engine();
    std::string text;
    auto arguments = Arguments::check(info, {{"session", {name}}});
    ASSERT_TRUE(info.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    }));
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  for (const auto& [path, text] : before) EXPECT_EQ(place_.contents().at(path), text);
}

TEST_P(DriveRequests, APromptOfAnAbandonedBranchIsEditedInACopy) {
  const std::string session = three_turns();
  const std::string three = uuid_of(session, "three");
  edit(session, uuid_of(session, "two"), "two again");
  const auto before = place_.contents();
  const std::string copy = edit(session, three, "three again");
  EXPECT_EQ(how_, How::kFork);
  EXPECT_NE(copy, session);
  EXPECT_EQ(words(copy), (Words{"one", "You said: one", "two", "You said: two", "three again",
                                "You said: three again"}));
  EXPECT_EQ(branches(copy), 1u);
  for (const auto& [path, text] : before) EXPECT_EQ(place_.contents().at(path), text);
  EXPECT_EQ(place_.contents().size(), before.size() + 1);
}

TEST_P(DriveRequests, AnAbandonedBranchGoesOnInACopy) {
  const std::string session = three_turns();
  const std::string tip = uuid_of(session, "You said: three");
  edit(session, uuid_of(session, "two"), "two again");
  const auto before = place_.contents();
  const std::string copy = resume(session, "four", tip);
  EXPECT_EQ(how_, How::kFork);
  ASSERT_EQ(words(copy).size(), 8u);
  EXPECT_EQ(words(copy)[6], "four");
  for (const auto& [path, text] : before) EXPECT_EQ(place_.contents().at(path), text);
}

TEST_P(DriveRequests, ResumeFromAnEarlierLineStaysInTheFile) {
  const std::string session = three_turns();
  EXPECT_EQ(resume(session, "other", uuid_of(session, "You said: one")), session);
  EXPECT_EQ(how_, How::kSameFile);
  EXPECT_EQ(words(session), (Words{"one", "You said: one", "other", "You said: other"}));
  // From the end it is a plain resume.
  EXPECT_EQ(resume(session, "more", uuid_of(session, "You said: other")), session);
  EXPECT_EQ(how_, How::kEnd);
}

TEST_P(DriveRequests, ForkCopiesAndLeavesTheOriginalAlone) {
  const std::string session = three_turns();
  const auto before = place_.contents();
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kFork;
  request.session = session;
  request.at = uuid_of(session, "You said: two");
  auto prepared = prepare_drive(engine, request);
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(place_.contents(), before);  // preparing only looks
  ASSERT_TRUE(carry_out(engine, *prepared));
  EXPECT_EQ(words(prepared->fork_session), (Words{"one", "You said: one", "two", "You said: two"}));
  auto copy = open(prepared->fork_session);
  EXPECT_EQ(copy->facts().title(), "one (fork)");
  EXPECT_EQ(copy->id(), prepared->fork_session);
  const Transcript& t = copy->transcript();
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (!t[i].is_node()) continue;
    const std::string raw(*copy->lines().line(t[i]));
    EXPECT_NE(raw.find(R"("forkedFrom":{"sessionId":")" + session + R"(","messageUuid":")"),
              std::string::npos);
    EXPECT_EQ(before.begin()->second.find(t.text(t[i].uuid)), std::string::npos) << "uuid not new";
  }
  for (const auto& [path, text] : before) EXPECT_EQ(place_.contents().at(path), text);
  // ... and it can be resumed.
  EXPECT_EQ(resume(prepared->fork_session, "on"), prepared->fork_session);
  EXPECT_EQ(words(prepared->fork_session).back(), "You said: on");
}

TEST_P(DriveRequests, LookingChangesNothing) {
  const std::string session = three_turns();
  const auto before = place_.contents();
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kEdit;
  request.session = session;
  request.at = uuid_of(session, "two");
  request.prompt = "changed";
  request.only_look = true;
  for (const bool fork : {false, true}) {
    request.fork = fork;
    auto prepared = prepare_drive(engine, request);
    ASSERT_TRUE(prepared);
    EXPECT_EQ(prepared->old_prompt, "two");
    EXPECT_EQ(prepared->kept_count, 2u);
    EXPECT_EQ(prepared->dropped_count, 4u);
    EXPECT_EQ(prepared->dropped[0].text, "two");
    EXPECT_EQ(prepared->dropped[3].text, "You said: three");
    EXPECT_EQ(prepared->kept[1].text, "You said: one");
  }
  EXPECT_EQ(place_.contents(), before);
}

TEST_P(DriveRequests, ARunningSessionIsRefusedWithTheWaysOut) {
  const std::string session = three_turns();
  fs::create_directories(place_.root() + "/sessions");
  std::ofstream(place_.root() + "/sessions/1.json")
      << R"({"pid":)" << ::getpid() << R"(,"sessionId":")" << session
      << R"(","cwd":"/somewhere","status":"busy","procStart":")"
      << RealProcessProbe().start_mark(::getpid()).value_or("") << "\"}";
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kResume;
  request.session = session;
  request.prompt = "more";
  auto refused = prepare_drive(engine, request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBusy);
  for (const std::string& part :
       {"process " + std::to_string(::getpid()), std::string("/somewhere"), std::string("--fork"),
        std::string("--force")}) {
    EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
  }
  request.fork = true;
  EXPECT_TRUE(prepare_drive(engine, request));
  request.fork = false;
  request.force = true;
  EXPECT_TRUE(prepare_drive(engine, request));
}

TEST_P(DriveRequests, AFolderThatIsGoneIsNotGuessed) {
  const std::string session = three_turns();
  fs::rename(place_.work(), place_.path("moved"));
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kResume;
  request.session = session;
  request.prompt = "more";
  auto refused = prepare_drive(engine, request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kNotFound);
  for (const char* part : {"mkdir -p", "--folder DIR", "--fork --folder DIR"}) {
    EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
  }
  request.folder = place_.path("moved");
  request.fork = true;
  const std::string copy = run(request);
  EXPECT_EQ(words(copy).back(), "You said: more");
}

// What an editor attached to a prompt goes with the new one, unless that has its own or nobody
// wants it.
TEST_P(DriveRequests, AnEditedPromptKeepsItsContext) {
  const std::string list =
      "> **上下文资料**\n> \n> - 📄 `a.cc`\n> - 🌐 https://example.com (a page)\n\n";
  const std::string session = start(list + "explain this");
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kEdit;
  request.session = session;
  request.at = uuid_of(session, list + "explain this");
  request.only_look = true;
  const auto prompt = [&](const std::string& words, bool drop) {
    request.prompt = words;
    request.drop_context = drop;
    auto prepared = prepare_drive(engine, request);
    EXPECT_TRUE(prepared) << prepared.error().message;
    return prepared ? prepared->prompt : "";
  };
  EXPECT_EQ(prompt("explain that", false), list + "explain that");
  EXPECT_EQ(prompt("explain that", true), "explain that");
  const std::string own = "> **上下文资料**\n> - 📁 `src` (2个文件)\n\nand this";
  EXPECT_EQ(prompt(own, false), own);
  EXPECT_EQ(prompt("", false), "");
}

TEST_P(DriveRequests, OnlyPromptsAreEdited) {
  const std::string session = three_turns();
  Engine engine = place_.engine();
  DriveRequest request;
  request.action = Action::kEdit;
  request.session = session;
  request.at = uuid_of(session, "You said: one");
  request.prompt = "x";
  auto refused = prepare_drive(engine, request);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("is not a prompt"), std::string::npos);
}

// --- the rows of the table ---

TEST(DriveRows, RunStreamsLinesOfJson) {
  TestVariable program("CLEW_CLAUDE", STAND_IN);
  TestPlace place;
  Engine engine = place.engine();
  const Operation& row = *find_operation("run");
  auto arguments = Arguments::check(row, {{"prompt", {"hello"}}, {"model", {"model-x"}}});
  ASSERT_TRUE(arguments) << arguments.error().message;
  std::vector<std::string> lines;
  auto outcome = row.run(engine, *arguments, [&](std::string_view piece) {
    if (!piece.empty()) lines.emplace_back(piece);
    return true;
  });
  ASSERT_TRUE(outcome) << outcome.error().message;
  ASSERT_GT(lines.size(), 5u);
  json::Parser parser;
  for (const std::string& line : lines) {
    ASSERT_TRUE(line.ends_with('\n'));
    ASSERT_TRUE(parser.parse_copy(line)) << line;
  }
  EXPECT_NE(lines.front().find(R"("kind":"started")"), std::string::npos);
  EXPECT_NE(lines.front().find("--model=model-x"), std::string::npos);
  EXPECT_NE(lines.back().find(R"("kind":"ended")"), std::string::npos);
}

TEST(DriveRows, ACrashIsAnError) {
  TestVariable program("CLEW_CLAUDE", STAND_IN);
  TestPlace place;
  Engine engine = place.engine();
  const Operation& row = *find_operation("run");
  auto arguments = Arguments::check(row, {{"prompt", {"crash"}}});
  auto outcome = row.run(engine, *arguments, [](std::string_view) { return true; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message,
            "claude ended with code 3 before it had answered: the stand-in crashes as asked");
}

TEST(DriveRows, WhoLeavesEndsTheProgram) {
  TestVariable program("CLEW_CLAUDE", STAND_IN);
  TestPlace place;
  Engine engine = place.engine();
  const Operation& row = *find_operation("run");
  auto arguments = Arguments::check(row, {{"prompt", {"slow"}}});
  int pieces = 0;
  auto outcome = row.run(engine, *arguments, [&](std::string_view) { return ++pieces < 10; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kCancelled);
}

TEST(DriveRows, SteeringNeedsAServer) {
  TestPlace place;
  Engine engine = place.engine();
  const Operation& row = *find_operation("interrupt");
  auto arguments = Arguments::check(row, {{"conversation", {"c1"}}});
  auto outcome = row.run(engine, *arguments, [](std::string_view) { return true; });
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::kUnsupported);
}

TEST(DriveRows, WithAServerTheConversationStaysOpen) {
  TestVariable program("CLEW_CLAUDE", STAND_IN);
  TestPlace place;
  DrivenConversations conversations;
  EngineServices services;
  services.conversations = &conversations;
  Engine engine = place.engine(services);
  const auto call = [&](std::string_view name, const Arguments::Given& given) {
    const Operation& row = *find_operation(name);
    auto arguments = Arguments::check(row, given);
    EXPECT_TRUE(arguments) << arguments.error().message;
    std::string text;
    auto outcome = row.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    EXPECT_TRUE(outcome) << outcome.error().message;
    return text;
  };
  call("run", {});  // opened, and waiting for a prompt
  EXPECT_NE(call("conversations", {}).find(R"("state":"idle")"), std::string::npos);
  call("close", {{"conversation", {"c1"}}});
  ASSERT_TRUE(conversations.wait("c1", seconds(60)));
  call("run", {{"prompt", {"hello"}}});
  EXPECT_NE(call("conversations", {}).find(R"("state":"idle")"), std::string::npos);
  call("configure", {{"conversation", {"c2"}}, {"model", {"model-two"}}});
  call("send", {{"conversation", {"c2"}}, {"prompt", {"ask"}}});
  for (int i = 0; i < 600 && conversations.find("c2")->permissions.empty(); ++i) ::usleep(10'000);
  const auto info = conversations.find("c2");
  ASSERT_EQ(info->permissions.size(), 1u);
  EXPECT_EQ(info->state, ConversationState::kWaiting);
  EXPECT_EQ(info->model, "model-two");
  call("permission", {{"conversation", {"c2"}},
                      {"request", {info->permissions[0].request}},
                      {"answer", {"always"}}});
  call("close", {{"conversation", {"c2"}}});
  ASSERT_TRUE(conversations.wait("c2", seconds(60)));
}

TEST(DriveWorkspaces, AreMadeListedAndCleaned) {
  TestVariable program("CLEW_CLAUDE", STAND_IN);
  TestPlace place;
  std::ofstream(place.work() + "/CLAUDE.md") << "be kind\n";
  Engine engine = place.engine();
  DriveRequest request;
  request.prompt = "hello";
  request.workspace = "tmp";
  request.link_instructions = true;
  auto prepared = prepare_drive(engine, request);
  ASSERT_TRUE(prepared) << prepared.error().message;
  ASSERT_TRUE(carry_out(engine, *prepared));
  const std::string folder = prepared->launch.folder;
  EXPECT_EQ(fs::read_symlink(folder + "/CLAUDE.md"), place.work() + "/CLAUDE.md");
  const std::string store = engine.options().own.workspaces();
  auto all = list_workspaces(place.files(), store);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].path, folder);
  EXPECT_EQ(what_would_be_lost(place.files(), store, all[0]), "");
  std::ofstream(folder + "/work.txt") << "precious\n";
  EXPECT_EQ(what_would_be_lost(place.files(), store, all[0]), "1 file");
  fs::create_directories(folder + "/deep/er");
  fs::create_symlink(place.work(), folder + "/deep/link");
  ASSERT_TRUE(remove_workspace(place.files(), store, all[0]));
  EXPECT_FALSE(fs::exists(folder));
  EXPECT_TRUE(fs::exists(place.work() + "/CLAUDE.md"));  // links are not followed
  EXPECT_TRUE(list_workspaces(place.files(), store).empty());
}

TEST(DriveWorkspaces, AClone) {
  if (!executable_in_path("git")) GTEST_SKIP() << "no git here";
  TestPlace place;
  const std::string git = "git -c user.name=x -c user.email=x@x -C " + place.work();
  ASSERT_EQ(std::system((git + " init -q && echo a > " + place.work() + "/a && " + git +
                         " add a && " + git + " commit -qm a")
                            .c_str()),
            0);
  Engine engine = place.engine();
  const std::string store = engine.options().own.workspaces();
  auto workspace = make_workspace(place.files(), store, *parse_workspace("clone", place.work()), 1);
  ASSERT_TRUE(workspace) << workspace.error().message;
  EXPECT_TRUE(fs::exists(workspace->path + "/a"));
  EXPECT_EQ(what_would_be_lost(place.files(), store, *workspace), "");
  std::ofstream(workspace->path + "/b") << "new\n";
  EXPECT_EQ(what_would_be_lost(place.files(), store, *workspace),
            "changes that were not committed");
  EXPECT_FALSE(make_workspace(place.files(), store,
                              *parse_workspace("clone=" + place.root(), place.work()), 2));
  EXPECT_EQ(list_workspaces(place.files(), store).size(), 1u);  // the failed one left nothing
  EXPECT_FALSE(parse_workspace("clone=https://example.org/x", place.work()));
}

}  // namespace
}  // namespace clew
