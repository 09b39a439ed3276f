// SPDX-License-Identifier: MIT
#include "usage/ledger_codec.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

LedgerPart sample() {
  LedgerPart part;
  LineUsageReader reader(LineUsageReader::Tools::kInclude);
  std::string storage;
  LedgerFile facts;
  facts.path = "/f";
  std::int64_t offset = 0;
  for (int i = 0; i < 50; ++i) {
    UsageTestLine line;
    line.message = "m" + std::to_string(i / 2);
    line.output = std::int64_t{1000} * i;
    line.sidechain = i % 3 == 0;
    line.time = i % 7 == 0 ? "" : "2026-01-05T14:03:0" + std::to_string(i % 10) + "Z";
    line.content = R"([{"type":"tool_use","id":"t","name":"Bash"}])";
    if (i == 20) line.input = -1;
    if (i == 30) line.extra = R"(,"costUSD":0.125)";
    part.add(read_test_line(reader, storage, line.json()), 0, facts, offset);
    offset += 100;
  }
  part.add(
      read_test_line(reader, storage, R"({"type":"cost-state","sessionId":"s","totalCostUSD":2})"),
      0, facts, offset);
  part.add(read_test_line(reader, storage, R"({"usage)"), 0, facts, offset);
  return part;
}

TEST(LedgerCodec, GivesBackWhatItTook) {
  const LedgerPart part = sample();
  const std::string bytes = encode_part(part);
  const auto back = decode_part(bytes);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->rows.size(), part.rows.size());
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    EXPECT_EQ(back->rows[i].key, part.rows[i].key);
    EXPECT_EQ(back->rows[i].time, part.rows[i].time);
    EXPECT_EQ(back->rows[i].last_time, part.rows[i].last_time);
    EXPECT_EQ(back->rows[i].offset, part.rows[i].offset);
    EXPECT_EQ(back->rows[i].reported, part.rows[i].reported);
    EXPECT_EQ(back->rows[i].tokens, part.rows[i].tokens);
    EXPECT_EQ(back->rows[i].lines, part.rows[i].lines);
    EXPECT_EQ(back->rows[i].flags, part.rows[i].flags);
    EXPECT_EQ(back->symbols.text(back->rows[i].model), part.symbols.text(part.rows[i].model));
  }
  EXPECT_EQ(back->tools.size(), part.tools.size());
  EXPECT_EQ(back->totals.size(), 1U);
  EXPECT_EQ(back->sessions.size(), 1U);
  EXPECT_EQ(back->findings.size(), 1U);
  EXPECT_EQ(back->broken_lines, 1);
  EXPECT_EQ(encode_part(*back), bytes);
}

TEST(LedgerCodec, IsCompact) {
  LedgerPart part = sample();
  part.tools.clear();
  EXPECT_LT(encode_part(part).size(), part.rows.size() * 60 + 300);
}

TEST(LedgerCodec, FilesAreNumberedAnew) {
  auto part = decode_part(encode_part(sample()));
  ASSERT_TRUE(part);
  assign_file(*part, 7);
  for (const LedgerRow& row : part->rows) EXPECT_EQ(row.file, 7U);
  EXPECT_EQ(part->sessions.front().file, 7U);
}

TEST(LedgerCodec, RefusesWhatWasCutOrChanged) {
  const std::string bytes = encode_part(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_FALSE(decode_part(std::string_view(bytes).substr(0, size))) << size;
  }
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string changed = bytes;
    char& byte = changed[random() % changed.size()];
    byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << random() % 8));
    ASSERT_FALSE(decode_part(changed));
  }
  EXPECT_FALSE(decode_part(bytes + "x"));
  EXPECT_FALSE(decode_part(""));
}

// Keys are compared with stored ones, so rows with keys of another hash must not be taken, however
// whole they are.
TEST(LedgerCodec, RefusesOtherVersions) {
  std::string bytes = encode_part(sample());
  bytes.resize(bytes.size() - 8);
  const auto sealed = [&] {
    const std::uint64_t sum = hash_bytes(bytes);
    std::string all = bytes;
    for (unsigned shift = 0; shift < 64; shift += 8) all += static_cast<char>(sum >> shift);
    return all;
  };
  ASSERT_TRUE(decode_part(sealed()));
  for (const std::uint32_t other : {kLedgerVersion - 1, kLedgerVersion + 1}) {
    bytes.front() = static_cast<char>(other);
    EXPECT_FALSE(decode_part(sealed())) << other;
  }
}

TEST(LedgerCodec, KeepsFilesApart) {
  std::vector<StoredFile> files(2);
  files[0].path = "/a";
  files[0].inode = 1;
  files[0].position = 1'000'000'000'000;
  files[0].part = sample();
  files[1].path = "/b";
  files[1].device = files[1].tail = ~std::uint64_t{0};
  const std::string bytes = encode_files({&files[0], &files[1]});
  const auto back = decode_files(bytes);
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 2U);
  EXPECT_EQ((*back)[0].path, "/a");
  EXPECT_EQ((*back)[0].position, 1'000'000'000'000);
  EXPECT_EQ((*back)[0].part.rows.size(), files[0].part.rows.size());
  EXPECT_EQ((*back)[1].tail, ~std::uint64_t{0});
  EXPECT_FALSE(decode_files(std::string_view(bytes).substr(1)));
  EXPECT_FALSE(decode_files(encode_part(sample())));
}

TEST(LedgerCodec, StoredAndFreshRowsMakeOneLedger) {
  const std::string one = UsageTestLine{}.json();
  UsageTestLine grown;
  grown.output = 900;
  LineUsageReader reader;
  std::string storage;
  LedgerFile facts;
  facts.path = "/f";
  LedgerPart before;
  before.add(read_test_line(reader, storage, one), 0, facts, 0);
  LedgerPart after;
  after.add(read_test_line(reader, storage, grown.json()), 0, facts, 1000);
  std::vector<LedgerPart> parts;
  parts.push_back(std::move(after));
  parts.push_back(*decode_part(encode_part(before)));
  const Ledger ledger({facts}, std::move(parts));
  ASSERT_EQ(ledger.responses().size(), 1U);
  EXPECT_EQ(ledger.responses().front().row().tokens.output, 900U);
  EXPECT_EQ(ledger.responses().front().row().offset, 0);
  EXPECT_EQ(ledger.responses().front().row_count, 1U);
}

}  // namespace
}  // namespace clew
