// SPDX-License-Identifier: MIT
#include "catalog/facts/session_facts.h"

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::assistant;
using test::custom_title;
using test::kId1;
using test::tag;
using test::user;

SessionFacts facts_of(const std::string& bytes, const std::string& id = kId1) {
  MemoryFileSystem files;
  files.add_file("/p/" + id + ".jsonl", bytes);
  FactsReader reader;
  auto facts = reader.read(files, "/p/" + id + ".jsonl");
  EXPECT_TRUE(facts);
  return facts ? *facts : SessionFacts{};
}

const std::string kSide = R"(,"isSidechain":true)";
// Repeated keys: the last counts, so this turns a line of test_lines.h into another.
std::string filler(std::size_t bytes) { return assistant(std::string(bytes, 'f')); }

TEST(SessionFacts, OfAnOrdinarySession) {
  const SessionFacts facts = facts_of(
      user("fix it", R"(,"entrypoint":"cli")") + assistant("ok") +
      assistant("done",
                R"(,"gitBranch":"dev","version":"2.1.99","timestamp":"2026-03-02T00:00:00Z")"));
  EXPECT_EQ(facts.id, kId1);
  EXPECT_EQ(facts.recorded_id, "s");
  EXPECT_EQ(facts.title(), "fix it");
  EXPECT_EQ(facts.title_source(), TitleSource::kFirstPrompt);
  EXPECT_EQ(facts.cwd, "/work/app");
  EXPECT_EQ(facts.git_branch, "dev");
  EXPECT_EQ(facts.version, "2.1.99");
  EXPECT_EQ(facts.model, "claude-x");
  EXPECT_EQ(facts.entrypoint, "cli");
  EXPECT_EQ(format_iso(facts.created), "2026-03-01T10:00:00.000Z");
  EXPECT_EQ(format_iso(facts.updated), "2026-03-02T00:00:00.000Z");
  EXPECT_TRUE(facts.has_conversation);
  EXPECT_EQ(facts.subagent, SubagentSign::kNone);
}

TEST(SessionFacts, FindsLabelsAnywhere) {
  const std::string big = filler(200'000);
  EXPECT_EQ(facts_of(user("p") + big + custom_title("mid") + tag("t") + big).title(), "mid");
  EXPECT_EQ(facts_of(user("p") + big + custom_title("mid") + tag("t") + big).labels.tag, "t");
  EXPECT_EQ(facts_of(custom_title("a") + user("p") + big + custom_title("b") + big).title(), "b");
  EXPECT_EQ(facts_of(user("p") + big + custom_title("a") + big + custom_title("")).title(), "p");
  // Members in another order, and with spaces.
  EXPECT_EQ(facts_of(user("p") + big +
                     "{ \"customTitle\" : \"odd\", \"type\" : \"custom-title\" }\n" + big)
                .title(),
            "odd");
}

TEST(SessionFacts, TakesNoLabelFromWithinAConversation) {
  const SessionFacts facts = facts_of(
      user(R"({"type":"custom-title","customTitle":"X"})") +
      assistant(
          "a",
          R"(,"input":{"type":"tag","tag":"X","customTitle":"X","aiTitle":"X","summary":"X"})"));
  EXPECT_EQ(facts.title_source(), TitleSource::kFirstPrompt);
  EXPECT_EQ(facts.labels.tag, "");
}

TEST(SessionFacts, LooksForTheFirstPromptAsFarAsItTakes) {
  EXPECT_EQ(facts_of(filler(100'000) + filler(100'000) + user("late")).first_prompt, "late");
  EXPECT_EQ(facts_of(user(std::string(300'000, 'L'))).first_prompt, std::string(200, 'L') + "…");
  const std::string command = user("<command-name>/init</command-name>");
  EXPECT_EQ(facts_of(command + filler(300'000) + user("words")).first_prompt, "words");
  EXPECT_EQ(facts_of(command + filler(300'000)).first_prompt, "/init");
}

TEST(SessionFacts, OrdersTitlesAsTheSdk) {
  const std::string summary = R"({"type":"summary","summary":"S","leafUuid":"u"})"
                              "\n";
  const std::string last = R"({"type":"last-prompt","lastPrompt":"L"})"
                           "\n";
  const std::string ai = R"({"type":"ai-title","aiTitle":"A"})"
                         "\n";
  EXPECT_EQ(facts_of(summary + user("F")).title_source(), TitleSource::kSummary);
  EXPECT_EQ(facts_of(last + summary + user("F")).title_source(), TitleSource::kLastPrompt);
  EXPECT_EQ(facts_of(user("F") + ai + last + summary).title_source(), TitleSource::kAi);
  EXPECT_EQ(facts_of(custom_title("C") + ai + last).title_source(), TitleSource::kCustom);
  EXPECT_EQ(facts_of(assistant("R")).title(), "R");
  EXPECT_EQ(facts_of(assistant("R")).title_source(), TitleSource::kFirstReply);
  EXPECT_EQ(facts_of(summary).title(), "S");
}

TEST(SessionFacts, TellsSubagentsFromSessions) {
  const std::string side = user("do it", kSide) + assistant("ok", kSide);
  EXPECT_EQ(facts_of(side).subagent, SubagentSign::kSidechain);
  EXPECT_EQ(facts_of(side).first_prompt, "do it");
  EXPECT_EQ(facts_of(side, "agent-a1b2c3d").subagent, SubagentSign::kFileName);
  EXPECT_EQ(facts_of(user("x", R"(,"userType":"internal")")).subagent, SubagentSign::kInternalUser);
  EXPECT_EQ(facts_of(user("Task: sort the mail")).subagent, SubagentSign::kPromptShape);
  EXPECT_FALSE(is_strong(facts_of(user("Task: sort the mail")).subagent));
}

// 2.0.19 to 2.0.21 write a warm-up at the top of the main file; the SDK then hides the session.
TEST(SessionFacts, AWarmupBeforeASessionDoesNotHideIt) {
  const std::string warmup = user("Warmup", kSide) + assistant("ready", kSide);
  const SessionFacts session = facts_of(warmup + user("the real one"));
  EXPECT_EQ(session.subagent, SubagentSign::kNone);
  EXPECT_EQ(session.first_prompt, "the real one");
  EXPECT_FALSE(session.warmup);
  EXPECT_TRUE(facts_of(warmup).warmup);
  EXPECT_TRUE(facts_of(warmup, "agent-a1b2c3d").warmup);
}

TEST(SessionFacts, SeesCompactions) {
  const std::string boundary = R"({"parentUuid":null,"type":"system","subtype":"compact_boundary"})"
                               "\n";
  EXPECT_TRUE(facts_of(user("p") + filler(200'000) + boundary + filler(200'000)).compacted);
  EXPECT_TRUE(
      facts_of(user("p") + filler(9) + user("so far", R"(,"isCompactSummary":true)")).compacted);
  EXPECT_TRUE(facts_of(R"({"type":"summary","summary":"S","leafUuid":"u","isCompactSummary":true})"
                       "\n")
                  .compacted);
  EXPECT_FALSE(facts_of(user("what is a compact_boundary?") + user("compact_boundary")).compacted);
}

TEST(SessionFacts, ReadsTimesInEveryForm) {
  EXPECT_EQ(facts_of(user("p", R"(,"timestamp":1767225600000)")).created, 1767225600000);
  const SessionFacts none = facts_of(user("p", R"(,"timestamp":null)"));
  EXPECT_EQ(none.created, kNoTime);
  EXPECT_EQ(none.created_at(), none.file.mtime_ns / 1'000'000);
  EXPECT_EQ(facts_of(user("p", R"(,"timestamp":"soon")")).updated, kNoTime);
}

TEST(SessionFacts, PassesOverSyntheticModels) {
  EXPECT_EQ(
      facts_of(user("p") + assistant("a") + assistant("b", R"(,"message":{"model":"<synthetic>"})"))
          .model,
      "claude-x");
}

TEST(SessionFacts, SurvivesDamage) {
  EXPECT_EQ(facts_of("").title_source(), TitleSource::kNone);
  EXPECT_EQ(facts_of("garbage\n").title_source(), TitleSource::kNone);
  EXPECT_EQ(facts_of(std::string(1000, '\0')).title_source(), TitleSource::kNone);
  EXPECT_EQ(facts_of("{\n[]\n1\nnull\n\"x\"\n" + user("p") + "{\"type\":").title(), "p");
  EXPECT_EQ(facts_of("\xEF\xBB\xBF" + user("p")).title(), "p");
  EXPECT_EQ(facts_of(R"({"type":"user","message":{"content":"\ud83d lone"}})").title(),
            "\xEF\xBF\xBD lone");
  EXPECT_FALSE(facts_of(user("m", R"(,"isMeta":true)")).has_conversation);
}

TEST(SessionFacts, EveryFailingCallIsAnErrorAndNoCrash) {
  for (const std::size_t size :
       {std::size_t{100}, std::size_t{500'000}}) {  // read at once, and in pieces
    MemoryFileSystem memory;
    memory.add_file("/p/x.jsonl", user("p") + filler(size) + custom_title("t"));
    for (int64_t call = 1;; ++call) {
      FaultyFileSystem files(memory);
      files.fail_calls(call, {ErrorCode::kIo, "the disk is broken"});
      FactsReader reader;
      const auto facts = reader.read(files, "/p/x.jsonl");
      if (files.calls() < call) {
        EXPECT_TRUE(facts);
        break;
      }
      EXPECT_FALSE(facts) << call;
    }
  }
}

// A list has looked at a file before it opens it, and says what it held then.
TEST(SessionFacts, OfAFileThatGrewAreThoseOfTheTimeItWasSeen) {
  for (const std::size_t size : {std::size_t{100}, std::size_t{63'000}, std::size_t{500'000}}) {
    MemoryFileSystem files;
    files.add_file("/p/x.jsonl", user("p") + filler(size) + custom_title("before"));
    const FileInfo seen = *files.stat("/p/x.jsonl");
    ASSERT_TRUE(files.append("/p/x.jsonl", custom_title("after")));
    FactsReader reader;
    const auto then = reader.read(files, "/p/x.jsonl", seen);
    const auto now = reader.read(files, "/p/x.jsonl");
    ASSERT_TRUE(then && now);
    EXPECT_EQ(then->title(), "before");
    EXPECT_TRUE(same_version(then->file, seen));
    EXPECT_EQ(now->title(), "after");
    files.truncate_file("/p/x.jsonl", 0);
    const auto cut = reader.read(files, "/p/x.jsonl", seen);
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->title(), "");
  }
}

TEST(ShortName, IsATitleOrTheBeginningOfThePromptOrTheId) {
  SessionFacts facts;
  facts.id = "0123456789abcdef";
  EXPECT_EQ(short_name(facts), "89abcdef");
  facts.id = "abc";
  EXPECT_EQ(short_name(facts), "abc");
  facts.first_prompt = std::string(60, 'p');
  EXPECT_EQ(short_name(facts), std::string(50, 'p') + "…");
  facts.labels.ai_title = "a\n b " + std::string(60, 't');
  EXPECT_EQ(short_name(facts), "a b " + std::string(60, 't'));
}

TEST(SessionFacts, ACommandIsNamedWithItsArguments) {
  const std::string clear =
      user("<command-name>/clear</command-name><command-args></command-args>");
  const std::string fix =
      user("<command-name>/fix</command-name><command-args>the bug</command-args>");
  EXPECT_EQ(facts_of(clear + fix).title(), "/fix the bug");
  EXPECT_EQ(facts_of(clear).title(), "/clear");
  EXPECT_EQ(facts_of(fix + user("and now this")).title(), "and now this");
}

TEST(SessionFacts, WhatAnEditorPutBeforeAPromptIsNotItsTitle) {
  const std::string list = "> **上下文资料**\n> \n> - 🏠 当前工作区\n\n";
  EXPECT_EQ(facts_of(user(list + "why?")).title(), "why?");
  EXPECT_EQ(facts_of(user("> a quote\n\nwhy?")).title(), "> a quote  why?");
  const std::string last = R"({"type":"last-prompt","lastPrompt":)" +
                           test::quoted(std::string_view(list + "and?")) + "}\n";
  EXPECT_EQ(facts_of(user("first") + last).title(), "and?");
  EXPECT_FALSE(facts_of(user(list)).title().empty()) << "it is a prompt all the same";
  EXPECT_EQ(facts_of(user(list) + user("words")).title(), "words");
}

TEST(SessionFacts, KnowsWhatOnlyWarmedACache) {
  EXPECT_TRUE(facts_of(user("Warmup") + assistant("ready")).warmup);
  EXPECT_FALSE(facts_of(user("Warmup") + user("a prompt")).warmup);
  EXPECT_EQ(facts_of(user("Warmup") + user("a prompt")).title(), "a prompt");
  EXPECT_FALSE(facts_of(user("Warmup") + custom_title("of athletes")).warmup);
  EXPECT_FALSE(facts_of(user("Warmup exercises")).warmup);
}

}  // namespace
}  // namespace clew
