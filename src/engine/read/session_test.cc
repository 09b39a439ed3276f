// SPDX-License-Identifier: MIT

#include "engine/read/session.h"

#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/engine.h"
#include "engine/read/open_session.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// ---- what cannot be opened

std::string problem(DurableFileSystem& files, const std::string& name) {
  Engine engine(files, EngineOptions{.by_path = FilesByPath::kTaken});
  const auto session = open_session(engine, name);
  if (session) return "none";
  const std::string& message = session.error().message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << "one line, please:\n" << message;
  return message;
}

TEST(OpenSession, WhatIsNotThereIsSaid) {
  MemoryFileSystem files;
  EXPECT_EQ(problem(files, "/nowhere/s.jsonl"), "there is no transcript at /nowhere/s.jsonl");
}

TEST(OpenSession, AnEmptyFileIsNoSession) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", "");
  EXPECT_EQ(problem(files, "/s.jsonl"), "/s.jsonl is empty: there is no session in it");
  files.add_file("/blank.jsonl", "\n\n\r\n");
  EXPECT_EQ(problem(files, "/blank.jsonl"),
            "/blank.jsonl holds 4 bytes and no line of text: there is no session in it");
}

TEST(OpenSession, ABinaryFileIsNoSession) {
  MemoryFileSystem files;
  files.add_file("/a.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\xff\xfe", 19));
  EXPECT_EQ(problem(files, "/a.png"),
            "/a.png is not a transcript: none of its 3 lines is a JSON object");
  files.add_file("/zeros", std::string(100'000, '\0'));
  EXPECT_NE(problem(files, "/zeros"), "none");
  files.add_file("/list.json", "[1,2,3]\n");
  EXPECT_EQ(problem(files, "/list.json"),
            "/list.json is not a transcript: none of its 1 line is a JSON object");
}

TEST(OpenSession, AnyJsonObjectWillDo) {
  MemoryFileSystem files;
  files.add_file("/s.jsonl", "torn\n{}\n");
  EXPECT_EQ(problem(files, "/s.jsonl"), "none");
}

TEST(OpenSession, FoldersPipesAndLockedFilesOnARealDisk) {
  const TestDir dir;
  RealFileSystem files;
  const std::string folder = problem(files, dir.path());
  EXPECT_NE(folder.find(dir.path()), std::string::npos) << folder;
  EXPECT_NE(folder, "none");
  const std::string pipe = dir.path("pipe.jsonl");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string message = problem(files, pipe);  // and this must not wait for a writer
  EXPECT_NE(message.find(pipe), std::string::npos) << message;
  ASSERT_EQ(::symlink("/nowhere/at/all", dir.path("link.jsonl").c_str()), 0);
  EXPECT_NE(problem(files, dir.path("link.jsonl")), "none");
  EXPECT_NE(problem(files, "/dev/zero"), "none");
  std::ofstream(dir.path("locked.jsonl")) << "{}\n";
  ASSERT_EQ(::chmod(dir.path("locked.jsonl").c_str(), 0), 0);
  if (::geteuid() != 0) {
    EXPECT_NE(problem(files, dir.path("locked.jsonl")), "none");
  }
}

TEST(OpenSession, AnEmptyNameAndOddNames) {
  MemoryFileSystem files;
  for (const std::string name : {"", ".", "..", "/", "@0", "@1", "@-1", "claude:", "~"}) {
    EXPECT_NE(problem(files, name), "none") << name;
  }
}

// ---- lines that are too large to be held

TEST(GiantLine, IsShownCutAndPrintedWhole) {
  const std::size_t size = std::size_t{20} << 20;
  std::string giant = R"({"type":"user","message":{"role":"user","content":"begin )";
  while (giant.size() < size) giant += "é中";
  giant += R"( end"},"parentUuid":"u1","uuid":"u2","sessionId":"s"})";
  MemoryFileSystem files;
  files.add_file("/s.jsonl",
                 R"({"type":"user","uuid":"u1","parentUuid":null,"message":{"content":"hi"}})"
                 "\n" +
                     giant + "\n" +
                     R"({"type":"user","uuid":"u3","parentUuid":"u2","message":{"content":"bye"}})"
                     "\n");
  auto session = Session::open(files, "/s.jsonl");
  ASSERT_TRUE(session);
  const Transcript& t = (*session)->transcript();
  ASSERT_EQ(t.count(), 3);
  EXPECT_TRUE((*session)->prompt_preview(1).starts_with("begin é中"));
  FileLines texts = (*session)->lines();
  MessageReader reader(t, texts);
  const EntryIndex all[] = {0, 1, 2};
  const auto plans = plan_messages(t, all, Detail::kAll);
  ASSERT_EQ(plans.size(), 3U);
  const auto message = reader.read(plans[1]);
  ASSERT_TRUE(message);
  EXPECT_LT(message->text.size(), std::size_t{100} << 10);
  EXPECT_TRUE(message->text.ends_with(" bytes]"))
      << message->text.substr(message->text.size() - 80);

  std::string printed;
  std::size_t largest = 0;
  ASSERT_TRUE((*session)->raw(1, [&](std::string_view piece) {
    EXPECT_TRUE(is_valid_utf8(piece));
    largest = std::max(largest, piece.size());
    printed += piece;
    return true;
  }));
  EXPECT_TRUE(printed == giant);
  EXPECT_LE(largest, std::size_t{1} << 20);
}

// ---- lines by their uuid

std::string line_with(const std::string& uuid, const std::string& text = "x") {
  return R"({"type":"user","uuid":")" + uuid + R"(","parentUuid":null,"sessionId":"s",)" +
         R"("timestamp":"2026-01-05T12:00:00Z","message":{"content":")" + text + "\"}}\n";
}

class FindEntry : public testing::Test {
 protected:
  void open(const std::string& content) {
    files_.add_file("/s.jsonl", content);
    auto session = Session::open(files_, "/s.jsonl");
    ASSERT_TRUE(session);
    session_ = std::move(*session);
  }
  // "line 3", or the problem.
  std::string find(const std::string& uuid) const {
    const auto entry = session_->find_entry(uuid);
    return entry ? "line " + std::to_string(session_->transcript()[*entry].line)
                 : entry.error().message;
  }
  std::string raw(EntryIndex entry) const {
    std::string text;
    EXPECT_TRUE(session_->raw(entry, [&](std::string_view piece) {
      text += piece;
      return true;
    }));
    return text;
  }

  MemoryFileSystem files_;
  SharedSession session_;
};

TEST_F(FindEntry, ByTheWholeUuidOrAUniqueStart) {
  open(line_with("aaaa1111") + line_with("aaaa2222") + line_with("bbbb3333") + line_with("bbbb"));
  EXPECT_EQ(find("aaaa1111"), "line 1");
  EXPECT_EQ(find("aaaa1"), "line 1");
  EXPECT_EQ(find("bbbb3"), "line 3");
  EXPECT_EQ(find("bbbb"), "line 4") << "whole before start";
}

TEST_F(FindEntry, AStartOfSeveralIsSaidToBe) {
  open(line_with("aaaa1111") + line_with("aaaa2222") + line_with("bbbb3333"));
  EXPECT_EQ(find("aaaa"),
            "2 lines of /s.jsonl have a uuid that begins with aaaa: aaaa2222, aaaa1111");
  open(line_with("aaaa1") + line_with("aaaa2") + line_with("aaaa3") + line_with("aaaa4"));
  EXPECT_EQ(find("aaaa"),
            "4 lines of /s.jsonl have a uuid that begins with aaaa: aaaa4, aaaa3, aaaa2, ...");
}

TEST_F(FindEntry, AnUnknownOneNamesTheNearest) {
  open(line_with("aaaa1111") + line_with("aaab2222") + line_with("bbbb3333") + line_with("c"));
  EXPECT_EQ(find("aaac9999"),
            "no line with uuid aaac9999 in /s.jsonl; nearest: aaab2222, aaaa1111, c");
  EXPECT_EQ(find("aaa"), "no line with uuid aaa in /s.jsonl; nearest: aaab2222, aaaa1111, c")
      << "too short to mean one";
  EXPECT_EQ(find("aaaa1111x"),
            "no line with uuid aaaa1111x in /s.jsonl; nearest: aaaa1111, "
            "aaab2222, c");
}

TEST_F(FindEntry, AnEmptyOneAndAFileWithoutAny) {
  open(line_with("aaaa1111"));
  EXPECT_EQ(find(""), "no line with uuid  in /s.jsonl; nearest: aaaa1111");
  open("{\"type\":\"summary\"}\n");
  EXPECT_EQ(find("aaaa"), "no line with uuid aaaa in /s.jsonl");
}

TEST_F(FindEntry, OfARepeatedUuidTheLastLine) {
  open(line_with("aaaa1111") + line_with("bbbb") + line_with("aaaa1111"));
  EXPECT_EQ(find("aaaa1111"), "line 3");
  EXPECT_EQ(find("aaaa"), "line 3") << "one uuid, not two";
  EXPECT_EQ(find("cccc"), "no line with uuid cccc in /s.jsonl; nearest: aaaa1111, bbbb");
}

TEST_F(FindEntry, HostileUuidsStayOnTheLine) {
  open(line_with("aa\\nclew: all is well") + line_with("aa\\u0000b"));
  EXPECT_EQ(find("zzzz").find('\n'), std::string::npos);
}

// ---- paths and views

TEST_F(FindEntry, ALeafMustBeInTheTree) {
  open(line_with("aaaa1111") +
       R"({"type":"progress","uuid":"pppp1111","parentUuid":"aaaa1111"})"
       "\n" +
       R"({"type":"frobnicate","uuid":"ffff1111"})"
       "\n");
  EXPECT_TRUE(session_->path(RuleSet::k21, "aaaa"));
  const auto path = session_->path(RuleSet::k21, "pppp");
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().message,
            "line 2 of /s.jsonl is not part of the conversation tree (progress)");
  EXPECT_FALSE(session_->path(RuleSet::k21, "ffff"));
  EXPECT_FALSE(session_->path(RuleSet::k21, "nnnn"));
}

TEST_F(FindEntry, AFileWithoutTreeIsReadInItsOrder) {
  open(R"({"type":"user","message":{"content":"one"}})"
       "\n"
       R"({"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"two"}]}})"
       "\n"
       R"({"type":"user","isSidechain":true,"message":{"content":"aside"}})"
       "\n"
       R"({"type":"user","message":{"content":"three"}})"
       "\n");
  const auto path = session_->path(RuleSet::k21, "");
  ASSERT_TRUE(path);
  const auto view = session_->transcript_view(*path);
  const auto plans = plan_messages(session_->transcript(), view);
  ASSERT_EQ(plans.size(), 3U);
  FileLines texts = session_->lines();
  MessageReader reader(session_->transcript(), texts);
  EXPECT_EQ(reader.read(plans[0])->text + reader.read(plans[1])->text + reader.read(plans[2])->text,
            "onetwothree");
}

TEST_F(FindEntry, RawLinesAreThoseOfTheFile) {
  open("\xEF\xBB\xBF" + line_with("aaaa1111", "你好") + "\r\n\n" +
       line_with("bbbb2222", "\\ud83d"));
  const auto first = session_->find_entry("aaaa1111");
  ASSERT_TRUE(first);
  std::string wanted = line_with("aaaa1111", "你好");
  wanted.pop_back();
  EXPECT_EQ(raw(*first), wanted);
  const auto second = session_->find_entry("bbbb2222");
  ASSERT_TRUE(second);
  wanted = line_with("bbbb2222", "\\ud83d");
  wanted.pop_back();
  EXPECT_EQ(raw(*second), wanted);
}

TEST_F(FindEntry, AFileThatShrinksMeanwhileIsAnError) {
  open(line_with("aaaa1111") + line_with("bbbb2222"));
  files_.truncate_file("/s.jsonl", 10);
  const auto entry = session_->find_entry("bbbb2222");
  ASSERT_TRUE(entry);
  EXPECT_FALSE(session_->raw(*entry, [](std::string_view) { return true; }));
}

TEST_F(FindEntry, TitlesAndIds) {
  open(R"({"type":"summary","summary":"old","leafUuid":"aaaa1111"})"
       "\n" +
       line_with("aaaa1111"));
  EXPECT_EQ(session_->facts().title(), "old");
  EXPECT_EQ(session_->id(), "s");
  open(line_with("aaaa1111") +
       R"({"type":"ai-title","aiTitle":"made"})"
       "\n" +
       R"({"type":"custom-title","customTitle":"mine"})"
       "\n" +
       R"({"type":"custom-title","customTitle":"mine now"})"
       "\n");
  EXPECT_EQ(session_->facts().title(), "mine now");
  open(line_with("aaaa1111") +
       R"({"type":"ai-title","aiTitle":"made"})"
       "\n" +
       R"({"type":"custom-title","customTitle":"mine"})"
       "\n" +
       R"({"type":"custom-title","customTitle":""})"
       "\n");
  EXPECT_EQ(session_->facts().title(), "made") << "an empty title takes the own one away";
  open("{\"type\":\"user\"}\n");
  EXPECT_EQ(session_->facts().title(), "");
  EXPECT_EQ(session_->id(), "s") << "of the file's name";
}

}  // namespace
}  // namespace clew
