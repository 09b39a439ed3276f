// SPDX-License-Identifier: MIT
//
// Real transcripts, read as a whole: nothing that was said may be out of reach, every message must
// be readable, every answer of an operation must be JSON. The files are not part of this project:
// they are looked for in ../shared/corpus and ../shared/conformance, and the tests say so when they
// are not there. The numbers that are printed are those that docs and issues quote.

#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "engine/read/session.h"
#include "json/value.h"
#include "os/real_file_system.h"
#include "shared_files.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

constexpr RuleSet kAllRules[] = {RuleSet::k21, RuleSet::k20, RuleSet::k10, RuleSet::kNewestLeaf,
                                 RuleSet::kSdk};

struct FileSet {
  const char* name;
  std::vector<fs::path> files;
  bool has_tree = true;
  bool all_rules = true;  // else only those of 2.1
};

std::vector<FileSet> file_sets() {
  const fs::path corpus = shared_folder("corpus");
  const fs::path cases = shared_folder("conformance");
  return {
      {"corpus, main files", shared_files(corpus, SharedKind::kMain), true, true},
      {"corpus, agent files", shared_files(corpus, SharedKind::kAgent), true, false},
      {"corpus, streams", shared_files(corpus, SharedKind::kStream), false, false},
      {"cases, real", shared_files(cases / "real", SharedKind::kMain), true, true},
      {"cases, resume", shared_files(cases / "resume", SharedKind::kMain), true, true},
      {"cases, minimal", shared_files(cases / "minimal", SharedKind::kMain), true, true},
      {"cases, random", shared_files(cases / "random", SharedKind::kMain), true, true},
      {"cases, listing", shared_files(cases / "listing", SharedKind::kMain), true, true},
  };
}

bool is_missing(const std::vector<FileSet>& sets) {
  for (const FileSet& set : sets) {
    if (!set.files.empty()) return false;
  }
  return true;
}

#define SKIP_WITHOUT_FILES(sets)                                                            \
  if (is_missing(sets)) {                                                                   \
    GTEST_SKIP() << "no transcripts at " << shared_folder("") << ": nothing was looked at"; \
  }

SharedSession open_session(const fs::path& path) {
  static const RealFileSystem kFiles;
  auto session = Session::open(kFiles, path.string());
  EXPECT_TRUE(session) << path;
  return session ? std::move(*session) : nullptr;
}

// How far the branches of one file reach.
struct Reach {
  std::int64_t branches = 0;
  std::int64_t leaves = 0;           // of the tree as the lines say it
  std::int64_t talk = 0;             // user and assistant lines of the thread
  std::int64_t without_uuid = 0;     // of these: lines that can be in no tree
  std::vector<std::int64_t> missed;  // line numbers
};

Reach reach_of(const Session& session) {
  const Transcript& t = session.transcript();
  const MessageTree& messages = session.messages();
  std::set<Symbol> reached;
  Reach reach;
  for (const Branch& branch : find_branches(messages, find_path(session.tree(), RuleSet::k21))) {
    ++reach.branches;
    for (const EntryIndex entry : branch_entries(messages, branch.tip_message)) {
      reached.insert(t[entry].uuid);
    }
  }
  const Children children(session.tree().parents());
  for (NodeId node = 0; node < session.tree().size(); ++node) {
    reach.leaves += children.of(node).empty() ? 1 : 0;
  }
  bool main_talks = false;
  for (const Entry& line : t.entries) main_talks |= line.is_conversation() && !line.sidechain;
  for (const Entry& line : t.entries) {
    // in an agent's own file every line is a sidechain's, and then that is the thread
    if (!line.is_conversation() || (main_talks && line.sidechain)) continue;
    ++reach.talk;
    if (line.uuid == kNoSymbol) ++reach.without_uuid;
    if (line.uuid != kNoSymbol && !reached.contains(line.uuid)) reach.missed.push_back(line.line);
  }
  return reach;
}

TEST(Corpus, EveryLineOfTheThreadIsOnABranch) {
  const auto sets = file_sets();
  SKIP_WITHOUT_FILES(sets);
  std::printf("branches:\n%-20s %6s %6s %6s %6s %6s %12s | %8s %8s %6s\n", "", "files", "none",
              "one", "two", "more", "many leaves", "talk", "no uuid", "missed");
  for (const FileSet& set : sets) {
    if (!set.has_tree) continue;
    std::map<std::int64_t, int> by_branches;
    int many_leaves = 0;
    Reach all;
    for (const fs::path& path : set.files) {
      const auto session = open_session(path);
      if (!session) continue;
      const Reach reach = reach_of(*session);
      ++by_branches[std::min<std::int64_t>(reach.branches, 3)];
      many_leaves += reach.leaves > 1 ? 1 : 0;
      all.talk += reach.talk;
      all.without_uuid += reach.without_uuid;
      for (const std::int64_t line : reach.missed) {
        ADD_FAILURE() << path << " line " << line << " is on no branch";
        all.missed.push_back(line);
      }
    }
    std::printf("%-20s %6zu %6d %6d %6d %6d %12d | %8lld %8lld %6zu\n", set.name, set.files.size(),
                by_branches[0], by_branches[1], by_branches[2], by_branches[3], many_leaves,
                static_cast<long long>(all.talk), static_cast<long long>(all.without_uuid),
                all.missed.size());
  }
}

TEST(Corpus, EveryMessageOfEveryBranchCanBeRead) {
  const auto sets = file_sets();
  SKIP_WITHOUT_FILES(sets);
  for (const FileSet& set : sets) {
    std::int64_t read = 0;
    std::int64_t tools = 0;
    std::map<ToolState, std::int64_t> states;
    for (const fs::path& path : set.files) {
      const auto session = open_session(path);
      if (!session) continue;
      std::vector<std::vector<EntryIndex>> views;
      for (const Branch& branch :
           find_branches(session->messages(), find_path(session->tree(), RuleSet::k21))) {
        views.push_back(branch_entries(session->messages(), branch.tip_message));
      }
      views.push_back(session->transcript_view(find_path(session->tree(), RuleSet::k21)));
      for (const auto& view : views) {
        FileLines texts = session->lines();
        MessageReader reader(session->transcript(), texts);
        for (const MessagePlan& plan : plan_messages(session->transcript(), view, Detail::kAll)) {
          const auto message = reader.read(plan);
          ASSERT_TRUE(message) << path << ": " << message.error().message;
          ASSERT_FALSE(message->entries.empty()) << path;
          ++read;
          for (const ToolCall& tool : message->tools) {
            ++tools;
            ++states[tool.state];
            EXPECT_FALSE(tool.id.empty() && tool.name.empty()) << path;
          }
        }
      }
    }
    std::printf(
        "%-20s %8lld messages read, %lld tool calls: %lld success, %lld failed, %lld "
        "pending\n",
        set.name, static_cast<long long>(read), static_cast<long long>(tools),
        static_cast<long long>(states[ToolState::kSuccess]),
        static_cast<long long>(states[ToolState::kFailed]),
        static_cast<long long>(states[ToolState::kPending]));
  }
}

// Runs operations and checks that what they print is JSON with the members that it must have.
class Answers {
 public:
  Answers() : engine_(files_, EngineOptions{.by_path = FilesByPath::kTaken}) {}

  void expect_json(std::string_view operation, const fs::path& path, std::string_view rules,
                   const std::vector<std::string_view>& members) {
    const Operation* row = find_operation(operation);
    ASSERT_TRUE(row) << operation;
    Arguments::Given given{{"session", {path.string()}}};
    if (!rules.empty()) given["rules"] = {std::string(rules)};
    const auto arguments = Arguments::check(*row, given);
    ASSERT_TRUE(arguments) << arguments.error().message;
    std::string text;
    const auto outcome = row->run(engine_, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    ASSERT_TRUE(outcome) << path << " " << operation << ": " << outcome.error().message;
    const auto root = parser_.parse_copy(text);
    ASSERT_TRUE(root) << path << " " << operation << " " << rules << ": " << root.error().message;
    EXPECT_FALSE(parser_.repairs().any()) << path << " " << operation;
    for (const std::string_view member : members) {
      EXPECT_FALSE((*root)[member].is_missing()) << path << " " << operation << " " << member;
    }
    ++count_;
    bytes_ += std::ssize(text);
  }

  std::int64_t count() const { return count_; }
  std::int64_t bytes() const { return bytes_; }

 private:
  RealFileSystem files_;
  Engine engine_;
  json::Parser parser_;
  std::int64_t count_ = 0;
  std::int64_t bytes_ = 0;
};

// An empty file is an error of the person who names it, not an answer.
bool has_lines(const fs::path& path) {
  const auto session = open_session(path);
  return session && !session->transcript().entries.empty();
}

TEST(Corpus, EveryAnswerIsJson) {
  const auto sets = file_sets();
  SKIP_WITHOUT_FILES(sets);
  for (const FileSet& set : sets) {
    Answers answers;
    for (const fs::path& path : set.files) {
      if (!has_lines(path)) continue;
      for (const RuleSet rules : kAllRules) {
        if (rules != RuleSet::k21 && !set.all_rules) continue;
        const std::string_view name = name_of(rules);
        answers.expect_json("show", path, name, {"session", "branch", "messages", "findings"});
        answers.expect_json("context", path, name,
                            {"rules", "tip", "reason", "entries", "refused"});
        answers.expect_json("branches", path, name, {"branches"});
        if (testing::Test::HasFailure()) return;
      }
      answers.expect_json("outcome", path, "", {"end", "answer", "files", "commits", "todos"});
      answers.expect_json("tree", path, "", {"messages"});
      answers.expect_json("stats", path, "", {});
      answers.expect_json("check", path, "", {"findings", "findingCount"});
    }
    std::printf("%-20s %8lld answers, %lld MB of JSON\n", set.name,
                static_cast<long long>(answers.count()),
                static_cast<long long>(answers.bytes() >> 20));
  }
}

}  // namespace
}  // namespace clew
