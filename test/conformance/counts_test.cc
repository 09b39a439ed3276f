// SPDX-License-Identifier: MIT
//
// One number and one name for one thing: whoever says how many messages a conversation has says
// what `show` prints, and a branch has the same name wherever it is listed. Asked of the demo, of
// our own sessions and of those in ../shared, where they are.

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "demo/demo.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "json/value.h"
#include "os/real_file_system.h"
#include "os/testing/memory_file_system.h"
#include "render/branch_tree.h"
#include "shared_files.h"

namespace clew {
namespace {

constexpr std::size_t kMostBranches = 40;  // of one file, each of which is shown

class Counted {
 public:
  Counted(DurableFileSystem& files, const std::vector<std::string>& roots)
      : engine_(files, options(roots)) {}

  // What an operation answers; a missing value when it refuses.
  json::Value ask(const std::string& name, const Arguments::Given& given) {
    const Operation* operation = find_operation(name);
    const auto arguments = Arguments::check(*operation, given);
    if (!arguments) {
      ADD_FAILURE() << name << ": " << arguments.error().message;
      return {};
    }
    std::string text;
    const auto outcome = operation->run(engine_, *arguments, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    json::Parser& parser = parsers_[name];
    auto value = outcome ? parser.parse_copy(text) : Result<json::Value>(json::Value());
    return value ? *value : json::Value();
  }

  void expect_one_number(const std::string& session) {
    SCOPED_TRACE(session);
    const Arguments::Given whole{{"session", {session}}, {"first", {"1"}}};
    const json::Value shown = ask("show", whole);
    if (shown.is_missing()) return;  // refused: no transcript
    ++sessions_;
    const std::int64_t total = shown["total"].int_or(-1);
    const std::string tip(shown["branch"]["tip"].string_or(""));
    EXPECT_EQ(ask("info", {{"session", {session}}})["messages"].int_or(0), total) << "info";
    EXPECT_EQ(ask("stats", {{"session", {session}}})["messages"].int_or(-1), total) << "stats";
    EXPECT_EQ(std::ssize(elements(ask("outline", {{"session", {session}}})["messages"])), total);
    const json::Value branches = ask("branches", {{"session", {session}}});
    std::set<std::string> tips;
    for (const json::Value branch : elements(branches["branches"])) {
      const std::string name(branch["tip"].string_or(""));
      tips.insert(name);
      if (branch["active"].bool_or(false)) {
        EXPECT_EQ(name, tip) << "branches";
        EXPECT_EQ(branch["messages"].int_or(-1), total) << "branches";
        expect_same_tree(session, total);
      }
      if (tips.size() > kMostBranches || name.empty()) continue;
      ++branches_;
      Arguments::Given one = whole;
      one["leaf"] = {name};
      const json::Value way = ask("show", one);
      EXPECT_EQ(way["total"].int_or(-1), branch["messages"].int_or(-2)) << name;
      EXPECT_EQ(way["branch"]["tip"].string_or(""), name);
    }
    expect_names_in_tree(session, tips);
  }

  void expect_one_number_in_lists() {
    const json::Value list = ask("list", {{"all", {"true"}}, {"counts", {"true"}}});
    std::vector<std::pair<std::string, std::int64_t>> rows;
    for (const json::Value row : elements(list["sessions"])) {
      rows.emplace_back(row["file"].string_or(""), row["messages"].int_or(0));
    }
    for (const auto& [file, messages] : rows) {
      EXPECT_EQ(messages, ask("show", {{"session", {file}}, {"first", {"1"}}})["total"].int_or(-1))
          << file;
      expect_one_number(file);
    }
  }

  int sessions() const { return sessions_; }
  int branches() const { return branches_; }

 private:
  static EngineOptions options(const std::vector<std::string>& roots) {
    EngineOptions options;
    options.roots = roots;
    options.by_path = FilesByPath::kTaken;
    return options;
  }

  static std::vector<json::Value> elements(json::Value list) {
    std::vector<json::Value> all;
    for (const json::Value one : list.elements()) all.push_back(one);
    return all;
  }

  std::vector<BranchTreeRow> tree_of(const std::string& session) {
    const auto arguments = Arguments::check(*find_operation("tree"), {{"session", {session}}});
    auto opened = open_path(engine_, *arguments);
    if (!opened) return {};
    keep_ = opened->session;
    return branch_tree(*opened->session, opened->path);
  }

  void expect_same_tree(const std::string& session, std::int64_t total) {
    std::int64_t sum = 0;
    for (const BranchTreeRow& row : tree_of(session)) {
      if (row.active) sum += row.messages;
    }
    EXPECT_EQ(sum, total) << "tree";
  }

  void expect_names_in_tree(const std::string& session, const std::set<std::string>& tips) {
    std::set<std::string> ends;
    for (const BranchTreeRow& row : tree_of(session)) {
      const Transcript& t = keep_->transcript();
      ends.emplace(t.text(t[row.end].uuid));
    }
    for (const std::string& tip : tips) EXPECT_TRUE(ends.contains(tip)) << "tree: " << tip;
  }

  Engine engine_;
  std::map<std::string, json::Parser> parsers_;  // an answer lives as long as the next of its kind
  SharedSession keep_;
  int sessions_ = 0;
  int branches_ = 0;
};

TEST(Counts, OfTheDemo) {
  MemoryFileSystem files;
  ASSERT_TRUE(write_demo(files, {.folder = "/demo", .now = 1790000000000}));
  Counted counted(files, {"/demo"});
  counted.expect_one_number_in_lists();
  EXPECT_GE(counted.sessions(), 16);
  EXPECT_GT(counted.branches(), counted.sessions());
}

void expect_counts_below(const std::filesystem::path& folder) {
  RealFileSystem files;
  Counted counted(files, {});
  for (const SharedKind kind : {SharedKind::kMain, SharedKind::kAgent, SharedKind::kStream}) {
    for (const auto& file : shared_files(folder, kind)) {
      counted.expect_one_number(file.string());
    }
  }
  if (counted.sessions() == 0) GTEST_SKIP() << "no sessions at " << folder;
  std::printf("%d sessions with %d branches\n", counted.sessions(), counted.branches());
}

TEST(Counts, OfOurOwnSessions) { expect_counts_below(CLEW_SOURCE_DIR "/test/data"); }

TEST(Counts, OfTheSharedCases) { expect_counts_below(shared_folder("conformance")); }

TEST(Counts, OfTheCorpus) { expect_counts_below(shared_folder("corpus")); }

}  // namespace
}  // namespace clew
