// SPDX-License-Identifier: MIT

#include "demo/demo.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/list/sessions.h"
#include "engine/read/session.h"
#include "engine/read/session_check.h"
#include "json/value.h"
#include "os/paths.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"
#include "transcript/branches.h"
#include "transcript/snapshots.h"

namespace clew {
namespace {

constexpr TimeMs kNow = 1790000000000;  // 2026-09-21T14:13:20Z

constexpr const char* kFrost = "projects/-home-ada-orchard/b4256ee4-0b64-4529-8be5-69cf9d6cef43";
constexpr const char* kHarvest = "projects/-home-ada-orchard/0bff7470-02c7-46a5-9332-65662c727261";
constexpr const char* kDamaged = "projects/C--Users-ada-Lens/aa24afd7-0caf-4ccc-b4db-12c126377ca4";

std::string content_of(const FileSystem& files, const std::string& path) {
  auto bytes = read_file(files, path, 1 << 24);
  EXPECT_TRUE(bytes) << path;
  return bytes ? *bytes : "";
}

using Contents = std::map<std::string, std::string>;  // bytes by path below the folder

void collect(const FileSystem& files, const std::string& folder, const std::string& below,
             Contents& tree) {
  auto entries = files.list(resolve_path(folder, below));
  ASSERT_TRUE(entries);
  for (const DirEntry& entry : *entries) {
    const std::string path = join_path(below, entry.name);
    if (entry.kind == FileKind::kDirectory) {
      collect(files, folder, path, tree);
    } else {
      tree[path] = content_of(files, resolve_path(folder, path));
    }
  }
}

class DemoTest : public testing::Test {
 protected:
  void SetUp() override {
    auto written = write_demo(files_, {.folder = "/demo", .now = kNow});
    ASSERT_TRUE(written);
    written_ = std::move(*written);
    collect(files_, "/demo", "", tree_);
  }

  // Main transcripts, subagents left out.
  std::vector<std::string> sessions() const {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : tree_) {
      const bool main =
          std::count(path.begin(), path.end(), '/') == 2 && !base_name(path).starts_with("agent-");
      if (path.starts_with("projects/") && path.ends_with(".jsonl") && main) paths.push_back(path);
    }
    return paths;
  }

  SharedSession open(const std::string& path) const {
    auto session = Session::open(files_, resolve_path("/demo", path));
    EXPECT_TRUE(session) << path;
    return session ? std::move(*session) : nullptr;
  }

  MemoryFileSystem files_;
  std::vector<DemoFile> written_;
  Contents tree_;
};

std::vector<std::string> lines_of(const std::string& bytes) {
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    lines.push_back(bytes.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

TEST_F(DemoTest, EveryLineButTheTornOneIsAnObject) {
  json::Parser parser;
  std::vector<std::string> bad;
  for (const auto& [path, bytes] : tree_) {
    if (!path.ends_with(".jsonl")) continue;
    for (const std::string& line : lines_of(bytes)) {
      auto value = parser.parse_copy(line);
      if (!value || !value->is_object()) bad.emplace_back(path).append(": ").append(line);
    }
  }
  EXPECT_EQ(
      bad, std::vector<std::string>{std::string(kDamaged) + R"(.jsonl: 26-02-13T03:24:54.783Z"})"});
}

// A time that is written wrongly in src/demo/data would stay as it is there.
TEST_F(DemoTest, EveryRelativeTimeIsReplaced) {
  for (const auto& [path, bytes] : tree_) {
    for (const std::string_view open : {"{now", "{day", "{ms"}) {
      EXPECT_EQ(bytes.find(open), std::string::npos) << path << " " << open;
    }
  }
}

TEST_F(DemoTest, HasSessionsOfFourProjects) {
  std::set<std::string> projects;
  for (const std::string& path : sessions()) projects.insert(std::string(parent_path(path)));
  EXPECT_EQ(projects.size(), 4u);
  EXPECT_EQ(sessions().size(), 16u);
}

TEST_F(DemoTest, OnlyTheDamagedSessionHasFindings) {
  for (const auto& [path, bytes] : tree_) {
    if (!path.starts_with("projects/") || !path.ends_with(".jsonl") ||
        base_name(path) == "journal.jsonl") {
      continue;
    }
    const auto session = open(path);
    ASSERT_TRUE(session);
    std::string found;
    for (const Finding& finding : check_session(*session).findings) {
      found += std::string(name_of(finding.kind)) + " " + std::to_string(finding.line) + "; ";
    }
    for (const auto& [type, count] : session->transcript().unknown) found += type.what;
    const bool damaged = path == std::string(kDamaged) + ".jsonl";
    EXPECT_EQ(found, damaged ? "repaired 3; bad-line 4; missing-parent 7; entry lantern-state" : "")
        << path;
  }
}

TEST_F(DemoTest, BranchesAreWhereTheyShouldBe) {
  for (const std::string& path : sessions()) {
    const auto session = open(path);
    ASSERT_TRUE(session);
    for (const RuleSet rules : {RuleSet::k21, RuleSet::kNewestLeaf}) {
      const ChosenPath way = find_path(session->tree(), rules);
      EXPECT_EQ(way.refused, "") << path;
      const std::size_t expected = path == std::string(kHarvest) + ".jsonl" ? 4 : 1;
      EXPECT_EQ(find_branches(session->messages(), way).size(), expected) << path;
    }
  }
}

TEST_F(DemoTest, HarvestEndsOnItsLastBranch) {
  const auto session = open(std::string(kHarvest) + ".jsonl");
  ASSERT_TRUE(session);
  const auto branches =
      counted_branches(session->messages(), find_path(session->tree(), RuleSet::k21));
  std::vector<std::int64_t> own;
  std::string first_prompts;
  for (const Branch& branch : branches) {
    own.push_back(branch.own_messages);
    first_prompts += session->prompt_preview(branch.prompt, 12) + "|";
  }
  EXPECT_EQ(first_prompts, "|Now by pick…|Draw that a…|How many ap…|");
  EXPECT_EQ(branches.back().fork, kNoEntry);  // the edited first prompt shares nothing
  EXPECT_EQ(own, (std::vector<std::int64_t>{9, 2, 2, 2}));
}

TEST_F(DemoTest, EveryBackupThatIsNamedExists) {
  std::size_t named = 0;
  for (const std::string& path : sessions()) {
    const auto session = open(path);
    ASSERT_TRUE(session);
    const Transcript& t = session->transcript();
    for (const FileSnapshot& snapshot : t.snapshots) {
      for (const FileBackup& file : snapshot.files) {
        if (file.backup == kNoSymbol) continue;
        ++named;
        const std::string backup =
            "file-history/" + session->id() + "/" + std::string(t.text(file.backup));
        EXPECT_EQ(tree_.count(backup), 1u) << backup;
      }
    }
  }
  EXPECT_GT(named, 10u);
}

TEST_F(DemoTest, FrostIsTrackedInThreeVersions) {
  const auto session = open(std::string(kFrost) + ".jsonl");
  ASSERT_TRUE(session);
  const Transcript& t = session->transcript();
  const auto view = session->transcript_view(find_path(session->tree(), RuleSet::k21));
  const FileStates states(t, view);
  std::set<std::int64_t> versions;
  for (const Symbol message : states.messages()) {
    const auto state = states.state_at(message);
    const auto file = state.find("orchard/frost.py");
    if (file != state.end()) versions.insert(file->second.version);
  }
  EXPECT_EQ(versions, (std::set<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(t.custom_title.text, "Frost bell");
  EXPECT_EQ(t.tag.text, "orchard-spring");
}

TEST_F(DemoTest, TheNewestSessionIsMinutesOldAndNothingIsYetToCome) {
  TimeMs newest = 0;
  std::string last;
  for (const std::string& path : sessions()) {
    const auto session = open(path);
    ASSERT_TRUE(session);
    for (const Entry& entry : session->transcript().entries) {
      EXPECT_LT(entry.time, kNow) << path << " line " << entry.line;
      if (entry.time > newest) last = path;
      newest = std::max(newest, entry.time);
    }
  }
  EXPECT_GT(newest, kNow - 10 * kMinuteMs);
  EXPECT_EQ(last, std::string(kFrost) + ".jsonl");
  // Whoever goes by file times must find it first, too.
  const auto mtime = [this](const std::string& path) {
    return files_.stat(resolve_path("/demo", path))->mtime_ns;
  };
  for (const std::string& path : sessions()) EXPECT_LE(mtime(path), mtime(last)) << path;
}

TEST_F(DemoTest, TellsAllFilesAndTheTimeThatAListShows) {
  std::map<std::string, std::optional<TimeMs>> newest;
  for (const DemoFile& file : written_) newest[file.path] = file.newest;
  EXPECT_EQ(newest.size(), tree_.size() - 1);  // all but the marker
  const auto list = list_sessions(files_, {"/demo"}, {.subagents = true, .empty = true});
  ASSERT_TRUE(list);
  std::size_t transcripts = 0;
  for (const SessionRow& row : list->sessions) {
    if (row.facts().path.empty()) continue;  // known from the history alone
    ++transcripts;
    const std::string path(row.facts().path.substr(std::string_view("/demo/").size()));
    EXPECT_EQ(newest[path], row.facts().updated) << path;
  }
  EXPECT_EQ(transcripts, 22u);
}

TEST_F(DemoTest, TwoSessionsLiveOnlyInTheHistory) {
  std::set<std::string> ids;
  for (const std::string& path : sessions()) ids.insert(std::string(stem(path)));
  std::set<std::string> ghosts;
  json::Parser parser;
  for (const std::string& line : lines_of(tree_["history.jsonl"])) {
    auto value = parser.parse_copy(line);
    ASSERT_TRUE(value);
    const std::string id((*value)["sessionId"].string_or(""));
    if (!id.empty() && ids.count(id) == 0) ghosts.insert(id);
  }
  EXPECT_EQ(ghosts.size(), 2u);
}

TEST_F(DemoTest, IsSmall) {
  std::size_t size = 0;
  for (const auto& [path, bytes] : tree_) size += bytes.size();
  EXPECT_LT(size, 400'000u);
}

TEST_F(DemoTest, TheSameMomentGivesTheSameBytes) {
  MemoryFileSystem others;
  ASSERT_TRUE(write_demo(others, {.folder = "/elsewhere/root", .now = kNow}));
  Contents again;
  collect(others, "/elsewhere/root", "", again);
  EXPECT_TRUE(again == tree_);
}

TEST_F(DemoTest, AnEarlierDemoIsWrittenAnew) {
  const std::string frost = resolve_path("/demo", std::string(kFrost) + ".jsonl");
  files_.add_file(frost, "changed");
  files_.add_file("/demo/notes.txt", "somebody's own");
  files_.add_file("/demo/plans/old.md", "of an older demo");
  files_.add_file("/demo/.clew-demo", content_of(files_, "/demo/.clew-demo") + "plans/old.md\n");
  ASSERT_TRUE(write_demo(files_, {.folder = "/demo", .now = kNow}));
  EXPECT_EQ(content_of(files_, frost), tree_[std::string(kFrost) + ".jsonl"]);
  EXPECT_EQ(content_of(files_, "/demo/notes.txt"), "somebody's own");
  EXPECT_FALSE(files_.stat("/demo/plans/old.md"));
}

TEST_F(DemoTest, TheMarkerCannotReachOutside) {
  files_.add_file("/precious", "x");
  files_.add_file("/demo/.clew-demo",
                  content_of(files_, "/demo/.clew-demo") + "../precious\n/precious\n");
  ASSERT_TRUE(write_demo(files_, {.folder = "/demo", .now = kNow}));
  EXPECT_EQ(content_of(files_, "/precious"), "x");
}

TEST(Demo, RefusesAFolderThatIsSomebodys) {
  MemoryFileSystem files;
  files.add_file("/home/ada/.claude/settings.json", "{}");
  const auto done = write_demo(files, {.folder = "/home/ada/.claude", .now = kNow});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(content_of(files, "/home/ada/.claude/settings.json"), "{}");
  EXPECT_EQ(files.list("/home/ada/.claude")->size(), 1u);
}

// Whatever was written before the disk failed, the next run takes the folder for its own.
TEST(Demo, AFailingDiskIsAnErrorAndTheNextRunMendsIt) {
  for (const std::int64_t call : {1, 2, 3, 4, 9, 40, 60}) {
    MemoryFileSystem files;
    FaultyFileSystem faulty(files);
    faulty.fail_calls(call, {ErrorCode::kIo, "no space left"});
    EXPECT_FALSE(write_demo(faulty, {.folder = "/demo", .now = kNow})) << call;
    EXPECT_TRUE(write_demo(faulty, {.folder = "/demo", .now = kNow})) << call;
  }
}

TEST(Demo, TakesAnEmptyFolder) {
  MemoryFileSystem files;
  ASSERT_TRUE(files.create_directories("/demo"));
  EXPECT_TRUE(write_demo(files, {.folder = "/demo", .now = kNow}));
}

TEST(Demo, RefusesAFile) {
  MemoryFileSystem files;
  files.add_file("/demo", "x");
  EXPECT_FALSE(write_demo(files, {.folder = "/demo", .now = kNow}));
}

}  // namespace
}  // namespace clew
