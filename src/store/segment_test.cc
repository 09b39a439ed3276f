// SPDX-License-Identifier: MIT
#include "store/segment.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <unistd.h>

#include <gtest/gtest.h>

#include "store/checksum.h"
#include "store/index_database.h"
#include "store/index_files.h"
#include "store/index_schema.h"
#include "store/index_verify.h"
#include "store/segment_builder.h"
#include "store/segment_merge.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

class TempFolder {
 public:
  TempFolder() : path_(testing::TempDir() + "clew-store-XXXXXX") {
    if (!::mkdtemp(path_.data())) std::abort();
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// term: document:positions, the plain way.
using Plain = std::map<std::string, std::map<std::uint32_t, std::vector<std::uint32_t>>>;

Plain plain_index(const std::vector<std::string>& texts) {
  Plain index;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    for_each_token(texts[i], [&](const Token& token) {
      index[std::string(token.text)][i].push_back(token.position);
    });
  }
  return index;
}

Plain read_back(const EncodedSegment& segment) {
  Plain index;
  std::string last;
  for (const EncodedBlock& encoded : segment.blocks) {
    BlockReader block(encoded.terms, encoded.positions);
    while (block.next()) {
      EXPECT_LT(last, block.term());
      last = block.term();
      PostingReader reader(block.postings());
      std::vector<std::uint32_t> positions;
      while (reader.next()) {
        reader.positions(positions);
        index[block.term()][reader.document()] = positions;
      }
    }
    EXPECT_FALSE(block.damaged());
  }
  return index;
}

std::vector<std::string> random_texts(int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (int i = 0; i < count; ++i) {
    std::string text;
    for (auto words = random() % 50; words > 0; --words) {
      const auto n = random() % 300 * (random() % 4);
      text += (n % 7 == 0 ? "fooBar" : n % 5 == 0 ? "竞" : "w") + std::to_string(n) + " ";
    }
    texts.push_back(text);
  }
  return texts;
}

EncodedSegment build(const std::vector<std::string>& texts, std::uint32_t file = 1) {
  SegmentBuilder builder;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    builder.begin_document({.file = file,
                            .second = 7,
                            .kind = 3,
                            .part = 1,
                            .offset = static_cast<std::int64_t>(i) * 100,
                            .length = 9});
    builder.add_text(texts[i]);
  }
  return builder.finish();
}

TEST(Segment, HoldsWhatTheTextsHold) {
  for (std::uint32_t seed = 0; seed < 5; ++seed) {
    const auto texts = random_texts(400, seed);
    EXPECT_EQ(read_back(build(texts)), plain_index(texts));
  }
}

TEST(Segment, BuilderCanBeUsedAgain) {
  SegmentBuilder builder;
  for (int round = 0; round < 2; ++round) {
    builder.begin_document({});
    builder.add_text("one two");
    builder.add_mark(filter_term(kToolMark, "Bash"));
    const Plain index = read_back(builder.finish());
    EXPECT_EQ(index.size(), 3U);
    EXPECT_TRUE(index.at("\x01tBash").at(0).empty());
    EXPECT_TRUE(builder.empty());
  }
}

TEST(Segment, SizesAreNearlyKept) {
  for (std::uint32_t words = 0; words < 100'000; words = words * 5 / 4 + 1) {
    EXPECT_NEAR(words_of_size_class(size_class(words)), static_cast<float>(words),
                static_cast<float>(words) * 0.1F + 0.6F);
  }
}

// Bytes that a checksum would have refused: reading must still end.
TEST(Segment, NonsenseEnds) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes(random() % 60, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    BlockReader reader(bytes, bytes);
    while (reader.next()) {
      PostingReader postings(reader.postings());
      std::vector<std::uint32_t> positions;
      while (postings.next()) postings.positions(positions);
    }
  }
}

TEST(Checksum, CoversBytesAndWhatTheyAre) {
  const Identity here = Identity(Identity::Kind::kTerms).with(7).with("a");
  const std::string good = sealed("some bytes", here);
  ASSERT_TRUE(unseal(good, here));
  EXPECT_EQ(*unseal(good, here), "some bytes");
  EXPECT_EQ(seal_of(good), here.sum_of("some bytes"));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bytes = good;
    bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
    EXPECT_FALSE(unseal(bytes, here)) << i;
  }
  EXPECT_FALSE(unseal("", here));
  EXPECT_FALSE(unseal(good.substr(1), here));
  using Kind = Identity::Kind;
  for (const Identity& other :
       {Identity(Kind::kTerms).with(8).with("a"), Identity(Kind::kTerms).with(7).with("b"),
        Identity(Kind::kPositions).with(7).with("a")}) {
    const auto wrong = unseal(good, other);
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::kCorrupt);
  }
}

TEST(Manifest, ComesBackAsItWas) {
  Manifest manifest;
  manifest.next_file = 5;
  manifest.file_sum = UINT64_MAX;
  manifest.segments = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  manifest.rosters = {{"/r", 9, 10}};
  const std::string bytes = encode_manifest(manifest);
  const auto back = decode_manifest(bytes);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(encode_manifest(*back), bytes);
  EXPECT_EQ(back->segments.size(), 2U);
  EXPECT_FALSE(decode_manifest(bytes.substr(0, bytes.size() - 1)));
}

TEST(IndexDatabase, KeepsSegmentsAndFiles) {
  const TempFolder folder;
  const std::string path = folder.file("index.db");
  EXPECT_EQ(IndexDatabase::open_to_read(path).error().code, ErrorCode::kNotFound);
  const auto texts = random_texts(3000, 9);
  {
    auto database = IndexDatabase::open_to_write(path);
    ASSERT_TRUE(database) << database.error().message;
    ASSERT_TRUE((*database)->begin());
    EXPECT_EQ(*(*database)->new_file_ids(2), 1);
    IndexedFile file;
    file.id = 1;
    file.path = "/a";
    file.head_hash = UINT64_MAX;
    file.state = "s";
    file.documents = 3000;
    ASSERT_TRUE((*database)->put_file(file));
    ASSERT_TRUE((*database)->add_segment(build(texts)));
    ASSERT_TRUE((*database)->commit());
    ASSERT_TRUE((*database)->begin());
    ASSERT_TRUE((*database)->remove_file(1));
    (*database)->roll_back();
    EXPECT_TRUE(verify_database(**database));
  }
  auto database = IndexDatabase::open_to_read(path);
  ASSERT_TRUE(database) << database.error().message;
  const auto files = (*database)->files();
  ASSERT_EQ(files->size(), 1U);
  EXPECT_EQ(files->at(0).head_hash, UINT64_MAX);
  EXPECT_EQ(*(*database)->state_of(files->at(0)), "s");
  const auto segments = *(*database)->segments();
  ASSERT_EQ(segments.size(), 1U);
  const auto facts = (*database)->facts(segments[0]);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->pages(), 12U);
  EXPECT_EQ(facts->file(2999), 1U);
  EXPECT_EQ((*database)->place(segments[0].id, 2999)->offset, 299'900);
  for (const auto& [term, documents] : plain_index(texts)) {
    std::deque<std::string> keep;
    const auto found = (*database)->find(segments[0], term, false, Positions::kYes, keep);
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), 1U) << term;
    EXPECT_EQ(found->at(0).postings.documents, std::ssize(documents));
  }
  std::deque<std::string> keep;
  EXPECT_TRUE((*database)->find(segments[0], "nothere", false, Positions::kNo, keep)->empty());
  EXPECT_GT((*database)->find(segments[0], "w1", true, Positions::kNo, keep)->size(), 5U);
}

TEST(IndexDatabase, MergedSegmentsHoldTheSame) {
  const TempFolder folder;
  auto database = IndexDatabase::open_to_write(folder.file("index.db"));
  std::vector<std::string> all;
  ASSERT_TRUE((*database)->begin());
  for (std::uint32_t i = 0; i < 4; ++i) {
    const auto texts = random_texts(60, i);
    ASSERT_TRUE((*database)->add_segment(build(texts, i)));
    if (i != 2) all.insert(all.end(), texts.begin(), texts.end());
  }
  ASSERT_TRUE((*database)->commit());
  const auto merged = merge_segments(**database, *(*database)->segments(), {0, 1, 3});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->documents, std::ssize(all));
  EXPECT_EQ(read_back(*merged), plain_index(all));
}

TEST(IndexDatabase, WhatIsNoIndexIsCorruptAndNewerOnesAreLeftAlone) {
  const TempFolder folder;
  const std::string path = folder.file("index.db");
  std::ofstream(path) << "this is not a database at all, only some text that is long enough";
  EXPECT_EQ(IndexDatabase::open_to_read(path).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(IndexDatabase::open_to_write(path).error().code, ErrorCode::kCorrupt);
  ASSERT_TRUE(remove_index(path));
  {
    auto database = IndexDatabase::open_to_write(path);
    ASSERT_TRUE(database);
    (*database)->tidy();  // so that it is in the file and not in the log
  }
  const auto set_version = [&](std::int64_t version) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(60);  // user_version in the header of an SQLite file
    for (int shift = 24; shift >= 0; shift -= 8) file.put(static_cast<char>(version >> shift));
  };
  set_version(stamped_version(99'999));
  EXPECT_EQ(IndexDatabase::open_to_read(path).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(IndexDatabase::open_to_write(path).error().code, ErrorCode::kUnsupported);
  // 5 had another hash. Corrupt means: made anew by who may write.
  for (const std::int64_t older : {1, 5'001}) {
    set_version(stamped_version(older));
    EXPECT_EQ(IndexDatabase::open_to_read(path).error().code, ErrorCode::kCorrupt);
    EXPECT_EQ(IndexDatabase::open_to_write(path).error().code, ErrorCode::kCorrupt);
  }
  // A damaged number is not that of a newer one.
  for (const std::int64_t wrong : {std::int64_t{999'999}, stamped_version(99'999) ^ 0x100000}) {
    set_version(wrong);
    EXPECT_EQ(IndexDatabase::open_to_read(path).error().code, ErrorCode::kCorrupt);
  }
}

TEST(IndexDatabase, OneWriterAtATime) {
  const TempFolder folder;
  auto first = IndexLock::take(folder.file("lock"));
  ASSERT_TRUE(first);
  EXPECT_EQ(IndexLock::take(folder.file("lock")).error().code, ErrorCode::kBusy);
}

}  // namespace
}  // namespace clew
