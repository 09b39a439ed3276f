// SPDX-License-Identifier: MIT
#include "mirror/store_key.h"

#include <set>

#include <gtest/gtest.h>

#include "mirror/store_places.h"

namespace clew {
namespace {

TranscriptKey key_of(std::string_view project, std::string_view session, std::string_view subpath) {
  const auto key = StoreKey::check(project, session);
  EXPECT_TRUE(key) << project << " " << session;
  if (subpath.empty()) return TranscriptKey(*key);
  const auto transcript = TranscriptKey::check(*key, subpath);
  EXPECT_TRUE(transcript) << subpath;
  return *transcript;
}

TEST(StoreKey, WhatTheSdkNamesLiesWhereClaudeCodePutsIt) {
  const StorePlaces places("/s");
  EXPECT_EQ(places.transcript(key_of("-work-app", "4f1d-2c", "")).text(),
            "/s/projects/-work-app/4f1d-2c.jsonl");
  EXPECT_EQ(places.transcript(key_of("-work-app", "4f1d-2c", "subagents/agent-a1")).text(),
            "/s/projects/-work-app/4f1d-2c/subagents/agent-a1.jsonl");
}

TEST(StoreKey, HostileKeysStayApartAndInside) {
  const StorePlaces places("/s");
  const char* const parts[] = {"a",   "A",   "a.jsonl", "a/b",  "..", ".", "a/../b", "/etc/passwd",
                               "%2E", "%",   "a b",     "a\\b", "~",  "-", "a\nb",   "\xc3\xa9",
                               "a:b", "con", "a%2Fb",   "a//b", "a/", "/", "*",      "agent-a"};
  std::set<std::string> seen;
  std::size_t count = 0;
  for (const char* project : parts) {
    for (const char* session : parts) {
      for (const char* subpath : {"", "x", "x.jsonl/y", "../../../../z", "/", "x/", "a.meta"}) {
        const std::string path = places.transcript(key_of(project, session, subpath)).text();
        EXPECT_TRUE(path.starts_with("/s/projects/")) << path;
        EXPECT_EQ(path.find("/../"), std::string::npos) << path;
        seen.insert(path);
        ++count;
      }
    }
  }
  EXPECT_EQ(seen.size(), count);
  // No transcript has the name of a folder of another session.
  for (const std::string& path : seen) {
    EXPECT_FALSE(seen.contains(path.substr(0, path.rfind('/')))) << path;
  }
}

TEST(StoreKey, NamesTellTheirParts) {
  for (const char* part : {"a", "..", "a.b", "\xf0\x9f\x98\x80", " ", "%", "a%41"}) {
    EXPECT_EQ(part_of_name(name_of_part(part).text()), part);
  }
  const PlainName cut = name_of_part(std::string(500, 'x'));
  EXPECT_LT(cut.text().size(), 200U);
  EXPECT_FALSE(part_of_name(cut.text()));
  EXPECT_NE(cut, name_of_part(std::string(501, 'x')));
  for (const char* name : {"a.b", "%4", "%2e", "%41"}) EXPECT_FALSE(part_of_name(name)) << name;
}

TEST(StoreKey, RefusesWhatIsNoKey) {
  EXPECT_FALSE(StoreKey::check("", "s"));
  EXPECT_FALSE(StoreKey::check("p", ""));
  EXPECT_FALSE(StoreKey::check("p", "\xff"));
  EXPECT_FALSE(StoreKey::check("p", std::string(kLongestPart + 1, 'x')));
  const auto key = StoreKey::check("p", "s");
  ASSERT_TRUE(key);
  EXPECT_FALSE(TranscriptKey::check(*key, ""));
  std::string deep = "a";
  for (std::size_t i = 0; i < kDeepestSubpath; ++i) deep += "/a";
  EXPECT_FALSE(TranscriptKey::check(*key, deep));
}

}  // namespace
}  // namespace clew
