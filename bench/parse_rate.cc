// SPDX-License-Identifier: MIT
//
// parse_rate WHAT PATH [THREADS [ROUNDS]]: how fast the stages between the disk and a conversation
// are, each with all that comes before it, on one file or on all .jsonl files below a folder.
// Prints the best round as "seconds bytes peak-RSS-in-KiB".
//   read     positional reads into one reused buffer
//   lines    + lines
//   json     + each line parsed as JSON
//   entries  + each line made an entry: read_transcript()
//   derive   only what comes after: tree, path by the rules of 2.1, messages, branches, plan

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "base/parallel.h"
#include "catalog/layout/transcript_file.h"
#include "json/value.h"
#include "jsonl/line_reader.h"
#include "os/real_file_system.h"
#include "transcript/branches.h"
#include "transcript/conversation.h"
#include "transcript/message_tree.h"
#include "transcript/rules.h"
#include "transcript/tree.h"

namespace clew {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlock = std::size_t{1} << 20;

// Whatever a stage finds is added here, so that no compiler can leave the work out.
std::atomic<std::int64_t> sum{0};

void fail(const std::string& message) {
  std::fprintf(stderr, "parse_rate: %s\n", message.c_str());
  std::exit(2);
}

template <class T>
T must(Result<T> result) {
  if (!result) fail(result.error().message);
  return std::move(*result);
}

void read_blocks(const RandomAccessFile& file) {
  thread_local std::vector<char> buffer(kBlock);
  std::int64_t offset = 0;
  while (const std::size_t count = must(file.read_at(offset, buffer))) {
    offset += static_cast<std::int64_t>(count);
  }
  sum += offset;
}

template <class Use>
void each_line(const RandomAccessFile& file, const Use& use) {
  LineReader lines(file, {.block_size = kBlock});
  while (const auto line = must(lines.next())) use(*line);
}

void read_lines(const RandomAccessFile& file) {
  std::int64_t length = 0;
  each_line(file, [&](const Line& line) { length += line.length; });
  sum += length;
}

void read_json(const RandomAccessFile& file) {
  thread_local json::Parser parser;
  std::int64_t objects = 0;
  each_line(file, [&](const Line& line) {
    const auto root = parser.parse(line.text);
    objects += root && root->is_object();
  });
  sum += objects;
}

void read_entries(const RandomAccessFile& file) { sum += must(read_transcript(file)).count(); }

void derive(const Transcript& transcript) {
  const Tree tree(transcript);
  const ChosenPath path = find_path(tree, RuleSet::k21);
  const MessageTree messages(tree);
  const std::vector<EntryIndex> entries = branch_entries(messages, tip_message(messages, path));
  sum += std::ssize(find_branches(messages, path)) + std::ssize(plan_messages(transcript, entries));
}

// Largest first, so that no thread is left with the largest at the end.
std::vector<std::string> transcripts(const fs::path& path) {
  std::vector<std::pair<std::uintmax_t, std::string>> found;
  const auto add = [&](const fs::directory_entry& entry) {
    if (entry.is_regular_file() && entry.path().extension() == ".jsonl") {
      found.emplace_back(entry.file_size(), entry.path().string());
    }
  };
  if (fs::is_directory(path)) {
    for (const auto& entry : fs::recursive_directory_iterator(path)) add(entry);
  } else {
    add(fs::directory_entry(path));
  }
  std::sort(found.rbegin(), found.rend());
  std::vector<std::string> names;
  names.reserve(found.size());
  for (auto& [size, name] : found) names.push_back(std::move(name));
  return names;
}

std::int64_t peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

double best_of(int rounds, const std::function<void()>& work) {
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    work();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return best;
}

void run(const std::string& what, const std::string& path, int threads, int rounds) {
  const std::map<std::string, void (*)(const RandomAccessFile&)> stages{
      {"read", read_blocks}, {"lines", read_lines}, {"json", read_json}, {"entries", read_entries}};
  const RealFileSystem files;
  const std::vector<std::string> names = transcripts(path);
  if (names.empty()) fail("no .jsonl file at " + path);
  std::int64_t bytes = 0;
  for (const std::string& name : names) bytes += must(files.stat(name)).size;

  double seconds = 0;
  if (const auto stage = stages.find(what); stage != stages.end()) {
    seconds = best_of(rounds, [&] {
      parallel_for(std::ssize(names), threads, [&](std::int64_t index, int) {
        stage->second(*must(files.open(names[static_cast<std::size_t>(index)])));
      });
    });
  } else if (what == "derive" && names.size() == 1) {
    const Transcript transcript = must(read_transcript(files, names.front()));
    seconds = best_of(rounds, [&] { derive(transcript); });
  } else {
    fail(what + " is no stage, or not one for a folder");
  }
  std::printf("%.6f %lld %lld\n", seconds, static_cast<long long>(bytes),
              static_cast<long long>(peak_kib()));
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  if (argc < 3) clew::fail("usage: parse_rate WHAT PATH [THREADS [ROUNDS]]");
  const int threads = argc > 3 ? std::atoi(argv[3]) : 1;
  const int rounds = argc > 4 ? std::atoi(argv[4]) : 5;
  clew::run(argv[1], argv[2], std::max(threads, 1), std::max(rounds, 1));
  return clew::sum == 0;
}
