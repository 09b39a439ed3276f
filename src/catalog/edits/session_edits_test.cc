// SPDX-License-Identifier: MIT
#include "catalog/edits/session_edits.h"

#include <gtest/gtest.h>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kFile = std::string("/r/projects/-a/") + test::kId1 + ".jsonl";
const PathBelow kPlace = *PathBelow::parse("/r", kFile);

class SessionEditsTest : public testing::Test {
 protected:
  SessionEditsTest() { files_.add_file(kFile, "{}\n"); }
  std::string content() { return *read_file(files_, kFile, 1 << 20); }
  MemoryFileSystem files_;
  LiveRegistry live_;
};

// The lines are what SDK 0.3.325 wrote for the same calls.
TEST_F(SessionEditsTest, AppendsWhatTheSdkAppends) {
  ASSERT_TRUE(rename_session(files_, live_, kPlace, "  Tïtle \"q\" \u2028 <b> \a "));
  ASSERT_TRUE(tag_session(files_, live_, kPlace, " tag one "));
  ASSERT_TRUE(tag_session(files_, live_, kPlace, ""));
  EXPECT_EQ(content(),
            "{}\n"
            "{\"type\":\"custom-title\",\"customTitle\":\"Tïtle \\\"q\\\" \u2028 <b> \\u0007\","
            "\"sessionId\":\"11111111-1111-4111-8111-111111111111\"}\n"
            "{\"type\":\"tag\",\"tag\":\"tag one\","
            "\"sessionId\":\"11111111-1111-4111-8111-111111111111\"}\n"
            "{\"type\":\"tag\",\"tag\":\"\","
            "\"sessionId\":\"11111111-1111-4111-8111-111111111111\"}\n");
}

TEST_F(SessionEditsTest, IsSeenByTheList) {
  files_.add_file(kFile, test::user("p"));
  ASSERT_TRUE(rename_session(files_, live_, kPlace, "new"));
  ASSERT_TRUE(tag_session(files_, live_, kPlace, "t"));
  FactsReader reader;
  const auto facts = reader.read(files_, kFile);
  EXPECT_EQ(facts->title(), "new");
  EXPECT_EQ(facts->labels.tag, "t");
  ASSERT_TRUE(remove_title(files_, live_, kPlace));
  EXPECT_EQ(reader.read(files_, kFile)->title(), "p");
}

TEST_F(SessionEditsTest, BeginsALineOfItsOwn) {
  files_.add_file(kFile, "{\"a\":1}");
  ASSERT_TRUE(rename_session(files_, live_, kPlace, "x"));
  EXPECT_EQ(content().substr(0, 15), "{\"a\":1}\n{\"type\"");
  files_.add_file(kFile, "");
  ASSERT_TRUE(rename_session(files_, live_, kPlace, "x"));
  EXPECT_EQ(content().substr(0, 7), "{\"type\"");
}

TEST_F(SessionEditsTest, RefusesAnEmptyTitleAndAMissingSession) {
  EXPECT_EQ(rename_session(files_, live_, kPlace, " \n ").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(rename_session(files_, live_, PathBelow("/") / "none.jsonl", "x").error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(content(), "{}\n");
}

TEST_F(SessionEditsTest, NothingBehindALinkIsTouched) {
  files_.add_file("/outside/notes.txt", "mine\n");
  files_.add_link("/r/projects/-a/link.jsonl", "/outside/notes.txt");
  files_.add_link("/r/projects/-b", "/outside");
  for (const char* path : {"/r/projects/-a/link.jsonl", "/r/projects/-b/notes.txt"}) {
    const PathBelow place = *PathBelow::parse("/r", path);
    EXPECT_EQ(rename_session(files_, live_, place, "x").error().code, ErrorCode::kInvalid);
    EXPECT_EQ(tag_session(files_, live_, place, "x").error().code, ErrorCode::kInvalid);
  }
  EXPECT_EQ(*read_file(files_, "/outside/notes.txt", 99), "mine\n");
}

TEST_F(SessionEditsTest, RefusesARunningSession) {
  LiveSession running;
  running.pid = 77;
  running.session = test::kId1;
  running.status = LiveStatus::kIdle;
  live_.sessions = {running};
  const auto refused = rename_session(files_, live_, kPlace, "x");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBusy);
  EXPECT_EQ(refused.error().message,
            "session 11111111-1111-4111-8111-111111111111 is running "
            "(process 77, idle); end it first");
  live_.sessions[0].certain = false;
  EXPECT_EQ(tag_session(files_, live_, kPlace, "x").error().code, ErrorCode::kBusy);
  EXPECT_EQ(content(), "{}\n");
}

TEST_F(SessionEditsTest, AFailingDiskChangesNothing) {
  for (int64_t call = 1;; ++call) {
    FaultyFileSystem faulty(files_);
    faulty.fail_calls(call, {ErrorCode::kIo, "broken"});
    const auto done = rename_session(faulty, live_, kPlace, "x");
    if (faulty.calls() < call) break;
    EXPECT_FALSE(done);
    EXPECT_EQ(content(), "{}\n");
  }
}

}  // namespace
}  // namespace clew
