// SPDX-License-Identifier: MIT
//
// For tests only: lines of transcripts that report usage.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"
#include "transcript/line_usage.h"

namespace clew {

// What an assistant line says; fields that are empty are left out.
struct UsageTestLine {
  std::string message = "msg_01";
  std::string request = "req_01";
  std::string uuid = {};
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
  std::string extra = {};  // further members of the line: ",\"a\":1"

  std::string usage() const {
    std::string text = "{\"input_tokens\":" + std::to_string(input) +
                       ",\"output_tokens\":" + std::to_string(output) +
                       ",\"cache_read_input_tokens\":" + std::to_string(read) +
                       ",\"cache_creation_input_tokens\":" + std::to_string(write);
    if (write_1h >= 0) {
      text +=
          ",\"cache_creation\":{\"ephemeral_5m_input_tokens\":" + std::to_string(write - write_1h) +
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
    text += "\"type\":\"assistant\",\"message\":{" + member("id", message) +
            member("model", model) +
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

}  // namespace clew
