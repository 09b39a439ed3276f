// SPDX-License-Identifier: MIT
#include "catalog/layout/kept_places.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

const std::string kId = "11111111-1111-4111-8111-111111111111";
const std::string kOther = "22222222-2222-4222-8222-222222222222";

TEST(KeptPlaces, WhereASessionMayHaveFiles) {
  for (const std::string& place :
       {"projects/-a/" + kId + ".jsonl", "projects/-a/" + kId + "/subagents/agent-1.jsonl",
        "projects/-a/" + kId + "/tool-results/x.txt", std::string("projects/-a/agent-1.jsonl"),
        "projects/-a/.timelines/" + kId + "/1.json", "file-history/" + kId + "/h@v1",
        "todos/" + kId + "-agent-" + kId + ".json", "tasks/" + kId + "/1.json",
        std::string("plans/a-b-c.md")}) {
    EXPECT_TRUE(is_place_of_session(place, kId)) << place;
  }
}

TEST(KeptPlaces, AndNowhereElse) {
  for (const std::string& place : {"projects/-a/" + kOther + ".jsonl",
                                   "projects/-a/memory/" + kId + ".md",
                                   "projects/" + kId,
                                   "projects/-a/" + kId,
                                   "projects/-a/../" + kId + ".jsonl",
                                   "projects/../" + kId + "/x",
                                   "projects//" + kId + ".jsonl",
                                   "/projects/-a/" + kId + ".jsonl",
                                   "projects/-a/" + kId + "/../../../x",
                                   "projects/-a/" + kId + "/",
                                   std::string(),
                                   "settings.json/" + kId,
                                   std::string("settings.json"),
                                   std::string("plans/x.sh"),
                                   std::string("plans/a/b.md"),
                                   "commands/" + kId + "/x.md",
                                   "file-history/" + kId,
                                   "file-history/" + kOther + "/h",
                                   "todos/" + kId + "/x",
                                   std::string("CLAUDE.md"),
                                   "projects/-a/" + kId + "/x" + std::string(1, '\0')}) {
    EXPECT_FALSE(is_place_of_session(place, kId)) << place;
  }
  EXPECT_FALSE(is_place_of_session("projects/-a/x.jsonl", "x"));
}

TEST(KeptPlaces, ProjectPlaces) {
  EXPECT_EQ(project_place("projects/-a/b/c").key, "-a");
  EXPECT_EQ(project_place("projects/-a/b/c").below, "b/c");
  EXPECT_EQ(project_place("projects/-a").key, "");
  EXPECT_EQ(project_place("todos/-a/b").key, "");
  EXPECT_EQ(place_in_project("-b", "c/d"), "projects/-b/c/d");
  EXPECT_EQ(moved_to_project("projects/-a/c/d", "-b"), "projects/-b/c/d");
  EXPECT_EQ(moved_to_project("todos/-a/c", "-b"), "todos/-a/c");
}

TEST(KeptPlaces, WhatClewHasNotFinishedIsNoPartOfARoot) {
  MemoryFileSystem files;
  const std::string unfinished = ".clew-" + kOther;
  const std::string transcript = "projects/-a/" + kId + ".jsonl";
  for (const std::string& file :
       {transcript, "projects/-a/" + unfinished, "projects/-a/" + kId + "/subagents/" + unfinished,
        "projects/" + unfinished + "/" + kId + ".jsonl", std::string("plans/.clew-aB3dE6"),
        "file-history/" + kId + "/" + unfinished}) {
    files.add_file("/r/" + file, "{}\n");
    EXPECT_EQ(is_unfinished(file), file != transcript) << file;
  }
  const RootFiles found = find_root_files(files, "/r", 1);
  ASSERT_EQ(found.files.size(), 1U);
  EXPECT_EQ(found.files.front().file, transcript);
  EXPECT_TRUE(found.findings.empty());
}

}  // namespace
}  // namespace clew
