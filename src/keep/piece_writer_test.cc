// SPDX-License-Identifier: MIT
//
// What stands in many files is kept once, and where a reader finds it together.
#include "keep/piece_writer.h"

#include <random>
#include <set>

#include "keep/test_keep.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

// Files made of passages of one large text, as sessions are that read the same sources.
class SharedTextTest : public KeeperTest {
 protected:
  SharedTextTest() {
    while (source_.size() < 3'000'000) source_ += "word" + std::to_string(random_() % 90'000) + " ";
  }

  void add_file(int number) {
    std::string text;
    while (text.size() < 700'000) {
      text += "{\"line\":" + std::to_string(random_()) + std::to_string(random_()) + "}\n";
      text += std::string_view(source_).substr(random_() % 2'900'000, 500 + random_() % 3000);
    }
    const std::string file = "projects/-p/" + std::to_string(1000 + number) + ".jsonl";
    disk_.add_file(path_of(file), text);
    texts_[file] = text;
  }

  // How many frames are unpacked to read a file, of those that are not shared.
  std::size_t frames_of(const KeptMachine& machine, const std::string& file) {
    const PackReader packs(disk_, machine);
    std::set<std::pair<std::uint32_t, std::uint64_t>> frames;
    for (const KeptPiece& piece : machine.files.at({kRoot, file}).back().pieces) {
      const auto parts = parts_of_piece(piece, packs);
      for (const PackPart& part : *parts) {
        const KeptPack& pack = machine.packs.at(part.place.pack);
        const FrameRecord* frame = pack.find(part.place.offset, part.length);
        if (!pack.shared) frames.emplace(part.place.pack, frame->begin);
      }
    }
    return frames.size();
  }

  std::mt19937 random_{7};
  std::string source_;
  std::map<std::string, std::string> texts_;
};

TEST_F(SharedTextTest, IsKeptOnceAndReadFromFewFrames) {
  for (int i = 0; i < 60; ++i) add_file(i);
  keep();
  for (int i = 60; i < 70; ++i) add_file(i);  // the next run knows what was shared before
  const KeepReport later = keep();
  const KeptMachine machine = load();
  std::uint64_t content = 0;
  std::uint64_t shared = 0;
  for (const auto& [number, pack] : machine.packs) {
    content += pack.length();
    shared += pack.shared ? pack.length() : 0;
  }
  EXPECT_GT(shared, 1'000'000U);
  EXPECT_LT(shared, source_.size() + 500'000) << "nothing is shared twice";
  EXPECT_LT(content, 70 * 700'000U / 2);
  EXPECT_LT(later.written, 10 * 700'000U / 5);
  for (const auto& [file, text] : texts_) {
    EXPECT_LE(frames_of(machine, file), 14U) << file;
    EXPECT_EQ(versions(file), std::vector<std::string>{text}) << file;
  }
}

// Wherever a run ends, what its lines speak of is there, in either kind of pack.
TEST_F(SharedTextTest, IsSafeBeforeALineSpeaksOfIt) {
  for (int i = 0; i < 40; ++i) add_file(i);
  for (int last = 20; last < 400; last += 75) {
    SCOPED_TRACE(last);
    FaultyFileSystem faulty(disk_);
    faulty.fail_calls(last, {ErrorCode::kIo, "the disk is full"}, 1'000'000);
    static_cast<void>(keep_roots(faulty, options()));
    if (!disk_.stat(std::string(kKeep) + "/ada")) continue;
    const KeptMachine machine = load();
    for (const auto& [name, kept] : machine.files) {
      EXPECT_TRUE(texts_[name.file].starts_with(text(machine, kept.back()))) << name.file;
    }
  }
  keep();
  for (const auto& [file, text] : texts_) EXPECT_EQ(versions(file).back(), text) << file;
}

}  // namespace
}  // namespace clew
