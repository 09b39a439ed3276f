// SPDX-License-Identifier: MIT
//
// A session that grew by its new lines is the session that somebody reads who sees the file for the
// first time: whatever is done to the file, in every operation and for every rule set.

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/facts/facts_codec.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "engine/read/session_cache.h"
#include "engine/table/test_operations.h"
#include "os/testing/memory_file_system.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

constexpr const char* kGrowing = "/root/projects/-work/5e550000-0000-4000-8000-000000000000.jsonl";

// Than a session.
bool wants_more(const Operation& operation) {
  return std::any_of(operation.params.begin(), operation.params.end(),
                     [](const Param& param) { return param.name != "session" && param.required; });
}

// What every operation says of the session.
std::map<std::string, std::string> answers(MemoryFileSystem& files, SessionCache* sessions) {
  std::map<std::string, std::string> all;
  EngineOptions options;
  options.roots = {"/root"};
  options.by_path = FilesByPath::kTaken;
  options.now = kTestNoon;
  for (const Operation& operation : operations()) {
    if (!looks_at_one_session(operation) || wants_more(operation)) continue;
    const bool has_rules = std::any_of(operation.params.begin(), operation.params.end(),
                                       [](const Param& p) { return p.name == "rules"; });
    for (int rules = 0; rules <= (has_rules ? static_cast<int>(last_of(RuleSet())) : 0); ++rules) {
      Arguments::Given given{{"session", {kGrowing}}};
      const std::string name(name_of(static_cast<RuleSet>(rules)));
      if (has_rules) given["rules"] = {name};
      Engine engine(files, options, {.sessions = sessions});
      std::string& answer = all[std::string(operation.name) + " " + name];
      const auto arguments = Arguments::check(operation, given);
      const auto done = operation.run(engine, *arguments, [&](std::string_view text) {
        answer += text;
        return true;
      });
      if (!done) answer = "error: " + done.error().message;
    }
  }
  return all;
}

// Everything that may be written to a transcript, in no sensible order.
class RandomLines {
 public:
  explicit RandomLines(unsigned seed) : random_(seed) {}

  int pick(std::size_t n) { return static_cast<int>(random_() % n); }

  std::string next() {
    switch (pick(14)) {
      case 0:
        return "\n";
      case 1:
        return "{\"type\":\"user\",\"uuid\":\"torn\n";
      case 2:
        return line("last-prompt " + some_uuid() + (pick(2) == 0 ? " explicit" : ""));
      case 3:
        return line("{\"type\":\"custom-title\",\"customTitle\":\"title " + number() + "\"}");
      case 4:
        return line("{\"type\":\"summary\",\"summary\":\"of " + number() + "\",\"leafUuid\":\"" +
                    some_uuid() + "\"}");
      case 5:
        return node("system sub:compact_boundary") + node("user summary \"what was before\"");
      case 6:
        return node("progress");
      case 7:
        return line(uuids_.empty() ? "x < - user" : uuids_.back() + " < - user \"once more\"");
      case 8:
      case 9:
        return node("user \"prompt " + number() + "\"");
      case 10:
        calls_.push_back("t" + number());
        return node("assistant id:m" + number() + " usage:5/7 call:" + calls_.back());
      case 11:
        if (calls_.empty()) return "";
        return node("user result:" + calls_[static_cast<std::size_t>(pick(calls_.size()))]);
      case 12:
        return line("snapshot " + some_uuid() + " update file:a.c=b" + number() + "@1");
      default:
        return node("assistant id:m" + std::to_string(lines_ / 3) + " usage:3/4 \"answer\"");
    }
  }

 private:
  std::string number() const { return std::to_string(lines_); }
  std::string some_uuid() {
    return uuids_.empty() ? "none" : uuids_[static_cast<std::size_t>(pick(uuids_.size()))];
  }
  // Mostly behind the last line; at times elsewhere, or below one that does not exist.
  std::string node(const std::string& words) {
    const int where = pick(8);
    const std::string parent = uuids_.empty() || where == 0 ? "-"
                               : where == 1                 ? some_uuid()
                               : where == 2                 ? "missing"
                                                            : uuids_.back();
    uuids_.push_back("e" + number());
    return line(uuids_.back() + " < " + parent + " " + words);
  }
  std::string line(const std::string& notation) { return writer_.write(notation, ++lines_) + "\n"; }

  std::mt19937 random_;
  TestLineWriter writer_;
  int lines_ = 0;
  std::vector<std::string> uuids_;
  std::vector<std::string> calls_;
};

// The file, and what happens to it.
class ChangingFile {
 public:
  explicit ChangingFile(unsigned seed) : lines_(seed) { files_.add_file(kGrowing, ""); }

  MemoryFileSystem& files() { return files_; }

  void change() {
    switch (lines_.pick(12)) {
      case 0:  // cut anywhere
        text_.resize(static_cast<std::size_t>(lines_.pick(text_.size() + 1)));
        return files_.truncate_file(kGrowing, static_cast<std::int64_t>(text_.size()));
      case 1: {  // written anew, then more than before
        text_ = lines_.next() + text_ + lines_.next();
        return files_.overwrite_file(kGrowing, text_);
      }
      case 2:  // replaced
        text_ += lines_.next();
        return files_.add_file(kGrowing, text_);
      case 3: {  // half a line; the rest comes with the next
        const std::string whole = lines_.next();
        return append(whole.substr(0, whole.size() / 2));
      }
      default:
        for (int i = lines_.pick(6); i >= 0; --i) append(lines_.next());
    }
  }

 private:
  void append(const std::string& bytes) {
    text_ += bytes;
    ASSERT_TRUE(files_.append(kGrowing, bytes));
  }

  MemoryFileSystem files_;
  RandomLines lines_;
  std::string text_;
};

class SessionGrowth : public testing::TestWithParam<unsigned> {};

TEST_P(SessionGrowth, IsWhatReadingAgainWouldGive) {
  ChangingFile file(GetParam());
  SessionCache cache;
  std::set<std::string> seen;
  for (int step = 0; step < 60; ++step) {
    file.change();
    const auto grown = answers(file.files(), &cache);
    const auto fresh = answers(file.files(), nullptr);
    ASSERT_GE(fresh.size(), 8u);
    for (const auto& [question, answer] : fresh) {
      ASSERT_EQ(grown.at(question), answer) << question << ", step " << step;
      seen.insert(answer);
    }
  }
  EXPECT_GT(seen.size(), 200u);  // not the same few errors all the time
}

// What a session knows of its title, folder and times from its parsed lines is what lists find that
// read the file by themselves.
TEST_P(SessionGrowth, FactsAreThoseOfLists) {
  ChangingFile file(GetParam());
  for (int step = 0; step < 300; ++step) {
    file.change();
    const auto session = Session::open(file.files(), kGrowing);
    const auto listed = FactsReader().read(file.files(), kGrowing);
    ASSERT_TRUE(session && listed);
    std::string of_session;
    std::string of_list;
    append_facts(of_session, (*session)->facts());
    append_facts(of_list, *listed);
    ASSERT_EQ(of_session, of_list) << "step " << step;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SessionGrowth, testing::Range(1U, 5U));

std::string prompt(int number) {
  return TestLineWriter().write("e" + std::to_string(number) + " < e" + std::to_string(number - 1) +
                                    " user \"some words that make the line longer\"",
                                number) +
         "\n";
}

TEST(SessionCacheGrowth, ReadsOnlyWhatIsNew) {
  CountingFiles files;
  std::string text;
  for (int i = 1; i <= 2000; ++i) text += prompt(i);
  files.add_file(kGrowing, text);
  SessionCache cache;
  ASSERT_TRUE(cache.open(files, kGrowing));
  EXPECT_GE(files.read, text.size());
  for (int i = 2001; i <= 2100; ++i) {
    ASSERT_TRUE(files.append(kGrowing, prompt(i)));
    files.read = 0;
    const auto session = cache.open(files, kGrowing);
    ASSERT_TRUE(session);
    EXPECT_EQ((*session)->transcript().count(), i);
    EXPECT_LT(files.read, 10'000u);
  }
}

// Who still shows the old state keeps it, and two who go on from it do not disturb each other.
TEST(SessionCacheGrowth, LeavesTheOldStateAsItWas) {
  MemoryFileSystem files;
  files.add_file(kGrowing, prompt(1));
  const auto before = Session::open(files, kGrowing);
  ASSERT_TRUE(before);
  ASSERT_TRUE(files.append(kGrowing, prompt(2)));
  const auto one = Session::grown(**before, files);
  files.truncate_file(kGrowing, std::ssize(prompt(1)));
  ASSERT_TRUE(files.append(kGrowing, prompt(3)));
  const auto other = Session::grown(**before, files);
  ASSERT_TRUE(one && *one && other && *other);
  EXPECT_EQ((*before)->transcript().count(), 1);
  EXPECT_TRUE((*one)->find_entry("e2"));
  EXPECT_FALSE((*one)->find_entry("e3"));
  EXPECT_TRUE((*other)->find_entry("e3"));
  EXPECT_FALSE((*other)->find_entry("e2"));
}

// Written anew while it was read: neither the old lines nor the new ones may be trusted.
TEST(SessionCacheGrowth, DoesNotGoOnFromAMixture) {
  class Rewriting : public MemoryFileSystem {
   public:
    Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
      auto file = MemoryFileSystem::open(path);
      if (file && rewrite) {
        class AfterFirstRead : public RandomAccessFile {
         public:
          AfterFirstRead(std::unique_ptr<RandomAccessFile> file, const Rewriting& files)
              : file_(std::move(file)), files_(files) {}
          Result<FileInfo> info() const override { return file_->info(); }
          Result<std::size_t> read_at(std::int64_t offset, std::span<char> to) const override {
            auto count = file_->read_at(offset, to);
            if (files_.rewrite && --files_.reads == 0) {
              files_.rewrite = false;
              const_cast<Rewriting&>(files_).overwrite_file(kGrowing, prompt(7) + prompt(8));
            }
            return count;
          }

         private:
          std::unique_ptr<RandomAccessFile> file_;
          const Rewriting& files_;
        };
        return std::unique_ptr<RandomAccessFile>(new AfterFirstRead(std::move(*file), *this));
      }
      return file;
    }
    mutable bool rewrite = true;
    mutable int reads = 2;  // the mark, then the lines
  };
  Rewriting files;
  files.add_file(kGrowing, prompt(1) + prompt(2));
  SessionCache cache;
  ASSERT_TRUE(cache.open(files, kGrowing));
  ASSERT_FALSE(files.rewrite);
  ASSERT_TRUE(files.append(kGrowing, prompt(9)));
  const auto session = cache.open(files, kGrowing);
  ASSERT_TRUE(session);
  EXPECT_FALSE((*session)->find_entry("e1"));
  EXPECT_TRUE((*session)->find_entry("e7"));
  EXPECT_TRUE((*session)->find_entry("e9"));
}

}  // namespace
}  // namespace clew
