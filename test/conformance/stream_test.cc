// SPDX-License-Identifier: MIT
//
// The same conversation read from the file that the CLI wrote and from what it printed meanwhile
// (stream-json) must give the same answers and tool calls: both go through one parser. The recorded
// runs are not part of this project: they are looked for in ../shared/corpus/cli, and the test says
// so when they are not there.
//
// Messages are matched by message.id. A folder of a scenario holds several runs; a later run often
// goes on in the session of an earlier one (same file), or in a copy of it (--fork-session: another
// file with the same messages), so that one stored file has the messages of several streams.
//
// What is compared differently, each kind counted:
//   - Synthetic messages (model "<synthetic>": API errors, "No response requested.", answers to
//   local
//     commands). The CLI makes up a new id when it prints them, so nothing joins the two forms;
//     that the same words are stored is counted. Two are not: 2.1 prints what /usage and /context
//     say as an answer and stores it as a system line.
//   - Subagents (parent_tool_use_id). 1.0 and 2.0 print only the lines with their tool calls, so
//   only
//     the calls are compared there; none of them prints all answers (2.0 writes "Warmup" and title
//     agents that are never printed).
// Interactive runs (tui) have no stream and are not looked at.

#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/read/session.h"
#include "os/real_file_system.h"
#include "shared_files.h"

namespace clew {
namespace {

namespace fs = std::filesystem;

// An answer as both forms must tell it.
struct Answer {
  bool synthetic = false;
  std::string file;
  std::string words;  // text and thought
  std::string calls;  // tool calls, readable in a failure
  int tools = 0;
};

std::string calls_of(const Message& message) {
  std::string calls;
  for (const ToolCall& tool : message.tools) {
    calls += tool.id + " " + tool.name + " " + std::string(name_of(tool.state)) + " input " +
             tool.input + "\n  result " + tool.result + "\n";
    for (const MediaPart& part : tool.parts) {
      calls += "  part " + part.media_type + " " + std::to_string(part.bytes) + "\n";
    }
  }
  return calls;
}

enum class Thread { kMain, kSubagents };

// All answers of a file by message.id, in file order; a file may hold several with one id.
std::multimap<std::string, Answer> answers_of(const fs::path& path, Thread thread) {
  static const RealFileSystem kFiles;
  std::multimap<std::string, Answer> answers;
  auto session = Session::open(kFiles, path.string());
  EXPECT_TRUE(session) << path;
  if (!session) return answers;
  const Transcript& t = (*session)->transcript();
  std::vector<EntryIndex> lines;
  for (EntryIndex i = 0; i < t.count(); ++i) {
    if (t[i].sidechain == (thread == Thread::kSubagents)) lines.push_back(i);
  }
  FileLines texts = (*session)->lines();
  MessageReader reader(t, texts);
  for (const MessagePlan& plan : plan_messages(t, lines, Detail::kAll)) {
    if (plan.role != Role::kAssistant) continue;
    const auto message = reader.read(plan);
    EXPECT_TRUE(message) << path;
    if (!message) continue;
    const Entry& first = t[plan.entries.front()];
    Answer answer;
    answer.synthetic = plan.kind == MessageKind::kApiError || t.text(first.model) == "<synthetic>";
    answer.file = path.filename().string();
    answer.words = "text: " + message->text + "\nthought: " + message->thought + "\n";
    answer.calls = calls_of(*message);
    answer.tools = static_cast<int>(message->tools.size());
    answers.emplace(t.text(first.message_id), std::move(answer));
  }
  return answers;
}

std::multimap<std::string, Answer> answers_of(const std::vector<fs::path>& paths, Thread thread) {
  std::multimap<std::string, Answer> all;
  for (const fs::path& path : paths) all.merge(answers_of(path, thread));
  return all;
}

struct Counts {
  int scenarios = 0;
  int compared = 0;  // printed answers with the same id in a file
  int tools = 0;
  int synthetic = 0;       // printed, made by the CLI itself
  int synthetic_same = 0;  // ... with the same words in a file
  int not_stored = 0;
  int not_printed = 0;
};

void print(const char* thread, const Counts& counts) {
  std::printf(
      "%-10s %d scenarios: %d answers and %d tool calls compared; printed but not stored: "
      "%d; stored but not printed: %d; synthetic: %d, with the same words stored: %d\n",
      thread, counts.scenarios, counts.compared, counts.tools, counts.not_stored,
      counts.not_printed, counts.synthetic, counts.synthetic_same);
}

using Answers = std::multimap<std::string, Answer>;

void compare(const std::string& scenario, const Answers& printed, const Answers& stored,
             Thread thread, Counts& counts) {
  std::set<std::string> stored_words;
  for (const auto& [id, answer] : stored) stored_words.insert(answer.words);
  for (const auto& [id, answer] : printed) {
    if (answer.synthetic) {
      ++counts.synthetic;
      counts.synthetic_same += stored_words.contains(answer.words) ? 1 : 0;
      continue;
    }
    const auto [first, last] = stored.equal_range(id);
    if (first == last) {
      ++counts.not_stored;
      ADD_FAILURE() << scenario << ": " << id << " in " << answer.file << " is stored nowhere";
      continue;
    }
    ++counts.compared;
    counts.tools += answer.tools;
    const bool only_calls = thread == Thread::kSubagents && !scenario.starts_with("2.1");
    for (auto other = first; other != last; ++other) {
      const std::string where =
          scenario + ": " + id + " in " + answer.file + " and " + other->second.file;
      if (!only_calls) {
        EXPECT_EQ(answer.words, other->second.words) << where;
      }
      EXPECT_EQ(answer.calls, other->second.calls) << where;
    }
  }
  for (const auto& [id, answer] : stored) {
    if (!answer.synthetic && !printed.contains(id)) ++counts.not_printed;
  }
}

void compare(const fs::path& scenario, Thread thread, Counts& counts) {
  const auto streams = shared_files(scenario, SharedKind::kStream);
  if (streams.empty()) return;
  std::vector<fs::path> stored = shared_files(scenario, SharedKind::kMain);
  if (thread == Thread::kSubagents) {
    const auto agents = shared_files(scenario, SharedKind::kAgent);
    stored.insert(stored.end(), agents.begin(), agents.end());
  }
  ++counts.scenarios;
  compare(scenario.parent_path().filename().string() + "/" + scenario.filename().string(),
          answers_of(streams, thread), answers_of(stored, thread), thread, counts);
}

std::vector<fs::path> scenarios() {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& version : fs::directory_iterator(shared_folder("corpus") / "cli", error)) {
    for (const auto& scenario : fs::directory_iterator(version.path(), error)) {
      found.push_back(scenario.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Stream, AnswersAndToolCallsAreThoseOfTheFile) {
  const auto all = scenarios();
  if (all.empty()) {
    GTEST_SKIP() << "no runs at " << shared_folder("corpus") / "cli"
                 << ": nothing was compared";
  }
  Counts main, subagents;
  for (const fs::path& scenario : all) {
    compare(scenario, Thread::kMain, main);
    compare(scenario, Thread::kSubagents, subagents);
  }
  print("main", main);
  print("subagents", subagents);
  EXPECT_EQ(main.not_printed, 0);
  EXPECT_GT(main.compared, 100);
}

}  // namespace
}  // namespace clew
