// SPDX-License-Identifier: MIT
#include "engine/usage/usage_files.h"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"
#include "usage/report.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void put(MemoryFileSystem& files, const std::string& path, const std::string& text) {
  files.add_file(path, text);
}

Ledger ledger_of(const FileSystem& files, int threads = 1) {
  UsageFiles found = find_usage_files(files, {"/r"}, threads);
  ReadUsageOptions options;
  options.threads = threads;
  options.tools = LineUsageReader::Tools::kInclude;
  return read_ledger(files, found, options);
}

// All that a ledger says that a report could show.
std::string describe(const Ledger& ledger) {
  std::string out;
  for (const BilledResponse& response : ledger.responses()) {
    const TokenSums t = sums_of(response.row().tokens);
    out += ledger.file(response.row().file).path + "@" + std::to_string(response.row().offset) +
           " " + std::string(ledger.text(response.row().model)) + " " +
           std::to_string(response.row().time) + " " + std::to_string(t.total()) + " " +
           std::to_string(t.output) + " x" + std::to_string(response.row_count) + "\n";
  }
  return out;
}

TEST(UsageFiles, KnowsEveryLayout) {
  MemoryFileSystem files;
  const std::string project = "/r/projects/-p";
  UsageTestLine line;
  line.session = "flat-session";
  put(files, project + "/s1.jsonl", line.json() + "\n");
  put(files, project + "/agent-0a1b2c3.jsonl", line.json() + "\n");
  put(files, project + "/s1/subagents/agent-a1.jsonl", line.json() + "\n");
  put(files, project + "/s1/subagents/workflows/wf_1/agent-a2.jsonl", line.json() + "\n");
  put(files, project + "/s1/subagents/workflows/wf_1/journal.jsonl", line.json() + "\n");
  put(files, project + "/s1/tool-results/x.txt", line.json() + "\n");
  const Ledger ledger = ledger_of(files);
  std::map<std::string, std::string> sessions;
  for (const LedgerFile& file : ledger.files()) {
    sessions[file.path.substr(project.size() + 1)] =
        file.session + (file.is_agent ? " " + file.agent : "");
  }
  EXPECT_EQ(sessions, (std::map<std::string, std::string>{
                          {"s1.jsonl", "s1"},
                          {"agent-0a1b2c3.jsonl", "flat-session 0a1b2c3"},
                          {"s1/subagents/agent-a1.jsonl", "s1 a1"},
                          {"s1/subagents/workflows/wf_1/agent-a2.jsonl", "s1 a2"}}));
  ASSERT_EQ(ledger.responses().size(), 1U);
  EXPECT_EQ(ledger.file(ledger.responses().front().row().file).session, "s1");
  EXPECT_EQ(ledger.responses().front().row_count, 4U);
}

TEST(UsageFiles, ASessionOutsideOfRootsBringsItsAgents) {
  MemoryFileSystem files;
  put(files, "/x/s1.jsonl", UsageTestLine{}.json());
  put(files, "/x/s2.jsonl", UsageTestLine{}.json());
  put(files, "/x/s1/subagents/agent-a1.jsonl", UsageTestLine{}.json());
  const UsageFiles found = find_usage_files_of(files, "/x/s1.jsonl");
  ASSERT_EQ(found.files.size(), 2U);
  EXPECT_EQ(found.files[0].path, "/x/s1.jsonl");
  EXPECT_EQ(found.files[1].session, "s1");
}

// A file large enough to be cut into pieces, with responses whose lines stand far apart.
TEST(UsageFiles, ThreadsMakeNoDifference) {
  MemoryFileSystem files;
  std::string large;
  const std::string padding(150'000, 'x');
  for (int i = 0; i < 180; ++i) {
    UsageTestLine line;
    line.message = "msg_" + std::to_string(i / 7);
    line.request = "req_" + std::to_string(i / 7);
    line.output = i * 31 % 100;
    line.time = "2026-01-05T10:00:" + std::to_string(10 + i % 50) + "Z";
    large += line.json() + "\n{\"type\":\"user\",\"text\":\"" + padding + "\"}\n";
  }
  ASSERT_GT(large.size(), std::size_t{20} << 20U);
  put(files, "/r/projects/-p/large.jsonl", large);
  RandomSessions random(7);
  for (int round = 0; round < 5; ++round) {
    for (const TestFile& file : random.make()) {
      put(files, "/r/projects/-q" + std::to_string(round) + file.facts.path.substr(14),
          joined(file.lines));
    }
  }
  const std::string expected = describe(ledger_of(files));
  EXPECT_NE(expected.find("large.jsonl"), std::string::npos);
  for (const int threads : {2, 3, 8, 16}) EXPECT_EQ(describe(ledger_of(files, threads)), expected);
}

TEST(UsageFiles, OldFilesNeedNotBeRead) {
  MemoryFileSystem files;
  put(files, "/r/projects/-p/s1.jsonl", UsageTestLine{}.json() + "\n");
  UsageFiles found = find_usage_files(files, {"/r"});
  ASSERT_EQ(found.files.size(), 1U);
  ReadUsageOptions options;
  options.changed_since = found.infos[0].mtime_ns / 1'000'000 + 1000;
  EXPECT_TRUE(read_ledger(files, found, options).responses().empty());
  options.changed_since -= 2000;
  EXPECT_EQ(read_ledger(files, found, options).responses().size(), 1U);
}

TEST(UsageFiles, ALastLineWithoutItsEndCounts) {
  MemoryFileSystem files;
  put(files, "/r/projects/-p/s1.jsonl", UsageTestLine{}.json());
  EXPECT_EQ(ledger_of(files).responses().size(), 1U);
  put(files, "/r/projects/-p/s1.jsonl", UsageTestLine{}.json().substr(0, 300));
  EXPECT_TRUE(ledger_of(files).responses().empty());
}

TEST(UsageFiles, GoesOnWhereItStopped) {
  MemoryFileSystem files;
  UsageTestLine line;
  const std::string first = line.json() + "\n";
  line.output = 500;
  const std::string second = line.json();
  put(files, "/f", first + second);
  LineUsageReader reader;
  LedgerPart part;
  LedgerFile facts;
  facts.path = "/f";
  const auto file = files.open("/f");
  ASSERT_TRUE(file);
  auto position = read_usage_lines(**file, 0, -1, 0, facts, reader, part);
  ASSERT_TRUE(position);
  EXPECT_EQ(*position, static_cast<std::int64_t>(first.size()));  // the second is not finished yet
  put(files, "/f", first + second + "\n");
  const auto grown = files.open("/f");
  position = read_usage_lines(**grown, *position, -1, 0, facts, reader, part);
  ASSERT_TRUE(position);
  std::vector<LedgerPart> parts;
  parts.push_back(std::move(part));
  const Ledger ledger({facts}, std::move(parts));
  ASSERT_EQ(ledger.responses().size(), 1U);
  EXPECT_EQ(ledger.responses().front().row().tokens.output, 500U);
}

}  // namespace
}  // namespace clew
