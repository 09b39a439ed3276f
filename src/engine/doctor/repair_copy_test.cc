// SPDX-License-Identifier: MIT
#include "engine/doctor/repair_copy.h"

#include <atomic>

#include <gtest/gtest.h>

#include "engine/doctor/repair_trial.h"
#include "engine/doctor/test_repair.h"

namespace clew {
namespace {

// The uuids of what 2.1 sends of a session, in order; new lines as "+".
std::string sent(const std::string& bytes, RuleSet rules = RuleSet::k21) {
  TestPatient patient(bytes);
  std::string out;
  for (const EntryIndex line :
       sent_entries(patient.transcript(), find_path(patient.tree(), rules))) {
    const std::string_view uuid = patient.transcript().text(patient.transcript()[line].uuid);
    out += (out.empty() ? "" : " ") + (uuid.size() > 10 ? "+" : std::string(uuid));
  }
  return out;
}

// Repairs, and checks what must be true of every repair. Gives the copy.
std::string repaired(const std::string& bytes, std::string_view did, TestRepair* given = nullptr) {
  TestRepair own(bytes);
  TestRepair& repair = given ? *given : own;
  std::string copy = repair.copy();
  EXPECT_FALSE(copy.starts_with('[')) << copy;
  EXPECT_EQ(did, repair.did());
  EXPECT_TRUE(repair.original_is_untouched());
  EXPECT_EQ(2U, repair.files_there());
  TestPatient again(copy);
  EXPECT_EQ("", again.found());
  EXPECT_EQ(std::string::npos, copy.find("\"sessionId\":\"s\""));
  EXPECT_NE(std::string::npos, copy.find("a title (repaired)"));
  return copy;
}

const std::string kBrokenTalk = test_file(R"(
  u1 < - @0 user session:s "hello"
  a1 < u1 @1 assistant session:s "hi"
)");

TEST(RepairCopy, LeavesAHealthySessionAlone) {
  TestRepair repair(kBrokenTalk);
  EXPECT_EQ("[there is nothing to repair]", repair.copy());
  EXPECT_EQ(1U, repair.files_there());
}

TEST(RepairCopy, ADryRunWritesNothing) {
  TestRepair repair(kBrokenTalk + "{\"type\":\"us");
  repair.request().dry_run = true;
  repair.request().diff = true;
  auto made = repair.run();
  ASSERT_TRUE(made);
  EXPECT_EQ(1U, repair.files_there());
  EXPECT_FALSE(made->diff.empty());
}

TEST(RepairCopy, KeepsEveryByteOfLinesThatNeedNoChange) {
  const std::string line =
      R"({"zz" : 1.50, "type":"user","uuid":"u0","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"caf\u00e9 \/"},"unknown":[1e2]})";
  const std::string copy = repaired(line + "\n" + "{\"type\":\"us", "A1 2");
  EXPECT_NE(std::string::npos, copy.find(line));
}

TEST(RepairCopy, Lines) {
  const std::string u2 =
      R"({"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-01-05T12:00:05Z","sessionId":"s","message":{"role":"user","content":"again"}})";
  EXPECT_EQ("u1 a1", sent(repaired(kBrokenTalk + u2.substr(0, 60), "A1 3")));
  EXPECT_EQ("u1 a1 u2",
            sent(repaired(kBrokenTalk + std::string(20, '\0') + "\n" + u2 + "\n", "A2 3")));
  EXPECT_EQ("u1 a1 u2", sent(repaired(kBrokenTalk + u2.substr(0, 40) + u2 + "\n", "A3 3")));
  EXPECT_EQ("u1 a1 u2",
            sent(repaired(kBrokenTalk.substr(0, kBrokenTalk.size() - 1) + u2 + "\n", "A4 2")));
  EXPECT_EQ("u1 a1 u2", sent(repaired(kBrokenTalk + u2.substr(40) + "\n" + u2 + "\n", "A5 3")));
  EXPECT_EQ("u1 a1 u2", sent(repaired(kBrokenTalk + u2.substr(0, 50) + "\n" + u2 + "\n", "A6 3")));
  EXPECT_EQ("u1 a1", sent(repaired("\xEF\xBB\xBF" + kBrokenTalk, "A7 1")));
  std::string array = "[" + kBrokenTalk.substr(0, kBrokenTalk.size() - 1) + "]";
  array.replace(array.find('\n'), 1, ",\n");
  EXPECT_EQ("u1 a1", sent(repaired(array, "A8 1")));
}

TEST(RepairCopy, Tree) {
  EXPECT_EQ("u1 a1 u2 a2", sent(repaired(test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < gone @60 user "again"
    a2 < u2 @61 assistant "yes"
  )"),
                                         "B1 3")));
  EXPECT_EQ("u1 a1", sent(repaired(test_file("u1 < a1 @0 user \"a\"\n a1 < u1 @1 assistant \"b\""),
                                   "B2 1")));
  EXPECT_EQ("u1 a1",
            sent(repaired(
                test_file("u1 < - user \"a\"\n a1 < u1 assistant \"b\"\n a1 < u1 assistant \"c\""),
                "B3 2")));
  EXPECT_EQ("u1 a1", sent(repaired(test_file(R"(
    u1 < - user "hello"
    {"type":"progress","uuid":"p1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z"}
    a1 < p1 assistant "hi"
  )"),
                                   "B5 3"),
                          RuleSet::k20));
  EXPECT_EQ("u1 a1 u2 a2", sent(repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "the answer"
    s1 < u1 system sub:stop_hook_summary
    u2 < s1 user "next"
    a2 < u2 assistant "yes"
  )"),
                                         "B6 2")));
  EXPECT_EQ("u1 a1",
            sent(repaired(test_file("u1 < - user \"a\"\n a1 < u1 @- assistant \"b\""), "B12 2")));
  EXPECT_EQ("u1",
            sent(repaired(test_file("u1 < - user \"a\"\n last-prompt null explicit"), "B14 2")));
  EXPECT_EQ("+ a1 u1",
            sent(repaired(test_file("a1 < - assistant \"b\"\n u1 < a1 user \"a\""), "B15 1")));
}

TEST(RepairCopy, AsksWhichEndIsMeant) {
  const std::string two = test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    u2 < a1 user "left"
    a2 < u2 assistant "left"
    last-prompt a2
    u3 < a1 user "right"
    a3 < u3 assistant "right"
  )");
  TestRepair repair(two);
  EXPECT_NE(std::string::npos, repair.copy().find("two ends"));
  EXPECT_NE(std::string::npos, repair.copy().find("a2 or a3"));
  EXPECT_EQ((std::vector<std::string>{"a2", "a3"}),
            TestPatient(two).diagnosis().find(Defect::kB7)->ends);
  TestRepair chosen(two);
  chosen.request().leaf = "a3";
  const std::string copy = chosen.copy();
  EXPECT_EQ("u1 a1 u3 a3", sent(copy)) << copy;
}

// Line, kind, words before and after of every text that is not as it was.
std::string changed(TestRepair& repair) {
  EXPECT_FALSE(repair.copy().starts_with('['));
  std::string out;
  for (const ChangedText& one : repair.compared().first) {
    out += std::to_string(one.line) + " " + std::string(name_of(one.kind)) + ": " + one.before +
           " -> " + one.after + "\n";
  }
  return out;
}

TEST(RepairCopy, TellsOfEveryTextThatIsNotAsItWas) {
  TestRepair twice(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "one"
    a1 < u1 assistant "other"
    u2 < a1 user "on"
  )"));
  EXPECT_EQ("2 text: one -> \n", changed(twice));
  TestRepair half(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "half \ud83d of it"
  )"));
  EXPECT_EQ("2 text: half \\ud83d of it -> half \xEF\xBF\xBD of it\n", changed(half));
  TestRepair attached(test_file(R"(
    u1 < - user "hello"
    {"type":"attachment","uuid":"x1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","attachment":{"names":"words"}}
    a1 < x1 assistant "hi"
  )"));
  EXPECT_EQ("2 attachment: {\"names\":\"words\"} -> \n", changed(attached));
  TestRepair noted(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1=Edit
    {"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","toolUseResult":{"oldString":"was"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"edited"}]}}
    a2 < r1 assistant "hi"
  )"));
  EXPECT_EQ("3 note: {\"oldString\":\"was\"} -> \"[removed: 19 bytes]\"\n", changed(noted));
}

TEST(RepairCopy, AnswersAndResultsWithoutAParentHangOnTheLineBefore) {
  EXPECT_EQ("u1 a1 u2 a2 u3", sent(repaired(test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < a1 @60 user "again"
    a2 < - @61 assistant "yes"
    u3 < a2 @62 user "on"
  )"),
                                            "B1 4")));
  EXPECT_EQ("u1 a1 u2 a2", sent(repaired(test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < u2 @60 user "again"
    a2 < u2 @61 assistant "yes"
  )"),
                                         "B2 3")));
  EXPECT_EQ("u1 a1 u2 u3", sent(repaired(test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < a1 @x user "again"
    u3 < gone @62 user "on"
  )"),
                                         "B1 4")));
  // So a first prompt that was edited looks.
  EXPECT_EQ("", TestPatient(test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < - @60 user "hello, you"
    a2 < u2 @61 assistant "hi"
  )"))
                    .found());
}

TEST(RepairCopy, GiantLinesLoseOnlyWhatIsNeverSent) {
  const std::string words(5000, 'x');
  TestRepair repair(test_file(
      R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    {"type":"user","uuid":"r1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","toolUseResult":{"stdout":")" +
      words +
      R"(","code":7},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":")" +
      words + R"("}]}}
    a2 < r1 assistant "ok"
  )"));
  repair.request().limits.giant_line = 9000;
  const std::string copy = repair.copy();
  EXPECT_EQ("G6 3", repair.did());
  EXPECT_NE(std::string::npos, copy.find("x [shortened: 5000 bytes]\",\"code\":7}")) << copy;
  EXPECT_NE(std::string::npos, copy.find("\"content\":\"" + words + "\""));
  // Nothing is promised where all of it is sent.
  TestPatient sent_whole(
      test_file("u1 < - user \"" + words + words + "\"\na1 < u1 assistant \"ok\""));
  const Diagnosis diagnosis = sent_whole.diagnosis({.giant_line = 9000});
  ASSERT_NE(nullptr, diagnosis.find(Defect::kG6));
  EXPECT_FALSE(diagnosis.find(Defect::kG6)->is_mendable());
}

TEST(RepairCopy, SomethingOfAConversationIsAlwaysLeft) {
  const std::string empty =
      R"({"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":[]}})"
      "\n";
  EXPECT_EQ("u1", sent(repaired(empty, "D3 1")));
  // Ids that 2.1.325 takes for one are not made.
  EXPECT_EQ(std::string::npos, repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    r1 < a1 user result:t1
    a2 < r1 assistant call:t1
    r2 < a2 user result:t1
    a3 < r2 assistant "ok"
  )"),
                                        "C4 4")
                                   .find("t1_"));
}

TEST(RepairCopy, CallsAndResults) {
  EXPECT_EQ("u1 a1 + u2 a2", sent(repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "never mind"
    a2 < u2 assistant "ok"
  )"),
                                           "C1 2")));
  EXPECT_EQ("u1 r1 a1",
            sent(repaired(
                test_file("u1 < - user \"a\"\n r1 < u1 user result:t9\n a1 < r1 assistant \"b\""),
                "C2 2")));
  EXPECT_EQ("u1 a1 r1 r2 a2", sent(repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    r1 < a1 user result:t1
    r2 < r1 user result:t1
    a2 < r2 assistant "ok"
  )"),
                                            "C3 4")));
  EXPECT_EQ("u1 a1 r1 u2 a2 a3", sent(repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "wait"
    a2 < u2 assistant "yes?"
    r1 < a2 user result:t1
    a3 < r1 assistant "ok"
  )"),
                                               "C5 5")));
  repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    r1 < a1 user result:t1
    a2 < r1 assistant call:t1
    r2 < a2 user result:t1
    a3 < r2 assistant "ok"
  )"),
           "C4 4");
}

std::string with_block(std::string_view block) {
  return test_file(R"(
    u1 < - user "hello"
    {"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","model":"claude-opus-4-5","content":[)" +
                   std::string(block) + R"(]}}
    r1 < a1 user result:t1
    a2 < r1 assistant signed "ok"
  )");
}

TEST(RepairCopy, Blocks) {
  const std::string nul = repaired(
      with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{"a":"x\u0000"}})"), "D5 2");
  EXPECT_NE(std::string::npos, nul.find("x\\ufffd"));
  EXPECT_EQ(std::string::npos, nul.find("thinking"));  // behind a change it would be refused
  repaired(with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{"a":"x\ud83d"}})"),
           "D4 2");
  EXPECT_NE(std::string::npos,
            repaired(with_block(R"({"type":"tool_use","id":"t1","name":"B","input":"{\"a\":1}"})"),
                     "D6 2")
                .find(R"("input":{"a":1})"));
  EXPECT_NE(std::string::npos, repaired(with_block(R"({"type":"tool_use","id":"t1","name":")" +
                                                   std::string(300, 'x') + R"(","input":{}})"),
                                        "D7 2")
                                   .find("name_as_called"));
  repaired(with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{},"text":"x"})"),
           "D10 2");
  // Names that are written with escapes, or with bytes that are no text.
  repaired(with_block(R"({"type":"tool_use","id":"t1","name":"B","input":{},"te\u0078t":"x"})"),
           "D10 2");
  repaired(
      with_block("{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"B\",\"input\":{},\"te\xFF\":1}"),
      "A7 2, D10 2");
  repaired(
      with_block(
          R"({"type":"thinking","thinking":"a","signature":""},{"type":"tool_use","id":"t1","name":"B","input":{}})"),
      "E1 2");
  repaired(with_block(R"({"type":"text"},{"type":"tool_use","id":"t1","name":"B","input":{}})"),
           "D11 2");
}

TEST(RepairCopy, IdsOfOtherProviders) {
  const std::string copy = repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:call.1:x
    r1 < a1 user result:call.1:x
    a2 < r1 assistant "ok"
  )"),
                                    "D8 2");
  EXPECT_NE(std::string::npos, copy.find("\"tool_use_id\":\"call-1-x\""));
}

TEST(RepairCopy, ServerPairsBecomeText) {
  const std::string copy = repaired(test_file(R"(
    u1 < - user "hello"
    {"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m1","model":"claude-opus-4-5","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"advisor","input":{}}]}}
    u2 < a1 user "meanwhile"
    {"type":"assistant","uuid":"a2","parentUuid":"u2","timestamp":"2026-01-05T12:00:03Z","message":{"id":"m2","model":"claude-opus-4-5","content":[{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":"wise words"},{"type":"text","text":"ok"}]}}
  )"),
                                    "C6 4");
  EXPECT_NE(std::string::npos, copy.find("wise words"));
}

std::string with_picture(std::string_view type, std::string_view data) {
  return test_file(R"(
    {"type":"user","uuid":"u1","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":")" +
                   std::string(type) + R"(","data":")" + std::string(data) + R"("}}]}}
    a1 < u1 assistant "ok"
  )");
}

TEST(RepairCopy, Pictures) {
  constexpr std::string_view kPixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+"
      "A8AAQUBAScY42YAAAAASUVORK5CYII=";
  EXPECT_NE(std::string::npos, repaired(with_picture("image/svg+xml", kPixel), "F6 1")
                                   .find("[image removed: image/svg+xml 1x1"));
  EXPECT_NE(
      std::string::npos,
      repaired(with_picture("image/jpeg", kPixel), "F5 1").find(R"("media_type":"image/png")"));
  repaired(with_picture("image/png", "AAAA"), "F7 1");
  repaired(with_picture("image/png", std::string(kPixel.substr(0, 76)) +
                                         std::string(5'242'880, 'A') + "SUVORK5C"),
           "F1 1");
}

TEST(RepairCopy, TheErrorAtTheEndTellsWhatToDo) {
  std::string notation = "u0 < - user \"hello\"\n";
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    const std::string before = i == 0 ? "u0" : "r" + std::to_string(i - 1);
    notation += "a" + n + " < " + before + " assistant call:t" + n + "\n";
    notation +=
        R"({"type":"user","uuid":"r)" + n + R"(","parentUuid":"a)" + n +
        R"(","timestamp":"2026-01-05T13:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)" +
        n + R"(","content":")" + std::string(5000, 'x') + "\"}]}}\n";
  }
  notation += "z < r29 @9999 assistant error model:<synthetic> \"Prompt is too long\"\n";
  TestRepair repair(test_file(notation));
  const std::string copy = repair.copy();
  EXPECT_NE(std::string::npos, copy.find("[result removed: "));
  EXPECT_LT(copy.size(), 130'000U);
  EXPECT_EQ(std::string::npos, copy.find("Prompt is too long"));
  EXPECT_EQ("", TestPatient(copy).found());
}

TEST(RepairCopy, ErrorsOfThinkingTakeItOut) {
  const std::string copy = repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant id:m1 signed
    a2 < a1 assistant id:m1 "hi"
    u2 < a2 user "again"
    e1 < u2 assistant error model:<synthetic> "messages.1.content.0: Invalid `signature` in `thinking` block"
  )"),
                                    "E1 2, D14 5");
  EXPECT_EQ(std::string::npos, copy.find("\"thinking\""));
  EXPECT_EQ("u1 a2 u2", sent(copy));
}

// Leaving the error out would mend nothing.
TEST(RepairCopy, RefusesWhatNothingInTheFileExplains) {
  const std::string talk = R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "never mind"
    a2 < u2 assistant "ok"
    u3 < a2 user "again"
    e1 < u3 assistant error model:<synthetic> ")";
  for (const std::string_view error :
       {"Prompt is too long", "messages: text content blocks must be non-empty",
        "Could not process image", "API Error: 400 messages.3: the moon is wrong"}) {
    TestRepair repair(test_file(talk + std::string(error) + "\""));
    EXPECT_NE(std::string::npos, repair.copy().find("cannot be repaired")) << repair.copy();
    EXPECT_EQ(1U, repair.files_there());
    // What can be mended is, when it is named; the error stays, and so does the alarm.
    TestRepair named(test_file(talk + std::string(error) + "\""));
    named.request().only = {Defect::kC1};
    const std::string copy = named.copy();
    EXPECT_EQ("C1 2", named.did());
    EXPECT_TRUE(TestPatient(copy).diagnosis().will_fail()) << error;
    // Or a person goes back.
    TestRepair back(test_file(talk + std::string(error) + "\""));
    back.request().leaf = "a2";
    EXPECT_EQ("", TestPatient(back.copy()).found());
  }
}

// Words alone: there is no result to shorten.
TEST(RepairCopy, ALongTalkIsCompacted) {
  std::string notation;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    notation += "u" + n + " < " + (i == 0 ? "-" : "a" + std::to_string(i - 1)) + " user \"" + n +
                std::string(30'000, 'x') + "\"\n a" + n + " < u" + n + " assistant \"ok\"\n";
  }
  notation +=
      "u30 < a29 user \"more\"\n e1 < u30 assistant error model:<synthetic> \"Prompt is too "
      "long\"\n";
  TestRepair repair(test_file(notation));
  const std::string copy = repair.copy();
  ASSERT_FALSE(copy.starts_with('[')) << copy;
  EXPECT_NE(std::string::npos, copy.find("compact_boundary"));
  EXPECT_GT(repair.receipt().aside_lines, 20);
  EXPECT_EQ("", TestPatient(copy).found());
}

TEST(RepairCopy, OneGiantPromptCannotBeMadeSmaller) {
  TestRepair repair(test_file("u1 < - user \"hello\"\n a1 < u1 assistant \"hi\"\n u2 < a1 user \"" +
                              std::string(1'000'000, 'x') +
                              "\"\n e1 < u2 assistant error model:<synthetic> \"Prompt is too "
                              "long\"\n"));
  EXPECT_TRUE(repair.copy().starts_with('[')) << repair.copy().substr(0, 200);
  EXPECT_EQ(1U, repair.files_there());
}

// All before the compaction stays behind it, in a file of any size.
TEST(RepairCopy, NeverGoesBackBeforeACompaction) {
  const std::string copy =
      repaired(test_file("u1 < - @0 user \"" + std::string(5'300'000, 'x') + R"("
    a1 < u1 @1 assistant "hi"
    c1 < - @2 system sub:compact_boundary logical:a1
    k1 < c1 @3 user summary "so far"
    a2 < k1 @4 assistant "ok"
    u3 < gone @90 user "again"
    a3 < u3 @91 assistant "yes"
  )"),
               "B1 6");
  EXPECT_EQ("k1 a2 u3 a3", sent(copy));
  EXPECT_NE(std::string::npos, copy.find("compact_boundary"));
}

TEST(RepairCopy, AnotherEncodingIsDecoded) {
  const std::string u2 =
      R"({"type":"user","uuid":"u2","parentUuid":"a1","timestamp":"2026-01-05T12:00:05Z","sessionId":"s","message":{"role":"user","content":"caf# au lait"}})";
  std::string wide;
  for (const char c : u2 + "\n") wide += std::string{c == '#' ? '\xE9' : c, '\0'};
  const std::string copy = repaired(kBrokenTalk + wide, "A7 3");
  EXPECT_EQ("u1 a1 u2", sent(copy));
  EXPECT_NE(std::string::npos, copy.find("caf\xC3\xA9 au lait"));
  std::string odd = kBrokenTalk;
  odd.replace(odd.find("hello"), 1, "\xE9");
  EXPECT_NE(std::string::npos, repaired(odd, "A7 1")
                                   .find("\xEF\xBF\xBD"
                                         "ello"));
}

TEST(RepairCopy, ContinuesFromTheEndThatIsNamedWhereTheFileNamesNone) {
  const std::string bytes = test_file(R"(
    u1 < - user session:s "hello"
    a1 < u1 assistant session:s "hi"
    x1 < u1 user session:s side "aside"
    last-prompt x1
  )");
  TestRepair repair(bytes);
  EXPECT_NE(std::string::npos, repair.copy().find("--leaf"));
  TestRepair named(bytes);
  named.request().leaf = "a1";
  EXPECT_EQ("u1 a1", sent(named.copy()));
}

// Whatever the passes before have moved.
TEST(RepairCopy, TheReceiptCountsTheLinesOfTheOriginal) {
  const std::string glued = kBrokenTalk.substr(0, kBrokenTalk.find('\n')) +
                            kBrokenTalk.substr(kBrokenTalk.find('\n') + 1);
  repaired(glued + test_file(R"(
    u2 < a1 user "go"
    a2 < u2 assistant call:t1
    u3 < a2 user "never mind"
    a3 < u3 assistant "ok"
  )"),
           "A4 1, C1 3");
}

TEST(RepairCopy, TheReceiptTellsHowMuchOfTheResultsIsGone) {
  std::string notation = "u0 < - user \"hello\"\n";
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    notation +=
        "a" + n + " < " + (i == 0 ? "u0" : "r" + std::to_string(i - 1)) + " assistant call:t" + n +
        "\n" + R"({"type":"user","uuid":"r)" + n + R"(","parentUuid":"a)" + n +
        R"(","timestamp":"2026-01-05T13:00:00Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)" +
        n + R"(","content":")" + std::string(5000, 'x') + "\"}]}}\n";
  }
  notation += "z < r29 @9999 assistant error model:<synthetic> \"Prompt is too long\"\n";
  TestRepair repair(test_file(notation));
  const std::string copy = repair.copy();
  const Change& change = repair.receipt().changes().front();
  EXPECT_EQ(Defect::kG1, change.defect);
  EXPECT_EQ(change.count * 5002, change.lost_bytes);
  EXPECT_EQ("a result of 5002 bytes", change.lost.front());
  EXPECT_NE(std::string::npos, copy.find("[result removed: 5002 bytes]"));
}

TEST(RepairCopy, TellsWhatIsLeftWhenOneClassIsNamed) {
  const std::string bytes = test_file(R"(
    u1 < - @0 user "hello"
    a1 < u1 @1 assistant "hi"
    u2 < gone @60 user "cut \u0000 here"
    a2 < u2 @61 assistant "yes"
  )");
  TestRepair repair(bytes);
  repair.request().only = {Defect::kD5};
  auto made = repair.run();
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_EQ(1U, made->left.size());
  EXPECT_EQ(Defect::kB1, made->left.front().defect);
  TestRepair all(bytes);
  made = all.run();
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_TRUE(made->left.empty());
}

// Records that no line shows would be lost with the class that is not named.
TEST(RepairCopy, OneClassAloneLosesNoRecords) {
  const std::string glued = kBrokenTalk.substr(0, kBrokenTalk.find('\n')) +
                            kBrokenTalk.substr(kBrokenTalk.find('\n') + 1) + test_file(R"(
    u2 < a1 user "cut \u0000 here"
    a2 < u2 assistant "ok"
  )");
  TestRepair repair(glued);
  repair.request().only = {Defect::kD5};
  EXPECT_NE(std::string::npos, repair.copy().find("--only A4")) << repair.copy();
  TestRepair both(glued);
  both.request().only = {Defect::kD5, Defect::kA4};
  EXPECT_EQ("u1 a1 u2 a2", sent(both.copy()));
}

TEST(RepairCopy, WhatWasTypedMeanwhileIsMendedToo) {
  const std::string copy = repaired(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    {"type":"attachment","uuid":"q1","parentUuid":"a1","timestamp":"2026-01-05T12:00:02Z","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"cut \u0000 here"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}}
    a2 < q1 assistant "ok"
  )"),
                                    "D5 3, F7 3");
  EXPECT_NE(std::string::npos, copy.find("[image removed: "));
  EXPECT_NE(std::string::npos, copy.find("cut \\ufffd here"));
}

// Also where the conversation went on from the end that is named.
TEST(RepairCopy, GoesBackToWhatIsNamed) {
  TestRepair repair(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant "hi"
    u2 < a1 user "again"
    a2 < u2 assistant "yes"
    u3 < a2 user "more"
    e1 < u3 assistant error model:<synthetic> "API Error: 400 messages.3: the moon is wrong"
  )"));
  repair.request().leaf = "a1";
  const std::string copy = repair.copy();
  EXPECT_EQ("u1 a1", sent(copy));
  EXPECT_NE(std::string::npos, copy.find("again"));
}

TEST(RepairCopy, MendsOneClassAlone) {
  TestRepair repair(test_file(R"(
    u1 < - user "hello"
    a1 < u1 assistant call:t1
    u2 < a1 user "never mind"
    r9 < u2 user result:t9
    a2 < r9 assistant "ok"
  )"));
  repair.request().only = {Defect::kC1};
  EXPECT_FALSE(repair.copy().starts_with('['));
  EXPECT_EQ("C1 2", repair.did());
}

class CountedFile : public RandomAccessFile {
 public:
  CountedFile(std::unique_ptr<RandomAccessFile> file, std::atomic<std::int64_t>& bytes)
      : file_(std::move(file)), bytes_(bytes) {}
  Result<std::size_t> read_at(std::int64_t offset, std::span<char> to) const override {
    auto count = file_->read_at(offset, to);
    if (count) bytes_ += static_cast<std::int64_t>(*count);
    return count;
  }
  Result<FileInfo> info() const override { return file_->info(); }

 private:
  std::unique_ptr<RandomAccessFile> file_;
  std::atomic<std::int64_t>& bytes_;
};

class CountedDisk : public MemoryFileSystem {
 public:
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    auto file = MemoryFileSystem::open(path);
    if (!file) return file;
    return std::unique_ptr<RandomAccessFile>(
        std::make_unique<CountedFile>(std::move(*file), read_));
  }
  std::int64_t read() const { return read_; }

 private:
  mutable std::atomic<std::int64_t> read_ = 0;
};

// Whether a repair would succeed is not tried on a file that takes long to read.
TEST(RepairTrial, LargeFilesAreNotReadAgain) {
  CountedDisk disk;
  std::string bytes = kBrokenTalk + "{\"type\":\"us\n";
  const std::string filler = R"({"type":"progress","data":")" + std::string(1 << 20, 'x') + "\"}\n";
  while (std::ssize(bytes) <= kLargestHeldRepair) bytes += filler;
  disk.add_file("/r/projects/-p/" + kTestCopyId + ".jsonl", bytes);
  NamedSession named{.path = "/r/projects/-p/" + kTestCopyId + ".jsonl",
                     .id = *PlainName::from(kTestCopyId)};
  named.folder.root = "/r";
  named.folder.path = "/r/projects/-p";
  named.folder.key = "-p";
  Diagnosis diagnosis;
  diagnosis.troubles.emplace_back();
  diagnosis.troubles.front().defect = Defect::kA4;
  diagnosis.troubles.front().alarm = true;
  const RepairTrial trial = try_repair(disk, named, diagnosis);
  EXPECT_EQ(trial.leaves, std::vector<std::string>{""}) << trial.why_not;
  EXPECT_EQ(disk.read(), 0);
}

}  // namespace
}  // namespace clew
