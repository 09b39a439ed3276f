// SPDX-License-Identifier: MIT
#include "catalog/list/sessions.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::assistant;
using test::at;
using test::custom_title;
using test::kId1;
using test::kId2;
using test::kId3;
using test::user;
using test::uuid;

class SessionsTest : public testing::Test {
 protected:
  void add(const std::string& key, const std::string& id, const std::string& bytes) {
    files_.add_file("/r/projects/" + key + "/" + id + ".jsonl", bytes);
  }
  SessionList list(const ListOptions& options = {}) {
    auto made = list_sessions(files_, {"/r"}, options);
    EXPECT_TRUE(made);
    return made ? std::move(*made) : SessionList{};
  }
  static std::vector<std::string> titles(const SessionList& list) {
    std::vector<std::string> all;
    for (const SessionRow& row : list.sessions) all.emplace_back(row.facts().title());
    return all;
  }
  static bool has_finding(const SessionList& list, Finding::Kind kind) {
    return std::any_of(list.findings.begin(), list.findings.end(),
                       [&](const Finding& finding) { return finding.kind == kind; });
  }
  MemoryFileSystem files_;
};

using Titles = std::vector<std::string>;
constexpr std::int64_t kSecondNs = 1'000'000'000;  // in nanoseconds

TEST_F(SessionsTest, NewestFirst) {
  add("-a", kId1, user("one", at(1)));
  add("-b", kId2, user("two", at(2)));
  add("-a", kId3, user("three", at(3)));
  EXPECT_EQ(titles(list()), (Titles{"three", "two", "one"}));
  EXPECT_EQ(list().folders[list().sessions[0].folder].key, "-a");
}

// What a machine has of a session is a copy where an earlier root has it too; twice in one root it
// is two, such as a session that moved into a worktree while it was mirrored.
TEST_F(SessionsTest, ACopyOfAnotherMachineIsNoSessionOfItsOwn) {
  add("-a", kId1, user("here", at(1)));
  files_.add_file("/m/projects/-a/" + std::string(kId1) + ".jsonl", user("there", at(2)));
  for (const char* key : {"-a", "-a-tree"}) {
    files_.add_file("/m/projects/" + std::string(key) + "/" + kId2 + ".jsonl", user(key, at(3)));
  }
  ListOptions options;
  options.machines = {{"/m", "far"}};
  const auto made = list_sessions(files_, {"/r", "/m"}, options);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->sessions.size(), 3U);
  EXPECT_TRUE(made->copies.contains(kId1));
  EXPECT_FALSE(made->copies.contains(kId2));
}

// Files that were copied, checked out or restored have times of their own.
TEST_F(SessionsTest, TheTimeThatIsShownDecidesAndNotThatOfTheFile) {
  for (int i = 0; i < 200; ++i) {
    add("-a", uuid(i), user(std::to_string(i), at(i)));
    files_.set_mtime("/r/projects/-a/" + uuid(i) + ".jsonl", (1'800'000'000 - i) * kSecondNs);
  }
  EXPECT_EQ(titles(list({.limit = 2})), (Titles{"199", "198"}));
  const SessionList page = list({.limit = 2});
  EXPECT_EQ(titles(list({.limit = 2, .cursor = page.next_cursor})), (Titles{"197", "196"}));
  EXPECT_EQ(titles(list()).back(), "0");
  EXPECT_EQ(titles(list({.limit = 2, .offset = 1})), (Titles{"198", "197"}));
}

TEST_F(SessionsTest, WithoutATimeInItsLinesThatOfTheFileDecides) {
  add("-a", kId1, user("one", R"(,"timestamp":null)"));
  add("-a", kId2, user("two", at(2)));
  files_.set_mtime("/r/projects/-a/" + std::string(kId1) + ".jsonl", INT64_MAX);  // a skewed clock
  EXPECT_EQ(titles(list()), (Titles{"one", "two"}));
  files_.set_mtime("/r/projects/-a/" + std::string(kId1) + ".jsonl", 0);
  EXPECT_EQ(titles(list()), (Titles{"two", "one"}));
}

TEST_F(SessionsTest, OtherOrders) {
  const auto at = [](const char* time) { return std::string(R"(,"timestamp":")") + time + "\""; };
  add("-a", kId1, user("old", at("2025-01-01T00:00:00Z")) + assistant("x") + assistant("y"));
  add("-a", kId2, user("new", at("2026-01-01T00:00:00Z")));
  add("-a", kId3, user("big", at("2025-06-01T00:00:00Z")) + assistant(std::string(5000, 'x')));
  EXPECT_EQ(titles(list({.sort = SortBy::kCreated})), (Titles{"new", "big", "old"}));
  EXPECT_EQ(titles(list({.sort = SortBy::kSize})), (Titles{"big", "old", "new"}));
  EXPECT_EQ(titles(list({.sort = SortBy::kMessages})), (Titles{"old", "big", "new"}));
  EXPECT_EQ(list({.sort = SortBy::kMessages}).sessions[0].facts().messages, 3);
}

TEST_F(SessionsTest, LimitAndOffset) {
  for (int i = 0; i < 9; ++i) add("-a", uuid(i), user(std::to_string(i), at(i)));
  EXPECT_EQ(titles(list({.limit = 3})), (Titles{"8", "7", "6"}));
  EXPECT_EQ(titles(list({.limit = 3, .offset = 7})), (Titles{"1", "0"}));
  EXPECT_EQ(titles(list({.offset = 8})), Titles{"0"});
  EXPECT_TRUE(list({.limit = 3, .offset = 9}).sessions.empty());
  EXPECT_EQ(list({.limit = -1}).sessions.size(), 9U);
  EXPECT_EQ(list({.limit = INT64_MAX, .offset = 1}).sessions.size(), 8U);
  EXPECT_TRUE(list({.limit = INT64_MAX, .offset = INT64_MAX}).sessions.empty());
}

// Whatever is between them, pages follow each other without a gap or a repetition.
TEST_F(SessionsTest, CursorsWalkThroughEveryOrder) {
  for (int i = 0; i < 20; ++i) {
    add("-p" + std::to_string(i % 3), uuid(i),
        i % 4 == 0 ? "garbage\n" : user("u", i % 2 == 0 ? "" : R"(,"timestamp":null)"));
    files_.set_mtime("/r/projects/-p" + std::to_string(i % 3) + "/" + uuid(i) + ".jsonl",
                     i / 5);  // many with the same time
  }
  for (const SortBy sort : {SortBy::kUpdated, SortBy::kCreated, SortBy::kSize, SortBy::kMessages}) {
    std::vector<std::string> whole;
    const SessionList all = list({.sort = sort});
    for (const SessionRow& row : all.sessions) whole.emplace_back(row.facts().path);
    EXPECT_EQ(whole.size(), 15U);
    std::vector<std::string> paged;
    std::string cursor;
    do {
      const SessionList page = list({.sort = sort, .limit = 4, .cursor = cursor});
      for (const SessionRow& row : page.sessions) paged.emplace_back(row.facts().path);
      cursor = page.next_cursor;
    } while (!cursor.empty());
    EXPECT_EQ(paged, whole);
  }
}

TEST_F(SessionsTest, NewSessionsDoNotShiftPages) {
  for (int i = 0; i < 4; ++i) add("-a", uuid(i), user(std::to_string(i), at(i)));
  const SessionList first = list({.limit = 2});
  add("-a", uuid(9), user("9", at(9)));
  EXPECT_EQ(titles(list({.limit = 2, .cursor = first.next_cursor})), (Titles{"1", "0"}));
}

TEST_F(SessionsTest, AForeignCursorIsAnError) {
  add("-a", kId1, user("p"));
  EXPECT_FALSE(list_sessions(files_, {"/r"}, {.cursor = "?"}));
  add("-a", kId2, user("q"));
  const SessionList page = list({.limit = 1});
  const auto other =
      list_sessions(files_, {"/r"}, {.sort = SortBy::kSize, .cursor = page.next_cursor});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kInvalid);
}

TEST_F(SessionsTest, Since) {
  add("-a", kId1, user("one", at(1)));
  add("-a", kId2, user("two", at(2)));
  const TimeMs second = list({.limit = 1}).sessions[0].facts().updated_at();
  EXPECT_EQ(titles(list({.when = {.since = second}})), Titles{"two"});
  EXPECT_EQ(titles(list({.when = {.since = second, .until = second}})), Titles{});
  EXPECT_EQ(titles(list({.when = {.until = second}})), Titles{"one"});
}

TEST_F(SessionsTest, OnlyOneProject) {
  add("-work-a", kId1, user("one"));
  add("-work-b", kId2, user("two"));
  EXPECT_EQ(titles(list({.project = "/work/a"})), Titles{"one"});
  EXPECT_TRUE(list({.project = "/work/c"}).sessions.empty());
}

// In every layout that the CLI has used.
TEST_F(SessionsTest, SubagentsAreLeftOutAndCounted) {
  const std::string side = R"(,"isSidechain":true)";
  const std::string folder = "/r/projects/-a/" + std::string(kId1) + "/subagents/";
  add("-a", kId1, user("Task", side) + user("main", at(1)));  // 1.0: lines of a session
  add("-a", kId2, user("all beside", side));
  add("-a", kId3, user("of the CLI itself", R"(,"userType":"internal")"));
  add("-a", "agent-a1b2c3d", user("flat", side + at(2)));
  add("-b", "agent-empty", "");
  files_.add_file(folder + "agent-a2.jsonl", user("nested", side + at(3)));
  files_.add_file(folder + "agent-a2.meta.json", "{}");
  files_.add_file(folder + "workflows/wf_1/agent-a3.jsonl", user("of a workflow", side + at(3)));
  files_.add_file(folder + "workflows/wf_1/journal.jsonl", "{}");
  // Of a session whose own transcript is gone.
  files_.add_file("/r/projects/-a/gone/subagents/agent-acompact-1.jsonl", user("n", side + at(3)));
  EXPECT_EQ(titles(list()), Titles{"main"});
  EXPECT_EQ(list().left_out_subagents, 7);
  EXPECT_EQ(list({.limit = 1}).left_out_subagents, 7);
  const SessionList every = list({.subagents = true, .empty = true});
  EXPECT_EQ(std::ssize(every.sessions), 1 + list().left_out_subagents);
  EXPECT_EQ(every.left_out_subagents, 0);
  const TimeMs from = list().sessions[0].facts().updated_at();
  EXPECT_EQ(list({.when = {.since = from + 1000}}).left_out_subagents, 6) << "by their lines";
  EXPECT_EQ(list({.project = "/b"}).left_out_subagents, 1);
}

// However many files had to be read to find its rows.
TEST_F(SessionsTest, APageCountsWhatLiesBetweenItsRows) {
  for (int i = 0; i < 100; ++i) {
    add("-a", uuid(i), i % 2 == 0 ? user(std::to_string(i), at(i)) : assistant("x", at(i)));
  }
  std::int64_t counted = 0;
  std::string cursor;
  do {
    const SessionList page = list({.limit = 7, .cursor = cursor});
    EXPECT_EQ(page.left_out_empty, page.next_cursor.empty() ? 1 : 7);
    counted += page.left_out_empty;
    cursor = page.next_cursor;
  } while (!cursor.empty());
  EXPECT_EQ(counted, 50);
}

TEST_F(SessionsTest, NothingToShowIsLeftOutAndSaid) {
  add("-a", kId1, "");
  add("-a", kId2, "garbage\n");
  add("-a", kId3, user("p"));
  EXPECT_EQ(titles(list()), Titles{"p"});
  EXPECT_EQ(list().left_out_empty, 2);
  EXPECT_TRUE(has_finding(list(), Finding::Kind::kNoConversation));
  EXPECT_EQ(list({.empty = true}).sessions.size(), 3U);
}

TEST_F(SessionsTest, HiddenOnesAreLeftOutAndCounted) {
  add("-a", kId1, user("one", at(1)));
  add("-b", kId2, user("two", at(2)));
  ListOptions options;
  options.is_hidden = [](const FactsView&, const ProjectFolder& folder) {
    return folder.key == "-b";
  };
  EXPECT_EQ(titles(list(options)), Titles{"one"});
  EXPECT_EQ(list(options).left_out_hidden, 1);
  options.show_hidden = true;
  EXPECT_EQ(list(options).sessions.size(), 2U);
  EXPECT_TRUE(list(options).sessions[0].hidden);
}

TEST_F(SessionsTest, OddNamesAreToldAndEqualIdsListedAndMarked) {
  add("-a", kId1, user("one", at(1)));
  add("-b", kId1, user("copy", at(2)));
  add("-a", "notes", user("odd", at(3)));
  EXPECT_EQ(titles(list()), (Titles{"copy", "one"}));
  EXPECT_TRUE(has_finding(list(), Finding::Kind::kNotAUuid));
  ListOptions options;
  options.empty = true;
  const SessionList all = list(options);
  EXPECT_EQ(titles(all), (Titles{"odd", "copy", "one"}));
  EXPECT_FALSE(all.sessions[0].named_by_uuid);
  EXPECT_TRUE(all.sessions[1].same_id_elsewhere);
  EXPECT_TRUE(all.sessions[2].same_id_elsewhere);
  EXPECT_TRUE(has_finding(all, Finding::Kind::kSameIdTwice));
}

TEST_F(SessionsTest, KnowsArchivedSessions) {
  add("-a", kId1, user("one", at(1)));
  files_.add_file("/r/projects/-a/" + std::string(kId1) + "/archived.json", R"({"archived":true})");
  add("-a", kId2, user("two", at(2)));
  files_.add_file("/r/projects/-a/" + std::string(kId2) + "/archived.json", "?");
  EXPECT_FALSE(list().sessions[0].archived);
  EXPECT_TRUE(list().sessions[1].archived);
}

// An unreadable file is a session all the same; a vanished one is none; neither stops the list.
TEST_F(SessionsTest, AFailingDiskNeverStopsTheList) {
  add("-a", kId1, user("one"));
  add("-b", kId2, user("two"));
  for (const ErrorCode code : {ErrorCode::kIo, ErrorCode::kNotFound}) {
    for (int64_t call = 1;; ++call) {
      FaultyFileSystem faulty(files_);
      faulty.fail_calls(call, {code, "gone wrong"});
      const auto made = list_sessions(faulty, {"/r"}, {.counts = true, .threads = 1});
      ASSERT_TRUE(made);
      if (faulty.calls() < call) break;
      const bool whole =
          made->sessions.size() == 2 && made->sessions[0].readable && made->sessions[1].readable;
      const bool no_projects = call == 1 && code == ErrorCode::kNotFound;
      EXPECT_TRUE(whole || no_projects || !made->findings.empty()) << "call " << call;
    }
  }
}

// Enough that a page is less than what is sorted, and that pages need more than one attempt.
TEST_F(SessionsTest, APageIsTheBeginningOfTheWholeList) {
  for (int i = 0; i < 300; ++i) {
    const std::string time = i % 5 == 0 ? R"(,"timestamp":null)" : at(i * 7919 % 101);
    add("-p" + std::to_string(i % 3), uuid(i),
        i % 3 == 0 ? "garbage\n" : user(std::to_string(i), time));
    files_.set_mtime("/r/projects/-p" + std::to_string(i % 3) + "/" + uuid(i) + ".jsonl",
                     (1'770'000'000 + i * 7919 % 103) * kSecondNs);
  }
  for (const SortBy sort : {SortBy::kUpdated, SortBy::kCreated, SortBy::kSize, SortBy::kMessages}) {
    const Titles whole = titles(list({.sort = sort}));
    ASSERT_EQ(whole.size(), 200U);
    for (const int limit : {1, 10, 100, 199, 200}) {
      const Titles page = titles(list({.sort = sort, .limit = limit}));
      EXPECT_EQ(page, Titles(whole.begin(), whole.begin() + limit)) << limit;
    }
  }
}

TEST_F(SessionsTest, CanBeStopped) {
  add("-a", kId1, user("one"));
  StopSignal signal;
  signal.watch([] { return true; });
  const auto made = list_sessions(files_, {"/r"}, {.stop = signal});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kCancelled);
}

TEST_F(SessionsTest, ThreadsChangeNothing) {
  for (int i = 0; i < 200; ++i) add("-p" + std::to_string(i % 7), uuid(i), user(std::to_string(i)));
  const Titles one = titles(list({.threads = 1}));
  EXPECT_EQ(one.size(), 200U);
  EXPECT_EQ(titles(list({.threads = 5})), one);
}

}  // namespace
}  // namespace clew
