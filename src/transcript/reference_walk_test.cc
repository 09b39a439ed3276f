// SPDX-License-Identifier: MIT
//
// The newest-leaf walk, slow and obvious, compared with the fast one on thousands of random trees.

#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

class PlainWalk {
 public:
  explicit PlainWalk(const Transcript& t) : t_(t) {
    for (EntryIndex i = 0; i < t.count(); ++i) {
      const Entry& entry = t[i];
      if (entry.uuid == kNoSymbol || entry.type > EntryType::kAttachment) continue;
      bool again = false;
      for (EntryIndex& node : nodes_) {
        if (t[node].uuid != entry.uuid) continue;
        node = i;  // last content at the first place
        again = true;
      }
      if (!again) nodes_.push_back(i);
    }
  }

  std::string chain() const {
    if (!has_tree()) return in_file_order();
    EntryIndex best = kNoEntry;
    for (const EntryIndex node : nodes_) {
      if (t_[node].sidechain || has_child(node)) continue;
      if (best == kNoEntry || t_[node].time >= t_[best].time) best = node;
    }
    if (best == kNoEntry) return "refused";
    std::vector<EntryIndex> way;
    std::set<EntryIndex> seen;
    for (EntryIndex node = best; node != kNoEntry && seen.insert(node).second;
         node = parent(node)) {
      way.insert(way.begin(), node);
    }
    return names(way);
  }

 private:
  // Some user or assistant line of a file (not of a stream) has a uuid.
  bool has_tree() const {
    for (const Entry& entry : t_.entries) {
      const bool talk = entry.type == EntryType::kUser || entry.type == EntryType::kAssistant;
      if (talk && entry.uuid != kNoSymbol && !entry.streamed) return true;
    }
    return false;
  }
  EntryIndex find(Symbol uuid) const {
    for (const EntryIndex node : nodes_) {
      if (t_[node].uuid == uuid) return node;
    }
    return kNoEntry;
  }
  // The parent line; lines of progress are stepped over, at most as often as there are lines.
  EntryIndex parent(EntryIndex node) const {
    Symbol uuid = t_[node].parent;
    for (EntryIndex step = 0; step <= t_.count(); ++step) {
      if (uuid == kNoSymbol) return kNoEntry;
      if (const EntryIndex found = find(uuid); found != kNoEntry) return found;
      EntryIndex progress = kNoEntry;
      for (EntryIndex i = 0; i < t_.count(); ++i) {
        if (t_[i].type == EntryType::kProgress && t_[i].uuid == uuid) progress = i;
      }
      if (progress == kNoEntry) return kNoEntry;
      uuid = t_[progress].parent;
    }
    return kNoEntry;
  }
  bool has_child(EntryIndex node) const {
    for (const EntryIndex other : nodes_) {
      if (!t_[other].sidechain && parent(other) == node) return true;
    }
    return false;
  }
  std::string in_file_order() const {
    std::vector<EntryIndex> way;
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      const bool talk = t_[i].type == EntryType::kUser || t_[i].type == EntryType::kAssistant;
      if (talk && !t_[i].sidechain) way.push_back(i);
    }
    return way.empty() ? "refused" : names(way);
  }
  std::string names(const std::vector<EntryIndex>& way) const {
    std::string out;
    for (const EntryIndex i : way) out += "#" + std::to_string(i) + " ";
    return out;
  }

  const Transcript& t_;
  std::vector<EntryIndex> nodes_;
};

// A few lines over a few uuids, so that everything odd comes up.
std::string random_tree(std::mt19937& random) {
  const auto number = [&](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  const int names = 1 + number(12);
  const int lines = number(18);
  const bool tidy = number(3) == 0;  // uuids in order, parents mostly the line before
  std::string notation;
  for (int i = 0; i < lines; ++i) {
    const std::string uuid = "n" + std::to_string(tidy ? i : number(names));
    std::string parent = number(8) == 0 ? "-" : "n" + std::to_string(number(names + 1));
    if (tidy && i > 0 && number(4) != 0) parent = "n" + std::to_string(i - 1);
    constexpr const char* kTypes[] = {"user", "assistant", "system", "attachment sub:file",
                                      "progress"};
    const std::string time = number(8) == 0 ? "@-" : "@" + std::to_string(number(6));
    notation.append(uuid).append(" < ").append(parent).append(" ").append(time).append(" ");
    notation.append(kTypes[number(number(3) == 0 ? 5 : 2)]);
    notation.append(number(6) == 0 ? " side\n" : "\n");
  }
  return notation;
}

TEST(Reference, WalksRandomTreesAlike) {
  std::mt19937 random(7);
  int refused = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string notation = random_tree(random);
    const TestTranscript file(notation);
    const ChosenPath path = file.find(RuleSet::kNewestLeaf);
    std::string chain;
    for (const EntryIndex index : path.chain) chain += "#" + std::to_string(index) + " ";
    if (!path.refused.empty()) chain = "refused";
    refused += chain == "refused" ? 1 : 0;
    ASSERT_EQ(chain, PlainWalk(*file).chain()) << notation;
  }
  EXPECT_GT(refused, 10);
  EXPECT_LT(refused, 3000);
}

}  // namespace
}  // namespace clew
