// SPDX-License-Identifier: MIT
#include <thread>

#include "team/test_team.h"

namespace clew {
namespace {

using FilePushTest = TeamTest;

const std::string kPlace = "/team/ann/laptop-0001/home/ann/.claude/" + kFile;

TEST_F(FilePushTest, WhatIsPushedIsReadBackByteForByte) {
  // More than one piece, with what json and jsonb refuse.
  std::string text = some_lines(40'000);
  text += "{\"nul\":\"\\u0000\",\"lone\":\"\\ud800\"}\n";
  text += std::string("raw \0 bytes \xff\xfe", 14) + "\n";
  const auto sent = push(*ann_, project(), text);
  ASSERT_TRUE(sent) << sent.error().message;
  EXPECT_EQ(sent->bytes, std::ssize(text));
  EXPECT_EQ(seen(bob_), (std::map<std::string, std::string>{{kPlace, text}}));
}

TEST_F(FilePushTest, PushingAgainSendsNothingAndGrowthSendsWhatIsNew) {
  const std::string text = some_lines(100);
  ASSERT_TRUE(push(*ann_, project(), text));
  const auto again = push(*ann_, project(), text);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->bytes, 0);
  EXPECT_EQ(again->files, 0);
  const auto grown = push(*ann_, project(), text + "one more\n");
  ASSERT_TRUE(grown);
  EXPECT_EQ(grown->bytes, 9);
  EXPECT_EQ(grown->rewritten, 0);
  EXPECT_EQ(seen(bob_)[kPlace], text + "one more\n");
}

TEST_F(FilePushTest, AnEmptyFileIsAFile) {
  ASSERT_TRUE(push(*ann_, project(), ""));
  EXPECT_EQ(seen(bob_), (std::map<std::string, std::string>{{kPlace, ""}}));
}

TEST_F(FilePushTest, ARewrittenFileIsANewVersionAndTheOldOneStays) {
  const std::string text = some_lines(100);
  ASSERT_TRUE(push(*ann_, project(), text));
  const auto other = push(*ann_, project(), "other\n" + text);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->rewritten, 1);
  EXPECT_EQ(seen(bob_)[kPlace], "other\n" + text);
  auto lease = ann_->connection();
  const auto versions = (*lease)->query("SELECT version::int8, size FROM clew.versions ORDER BY 1");
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 2);
  EXPECT_EQ(versions->number(0, 1), std::ssize(text));
}

TEST_F(FilePushTest, AMachineRestoredFromABackupLosesNothing) {
  const std::string whole = some_lines(100);
  const std::string old = whole.substr(0, whole.size() / 3);
  ASSERT_TRUE(push(*ann_, project(), whole));
  const auto less = push(*ann_, project(), old);
  ASSERT_TRUE(less);
  EXPECT_EQ(less->bytes, 0);
  EXPECT_EQ(seen(bob_)[kPlace], whole) << "the store has more than the backup";
  // And then it is continued otherwise than it was before.
  const auto other = push(*ann_, project(), old + "another end\n");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->rewritten, 1);
  EXPECT_EQ(seen(bob_)[kPlace], old + "another end\n");
}

// A machine whose disk was copied: both say they are the same one.
TEST_F(FilePushTest, TwoMachinesOfOneNameEachContinueTheirOwnVersion) {
  const std::string common = some_lines(50);
  std::string first = common + "of the first\n";
  std::string second = common + "of the second\n";
  for (int i = 0; i < 5; ++i) {
    first += "first " + std::to_string(i) + "\n";
    second += "second " + std::to_string(i) + "\n";
    ASSERT_TRUE(push(*ann_, project(), first));
    ASSERT_TRUE(push(*ann_, project(), second));
  }
  auto lease = ann_->connection();
  const auto versions = (*lease)->query("SELECT size FROM clew.versions ORDER BY version");
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 2) << "not a new version for every push";
  EXPECT_EQ(versions->number(0, 0), std::ssize(first));
  EXPECT_EQ(versions->number(1, 0), std::ssize(second));
}

TEST_F(FilePushTest, TwoPushersAtOnceStoreEachByteOnce) {
  const std::string text = some_lines(2'000);
  std::vector<std::thread> threads;
  std::atomic<int> failed = 0;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      for (int step = 1; step <= 10; ++step) {
        const auto until = text.size() * static_cast<std::size_t>(step) / 10;
        for (int tries = 0; tries < 50; ++tries) {
          const auto done = push(*ann_, project(), text.substr(0, until));
          if (done) break;
          if (done.error().code != ErrorCode::kBusy || tries == 49) ++failed;
        }
      }
      static_cast<void>(i);
    });
  }
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(failed, 0);
  EXPECT_EQ(seen(bob_)[kPlace], text);
  auto lease = ann_->connection();
  const auto sum =
      (*lease)->query("SELECT sum(length)::int8, count(DISTINCT version) FROM clew.pieces");
  ASSERT_TRUE(sum) << sum.error().message;
  EXPECT_EQ(sum->number(0, 0), std::ssize(text));
  EXPECT_EQ(sum->number(0, 1), 1);
}

TEST_F(FilePushTest, AVersionWithWhatIsASecretNowGoes) {
  const auto holds = [](std::string_view line) { return line.find("hunter2") != line.npos; };
  ASSERT_TRUE(push(*ann_, project(), "hunter2 is said here\n" + some_lines(10)));
  const auto redacted =
      push(*ann_, project(), "[password 1] is said here\n" + some_lines(10), {}, kFile, holds);
  ASSERT_TRUE(redacted) << redacted.error().message;
  EXPECT_EQ(redacted->removed, 1);
  auto lease = ann_->connection();
  const auto versions = (*lease)->query("SELECT version::int8 FROM clew.versions");
  ASSERT_TRUE(versions);
  ASSERT_EQ(versions->size(), 1);
  EXPECT_EQ(versions->number(0, 0), 2);
}

TEST_F(FilePushTest, SqlInEveryStringIsText) {
  const std::string evil = "'); DROP TABLE clew.pieces; --";
  TeamProject one = project();
  one.folder = evil;
  one.remote = evil;
  one.below = evil;
  one.key = "-'; DROP SCHEMA clew CASCADE; --";
  const std::string path = "projects/" + one.key + "/" + kSession + ".jsonl";
  const auto sent = push(*ann_, one, evil + "\n", {}, path);
  ASSERT_TRUE(sent) << sent.error().message;
  const auto all = seen(bob_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all.begin()->second, evil + "\n");
  EXPECT_FALSE(admin_->invite("eve'; DROP ROLE ann; --", {"read"}));
  EXPECT_FALSE(admin_->revoke(evil));
  EXPECT_TRUE(ann_->remove_session(evil, evil));
  EXPECT_EQ(seen(bob_).size(), 1U);
}

}  // namespace
}  // namespace clew
