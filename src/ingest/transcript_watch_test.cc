// SPDX-License-Identifier: MIT

#include "ingest/transcript_watch.h"

#include <algorithm>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "catalog/layout/session_files.h"
#include "os/test_watcher.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
using Kind = TranscriptChange::Kind;

constexpr const char* kRoot = "/home/.claude";
constexpr TranscriptWatchOptions kNeverByItself = {milliseconds(3'600'000), milliseconds(3'600'000),
                                                   milliseconds(3'600'000),
                                                   milliseconds(3'600'000)};

class TranscriptWatchTest : public ::testing::Test {
 protected:
  void start(TranscriptWatchOptions options = kNeverByItself) {
    auto watcher = std::make_unique<TestWatcher>();
    hints_ = watcher.get();
    watcher->room = room_;
    watcher->silent = silent_;
    watch_ = std::make_unique<TranscriptWatch>(
        faulty_, std::move(watcher), [this] { return roots_; }, options);
  }

  // What is reported now, as "+name", "~name" and "-name".
  std::vector<std::string> changes() {
    std::vector<std::string> out;
    const TreeChanges changes = watch_->wait(milliseconds(0));
    for (const TranscriptChange& change : changes.files) {
      const char sign = change.kind == Kind::kAdded     ? '+'
                        : change.kind == Kind::kRemoved ? '-'
                                                        : '~';
      out.push_back(sign + change.path.substr(change.path.find("/projects/") + 10));
    }
    registry_ = changes.registry;
    return out;
  }

  std::string at(const std::string& name) const { return std::string(kRoot) + "/projects/" + name; }
  void write(const std::string& name, const std::string& text = "x\n") {
    disk_.add_file(at(name), text);
  }

  using Changes = std::vector<std::string>;

  MemoryFileSystem disk_;
  FaultyFileSystem faulty_{disk_};
  std::vector<std::string> roots_ = {kRoot};
  std::size_t room_ = SIZE_MAX;
  std::string silent_;
  TestWatcher* hints_ = nullptr;
  std::unique_ptr<TranscriptWatch> watch_;
  bool registry_ = false;
};

TEST_F(TranscriptWatchTest, KnowsWhatIsThereAtTheStartAndReportsOnlyWhatFollows) {
  write("p/a.jsonl");
  write("p/a/subagents/agent-1.jsonl");
  write("p/a/subagents/workflows/w1/agent-2.jsonl");
  write("p/a/subagents/workflows/w1/deeper/agent-3.jsonl");
  write("p/a/tool-results/x.jsonl");
  write("p/notes.txt");
  start();
  std::vector<std::string> known;
  for (const auto& [path, file] : watch_->files()) known.push_back(path);
  EXPECT_EQ((Changes{at("p/a.jsonl"), at("p/a/subagents/agent-1.jsonl"),
                     at("p/a/subagents/workflows/w1/agent-2.jsonl")}),
            known);
  EXPECT_EQ("p", watch_->files().begin()->second.key);
  EXPECT_EQ(kRoot, watch_->files().begin()->second.root);
  EXPECT_EQ(Changes{}, changes());
}

TEST_F(TranscriptWatchTest, FollowsAFileThroughItsLife) {
  write("p/a.jsonl");
  start();
  ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "more\n"));
  EXPECT_EQ(Changes{}, changes()) << "nobody said so";
  hints_->hint(at("p/a.jsonl"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes());
  hints_->hint(at("p/a.jsonl"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes()) << "the same size and time prove nothing";
  hints_->lose();
  EXPECT_EQ(Changes{}, changes());
  disk_.truncate_file(at("p/a.jsonl"), 0);
  hints_->hint(at("p/a.jsonl"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes());
  ASSERT_TRUE(disk_.rename(at("p/a.jsonl"), at("p/b.jsonl")));
  hints_->hint(at("p/a.jsonl"));
  hints_->hint(at("p/b.jsonl"));
  EXPECT_EQ((Changes{"-p/a.jsonl", "+p/b.jsonl"}), changes());
  ASSERT_TRUE(disk_.remove(at("p/b.jsonl")));
  hints_->hint(at("p/b.jsonl"));
  EXPECT_EQ(Changes{"-p/b.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, SeesProjectsFromTheVeryFirstFolderOn) {
  ASSERT_TRUE(disk_.create_directories(kRoot));
  start();
  write("p/a.jsonl");
  ASSERT_TRUE(hints_->hint(kRoot, "projects"));
  EXPECT_EQ(Changes{"+p/a.jsonl"}, changes());
  write("q/b/subagents/agent-1.jsonl");
  ASSERT_TRUE(hints_->hint(at("q")));
  EXPECT_EQ(Changes{"+q/b/subagents/agent-1.jsonl"}, changes());
  write("p/a/subagents/agent-2.jsonl");
  ASSERT_TRUE(hints_->hint(at("p/a")));
  EXPECT_EQ(Changes{"+p/a/subagents/agent-2.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, AProjectThatIsRenamedLeavesNothingBehind) {
  write("a/1.jsonl");
  write("a/1/subagents/agent-1.jsonl");
  write("a-b/2.jsonl");  // sorts between "a" and "a/..."
  start();
  const std::size_t folders = watch_->folders();
  ASSERT_TRUE(disk_.rename(at("a"), at("c")));
  hints_->hint(at("a"));
  hints_->hint(at("c"));
  EXPECT_EQ((Changes{"-a/1.jsonl", "-a/1/subagents/agent-1.jsonl", "+c/1/subagents/agent-1.jsonl",
                     "+c/1.jsonl"}),
            changes());
  EXPECT_EQ(folders, watch_->folders());
  EXPECT_EQ(folders, hints_->watched.size());
  for (const auto& [id, path] : hints_->watched) EXPECT_FALSE(path.starts_with(at("a/")));
  ASSERT_TRUE(disk_.append(at("c/1/subagents/agent-1.jsonl"), "x"));
  ASSERT_TRUE(hints_->hint(at("c/1/subagents/agent-1.jsonl")));
  EXPECT_EQ(Changes{"~c/1/subagents/agent-1.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, AFolderThatIsMadeAgainIsWatchedAgain) {
  write("p/a.jsonl");
  start();
  const WatchId old = hints_->last_id;
  ASSERT_TRUE(disk_.remove(at("p/a.jsonl")));
  ASSERT_TRUE(disk_.remove(at("p")));
  write("p/b.jsonl");
  hints_->next.changes.push_back({old, ""});  // the folder itself went
  EXPECT_EQ((Changes{"-p/a.jsonl", "+p/b.jsonl"}), changes());
  EXPECT_FALSE(hints_->watched.contains(old));
  write("p/c.jsonl");
  ASSERT_TRUE(hints_->hint(at("p/c.jsonl")));
  EXPECT_EQ(Changes{"+p/c.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, LostHintsLeadToALookAtEverything) {
  write("p/a.jsonl");
  write("p/b.jsonl");
  start();
  ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "x"));
  ASSERT_TRUE(disk_.remove(at("p/b.jsonl")));
  write("q/c.jsonl");
  hints_->lose();
  EXPECT_EQ((Changes{"-p/b.jsonl", "~p/a.jsonl", "+q/c.jsonl"}), changes());
  EXPECT_EQ(1, watch_->rescans());
}

TEST_F(TranscriptWatchTest, LooksAtEverythingNowAndThen) {
  write("p/a.jsonl");
  auto often = kNeverByItself;
  often.rescan = milliseconds(0);
  start(often);
  ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "x"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes());
}

// Where the kernel is silent everything is looked at often, and elsewhere nothing.
TEST_F(TranscriptWatchTest, LooksAtSilentPlacesMoreOften) {
  write("local/a.jsonl");
  write("remote/b.jsonl");
  disk_.add_file("/elsewhere/c.jsonl", "x\n");
  disk_.add_link(at("local/c.jsonl"), "/elsewhere/c.jsonl");
  silent_ = at("remote");
  auto often = kNeverByItself;
  often.silent = milliseconds(0);
  start(often);
  changes();
  const std::int64_t calls = faulty_.calls();
  EXPECT_EQ(Changes{}, changes());
  EXPECT_LT(faulty_.calls() - calls, 8) << "the local folder costs nothing";
  ASSERT_TRUE(disk_.append(at("local/a.jsonl"), "x"));
  EXPECT_EQ(Changes{}, changes()) << "the kernel would have said so";
  ASSERT_TRUE(disk_.append(at("remote/b.jsonl"), "x"));
  EXPECT_EQ(Changes{"~remote/b.jsonl"}, changes());
  write("remote/new.jsonl");
  write("remote/s/subagents/agent-1.jsonl");
  EXPECT_EQ((Changes{"+remote/s/subagents/agent-1.jsonl", "+remote/new.jsonl"}), changes());
  ASSERT_TRUE(disk_.append("/elsewhere/c.jsonl", "x"));
  EXPECT_EQ(Changes{"~local/c.jsonl"}, changes());
  disk_.add_file("/elsewhere/d.jsonl", "x\n");
  disk_.add_link(at("local/d.jsonl"), "/elsewhere/d.jsonl");
  ASSERT_TRUE(hints_->hint(at("local/d.jsonl")));
  EXPECT_EQ(Changes{"+local/d.jsonl"}, changes());
  ASSERT_TRUE(disk_.append("/elsewhere/d.jsonl", "x"));
  EXPECT_EQ(Changes{"~local/d.jsonl"}, changes()) << "a link that came later";
  ASSERT_TRUE(disk_.remove("/elsewhere/d.jsonl"));
  EXPECT_EQ(Changes{"-local/d.jsonl"}, changes());
  EXPECT_EQ(0, watch_->rescans());
}

TEST_F(TranscriptWatchTest, RootsAreLookedAtLikeSilentPlaces) {
  roots_ = {kRoot, "/other"};
  write("p/a.jsonl");
  auto often = kNeverByItself;
  often.silent = milliseconds(0);
  start(often);
  EXPECT_EQ(Changes{}, changes());
  EXPECT_EQ(0, watch_->rescans());
  disk_.add_file("/other/projects/q/b.jsonl", "x\n");
  EXPECT_EQ(Changes{"+q/b.jsonl"}, changes()) << "one that was not there yet";
  ASSERT_TRUE(disk_.rename(kRoot, "/moved"));
  EXPECT_EQ(Changes{"-p/a.jsonl"}, changes()) << "a folder above may have been renamed";
  roots_ = {"/other", "/moved"};
  EXPECT_EQ(Changes{"+p/a.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, FoldersForWhichThereIsNoRoomAreLookedAtInstead) {
  write("p/a.jsonl");
  room_ = 2;  // the root and its projects
  auto options = kNeverByItself;
  options.unwatched = milliseconds(0);
  start(options);
  EXPECT_EQ(2u, hints_->watched.size());
  ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "x"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes());
  hints_->room = SIZE_MAX;
  changes();
  EXPECT_EQ(3u, hints_->watched.size()) << "and watched when there is";
}

TEST_F(TranscriptWatchTest, GoesOnWithoutAWatcherThatBreaks) {
  write("p/a.jsonl");
  auto options = kNeverByItself;
  options.unwatched = milliseconds(0);
  start(options);
  hints_->broken = true;
  changes();
  ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "x"));
  EXPECT_EQ(Changes{"~p/a.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, TheRegistryIsWatchedToo) {
  ASSERT_TRUE(disk_.create_directories(kRoot));
  start();
  changes();
  EXPECT_FALSE(registry_);
  disk_.add_file(std::string(kRoot) + "/sessions/12.json", "{}");
  ASSERT_TRUE(hints_->hint(kRoot, "sessions"));
  changes();
  EXPECT_TRUE(registry_);
  ASSERT_TRUE(hints_->hint(std::string(kRoot) + "/sessions/12.json"));
  changes();
  EXPECT_TRUE(registry_);
}

TEST_F(TranscriptWatchTest, RootsMayComeAndGo) {
  write("p/a.jsonl");
  disk_.add_file("/other/projects/q/b.jsonl", "x\n");
  start();
  roots_ = {"/other"};
  hints_->lose();
  EXPECT_EQ((Changes{"-p/a.jsonl", "+q/b.jsonl"}), changes());
}

TEST_F(TranscriptWatchTest, TwoNamesOfOneFolderAreOne) {
  write("p/a.jsonl");
  disk_.add_link(at("also"), at("p"));
  start();
  EXPECT_EQ(1u, watch_->files().size());
  EXPECT_EQ(at("p/a.jsonl"), watch_->files().begin()->first);
}

// Whatever call fails: nothing is taken for removed, and the next look finds everything.
TEST_F(TranscriptWatchTest, FollowsNoLinkBelowASession) {
  disk_.add_file("/elsewhere/agent-2.jsonl", "x\n");
  write("p/a.jsonl");
  write("p/a/subagents/agent-1.jsonl");
  disk_.add_link(at("p/a/subagents/agent-2.jsonl"), "/elsewhere/agent-2.jsonl");
  write("p/b/x");
  disk_.add_link(at("p/b/subagents"), "/elsewhere");
  start();
  EXPECT_EQ(watch_->files().size(), 2U);
  hints_->hint(at("p/a/subagents/agent-2.jsonl"));
  hints_->hint(at("p/b/subagents"));
  disk_.add_link(at("p/c"), "/elsewhere");
  hints_->hint(at("p/c"));
  EXPECT_EQ(Changes{}, changes());
  ASSERT_TRUE(disk_.remove(at("p/a/subagents/agent-1.jsonl")));
  disk_.add_link(at("p/a/subagents/agent-1.jsonl"), "/elsewhere/agent-2.jsonl");
  hints_->hint(at("p/a/subagents/agent-1.jsonl"));
  EXPECT_EQ(Changes{"-p/a/subagents/agent-1.jsonl"}, changes());
}

TEST_F(TranscriptWatchTest, AFailingDiskHidesNothingForLong) {
  for (std::int64_t call = 1;; ++call) {
    SCOPED_TRACE(call);
    disk_.add_file(at("p/a.jsonl"), "x\n");
    disk_.add_file(at("p/a/subagents/agent-1.jsonl"), "x\n");
    auto options = kNeverByItself;
    options.retry = milliseconds(1);
    start(options);
    ASSERT_TRUE(disk_.append(at("p/a.jsonl"), "y\n"));
    disk_.add_file(at("q/new.jsonl"), "x\n");
    const std::int64_t before = faulty_.calls();
    faulty_.fail_calls(call, {ErrorCode::kIo, "the disk is tired"});
    hints_->lose();
    Changes all = changes();
    const bool failed = faulty_.calls() - before >= call;
    faulty_.fail_calls(0, {}, 0);
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(milliseconds(5));
      for (std::string& change : changes()) all.push_back(change);
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ((Changes{"+q/new.jsonl", "~p/a.jsonl"}), all);
    ASSERT_TRUE(disk_.remove(at("q/new.jsonl")));
    ASSERT_TRUE(disk_.remove(at("q")));
    if (!failed) break;
    ASSERT_LT(call, 100);
  }
}

// Random changes with hints, some of them lost: what was reported adds up to what the catalog
// finds.
TEST_F(TranscriptWatchTest, ReportsAddUpToAFreshScan) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    disk_ = MemoryFileSystem();
    ASSERT_TRUE(disk_.create_directories(kRoot));
    start();
    std::mt19937 random(seed);
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    std::map<std::string, int> reported;
    for (int step = 0; step < 120; ++step) {
      const std::string project = at("p" + std::to_string(pick(3)));
      const std::string session = project + "/s" + std::to_string(pick(3));
      const std::string path =
          pick(3) == 0 ? session + "/subagents/agent-1.jsonl" : session + ".jsonl";
      std::vector<std::string> touched = {path};
      switch (pick(6)) {
        case 0:
        case 1:
          disk_.add_file(path, "x\n");
          break;
        case 2:
          static_cast<void>(disk_.append(path, "y\n"));
          break;
        case 3:
          static_cast<void>(disk_.remove(path));
          break;
        case 4:
          static_cast<void>(disk_.rename(path, project + "/s9.jsonl"));
          touched.push_back(project + "/s9.jsonl");
          break;
        case 5:
          static_cast<void>(disk_.rename(project, at("p9")));
          touched = {project, at("p9")};
          break;
      }
      // The kernel tells every folder that has a watch about the entry on the way to the path.
      for (const std::string& place : touched) {
        for (std::size_t end = std::string(kRoot).size(); end != std::string::npos;) {
          end = place.find('/', end + 1);
          if (pick(40) == 0) hints_->lose();
          hints_->hint(place.substr(0, end));
        }
      }
      for (const TranscriptChange& change : watch_->wait(milliseconds(0)).files) {
        reported[change.path] += change.kind == Kind::kAdded     ? 1
                                 : change.kind == Kind::kRemoved ? -1
                                                                 : 0;
      }
      if (step % 4 != 0) continue;
      std::set<std::string> expected;
      for (const SessionFile& file :
           find_session_files(disk_, roots_, {.agents = Agents::kInclude, .threads = 1}).files) {
        expected.insert(file.path);
      }
      std::set<std::string> got;
      for (const auto& [file, count] : reported) {
        ASSERT_TRUE(count == 0 || count == 1) << file;
        if (count == 1) got.insert(file);
      }
      ASSERT_EQ(expected, got) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace clew
