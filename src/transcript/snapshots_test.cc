// SPDX-License-Identifier: MIT

#include "transcript/snapshots.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// "a.c=x1@1 b.c=-@2": as in the notation.
std::string words(const Transcript& t, const FileStates::State& state) {
  std::string out;
  for (const auto& [path, file] : state) {
    out += (out.empty() ? "" : " ") + std::string(path) + "=" +
           (file.backup == kNoSymbol ? "-" : std::string(t.text(file.backup))) + "@" +
           std::to_string(file.version);
  }
  return out;
}

std::string words(const Transcript& t, std::span<const BackupChange> changes) {
  std::string out;
  for (const BackupChange& change : changes) {
    constexpr char kSigns[] = {'+', '~', '-'};
    out += (out.empty() ? "" : " ") + std::string(1, kSigns[static_cast<int>(change.kind)]) +
           std::string(t.text(change.file.path));
  }
  return out;
}

class Folded {
 public:
  Folded(std::string_view notation, const std::vector<std::string>& path)
      : file_(notation), states_(*file_, entries(path)) {}

  std::string at(std::string_view uuid) const { return words(*file_, states_.state_at(of(uuid))); }
  std::string rewind(std::string_view uuid) const {
    return words(*file_, states_.rewind_to(of(uuid)));
  }
  std::string changes(std::string_view uuid) const {
    return words(*file_, states_.changes_at(of(uuid)));
  }
  std::string messages() const {
    std::string out;
    for (const Symbol uuid : states_.messages()) out += std::string(file_->text(uuid)) + " ";
    return out;
  }

 private:
  Symbol of(std::string_view uuid) const { return file_.symbol(uuid); }
  std::vector<EntryIndex> entries(const std::vector<std::string>& path) const {
    const Tree tree(*file_);
    std::vector<EntryIndex> list;
    list.reserve(path.size());
    for (const std::string& uuid : path) list.push_back(tree.last_line(tree.find(of(uuid))));
    return list;
  }

  TestTranscript file_;
  FileStates states_;
};

// As 2.0 writes it: the snapshot before its prompt, updates behind the calls that touch files.
constexpr std::string_view kUpdates = R"(
  snapshot u1
  u1 < - user "one"
  a1 < u1 assistant call:t1=Write
  a2 < a1 assistant call:t2=Write
  snapshot a1 of:u1 update file:a.c=-@1
  snapshot a2 of:u1 update file:a.c=-@1 file:b.c=b1@1
  r1 < a2 user result:t1
  r2 < r1 user result:t2
  snapshot u2 file:a.c=a2@2 file:b.c=b2@2
  u2 < r2 user "two"
  a3 < u2 assistant "ok"
  snapshot u3 file:a.c=a2@2 file:b.c=b3@3
  u3 < a3 user "three"
)";

TEST(FileStates, TellsTheFilesAtEachMessage) {
  const Folded folded(kUpdates, {"u1", "a1", "a2", "r1", "r2", "u2", "a3", "u3"});
  EXPECT_EQ(folded.at("u1"), "a.c=-@1 b.c=b1@1");
  EXPECT_EQ(folded.at("a1"), "a.c=-@1 b.c=b1@1");
  EXPECT_EQ(folded.at("r2"), "a.c=-@1 b.c=b1@1");
  EXPECT_EQ(folded.at("u2"), "a.c=a2@2 b.c=b2@2");
  EXPECT_EQ(folded.at("a3"), "a.c=a2@2 b.c=b2@2");
  EXPECT_EQ(folded.at("u3"), "a.c=a2@2 b.c=b3@3");
  EXPECT_EQ(folded.at("nobody"), "");
}

TEST(FileStates, TellsWhatEachMessageChanged) {
  const Folded folded(kUpdates, {"u1", "a1", "a2", "r1", "r2", "u2", "a3", "u3"});
  EXPECT_EQ(folded.changes("u1"), "");
  EXPECT_EQ(folded.changes("a1"), "+a.c");
  EXPECT_EQ(folded.changes("a2"), "+b.c");
  EXPECT_EQ(folded.changes("r1"), "");
  EXPECT_EQ(folded.changes("u2"), "~a.c ~b.c");
  EXPECT_EQ(folded.changes("u3"), "~b.c");
  EXPECT_EQ(folded.messages(), "u1 a1 a2 u2 u3 ");
}

TEST(FileStates, CountsOnlyMessagesOfThePath) {
  const Folded cut(kUpdates, {"u1", "a1"});
  EXPECT_EQ(cut.at("u1"), "a.c=-@1");
  EXPECT_EQ(cut.at("u2"), "");
  EXPECT_EQ(cut.changes("u2"), "");
  const Folded other(kUpdates, {"u2", "u3"});
  EXPECT_EQ(other.at("u2"), "a.c=a2@2 b.c=b2@2");
}

// As 2.1.220 and later do it.
TEST(FileStates, FoldsDeltas) {
  const Folded folded(R"(
    u1 < - user "one"
    snapshot u1
    a1 < u1 assistant call:t1=Edit
    delta a1 of:u1 file:f.txt=f1@1
    a2 < a1 assistant call:t2=Edit
    delta a2 of:u1 file:g.txt=-@1
    u2 < a2 user "two"
    snapshot u2 file:f.txt=f2@2 file:g.txt=g2@2
    a3 < u2 assistant call:t3=Edit
    delta a3 of:u2 file:f.txt=f9@9
  )",
                      {"u1", "a1", "a2", "u2", "a3"});
  EXPECT_EQ(folded.at("u1"), "f.txt=f1@1 g.txt=-@1");
  EXPECT_EQ(folded.changes("a1"), "+f.txt");
  EXPECT_EQ(folded.changes("a2"), "+g.txt");
  EXPECT_EQ(folded.at("u2"), "f.txt=f9@9 g.txt=g2@2");
  EXPECT_EQ(folded.changes("u2"), "~f.txt ~g.txt");
  EXPECT_EQ(folded.changes("a3"), "~f.txt");
}

TEST(FileStates, AnUpdateReplacesTheDeltasBeforeIt) {
  const Folded folded(R"(
    u1 < - user "one"
    snapshot u1 file:a=a1@1
    a1 < u1 assistant "x"
    delta a1 of:u1 file:b=b1@1
    a2 < a1 assistant "y"
    snapshot a2 of:u1 update file:a=a1@1 file:c=c1@1
  )",
                      {"u1", "a1", "a2"});
  EXPECT_EQ(folded.at("u1"), "a=a1@1 c=c1@1");
  EXPECT_EQ(folded.changes("a2"), "+c -b");
}

TEST(FileStates, KeepsAmendmentsWhoseSnapshotIsNotOnThePath) {
  const Folded folded(R"(
    u1 < - user "one"
    snapshot u1 file:a=a1@1
    a1 < u1 assistant "x"
    snapshot a1 of:gone update file:b=b1@1
    a2 < a1 assistant "y"
    delta a2 of:lost file:c=c1@1
  )",
                      {"u1", "a1", "a2"});
  EXPECT_EQ(folded.at("u1"), "a=a1@1");
  EXPECT_EQ(folded.at("a1"), "b=b1@1");
  EXPECT_EQ(folded.at("a2"), "c=c1@1");
}

TEST(FileStates, ALateUpdateOfAnOlderPromptChangesOnlyThatOne) {
  const Folded folded(R"(
    snapshot u1
    u1 < - user "one"
    snapshot u2 file:a=a2@2
    u2 < u1 user "two"
    a1 < u2 assistant "x"
    snapshot a1 of:u1 update file:a=a1@1 file:z=-@1
  )",
                      {"u1", "u2", "a1"});
  EXPECT_EQ(folded.at("u1"), "a=a1@1 z=-@1");
  EXPECT_EQ(folded.at("a1"), "a=a2@2");
  EXPECT_EQ(folded.changes("a1"), "");
}

TEST(FileStates, GoingBackAlsoRestoresFilesThatWereTrackedLater) {
  const Folded folded(R"(
    snapshot u1
    u1 < - user "one"
    snapshot u2
    u2 < u1 user "two"
    a1 < u2 assistant "x"
    snapshot a1 of:u2 update file:a=a1@1
    snapshot u3 file:a=a2@2 file:b=-@1
    u3 < a1 user "three"
  )",
                      {"u1", "u2", "a1", "u3"});
  EXPECT_EQ(folded.at("u1"), "");
  EXPECT_EQ(folded.rewind("u1"), "a=a1@1 b=-@1");
  EXPECT_EQ(folded.rewind("u2"), "a=a1@1 b=-@1");
  EXPECT_EQ(folded.rewind("u3"), "a=a2@2 b=-@1");
  EXPECT_EQ(folded.rewind("nobody"), "");
}

TEST(FileStates, StandsOddLines) {
  const Folded folded(R"(
    {"type":"file-history-snapshot"}
    {"type":"file-history-snapshot","messageId":"u1","snapshot":7}
    {"type":"file-history-snapshot","messageId":"u1","snapshot":{"messageId":"u1","trackedFileBackups":{"a":3,"b":null}}}
    {"type":"file-history-delta","messageId":"u1"}
    u1 < - user "one"
    u1 < - user "one again"
  )",
                      {"u1", "u1"});
  EXPECT_EQ(folded.at("u1"), "a=-@0 b=-@0");
  EXPECT_EQ(folded.at(""), "");
  const Transcript empty;
  const FileStates none(empty, {});
  EXPECT_TRUE(none.state_at(1).empty());
  EXPECT_TRUE(none.rewind_to(0).empty());
  EXPECT_TRUE(none.changes_at(99).empty());
}

// Each of many prompts adds a file and, as the CLI does, repeats only deltas: no whole states are
// stored, so this is as fast as reading the lines.
TEST(FileStates, IsLinearInTheNumberOfDeltas) {
  constexpr int kCount = 200000;
  Transcript t;
  std::vector<EntryIndex> path;
  const Symbol first = t.symbols.intern("u0");
  for (int i = 0; i < kCount; ++i) {
    Entry entry;
    entry.type = EntryType::kUser;
    entry.uuid = t.symbols.intern("u" + std::to_string(i));
    path.push_back(t.count());
    t.entries.push_back(entry);
    FileSnapshot delta;
    delta.message = entry.uuid;
    delta.snapshot_message = first;
    delta.is_delta = i > 0;
    delta.files.push_back({t.symbols.intern("f" + std::to_string(i)), first, 1, 0});
    t.snapshots.push_back(std::move(delta));
  }
  const FileStates states(t, path);
  EXPECT_EQ(states.state_at(first).size(), static_cast<std::size_t>(kCount));
  EXPECT_EQ(states.changes_at(t.symbols.find("u77")).size(), 1u);
}

}  // namespace
}  // namespace clew
