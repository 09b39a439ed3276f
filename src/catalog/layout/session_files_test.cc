// SPDX-License-Identifier: MIT
#include "catalog/layout/session_files.h"

#include <filesystem>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::vector<std::string> ids(const SessionFiles& found) {
  std::vector<std::string> all;
  for (const SessionFile& file : found.files)
    all.push_back(found.folders[file.folder].key + "/" + file.id);
  return all;
}

bool has_finding(const SessionFiles& found, Finding::Kind kind) {
  for (const Finding& finding : found.findings) {
    if (finding.kind == kind) return true;
  }
  return false;
}

using Ids = std::vector<std::string>;

TEST(SessionFiles, FindsTranscriptsAndNothingElse) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-b/s2.jsonl", "x");
  files.add_file("/r/projects/-a/s1.jsonl", "xy");
  files.add_file("/r/projects/-a/s1/subagents/agent-a1.jsonl", "");
  files.add_file("/r/projects/-a/s1/subagents/agent-a1.meta.json", "{}");
  files.add_file("/r/projects/-a/s1/subagents/workflows/wf_1/agent-a2.jsonl", "");
  files.add_file("/r/projects/-a/s1/subagents/workflows/wf_1/journal.jsonl", "");
  files.add_file("/r/projects/-a/s1/tool-results/x.txt", "");
  files.add_file("/r/projects/-a/agent-f00.jsonl", "");
  files.add_file("/r/projects/-a/sessions-index.json", "{}");
  files.add_file("/r/projects/-a/.timelines/s1/timeline.json", "{}");
  files.add_file("/r/projects/-a/memory/note.md", "");
  files.add_file("/r/projects/stray.jsonl", "");
  const SessionFiles found = find_session_files(files, {"/r"});
  EXPECT_EQ(ids(found), (Ids{"-a/s1", "-b/s2"}));
  EXPECT_EQ(found.files[0].info.size, 2);
  EXPECT_TRUE(found.files[0].has_folder);
  EXPECT_FALSE(found.files[1].has_folder);
  EXPECT_TRUE(found.findings.empty());
  EXPECT_EQ(ids(find_session_files(files, {"/r"}, {.agents = Agents::kInclude})),
            (Ids{"-a/agent-f00", "-a/s1", "-a/agent-a1", "-a/agent-a2", "-b/s2"}));
}

TEST(SessionFiles, NamesThatLeaveNoIdAreReportedAndLeftOut) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-a/s1.jsonl", "x");
  files.add_file("/r/projects/-a/...jsonl", "x");  // would be ".."
  files.add_file("/r/projects/-a/..jsonl", "x");   // would be "."
  const SessionFiles found = find_session_files(files, {"/r"});
  EXPECT_EQ(ids(found), (Ids{"-a/s1"}));
  EXPECT_EQ(found.findings.size(), 2U);
  EXPECT_TRUE(has_finding(found, Finding::Kind::kNotAnId));
  EXPECT_EQ(session_id_of("/r/projects/-a/s1.jsonl")->text(), "s1");
  EXPECT_FALSE(session_folder("/r/projects/-a/...jsonl"));
}

TEST(SessionFiles, ARootWithoutProjectsIsEmptyAndNoFinding) {
  MemoryFileSystem files;
  files.add_file("/r/history.jsonl", "");
  EXPECT_TRUE(find_session_files(files, {"/r"}).files.empty());
  EXPECT_TRUE(find_session_files(files, {"/r"}).findings.empty());
}

TEST(SessionFiles, FollowsLinksOnceAndSurvivesLoops) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-a/s1.jsonl", "");
  files.add_link("/r/projects/-a2", "/r/projects/-a");
  files.add_link("/r/projects/-loop", "/r/projects/-loop");
  files.add_link("/r/projects/-up", "..");
  files.add_link("/r/projects/-a/gone.jsonl", "/nowhere");
  files.add_link("/r/projects/-a/circle.jsonl", "/r/projects/-a/circle.jsonl");
  files.add_file("/else/real.jsonl", "");
  files.add_link("/r/projects/-a/linked.jsonl", "/else/real.jsonl");
  const SessionFiles found = find_session_files(files, {"/r", "/r"});
  EXPECT_EQ(ids(found), (Ids{"-a/linked", "-a/s1"}));
  EXPECT_TRUE(has_finding(found, Finding::Kind::kSameFolderTwice));
  EXPECT_TRUE(has_finding(found, Finding::Kind::kBrokenLink));
}

TEST(SessionFiles, FollowsNoLinkBelowASessionsFolder) {
  MemoryFileSystem files;
  files.add_file("/else/agent-a1.jsonl", "x");
  files.add_file("/r/projects/-a/s1.jsonl", "");
  files.add_file("/r/projects/-a/s1/subagents/agent-a2.jsonl", "x");
  files.add_link("/r/projects/-a/s1/subagents/agent-a1.jsonl", "/else/agent-a1.jsonl");
  files.add_link("/r/projects/-a/s1/subagents/workflows", "/else");
  files.add_file("/r/projects/-a/s2.jsonl", "");
  files.add_file("/r/projects/-a/s2/x", "");
  files.add_link("/r/projects/-a/s2/subagents", "/else");
  const SessionFiles found = find_session_files(files, {"/r"}, {.agents = Agents::kInclude});
  EXPECT_EQ(ids(found), (Ids{"-a/s1", "-a/agent-a2", "-a/s2"}));
  EXPECT_EQ(found.findings.size(), 3U);
  EXPECT_EQ(find_session_files(files, {"/r"}, {.agents = Agents::kCount}).agents, 1);
}

TEST(SessionFiles, FoldersNamedLikeTranscriptsAreNone) {
  MemoryFileSystem files;
  files.add_file("/r/projects/-a/odd.jsonl/x", "");
  files.add_link("/r/projects/-a/folder.jsonl", "/r/projects/-a/odd.jsonl");
  const SessionFiles found = find_session_files(files, {"/r"});
  EXPECT_TRUE(found.files.empty());
  EXPECT_TRUE(has_finding(found, Finding::Kind::kUnreadable));
}

TEST(SessionFiles, TakesNamesOfAnyBytes) {
  MemoryFileSystem files;
  files.add_file("/r/projects/\xff\x01 \n/\xfe.jsonl", "");
  EXPECT_EQ(ids(find_session_files(files, {"/r"})), Ids{"\xff\x01 \n/\xfe"});
}

TEST(SessionFiles, SurvivesAFolderWithoutPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TestDir dir;
  namespace fs = std::filesystem;
  fs::create_directories(dir.path("projects/-open"));
  fs::create_directories(dir.path("projects/-shut"));
  fs::permissions(dir.path("projects/-shut"), fs::perms::none);
  const SessionFiles found = find_session_files(RealFileSystem(), {dir.path()});
  fs::permissions(dir.path("projects/-shut"), fs::perms::owner_all);
  EXPECT_EQ(found.folders.size(), 2U);
  EXPECT_TRUE(has_finding(found, Finding::Kind::kUnreadable));
}

TEST(SessionFiles, AFailingDiskGivesFindings) {
  MemoryFileSystem memory;
  memory.add_file("/r/projects/-a/s1.jsonl", "");
  memory.add_file("/r/projects/-b/s2.jsonl", "");
  for (int64_t call = 1;; ++call) {
    FaultyFileSystem files(memory);
    files.fail_calls(call, {ErrorCode::kIo, "the disk is broken"});
    const SessionFiles found = find_session_files(files, {"/r"}, {.threads = 1});
    if (files.calls() < call) {
      EXPECT_EQ(found.files.size(), 2U);
      break;
    }
    // A file that could not be looked at is looked at once more; what is missing then is told.
    EXPECT_EQ(found.files.size() < 2U, !found.findings.empty()) << call;
  }
}

TEST(SessionFiles, TakesManyFiles) {
  MemoryFileSystem files;
  for (int i = 0; i < 3000; ++i)
    files.add_file("/r/projects/-a/" + std::to_string(i) + ".jsonl", "");
  EXPECT_EQ(find_session_files(files, {"/r"}).files.size(), 3000U);
}

}  // namespace
}  // namespace clew
