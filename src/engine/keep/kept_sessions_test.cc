// SPDX-License-Identifier: MIT
//
// One world: what is only kept is read, searched and counted like what is on the disk. Every
// operation that only reads is asked about a root, then the root is kept and deleted, and every
// answer must be the same.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "catalog/layout/kept_places.h"
#include "demo/demo.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/keep/keep_operation.h"
#include "engine/keep/restore_operation.h"
#include "engine/lists/list_answers.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/temporary_name.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr TimeMs kNow = 1'767'700'000'000;

class KeptSessionsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(write_demo(files_, {root(), kNow}));
    for (const RootFile& file : find_root_files(files_, root()).files) {
      const std::string id = session_of_file(file.file);
      if (file.file ==
          "projects/" + file.file.substr(9, file.file.find('/', 9) - 9) + "/" + id + ".jsonl") {
        sessions_.push_back(id);
      }
    }
    ASSERT_FALSE(sessions_.empty());
  }

  std::string root() const { return dir_.path("root"); }
  EngineOptions options() const {
    EngineOptions options;
    options.roots = {root()};
    options.own.cache = dir_.path("cache");
    options.own.data = dir_.path("data");
    options.keep = options.own.keep();
    options.by_path = FilesByPath::kTaken;
    options.now = kNow;
    return options;
  }

  // As another machine sees the same keep.
  EngineOptions options_of_other() const {
    EngineOptions other = options();
    other.roots = {};
    other.environment.home = dir_.path("home");
    other.own.data = dir_.path("data-of-other");
    other.own.cache = dir_.path("cache-of-other");
    std::filesystem::create_directories(dir_.path("home/.claude"));
    return other;
  }
  // How many rows of the other's list have this id, and what the first says of copies: "none",
  // "continued", "differs".
  std::pair<int, std::string> listed_by_other(const std::string& id) {
    Engine engine(files_, options_of_other());
    const Operation& operation = *find_operation("list");
    const auto arguments = Arguments::check(operation, {{"all", {""}}, {"empty", {""}}});
    const auto listing = open_session_list(engine, *arguments);
    EXPECT_TRUE(listing);
    std::pair<int, std::string> found(0, "");
    for (const SessionRow& row : listing->list.sessions) {
      if (row.facts().id != id || ++found.first > 1) continue;
      const auto& copies = listing->copies_of(row);
      found.second = copies.empty() ? "none" : copies.front().continued ? "continued" : "differs";
    }
    return found;
  }
  static std::string total_of(const std::string& text) {
    static const std::regex kTotal(R"re("total":(\d+))re");
    std::smatch found;
    return std::regex_search(text, found, kTotal) ? found[1].str() : text;
  }
  // How often a word is found, by the index and without: "12 12".
  std::string hits(const EngineOptions& options, const char* word) {
    std::string counts;
    run(options, "index", {});
    const Arguments::Given asked = {{"query", {word}}, {"limit", {"0"}}};
    Arguments::Given without = asked;
    without["no-index"] = {""};
    return total_of(run(options, "search", asked)) + " " +
           total_of(run(options, "search", without));
  }
  std::string hits_of_other(const char* word) { return hits(options_of_other(), word); }
  std::string hits_here(const char* word) { return hits(options(), word); }
  void append(const std::string& path, std::string_view line) {
    std::ofstream(path, std::ios::app) << line;
  }

  void keep() {
    Engine engine(files_, options());
    const auto report = keep_now(engine, false);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->findings.empty()) << report->findings.front().reason;
  }
  // All that is kept goes from the disk; settings and the like stay.
  void delete_all() {
    for (const RootFile& file : find_root_files(files_, root()).files) {
      std::filesystem::remove(root() + "/" + file.file);
    }
    std::filesystem::remove_all(root() + "/projects");
  }

  std::string run(const char* name, const Arguments::Given& given) {
    return run(options(), name, given);
  }
  std::string run(const EngineOptions& options, const char* name, const Arguments::Given& given) {
    const Operation& operation = *find_operation(name);
    Engine engine(files_, options);
    const auto arguments = Arguments::check(operation, given);
    EXPECT_TRUE(arguments) << name;
    std::string text;
    const auto outcome = operation.run(engine, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    return outcome ? text : name + (": " + outcome.error().message);
  }

  // Answers of all operations that only read, by what was asked.
  std::map<std::string, std::string> ask_everything() {
    std::map<std::string, std::string> answers;
    const auto ask = [&](const char* name, const Arguments::Given& given, const std::string& of) {
      answers[std::string(name) + " " + of] = without_kept_marks(run(name, given));
    };
    ask("list", {{"all", {""}}, {"subagents", {""}}, {"empty", {""}}, {"counts", {""}}}, "");
    ask("projects", {}, "");
    ask("prompts", {}, "");
    ask("plans", {}, "");
    for (const char* word : {"the", "frost", "/o.*e/"}) {
      ask("search", {{"query", {word}}, {"limit", {"0"}}, {"no-index", {""}}}, word);
      ask("recall", {{"question", {word}}, {"no-index", {""}}}, word);
    }
    for (const char* kind : {"daily", "sessions", "projects", "models", "tools", "blocks"}) {
      ask("usage", {{"kind", {kind}}, {"no-index", {""}}, {"breakdown", {""}}}, kind);
    }
    for (const std::string& id : sessions_) {
      for (const char* name : {"info", "todos", "plans", "files", "agents", "show", "outline",
                               "context", "branches", "outcome", "tree", "stats", "check"}) {
        ask(name, {{"session", {id}}}, id);
      }
    }
    return answers;
  }

  // What may differ: Claude Code deletes no more what it has deleted, nor resumes it; and how long
  // it took.
  static std::string without_kept_marks(const std::string& text) {
    static const std::regex kMarks(
        R"re("(daysLeft|tookMs)":(null|\d+)|,"kept":true|"resume":"[^"]*")re");
    return std::regex_replace(text, kMarks, "");
  }

  TestDir dir_;
  RealFileSystem files_;
  std::vector<std::string> sessions_;
};

TEST_F(KeptSessionsTest, EveryAnswerIsTheSame) {
  const auto before = ask_everything();
  keep();
  EXPECT_EQ(ask_everything(), before) << "being kept changes nothing";
  delete_all();
  const auto after = ask_everything();
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [asked, answer] : before) EXPECT_EQ(after.at(asked), answer) << asked;
}

TEST_F(KeptSessionsTest, TheIndexCoversThem) {
  const Arguments::Given asked = {{"query", {"the"}}, {"limit", {"0"}}, {"list", {""}}};
  run("index", {});
  const std::string before = run("search", asked);
  keep();
  delete_all();
  run("index", {});
  // Ranks depend on what else is in the index.
  const auto hits = [](const std::string& text) {
    static const std::regex kHit(R"re("session":"[^"]*","uuid":[^,]*)re");
    std::multiset<std::string> found;
    for (std::sregex_iterator hit(text.begin(), text.end(), kHit), end; hit != end; ++hit) {
      found.insert(hit->str());
    }
    return found;
  };
  const std::string after = run("search", asked);
  EXPECT_FALSE(hits(before).empty());
  EXPECT_EQ(hits(after), hits(before));
  EXPECT_NE(after.find("\"index\":true"), std::string::npos);
}

TEST_F(KeptSessionsTest, ListsMarkThem) {
  keep();
  EXPECT_EQ(run("list", {{"all", {""}}}).find("\"kept\""), std::string::npos);
  delete_all();
  EXPECT_NE(run("list", {{"all", {""}}}).find("\"daysLeft\":null,\"kept\":true"),
            std::string::npos);
}

TEST_F(KeptSessionsTest, WhatWasDeletedOnPurposeStaysAway) {
  keep();
  const std::string& id = sessions_.front();
  EXPECT_NE(run("delete", {{"session", {id}}}).find("in the trash"), std::string::npos);
  keep();
  EXPECT_EQ(run("list", {{"all", {""}}}).find(id), std::string::npos);
  EXPECT_EQ(run("undelete", {{"session", {id}}}).find("error"), std::string::npos);
  EXPECT_NE(run("list", {{"all", {""}}}).find(id), std::string::npos);
  keep();
  delete_all();
  EXPECT_NE(run("list", {{"all", {""}}}).find(id), std::string::npos);
}

TEST_F(KeptSessionsTest, WhatCameBackFromTheTrashIsKeptAsBefore) {
  keep();
  const std::string& id = sessions_.front();
  run("delete", {{"session", {id}}});
  run("undelete", {{"session", {id}}});
  delete_all();
  EXPECT_NE(run("list", {{"all", {""}}}).find(id), std::string::npos);
}

TEST_F(KeptSessionsTest, WhatTheTrashHasNoMoreCanComeBack) {
  keep();
  const std::string& id = sessions_.front();
  run("delete", {{"session", {id}}});
  EXPECT_NE(run("restore", {{"session", {id}}}).find("clew undelete"), std::string::npos);
  std::filesystem::remove_all(options().own.trash());
  EXPECT_EQ(run("list", {{"all", {""}}}).find(id), std::string::npos);
  const std::string restored = run("restore", {{"session", {id}}});
  EXPECT_NE(restored.find("\"written\":[\""), std::string::npos) << restored;
  EXPECT_NE(run("list", {{"all", {""}}}).find(id), std::string::npos);
  delete_all();
  EXPECT_NE(run("list", {{"all", {""}}}).find(id), std::string::npos) << "kept as before";
  EXPECT_NE(run("restore", {{"session", {"no-such-session"}}}).find("restore: "),
            std::string::npos);
}

// The configuration folder has another path now: what was kept of the old one is still ours.
TEST_F(KeptSessionsTest, ARootThatIsGoneIsListed) {
  keep();
  std::filesystem::remove_all(root());
  EngineOptions options = this->options();
  options.roots = {};
  options.environment.home = dir_.path("home");
  std::filesystem::create_directories(dir_.path("home/.claude/projects"));
  const std::string& id = sessions_.front();
  Engine engine(files_, options);
  const auto named = engine.locate(id);
  ASSERT_TRUE(named) << named.error().message;
  const auto roots = engine.own_roots();
  EXPECT_EQ(roots, std::vector<std::string>{*files_.real_path(dir_.path("home/.claude"))});
  const auto restored = restore_session(engine, *named);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_TRUE(restored->file.starts_with(roots.front())) << restored->file;
}

TEST_F(KeptSessionsTest, LinkedFoldersOfTheRootAreFollowed) {
  std::filesystem::rename(root() + "/projects", dir_.path("elsewhere"));
  std::filesystem::create_directory_symlink(dir_.path("elsewhere"), root() + "/projects");
  keep();
  const std::string& id = sessions_.front();
  std::string path;
  {
    Engine engine(files_, options());
    path = engine.locate(id)->path;
  }
  const std::string whole = *read_file(files_, path, 1 << 30);
  std::filesystem::remove(path);
  Engine engine(files_, options());
  const auto restored = restore_session(engine, *engine.locate(id));
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(*read_file(files_, path, 1 << 30), whole);
  EXPECT_TRUE(std::filesystem::is_symlink(root() + "/projects"));
}

TEST_F(KeptSessionsTest, ForgottenPromptsStayForgotten) {
  const std::string id = sessions_.front();
  append(root() + "/history.jsonl", "{\"display\":\"swordfish\",\"sessionId\":\"" + id + "\"}\n");
  keep();
  delete_all();
  append(root() + "/history.jsonl", "{\"display\":\"swordfish\",\"sessionId\":\"" + id + "\"}\n");
  run("keep", {{"what", {"forget"}}, {"session", {id}}, {"yes", {""}}});
  keep();
  std::filesystem::remove(root() + "/history.jsonl");
  Engine engine(files_, options());
  const auto text = read_file(engine.files(), root() + "/history.jsonl", 1 << 30);
  EXPECT_TRUE(!text || text->find("swordfish") == text->npos) << *text;
}

// A restore that was killed leaves the text of its session under a name of our own.
TEST_F(KeptSessionsTest, WhatAKilledRestoreLeftIsNotKeptAndGoes) {
  const std::string& id = sessions_.front();
  keep();
  const std::string path = Engine(files_, options()).locate(id)->path;
  const std::string left = std::string(parent_path(path)) + "/" + temporary_name().text();
  std::filesystem::rename(path, left);
  append(left, "{\"type\":\"summary\",\"summary\":\"swordfish\"}\n");
  keep();
  const SharedKeptMachine kept = Engine(files_, options()).kept().own_machine();
  ASSERT_TRUE(kept);
  for (const auto& [name, versions] : kept->files) {
    EXPECT_FALSE(is_unfinished(name.file)) << name.file;
  }
  EngineOptions later = options();
  later.now = files_.stat(left)->ctime_ns / 1'000'000 + 60'000;
  for (const bool is_old : {false, true}) {
    if (is_old) later.now += 10 * 60'000;
    Engine engine(files_, later);
    const auto restored = restore_session(engine, *engine.locate(id));
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(files_.stat(left).has_value(), !is_old) << "somebody may still write to a young one";
  }
}

TEST_F(KeptSessionsTest, TheRestOfASessionIsAppendedToItsBeginning) {
  const std::string& id = sessions_.front();
  std::string path;
  {
    Engine engine(files_, options());
    path = engine.locate(id)->path;
  }
  keep();
  const std::string whole = *read_file(files_, path, 1 << 30);
  std::filesystem::resize_file(path, whole.size() / 2);
  Engine engine(files_, options());
  const auto restored = restore_session(engine, *engine.locate(id));
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(*read_file(files_, path, 1 << 30), whole);
}

TEST_F(KeptSessionsTest, TheDoctorFindsThatATranscriptWasEmptied) {
  const std::string& id = sessions_.front();
  const Arguments::Given given = {{"session", {id}}};
  const std::string emptied = "\"class\":\"H15\"";
  keep();
  EXPECT_EQ(run("doctor", given).find(emptied), std::string::npos) << "it is there";
  const std::string path = Engine(files_, options()).locate(id)->path;
  std::filesystem::resize_file(path, 0);
  const std::string answer = run("doctor", given);
  EXPECT_NE(answer.find(emptied), std::string::npos) << answer;
  const std::string all = run("doctor", {});
  EXPECT_NE(all.find("\"H15\""), std::string::npos) << all;
  EXPECT_NE(all.find("clew restore " + id.substr(0, 8)), std::string::npos) << all;
  {
    Engine engine(files_, options());
    ASSERT_TRUE(examine_session(engine, id)->diagnosis.will_fail());
    ASSERT_TRUE(restore_session(engine, *engine.locate(id)));
  }
  EXPECT_EQ(run("doctor", given).find(emptied), std::string::npos) << "it was brought back";
  std::filesystem::remove(path);
  EXPECT_EQ(run("doctor", given).find(emptied), std::string::npos) << "gone is not emptied";
}

TEST_F(KeptSessionsTest, VersionsAreAnswered) {
  keep();
  const std::string text = run("keep", {{"what", {"versions"}}, {"session", {sessions_.front()}}});
  EXPECT_NE(text.find("\"versions\":[{\"number\":1"), std::string::npos) << text;
}

TEST_F(KeptSessionsTest, ASessionComesBackByteForByte) {
  std::map<std::string, std::string> bytes;
  for (const RootFile& file : find_root_files(files_, root()).files) {
    bytes[file.file] = *read_file(files_, root() + "/" + file.file, 1 << 30);
  }
  keep();
  delete_all();
  for (const std::string& id : sessions_) {
    Engine engine(files_, options());
    const auto named = engine.locate(id);
    ASSERT_TRUE(named) << id;
    EXPECT_TRUE(is_only_kept(engine, named->path));
    const auto restored = restore_session(engine, *named);
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_FALSE(restored->report.written.empty());
    EXPECT_FALSE(is_only_kept(engine, named->path));
    const auto again = restore_session(engine, *named);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->report.written.empty());
  }
  for (const RootFile& file : find_root_files(files_, root()).files) {
    EXPECT_EQ(*read_file(files_, root() + "/" + file.file, 1 << 30), bytes.at(file.file));
    EXPECT_GT(file.info.mtime_ns, kNow * 1'000'000) << "Claude Code would delete it again";
  }
  for (const auto& [file, text] : bytes) {
    if (session_of_file(file).empty()) continue;  // belongs to all of them
    EXPECT_TRUE(files_.stat(root() + "/" + file)) << file;
  }
}

TEST_F(KeptSessionsTest, NothingIsWrittenOverWhatIsThere) {
  keep();
  const std::string& id = sessions_.front();
  Engine engine(files_, options());
  const auto named = engine.locate(id);
  ASSERT_TRUE(named);
  const auto place = place_to_edit(*named);
  ASSERT_TRUE(place && files_.append(*place, "{}\n", AppendAt::kEnd));
  const auto refused = restore_session(engine, *named);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalid);
  const auto elsewhere = restore_session(engine, *named, {.to = dir_.path("other")});
  ASSERT_TRUE(elsewhere) << elsewhere.error().message;
  EXPECT_TRUE(elsewhere->file.starts_with(dir_.path("other/projects/")));
}

TEST_F(KeptSessionsTest, ClaudeIsNotToldToResumeWhatOnlyClewHas) {
  const Arguments::Given given = {{"session", {sessions_.front()}}};
  EXPECT_NE(run("outcome", given).find("claude --resume"), std::string::npos);
  keep();
  delete_all();
  EXPECT_NE(run("outcome", given).find("clew resume " + sessions_.front()), std::string::npos);
}

TEST_F(KeptSessionsTest, EditsSayThatItIsOnlyKept) {
  keep();
  delete_all();
  const std::string answer = run("rename", {{"session", {sessions_.front()}}, {"title", {"x"}}});
  EXPECT_NE(answer.find("only in the keep"), std::string::npos) << answer;
}

// A synced folder: what one machine kept another reads, and can bring to itself.
TEST_F(KeptSessionsTest, AnotherMachineReadsIt) {
  keep();
  Engine engine(files_, options_of_other());
  const auto list = list_with_cache(engine, {.empty = true});
  ASSERT_TRUE(list);
  EXPECT_GE(list->sessions.size(), sessions_.size());
  const auto named = engine.locate(sessions_.front());
  ASSERT_TRUE(named) << named.error().message;
  const auto restored = restore_session(engine, *named);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_FALSE(restored->machine.empty());
  EXPECT_TRUE(restored->file.starts_with(*files_.real_path(dir_.path("home/.claude"))));
}

// Two machines have it: one session, and the list says truly what the other has of it.
TEST_F(KeptSessionsTest, ASessionOnTwoMachinesIsOne) {
  keep();
  const std::string& id = sessions_.front();
  EXPECT_EQ(listed_by_other(id), std::pair(1, std::string("none"))) << "only kept, by one";
  std::string mine;
  std::string theirs;
  {
    Engine engine(files_, options_of_other());
    const auto restored = restore_session(engine, *engine.locate(id));
    ASSERT_TRUE(restored) << restored.error().message;
    mine = restored->file;
    theirs = Engine(files_, options()).locate(id)->path;
  }
  EXPECT_EQ(listed_by_other(id), std::pair(1, std::string("none"))) << "the same on both";
  append(theirs, "{\"type\":\"summary\",\"summary\":\"theirs\"}\n");
  keep();
  EXPECT_EQ(listed_by_other(id), std::pair(1, std::string("continued")));
  {
    Engine engine(files_, options_of_other());
    const auto ahead = copies_ahead(engine, *engine.locate(id));
    ASSERT_EQ(ahead.size(), 1U) << "who resumes it is warned";
    EXPECT_TRUE(ahead.front().continued);
    EXPECT_EQ(hits_of_other("the"), hits_here("the")) << "lines of both count once";
  }
  append(mine, "{\"type\":\"summary\",\"summary\":\"of my own, longer\"}\n");
  EXPECT_EQ(listed_by_other(id), std::pair(1, std::string("differs")));
  Engine engine(files_, options_of_other());
  EXPECT_EQ(engine.locate(id)->path, mine);
  EXPECT_EQ(engine.locate(id.substr(0, 8))->path, mine);
  const auto copy = engine.locate(engine.machines().begin()->second + "/" + id);
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_EQ(*read_file(engine.files(), copy->path, 1 << 30), *read_file(files_, theirs, 1 << 30));
}

}  // namespace
}  // namespace clew
