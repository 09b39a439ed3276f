// SPDX-License-Identifier: MIT
#include "catalog/layout/project_key.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ProjectKey, TurnsEverythingButLettersAndDigitsIntoDashes) {
  EXPECT_EQ(project_key("/srv/My_app v2.0"), "-srv-My-app-v2-0");
  EXPECT_EQ(project_key("D:\\work\\x"), "D--work-x");
  EXPECT_EQ(project_key(""), "");
}

TEST(ProjectKey, CountsUtf16CodeUnits) {
  EXPECT_EQ(project_key("/è"), "--");
  EXPECT_EQ(project_key("/🎈"), "---");
  EXPECT_EQ(project_key("/漢字"), "---");
}

TEST(ProjectKey, TakesBytesThatAreNoTextForOneDash) {
  EXPECT_EQ(project_key("/a\xff"
                        "b"),
            "-a-b");
  EXPECT_EQ(project_key(std::string("/a\0b", 4)), "-a-b");
}

TEST(ProjectKey, HashesOnlyBeyondTwoHundredCharacters) {
  const std::string path = "/" + std::string(199, 'q');
  EXPECT_EQ(project_key(path), "-" + std::string(199, 'q'));
  const std::string longer = path + "r";
  EXPECT_EQ(project_key(longer).substr(0, 201), "-" + std::string(199, 'q') + "-");
  EXPECT_NE(project_key(longer), project_key(path + "s"));
  EXPECT_EQ(project_key(longer, KeyRule::k10), "-" + std::string(199, 'q') + "r");
}

TEST(SameKey, IgnoresCaseOfWindowsPathsOnly) {
  EXPECT_TRUE(same_key("C--Users-Ann", "c--users-ann"));
  EXPECT_TRUE(same_key("-home-x", "-home-x"));
  EXPECT_FALSE(same_key("-home-x", "-home-X"));
  EXPECT_FALSE(same_key("C--Users-Ann", "D--Users-Ann"));
  EXPECT_FALSE(same_key("C--a", "C--ab"));
}

TEST(IsKeyOf, KnowsEveryRule) {
  const std::string path = "/" + std::string(230, 'z');
  EXPECT_TRUE(is_key_of(project_key(path, KeyRule::k21), path));
  EXPECT_TRUE(is_key_of(project_key(path, KeyRule::k10), path));
  EXPECT_TRUE(is_key_of("d--X", "D:\\X"));
  EXPECT_FALSE(is_key_of("-a-b", "/a/c"));
}

// What the CLIs and the SDK made of these paths.
TEST(ProjectKey, AgreesWithTheRealPrograms) {
  const char* shared = std::getenv("CLEW_SHARED");
  const std::string file =
      std::string(shared ? shared : CLEW_SOURCE_DIR "/../shared") + "/conformance/project-keys.tsv";
  std::ifstream lines(file);
  if (!lines) GTEST_SKIP() << "no " << file << ": nothing was compared";
  std::string path;
  std::string key21;
  std::string key10;
  std::getline(lines, path);  // the heading
  int compared = 0;
  while (std::getline(lines, path, '\t') && std::getline(lines, key21, '\t') &&
         std::getline(lines, key10)) {
    EXPECT_EQ(project_key(path, KeyRule::k21), key21) << path;
    EXPECT_EQ(project_key(path, KeyRule::k10), key10) << path;
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

}  // namespace
}  // namespace clew
