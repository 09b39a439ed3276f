// SPDX-License-Identifier: MIT
//
// A folder that some program carries between machines: files come late, in any order and piece by
// piece, while both machines write.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "keep/kept_world.h"
#include "keep/test_keep.h"

namespace clew {
namespace {

// One machine: its disk with its own copy of the shared folder, and all that its file ever was.
class Machine {
 public:
  Machine(std::string name, unsigned seed) : name_(std::move(name)), random_(seed) {}

  MemoryFileSystem& disk() { return disk_; }
  const std::string& name() const { return name_; }
  const std::string& now() const { return text_; }
  bool was(const std::string& text) const {
    return std::any_of(states_.begin(), states_.end(),
                       [&](const std::string& state) { return state.starts_with(text); });
  }

  void work() {
    if (random_() % 5 == 0) text_ = text_.substr(0, random_() % (text_.size() + 1));
    for (std::size_t lines = 1 + random_() % 20; lines > 0; --lines) {
      text_ += name_ + " wrote line " + std::to_string(random_()) + "\n";
    }
    disk_.add_file(path_of(kFile), text_);
    states_.insert(text_);
    now_ += 10'000;
    ASSERT_TRUE(keep_roots(disk_, {.roots = {kRoot}, .place = place(), .now = now_}));
  }

  // Some of what it wrote into the shared folder arrives at the other: as much of some files as the
  // carrier has got to.
  void send_some(MemoryFileSystem& other, bool all) {
    const std::string folder = std::string(kKeep) + "/" + name_;
    const auto entries = disk_.list(folder);
    ASSERT_TRUE(entries);
    for (const DirEntry& entry : *entries) {
      if (!all && random_() % 3 != 0) continue;
      const std::string path = folder + "/" + entry.name.text();
      const std::string bytes = *read_file(disk_, path, 1 << 30);
      const std::size_t some = all ? bytes.size() : random_() % (bytes.size() + 1);
      const auto there = other.stat(path);
      if (!all && there && there->size > static_cast<std::int64_t>(some)) continue;
      other.add_file(path, std::string_view(bytes).substr(0, some));
    }
  }

  KeepPlace place() const { return {.folder = kKeep, .machine = name_}; }
  // What it sees of the other's file; nothing when that is not there yet.
  std::optional<std::string> sees(const Machine& other) {
    const auto world = KeptWorld::load(disk_, place());
    EXPECT_TRUE(world);
    const auto* file =
        (*world)->find_file(std::string(kKeep) + "/" + other.name() + path_of(kFile));
    if (file == nullptr) return std::nullopt;
    std::string text(static_cast<std::size_t>(file->info.size), '\0');
    const KeptFileReader reader(*file->shown, *file->packs, file->info);
    EXPECT_TRUE(reader.read_at(0, text));
    return text;
  }

 private:
  std::string name_;
  std::mt19937 random_;
  MemoryFileSystem disk_;
  std::string text_;
  std::set<std::string> states_;
  TimeMs now_ = 1'800'000'000'000;
};

TEST(KeepSync, TwoMachinesAndAFolderThatArrivesLateAndInPieces) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Machine ada("ada", seed);
    Machine bob("bob", seed + 1000);
    int seen = 0;
    for (int round = 0; round < 30; ++round) {
      ada.work();
      bob.work();
      ada.send_some(bob.disk(), false);
      bob.send_some(ada.disk(), false);
      for (auto& [here, there] : {std::pair(&ada, &bob), std::pair(&bob, &ada)}) {
        const auto text = here->sees(*there);
        if (!text) continue;
        ++seen;
        EXPECT_TRUE(there->was(*text)) << "never was: " << *text;
      }
    }
    EXPECT_GT(seen, 0);
    ada.send_some(bob.disk(), true);
    bob.send_some(ada.disk(), true);
    EXPECT_EQ(ada.sees(bob), bob.now());
    EXPECT_EQ(bob.sees(ada), ada.now());
  }
}

}  // namespace
}  // namespace clew
