// SPDX-License-Identifier: MIT
//
// The index, brought up to date step by step, must answer as a scan of the files does and as an
// index made from scratch does, after any sequence of changes, failures and kills.

#include <csignal>
#include <random>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "ingest/indexer.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"
#include "search/index_search.h"
#include "search/scan.h"
#include "store/index_verify.h"

namespace clew {
namespace {

const char* const kQueries[] = {
    "pool",
    "race pool",
    "\"race pool\"",
    "pool -race",
    "lake OR ocean",
    "po*",
    "\"the po\"*",
    "parseTree",
    "parsetree",
    "tree",
    "竞",
    "竞态",
    "role:user",
    "pool role:tool",
    "is:error",
    "tool:Bash",
    "tool:ba* pool",
    "file:src/a.cc",
    "-tool:Bash pool",
    "model:opus",
    "model:opus -role:thinking",
    "branch:main the",
    "since:2026-01-03",
    "until:2026-01-01 the",
    "in:title",
    "session:s1",
    "project:app pool",
    "-project:app pool",
    "the -is:error",
    "nothing",
    "role:user role:title the",
};

using Answer = std::set<std::string>;  // "path@offset#part role"

Query query(const char* text) {
  auto parsed = parse_query(text, {});
  EXPECT_TRUE(parsed) << text;
  return *parsed;
}

std::string name_hit(const TranscriptFile& file, const SearchHit& hit) {
  return file.root + " " + file.key + " " + file.path + "@" + std::to_string(hit.offset) + "+" +
         std::to_string(hit.length) + "#" + std::to_string(hit.part) + " " +
         std::string(name_of(hit.role)) + " " + std::to_string(hit.second);
}

Answer scan(const FileSystem& files, const char* text) {
  auto sources = find_source_files(files, {"/r"}, 1);
  auto found = scan_files(files, sources.files, query(text), {.threads = 1, .now = 0, .stop = {}});
  EXPECT_TRUE(found);
  Answer answer;
  for (const SearchHit& hit : found->hits)
    EXPECT_TRUE(answer.insert(name_hit(sources.files[hit.file], hit)).second);
  return answer;
}

Answer ask(IndexDatabase& database, const char* text) {
  auto files = database.files();
  EXPECT_TRUE(files);
  auto hits = search_index(database, query(text), 0);
  EXPECT_TRUE(hits) << hits.error().message;
  auto found = name_files(std::move(*hits), files_to_search(*files, {"/r"}, query(text)));
  Answer answer;
  for (SearchHit hit : found.hits) {
    EXPECT_TRUE(find_place(database, hit));
    EXPECT_TRUE(answer.insert(name_hit(found.sources[hit.file], hit)).second)
        << "twice: " << name_hit(found.sources[hit.file], hit);
  }
  return answer;
}

Result<IndexOutcome> update(const FileSystem& files, IndexDatabase& database, int threads = 1) {
  auto sources = find_source_files(files, {"/r"}, 1);
  auto known = database.files();
  if (!known) return known.error();
  IndexOptions options;
  options.threads = threads;
  return update_index(files, database, *known, sources.files,
                      plan_changes(*known, sources.files, {"/r"}), options);
}

std::unique_ptr<IndexDatabase> open(const std::string& path) {
  auto database = IndexDatabase::open_to_write(path);
  EXPECT_TRUE(database) << database.error().message;
  return std::move(*database);
}

// Lines that a CLI might write.
class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}
  std::size_t number(std::size_t below) { return random_() % below; }

  std::string text() {
    static const char* const kWords[] = {"the",        "pool", "race", "lake", "ocean", "parseTree",
                                         "parse_tree", "竞态", "Pool", "pole", "x"};
    std::string out;
    for (std::size_t i = number(8); i < 9; ++i)
      out += std::string(kWords[number(std::size(kWords))]) + (number(5) == 0 ? ", " : " ");
    return out;
  }
  std::string line() {
    const std::string time = "2026-01-0" + std::to_string(1 + number(5)) + "T00:00:00Z";
    const std::string head = R"({"uuid":"u)" + std::to_string(next_++) + R"(","timestamp":")" +
                             time + R"(","cwd":"/w/)" + (number(2) == 0 ? "app" : "lib") +
                             R"(","gitBranch":")" + (number(3) == 0 ? "main" : "dev") + R"(",)";
    const std::string call = "t" + std::to_string(number(6));
    switch (number(8)) {
      case 0:
        return head + R"("type":"user","message":{"content":")" + text() + "\"}}\n";
      case 1:
        return head +
               R"("type":"assistant","message":{"model":"claude-opus","content":[{"type":"thinking","thinking":")" +
               text() + R"("},{"type":"text","text":")" + text() + "\"}]}}\n";
      case 2:
        return head +
               R"("type":"assistant","message":{"model":"claude-haiku","content":[{"type":"tool_use","id":")" +
               call + R"(","name":"Bash","input":{"command":")" + text() + "\"}}]}}\n";
      case 3:
        return head + R"("type":"assistant","message":{"content":[{"type":"tool_use","id":")" +
               call + R"(","name":"Edit","input":{"file_path":"/w/src/a.cc","new_string":")" +
               text() + "\"}}]}}\n";
      case 4:
      case 5:
        return head +
               R"("type":"user","message":{"content":[{"type":"tool_result","tool_use_id":")" +
               call + R"(","is_error":)" + (number(2) == 0 ? "true" : "false") + R"(,"content":")" +
               text() + "\"}]}}\n";
      case 6:
        return R"({"type":"ai-title","aiTitle":"the pool )" + std::to_string(number(3)) + "\"}\n";
      default:
        return number(2) == 0 ? "{torn\n"
                              : head + R"("type":"progress","data":{"x":"pool"}})"
                                       "\n";
    }
  }
  std::string lines(std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += line();
    return out;
  }

 private:
  std::mt19937 random_;
  int next_ = 0;
};

// What happens to transcripts.
void change(MemoryFileSystem& files, Author& author) {
  auto sources = find_source_files(files, {"/r"}, 1);
  static const char* const kNames[] = {
      "/r/projects/-w-app/s1.jsonl", "/r/projects/-w-app/s2.jsonl", "/r/projects/-w-lib/s3.jsonl",
      "/r/projects/-w-app/s1/subagents/agent-a.jsonl", "/r/projects/-w-lib/agent-b.jsonl"};
  const std::string name = kNames[author.number(std::size(kNames))];
  const bool there = files.stat(name).has_value();
  const std::size_t what = author.number(11);
  if (!there || what == 0) return files.add_file(name, author.lines(author.number(30)));
  const auto size = files.stat(name)->size;
  const auto append = [&](const std::string& bytes) { EXPECT_TRUE(files.append(name, bytes)); };
  switch (what) {
    case 1:
      return files.truncate_file(name, size / 2);
    case 2: {  // a rewind: cut, and longer than before
      files.truncate_file(name, size / 2);
      return append(author.lines(40));
    }
    case 3:
      return files.overwrite_file(name, author.lines(5));
    case 4:
      return void(files.remove(name).has_value());
    case 5: {
      const std::string to = kNames[author.number(std::size(kNames))];
      return void(files.rename(name, to).has_value());
    }
    case 6: {  // half a line, the rest later
      const std::string line = author.line();
      return append(line.substr(0, line.size() / 2));
    }
    case 7: {  // all but its end
      const std::string line = author.line();
      return append("\n" + line.substr(0, line.size() - 1));
    }
    default:
      return append(author.lines(1 + author.number(3)));
  }
}

void expect_equal(const FileSystem& files, IndexDatabase& database, const std::string& when) {
  for (const char* text : kQueries)
    ASSERT_EQ(ask(database, text), scan(files, text)) << text << " after " << when;
}

class Differential : public testing::TestWithParam<unsigned> {};

TEST_P(Differential, AnySequenceOfChanges) {
  const TestDir dir;
  MemoryFileSystem files;
  Author author(GetParam());
  auto database = open(dir.path("index.db"));
  for (int step = 0; step < 40; ++step) {
    for (std::size_t changes = 1 + author.number(2); changes > 0; --changes) change(files, author);
    ASSERT_TRUE(update(files, *database));
    ASSERT_TRUE(merge_small_segments(*database));
    ASSERT_NO_FATAL_FAILURE(expect_equal(files, *database, "step " + std::to_string(step)));
    if (step % 10 != 9) continue;
    auto again = update(files, *database);
    EXPECT_EQ(again->added + again->grown + again->rewritten + again->moved + again->gone, 0)
        << "nothing left to do";
    ASSERT_TRUE(verify_database(*database));
    auto fresh = open(dir.path("fresh" + std::to_string(step) + ".db"));
    ASSERT_TRUE(update(files, *fresh, 2));
    for (const char* text : kQueries) ASSERT_EQ(ask(*database, text), ask(*fresh, text)) << text;
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, Differential, testing::Range(0U, 8U));

TEST(IndexFaults, AFailingDiskLeavesTheRestForTheNextRun) {
  MemoryFileSystem disk;
  Author author(99);
  for (int i = 0; i < 12; ++i) change(disk, author);
  for (std::int64_t n = 1;; ++n) {
    const TestDir dir;
    FaultyFileSystem files(disk);
    auto database = open(dir.path("index.db"));
    auto sources = find_source_files(disk, {"/r"}, 1);
    const auto changes = plan_changes({}, sources.files, {"/r"});
    files.fail_calls(n, {ErrorCode::kIo, "the disk failed"});
    ASSERT_TRUE(update_index(files, *database, {}, sources.files, changes, {}));
    const bool all_fine = files.calls() < n;
    ASSERT_TRUE(update(disk, *database));
    ASSERT_NO_FATAL_FAILURE(expect_equal(disk, *database, "failing call " + std::to_string(n)));
    if (all_fine) break;
  }
}

TEST(IndexFaults, KilledAtAnyMoment) {
  MemoryFileSystem files;
  Author author(7);
  const TestDir dir;
  const std::string path = dir.path("index.db");
  for (int round = 0; round < 25; ++round) {
    for (int i = 0; i < 3; ++i) change(files, author);
    files.add_file("/r/projects/-w-big/s9.jsonl", author.lines(300));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      auto database = open(path);
      (void)update(files, *database).has_value();
      (void)merge_small_segments(*database).has_value();
      ::_exit(0);
    }
    ::usleep(static_cast<useconds_t>(author.number(12'000)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    auto database = open(path);
    ASSERT_TRUE(verify_database(*database)) << "round " << round;
    if (round % 3 != 0) continue;
    ASSERT_TRUE(update(files, *database));
    ASSERT_NO_FATAL_FAILURE(expect_equal(files, *database, "kill " + std::to_string(round)));
  }
}

}  // namespace
}  // namespace clew
