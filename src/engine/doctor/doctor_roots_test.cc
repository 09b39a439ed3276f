// SPDX-License-Identifier: MIT
//
// The overview of all sessions, on a real disk: what may not be read, and what to do about each.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "doctor/test_patient.h"
#include "engine/call/operation.h"
#include "engine/doctor/doctor_answers.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

const std::string kOne = "11111111-2222-4333-8444-555555555555";
const std::string kTwo = "21111111-2222-4333-8444-555555555555";

// A file that cannot be read, whoever asks: root may read everything.
class UnreadableFiles : public RealFileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    if (path == unreadable)
      return Error{ErrorCode::kIo, "cannot open " + path + ": permission denied"};
    return RealFileSystem::open(path);
  }
  std::string unreadable;
};

class DoctorRoots : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    std::string path = dir_.path("r/projects/-p/" + name + ".jsonl");
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  EngineOptions options() const {
    EngineOptions options;
    options.roots = {dir_.path("r")};
    return options;
  }

  TestDir dir_;
  UnreadableFiles files_;
};

const std::string kTalk =
    test_file("u1 < - user session:s \"hello\"\na1 < u1 assistant session:s \"hi\"");

TEST_F(DoctorRoots, SessionsThatCannotBeReadAreNamed) {
  write(kOne, kTalk);
  files_.unreadable = write(kTwo, kTalk);
  Engine engine(files_, options());
  auto health = examine_roots(engine);
  ASSERT_TRUE(health);
  EXPECT_EQ(2, health->looked_at);
  ASSERT_EQ(1U, health->sessions.size());
  EXPECT_EQ(files_.unreadable, health->sessions.front().file);
  EXPECT_NE(std::string::npos, health->sessions.front().unreadable.find("permission denied"));
  DoctorAnswer answer;
  answer.sessions = std::move(health->sessions);
  EXPECT_TRUE(holds_nothing(answer));
}

// What the overview advises is what the session's own page says.
TEST_F(DoctorRoots, CommandsAreTheSameEverywhere) {
  const std::string odd = write("not-an-id", kTalk);
  write(kOne, test_file("u1 < - user session:s \"a\"\n a1 < u1 @- assistant session:s \"b\""));
  Engine engine(files_, options());
  auto health = examine_roots(engine);
  ASSERT_TRUE(health);
  ASSERT_EQ(2U, health->sessions.size());
  EXPECT_EQ("clew doctor 11111111 --repair", health->sessions[0].command);
  EXPECT_EQ("claude --resume " + odd, health->sessions[1].command);
  for (const AilingSession& one : health->sessions) {
    auto alone = examine_session(engine, one.session);
    ASSERT_TRUE(alone) << alone.error().message;
    ASSERT_EQ(1U, alone->commands.size());
    const bool repair = one.will_fail;
    EXPECT_EQ(repair ? "clew doctor " + one.session + " --repair" : one.command,
              alone->commands.front());
  }
}

// Nobody is told of a copy that works who would not get one.
TEST_F(DoctorRoots, OnlyWhatARepairKeepsIsPromised) {
  const std::string head = "u1 < - user session:s \"hello\"\n a1 < u1 assistant session:s \"hi\"\n";
  const std::string error = "e1 < u2 assistant session:s error model:<synthetic> ";
  write(kOne, test_file(head + "u2 < a1 user session:s \"" + std::string(1'000'000, 'x') + "\"\n" +
                        error + "\"Prompt is too long\""));
  write(kTwo, test_file(head + "u2 < a1 user session:s \"more\"\n" + error +
                        "\"API Error: 400 messages.1: the moon is wrong\""));
  Engine engine(files_, options());
  for (const std::string& id : {kOne, kTwo}) {
    auto health = examine_session(engine, id);
    ASSERT_TRUE(health);
    EXPECT_TRUE(health->diagnosis.will_fail());
    EXPECT_TRUE(health->commands.empty());
    EXPECT_FALSE(health->diagnosis.troubles.front().is_mendable());
    EXPECT_EQ("clew doctor " + id + " --repair --leaf a1", health->go_back);
  }
  auto roots = examine_roots(engine);
  ASSERT_TRUE(roots);
  for (const AilingSession& one : roots->sessions) {
    EXPECT_EQ("clew doctor " + one.session.substr(0, 8), one.command);
  }
}

TEST_F(DoctorRoots, ASecondCopyIsNotMadeSilently) {
  write(kOne, test_file("u1 < - user session:s \"a\"\n a1 < u1 @- assistant session:s \"b\""));
  Engine engine(files_, options());
  const auto arguments =
      Arguments::check(*find_operation("doctor"), {{"session", {kOne}}, {"repair", {"true"}}});
  ASSERT_TRUE(arguments);
  auto first = doctor_answer(engine, *arguments);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_TRUE(first->copy->earlier.empty());
  auto second = doctor_answer(engine, *arguments);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(std::vector<std::string>{first->copy->session}, second->copy->earlier);
}

// Files that are all made from one are not copies of each other.
TEST_F(DoctorRoots, ACopyIsOfTheSessionThatItWasMadeOf) {
  const std::string broken =
      test_file("u1 < - user session:s \"a\"\n a1 < u1 @- assistant session:s \"b\"");
  write(kOne, broken);
  write(kTwo, broken);
  Engine engine(files_, options());
  const auto repaired = [&](const std::string& id) {
    const auto arguments =
        Arguments::check(*find_operation("doctor"), {{"session", {id}}, {"repair", {"true"}}});
    auto answer = doctor_answer(engine, *arguments);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? answer->copy->earlier : std::vector<std::string>{"?"};
  };
  EXPECT_TRUE(repaired(kOne).empty());
  EXPECT_TRUE(repaired(kTwo).empty());
  EXPECT_EQ(1U, repaired(kOne).size());
}

// What is an alarm alone is one among all.
TEST_F(DoctorRoots, FilesWithoutALineAreNamed) {
  write(kOne, "");
  write(kTwo, std::string(109'092, '\0'));
  Engine engine(files_, options());
  auto health = examine_roots(engine);
  ASSERT_TRUE(health);
  ASSERT_EQ(2U, health->sessions.size());
  for (const AilingSession& one : health->sessions) {
    EXPECT_TRUE(one.will_fail);
    EXPECT_EQ(1, std::count(one.defects.begin(), one.defects.end(), Defect::kB13));
    EXPECT_EQ("clew doctor " + one.session.substr(0, 8), one.command);
    EXPECT_TRUE(examine_session(engine, one.session)->diagnosis.will_fail());
  }
}

// Every command that is printed names one session.
TEST_F(DoctorRoots, CommandsNameOneSession) {
  const std::string broken =
      test_file("u1 < - user session:s \"a\"\n a1 < u1 @- assistant session:s \"b\"");
  for (const char* end : {"01", "02", "13"})
    write("00000000-0000-4000-8000-0000000000" + std::string(end), broken);
  Engine engine(files_, options());
  auto health = examine_roots(engine);
  ASSERT_TRUE(health);
  ASSERT_LE(3U, health->sessions.size());
  for (const AilingSession& one : health->sessions) {
    if (!one.session.starts_with("0000")) continue;
    std::string name = one.command.substr(std::string("clew doctor ").size());
    name.resize(name.find(' '));
    auto named = engine.locate(name);
    ASSERT_TRUE(named) << one.command << named.error().message;
    EXPECT_EQ(one.session, named->id.text());
  }
}

TEST_F(DoctorRoots, AnUntitledSessionIsNamedAsTheCommandNamesIt) {
  write(kOne, test_file("r1 < - @- user session:s result:t1"));
  Engine engine(files_, options());
  auto health = examine_roots(engine);
  ASSERT_TRUE(health);
  ASSERT_EQ(1U, health->sessions.size());
  EXPECT_EQ("11111111", health->sessions.front().title);
}

TEST_F(DoctorRoots, ACopyHasTheModeOfTheOriginal) {
  const std::string path = write(kOne, kTalk + "{\"type\":\"us");
  for (const mode_t mode : {0644U, 0600U, 0640U}) {
    ASSERT_EQ(0, ::chmod(path.c_str(), mode));
    RepairRequest request{.original = path,
                          .folder = *PathBelow::parse(dir_.path("r"), dir_.path("r/projects/-p"))};
    request.session = kTwo;
    request.title = "t";
    auto copy = write_repaired_copy(files_, request);
    ASSERT_TRUE(copy) << copy.error().message;
    struct stat status {};
    ASSERT_EQ(0, ::stat(copy->file.c_str(), &status));
    EXPECT_EQ(mode, status.st_mode & 07777);
    ASSERT_EQ(0, ::unlink(copy->file.c_str()));
  }
}

}  // namespace
}  // namespace clew
