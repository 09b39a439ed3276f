// SPDX-License-Identifier: MIT
//
// Whatever becomes of the bytes of a session: the doctor ends, and what it writes is good. Every
// copy is checked before it is written (repair_copy.cc), so a copy is a success; what must not
// happen besides is a crash, a copy with something left to mend, and words that were there and are
// gone. The damage is random and the same every time; CLEW_DAMAGE_VARIANTS and CLEW_DAMAGE_SEED ask
// for more and for other.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "engine/doctor/test_repair.h"

namespace clew {
namespace {

constexpr int kVariants = kThreadSanitized ? 50 : 300;

int number_from(const char* name, int fallback) {
  const char* given = std::getenv(name);
  return given ? std::atoi(given) : fallback;
}

// A conversation with calls, parallel calls, thinking, a compaction and a branch.
std::string healthy() {
  std::string notation = R"(
    u1 < - @0 user session:s "first words"
    a1 < u1 @1 assistant id:m1 session:s signed
    a2 < a1 @2 assistant id:m1 session:s "answer one"
    a3 < a2 @3 assistant id:m1 session:s call:t1
    a4 < a3 @4 assistant id:m1 session:s call:t2
    r1 < a3 @5 user session:s result:t1
    r2 < a4 @6 user session:s result:t2
    a5 < r2 @7 assistant id:m2 session:s "answer two"
    x1 < a5 @8 user session:s "abandoned words"
    x2 < x1 @9 assistant id:m3 session:s "abandoned answer"
    u2 < a5 @10 user session:s "second words"
    s1 < u2 @11 system session:s sub:turn_duration
    a6 < s1 @12 assistant id:m4 session:s "answer three"
    {"type":"file-history-snapshot","messageId":"u2","snapshot":{"messageId":"u2","trackedFileBackups":{}}}
  )";
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    const std::string up = i == 0 ? "a6" : "d" + std::to_string(i - 1);
    const std::string at = std::to_string(20 + i * 4);
    notation += "p" + n + " < " + up + " @" + at + " user session:s \"prompt " + n + "\"\n";
    notation += "b" + n + " < p" + n + " assistant id:k" + n + " session:s call:c" + n + "\n";
    notation += "q" + n + " < b" + n + " user session:s result:c" + n + "\n";
    notation += "d" + n + " < q" + n + " assistant id:l" + n + " session:s \"done " + n + "\"\n";
  }
  return test_file(notation);
}

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  std::string operator()(std::string bytes) {
    const int times = 1 + pick(3);
    for (int i = 0; i < times; ++i) bytes = once(bytes);
    return bytes;
  }

 private:
  int pick(std::size_t below) { return below == 0 ? 0 : static_cast<int>(random_() % below); }
  std::size_t place(const std::string& bytes) {
    return static_cast<std::size_t>(pick(bytes.size()));
  }

  static std::vector<std::string> lines_of(const std::string& bytes) {
    std::vector<std::string> lines = test_split(bytes, '\n');
    if (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
  }
  static std::string joined(const std::vector<std::string>& lines) {
    std::string out;
    for (const std::string& line : lines) out += line + "\n";
    return out;
  }

  std::string once(std::string bytes) {
    if (bytes.empty()) return bytes;
    std::vector<std::string> lines = lines_of(bytes);
    const auto line = static_cast<std::ptrdiff_t>(pick(lines.size()));
    switch (pick(11)) {
      case 0:  // cut
        return bytes.substr(0, place(bytes));
      case 1: {  // spliced: a part is missing
        const std::size_t from = place(bytes);
        return bytes.erase(from, 1 + static_cast<std::size_t>(pick(400)));
      }
      case 2: {  // glued
        const std::size_t end = bytes.find('\n', place(bytes));
        return end == std::string::npos ? bytes : bytes.erase(end, 1);
      }
      case 3:  // NUL bytes
        return bytes.insert(place(bytes),
                            std::string(1 + static_cast<std::size_t>(pick(50)), '\0'));
      case 4:  // a line twice
        lines.insert(lines.begin() + pick(lines.size()), lines[static_cast<std::size_t>(line)]);
        return joined(lines);
      case 5:  // lines in another order
        std::shuffle(lines.begin(), lines.end(), random_);
        return joined(lines);
      case 6:  // a line gone
        lines.erase(lines.begin() + line);
        return joined(lines);
      case 7:  // a byte changed
        bytes[place(bytes)] = static_cast<char>(pick(256));
        return bytes;
      case 8:  // content gone
        return replace_in(bytes, "\"content\":[", "\"content\":[],\"was\":[");
      case 9:  // a uuid or parent changed
        return replace_in(bytes, "\"parentUuid\":\"", "\"parentUuid\":\"q");
      default:  // a text emptied, or with what cannot be sent
        return replace_in(bytes, "\"text\":\"",
                          pick(2) == 0 ? "\"text\":\"\",\"was\":\"" : "\"text\":\"\\u0000\\ud83d");
    }
  }
  std::string replace_in(std::string bytes, std::string_view what, std::string_view by) {
    const std::size_t at = bytes.find(what, place(bytes));
    return at == std::string::npos ? bytes : bytes.replace(at, what.size(), by);
  }

  std::mt19937 random_;
};

// The session that something went wrong with, where somebody wants to look at it.
void save(const std::string& bytes) {
  if (const char* path = std::getenv("CLEW_DAMAGE_SAVE")) std::ofstream(path) << bytes;
}

// Something is wrong that a repair says it can mend.
bool promises(const std::string& bytes) {
  const Diagnosis diagnosis = TestPatient(bytes).diagnosis();
  return std::any_of(diagnosis.troubles.begin(), diagnosis.troubles.end(), [](const Trouble& one) {
    return one.is_mendable() && !is_on_request(one.defect);
  });
}

// Texts whose whole line the damage has left, and that are not in the copy.
std::vector<std::string> lost_texts(const std::string& whole, const std::string& damaged,
                                    const std::string& copy) {
  std::vector<std::string> lost;
  for (const std::string& line : test_split(whole, '\n')) {
    constexpr std::string_view kText = "\"text\":\"";
    const std::size_t at = line.find(kText);
    if (at == std::string::npos || damaged.find(line) == std::string::npos) continue;
    const std::size_t begin = at + kText.size();
    const std::string text = line.substr(begin, line.find('"', begin) - begin);
    if (copy.find("\"" + text + "\"") == std::string::npos) lost.push_back(text);
  }
  return lost;
}

TEST(DoctorDamageTest, WhatIsWrittenIsGood) {
  const int variants = number_from("CLEW_DAMAGE_VARIANTS", kVariants);
  const auto seed = static_cast<unsigned>(number_from("CLEW_DAMAGE_SEED", 1));
  const std::string whole = healthy();
  EXPECT_EQ("", TestPatient(whole).found());
  int repaired = 0;
  for (int i = 0; i < variants; ++i) {
    const std::string bytes = Damage(seed + static_cast<unsigned>(i))(whole);
    TestRepair repair(bytes);
    const std::string copy = repair.copy();
    ASSERT_TRUE(repair.original_is_untouched()) << i;
    if (copy.starts_with('[')) {
      // Only where nothing was promised; and nothing was written rather than something that is not
      // good.
      EXPECT_FALSE(promises(bytes)) << i << " " << copy << " " << TestPatient(bytes).found();
      EXPECT_EQ(1U, repair.files_there()) << i << " " << copy;
      if (HasFailure()) return save(bytes);
      continue;
    }
    ++repaired;
    ASSERT_EQ(2U, repair.files_there()) << i;
    EXPECT_EQ("", TestPatient(copy).found()) << i << " " << repair.did();
    EXPECT_EQ("[there is nothing to repair]", TestRepair(copy).copy()) << i;
    for (const std::string& text : lost_texts(whole, bytes, copy)) {
      EXPECT_TRUE(repair.tells_of(text)) << i << " lost: " << text << " " << repair.did();
    }
    if (HasFailure()) return save(bytes);
  }
  RecordProperty("repaired", repaired);
  EXPECT_GT(repaired, variants / 3);
}

}  // namespace
}  // namespace clew
