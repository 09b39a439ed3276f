// SPDX-License-Identifier: MIT
#include "catalog/facts/facts_cache.h"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "catalog/facts/facts_codec.h"
#include "catalog/layout/test_lines.h"
#include "catalog/list/sessions.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::custom_title;
using test::user;

constexpr TimeMs kNow = 1'900'000'000'000;  // long after the clock of MemoryFileSystem
const std::string kCache = "/cache/clew/facts-v1";

std::string path_of(int number) { return "/r/projects/-a/" + test::uuid(number) + ".jsonl"; }
const std::string kA = path_of(901);
const std::string kB = path_of(902);
const std::string kC = path_of(903);

SessionFacts some_facts(const std::string& path) {
  SessionFacts facts;
  facts.path = path;
  facts.id = "id";
  facts.file = {FileKind::kRegular, 10, 20, 30, 40};
  facts.created = 5;
  facts.labels.custom_title = "title";
  facts.labels.continues = "u";
  facts.subagent = SubagentSign::kSidechain;
  facts.compacted = true;
  facts.messages = 7;
  return facts;
}

template <class Text>
std::string bytes_of(const BasicFacts<Text>& facts) {
  std::string bytes;
  append_facts(bytes, facts);
  return bytes;
}

TEST(FactsCodec, GivesBackWhatItTook) {
  const SessionFacts facts = some_facts("/a");
  const std::string bytes = bytes_of(facts);
  const auto back = parse_facts(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(bytes_of(*back), bytes);
  EXPECT_EQ(back->labels.continues, "u");
  EXPECT_EQ(back->messages, 7);
  EXPECT_EQ(back->updated, kNoTime);
  EXPECT_EQ(parse_facts_key(bytes)->path, "/a");
}

TEST(FactsCodec, RefusesEveryCut) {
  const std::string bytes = bytes_of(some_facts("/a"));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_facts(std::string_view(bytes).substr(0, size)));
  }
  EXPECT_FALSE(parse_facts(bytes + "x"));
}

TEST(FactsRecords, StayWhereTheyAre) {
  FactsRecords records;
  std::vector<std::string_view> views;
  const auto facts_of = [](int number) {
    SessionFacts facts = some_facts("/" + std::to_string(number));
    facts.first_prompt.assign(number == 500 ? 3'000'000 : 2'000, 'p');  // one is a chunk by itself
    return facts;
  };
  for (int i = 0; i < 2'000; ++i) views.push_back(records.add(facts_of(i)));
  EXPECT_GT(records.chunks().size(), 3U);
  for (int i = 0; i < 2'000; ++i) {
    ASSERT_EQ(views[static_cast<std::size_t>(i)], bytes_of(facts_of(i))) << i;
  }
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (std::string_view chunk : records.chunks()) {
    bytes += chunk.size();
    while (!chunk.empty()) {
      const auto record = take_record(chunk);
      ASSERT_TRUE(record);
      ASSERT_TRUE(record->is_whole());
      ASSERT_EQ(record->facts, views[count++]);
    }
  }
  EXPECT_EQ(count, views.size());
  EXPECT_EQ(records.bytes(), bytes);
}

TEST(FactsRecords, CutsAndFlippedBitsAreNoticed) {
  std::string bytes;
  append_record(bytes, "facts");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view cut = std::string_view(bytes).substr(0, size);
    EXPECT_FALSE(take_record(cut)) << size;
    std::string bad = bytes;
    bad[size] = static_cast<char>(bad[size] ^ 1);
    std::string_view rest = bad;
    const auto record = take_record(rest);
    EXPECT_FALSE(record && record->is_whole()) << size;
  }
}

class FactsCacheTest : public testing::Test {
 protected:
  // One run of a program: reads the cache, lists, saves.
  std::vector<std::string> run(bool counts = false) {
    FactsCache cache(files_, kCache, kNow);
    const auto list = list_sessions(files_, {"/r"}, {.counts = counts, .cache = &cache});
    EXPECT_TRUE(cache.save(files_));
    return rows(*list);
  }
  std::vector<std::string> fresh(bool counts = false) {
    return rows(*list_sessions(files_, {"/r"}, {.counts = counts}));
  }
  static std::vector<std::string> rows(const SessionList& list) {
    std::vector<std::string> all;
    for (const SessionRow& row : list.sessions) all.push_back(bytes_of(row.facts()));
    return all;
  }
  MemoryFileSystem files_;
};

// Whatever happens to the files, a list with the cache is the list without it.
TEST_F(FactsCacheTest, IsNeverDifferentFromAFreshList) {
  files_.add_file(kA, user("one"));
  files_.add_file(kB, user("two"));
  const auto same = [&](const char* what) {
    EXPECT_EQ(run(), fresh()) << what;
    EXPECT_EQ(run(), fresh()) << what << ", again";
  };
  same("at first");
  ASSERT_TRUE(files_.append(kA, custom_title("renamed")));
  same("append");
  files_.truncate_file(kA, 0);
  ASSERT_TRUE(files_.append(kA, user("grown again and longer than it was before")));
  same("truncate and regrow");
  const auto size = files_.stat(kB)->size;
  files_.overwrite_file(kB, user("owt"));
  ASSERT_EQ(files_.stat(kB)->size, size);
  same("other content of the same size");
  const int64_t time = files_.stat(kB)->mtime_ns;
  files_.add_file(kB, user("new"));
  files_.set_mtime(kB, time);
  same("replaced, with size and time of the old one");
  files_.overwrite_with_old_time(kB, user("wen"));
  same("changed in place, with its old size and time");
  files_.set_mtime(kA, 12345);
  same("touch");
  ASSERT_TRUE(files_.remove(kA));
  same("delete");
  files_.add_file(kA, user("back"));
  same("made again");
  ASSERT_TRUE(files_.rename(kA, kC));
  same("rename");
}

// A file that cannot be read any more keeps its name and its time, whatever it looks like now.
TEST_F(FactsCacheTest, KnowsWhatAnUnreadableFileWasCalled) {
  files_.add_file(kA, user("a prompt to remember"));
  run();
  files_.set_mtime(kA, 1'950'000'000'000'000'000);
  bool seen = false;
  for (int64_t call = 1; call < 40 && !seen; ++call) {
    FaultyFileSystem faulty(files_);
    faulty.fail_calls(call, {ErrorCode::kIo, "a frame is damaged"});
    FactsCache cache(files_, kCache, kNow);
    const auto list = list_sessions(faulty, {"/r"}, {.cache = &cache, .threads = 1});
    if (!list || list->sessions.size() != 1 || list->sessions[0].readable) continue;
    seen = true;
    EXPECT_EQ(list->sessions[0].facts().title(), "a prompt to remember");
    EXPECT_LT(list->sessions[0].facts().updated_at(), 1'950'000'000'000);
  }
  EXPECT_TRUE(seen);
}

TEST_F(FactsCacheTest, SavesReading) {
  for (int i = 0; i < 5; ++i) files_.add_file(path_of(i), user("p"));
  run();
  FaultyFileSystem counting(files_);
  FactsCache cache(files_, kCache, kNow);
  EXPECT_EQ(cache.size(), 5U);
  ASSERT_TRUE(list_sessions(counting, {"/r"}, {.cache = &cache, .threads = 1}));
  // projects; folder: stat, list and look; five files: stat
  EXPECT_EQ(counting.calls(), 1 + 1 + 1 + 1 + 5);
}

TEST_F(FactsCacheTest, KeepsCountsOnceMade) {
  files_.add_file(kA, user("p"));
  run();
  EXPECT_EQ(run(true), fresh(true));
  EXPECT_EQ(run(true), fresh(true));
  const FactsCache cache(files_, kCache, kNow);
  EXPECT_EQ(parse_facts(*cache.find(kA, *files_.stat(kA)))->messages, 1);
}

TEST_F(FactsCacheTest, AnyDamageOnlyCostsTime) {
  files_.add_file(kA, user("p"));
  files_.add_file(kB, user("q"));
  run();
  const std::string good = *read_file(files_, kCache, 1 << 20);
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x20);
    files_.add_file(kCache, bad);
    ASSERT_EQ(run(), fresh()) << "byte " << i;
    files_.add_file(kCache, good.substr(0, i));
    ASSERT_EQ(run(), fresh()) << "cut at " << i;
  }
  EXPECT_EQ(FactsCache(files_, kCache, kNow).size(), 2U);  // and it was mended
}

TEST_F(FactsCacheTest, IsMadeAnewAfterAChangeOfVersion) {
  files_.add_file(kA, user("p"));
  run();
  const std::string good = *read_file(files_, kCache, 1 << 20);
  std::string old = good;
  constexpr std::size_t kVersionAt = 12;
  ASSERT_EQ(static_cast<std::uint32_t>(old[kVersionAt]), kFactsVersion);
  --old[kVersionAt];
  files_.add_file(kCache, old);
  EXPECT_EQ(FactsCache(files_, kCache, kNow).size(), 0U);
  EXPECT_EQ(run(), fresh());
  EXPECT_EQ(*read_file(files_, kCache, 1 << 20), good);
}

// Only what is damaged is read anew, and what was read replaces it.
TEST_F(FactsCacheTest, ADamagedRecordIsNoticedWhenItIsAskedFor) {
  for (const std::string& path : {kA, kB, kC}) files_.add_file(path, user("some prompt"));
  run();
  std::string bytes = *read_file(files_, kCache, 1 << 20);
  const std::size_t second = bytes.find("some prompt", bytes.find("some prompt") + 1);
  bytes[second] = 'S';
  files_.add_file(kCache, bytes);
  const auto known = [&] {
    const FactsCache cache(files_, kCache, kNow);
    EXPECT_EQ(cache.size(), 3U);
    std::vector<bool> found;
    for (const std::string& path : {kA, kB, kC}) {
      found.push_back(cache.find(path, *files_.stat(path)).has_value());
    }
    return std::count(found.begin(), found.end(), true);
  };
  EXPECT_EQ(known(), 2);
  EXPECT_EQ(run(), fresh());
  EXPECT_EQ(known(), 3);
}

// Rows look into the cache's memory and into what was read anew; the list keeps both.
TEST_F(FactsCacheTest, AListOutlivesTheCache) {
  files_.add_file(kA, user("known"));
  run();
  files_.add_file(kB, user("new"));
  auto cache = std::make_unique<FactsCache>(files_, kCache, kNow);
  const auto list = list_sessions(files_, {"/r"}, {.cache = cache.get()});
  cache.reset();
  EXPECT_EQ(rows(*list), fresh());
}

TEST_F(FactsCacheTest, DoesNotGrowForEver) {
  files_.add_file(kA, user("p"));
  int64_t largest = 0;
  for (int i = 0; i < 500; ++i) {
    files_.set_mtime(kA, i);
    run();
    largest = std::max(largest, files_.stat(kCache)->size);
  }
  EXPECT_LT(largest, 70 << 10);
}

TEST_F(FactsCacheTest, ForgetsFilesThatAreGoneWhenItIsRewritten) {
  for (int i = 0; i < 100; ++i) files_.add_file(path_of(i), user("p"));
  run();
  for (int i = 1; i < 100; ++i) ASSERT_TRUE(files_.remove(path_of(i)));
  for (int i = 0; i < 500; ++i) {
    files_.set_mtime(path_of(0), i);
    run();
  }
  EXPECT_LT(FactsCache(files_, kCache, kNow).size(), 10U);
}

TEST_F(FactsCacheTest, TwoProcessesAtOnce) {
  files_.add_file(kA, user("p"));
  files_.add_file(kB, user("q"));
  FactsCache first(files_, kCache, kNow);
  FactsCache second(files_, kCache, kNow);
  ASSERT_TRUE(list_sessions(files_, {"/r"}, {.cache = &first}));
  ASSERT_TRUE(list_sessions(files_, {"/r"}, {.cache = &second}));
  ASSERT_TRUE(first.save(files_));
  ASSERT_TRUE(second.save(files_));
  EXPECT_EQ(FactsCache(files_, kCache, kNow).size(), 2U);
  FactsCache third(files_, kCache, kNow);
  ASSERT_TRUE(files_.append(kA, custom_title("t")));
  ASSERT_TRUE(list_sessions(files_, {"/r"}, {.cache = &third}));
  ASSERT_TRUE(files_.remove(kCache));  // somebody clears the caches
  ASSERT_TRUE(third.save(files_));
  EXPECT_EQ(run(), fresh());
}

TEST_F(FactsCacheTest, DoesNotKeepWhatMayChangeWithinATick) {
  files_.add_file(kA, user("p"));
  FactsCache cache(files_, kCache, files_.stat(kA)->mtime_ns / 1'000'000 + 500);
  ASSERT_TRUE(list_sessions(files_, {"/r"}, {.cache = &cache}));
  ASSERT_TRUE(cache.save(files_));
  EXPECT_FALSE(files_.stat(kCache));
}

TEST_F(FactsCacheTest, AFullDiskIsReportedAndDoesNoHarm) {
  files_.add_file(kA, user("p"));
  FaultyFileSystem faulty(files_);
  FactsCache cache(faulty, kCache, kNow);
  ASSERT_TRUE(list_sessions(faulty, {"/r"}, {.cache = &cache}));
  faulty.fail_calls(1, {ErrorCode::kIo, "disk full"}, 100);
  EXPECT_FALSE(cache.save(faulty));
  EXPECT_EQ(run(), fresh());
}

// A page of a long list needs less than the cache of all of it.
TEST(FactsCache, IsNotReadForLessThanItHolds) {
  MemoryFileSystem files;
  files.add_file(kCache, std::string(2'000'000, 'x'));
  const FactsCache cache(files, kCache, kNow);
  EXPECT_FALSE(cache.is_worth_asking(1'000));
  EXPECT_TRUE(cache.is_worth_asking(1'000'000));
  EXPECT_EQ(cache.size(), 0U);
  EXPECT_TRUE(cache.is_worth_asking(1'000)) << "it is here already";
  files.add_file("/small", std::string(100'000, 'x'));
  EXPECT_TRUE(FactsCache(files, "/small", kNow).is_worth_asking(1));
  EXPECT_TRUE(FactsCache(files, "/none", kNow).is_worth_asking(1));
}

}  // namespace
}  // namespace clew
