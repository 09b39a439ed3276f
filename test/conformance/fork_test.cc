// SPDX-License-Identifier: MIT
//
// Copies of real and crafted sessions, read back: every version must go on from the copy with
// exactly the lines it would have sent at that point of the original. And what the recorded runs
// printed must be understood without trouble. The material is not part of this project: it is
// looked for in ../shared, and the tests say so when it is not there.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "drive/fork_file.h"
#include "drive/stream_reader.h"
#include "engine/read/session.h"
#include "json/value.h"
#include "os/real_file_system.h"
#include "os/testing/memory_file_system.h"
#include "shared_files.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

// The uuid that each line of a copy had in the original.
std::map<std::string, std::string> origins(const Session& copy) {
  std::map<std::string, std::string> from;
  json::Parser parser;
  const Transcript& t = copy.transcript();
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (!t[i].is_node()) continue;
    auto line = parser.parse_copy(*copy.lines().line(t[i]));
    from[std::string(t.text(t[i].uuid))] = (*line)["forkedFrom"]["messageUuid"].string_or("");
  }
  return from;
}

std::vector<std::string> sent(const Session& session, const ChosenPath& path) {
  std::vector<std::string> uuids;
  for (const EntryIndex line : sent_entries(session.transcript(), path)) {
    uuids.emplace_back(session.transcript().text(session.transcript()[line].uuid));
  }
  return uuids;
}

bool has_progress(const Transcript& t) {
  return std::any_of(t.entries.begin(), t.entries.end(),
                     [](const Entry& entry) { return entry.type == EntryType::kProgress; });
}

// Whether one list is the other with lines left out.
bool is_part_of(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  auto at = whole.begin();
  for (const std::string& one : part) {
    at = std::find(at, whole.end(), one);
    if (at == whole.end()) return false;
    ++at;
  }
  return true;
}

struct Counts {
  int copies = 0;
  int mended = 0;  // 2.0 sends more of the copy
  int differing = 0;
  int losing = 0;  // of those: a line is not sent any more
};

// Copies the conversation that ends at `leaf` and compares.
void compare(const Session& session, RuleSet rules, EntryIndex leaf, const std::string& name,
             Counts& counts) {
  const Transcript& t = session.transcript();
  const ChosenPath path = find_path(session.tree(), rules, t[leaf].uuid);
  ForkRequest request;
  request.session = "00000000-0000-4000-8000-000000000001";
  request.new_session = "00000000-0000-4000-8000-000000000002";
  request.title = "copy";
  request.last = leaf;
  request.rules = rules;
  request.now = 4'000'000'000'000;  // after every line
  FileLines texts = session.lines();
  auto text = fork_text(session.messages(), texts, request);
  ASSERT_TRUE(text) << name << ": " << text.error().message;
  MemoryFileSystem files;
  files.add_file("/copy.jsonl", *text);
  auto copy = Session::open(files, "/copy.jsonl");
  ASSERT_TRUE(copy) << name;
  const auto from = origins(**copy);
  std::vector<std::string> got;
  for (const std::string& uuid : sent(**copy, find_path((*copy)->tree(), rules))) {
    got.push_back(from.at(uuid));
  }
  ++counts.copies;
  const auto want = sent(session, path);
  if (got == want) return;
  // 2.0 stops at lines of progress, which a copy does not have.
  if (rules == RuleSet::k20 && has_progress(t) && is_part_of(want, got)) {
    ++counts.mended;
    return;
  }
  ++counts.differing;
  if (!is_part_of(want, got)) ++counts.losing;
  if (std::getenv("CLEW_VERBOSE")) {
    std::printf("%s%s %s: %zu lines sent, of the copy %zu\n", is_part_of(want, got) ? "" : "LOSES ",
                name.c_str(), std::string(name_of(rules)).c_str(), want.size(), got.size());
  }
}

Counts compare_all(const std::string& set) {
  Counts counts;
  const RealFileSystem files;
  for (const fs::path& file : shared_files(shared_folder("conformance") / set, SharedKind::kMain)) {
    auto session = Session::open(files, file.string());
    if (!session) continue;
    const std::string name = file.parent_path().filename().string();
    for (const RuleSet rules : {RuleSet::k21, RuleSet::k20}) {
      const ChosenPath active = find_path((*session)->tree(), rules);
      if (!active.refused.empty() || active.tip == kNoEntry) continue;
      for (const Branch& branch : find_branches((*session)->messages(), active)) {
        if (branch.tip != kNoEntry) compare(**session, rules, branch.tip, name, counts);
      }
    }
  }
  return counts;
}

TEST(Fork, CopiesOfRealSessionsSendTheSameLines) {
  const Counts counts = compare_all("real");
  if (counts.copies == 0) GTEST_SKIP() << "no cases at " << shared_folder("conformance");
  std::printf("real: %d copies, %d differ, %d mended\n", counts.copies, counts.differing,
              counts.mended);
  EXPECT_EQ(counts.differing, 0);
}

// Crafted files hold what no program writes: ends without a time, which 2.1 refuses and a copy
// mends; compactions that keep messages and a chosen end among them, where the copy ends as a file
// that ends there. No copy may send less than the original.
TEST(Fork, CopiesOfCraftedSessionsLoseNothing) {
  Counts all;
  for (const char* set : {"minimal", "resume", "random"}) {
    const Counts counts = compare_all(set);
    std::printf("%s: %d copies, %d differ (%d lose a line), %d mended\n", set, counts.copies,
                counts.differing, counts.losing, counts.mended);
    all.copies += counts.copies;
    all.differing += counts.differing;
    all.losing += counts.losing;
  }
  if (all.copies == 0) GTEST_SKIP() << "no cases at " << shared_folder("conformance");
  EXPECT_LE(all.losing, 2);
  EXPECT_LE(all.differing * 100, all.copies * 3);
}

TEST(RecordedStreams, AreUnderstoodWithoutTrouble) {
  int lines = 0, controls = 0, unknown = 0;
  std::map<std::string, int> kinds;
  for (const fs::path& file : shared_files(shared_folder("corpus") / "cli", SharedKind::kStream)) {
    StreamReader reader(std::size_t{64} << 20);
    std::ifstream stream(file, std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
      ++lines;
      line.append(json::kPadding, '\0');
      reader.read(
          std::string_view(line).substr(0, line.size() - json::kPadding),
          [&](const drive::Event& event) {
            ++kinds[std::string(drive::name_of(event))];
            const auto* finding = std::get_if<drive::StreamFinding>(&event.what);
            EXPECT_EQ(finding, nullptr) << file << ": " << (finding ? finding->text : "");
            const auto* report = std::get_if<drive::Report>(&event.what);
            if (report == nullptr || report->known) return;
            ++unknown;
            ADD_FAILURE() << file << ": " << report->type << " " << report->subtype;
          },
          [&](const StreamReader::Control&) { ++controls; });
    }
  }
  if (lines == 0) GTEST_SKIP() << "no runs at " << shared_folder("corpus") / "cli";
  std::printf("%d lines, %d of them control lines:", lines, controls);
  for (const auto& [kind, count] : kinds) std::printf(" %s %d", kind.c_str(), count);
  std::printf("\n");
  for (const char* kind : {"init", "message", "delta", "result", "status", "retry", "report"}) {
    EXPECT_GT(kinds[kind], 0) << kind;
  }
}

}  // namespace
}  // namespace clew
