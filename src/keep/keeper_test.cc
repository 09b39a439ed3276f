// SPDX-License-Identifier: MIT
#include "keep/keeper.h"

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "keep/kept_world.h"
#include "keep/test_keep.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

using Texts = std::vector<std::string>;

TEST_F(KeeperTest, KeepsWhatGrows) {
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  ASSERT_TRUE(disk_.append(path_of(kFile), "two\n"));
  const KeepReport report = keep();
  EXPECT_EQ(report.bytes, 4U);
  EXPECT_EQ(versions(), Texts{"one\ntwo\n"});
}

TEST_F(KeeperTest, ALineCostsLittle) {
  disk_.add_file(path_of(kFile), std::string(100'000, 'x') + "\n");
  keep();
  ASSERT_TRUE(disk_.append(path_of(kFile), std::string(800, 'y') + "\n"));
  EXPECT_LE(keep().written, 1000U);
  EXPECT_EQ(keep().written, 0U);
}

TEST_F(KeeperTest, EarlierVersionsStay) {
  disk_.add_file(path_of(kFile), "one\ntwo\n");
  keep();
  disk_.overwrite_file(path_of(kFile), "one\n");  // cut
  keep();
  disk_.overwrite_file(path_of(kFile), "ONE\n");  // written anew, as long as it was
  keep();
  disk_.overwrite_file(path_of(kFile), "other\nlines\n");  // longer, but not by growing
  keep();
  ASSERT_TRUE(disk_.remove(path_of(kFile)));
  EXPECT_EQ(keep().gone, 1);
  EXPECT_EQ(keep().gone, 0);
  EXPECT_EQ(versions(), (Texts{"one\ntwo\n", "one\n", "ONE\n", "other\nlines\n"}));
}

// As `sed -i` and the next line leave it: the end of what was there is the same, the rest is not.
TEST_F(KeeperTest, AReplacedFileThatGrewIsAVersionOfItsOwn) {
  const std::string rest(5'000, 'x');
  disk_.add_file(path_of(kFile), "secret" + rest);
  keep();
  ASSERT_TRUE(disk_.remove(path_of(kFile)));
  disk_.add_file(path_of(kFile), "XXXXXX" + rest + "more");
  EXPECT_EQ(keep().rewritten, 1);
  EXPECT_EQ(versions(), (std::vector<std::string>{"secret" + rest, "XXXXXX" + rest + "more"}));
}

// The same, but by somebody who writes to the file itself.
TEST_F(KeeperTest, AFileThatWasChangedBeforeItGrewIsAVersionOfItsOwn) {
  const std::string rest(5'000, 'x');
  disk_.add_file(path_of(kFile), "secret" + rest);
  keep();
  disk_.overwrite_file(path_of(kFile), "XXXXXX" + rest + "more");
  EXPECT_EQ(keep().rewritten, 1);
  EXPECT_EQ(versions(), (std::vector<std::string>{"secret" + rest, "XXXXXX" + rest + "more"}));
}

TEST_F(KeeperTest, WhatWasCutAndChangedIsNotShownAsItWas) {
  const std::string rest(5'000, 'x');
  disk_.add_file(path_of(kFile), "secret" + rest + "more");
  keep();
  disk_.overwrite_file(path_of(kFile), "XXXXXX" + rest);
  keep();
  const auto world = KeptWorld::load(disk_, place());
  EXPECT_EQ((*world)->find_file(path_of(kFile))->info.size, 5'006);
}

TEST_F(KeeperTest, WhatWasWrittenJustBeforeIsLookedAtAgainButNotKeptTwice) {
  disk_.add_file(path_of(kFile), "one");
  KeepOptions soon = options();
  soon.now = disk_.stat(path_of(kFile))->mtime_ns / 1'000'000 + 100;
  ASSERT_TRUE(keep_roots(disk_, soon));
  const auto again = keep_roots(disk_, soon);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kept, 0);
  EXPECT_EQ(again->written, 0);
  disk_.overwrite_file(path_of(kFile), "two");  // within the same tick
  const auto third = keep_roots(disk_, soon);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->kept, 1);
  EXPECT_EQ(versions(), (std::vector<std::string>{"one", "two"}));
}

// A transcript that lost its end is still there: what it was before is shown and restored.
TEST_F(KeeperTest, WhatWasOnlyCutIsShownWhole) {
  disk_.add_file(path_of(kFile), "one\ntwo\n");
  keep();
  for (const char* cut : {"one\n", ""}) {
    disk_.add_file(path_of(kFile), cut);
    keep();
    const auto world = KeptWorld::load(disk_, place());
    EXPECT_EQ((*world)->find_file(path_of(kFile))->info.size, 8) << cut;
  }
  disk_.add_file(path_of(kFile), "written anew\n");
  keep();
  const auto world = KeptWorld::load(disk_, place());
  EXPECT_EQ((*world)->find_file(path_of(kFile))->info.size, 13);
}

TEST_F(KeeperTest, KeepsAllOfASessionAndNothingElse) {
  const Texts kept = {"history.jsonl",
                      "projects/-a/s.jsonl",
                      "projects/-a/s/subagents/agent-1.jsonl",
                      "projects/-a/s/tool-results/t.txt",
                      "file-history/s/0@v1",
                      "todos/s.json",
                      "tasks/s/1.json",
                      "plans/p.md"};
  for (const std::string& file : kept) disk_.add_file(path_of(file), file);
  for (const char* file :
       {".credentials.json", "settings.json", "statsig/x", "shell-snapshots/x"}) {
    disk_.add_file(path_of(file), "secret");
  }
  disk_.add_link(path_of("projects/-a/link.jsonl"), "/etc/passwd");
  EXPECT_EQ(keep().kept, static_cast<std::int64_t>(kept.size()));
  for (const std::string& file : kept) EXPECT_EQ(versions(file), Texts{file});
}

TEST_F(KeeperTest, WhatIsTheSameIsWrittenOnce) {
  std::mt19937_64 random(1);
  std::string text;
  while (text.size() < 3'000'000) text += std::to_string(random()) + "\n";
  disk_.add_file(path_of("projects/-a/first.jsonl"), text);
  const std::uint64_t first = keep().written;
  disk_.add_file(path_of("projects/-a/fork.jsonl"), "fork\n" + text.substr(0, 2'500'000) + "end\n");
  EXPECT_LT(keep().written, first / 100);
  EXPECT_TRUE(versions("projects/-a/fork.jsonl") ==
              Texts{"fork\n" + text.substr(0, 2'500'000) + "end\n"});
  // An index of chunks that belongs to something else costs room and nothing more.
  ASSERT_TRUE(disk_.rename(kKeep, "/data/old"));
  disk_.add_file(path_of("projects/-a/first.jsonl"), "another beginning\n" + text);
  keep();
  EXPECT_TRUE(versions("projects/-a/first.jsonl") == Texts{"another beginning\n" + text});
}

// What was kept of each file, one state after the other.
class States {
 public:
  void note(const std::map<std::string, std::string>& files) {
    for (const auto& [file, text] : files) {
      if (of_[file].empty() || of_[file].back() != text) of_[file].push_back(text);
    }
  }
  const std::map<std::string, Texts>& all() const { return of_; }

 private:
  std::map<std::string, Texts> of_;
};

TEST_F(KeeperTest, EveryStateComesBackWhateverFails) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    disk_ = MemoryFileSystem();
    RandomFiles files(disk_, seed);
    States states;
    std::mt19937 random(seed);
    for (int step = 0; step < 60; ++step) {
      for (unsigned i = 0; i <= random() % 3; ++i) files.change();
      FaultyFileSystem faulty(disk_);
      if (random() % 2 == 0) faulty.tear_appends();
      if (random() % 3 == 0) {
        faulty.fail_calls(static_cast<std::int64_t>(1 + random() % 60),
                          {ErrorCode::kIo, "disk full"}, 100);
      }
      const auto report = keep_roots(faulty, options());
      if (report && report->findings.empty()) states.note(files.now());
    }
    const KeptMachine machine = load();
    for (const auto& [file, texts] : states.all()) {
      Texts kept;
      for (const KeptVersion& version : machine.files.at({kRoot, file})) {
        kept.push_back(text(machine, version, 4096));
      }
      for (const std::string& one : texts) {
        const bool found = std::any_of(kept.begin(), kept.end(), [&](const std::string& version) {
          return version.starts_with(one);  // it may have grown since
        });
        EXPECT_TRUE(found) << "seed " << seed << ", " << file << ": a state of " << one.size()
                           << " bytes is lost";
      }
    }
  }
}

TEST_F(KeeperTest, TimesComeBackToo) {
  disk_.add_file(path_of(kFile), "one\n");
  disk_.set_mtime(path_of(kFile), 1'234'567'890'123'456'789);
  keep();
  EXPECT_EQ(load().files.at({kRoot, kFile}).back().mtime_ns(), 1'234'567'890'123'456'789);
  disk_.set_mtime(path_of(kFile), 1'334'567'890'123'456'789);  // touched, and nothing else
  keep();
  const auto versions = load().files.at({kRoot, kFile});
  EXPECT_EQ(versions.size(), 1U);
  EXPECT_EQ(versions.back().mtime_ns(), 1'334'567'890'123'456'789);
}

TEST_F(KeeperTest, ARenamedFileIsKeptOnce) {
  std::mt19937_64 random(3);
  std::string text;
  while (text.size() < 2'000'000) text += std::to_string(random()) + "\n";
  disk_.add_file(path_of("projects/-a/s.jsonl"), text);
  const std::uint64_t first = keep().written;
  disk_.add_file(path_of("projects/-b/other.jsonl"), "x");
  ASSERT_TRUE(disk_.rename(path_of("projects/-a/s.jsonl"), path_of("projects/-b/s.jsonl")));
  EXPECT_LT(keep().written, first / 100);
  EXPECT_TRUE(versions("projects/-b/s.jsonl") == Texts{text});
  EXPECT_TRUE(versions("projects/-a/s.jsonl") == Texts{text});
  EXPECT_TRUE(load().files.at({kRoot, "projects/-a/s.jsonl"}).back().gone);
}

TEST_F(KeeperTest, APreviewSaysWhatWouldBeAndWritesNothing) {
  disk_.add_file(path_of(kFile), "one\n");
  const auto preview = preview_keep(disk_, options());
  ASSERT_TRUE(preview);
  EXPECT_EQ(preview->kept, 1);
  EXPECT_EQ(preview->bytes, 4U);
  EXPECT_FALSE(disk_.stat(kKeep));
  keep();
  EXPECT_EQ(preview_keep(disk_, options())->kept, 0);
}

TEST_F(KeeperTest, TwoAtOnceWaitForEachOther) {
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  ASSERT_TRUE(disk_.append(path_of(kFile), "two\n"));
  std::thread other([this, options = options()] { EXPECT_TRUE(keep_roots(disk_, options)); });
  const auto report = keep_roots(disk_, options());
  other.join();
  EXPECT_TRUE(report);
  EXPECT_EQ(versions(), Texts{"one\ntwo\n"});
}

TEST_F(KeeperTest, AKeepOfALaterClewIsLeftAlone) {
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  disk_.add_file(std::string(kKeep) + "/ada/000002.jsonl",
                 manifest_line(PackHead{.format = PackHead::kFormat + 1, .machine = "ada"}));
  ASSERT_TRUE(disk_.append(path_of(kFile), "two\n"));
  const auto refused = keep_roots(disk_, options());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(versions(), Texts{"one\n"}) << "what can be read still is";
}

}  // namespace
}  // namespace clew
