// SPDX-License-Identifier: MIT
#include "doctor/physical_lines.h"

#include <gtest/gtest.h>

#include "doctor/test_patient.h"

namespace clew {
namespace {

constexpr std::string_view kOne =
    R"({"type":"user","uuid":"a","parentUuid":null,"timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"one {\"type\":\"user\"} }{"}})";
constexpr std::string_view kTwo =
    R"({"type":"assistant","uuid":"b","parentUuid":"a","timestamp":"2026-01-05T12:00:01Z","message":{"id":"m","content":[{"type":"text","text":"two"}]}})";

std::string joined(const Recovered& found) {
  std::string out;
  for (const std::string& record : found.records) out += record + "|";
  return out + found.lost;
}

TEST(RecoverRecords, SplitsWhatIsGlued) {
  const std::string one(kOne), two(kTwo);
  EXPECT_EQ(one + "|" + two + "|", joined(recover_records(one + two)));
  EXPECT_EQ(one + "|" + two + "|", joined(recover_records(one + std::string(3, '\0') + two)));
}

TEST(RecoverRecords, FindsTheRecordBehindABreak) {
  const std::string two(kTwo);
  for (std::size_t cut = 1; cut < kOne.size(); ++cut) {
    const std::string start(kOne.substr(0, cut));
    EXPECT_EQ(two + "|" + start, joined(recover_records(start + two))) << cut;
  }
}

TEST(RecoverRecords, InventsNothing) {
  EXPECT_EQ("", joined(recover_records("")));
  EXPECT_EQ(kTwo.substr(0, 60), joined(recover_records(kTwo.substr(0, 60))));
  EXPECT_EQ(kTwo.substr(20), joined(recover_records(kTwo.substr(20))));
  // A record inside a broken one is a part of it.
  const std::string inside = R"({"type":"progress","data":[)" + std::string(kOne) + R"(,"x)";
  EXPECT_EQ(inside, joined(recover_records(inside)));
}

std::string found(const std::string& bytes) { return TestPatient(bytes).found(); }

const std::string kHealthy = std::string(kOne) + "\n" + std::string(kTwo) + "\n";

TEST(PhysicalLines, KnowsEachClass) {
  const std::string one(kOne), two(kTwo);
  EXPECT_NE(std::string::npos, found(kHealthy + two.substr(0, 50)).find("A1 3"));
  EXPECT_NE(std::string::npos,
            found(one + "\n" + std::string(9, '\0') + "\n" + two + "\n").find("A2 2"));
  EXPECT_NE(std::string::npos, found(one + "\n" + two.substr(0, 40) + two + "\n").find("A3! 2"));
  EXPECT_NE(std::string::npos, found(one + two + "\n" + two + "\n").find("A4! 1"));
  EXPECT_NE(std::string::npos, found(one + "\n" + two.substr(40) + "\n" + two + "\n").find("A5 2"));
  EXPECT_NE(std::string::npos,
            found(one + "\n" + two.substr(0, 40) + "\n" + two + "\n").find("A6 2"));
  EXPECT_NE(std::string::npos, found("\xEF\xBB\xBF" + kHealthy).find("A7 1"));
  EXPECT_NE(std::string::npos, found("[" + one + ",\n" + two + "]").find("A8! 1"));
}

TEST(PhysicalLines, KnowsUtf16) {
  std::string wide = "\xFF\xFE";
  for (const char c : kHealthy) wide += std::string{c, '\0'};
  EXPECT_NE(std::string::npos, found(wide).find("A7"));
}

// As another program writes it, with or without a mark before it.
std::string wide(std::string_view text, bool big_endian) {
  std::string out;
  for (const char c : text) out += big_endian ? std::string{'\0', c} : std::string{c, '\0'};
  return out;
}

TEST(PhysicalLines, KnowsUtf16WithoutAMark) {
  for (const bool big : {false, true}) {
    EXPECT_EQ("A7! 1", found(wide(kHealthy, big)));
    // Behind lines that are plain, with and without their end.
    const std::string one(kOne), two(kTwo);
    EXPECT_EQ("A7! 2", found(one + "\n" + wide(two + "\n", big)));
    EXPECT_EQ("A7! 2", found(one + "\n" + wide(two, big)));
  }
  // A run of NUL bytes is none.
  EXPECT_NE(std::string::npos, found(kHealthy + std::string(64, '\0') + "\n").find("A2 3"));
}

TEST(PhysicalLines, LookAlikesStaySilent) {
  const std::string one(kOne), two(kTwo);
  for (const std::string& bytes :
       {kHealthy, one + "\n" + two, one + "\r\n" + two + "\r\n", one + "\n\n \n" + two + "\n",
        one + "\n" + std::string(kTwo.substr(0, kTwo.size() - 6)) + "\xE2\x80\xA8\"}]}}\n"}) {
    EXPECT_EQ("", found(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace clew
