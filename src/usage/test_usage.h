// SPDX-License-Identifier: MIT
//
// For tests only: ledgers made of lines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "transcript/test_usage_lines.h"
#include "transcript/usage_filter.h"
#include "usage/ledger.h"

namespace clew {

struct TestFile {
  LedgerFile facts;
  std::vector<std::string> lines;
};

inline TestFile test_file(std::string session, std::vector<std::string> lines,
                          std::string project = "-p") {
  TestFile file;
  file.facts.path = "/r/projects/" + project + "/" + session + ".jsonl";
  file.facts.project = std::move(project);
  file.facts.session = std::move(session);
  file.lines = std::move(lines);
  return file;
}

inline TestFile test_agent_file(const std::string& session, const std::string& agent,
                                std::vector<std::string> lines) {
  TestFile file = test_file(session, std::move(lines));
  file.facts.path = "/r/projects/-p/" + session + "/subagents/agent-" + agent + ".jsonl";
  file.facts.agent = agent;
  file.facts.is_agent = true;
  return file;
}

// The ledger of these files, read in `parts` pieces that are dealt out at random.
inline Ledger test_ledger(const std::vector<TestFile>& files, std::size_t parts = 1,
                          std::uint32_t seed = 0,
                          LineUsageReader::Tools tools = LineUsageReader::Tools::kInclude) {
  std::vector<LedgerFile> facts;
  for (const TestFile& file : files) facts.push_back(file.facts);
  std::vector<LedgerPart> made(parts);
  LineUsageReader reader(tools);
  std::string storage;
  std::mt19937 random(seed);
  struct Place {
    FileId file;
    std::int64_t offset;
    const std::string* line;
  };
  std::vector<Place> places;
  for (FileId file = 0; file < files.size(); ++file) {
    std::int64_t offset = 0;
    for (const std::string& line : files[file].lines) {
      places.push_back({file, offset, &line});
      offset += static_cast<std::int64_t>(line.size()) + 1;
    }
  }
  if (seed != 0) std::shuffle(places.begin(), places.end(), random);
  for (const Place& place : places) {
    if (!may_hold_usage(*place.line)) continue;
    LedgerPart& part = made[seed == 0 ? 0 : random() % parts];
    part.add(read_test_line(reader, storage, *place.line), place.file, facts[place.file],
             place.offset);
  }
  return Ledger(std::move(facts), std::move(made));
}

inline TokenSums totals(const Ledger& ledger) {
  TokenSums sums;
  for (const BilledResponse& response : ledger.responses()) sums += sums_of(response.row().tokens);
  return sums;
}

// Sessions as they are: responses of several lines, some growing, some without a requestId, agents,
// forks, replays.
class RandomSessions {
 public:
  explicit RandomSessions(std::uint32_t seed) : random_(seed) {}

  std::vector<TestFile> make() {
    std::vector<TestFile> files;
    for (std::uint32_t i = 0; i < 2 + roll(4); ++i) {
      const std::string name = "s" + std::to_string(i);
      TestFile file = test_file(name, session_lines(name, false));
      if (roll(2) == 0) files.push_back(test_agent_file(name, "a", session_lines(name, true)));
      if (roll(3) == 0) files.push_back(fork(file, name + "-fork"));
      files.push_back(std::move(file));
    }
    return files;
  }

  // The first half of a session as another.
  TestFile fork(const TestFile& file, const std::string& name) {
    std::vector<std::string> lines(
        file.lines.begin(),
        file.lines.begin() + static_cast<std::ptrdiff_t>(file.lines.size() / 2));
    for (std::string& text : lines) {
      const std::size_t at = text.find("\"" + file.facts.session + "\"");
      if (at != std::string::npos) text.replace(at + 1, file.facts.session.size(), name);
    }
    return test_file(name, std::move(lines), file.facts.project);
  }

  std::mt19937& random() { return random_; }

 private:
  std::vector<std::string> session_lines(const std::string& session, bool sidechain) {
    std::vector<std::string> lines;
    for (std::uint32_t i = 0; i < roll(12); ++i) {
      ++count_;
      UsageTestLine made;
      made.session = session;
      made.sidechain = sidechain;
      made.message = "msg_" + std::to_string(count_);
      made.request = roll(4) == 0 ? "" : "req_" + std::to_string(count_);
      made.model = roll(2) == 0 ? "claude-opus-4-1" : "claude-haiku-4-5";
      made.output = roll(1000);
      made.input = roll(10);
      made.write = roll(500);
      if (roll(2) == 0) made.write_1h = made.write / 2;
      const std::uint32_t blocks = 1 + roll(4);
      for (std::uint32_t block = 0; block < blocks; ++block) {
        UsageTestLine one = made;
        one.uuid = "u" + std::to_string(count_) + "-" + std::to_string(block);
        one.time = "2026-01-05T" + std::to_string(10 + roll(10)) + ":00:00.000Z";
        one.content = R"([{"type":"tool_use","id":"t)" + one.uuid + R"(","name":"Tool)" +
                      std::to_string(roll(3)) + R"("}])";
        if (block + 1 < blocks && roll(2) == 0) one.output = roll(5);
        lines.push_back(one.json());
        if (roll(3) == 0) lines.push_back(R"({"type":"user","message":{"content":"x"}})");
      }
    }
    return lines;
  }

  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(random_() % sides); }

  std::mt19937 random_;
  int count_ = 0;
};

}  // namespace clew
