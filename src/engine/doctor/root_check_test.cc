// SPDX-License-Identifier: MIT
#include "engine/doctor/root_check.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kOne = "11111111-2222-4333-8444-555555555555";
const std::string kTwo = "21111111-2222-4333-8444-555555555555";

std::string prompt_line(const std::string& id) {
  return R"({"type":"user","uuid":"u1","parentUuid":null,"sessionId":")" + id +
         R"(","cwd":"/p","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"hello"}})"
         "\n";
}

class RootCheck : public testing::Test {
 protected:
  RootCheck() {
    for (const std::string& id : {kOne, kTwo}) {
      files_.add_file("/r/projects/-p/" + id + ".jsonl", prompt_line(id));
    }
  }

  std::string found(std::int64_t slow = kSlowStart) {
    const auto list = list_sessions(files_, {"/r"});
    std::string out;
    for (const RootNote& note : find_in_roots(files_, {"/r"}, *list, slow)) {
      out += (out.empty() ? "" : ", ") + std::string(name_of(note.defect)) + " " + note.place +
             (note.detail.empty() ? "" : " " + note.detail);
    }
    return out;
  }

  MemoryFileSystem files_;
};

TEST_F(RootCheck, AnOrdinaryRootHasNothing) { EXPECT_EQ("", found()); }

TEST_F(RootCheck, G5SlowStart) { EXPECT_TRUE(found(100).starts_with("G5 /r/projects/-p ")); }

TEST_F(RootCheck, H7StaleIndex) {
  const std::string entry = R"({"sessionId":")" + kOne + R"("})";
  files_.add_file("/r/projects/-p/sessions-index.json",
                  R"({"version":1,"entries":[)" + entry + "]}");
  EXPECT_EQ("H7 /r/projects/-p/sessions-index.json it names 1 of 2", found());
  files_.add_file("/r/projects/-p/sessions-index.json",
                  R"({"version":1,"entries":[)" + entry + "," + entry + "]}");
  EXPECT_EQ("", found());
}

TEST_F(RootCheck, H11TooDeep) {
  files_.add_file("/r/projects/-p/" + kOne + "/subagents/agent-1.jsonl", prompt_line(kOne));
  EXPECT_EQ("", found());
  files_.add_file("/r/projects/-p/moved/" + kOne + ".jsonl", prompt_line(kOne));
  EXPECT_EQ("H11 /r/projects/-p/moved", found());
}

std::string typed(const std::string& words, TimeMs time, const std::string& id) {
  return R"({"display":")" + words + R"(","pastedContents":{},"timestamp":)" +
         std::to_string(time) + R"(,"project":"/p","sessionId":")" + id + "\"}\n";
}

TEST_F(RootCheck, H12CleanedUp) {
  files_.add_file("/r/history.jsonl", typed("hello", 1, "31111111-2222-4333-8444-555555555555"));
  EXPECT_EQ("H12 /r 1 session", found());
}

TEST_F(RootCheck, H13NeverWritten) {
  constexpr TimeMs kLast = 1'767'614'400'000;
  files_.add_file("/r/history.jsonl", typed("before", kLast, kOne) +
                                          typed("after", kLast + 100'000, kOne) +
                                          typed("/exit", kLast + 200'000, kOne));
  // One may have been withdrawn, and commands leave no line.
  EXPECT_EQ(0, prompts_not_written(typed_times(files_, {"/r"}), kOne, kLast));
  files_.add_file("/r/history.jsonl",
                  typed("after", kLast + 100'000, kOne) + typed("again", kLast + 200'000, kOne));
  EXPECT_EQ(2, prompts_not_written(typed_times(files_, {"/r"}), kOne, kLast));
  EXPECT_EQ(0, prompts_not_written(typed_times(files_, {"/r"}), kTwo, kLast));
  EXPECT_EQ(2, prompts_not_written(typed_times(files_, {"/r"}, kOne), kOne, kLast));
}

}  // namespace
}  // namespace clew
