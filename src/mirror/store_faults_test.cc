// SPDX-License-Identifier: MIT
//
// A store on a disk that fails, or under a process that is killed, at every call there is.
#include <gtest/gtest.h>

#include "mirror/test_store.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

constexpr std::string_view kFirst = "{\"type\":\"user\",\"uuid\":\"u1\"}\n";
constexpr std::string_view kBatch =
    "{\"type\":\"mode\",\"n\":1}\n{\"type\":\"user\",\"uuid\":\"u2\"}\n";
const Error kFull{ErrorCode::kIo, "no space left on device"};

std::string both() { return std::string(kFirst).append(kBatch); }

// What others read.
std::string files_text(const MemoryFileSystem& disk, const TranscriptKey& key) {
  const auto text = read_file(disk, StorePlaces("/store").transcript(key).text(), 1 << 20);
  return text ? *text : std::string();
}

// Everything fails from call `n` on, as for a process that is not there any more; what it was
// appending is half written.
bool append_and_die(MemoryFileSystem& disk, std::int64_t n, const TranscriptKey& key) {
  FaultyFileSystem dying(disk);
  TestStore store(dying);
  dying.tear_appends();
  dying.fail_calls(n, kFull, 1'000'000);
  const auto done = store.append(key, kBatch, "k");
  const bool lived = dying.calls() < n;
  EXPECT_TRUE(!lived || done);
  return lived;
}

TEST(StoreFaults, KilledAnywhereABatchIsThereOnceOrNotAtAll) {
  for (const auto& key : {test_key("-p", "s"), test_key("-p", "s", "subagents/agent-a")}) {
    bool lived = false;
    for (std::int64_t n = 1; !lived; ++n) {
      ASSERT_LT(n, 500);
      MemoryFileSystem disk;
      TestStore before(disk);
      ASSERT_TRUE(before.append(key, kFirst, "first"));
      lived = append_and_die(disk, n, key);
      TestStore after(disk);
      const auto found = after.load(key);
      ASSERT_TRUE(found == kFirst || found == both()) << "call " << n << ": " << *found;
      ASSERT_TRUE(after->tidy([] { return false; }));
      const auto file = files_text(disk, key);
      EXPECT_TRUE(file == kFirst || file == both()) << "call " << n << ": " << file;
      ASSERT_TRUE(after.append(key, kBatch, "k"));
      EXPECT_EQ(after.load(key), both()) << "call " << n;
      EXPECT_EQ(before.load(key), both()) << "who had it open sees it too";
    }
  }
}

TEST(StoreFaults, KilledInTheFirstBatchLeavesNothing) {
  for (const auto& key : {test_key("-p", "s"), test_key("-p", "s", "subagents/agent-a")}) {
    bool lived = false;
    for (std::int64_t n = 1; !lived; ++n) {
      ASSERT_LT(n, 500);
      MemoryFileSystem disk;
      TestStore before(disk);
      lived = append_and_die(disk, n, key);
      TestStore after(disk);
      const auto found = after.load(key);
      ASSERT_TRUE(!found || found == kBatch) << "call " << n << ": " << *found;
      ASSERT_TRUE(after->tidy([] { return false; }));
      const auto file = files_text(disk, key);
      EXPECT_TRUE(file.empty() || file == kBatch) << "call " << n << ": " << file;
      ASSERT_TRUE(after.append(key, kBatch, "k"));
      EXPECT_EQ(after.load(key), kBatch) << "call " << n;
    }
  }
}

// One call fails, and the process goes on.
TEST(StoreFaults, AFailureIsSaidAndTheNextTryGoesOn) {
  for (std::int64_t n = 1;; ++n) {
    ASSERT_LT(n, 500);
    MemoryFileSystem disk;
    FaultyFileSystem faulty(disk);
    TestStore store(faulty);
    const TranscriptKey key = test_key("-p", "s");
    ASSERT_TRUE(store.append(key, kFirst, "first"));
    faulty.tear_appends();
    const std::int64_t before = faulty.calls();
    faulty.fail_calls(n, kFull);
    const auto done = store.append(key, kBatch, "k");
    if (faulty.calls() - before < n) break;
    TestStore other(disk);
    const auto found = other.load(key);
    ASSERT_TRUE(found == kFirst || found == both()) << "call " << n;
    EXPECT_TRUE(!done || found == both()) << "call " << n << ": acknowledged and not there";
    ASSERT_TRUE(store.append(key, kBatch, "k"));
    EXPECT_EQ(store.load(key), both()) << "call " << n;
  }
}

TEST(StoreFaults, ADeletionThatBeganIsEnded) {
  for (std::int64_t n = 1;; ++n) {
    ASSERT_LT(n, 500);
    MemoryFileSystem disk;
    TestStore before(disk);
    const TranscriptKey main = test_key("-p", "s");
    const TranscriptKey agent = test_key("-p", "s", "subagents/agent-a");
    ASSERT_TRUE(before.append(main, kFirst));
    ASSERT_TRUE(before.append(agent, kBatch));
    FaultyFileSystem dying(disk);
    TestStore store(dying);
    const std::int64_t opened = dying.calls();
    dying.fail_calls(n, kFull, 1'000'000);
    const auto removed = store->remove(main);
    const bool lived = dying.calls() - opened < n;
    TestStore after(disk);
    const bool is_main = after.load(main).has_value();
    EXPECT_EQ(is_main, after.load(agent).has_value()) << "all or nothing, call " << n;
    EXPECT_EQ(is_main, !after->sessions("-p")->empty()) << "call " << n;
    EXPECT_TRUE(!removed || !is_main);
    ASSERT_TRUE(after->tidy([] { return false; }));
    EXPECT_EQ(is_main, disk.stat("/store/projects/-p/s").has_value()) << "call " << n;
    ASSERT_TRUE(after.append(main, kBatch));
    EXPECT_EQ(after.load(main), is_main ? both() : std::string(kBatch)) << "call " << n;
    if (lived) break;
  }
}

}  // namespace
}  // namespace clew
