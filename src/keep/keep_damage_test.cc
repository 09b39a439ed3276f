// SPDX-License-Identifier: MIT
//
// What happens to a keep on disks that lie, in folders that others write to.
#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "keep/keep_check.h"
#include "keep/keep_names.h"
#include "keep/test_keep.h"

namespace clew {
namespace {

class KeepDamageTest : public KeeperTest {
 protected:
  // Some sessions, some of them large, in several runs.
  void keep_some() {
    RandomFiles files(disk_, 7);
    for (int run = 0; run < 12; ++run) {
      for (int i = 0; i < 4; ++i) files.change();
      keep();
    }
    for (const auto& [name, versions] : load().files) names_.push_back(name);
    texts_ = read_all();
  }

  // All versions that can be read whole, by name and number.
  std::map<std::pair<KeptName, std::int64_t>, std::string> read_all() {
    std::map<std::pair<KeptName, std::int64_t>, std::string> all;
    const KeptMachine machine = load();
    const PackReader packs(disk_, machine);
    for (const auto& [name, versions] : machine.files) {
      for (const KeptVersion& version : versions) {
        std::string bytes(version.size(), '\0');
        if (version.torn || !KeptFileReader(version, packs, {}).read_at(0, bytes)) continue;
        all[{name, version.number}] = bytes;
      }
    }
    return all;
  }

  std::vector<std::string> files_of_keep() {
    std::vector<std::string> paths;
    const auto entries = disk_.list(std::string(kKeep) + "/ada");
    for (const DirEntry& entry : *entries) {
      if (entry.name != "lock") paths.push_back(std::string(kKeep) + "/ada/" + entry.name.text());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  std::vector<KeptName> names_;
  std::map<std::pair<KeptName, std::int64_t>, std::string> texts_;
};

// One flipped bit anywhere: what is read back is what was kept, or it is said that something is
// damaged. Nothing that does not stand on the damaged frame or line is touched.
TEST_F(KeepDamageTest, AFlippedBitIsSeenAndContained) {
  keep_some();
  std::mt19937 random(5);
  const std::vector<std::string> paths = files_of_keep();
  int unseen = 0;
  for (int flip = 0; flip < 500; ++flip) {
    const std::string& path = paths[random() % paths.size()];
    const std::string before = *read_file(disk_, path, 1 << 30);
    std::string bytes = before;
    bytes[random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
    disk_.overwrite_file(path, bytes);
    const auto all = read_all();
    const auto check = check_kept(disk_, load(), {});
    ASSERT_TRUE(check);
    const bool line_is_damaged = !check->damage.empty();
    const auto is_named = [&](const auto& which) {
      return std::any_of(check->damaged.begin(), check->damaged.end(), [&](const auto& one) {
        return std::pair(one.name, one.version) == which;
      });
    };
    unseen += line_is_damaged || !check->damaged.empty() ? 0 : 1;
    std::size_t touched = 0;
    for (const auto& [which, text] : texts_) {
      const auto read = all.find(which);
      const bool whole = read != all.end() && read->second == text;
      touched += whole ? 0 : 1;
      // Of a file whose last line is damaged the end is missing, and that line is named.
      const bool shorter = read != all.end() && text.starts_with(read->second) && line_is_damaged;
      const bool nothing = read == all.end() && (is_named(which) || line_is_damaged);
      EXPECT_TRUE(whole || shorter || nothing) << path << ": lost without a word";
    }
    EXPECT_LE(touched, std::max<std::size_t>(texts_.size() / 2, 2)) << path;
    disk_.overwrite_file(path, before);
  }
  EXPECT_LE(unseen, 10) << "a bit or two of Zstandard mean nothing";
  EXPECT_TRUE(read_all() == texts_);
}

// What is on the disk is kept whole again by the next run.
TEST_F(KeepDamageTest, TheNextRunMendsWhatIsStillThere) {
  keep_some();
  std::mt19937 random(9);
  for (int flip = 0; flip < 40; ++flip) {
    const std::vector<std::string> paths = files_of_keep();
    const std::string& path = paths[random() % paths.size()];
    std::string bytes = *read_file(disk_, path, 1 << 30);
    if (bytes.empty()) continue;
    bytes[random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
    disk_.overwrite_file(path, bytes);
    keep();
    const KeptMachine machine = load();
    for (const KeptName& name : names_) {
      const auto there = read_file(disk_, path_of(name.file), 1 << 30);
      if (!there) continue;
      const auto kept = machine.files.find(name);
      ASSERT_NE(kept, machine.files.end());
      // A damaged frame is found by `keep check`, not by every run.
      const PackReader packs(disk_, machine);
      std::string text(kept->second.back().size(), '\0');
      if (!KeptFileReader(kept->second.back(), packs, {}).read_at(0, text)) continue;
      EXPECT_TRUE(text == *there) << name.file << " after flip " << flip;
    }
  }
}

// What a check found damaged is kept anew from the disk when it is named.
TEST_F(KeepDamageTest, ADistrustedFileIsKeptAnew) {
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  const std::string pack = std::string(kKeep) + "/ada/000001.zst";
  std::string bytes = *read_file(disk_, pack, 1 << 20);
  bytes[bytes.size() - 6] ^= 1;
  disk_.overwrite_file(pack, bytes);
  EXPECT_EQ(keep().kept, 0) << "a look at the files does not tell";
  const auto check = check_kept(disk_, load(), {});
  ASSERT_TRUE(check && check->damaged.size() == 1);
  KeepOptions mending = options();
  mending.distrusted = {check->damaged.front().name};
  ASSERT_TRUE(keep_roots(disk_, mending));
  const KeptMachine machine = load();
  EXPECT_EQ(text(machine, machine.files.at({kRoot, kFile}).back()), "one\n");
  EXPECT_EQ(keep().kept, 0);
}

// A pack or a manifest that is not there is not silently nothing.
TEST_F(KeepDamageTest, WhatIsMissingIsNamed) {
  keep_some();
  const std::vector<std::string> paths = files_of_keep();
  for (const std::string& path : paths) {
    const std::string before = *read_file(disk_, path, 1 << 30);
    if (before.empty()) continue;
    ASSERT_TRUE(disk_.remove(path));
    EXPECT_FALSE(load().damage.empty()) << path;
    disk_.add_file(path, before);
  }
  EXPECT_TRUE(load().damage.empty());
}

// Both together leave a gap, which a later pack tells of.
TEST_F(KeepDamageTest, APackThatWentWithItsManifestIsMissed) {
  const std::string folder = std::string(kKeep) + "/ada/";
  const auto keep_another = [&](char letter) {
    // A damaged manifest is not continued: each run begins a pack.
    for (const std::string& path : files_of_keep()) {
      if (!path.ends_with(".jsonl")) continue;
      ASSERT_TRUE(disk_.append(path, "x"));
    }
    disk_.add_file(path_of(std::string("projects/-a/") + letter + ".jsonl"), "text\n");
    keep();
    for (const std::string& path : files_of_keep()) {
      std::string text = *read_file(disk_, path, 1 << 30);
      if (!path.ends_with(".jsonl") || !text.ends_with('x')) continue;
      text.pop_back();
      disk_.overwrite_file(path, text);
    }
  };
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  keep_another('b');
  keep_another('c');
  ASSERT_EQ(files_of_keep().size(), 6U);
  ASSERT_TRUE(load().damage.empty());
  ASSERT_TRUE(disk_.remove(folder + "000001.zst"));
  ASSERT_TRUE(disk_.remove(folder + "000001.jsonl"));
  const auto damage = load().damage;
  ASSERT_EQ(damage.size(), 1U);
  EXPECT_EQ(damage.front().path, folder + "000001.zst");
  keep();
  EXPECT_EQ(versions(), std::vector<std::string>{"one\n"}) << "what is on the disk is kept again";
}

TEST_F(KeepDamageTest, ForeignFilesAreNoKeep) {
  keep_some();
  const std::string folder = std::string(kKeep) + "/ada/";
  disk_.add_file(folder + "notes.txt", "bought milk");
  disk_.add_file(folder + "000001.sync-conflict.jsonl", "{}");
  disk_.add_file(folder + "0000001.jsonl", "{}");
  disk_.add_file(folder + "999999999999.jsonl", "{}");
  disk_.add_file(folder + "000777.jsonl", "this is no manifest\nnor is this\n");
  EXPECT_TRUE(read_all() == texts_);
  EXPECT_EQ(load().damage.size(), 2U);
  disk_.add_file(path_of(kFile), "new\n");
  keep();
  EXPECT_EQ(versions(), std::vector<std::string>{"new\n"});
}

// Numbers out of a manifest that somebody else wrote ask for no memory and no other place.
TEST_F(KeepDamageTest, AHostileManifestReachesNothing) {
  disk_.add_file(path_of(kFile), "one\n");
  keep();
  const std::string manifest = std::string(kKeep) + "/ada/000002.jsonl";
  const std::uint64_t huge = std::uint64_t{1} << 62U;
  const auto piece = [&](std::uint64_t length, std::vector<PackPart> parts, PackPart recipe) {
    PieceRecord record{.name = {kRoot, "projects/-a/huge.jsonl"}, .length = length};
    record.parts = std::move(parts);
    record.recipe = recipe;
    return manifest_line(record);
  };
  disk_.add_file(std::string(kKeep) + "/ada/000002.zst", std::string(100, 'x'));
  disk_.add_file(
      manifest,
      manifest_line(PackHead{.machine = "ada"}) +
          manifest_line(FrameRecord{.at = 0, .size = 100, .begin = 0, .length = huge}) +
          manifest_line(FrameRecord{.at = 0, .size = huge, .begin = 0, .length = 100}) +
          manifest_line(FrameRecord{.at = huge, .size = 100, .begin = huge, .length = 100}) +
          piece(huge, {{{2, 0}, huge}}, {}) + piece(100, {{{2, huge}, 100}}, {}) +
          piece(100, {}, {{2, 0}, huge}) + piece(100, {{{77, 0}, 100}}, {}));
  const KeptMachine machine = load();
  EXPECT_EQ(machine.files.count({kRoot, "projects/-a/huge.jsonl"}), 0U);
  EXPECT_TRUE(check_kept(disk_, machine, {}));
  EXPECT_EQ(versions(), std::vector<std::string>{"one\n"});
}

}  // namespace
}  // namespace clew
