// SPDX-License-Identifier: MIT
//
// The rule sets against what the real programs did: each case is an invented session file and what
// CLI 1.0, 2.0, 2.1 and the SDK rebuilt from it. A set lives in test/data/conformance; more (random
// and real files) are taken from ../shared/conformance (or $CLEW_SHARED/conformance) where it is.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "catalog/layout/transcript_file.h"
#include "json/value.h"
#include "os/real_file_system.h"
#include "transcript/rules.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

const fs::path kOwnCases = CLEW_SOURCE_DIR "/test/data/conformance";

fs::path shared_cases() {
  const char* shared = std::getenv("CLEW_SHARED");
  return fs::path(shared ? shared : CLEW_SOURCE_DIR "/../shared") / "conformance";
}

// All cases below a folder that are not in `found` under the same name.
void add_cases(const fs::path& folder, std::vector<fs::path>& found) {
  std::set<std::string> known;
  for (const fs::path& path : found) known.insert(path.filename().string());
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); at != fs::end(at); ++at) {
    if (known.contains(at->path().filename().string())) continue;
    if (at->is_directory() && fs::exists(at->path() / "session.jsonl") &&
        fs::exists(at->path() / "expected.json")) {
      found.push_back(at->path());
    }
  }
}

std::vector<fs::path> cases() {
  std::vector<fs::path> found;
  add_cases(kOwnCases, found);
  const std::size_t own = found.size();
  add_cases(shared_cases(), found);
  if (found.size() == own) {
    std::printf("[ CASES    ] none at %s: only our own are compared\n", shared_cases().c_str());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// What one program made of a case.
struct Expected {
  bool judged = true;
  bool refused = false;
  std::vector<std::string> messages;
  std::set<std::string> attachments;
};

class Case {
 public:
  explicit Case(const fs::path& folder) {
    auto text = read_file(files_, (folder / "expected.json").string(), 1 << 26);
    root_ = *parser_.parse_copy(*text);
    for (const auto& [uuid, name] : root_["names"].members()) names_.insert(std::string(uuid));
    transcript_ = *read_transcript(files_, (folder / "session.jsonl").string());
  }

  Expected expected(std::string_view rules) const {
    Expected expected;
    const json::Value answer = rules == "sdk" ? root_["sdk"] : root_["context"][rules];
    if (answer.is_string()) {
      expected.refused = answer.string_or("") == "refused";
      expected.judged = expected.refused;  // not: hangs, crashes, compacts first
    } else if (!answer.is_object()) {
      expected.judged = false;
    }
    for (const json::Value uuid : answer["messages"].elements()) {
      if (names_.contains(std::string(uuid.string_or("")))) {
        expected.messages.emplace_back(uuid.string_or(""));
      }
    }
    for (const json::Value uuid : answer["attachments"].elements()) {
      expected.attachments.insert(std::string(uuid.string_or("")));
    }
    return expected;
  }

  Expected got(RuleSet rules) const {
    const Tree tree(transcript_);
    const ChosenPath path = find_path(tree, rules);
    Expected result;
    result.refused = !path.refused.empty();
    for (const EntryIndex index : sent_entries(transcript_, path)) {
      const Entry& entry = transcript_[index];
      const std::string uuid(transcript_.text(entry.uuid));
      if (!names_.contains(uuid)) continue;
      if (entry.is_conversation()) {
        result.messages.push_back(uuid);
      } else {
        result.attachments.insert(uuid);
      }
    }
    return result;
  }

  std::string name(const std::string& uuid) const {
    return std::string(root_["names"][uuid].string_or(uuid));
  }

 private:
  RealFileSystem files_;
  json::Parser parser_;
  json::Value root_;
  std::set<std::string> names_;
  Transcript transcript_;
};

bool same(const Expected& want, const Expected& got) {
  if (want.refused || got.refused) return want.refused == got.refused;
  return want.messages == got.messages && want.attachments == got.attachments;
}

std::string listing(const Case& c, const Expected& e) {
  if (e.refused) return "refused";
  std::string text;
  for (const std::string& uuid : e.messages) text += c.name(uuid) + " ";
  text += "|";
  for (const std::string& uuid : e.attachments) text += " " + c.name(uuid);
  return text;
}

void run_rule_set(RuleSet rules, const std::set<std::string>& known_differences) {
  const std::vector<fs::path> all = cases();
  int judged = 0;
  int right = 0;
  for (const fs::path& folder : all) {
    const Case c(folder);
    Expected want = c.expected(name_of(rules));
    if (!want.judged) continue;
    ++judged;
    Expected got = c.got(rules);
    if (rules == RuleSet::kSdk) want.attachments.clear();
    const std::string name = folder.filename().string();
    if (same(want, got)) {
      ++right;
      EXPECT_FALSE(known_differences.contains(name))
          << name << " is right now: take it off the list";
    } else {
      EXPECT_TRUE(known_differences.contains(name))
          << name << "\n  want " << listing(c, want) << "\n  got  " << listing(c, got);
    }
  }
  std::printf("[ CASES    ] rules %s: %d of %d as the real program\n",
              std::string(name_of(rules)).c_str(), right, judged);
  EXPECT_GT(judged, 100);
}

TEST(Conformance, Rules21) { run_rule_set(RuleSet::k21, {}); }
TEST(Conformance, Rules20) { run_rule_set(RuleSet::k20, {}); }
TEST(Conformance, Rules10) { run_rule_set(RuleSet::k10, {}); }

// r108 writes its root line again at the very end; the SDK then takes that line for the last leaf
// although it has children.
TEST(Conformance, Sdk) { run_rule_set(RuleSet::kSdk, {}); }

}  // namespace
}  // namespace clew
