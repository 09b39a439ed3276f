// SPDX-License-Identifier: MIT
//
// One small invented session for every class that has a repair, and what must be true of each: it
// is found and repaired, a second look finds nothing, no word of the conversation is lost silently,
// the original is as it was, and what every version would send of the copy is taken by the API.
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/doctor/test_broken.h"
#include "engine/doctor/test_repair.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

// The words of the conversation that 2.1 loads, or of all lines.
std::multiset<std::string> texts_of(const std::string& bytes, bool of_path) {
  TestPatient patient(bytes);
  const Transcript& t = patient.transcript();
  std::vector<EntryIndex> lines = find_path(patient.tree(), RuleSet::k21).chain;
  if (!of_path) {
    lines.clear();
    for (EntryIndex i = 0; i < t.count(); ++i) lines.push_back(i);
  }
  std::multiset<std::string> texts;
  const auto take = [&](json::Value text) {
    if (text.is_string() && !is_blank(text.string_or(""))) texts.emplace(text.string_or(""));
  };
  json::Parser parser;
  for (const EntryIndex index : lines) {
    if (!t[index].is_conversation() || t[index].api_error) continue;
    auto root = parser.parse(*patient.lines().line(t[index]));
    const json::Value content = LineFields(*root).message().content;
    take(content);
    for (const json::Value block : content.elements()) {
      take(block["text"]);
      take(block["content"]);
      for (const json::Value part : block["content"].elements()) take(part["text"]);
    }
  }
  return texts;
}

class DoctorClasses : public testing::TestWithParam<Broken> {};

TEST_P(DoctorClasses, AreFoundAndRepaired) {
  Broken broken = GetParam();
  if (broken.make != nullptr) broken.bytes = broken.make();
  const Defect defect = *find_defect(broken.id);
  const Diagnosis before = TestPatient(broken.bytes).diagnosis(broken.limits);
  ASSERT_NE(nullptr, before.find(defect)) << TestPatient(broken.bytes).found(broken.limits);

  TestRepair repair(broken.bytes);
  repair.request().limits = broken.limits;
  repair.request().only = broken.only;
  repair.request().leaf = broken.leaf;
  const std::string copy = repair.copy();
  ASSERT_FALSE(copy.starts_with('[')) << copy;
  EXPECT_TRUE(repair.original_is_untouched());
  EXPECT_EQ(2U, repair.files_there());

  // A second look finds nothing, a second repair does nothing.
  TestPatient again(copy);
  EXPECT_EQ("", again.found(broken.limits)) << repair.did();
  TestRepair second(copy);
  second.request().limits = broken.limits;
  EXPECT_EQ("[there is nothing to repair]", second.copy());

  // Every version can resume it.
  for (const Verdict& verdict : again.diagnosis(broken.limits).verdicts) {
    EXPECT_EQ("", verdict.refused + verdict.api) << name_of(verdict.rules);
  }

  // No word is lost silently: not of the conversation, nor of a line beside it.
  const auto left = texts_of(copy, false);
  for (const std::string& text : texts_of(broken.bytes, true)) {
    const bool kept = left.contains(text) || broken.changed.contains(text);
    EXPECT_TRUE(kept) << text.substr(0, 100);
  }
  for (const std::string& text : texts_of(broken.bytes, false)) {
    // A NUL is shown as it is written.
    const bool nul = text.find('\0') != std::string::npos && repair.compared().changed > 0;
    EXPECT_TRUE(nul || left.contains(text) || repair.tells_of(text)) << text.substr(0, 100);
  }
}

// What the diagnosis promises the repair does, in whatever place a block is broken.
TEST(DoctorPromises, AreKept) {
  const std::string long_name(300, 'n');
  const std::string blocks[] = {
      R"({"type":"text","text":""})",
      R"({"type":"text","text":" \n"})",
      R"({"type":"text"})",
      R"({"type":"text","text":3})",
      R"({"type":"text","text":"a","extra":1})",
      R"({"type":"text","text":"half \ud83d"})",
      R"({"type":"text","text":"cut \u0000"})",
      R"({"text":"no type"})",
      R"({"type":"thinking","thinking":"a","signature":""})",
      R"({"type":"thinking","thinking":"","signature":""})",
      R"({"type":"thinking"})",
      R"({"type":"redacted_thinking"})",
      R"({"type":"tool_use","id":"t2","name":"B","input":{}})",
      R"({"type":"tool_use","id":"t2","name":"B","input":"x"})",
      R"({"type":"tool_use","id":"t2","name":")" + long_name + R"(","input":{}})",
      R"({"type":"tool_use","id":"t.2","name":"B","input":{}})",
      R"({"type":"tool_use","name":"B","input":{}})",
      R"({"type":"tool_use","id":"t2"})",
      R"({"type":"tool_result","tool_use_id":"t9","content":"words"})",
      R"({"type":"tool_result","content":"words"})",
      R"({"type":"tool_result","tool_use_id":"t1","content":[{"type":"text"}]})",
      R"({"type":"server_tool_use","id":"call_1","name":"w","input":{}})",
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_9","content":[]})",
      R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}})",
      R"({"type":"image","source":{"type":"base64","media_type":"image/svg+xml","data":"AAAA"}})",
      R"({"type":"image","source":{"type":"base64"}})",
      R"({"type":"image"})",
      R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"AAAA"}})",
      R"({"type":"document"})",
      R"({"type":"tool_reference","tool_name":")" + long_name + R"("})",
  };
  const std::string call(broken::kCall);
  for (const std::string& block : blocks) {
    const std::string places[] = {
        broken::with_user(block),
        broken::with_user(block + R"(,{"type":"text","text":"words"})"),
        broken::with_assistant(block, "\"words\""),
        broken::with_assistant(block + "," + call),
        broken::with_assistant(call + "," + block),
        broken::with_result("[" + block + "]"),
        broken::with_result("[" + block + R"(,{"type":"text","text":"words"}])"),
    };
    for (const std::string& bytes : places) {
      const Diagnosis before = TestPatient(bytes).diagnosis();
      const bool promised = std::any_of(before.troubles.begin(), before.troubles.end(),
                                        [](const Trouble& one) { return one.is_mendable(); });
      if (!promised) {
        EXPECT_FALSE(before.will_fail()) << bytes;
        continue;
      }
      TestRepair repair(bytes);
      const std::string copy = repair.copy();
      ASSERT_FALSE(copy.starts_with('[')) << copy << "\n"
                                          << TestPatient(bytes).found() << "\n"
                                          << bytes;
      EXPECT_EQ("", TestPatient(copy).found()) << bytes;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, DoctorClasses, testing::ValuesIn(all_broken()),
                         [](const testing::TestParamInfo<Broken>& one) {
                           return std::string(one.param.id) + "_" + std::to_string(one.index);
                         });

// Classes that are about the place of a file are repaired by any copy (below); B16 is C1 in a fork.
TEST(DoctorClassTable, HasASessionForEveryRepair) {
  std::set<Defect> there = {Defect::kB16};
  for (const Broken& one : all_broken()) there.insert(*find_defect(one.id));
  for (std::size_t i = 0; i <= static_cast<std::size_t>(kLastDefect); ++i) {
    const auto defect = static_cast<Defect>(i);
    if (info_of(defect).repair.empty() || defect >= Defect::kH1) continue;
    EXPECT_TRUE(there.contains(defect)) << name_of(defect);
  }
}

TEST(DoctorClassTable, ACopyForItsPlaceIsMadeOnlyWhenItIsNamed) {
  const std::string bytes = test_file("x1 < - user session:s side \"aside\"") + broken::kTalk;
  TestRepair unnamed(bytes);
  unnamed.request().place = {Defect::kH3};
  EXPECT_EQ("[there is nothing to repair]", unnamed.copy());
  TestRepair named(bytes);
  named.request().place = {Defect::kH3};
  named.request().only = {Defect::kH3};
  const std::string copy = named.copy();
  EXPECT_TRUE(copy.starts_with(R"({"type":"custom-title")")) << copy;
  EXPECT_EQ("H3", named.did());
}

}  // namespace
}  // namespace clew
