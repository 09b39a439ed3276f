// SPDX-License-Identifier: MIT

#include "engine/read/outline.h"

#include <string>

#include <gtest/gtest.h>

#include "json/value.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::string line(const std::string& uuid, const std::string& parent, const std::string& type,
                 const std::string& text, int second) {
  const std::string up = parent.empty() ? "null" : "\"" + parent + "\"";
  const std::string content =
      type == "user" ? "\"" + text + "\"" : R"([{"type":"text","text":")" + text + R"("}])";
  return R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" + up +
         R"(,"timestamp":"2026-01-01T00:00:)" + (second < 10 ? "0" : "") + std::to_string(second) +
         R"(.000Z","message":{"id":"m)" + uuid + R"(","role":")" + type + R"(","content":)" +
         content + "}}\n";
}

// a - b, then three prompts on b: c (answered), e (answered and gone on), g (answered, the newest).
std::string forked() {
  return line("aaaa", "", "user", "first", 1) + line("bbbb", "aaaa", "assistant", "one", 2) +
         line("cccc", "bbbb", "user", "second", 3) + line("dddd", "cccc", "assistant", "two", 4) +
         line("eeee", "bbbb", "user", "second, edited", 5) +
         line("ffff", "eeee", "assistant", "two again", 6) +
         line("gggg", "bbbb", "user", "second, edited twice", 7) +
         line("hhhh", "gggg", "assistant", "two at last", 8);
}

ConversationView open(MemoryFileSystem& files, const Arguments::Given& given) {
  Engine engine(files, EngineOptions{.by_path = FilesByPath::kTaken});
  const auto arguments = Arguments::check(*find_operation("show"), given);
  EXPECT_TRUE(arguments);
  auto view = open_conversation(engine, *arguments);
  EXPECT_TRUE(view);
  return std::move(*view);
}

std::string ways(const ConversationView& view, const OutlineRow& row) {
  const Transcript& t = view.session->transcript();
  std::string text;
  for (const Alternative& way : row.alternatives) {
    text += std::string(t.text(t[way.first].uuid)) + ">" + std::string(t.text(t[way.tip].uuid)) +
            (way.current ? "* " : " ");
  }
  return text;
}

TEST(Outline, NamesTheAlternativesWhereTheyPart) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", forked());
  auto view = open(files, {{"session", {"/s.jsonl"}}});
  const auto rows = outline(view);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(ways(view, rows[0]), "");
  EXPECT_EQ(ways(view, rows[1]), "");
  EXPECT_EQ(ways(view, rows[2]), "cccc>dddd eeee>ffff gggg>hhhh* ");
  EXPECT_EQ(ways(view, rows[3]), "");
}

TEST(Outline, IsThatOfTheBranchAskedFor) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", forked());
  auto view = open(files, {{"session", {"/s.jsonl"}}, {"leaf", {"dddd"}}});
  const auto rows = outline(view);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(ways(view, rows[2]), "cccc>dddd* eeee>ffff gggg>hhhh ");
}

TEST(Outline, AnEditedFirstPromptIsAForkBeforeTheFirstMessage) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", line("aaaa", "", "user", "first", 1) +
                                 line("bbbb", "aaaa", "assistant", "one", 2) +
                                 line("cccc", "", "user", "first, edited", 3) +
                                 line("dddd", "cccc", "assistant", "two", 4));
  auto view = open(files, {{"session", {"/s.jsonl"}}});
  const auto rows = outline(view);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(ways(view, rows[0]), "aaaa>bbbb cccc>dddd* ");
}

TEST(Outline, SaysWhatAResumeWouldSend) {
  MemoryFileSystem files;
  files.add_file(
      "/s.jsonl",
      line("aaaa", "", "user", "first", 1) + line("bbbb", "aaaa", "assistant", "one", 2) +
          R"({"type":"system","subtype":"compact_boundary","uuid":"cccc","parentUuid":null,)"
          R"("logicalParentUuid":"bbbb","timestamp":"2026-01-01T00:00:03.000Z",)"
          R"("content":"Conversation compacted"})"
          "\n" +
          line("dddd", "cccc", "user", "after", 4) + line("eeee", "dddd", "assistant", "two", 5));
  auto view = open(files, {{"session", {"/s.jsonl"}}});
  std::string sent;
  for (const OutlineRow& row : outline(view)) sent += row.sent ? 's' : '-';
  EXPECT_EQ(sent, "---ss");
}

std::string show(MemoryFileSystem& files, const Arguments::Given& given) {
  Engine engine(files, EngineOptions{.by_path = FilesByPath::kTaken});
  const Operation& operation = *find_operation("show");
  std::string text;
  const auto done = operation.run(engine, *Arguments::check(operation, given), [&](auto piece) {
    text += piece;
    return true;
  });
  EXPECT_TRUE(done);
  return text;
}

TEST(Show, CutsTextsAtACharacterAndSaysHowLongTheyAre) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", line("aaaa", "", "user", "\xE4\xBD\xA0\xE5\xA5\xBD world", 1));
  const std::string cut = show(files, {{"session", {"/s.jsonl"}}, {"longest-text", {"4"}}});
  EXPECT_NE(cut.find("\"text\":\"\xE4\xBD\xA0\",\"textBytes\":12"), std::string::npos) << cut;
  const std::string whole = show(files, {{"session", {"/s.jsonl"}}, {"longest-text", {"12"}}});
  EXPECT_EQ(whole.find("textBytes"), std::string::npos) << whole;
}

TEST(Show, ALongConversationComesInOrder) {
  constexpr int kMessages = 4'000;  // about 6 MB: many batches
  const std::string padding(1'500, 'x');
  std::string lines;
  std::string parent;
  for (int i = 0; i < kMessages; ++i) {
    const std::string uuid = "u" + std::to_string(i);
    lines += line(uuid, parent, i % 2 == 0 ? "user" : "assistant", uuid + " " + padding, 1);
    parent = uuid;
  }
  MemoryFileSystem files;
  files.add_file("/s.jsonl", lines);
  json::Parser parser;
  const std::string text = show(files, {{"session", {"/s.jsonl"}}});
  const auto answer = parser.parse_copy(text);
  ASSERT_TRUE(answer);
  int count = 0;
  for (const json::Value message : (*answer)["messages"].elements()) {
    const std::string uuid = "u" + std::to_string(count++);
    ASSERT_EQ(message["uuid"].string_or(""), uuid);
    ASSERT_EQ(message["text"].string_or(""), uuid + " " + padding);
  }
  EXPECT_EQ(count, kMessages);
}

TEST(Show, AtMayBeginBefore) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", forked());
  const auto view = open(
      files, {{"session", {"/s.jsonl"}}, {"at", {"hhhh"}}, {"before", {"2"}}, {"first", {"2"}}});
  EXPECT_EQ(view.skipped_before, 1U);
  EXPECT_EQ(view.messages.size(), 2U);
  const auto far = open(files, {{"session", {"/s.jsonl"}}, {"at", {"bbbb"}}, {"before", {"9"}}});
  EXPECT_EQ(far.skipped_before, 0U);
}

TEST(Show, AtSaysHowToAskForTheOtherLines) {
  const auto marked = [](std::string text, const std::string& key) {
    return text.insert(text.size() - 2, ",\"" + key + "\":true");
  };
  MemoryFileSystem files;
  files.add_file("/s.jsonl",
                 forked() + marked(line("iiii", "", "user", "a task", 9), "isSidechain") +
                     marked(line("jjjj", "iiii", "assistant", "done", 10), "isSidechain") +
                     marked(line("kkkk", "hhhh", "user", "a reminder", 11), "isMeta") +
                     line("llll", "kkkk", "user", "the last", 12));
  const auto at = [&](const std::string& uuid) {
    const auto elsewhere = open(files, {{"session", {"/s.jsonl"}}, {"at", {uuid}}}).elsewhere;
    if (!elsewhere) return std::string("here");
    return elsewhere->leaf + "," + elsewhere->agent + (elsewhere->meta ? ",meta" : "");
  };
  EXPECT_EQ(at("bbbb"), "here");
  EXPECT_EQ(at("cccc"), "dddd,");
  EXPECT_EQ(at("jjjj"), ",iiii");
  EXPECT_EQ(at("kkkk"), ",,meta");
}

TEST(Show, APageIsAnOffsetAndACount) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", forked());
  const auto view = open(files, {{"session", {"/s.jsonl"}}, {"offset", {"1"}}, {"first", {"2"}}});
  EXPECT_EQ(view.messages.size(), 2U);
  EXPECT_EQ(view.skipped_before, 1U);
  EXPECT_EQ(view.skipped_after, 1U);
  const auto beyond = open(files, {{"session", {"/s.jsonl"}}, {"offset", {"9"}}});
  EXPECT_TRUE(beyond.messages.empty());
  EXPECT_EQ(beyond.skipped_before, 4U);
}

}  // namespace
}  // namespace clew
