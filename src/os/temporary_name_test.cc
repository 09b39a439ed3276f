// SPDX-License-Identifier: MIT
#include "os/temporary_name.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/uuid.h"
#include "os/real_file_system.h"
#include "os/test_dead_name.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr TimeMs kSomeTime = 1'900'000'000'000;

FileInfo changed_at(TimeMs time, FileKind kind = FileKind::kRegular) {
  return {.kind = kind, .mtime_ns = time * 1'000'000};
}

TEST(TemporaryName, NamesOfOthersAreNone) {
  EXPECT_TRUE(is_temporary_name(temporary_name().text()));
  EXPECT_TRUE(is_temporary_name(".clew-" + make_uuid()));
  EXPECT_TRUE(is_temporary_name(".clew-aB3xYz"));
  for (const char* name : {".clew-", ".clew-demo", ".clew-notes.txt", "x.clew-aB3xYz",
                           ".clew-0123456g-1-00000000-0000-4000-8000-000000000000",
                           ".clew-01234567-0-00000000-0000-4000-8000-000000000000",
                           ".clew-01234567--00000000-0000-4000-8000-000000000000",
                           ".clew-01234567-1x-00000000-0000-4000-8000-000000000000"}) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
    EXPECT_FALSE(is_left_behind(name, changed_at(0), kSomeTime)) << name;
  }
}

TEST(TemporaryName, WhatAnEndedProcessMadeIsLeftBehindAtOnce) {
  const std::string dead = test::name_of_the_dead();
  ASSERT_TRUE(is_temporary_name(dead)) << dead;
  EXPECT_TRUE(is_left_behind(dead, changed_at(kSomeTime), kSomeTime));
  EXPECT_TRUE(is_left_behind(dead, changed_at(kSomeTime, FileKind::kDirectory), kSomeTime));
  EXPECT_FALSE(is_left_behind(temporary_name().text(), changed_at(kSomeTime), kSomeTime));
  // Of another machine nothing is known but the time.
  std::string far = dead;
  far[6] = far[6] == '0' ? '1' : '0';
  EXPECT_FALSE(is_left_behind(far, changed_at(kSomeTime), kSomeTime));
  EXPECT_TRUE(is_left_behind(far, changed_at(kSomeTime - 6 * kMinuteMs), kSomeTime));
}

TEST(TemporaryName, WhoeverWritesAFileRemovesWhatWasLeftBesideIt) {
  const TestDir dir;
  const std::string left = dir.path(test::name_of_the_dead());
  const std::string busy = dir.path(temporary_name().text());
  const std::string foreign = dir.path(".clew-notes");
  for (const std::string& path : {left, busy, foreign}) std::ofstream(path) << "x";
  RealFileSystem files;
  ASSERT_TRUE(files.write_file_atomic(dir.path("settings.json"), "{}"));
  EXPECT_FALSE(files.stat(left));
  EXPECT_TRUE(files.stat(busy));
  EXPECT_TRUE(files.stat(foreign));
  EXPECT_EQ(files.list(dir.path())->size(), 3U);
}

}  // namespace
}  // namespace clew
