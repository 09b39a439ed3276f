// SPDX-License-Identifier: MIT

#include "catalog/layout/transcript_file.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "catalog/layout/file_lines.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

template <class T>
std::string number(T i) {
  return std::to_string(i);
}

// Lines of all kinds, with repeated and missing ids, labels, blank and broken lines.
std::string mixed_lines(int count) {
  std::mt19937 dice(5);
  std::string text = "\xEF\xBB\xBF";
  for (int i = 0; i < count; ++i) {
    const std::string uuid = R"("uuid":"u)" + number(i) + R"(","parentUuid":"u)" +
                             number(static_cast<int>(dice() % 50) + i - 40) + R"(",)";
    switch (dice() % 12) {
      case 0:
        text += R"({"type":"summary","summary":"s","leafUuid":"u)" + number(i / 2) + "\"}\n";
        break;
      case 1:
        text += "\n  \n";
        break;
      case 2:
        text += "torn {\n";
        break;
      case 3:
        text += R"({"type":"custom-title","customTitle":"t)" + number(i) + "\"}\n";
        break;
      case 4:
        text += R"({"type":"last-prompt","leafUuid":"u)" + number(i / 3) + "\"}\n";
        break;
      case 5:
        text += R"({"type":"system","subtype":"compact_boundary",)" + uuid +
                R"("compactMetadata":{"preservedMessages":{"anchorUuid":"u1","uuids":["u)" +
                number(i) + R"(","u2"]}}})" + "\n";
        break;
      case 6:
        text += R"({"type":"file-history-snapshot","messageId":"u)" + number(i / 2) +
                R"(","snapshot":{"messageId":"u1","trackedFileBackups":{"f)" + number(i % 9) +
                R"(":{"backupFileName":"b)" + number(i) + R"(","version":1}}}})" + "\r\n";
        break;
      case 7:
        text += R"({"type":"odd)" + number(i % 4) + R"(","version":"9"})" + "\n";
        break;
      case 8:
      case 9:
        text +=
            R"({"type":"assistant",)" + uuid + R"("requestId":"r)" + number(i / 3) +
            R"(","message":{"id":"m)" + number(i / 3) +
            R"(","model":"x","usage":{"input_tokens":1},"content":[{"type":"tool_use","id":"c)" +
            number(i) + R"(","name":"Bash"}]}})" + "\n";
        break;
      default:
        text += R"({"type":"user","cwd":"/w",)" + uuid + R"("message":{"content":"words"}})" + "\n";
    }
  }
  return text + R"({"type":"user","uuid":"unfinished)";
}

std::string described(const Transcript& t) {
  std::string text = number(t.lines) + " lines " + number(t.bytes) + " bytes\n";
  for (Symbol s = 0; s < t.symbols.size(); ++s) text += std::string(t.text(s)) + ' ';
  for (const Finding& d : t.findings) {
    text += "\n" + std::string(name_of(d.kind)) + " " + number(d.line) + " " + number(d.offset) +
            " " + d.reason;
  }
  text += "\n" + number(t.finding_count);
  for (const auto& [type, count] : t.unknown) {
    text += "\n" + type.what + type.version + number(count);
  }
  for (const LastPrompt& l : t.last_prompts) text += "\nl" + number(l.entry) + "," + number(l.leaf);
  for (const Summary& s : t.summaries) text += "\ns" + number(s.entry) + "," + number(s.leaf);
  for (const Compaction& c : t.compactions) {
    text += "\nc" + number(c.entry) + "," + number(c.anchor);
    for (const Symbol kept : c.preserved) text += "," + number(kept);
  }
  for (const FileSnapshot& s : t.snapshots) {
    text += "\nf" + number(s.entry) + "," + number(s.message) + "," + number(s.snapshot_message);
    for (const FileBackup& f : s.files) text += "," + number(f.path) + "," + number(f.backup);
  }
  text += "\n" + t.custom_title.text + number(t.custom_title.entry);
  return text;
}

// Every member but times and what the flags are made of.
std::string described(const Transcript& t, const Entry& e) {
  std::string text;
  for (const std::int64_t figure :
       {e.offset, e.length, std::int64_t{e.line}, static_cast<std::int64_t>(e.type),
        static_cast<std::int64_t>(e.prompt), std::int64_t{e.after_bom}, std::int64_t{e.first_block},
        std::int64_t{e.block_count}, std::int64_t{e.usage}}) {
    text += std::to_string(figure) + " ";
  }
  const Origin& origin = t.origin(e);
  const Extra& extra = t.extra(e);
  for (const Symbol symbol : {e.subtype, e.uuid, e.parent, e.message_id, e.request_id, e.model,
                              e.stop_reason, origin.session, origin.agent, origin.version,
                              origin.cwd, origin.git_branch, extra.type_name, extra.logical_parent,
                              extra.detail, extra.parent_tool, extra.started_agent}) {
    text += std::to_string(symbol) + " ";
  }
  return text + std::to_string(extra.duration_ms);
}

void expect_same(const Transcript& a, const Transcript& b) {
  EXPECT_EQ(described(a), described(b));
  ASSERT_EQ(a.entries.size(), b.entries.size());
  ASSERT_EQ(a.blocks.size(), b.blocks.size());
  ASSERT_EQ(a.usages.size(), b.usages.size());
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    ASSERT_EQ(described(a, a.entries[i]), described(b, b.entries[i])) << "entry " << i;
  }
  for (std::size_t i = 0; i < a.blocks.size(); ++i) {
    EXPECT_EQ(a.blocks[i].id, b.blocks[i].id);
    EXPECT_EQ(a.blocks[i].name, b.blocks[i].name);
  }
}

TEST(ReadTranscript, InPiecesIsTheSameAsAtOnce) {
  MemoryFileSystem files;
  files.add_file("/s", mixed_lines(3000));
  const auto whole = read_transcript(files, "/s", {.threads = 1});
  ASSERT_TRUE(whole);
  ASSERT_GT(whole->finding_count, 100);
  for (const std::int64_t piece : {200, 5'000, 40'000}) {
    for (const int threads : {2, 3}) {
      const auto pieces = read_transcript(files, "/s", {.piece = piece, .threads = threads});
      ASSERT_TRUE(pieces);
      expect_same(*whole, *pieces);
    }
  }
}

std::string giant(const std::string& text) {
  return R"({"type":"user","parentUuid":"u1","message":{"role":"user","content":")" + text +
         R"("},"uuid":"u2","timestamp":"2026-01-01T00:00:00.000Z"})" + "\n";
}

constexpr std::int64_t kGiant = 1000;

TEST(ReadTranscript, AGiantLineKeepsItsPlaceInTheTree) {
  MemoryFileSystem files;
  const std::string first = R"({"type":"user","uuid":"u1","message":{"content":"hello"}})"
                            "\n";
  files.add_file("/s", first + giant(std::string(std::size_t{1} << 20, 'x')) +
                           R"({"type":"user","uuid":"u3","parentUuid":"u2"})"
                           "\n");
  const auto transcript = read_transcript(files, "/s", {.giant_line = kGiant});
  ASSERT_TRUE(transcript);
  const Transcript& t = *transcript;
  ASSERT_EQ(t.count(), 3);
  EXPECT_EQ(t.lines, 3);
  EXPECT_EQ(t.text(t[1].uuid), "u2");
  EXPECT_EQ(t.text(t[1].parent), "u1");
  EXPECT_EQ(t[1].prompt, PromptKind::kTyped);
  EXPECT_EQ(t[1].offset, static_cast<std::int64_t>(first.size()));
  EXPECT_GT(t[1].length, std::int64_t{1} << 20);
  ASSERT_EQ(t.findings.size(), 1U);
  EXPECT_EQ(t.findings[0].kind, Finding::Kind::kTooLong);
  EXPECT_EQ(t.findings[0].line, 2);
  EXPECT_EQ(t.findings[0].reason,
            "1,048,699 bytes: its long texts are shown cut; clew raw prints all of it");
}

TEST(ReadTranscript, AGiantThatIsBrokenIsABadLine) {
  MemoryFileSystem files;
  files.add_file("/s", giant(std::string(5000, 'x')).insert(100, "\"") + "{}\n");
  const auto transcript = read_transcript(files, "/s", {.giant_line = kGiant});
  ASSERT_TRUE(transcript);
  EXPECT_EQ(transcript->lines, 2);
  ASSERT_EQ(transcript->findings.size(), 1U);
  EXPECT_EQ(transcript->findings[0].kind, Finding::Kind::kBadLine);
}

TEST(FileLines, GiantsComeCondensed) {
  MemoryFileSystem files;
  const std::string small = R"({"type":"user","uuid":"u1"})"
                            "\n";
  files.add_file("/s", small + giant(std::string(200'000, 'x')) + small);
  const auto file = files.open("/s");
  const auto t = read_transcript(**file, {.giant_line = kGiant});
  ASSERT_TRUE(t);
  FileLines lines(**file, 64, kGiant);
  for (const EntryIndex i : {1, 0, 1, 2, 1}) {
    const auto line = lines.line((*t)[i]);
    ASSERT_TRUE(line);
    json::Parser parser;
    const auto value = parser.parse(*line);
    ASSERT_TRUE(value);
    EXPECT_EQ((*value)["uuid"].string_or(""), i == 1 ? "u2" : "u1");
    if (i != 1) continue;
    const std::string_view content = (*value)["message"]["content"].string_or("");
    EXPECT_LT(content.size(), 70'000U);
    EXPECT_EQ(json::cut_size(content), 200'000);
  }
}

// Whatever the order, the lines are right; and in order no byte is read much more than once.
TEST(FileLines, InAnyOrder) {
  MemoryFileSystem files;
  std::string text;
  for (int i = 0; i < 500; ++i) {
    text += R"({"uuid":"u)" + number(i) + R"(","x":")" +
            std::string(static_cast<std::size_t>(i % 97), 'y') + "\"}\n";
  }
  files.add_file("/s", text);
  const auto file = files.open("/s");
  const auto t = read_transcript(**file);
  ASSERT_TRUE(t);
  std::mt19937 dice(3);
  FileLines lines(**file, 1000);
  for (int round = 0; round < 3000; ++round) {
    const EntryIndex i = round < 500    ? round
                         : round < 1000 ? 999 - round
                                        : static_cast<EntryIndex>(dice() % 500);
    const Entry& entry = (*t)[i];
    const auto line = lines.line(entry);
    ASSERT_TRUE(line);
    ASSERT_EQ(*line, std::string_view(text).substr(static_cast<std::size_t>(entry.offset),
                                                   static_cast<std::size_t>(entry.length)));
  }
}

}  // namespace
}  // namespace clew
