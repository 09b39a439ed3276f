// SPDX-License-Identifier: MIT
//
// Four times the lines may take four times the work, in every operation of the table that looks at
// one session. Work is counted, not timed: bytes asked of the allocator and bytes read from the
// file. A table over all lines for each line, or a file read again for each line, is seen in both;
// ./dev bench growth looks for the rest with a clock.

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "engine/table/test_operations.h"
#include "os/testing/memory_file_system.h"

namespace {
std::atomic<std::size_t> g_allocated{0};
}

// Sanitizers have allocators of their own, which see more than a count.
#if !CLEW_SANITIZED
void* operator new(std::size_t size) {
  g_allocated.fetch_add(size, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace clew {
namespace {

std::string name(char letter, int i) {
  const std::string digits = std::to_string(i);
  return std::string(1, letter) + "0000000-0000-4000-8000-" +
         std::string(12 - std::min<std::size_t>(12, digits.size()), '0') + digits;
}

std::string node(const std::string& type, const std::string& uuid, const std::string& parent,
                 const std::string& more) {
  return R"({"type":")" + type + R"(","uuid":")" + uuid + R"(","parentUuid":)" +
         (parent.empty() ? "null" : "\"" + parent + "\"") +
         R"(,"timestamp":"2026-01-01T00:00:00.000Z","cwd":"/work",)" + more + "}\n";
}

std::string prompt(const std::string& uuid, const std::string& parent) {
  return node("user", uuid, parent, R"("message":{"role":"user","content":"some words of mine"})");
}

std::string answer(const std::string& uuid, const std::string& parent, const std::string& id,
                   const std::string& blocks = R"({"type":"text","text":"an answer"})") {
  return node("assistant", uuid, parent,
              R"("message":{"id":")" + id + R"(","role":"assistant","content":[)" + blocks + "]}");
}

std::string call(int i) {
  return R"({"type":"tool_use","id":"t)" + std::to_string(i) + R"(","name":"Bash","input":{}})";
}

std::string result(int i) {
  return R"({"type":"tool_result","tool_use_id":"t)" + std::to_string(i) + R"(","content":"out"})";
}

std::string results(const std::string& uuid, const std::string& parent, const std::string& blocks) {
  return node(
      "user", uuid, parent,
      R"("toolUseResult":{"stdout":"out"},"message":{"role":"user","content":[)" + blocks + "]}");
}

std::string chain(int lines) {
  std::string text;
  for (int i = 0; i < lines / 2; ++i) {
    text += prompt(name('a', i), i == 0 ? "" : name('b', i - 1));
    text += answer(name('b', i), name('a', i), name('m', i));
  }
  return text;
}

std::string fan(int lines) {
  std::string text = prompt(name('a', 0), "") + answer(name('b', 0), name('a', 0), "m");
  for (int i = 1; i < lines / 2; ++i) {
    text += prompt(name('a', i), name('b', 0));
    text += answer(name('b', i), name('a', i), name('m', i));
  }
  return text;
}

// All calls on one line, their results on two lines in turn.
std::string crossed_results(int lines) {
  std::string calls;
  std::string halves[2];
  for (int i = 0; i < lines; ++i) {
    calls += (i == 0 ? "" : ",") + call(i);
    std::string& half = halves[i % 2];
    half += (half.empty() ? "" : ",") + result(i);
  }
  return prompt(name('a', 0), "") + answer(name('b', 0), name('a', 0), "m", calls) +
         results(name('r', 0), name('b', 0), halves[0]) +
         results(name('r', 1), name('r', 0), halves[1]);
}

std::string lone_results(int lines) {
  std::string calls;
  std::string answers;
  for (int i = 0; i < lines; ++i) {
    calls += (i == 0 ? "" : ",") + call(i);
    answers += results(name('r', i), name('b', 0), result(i));
  }
  return prompt(name('a', 0), "") + answer(name('b', 0), name('a', 0), "m", calls) + answers;
}

std::string tracked_files(int lines) {
  std::string text = prompt(name('a', 0), "");
  const std::string message = R"("messageId":")" + name('a', 0) + "\"";
  text += R"({"type":"file-history-snapshot",)" + message + R"(,"snapshot":{)" + message +
          R"(,"trackedFileBackups":{}}})"
          "\n";
  for (int i = 0; i < lines; ++i) {
    text += R"({"type":"file-history-delta",)" + message + R"(,"snapshotMessageId":")" +
            name('a', 0) + R"(","trackingPath":"f)" + std::to_string(i) +
            R"(","backup":{"backupFileName":null,"version":1}})"
            "\n";
  }
  return text;
}

std::string compactions(int lines) {
  std::string text;
  for (int i = 0; i < lines / 2; ++i) {
    text +=
        node("system", name('s', i), "",
             R"("subtype":"compact_boundary","compactMetadata":{"preservedSegment":{"headUuid":")" +
                 name('u', 0) + R"(","tailUuid":")" + name('u', i - 1) + R"(","anchorUuid":")" +
                 name('u', i) + "\"}}");
    text += prompt(name('u', i), name('s', i));
  }
  return text;
}

std::string progress(int lines) {
  std::string text = prompt(name('p', 0), "");
  for (int i = 1; i < lines; ++i) {
    text += node("progress", name('p', i), name('p', i - 1), R"("data":{"type":"hook"})");
  }
  return text + prompt(name('z', 0), name('p', lines - 1));
}

std::string summaries(int lines) {
  std::string text = chain(lines / 2);
  for (int i = 0; i < lines / 2; ++i) {
    text += R"({"type":"summary","summary":"title","leafUuid":")" + name('b', i / 2) + "\"}\n";
  }
  return text;
}

struct Shape {
  const char* name;
  std::string (*lines)(int);
};
// ctest shows it behind the name.
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

struct Work {
  std::size_t allocated = 0;
  std::size_t read = 0;
};

Work work_of(const Operation& operation, const Arguments::Given& given, const std::string& text) {
  CountingFiles files;
  files.add_file("/s.jsonl", text);
  const auto arguments = Arguments::check(operation, given);
  EXPECT_TRUE(arguments);
  EngineOptions options;
  options.roots = {"/root"};
  options.by_path = FilesByPath::kTaken;
  Engine engine(files, options);
  const std::size_t before = g_allocated;
  files.read = 0;
  const auto done = operation.run(engine, *arguments, [](std::string_view) { return true; });
  EXPECT_TRUE(done) << operation.name << ": " << (done ? "" : done.error().message);
  return {g_allocated - before, files.read};
}

class Growth : public testing::TestWithParam<Shape> {};

TEST_P(Growth, IsLinearInEveryOperation) {
  constexpr int kLines = 400;
  constexpr std::size_t kMore = 4;
  // Twice what is linear: buffers double, tables are rounded up.
  constexpr std::size_t kMost = 2 * kMore;
  constexpr std::size_t kSlack = std::size_t{1} << 20;
  const std::string few = GetParam().lines(kLines);
  const std::string many = GetParam().lines(static_cast<int>(kMore) * kLines);
  int seen = 0;
  for (const Operation& operation : operations()) {
    if (!looks_at_one_session(operation)) continue;
    Arguments::Given given{{"session", {"/s.jsonl"}}};
    for (const Param& param : operation.params) {
      if (param.name == "uuid" || param.name == "a") {
        given[std::string(param.name)] = {few.substr(few.find("uuid\":\"") + 7, 36)};
      }
      if (param.name == "previews" || param.name == "messages") given[std::string(param.name)] = {};
    }
    const Work small = work_of(operation, given, few);
    const Work large = work_of(operation, given, many);
    if (!kSanitized) {
      EXPECT_LE(large.allocated, kMost * small.allocated + kSlack) << operation.name;
    }
    EXPECT_LE(large.read, kMost * small.read + kSlack) << operation.name;
    ++seen;
  }
  EXPECT_GE(seen, 8);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Growth,
    testing::Values(Shape{"Chain", chain}, Shape{"Fan", fan},
                    Shape{"CrossedResults", crossed_results}, Shape{"LoneResults", lone_results},
                    Shape{"TrackedFiles", tracked_files}, Shape{"Compactions", compactions},
                    Shape{"Progress", progress}, Shape{"Summaries", summaries}),
    [](const testing::TestParamInfo<Shape>& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace clew
