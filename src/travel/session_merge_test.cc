// SPDX-License-Identifier: MIT
#include "travel/session_merge.h"

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "catalog/layout/transcript_file.h"
#include "os/testing/memory_file_system.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

using Side = SessionMerge::Side;
using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines = test_split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// Two copies, merged.
class Merged {
 public:
  Merged(const Lines& a, const Lines& b, std::string_view tail_of_a = "") {
    std::string text_a;
    std::string text_b;
    for (const std::string& line : a) text_a += line + "\n";
    for (const std::string& line : b) text_b += line + "\n";
    files_.add_file("/a", text_a + std::string(tail_of_a));
    files_.add_file("/b", text_b);
    a_ = read("/a");
    b_ = read("/b");
    file_a_ = *files_.open("/a");
    file_b_ = *files_.open("/b");
    merge_.emplace(SessionMerge::open({file_a_.get(), &a_}, {file_b_.get(), &b_}, "new"));
    if (!*merge_) return;
    last_ = (*merge_)->usual_last();
    try_order();
    if (refused_.empty()) return;
    first_refused_ = refused_;
    last_ = last_ == Side::kA ? Side::kB : Side::kA;
    try_order();
  }

  bool opened() const { return merge_->has_value(); }
  const Error& error() const { return merge_->error(); }
  const std::string& refused() const { return refused_; }
  const std::string& first_refused() const { return first_refused_; }
  const SessionMerge& operator*() const { return **merge_; }
  Side last() const { return last_; }
  const std::string& text() const { return text_; }
  const Transcript& transcript() const { return merged_; }
  const Transcript& own(Side side) const { return side == Side::kA ? a_ : b_; }

  // The uuids of what a resume of this end sends.
  static Lines sent(const Transcript& t, RuleSet rules, std::string_view leaf) {
    const Tree tree(t);
    const Symbol symbol = leaf.empty() ? kNoSymbol : t.symbols.find(leaf);
    const ChosenPath path = find_path(tree, rules, symbol);
    if (!path.refused.empty()) return {"refused"};
    Lines uuids;
    for (const EntryIndex entry : sent_entries(t, path)) uuids.emplace_back(t.text(t[entry].uuid));
    return uuids;
  }

 private:
  Transcript read(const std::string& path) const {
    return *read_transcript(files_, path, {.block_size = 1 << 14, .threads = 1});
  }
  void try_order() {
    text_.clear();
    const auto written = (*merge_)->write(last_, [&](std::string_view part) {
      text_ += part;
      return Result<void>();
    });
    EXPECT_TRUE(written) << written.error().message;
    files_.add_file("/merged", text_);
    merged_ = read("/merged");
    const auto same = (*merge_)->verify(last_, merged_);
    refused_ = same ? std::string() : same.error().message;
  }

  MemoryFileSystem files_;
  Transcript a_;
  Transcript b_;
  std::unique_ptr<RandomAccessFile> file_a_;
  std::unique_ptr<RandomAccessFile> file_b_;
  std::optional<Result<SessionMerge>> merge_;
  Side last_ = Side::kB;
  std::string text_;
  Transcript merged_;
  std::string refused_;
  std::string first_refused_;  // in the usual order
};

Lines notation(std::string_view text) {
  Lines lines;
  TestLineWriter writer;
  for (const std::string& raw : test_split(text, '\n')) {
    const std::size_t start = raw.find_first_not_of(' ');
    if (start == std::string::npos) continue;
    lines.push_back(writer.write(raw.substr(start), static_cast<int>(lines.size())));
  }
  return lines;
}

constexpr const char* kCommon = R"(u1 < - @0 user session:old "one"
                                   a1 < u1 @1 assistant session:old "1")";

Lines with(const Lines& common, std::string_view own) {
  Lines lines = common;
  const Lines more = notation(own);
  lines.insert(lines.end(), more.begin(), more.end());
  return lines;
}

TEST(SessionMerge, BothEndsAreBranches) {
  const Merged merged(with(notation(kCommon), R"(u2 < a1 @10 user session:old "two"
                                                 a2 < u2 @11 assistant session:old "2"
                                                 last-prompt u2)"),
                      with(notation(kCommon), R"(u3 < a1 @20 user session:old "three"
                                                 a3 < u3 @21 assistant session:old "3")"));
  ASSERT_TRUE(merged.opened());
  EXPECT_EQ(merged.first_refused(), "");
  EXPECT_EQ((*merged).common(), 2);
  EXPECT_EQ((*merged).own(Side::kA), 3);
  EXPECT_EQ((*merged).end(Side::kA), "a2");
  EXPECT_EQ((*merged).end(Side::kB), "a3");
  EXPECT_EQ(merged.last(), Side::kB);
  const Transcript& t = merged.transcript();
  for (const RuleSet rules : {RuleSet::k21, RuleSet::k20, RuleSet::k10}) {
    EXPECT_EQ(Merged::sent(t, rules, "a2"), (Lines{"u1", "a1", "u2", "a2"}));
    EXPECT_EQ(Merged::sent(t, rules, ""), (Lines{"u1", "a1", "u3", "a3"}));
  }
  EXPECT_EQ(merged.text().find("old"), std::string::npos) << "lines are of the new session";
  EXPECT_EQ(lines_of(merged.text()).size(), 2U + 3U + 2U + 1U);
}

TEST(SessionMerge, ACopyOfAForkIsACopyToo) {
  Lines fork = with(notation(kCommon), R"(u3 < a1 @20 user session:old "three")");
  for (std::string& line : fork) line = rewritten_line(line, "forked", {});
  const Merged merged(with(notation(kCommon), R"(u2 < a1 @10 user session:old "two")"), fork);
  ASSERT_TRUE(merged.opened());
  EXPECT_EQ((*merged).common(), 2);
}

TEST(SessionMerge, NothingToMerge) {
  const Lines common = notation(kCommon);
  const Lines longer = with(common, R"(u2 < a1 @10 user "two")");
  EXPECT_FALSE(Merged(common, longer).opened());
  EXPECT_FALSE(Merged(longer, common).opened());
  EXPECT_FALSE(Merged(longer, longer).opened());
  EXPECT_FALSE(Merged(notation(R"(x < - @0 user "x")"), longer).opened());
  EXPECT_NE(Merged(common, longer).error().message.find("second copy has every line"),
            std::string::npos);
  // A line that was being written while the file was copied.
  EXPECT_FALSE(Merged(common, longer, longer.back().substr(0, 20)).opened());
  EXPECT_TRUE(Merged(common, longer, "{\"another").opened());
}

TEST(SessionMerge, TornAndStrangeLinesAreNotLost) {
  const Merged merged(with(notation(kCommon), R"(u2 < a1 @10 user "two"
                                                 {"type":"strange"})"),
                      with(notation(kCommon), R"(u3 < a1 @20 user "three")"), "{\"torn");
  ASSERT_TRUE(merged.opened());
  EXPECT_EQ(merged.refused(), "");
  EXPECT_NE(merged.text().find("{\"torn\n"), std::string::npos);
  EXPECT_NE(merged.text().find("strange"), std::string::npos);
}

TEST(SessionMerge, TheSameLineInBothComesOnce) {
  const char* both = R"(u2 < a1 @10 user "two"
                        a2 < u2 @11 assistant "2")";
  const Merged merged(with(with(notation(kCommon), both), R"(u3 < a2 @12 user "three")"),
                      with(with(with(notation(kCommon), R"({"type":"mode"})"), both),
                           R"(u4 < a2 @20 user "four")"));
  ASSERT_TRUE(merged.opened());
  EXPECT_EQ(merged.refused(), "");
  EXPECT_EQ(Merged::sent(merged.transcript(), RuleSet::k21, ""),
            (Lines{"u1", "a1", "u2", "a2", "u4"}));
  EXPECT_EQ(merged.text().find("\"uuid\":\"a2\""), merged.text().rfind("\"uuid\":\"a2\""));
}

TEST(SessionMerge, OneUuidWithOtherWordsBecomesTwo) {
  const Merged merged(with(notation(kCommon), R"(u2 < a1 @10 user "two"
                                                 a2 < u2 @11 assistant "2"
                                                 a9 < a2 @12 assistant "the same")"),
                      with(notation(kCommon), R"(u2 < a1 @20 user "other"
                                                 a3 < u2 @21 assistant "3"
                                                 last-prompt u2)"));
  ASSERT_TRUE(merged.opened());
  EXPECT_EQ(merged.refused(), "");
  EXPECT_EQ((*merged).renamed(), 1);
  const Lines a = Merged::sent(merged.transcript(), RuleSet::k21, "a9");
  const Lines b = Merged::sent(merged.transcript(), RuleSet::k21, "a3");
  EXPECT_EQ(a, (Lines{"u1", "a1", "u2", "a2", "a9"}));
  ASSERT_EQ(b.size(), 4U);
  EXPECT_NE(b[2], "u2");
  EXPECT_EQ(b[3], "a3");
}

TEST(SessionMerge, CompactedOnOneSide) {
  const char* compacted = R"(b1 < - @10 system sub:compact_boundary logical:a1 keep:s1,a1
                             s1 < b1 @11 user summary "all"
                             u2 < s1 @12 user "two")";
  const char* plain = R"(u3 < a1 @20 user "three")";
  for (const bool turned : {false, true}) {
    const Lines one = with(notation(kCommon), turned ? plain : compacted);
    const Lines other = with(notation(kCommon), turned ? compacted : plain);
    const Merged merged(one, other);
    ASSERT_TRUE(merged.opened());
    EXPECT_EQ(merged.refused(), "");
    EXPECT_EQ(merged.last(), turned ? Side::kB : Side::kA) << "the compacted one comes last";
    EXPECT_EQ(Merged::sent(merged.transcript(), RuleSet::k21, "u3"), (Lines{"u1", "a1", "u3"}));
    EXPECT_EQ(Merged::sent(merged.transcript(), RuleSet::k21, ""),
              Merged::sent(merged.own(merged.last()), RuleSet::k21, ""));
  }
}

// --- random copies ---

struct Wild {
  bool kept_messages = false;  // compactions that name messages they keep
  bool lost_parents = false;
  bool same_uuids = false;  // of different lines in the two copies
  bool plain_compactions = true;
};

// Continues a session as a person at a machine does.
class Writer {
 public:
  Writer(std::mt19937& random, Wild wild) : random_(random), wild_(wild) {}

  // The same session on another machine.
  Writer copy(std::string name, double later) const {
    Writer other = *this;
    other.name_ = std::move(name);
    other.time_ += later;
    return other;
  }
  const Lines& lines() const { return lines_; }

  void turn() {
    switch (random_() % 12) {
      case 0:
        return parallel_calls();
      case 1:
        tip_ = nodes_.empty() ? tip_ : nodes_[random_() % nodes_.size()];  // a rewind
        return talk();
      case 2:
        if (wild_.plain_compactions && !nodes_.empty()) return compact();
        return talk();
      case 3:
        tip_ = node(tip_, "attachment sub:hook_success");
        return;
      case 4:
        return put("{\"type\":\"mode\",\"mode\":\"" + id() + "\"}");
      case 5:
        if (!tip_.empty()) put("last-prompt " + tip_);
        return;
      case 6:
        if (wild_.lost_parents) tip_ = "lost-" + id();
        return talk();
      case 7:
        node(tip_, "user side \"aside\"");
        return;
      default:
        return talk();
    }
  }

 private:
  std::string id() {
    // Sometimes both machines think of the same.
    const bool same = wild_.same_uuids && random_() % 12 == 0;
    return (same ? "x" : name_) + std::to_string(++count_);
  }
  void put(const std::string& notation) {
    lines_.push_back(TestLineWriter().write(notation, static_cast<int>(lines_.size())));
  }
  std::string node(const std::string& parent, const std::string& words) {
    time_ += 1 + static_cast<double>(random_() % 20);
    std::string uuid = id();
    put(uuid + " < " + (parent.empty() ? "-" : parent) + " @" + std::to_string(time_) + " " +
        words + " session:old");
    nodes_.push_back(uuid);
    return uuid;
  }
  void talk() {
    tip_ = node(tip_, "user \"" + name_ + std::to_string(count_) + "\"");
    if (random_() % 8 != 0) tip_ = node(tip_, "assistant \"answer\"");
  }
  void parallel_calls() {
    tip_ = node(tip_, "user \"do it\"");
    const std::string message = "m" + id();
    std::vector<std::pair<std::string, std::string>> calls;
    for (auto left = 1 + random_() % 3; left > 0; --left) {
      const std::string call = "t" + id();
      tip_ = node(tip_, "assistant id:" + message + " call:" + call);
      calls.emplace_back(tip_, call);
    }
    std::string last = tip_;
    for (const auto& [line, call] : calls) {
      if (random_() % 8 != 0) last = node(line, "user result:" + call);
    }
    tip_ = node(last, "assistant \"done\"");
  }
  void compact() {
    const std::string summary = id();
    std::string keep;
    if (wild_.kept_messages && random_() % 2 == 0) {
      keep = " keep:" + summary + "," + nodes_[nodes_.size() / 2] + "," + nodes_.back();
    }
    const std::string boundary = node("", "system sub:compact_boundary logical:" + tip_ + keep);
    time_ += 1;
    put(summary + " < " + boundary + " @" + std::to_string(time_) + " user summary \"all\"");
    nodes_ = {summary};
    tip_ = summary;
  }

  std::mt19937& random_;
  Wild wild_;
  std::string name_ = "c";
  Lines lines_;
  Lines nodes_;  // that a rewind may go back to
  std::string tip_;
  int count_ = 0;
  double time_ = 0;
};

struct Tally {
  int merged = 0;
  int refused = 0;
};

Tally merge_random_copies(unsigned seed, int rounds, Wild wild) {
  std::mt19937 random(seed);
  Tally tally;
  for (int round = 0; round < rounds; ++round) {
    Writer common(random, wild);
    for (auto left = 1 + random() % 8; left > 0; --left) common.turn();
    if (common.lines().empty()) continue;
    Writer a = common.copy("a", 0);
    Writer b = common.copy("b", static_cast<double>(random() % 3) * 40);
    for (auto left = 1 + random() % 6; left > 0; --left) a.turn();
    for (auto left = 1 + random() % 6; left > 0; --left) b.turn();
    const Merged merged(a.lines(), b.lines());
    if (!merged.opened()) continue;
    if (!merged.refused().empty()) {
      ++tally.refused;
      continue;
    }
    ++tally.merged;
    // No line is lost, none comes twice.
    std::multiset<std::string> there;
    for (const std::string& line : lines_of(merged.text())) there.insert(line);
    std::size_t expected = static_cast<std::size_t>((*merged).common());
    const auto count_own = [&](const Lines& lines) {
      return lines.size() - static_cast<std::size_t>((*merged).common());
    };
    expected += count_own(a.lines()) + count_own(b.lines());
    if (!wild.same_uuids) {
      for (const Lines* lines : {&a.lines(), &b.lines()}) {
        for (const std::string& line : *lines) {
          EXPECT_TRUE(there.contains(rewritten_line(line, "new", {}))) << line;
        }
      }
      EXPECT_GE(there.size(), expected);
      EXPECT_LE(there.size(), expected + 1) << "but for the note of where it stands";
    }
    // Each end is what it was in its own copy, for every version.
    for (const Side side : {Side::kA, Side::kB}) {
      const Transcript& own = merged.own(side);
      for (const RuleSet rules : {RuleSet::k21, RuleSet::k20, RuleSet::k10}) {
        const ChosenPath active = find_path(Tree(own), rules);
        if (!active.refused.empty() || active.tip == kNoEntry) continue;
        const std::string tip(own.text(own[active.tip].uuid));
        if ((*merged).renamed() > 0) continue;  // told apart by verify() alone
        EXPECT_EQ(Merged::sent(own, rules, tip), Merged::sent(merged.transcript(), rules, tip))
            << "seed " << seed << " round " << round;
      }
    }
    if ((*merged).renamed() == 0) {
      EXPECT_EQ(Merged::sent(merged.own(merged.last()), RuleSet::k21, ""),
                Merged::sent(merged.transcript(), RuleSet::k21, ""))
          << "seed " << seed << " round " << round;
    }
  }
  return tally;
}

TEST(SessionMerge, RandomCopies) {
  const Tally tally = merge_random_copies(1, 500, {});
  EXPECT_EQ(tally.refused, 0);
  EXPECT_GT(tally.merged, 400);
}

TEST(SessionMerge, RandomCopiesWithOneUuidForTwoLines) {
  const Tally tally = merge_random_copies(2, 300, {.same_uuids = true});
  // Calls of one id in both copies are one group for 2.1.
  EXPECT_LE(tally.refused * 50, tally.merged);
  EXPECT_GT(tally.merged, 200);
}

TEST(SessionMerge, RandomCopiesWithKeptMessages) {
  const Tally tally = merge_random_copies(3, 300, {.kept_messages = true});
  EXPECT_LT(tally.refused * 10, tally.merged) << tally.refused;
}

TEST(SessionMerge, RandomCopiesWithLostParents) {
  const Tally tally = merge_random_copies(4, 300, {.lost_parents = true});
  EXPECT_LT(tally.refused * 10, tally.merged) << tally.refused;
}

}  // namespace
}  // namespace clew
