// SPDX-License-Identifier: MIT
#include "doctor/sent_facts.h"

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "doctor/test_patient.h"

namespace clew {
namespace {

std::string line(int number, std::string_view role, std::string_view content,
                 std::string_view more = "") {
  const std::string uuid = "00000000-0000-4000-8000-" + std::to_string(100000000000 + number);
  return R"({"type":")" + std::string(role) + R"(","uuid":")" + uuid + R"(","sessionId":"s")" +
         std::string(more) + R"(,"message":{"role":")" + std::string(role) + R"(","content":)" +
         std::string(content) + "}}\n";
}

// Lines of all kinds, the usual ones and those that few have.
std::string many_lines(int rounds) {
  std::string out;
  for (int i = 0; i < rounds; ++i) {
    const std::string id = "\"toolu_" + std::to_string(i) + "\"";
    out += line(10 * i, "user", R"("please")");
    out += line(10 * i + 1, "assistant",
                R"([{"type":"thinking","thinking":"hm","signature":"s"},{"type":"tool_use","id":)" +
                    id + R"(,"name":"Edit","input":{}}])");
    out += line(10 * i + 2, "user",
                R"([{"type":"tool_result","tool_use_id":)" + id +
                    R"(,"content":[{"type":"text","text":""}]}])",
                R"(,"toolUseResult":{"other":1})");
    out += line(10 * i + 3, "assistant", R"([{"type":"text","text":"  "},{"type":"hologram"}])");
    out += line(10 * i + 4, "user", R"("\ud800 and \u0000")");
    out += line(10 * i + 5, "user", R"("")");
    out += line(10 * i + 6, "assistant",
                R"([{"type":"server_tool_use","id":"srvtoolu_1","name":"w","input":{}},)"
                R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]}])");
    out += line(10 * i + 7, "user",
                R"([{"type":"image","source":{"type":"base64","media_type":"image/png",)"
                R"("data":"AAAA"}}])");
    out += line(10 * i + 8, "assistant", R"([{"type":"text"},{"type":"tool_use","id":7}])");
  }
  return out;
}

std::string told(const BlockFacts& facts) {
  std::string out = std::string(facts.type) + " " + std::string(facts.id) + " " +
                    std::to_string(static_cast<int>(facts.kind)) + " " +
                    std::to_string(facts.bytes) + (facts.ends_blank ? " blank" : "");
  if (facts.details == nullptr) return out;
  for (const BlockRefusal& one : facts.details->refusals) out += "\n  " + one.message;
  for (const BlockMedia& one : facts.details->media) out += "\n  " + one.where;
  return out;
}

std::string told(SentFacts& facts, EntryIndex entry) {
  const SentFacts::Line at = facts.of(entry);
  const BadEscapes escapes = facts.escapes_of(entry);
  std::string out = std::to_string(at.count) + (at.readable ? " readable" : "") +
                    (at.is_list ? " list" : "") + (at.names_file ? "" : " no file") +
                    (at.bad_escapes ? " bad" : "") + " " + std::to_string(escapes.nuls) + " " +
                    std::to_string(escapes.lone_surrogates);
  for (std::uint32_t i = 0; i < at.count; ++i) out += "\n " + told(facts.block(entry, at, i));
  return out;
}

TEST(SentFactsTest, SeveralThreadsReadWhatOneReads) {
  TestPatient patient(many_lines(40));
  const Transcript& t = patient.transcript();
  std::vector<EntryIndex> all(t.entries.size());
  std::iota(all.begin(), all.end(), 0);
  const auto sources = [&] { return std::make_unique<FileLines>(patient.opened()); };
  SentFacts single(t, patient.lines(), {});
  SentFacts several(t, patient.lines(), {});
  std::vector<EntryIndex> twice = all;  // in any order, and repeated
  twice.insert(twice.end(), all.rbegin(), all.rend());
  several.read(twice, sources, 1000);
  ASSERT_EQ(360U, all.size());
  for (const EntryIndex entry : all) EXPECT_EQ(told(single, entry), told(several, entry)) << entry;
}

TEST(SentFactsTest, SaysWhatALineHolds) {
  TestPatient patient(many_lines(1));
  SentFacts facts(patient.transcript(), patient.lines(), {});
  EXPECT_EQ("1 readable 0 0\n text  0 8", told(facts, 0));
  EXPECT_EQ("2 readable list 0 0\n thinking  5 50\n tool_use toolu_0 1 56", told(facts, 1));
  EXPECT_TRUE(told(facts, 2).starts_with("1 readable list no file 0 0\n tool_result toolu_0 2"));
  EXPECT_EQ("1 readable bad 1 1\n", told(facts, 4).substr(0, 19));
  EXPECT_EQ("1 readable 0 0\n text  7 2", told(facts, 5));
}

TEST(SentFactsTest, AFileThatBecameShorterIsNotReadable) {
  TestPatient patient(many_lines(1));
  Entry gone = patient.transcript()[0];
  gone.offset = 1'000'000;
  Transcript changed = patient.transcript();
  changed.entries[0] = gone;
  SentFacts facts(changed, patient.lines(), {});
  EXPECT_FALSE(facts.of(0).readable);
  EXPECT_TRUE(facts.of(1).readable);
}

}  // namespace
}  // namespace clew
