// SPDX-License-Identifier: MIT
//
// The ledger's quick reader against the parser of whole transcripts: for every line of what there
// is to read, both must say the same about usage, and no line that matters may be passed over.

#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "jsonl/line_reader.h"
#include "os/real_file_system.h"
#include "transcript/entry_parser.h"
#include "usage/test_usage.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

// What the slow way says about a line.
struct Slow {
  std::string message, request, model, session, uuid;
  TimeMs time = kNoTime;
  bool sidechain = false;
  Tokens tokens;
};

std::optional<Slow> read_slowly(std::string_view text) {
  Transcript t;
  EntryParser parser(t);
  const EntryIndex index = parser.add(text, {});
  if (index == kNoEntry) return std::nullopt;
  const Entry& entry = t[index];
  if (entry.type != EntryType::kAssistant || entry.usage < 0 || entry.api_error ||
      t.text(entry.model) == "<synthetic>") {
    return std::nullopt;
  }
  Slow slow;
  slow.message = t.text(entry.message_id);
  slow.request = t.text(entry.request_id);
  slow.model = t.text(entry.model);
  slow.session = t.text(t.origin(entry).session);
  slow.uuid = t.text(entry.uuid);
  slow.time = entry.time;
  slow.sidechain = entry.sidechain;
  slow.tokens = t.usages[static_cast<std::size_t>(entry.usage)];
  return slow;
}

void compare(LineUsageReader& reader, std::string_view text) {
  const std::optional<Slow> slow = read_slowly(text);
  if (!may_hold_usage(text)) {
    ASSERT_FALSE(slow) << text;
    return;
  }
  const LineUsage& fast = reader.read(text);
  if (!slow) {
    // Only the copies of subagents' lines, which are no lines of their own, are found here alone.
    const bool in_progress = text.find("\"progress\"") != std::string_view::npos;
    ASSERT_TRUE(fast.records.empty() || in_progress) << text;
    return;
  }
  ASSERT_FALSE(fast.records.empty()) << text;
  const UsageRecord& record = fast.records.front();
  ASSERT_EQ(record.message_id, slow->message) << text;
  ASSERT_EQ(record.request_id, slow->request) << text;
  ASSERT_EQ(record.model, slow->model) << text;
  ASSERT_EQ(record.session, slow->session) << text;
  ASSERT_EQ(record.uuid, slow->uuid) << text;
  ASSERT_EQ(record.time, slow->time) << text;
  ASSERT_EQ(record.sidechain, slow->sidechain) << text;
  ASSERT_EQ(record.tokens, slow->tokens) << text;
}

// Lines put together from pieces that matter, in any order, and then damaged.
class Crafted {
 public:
  explicit Crafted(std::uint32_t seed) : random_(seed) {}

  std::string line() {
    std::string text = "{";
    for (std::uint32_t i = 0, count = 1 + roll(9); i < count; ++i) {
      if (i > 0) text += ",";
      text += member();
    }
    text += "}";
    if (roll(12) == 0) text.resize(roll(static_cast<std::uint32_t>(text.size())));
    if (roll(20) == 0) text.insert(roll(static_cast<std::uint32_t>(text.size())), "\xFF");
    return text;
  }

 private:
  std::uint32_t roll(std::uint32_t sides) {
    return sides == 0 ? 0 : static_cast<std::uint32_t>(random_() % sides);
  }
  std::string pick(std::initializer_list<const char*> list) {
    return list.begin()[roll(static_cast<std::uint32_t>(list.size()))];
  }

  std::string number() {
    return pick({"0", "1", "12", "-3", "1e3", "2.5", "1e300", "999999999999", "1000000001", "null",
                 "\"7\"", "true", "{}", "18446744073709551616"});
  }
  std::string usage() {
    std::string text = "{";
    for (std::uint32_t i = 0, count = roll(6); i < count; ++i) {
      if (i > 0) text += ",";
      text += pick({"\"input_tokens\":", "\"output_tokens\":", "\"cache_read_input_tokens\":",
                    "\"cache_creation_input_tokens\":"}) +
              number();
      if (roll(4) == 0) {
        text += ",\"cache_creation\":{\"ephemeral_5m_input_tokens\":" + number() +
                ",\"ephemeral_1h_input_tokens\":" + number() + "}";
      }
      if (roll(5) == 0) text += ",\"server_tool_use\":{\"web_search_requests\":" + number() + "}";
      if (roll(5) == 0) text += ",\"output_tokens_details\":{\"thinking_tokens\":" + number() + "}";
    }
    return roll(8) == 0 ? pick({"null", "[]", "1", "\"usage\""}) : text + "}";
  }
  std::string usage_name() {
    return pick({"\"usage\":", "\"usage\" : ", "\"\\u0075sage\":", "\"us\\u0061g\\u0065\":"});
  }
  std::string message() {
    std::string text = "{\"id\":" + pick({"\"m1\"", "\"m2\"", "null", "7", "\"\""});
    if (roll(2) == 0)
      text += ",\"model\":" + pick({"\"claude-x\"", "\"<synthetic>\"", "null", "3"});
    if (roll(4) != 0) text += "," + usage_name() + usage();
    if (roll(4) == 0) text += ",\"content\":[{\"type\":\"text\",\"text\":\"\\\"usage\\\"\"}]";
    if (roll(9) == 0) text += "," + usage_name() + usage();
    return text + "}";
  }
  std::string member() {
    switch (roll(13)) {
      case 0:
      case 1:
        return "\"type\":" +
               pick({"\"assistant\"", "\"assistant\"", "\"user\"", "\"result\"", "null"});
      case 2:
      case 3:
      case 4:
        return "\"message\":" + (roll(10) == 0 ? pick({"null", "\"x\"", "[]"}) : message());
      case 5:
        return usage_name() + usage();
      case 6:
        return pick({"\"requestId\":", "\"request_id\":"}) +
               pick({"\"r1\"", "\"r2\"", "null", "1"});
      case 7:
        return "\"timestamp\":" +
               pick({"\"2026-01-05T14:03:09.123Z\"", "\"never\"", "1700000000000", "null"});
      case 8:
        return "\"isSidechain\":" + pick({"true", "false", "null", "1"});
      case 9:
        return "\"isApiErrorMessage\":" + pick({"true", "false"});
      case 10:
        return pick({"\"sessionId\":", "\"session_id\":", "\"parent_tool_use_id\":"}) +
               pick({"\"s\"", "null"}) + ",\"uuid\":" + pick({"\"u\"", "null"});
      case 11:
        return "\"session_id\":\"s2\"";
      default:
        return "\"model\":" + pick({"\"claude-y\"", "\"<synthetic>\"", "null"});
    }
  }

  std::mt19937 random_;
};

TEST(UsageDifferential, CraftedLines) {
  LineUsageReader reader;
  std::string storage;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Crafted crafted(seed);
    for (int i = 0; i < 1000; ++i) {
      const std::string line = crafted.line();
      storage.assign(line);
      storage.resize(line.size() + json::kPadding);
      compare(reader, std::string_view(storage).substr(0, line.size()));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(UsageDifferential, RealFiles) {
  const fs::path shared = fs::path(CLEW_SOURCE_DIR) / "../shared";
  if (!fs::exists(shared)) GTEST_SKIP() << "../shared is not there: no real files to compare on";
  RealFileSystem files;
  LineUsageReader reader;
  std::int64_t lines = 0;
  for (const char* folder : {"corpus", "conformance"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(shared / folder)) {
      if (entry.path().extension() != ".jsonl") continue;
      const auto file = files.open(entry.path());
      ASSERT_TRUE(file);
      LineReader source(**file);
      for (auto line = source.next(); line && *line; line = source.next(), ++lines) {
        compare(reader, (*line)->text);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(lines, 10'000);
}

}  // namespace
}  // namespace clew
