// SPDX-License-Identifier: MIT
#include "base/hash_index.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/hash.h"

namespace clew {
namespace {

TEST(HashBytes, EveryBitCounts) {
  const std::string text = "a text of twenty-one";
  EXPECT_NE(hash_bytes(text), hash_bytes(text, 1));
  std::set<std::uint64_t> hashes = {hash_bytes(text)};
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = text;
      other[i] = static_cast<char>(other[i] ^ (1 << bit));
      hashes.insert(hash_bytes(other));
    }
  }
  EXPECT_EQ(hashes.size(), 1 + text.size() * 8);
}

TEST(HashBytes, TheLengthCounts) {
  std::set<std::uint64_t> hashes;
  for (std::size_t size = 0; size < 40; ++size) hashes.insert(hash_bytes(std::string(size, '\0')));
  EXPECT_EQ(hashes.size(), 40U);
}

// XXH3 as others compute it. It stands in files, so another one needs new numbers there:
// kSchemaVersion (store), kFactsVersion and the trash (catalog), kLedgerVersion (usage).
TEST(HashBytes, IsTheOneThatIsStored) {
  std::string long_text;
  for (int i = 0; i < 1000; ++i) long_text += static_cast<char>(i % 251);
  EXPECT_EQ(hash_bytes(""), 0x2d06800538d394c2U);
  EXPECT_EQ(hash_bytes("clew"), 0x1e4fd5a1c211d545U);
  EXPECT_EQ(hash_bytes("clew", 7), 0x4e1fe83592465b68U);
  EXPECT_EQ(hash_bytes(long_text, 7), 0x88c710a69b531698U);
  EXPECT_EQ(hash_bytes_128("clew", 7).low, 0x9b97d94b12b33b1fU);
  EXPECT_EQ(hash_bytes_128("clew", 7).high, 0xa6bf5b9d2ec9704U);
}

// Keys whose hashes collide are told apart by who compares, also after the table has grown.
TEST(HashIndex, FindsWhatWasPut) {
  std::vector<std::string> keys;
  HashIndex index;
  const auto hash = [](std::uint32_t i) { return std::uint64_t{i % 50} << 60U; };
  const auto is = [&](const std::string& key) {
    return [&](std::uint32_t number) { return keys[number] == key; };
  };
  EXPECT_FALSE(index.find(0, is("0")));
  for (std::uint32_t i = 0; i < 1000; ++i) {
    keys.push_back(std::to_string(i));
    EXPECT_EQ(index.put(hash(i), i, is(keys.back())), std::nullopt);
  }
  EXPECT_EQ(index.size(), 1000U);
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(index.find(hash(i), is(keys[i])), i);
  EXPECT_FALSE(index.find(hash(7), is("none")));
  std::set<std::uint32_t> all;
  index.for_each([&](std::uint32_t number) { all.insert(number); });
  EXPECT_EQ(all.size(), 1000U);
}

TEST(HashIndex, TheLastOneCounts) {
  std::vector<std::string> keys = {"a", "b", "a"};
  HashIndex index;
  const auto put = [&](std::uint32_t number) {
    return index.put(hash_bytes(keys[number]), number,
                     [&](std::uint32_t other) { return keys[other] == keys[number]; });
  };
  EXPECT_FALSE(put(0));
  EXPECT_FALSE(put(1));
  EXPECT_EQ(put(2), 0U);
  EXPECT_EQ(index.size(), 2U);
  EXPECT_EQ(index.find(hash_bytes("a"), [&](std::uint32_t number) { return keys[number] == "a"; }),
            2U);
}

}  // namespace
}  // namespace clew
