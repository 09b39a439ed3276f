// SPDX-License-Identifier: MIT
//
// For tests only: lines of transcripts that report usage, and ledgers made of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"
#include "usage/ledger.h"
#include "usage/line_usage.h"
#include "usage/usage_filter.h"

namespace clew {

// What an assistant line says; fields that are empty are left out.
struct TestLine {
  std::string message = "msg_01";
  std::string request = "req_01";
  std::string uuid = "";
  std::string session = "11111111-0000-4000-8000-000000000000";
  std::string model = "claude-opus-4-1-20250805";
  std::string time = "2026-01-05T14:03:09.123Z";
  std::int64_t input = 3;
  std::int64_t output = 100;
  std::int64_t read = 1000;
  std::int64_t write = 200;
  std::int64_t write_1h = -1;  // negative: the total is not split
  bool sidechain = false;
  bool copy = false;
  std::string content = "[]";
  std::string extra = "";  // further members of the line: ",\"a\":1"

  std::string usage() const {
    std::string text = "{\"input_tokens\":" + std::to_string(input) +
                       ",\"output_tokens\":" + std::to_string(output) +
                       ",\"cache_read_input_tokens\":" + std::to_string(read) +
                       ",\"cache_creation_input_tokens\":" + std::to_string(write);
    if (write_1h >= 0) {
      text += ",\"cache_creation\":{\"ephemeral_5m_input_tokens\":" +
              std::to_string(write - write_1h) +
              ",\"ephemeral_1h_input_tokens\":" + std::to_string(write_1h) + "}";
    }
    return text + "}";
  }

  std::string json() const {
    const auto member = [](const char* name, const std::string& value) {
      return value.empty() ? std::string() : "\"" + std::string(name) + "\":\"" + value + "\",";
    };
    std::string text = "{\"parentUuid\":null,\"isSidechain\":";
    text += sidechain ? "true," : "false,";
    text += member("sessionId", session) + member("requestId", request) + member("uuid", uuid) +
            member("timestamp", time);
    if (copy) text += "\"forkedFrom\":{\"sessionId\":\"x\",\"messageUuid\":\"y\"},";
    text += "\"type\":\"assistant\",\"message\":{" + member("id", message) + member("model", model) +
            "\"type\":\"message\",\"role\":\"assistant\",\"content\":" + content +
            ",\"usage\":" + usage() + "}" + extra + "}";
    return text;
  }
};

// Reads a line that has no padding behind it.
inline const LineUsage& read_test_line(LineUsageReader& reader, std::string& storage,
                                       std::string_view line) {
  storage.assign(line);
  storage.resize(line.size() + json::kPadding);
  return reader.read(std::string_view(storage).substr(0, line.size()));
}

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
  for (const BilledResponse& response : ledger.responses()) sums += sums_of(response.row.tokens);
  return sums;
}

}  // namespace clew
