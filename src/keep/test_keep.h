// SPDX-License-Identifier: MIT
//
// For tests only: a machine whose files change, and its keep.
#pragma once

#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "keep/keeper.h"
#include "keep/kept_file.h"
#include "keep/pack_reader.h"
#include "os/testing/memory_file_system.h"

namespace clew {

inline constexpr const char* kRoot = "/home/ada/.claude";
inline constexpr const char* kKeep = "/data/keep";
inline const std::string kFile = "projects/-work-app/11111111-1111-4111-8111-111111111111.jsonl";

inline std::string path_of(const std::string& file) { return std::string(kRoot) + "/" + file; }

// Ada's machine, and all that her files ever were when they were kept.
class KeeperTest : public testing::Test {
 protected:
  KeepOptions options() {
    return {.roots = {kRoot}, .place = place(), .chunks = "/cache/chunks", .now = now_ += 10'000};
  }
  KeepPlace place() const { return {.folder = kKeep, .machine = "ada", .keys = keys_}; }
  KeepReport keep() {
    auto report = keep_roots(disk_, options());
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : KeepReport();
  }
  KeptMachine load() {
    auto machine = load_kept_machine(disk_, std::string(kKeep) + "/ada", keys_);
    EXPECT_TRUE(machine);
    return machine ? *machine : KeptMachine();
  }
  std::string text(const KeptMachine& machine, const KeptVersion& version,
                   std::size_t block = 999) {
    const PackReader packs(disk_, machine);
    const KeptFileReader file(version, packs, {});
    std::string all;
    for (;;) {
      std::string bytes(block, '\0');
      auto count = file.read_at(static_cast<std::int64_t>(all.size()), bytes);
      EXPECT_TRUE(count) << count.error().message;
      if (!count || *count == 0) return all;
      all.append(bytes, 0, *count);
    }
  }
  std::vector<std::string> versions(const std::string& file = kFile) {
    const KeptMachine machine = load();
    std::vector<std::string> texts;
    const auto found = machine.files.find({kRoot, file});
    if (found == machine.files.end()) return texts;
    for (const KeptVersion& version : found->second) texts.push_back(text(machine, version));
    return texts;
  }

  MemoryFileSystem disk_;
  KeyRing keys_;
  TimeMs now_ = 1'800'000'000'000;
};

// What files went through, and whether each state that was kept comes back byte by byte.
class RandomFiles {
 public:
  RandomFiles(MemoryFileSystem& disk, unsigned seed) : disk_(disk), random_(seed) {}

  void change() {
    const std::string file = "projects/-p/" + std::to_string(roll(4)) + ".jsonl";
    const std::string path = path_of(file);
    const bool there = now_.contains(file);
    switch (roll(8)) {
      case 0:
        if (there && disk_.remove(path)) now_.erase(file);
        break;
      case 1:
        write(file, there ? now_[file].substr(0, roll(now_[file].size() + 1)) : "");
        break;
      case 2:
        write(file, some_text(roll(400'000)));
        break;
      case 3:
        write(file, there ? some_text(100) + now_[file] : some_text(10));
        break;
      default:
        write(file, (there ? now_[file] : "") + some_text(roll(3000) + 1));
    }
  }
  const std::map<std::string, std::string>& now() const { return now_; }

 private:
  std::size_t roll(std::size_t sides) { return random_() % sides; }
  std::string some_text(std::size_t size) {
    std::string text;
    while (text.size() < size) text += "line " + std::to_string(roll(500)) + "\n";
    return text;
  }
  void write(const std::string& file, const std::string& text) {
    const bool grows = now_.contains(file) && text.starts_with(now_[file]);
    if (grows) {
      ASSERT_TRUE(disk_.append(path_of(file), std::string_view(text).substr(now_[file].size())));
    } else {
      disk_.add_file(path_of(file), text);
    }
    now_[file] = text;
  }

  MemoryFileSystem& disk_;
  std::mt19937 random_;
  std::map<std::string, std::string> now_;
};

}  // namespace clew
