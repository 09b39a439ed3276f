// SPDX-License-Identifier: MIT
//
// The list of sessions against what the official SDK (0.3.325) said of the same folder. The cases
// are not part of this project: they are looked for in ../shared/conformance/listing (or
// $CLEW_SHARED/conformance/listing), and the tests say so when they are not there.

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "catalog/list/sessions.h"
#include "json/value.h"
#include "os/real_file_system.h"

namespace clew {
namespace {

// What a list says of a session, in the SDK's words.
using Info = std::map<std::string, std::string>;

// Where Clew knows better, with what it says instead, by session id. The SDK reads the first and
// the last 64 KiB of a file.
const std::map<std::string, Info> kBetter = {
    // custom-in-middle-of-big: the title stands between the two windows.
    {"585f0f52-7389-4595-880a-22b76c3ad144",
     {{"summary", "MIDCUSTOM"}, {"customTitle", "MIDCUSTOM"}}},
    // summary-in-middle-of-big: likewise the summary.
    {"7f961fc3-6078-474c-b59a-2d37e6213273", {{"summary", "MIDSUM"}}},
    // first-prompt-only-command: with what was typed behind it.
    {"25dde5b3-d2c8-4460-8dcc-fd7510379f57",
     {{"summary", "/init foo"}, {"firstPrompt", "/init foo"}}},
};

// Sessions that the SDK hides and Clew lists, and how they begin.
const std::map<std::string, std::string> kListedToo = {
    // first-prompt-64k-long: the line of the first prompt does not fit into the first window.
    {"7cd4c465-ebdb-429b-a364-9d174da0b68d", std::string(200, 'L') + "…"},
    // first-prompt-after-64k: the first prompt comes after the first window.
    {"38027718-7be2-4a0c-8efa-bf64bf16eeab", "LATEFIRST"},
};

std::string folder() {
  const char* shared = std::getenv("CLEW_SHARED");
  return std::string(shared ? shared : CLEW_SOURCE_DIR "/../shared") + "/conformance/listing";
}

void add(Info& info, const std::string& name, std::string_view text) {
  if (!text.empty()) info[name] = text;
}

template <class Text>
Info info_of(const BasicFacts<Text>& facts) {
  Info info;
  add(info, "summary", facts.title());
  const auto& labels = facts.labels;
  add(info, "customTitle", labels.custom_title.empty() ? labels.ai_title : labels.custom_title);
  add(info, "firstPrompt", facts.first_prompt);
  add(info, "gitBranch", facts.git_branch);
  add(info, "cwd", facts.cwd);
  add(info, "tag", labels.tag);
  if (facts.created != kNoTime) info["createdAt"] = std::to_string(facts.created);
  return info;
}

Info info_of(const json::Value& expected) {
  Info info;
  for (const auto& [name, value] : expected.members()) {
    if (name == "case") continue;
    info[std::string(name)] =
        value.is_string() ? std::string(value.string_or("")) : value.to_json();
  }
  return info;
}

TEST(Listing, AgreesWithTheSdk) {
  const RealFileSystem files;
  const auto text = read_file(files, folder() + "/expected.json", 1 << 24);
  if (!text) GTEST_SKIP() << "no cases at " << folder() << ": nothing was compared";
  json::Parser parser;
  const auto expected = parser.parse_copy(*text);
  ASSERT_TRUE(expected);

  const auto list = list_sessions(files, {folder() + "/config"});
  ASSERT_TRUE(list);
  std::map<std::string, Info> got;
  for (const SessionRow& row : list->sessions) {
    got[std::string(row.facts().id)] = info_of(row.facts());
  }

  int same = 0;
  for (const auto& [id, answer] : expected->members()) {
    Info want = info_of(answer);
    const auto better = kBetter.find(std::string(id));
    if (better != kBetter.end()) {
      for (const auto& [name, value] : better->second) want[name] = value;
    }
    EXPECT_EQ(got[std::string(id)], want) << answer["case"].string_or("") << " " << id;
    same += got[std::string(id)] == want ? 1 : 0;
    got.erase(std::string(id));
  }
  for (const auto& [id, title] : kListedToo) {
    EXPECT_EQ(got[id]["summary"], title) << id;
    got.erase(id);
  }
  for (const auto& [id, info] : got) ADD_FAILURE() << id << " is listed and the SDK hides it";
  std::printf("[ CASES    ] listing: %d of 48 as the SDK (%zu of them better), %zu more listed\n",
              same, kBetter.size(), kListedToo.size());
  EXPECT_GE(same, 48);
}

TEST(Listing, SaysWhatItLeavesOut) {
  const RealFileSystem files;
  if (!files.stat(folder() + "/config")) GTEST_SKIP() << "no cases at " << folder();
  const auto list = list_sessions(files, {folder() + "/config"});
  ASSERT_TRUE(list);
  // one by its name, one whose only lines are beside the main thread
  EXPECT_EQ(list->left_out_subagents, 2);
  // an empty file, garbage, a snapshot, two with replies only, one not named by a session id
  EXPECT_EQ(list->left_out_empty, 6);
  const auto all = list_sessions(files, {folder() + "/config"}, {.subagents = true, .empty = true});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->sessions.size(), 58U);
}

}  // namespace
}  // namespace clew
