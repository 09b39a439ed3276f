// SPDX-License-Identifier: MIT
#include "doctor/diagnosis.h"

#include <gtest/gtest.h>

#include "doctor/test_patient.h"

namespace clew {
namespace {

std::string found(std::string_view notation, const DoctorLimits& limits = {}) {
  return TestPatient(test_file(notation)).found(limits);
}

TEST(Diagnosis, LookAlikesStaySilent) {
  // Parallel calls that fork as 2.1 writes them, a signed empty thought, a snapshot with the id of
  // a message, an unknown type, a session that ends with an answer.
  EXPECT_EQ("", found(R"(
    u1 < - user "hello"
    snapshot u1 of:u1
    a1 < u1 assistant id:m1 signed
    a2 < a1 assistant id:m1 call:t1
    a3 < a2 assistant id:m1 call:t2
    r1 < a2 user result:t1
    r2 < a3 user result:t2
    a4 < r2 assistant id:m2 "done"
    {"type":"frobnicate","uuid":"x"}
  )"));
}

TEST(Diagnosis, B1DanglingParent) {
  EXPECT_EQ("B1! 3", found(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < gone @60 user "again"
    a2 < u2 @61 assistant "yes"
  )"));
  // Linked by 2.1 itself.
  EXPECT_EQ("B1 3", found(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < gone @2 user "again"
    a2 < u2 @3 assistant "yes"
  )"));
  // Nothing was before it.
  EXPECT_EQ("", found("u1 < gone user \"hello\"\n a1 < u1 assistant \"hi\""));
}

TEST(Diagnosis, B2Cycle) {
  EXPECT_EQ("B2 1", found(R"(
    u1 < a1 @0 user "hello"
    a1 < u1 @1 assistant "hi"
  )"));
}

TEST(Diagnosis, B3DuplicateUuid) {
  EXPECT_EQ("B3 3", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    a1 < u1 assistant "hi"
  )"));
}

TEST(Diagnosis, B5ProgressInChain) {
  EXPECT_EQ("B5 3", found(R"(
    u1 < - user "hello"
    {"type":"progress","uuid":"p1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z"}
    a1 < p1 assistant "hi"
  )"));
}

TEST(Diagnosis, B6ReplyBesideSystem) {
  EXPECT_EQ("B6! 2", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant "the answer"
    s1 < u1 system sub:stop_hook_summary
    u2 < s1 user "next"
    a2 < u2 assistant "yes"
  )"));
}

TEST(Diagnosis, AnAnswerThatWasGivenAgainIsNoB6) {
  EXPECT_EQ("", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant "the ans"
    s1 < u1 system sub:api_error
    a2 < s1 assistant "the answer"
  )"));
}

TEST(Diagnosis, B7StaleBranch) {
  EXPECT_EQ("B7! 6", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    u2 < a1 user "left"
    a2 < u2 assistant "left"
    last-prompt a2
    u3 < a1 user "right"
  )"));
}

TEST(Diagnosis, B12AndB13AndB14) {
  EXPECT_EQ("B12! 2", found("u1 < - user \"hello\"\n a1 < u1 @- assistant \"hi\""));
  EXPECT_EQ("B13!", found(R"({"type":"mode"})"));
  EXPECT_EQ("B13!", found("u1 < - user side \"hello\""));
  EXPECT_EQ("B14! 2", found("u1 < - user \"hello\"\n last-prompt null explicit"));
}

TEST(Diagnosis, B13WhereTheFileNamesALineOfASubagent) {
  TestPatient patient(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    x1 < u1 user side "aside"
    last-prompt x1
  )"));
  EXPECT_EQ("B13!", patient.found());
  const Diagnosis diagnosis = patient.diagnosis();
  EXPECT_TRUE(diagnosis.troubles.front().is_mendable());
  EXPECT_EQ(std::vector<std::string>{"a1"}, diagnosis.troubles.front().ends);
}

TEST(Diagnosis, B1BehindACompactionIsNoB9) {
  const std::string begin = R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    c1 < - @2 system sub:compact_boundary logical:a1
    k1 < c1 @3 user summary "so far"
    a2 < k1 @4 assistant "ok"
  )";
  EXPECT_EQ("B1! 6", found(begin + "u3 < gone @90 user \"again\"\n a3 < u3 @91 assistant \"yes\"\n",
                           {.big_file = 100}));
  EXPECT_NE(std::string::npos,
            found(begin + "u3 < a1 @90 user \"again\"\n a3 < u3 @91 assistant \"yes\"\n",
                  {.big_file = 100})
                .find("B9!"));
}

TEST(Diagnosis, B15HeadlessChain) {
  EXPECT_EQ("B15 1", found("a1 < - assistant \"hi\"\n u1 < a1 user \"hello\""));
}

TEST(Diagnosis, CallsAndResultsThat21Mends) {
  EXPECT_EQ("C1 2", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "never mind"
    a2 < u2 assistant "ok"
  )"));
  EXPECT_EQ("C2 2",
            found("u1 < - user \"hello\"\n r1 < u1 user result:t9\n a1 < r1 assistant \"hi\""));
  EXPECT_EQ("C3 4", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    r1 < a1 user result:t1
    r2 < r1 user result:t1
    a2 < r2 assistant "ok"
  )"));
}

TEST(Diagnosis, C5ResultElsewhere) {
  const std::string all = found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "wait"
    a2 < u2 assistant "yes?"
    r1 < a2 user result:t1
    a3 < r1 assistant "ok"
  )");
  EXPECT_NE(std::string::npos, all.find("C5 5")) << all;
}

TEST(Diagnosis, C6ServerPair) {
  EXPECT_EQ("C6 4", found(R"(
    u1 < - user "hello"
    {"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","model":"claude-opus-4-5","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"advisor","input":{}}]}}
    u2 < a1 user "meanwhile"
    {"type":"assistant","uuid":"a2","parentUuid":"u2","timestamp":"2026-01-05T12:00:03Z","message":{"id":"m2","model":"claude-opus-4-5","content":[{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":"x"},{"type":"text","text":"ok"}]}}
  )"));
}

std::string with_block(std::string_view block) {
  return found(R"(
    u1 < - user "hello"
    {"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","model":"claude-opus-4-5","content":[)" +
               std::string(block) + R"(]}}
    r1 < a1 user result:t1
    a2 < r1 assistant "ok"
  )");
}

TEST(Diagnosis, Blocks) {
  EXPECT_EQ("D5! 2",
            with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{"a":"x\u0000"}})"));
  EXPECT_EQ("D4 2",
            with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{"a":"x\ud83d"}})"));
  EXPECT_EQ("D6! 2", with_block(R"({"type":"tool_use","id":"t1","name":"B","input":"x"})"));
  EXPECT_EQ("D7 2", with_block(R"({"type":"tool_use","id":"t1","name":")" + std::string(300, 'x') +
                               R"(","input":{}})"));
  EXPECT_EQ("D10! 2",
            with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{},"text":"x"})"));
  EXPECT_EQ(
      "E1 2",
      with_block(
          R"({"type":"thinking","thinking":"a","signature":""},{"type":"tool_use","id":"t1","name":"B","input":{}})"));
}

TEST(Diagnosis, D1EmptyText) {
  EXPECT_EQ("D1 1", found(R"(
    {"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"see"}]}}
    a1 < u1 assistant "ok"
  )"));
}

TEST(Diagnosis, F6PictureOfAnotherKind) {
  EXPECT_EQ("F6 1", found(R"(
    {"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/svg+xml","data":"AAAA"}}]}}
    a1 < u1 assistant "ok"
  )"));
}

TEST(Diagnosis, B4ParallelResultsOfOldVersions) {
  const std::string lines = R"(
    {"type":"user","uuid":"u1","parentUuid":null,"version":"VERSION","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"hello"}}
    a1 < u1 assistant id:m1 call:t1
    a2 < a1 assistant id:m1 call:t2
    {"type":"user","uuid":"r1","parentUuid":"a1","version":"VERSION","timestamp":"2026-01-05T12:00:03Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}
    r2 < a2 user result:t2
    a3 < r2 assistant "done"
  )";
  const auto of_version = [&](std::string_view version) {
    std::string text = lines;
    for (std::size_t at = text.find("VERSION"); at != std::string::npos;
         at = text.find("VERSION")) {
      text.replace(at, 7, version);
    }
    return found(text);
  };
  EXPECT_EQ("B4 4", of_version("2.1.60"));
  EXPECT_EQ("", of_version("2.1.325"));
}

TEST(Diagnosis, Compactions) {
  const std::string old_branch = R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    c1 < - system sub:compact_boundary logical:a1
    k1 < c1 user summary "so far"
    a2 < k1 assistant "go on"
    u2 < a1 user "before it"
    a3 < u2 assistant "yes"
  )";
  EXPECT_EQ("B8 3", found(old_branch));
  EXPECT_EQ("B9! 3", found(old_branch, {.big_file = 100}));
  EXPECT_EQ("B10 5", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    c1 < - system sub:compact_boundary logical:a1
    k1 < c1 user summary "so far"
    a1 < u1 assistant "hi"
    a2 < k1 assistant "go on"
  )"));
}

TEST(Diagnosis, B11Wiped) {
  std::string notation = "u0 < - user \"hello\"\n";
  for (int i = 1; i < 40; ++i) {
    notation += "u" + std::to_string(i) + " < u" + std::to_string(i - 1) + " user \"\"\n";
  }
  EXPECT_NE(std::string::npos, found(notation).find("B11!"));
}

TEST(Diagnosis, OtherBlocks) {
  EXPECT_EQ("D8! 2 3", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t.1
    r1 < a1 user result:t.1
    a2 < r1 assistant "ok"
  )"));
  EXPECT_NE(std::string::npos, found(R"(
    u1 < - user "hello"
    {"type":"user","uuid":"u2","parentUuid":null,"timestamp":"2026-01-05T12:00:01Z","message":{"role":"user","content":[]}}
    a1 < u2 assistant "ok"
  )")
                                   .find("D3 2"));
  EXPECT_EQ("D12 2", found(R"(
    u1 < - user "hello"
    {"type":"attachment","uuid":"x1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","attachment":{"names":3}}
    a1 < x1 assistant "ok"
  )"));
  EXPECT_EQ("D12 2", found(R"(
    u1 < - user "hello"
    {"type":"attachment","uuid":"x1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","attachment":{"type":"deferred_tools_delta","addedNames":"Cron"}}
    a1 < x1 assistant "ok"
  )"));
  EXPECT_EQ("D13 3", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1=Edit
    {"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","toolUseResult":{"oldString":null},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}
    a2 < r1 assistant "ok"
  )"));
  EXPECT_EQ("D14 2", found(R"(
    u1 < - user "hello"
    {"type":"assistant","uuid":"e1","parentUuid":"u1","version":"1.0.80","isApiErrorMessage":true,"timestamp":"2026-01-05T12:00:01Z","message":{"id":"x","model":"<synthetic>","content":[{"type":"text","text":"API Error"}]}}
    u2 < e1 user "again"
    a1 < u2 assistant "hi"
  )"));
  EXPECT_EQ(
      "E4! 2",
      with_block(
          R"({"type":"thinking","thinking":"","signature":""},{"type":"tool_use","id":"t1","name":"B","input":{}})"));
  EXPECT_EQ(
      "D9! 2",
      with_block(
          R"({"type":"server_tool_use","id":"call_1","name":"w","input":{}},{"type":"web_search_tool_result","tool_use_id":"call_1","content":[]},{"type":"tool_use","id":"t1","name":"B","input":{}})"));
  EXPECT_EQ("D11 2",
            with_block(R"({"type":"text"},{"type":"tool_use","id":"t1","name":"B","input":{}})"));
}

TEST(Diagnosis, E6OneIdForManyResponses) {
  EXPECT_EQ("E6 2", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant id:m1 request:q1 signed
    a2 < a1 assistant id:m1 request:q1 call:t1
    r1 < a2 user result:t1
    a3 < r1 assistant id:m1 request:q2 "ok"
  )"));
}

TEST(Diagnosis, C8LongReference) {
  EXPECT_EQ("C8! 3", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    {"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"tool_reference","tool_name":")" +
                           std::string(70, 'n') + R"("}]}]}}
    a2 < r1 assistant "ok"
  )"));
}

TEST(Diagnosis, ErrorsNameWhatNoLineShows) {
  const auto ending = [](std::string_view error) {
    return found(
        "u1 < - user \"hello\"\n a1 < u1 assistant \"hi\"\n u2 < a1 user \"again\"\n"
        "e1 < u2 assistant error model:<synthetic> \"" +
        std::string(error) + "\"\n");
  };
  EXPECT_EQ("C7! 4", ending("Tool reference 'X' not found in available tools"));
  EXPECT_EQ("E2! 4", ending("messages.1.content.0: `thinking` or `redacted_thinking` blocks in the "
                            "latest assistant message cannot be modified."));
  EXPECT_EQ("E3! 4", ending("messages.1.content.0.type: Expected `thinking` or "
                            "`redacted_thinking`, but found `tool_use`."));
  EXPECT_EQ("E5! 4", ending("Invalid `signature` in `thinking` block. The block is bound to a "
                            "different conversation."));
  EXPECT_EQ("F10! 4", ending("Request too large (max 20MB)."));
  // Not the file.
  EXPECT_EQ("", ending("API Error: 529 overloaded"));
  EXPECT_EQ("", ending("appears to violate our Usage Policy"));
}

// A healthy conversation that ends with an error.
TestPatient ending_with(std::string_view error) {
  return TestPatient(
      test_file("u1 < - user \"hello\"\n a1 < u1 assistant \"hi\"\n u2 < a1 user \"again\"\n"
                "e1 < u2 assistant error model:<synthetic> \"" +
                std::string(error) + "\"\n"));
}

TEST(Diagnosis, WhatOnlyTheErrorNamesIsNotPromisedToBeMended) {
  for (const std::string_view error :
       {"messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t9.",
        "Tool reference 'X' not found in available tools",
        "messages: text content blocks must be non-empty",
        "The request body is not valid JSON: no low surrogate in string",
        "messages.1.content.0.text.foo: Extra inputs are not permitted",
        "messages.1.content.0: Invalid `signature` in `thinking` block",
        "At least one of the image dimensions exceed max allowed size: 8000 pixels",
        "Could not process image", "API Error: 413 Request too large (max 32MB).", "API Error: 413",
        "Prompt is too long", "Too much media: 0 document pages + 104 images > 100"}) {
    const Diagnosis diagnosis = ending_with(error).diagnosis();
    ASSERT_EQ(1U, diagnosis.troubles.size()) << error;
    const Trouble& trouble = diagnosis.troubles.front();
    EXPECT_TRUE(trouble.alarm && trouble.unfound) << error;
    EXPECT_FALSE(trouble.is_mendable()) << error;
    EXPECT_NE(std::string::npos, trouble.detail.find("not found in the file")) << error;
    EXPECT_EQ("a1", diagnosis.error.back) << error;
  }
}

TEST(Diagnosis, AnUnknownRefusalIsAnAlarmOfItsOwn) {
  const Diagnosis diagnosis =
      ending_with("API Error: 400 messages.7.content.2: the moon is wrong").diagnosis();
  ASSERT_EQ(1U, diagnosis.troubles.size());
  EXPECT_EQ(Defect::kI7, diagnosis.troubles.front().defect);
  EXPECT_TRUE(diagnosis.will_fail());
  EXPECT_EQ("a1", diagnosis.error.back);
  // Not the file: nothing fails, but somebody has to tell.
  for (const std::string_view error :
       {"API Error: 529 overloaded", "API Error: Connection error.", "API Error: Request timed out",
        "appears to violate our Usage Policy", "API Error: 400 Your credit balance is too low"}) {
    const Diagnosis other = ending_with(error).diagnosis();
    EXPECT_FALSE(other.will_fail()) << error;
    EXPECT_FALSE(other.error.defects.empty()) << error;
    EXPECT_FALSE(other.error.is_of_file()) << error;
  }
}

TEST(Diagnosis, ANewPromptCuresARequestThatEndedWithTheModel) {
  EXPECT_EQ("D15 4", ending_with("API Error: 400 This model does not support assistant message "
                                 "prefill. The conversation must end with a user message.")
                         .found());
}

TEST(Diagnosis, TheErrorNamesItsLineWhereItIsKnown) {
  EXPECT_EQ("C7! 3", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    {"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"tool_reference","tool_name":"X"}]}]}}
    a2 < r1 assistant "ok"
    u2 < a2 user "again"
    e1 < u2 assistant error model:<synthetic> "Tool reference 'X' not found in available tools"
  )"));
  EXPECT_EQ("E1! 5", found(R"(
    u1 < - user "hello"
    a1 < u1 assistant id:m1 signed
    a2 < a1 assistant id:m1 "hi"
    u2 < a2 user "again"
    a3 < u2 assistant id:m2 signed
    a4 < a3 assistant id:m2 "yes"
    u3 < a4 user "and"
    e1 < u3 assistant error model:<synthetic> "messages.3.content.0: Invalid `signature` in `thinking` block"
  )"));
}

constexpr std::string_view kPixelBlock =
    R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="}})";

std::string pictures(int count, std::string_view model, std::string_view error) {
  std::string blocks;
  for (int i = 0; i < count; ++i) blocks += (i == 0 ? "" : ",") + std::string(kPixelBlock);
  std::string notation =
      R"({"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":[)" +
      blocks + "]}}\n a1 < u1 assistant model:" + std::string(model) + " \"ok\"\n";
  if (!error.empty()) {
    notation += "u2 < a1 user \"more\"\n e1 < u2 assistant error model:<synthetic> \"" +
                std::string(error) + "\"\n";
  }
  return found(notation);
}

TEST(Diagnosis, HowManyPicturesDependsOnTheModel) {
  EXPECT_EQ("F4! 1", pictures(104, "claude-opus-4-5-20251101", ""));
  EXPECT_EQ("F4! 1", pictures(104, "claude-3-7-sonnet-20250219", ""));
  EXPECT_EQ("", pictures(100, "claude-opus-4-5-20251101", ""));
  EXPECT_EQ("", pictures(104, "claude-opus-4-5[1m]", ""));
  EXPECT_EQ("", pictures(104, "claude-opus-9", ""));
  // Who knows it best.
  EXPECT_EQ("F4! 1",
            pictures(4, "claude-opus-9", "Too much media: 0 document pages + 4 images > 3"));
}

TEST(Diagnosis, WhatWasTypedMeanwhileIsSentToo) {
  const auto queued = [](const std::string& prompt) {
    return found(R"(
      u1 < - user "hello"
      a1 < u1 assistant "hi"
      {"type":"attachment","uuid":"q1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","attachment":{"type":"queued_command","prompt":)" +
                 prompt + "}}\n a2 < q1 assistant \"ok\"\n");
  };
  EXPECT_EQ("", queued(R"("more")"));
  EXPECT_EQ("D5! 3", queued(R"("cut \u0000 here")"));
  std::string wrong(kPixelBlock);
  wrong.replace(wrong.find("image/png"), 9, "image/gif");
  EXPECT_EQ("F5 3", queued("[" + wrong + "]"));
  EXPECT_EQ("", queued("[" + std::string(kPixelBlock) + "]"));
}

TEST(Diagnosis, BytesThatAreNoTextAreNoted) {
  std::string file = test_file("u1 < - user \"hello\"\n a1 < u1 assistant \"hi\"");
  file.replace(file.find("hello"), 1, "\xE9");
  EXPECT_EQ("A7 1", TestPatient(file).found());
}

TEST(Diagnosis, D16IsOnlyWorthANoteBesideItsError) {
  const std::string lines = R"(
    u0 < - user "hello"
    c1 < - system sub:compact_boundary logical:u0
    k1 < c1 user summary "so far"
    a1 < k1 assistant call:t1
    r1 < a1 user result:t1
    u1 < r1 user "by the way"
  )";
  EXPECT_EQ("", found(lines + "a2 < u1 assistant \"ok\""));
  EXPECT_EQ("C1! 7, D16 6",
            found(lines + "e1 < u1 assistant error model:<synthetic> \"messages.1: `tool_use` ids "
                          "were found without `tool_result` blocks immediately after: t1\""));
}

TEST(Diagnosis, G4Snapshots) {
  const std::string file = R"(
    u1 < - user "hello"
    snapshot u1 of:u1 file:a.c=x@1
    snapshot u1 of:u1 file:a.c=x@1 update
    a1 < u1 assistant "hi"
  )";
  EXPECT_EQ("G4!", found(file, {.bloat = 100}).substr(0, 3));
}

TEST(Diagnosis, TheErrorAtTheEndIsTheStrongestEvidence) {
  TestPatient patient(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    u2 < a1 user "again"
    e1 < u2 assistant error model:<synthetic> "Prompt is too long"
    u3 < e1 user "again"
    e2 < u3 assistant error model:<synthetic> "Prompt is too long"
  )"));
  const Diagnosis diagnosis = patient.diagnosis();
  EXPECT_EQ("Prompt is too long", diagnosis.error.text);
  EXPECT_EQ(2, diagnosis.error.times);
  EXPECT_EQ("G1! 6", patient.found());
}

TEST(Diagnosis, AnErrorThatPassedIsNone) {
  EXPECT_EQ("", found(R"(
    u1 < - user "hello"
    e1 < u1 assistant error model:<synthetic> "API Error: 529 overloaded"
    u2 < e1 user "again"
    a1 < u2 assistant "hi"
  )"));
}

TEST(Diagnosis, Sizes) {
  const std::string file = R"(
    u1 < - user "hello"
    {"type":"progress","uuid":"p1","parentUuid":"u1","data":")" +
                           std::string(1000, 'x') + R"("}
    a1 < u1 assistant "hi"
  )";
  EXPECT_EQ("G3!", found(file, {.bloat = 100}));
  EXPECT_EQ("", found(file));
  EXPECT_EQ("G2!", found(file, {.too_big = 1000}));
  EXPECT_EQ("G6 2", found(file, {.giant_line = 1000}));
}

}  // namespace
}  // namespace clew
