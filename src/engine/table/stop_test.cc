// SPDX-License-Identifier: MIT
//
// Every operation of the table ends soon after it is told to, wherever it is: reading, building
// trees, sorting, writing its answer. Each runs on a large invented session, once to the end and
// then again with a stop at several times on the way.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

#include "base/sanitized.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "engine/engine.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr const char* kSession = "11111111-1111-4111-8111-111111111111";

// Only what was optimised keeps the promise of 100 ms, and only on a machine that does nothing
// else: this guards against operations that do not stop at all. For the figures, build the release
// preset and say CLEW_STOP_LINES=200000 CLEW_STOP_REPORT=1: a session of 100 MB.
constexpr double kAllowedMs = 2'000;
constexpr int kLines = kSanitized ? 4'000 : 10'000;

int size_of_session() {
  const char* given = std::getenv("CLEW_STOP_LINES");
  return given ? std::atoi(given) : kLines;
}

std::string uuid(int number) {
  const std::string digits = std::to_string(100'000'000 + number);
  return "22222222-2222-4222-8222-000" + digits;
}

std::string common(int number, int parent) {
  const std::string minute = std::to_string(10 + number / 60 % 50);
  const std::string second = std::to_string(10 + number % 50);
  return R"(,"uuid":")" + uuid(number) + R"(","parentUuid":)" +
         (parent < 0 ? "null" : '"' + uuid(parent) + '"') + R"(,"sessionId":")" + kSession +
         R"(","cwd":"/work/large","version":"2.1.0","isSidechain":false,"timestamp":"2026-01-05T10:)" +
         minute + ":" + second + ".000Z\"}\n";
}

// Turns of a prompt, a call, its result and an answer; every hundredth prompt was edited.
void write_session(const std::string& path, int lines) {
  std::ofstream out(path, std::ios::binary);
  const std::string words = "some words of an invented text, aabbab, with `code` and more. ";
  std::string text;
  for (int i = 0; i < 6; ++i) text += words;
  for (int i = 0, turn = 0; i + 3 < lines; i += 4, ++turn) {
    const bool edited = turn % 100 == 99;
    const std::string id = std::to_string(i);
    out << R"({"type":"user","message":{"role":"user","content":")" << text << id << "\"}"
        << common(i, edited ? i - 5 : i - 1);
    const auto answer = [&](int number, const std::string& content) {
      out << R"({"type":"assistant","requestId":"r)" << number << R"(","message":{"id":"m)"
          << number << R"(","role":"assistant","model":"claude-opus-4","content":[)" << content
          << R"(],"usage":{"input_tokens":5,"output_tokens":7}})" << common(number, number - 1);
    };
    answer(i + 1, R"({"type":"tool_use","id":"t)" + id +
                      R"(","name":"Read","input":{"file_path":"/work/large/f)" + id + ".cc\"}}");
    out << R"({"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t)"
        << id << R"(","content":")" << text << "\"}]}" << common(i + 2, i + 1);
    answer(i + 3, R"({"type":"text","text":")" + text + "\"}");
  }
}

class StopTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string folder = dir_.path("root/projects/-work-large");
    ASSERT_TRUE(files_.create_directories(folder));
    ASSERT_TRUE(files_.create_directories(dir_.path("cache")));
    write_session(folder + "/" + kSession + ".jsonl", size_of_session());
    // And many small ones.
    for (int i = 0; i < 1'000; ++i) {
      const std::string id = "33333333-3333-4333-8333-000" + std::to_string(100'000'000 + i);
      write_session(folder + "/" + id + ".jsonl", 4);
    }
    std::ofstream history(dir_.path("root/history.jsonl"), std::ios::binary);
    for (int i = 0; i < size_of_session(); ++i) {
      history << R"({"display":"typed )" << i
              << R"(","pastedContents":{},"timestamp":1767607200000,"project":"/work/large"})"
                 "\n";
    }
  }

  // Runs it until the answer is there or it is stopped; returns how long it took.
  double run(const Operation& operation, const Arguments::Given& given, double stop_after) {
    EngineOptions options;
    options.roots = {dir_.path("root")};
    options.own.cache = dir_.path("cache");
    options.own.data = dir_.path("data");
    options.keep = options.own.keep();
    options.now = 1'767'700'000'000;
    Engine engine(files_, options);
    const auto arguments = Arguments::check(operation, given);
    EXPECT_TRUE(arguments) << operation.name << ": " << arguments.error().message;
    const auto begun = Clock::now();
    const StopScope watching(
        engine.stop(), [&] { return Milliseconds(Clock::now() - begun).count() >= stop_after; });
    const auto outcome = operation.run(
        engine, *arguments, [&](std::string_view) { return !engine.stop().is_stopped(); });
    const double took = Milliseconds(Clock::now() - begun).count();
    EXPECT_TRUE(outcome || engine.stop().was_stopped())
        << operation.name << ": " << outcome.error().message;
    return took;
  }

  TestDir dir_;
  RealFileSystem files_;
};

// What to ask of each; several ways to ask are several rows.
const std::multimap<std::string_view, Arguments::Given>& asked() {
  static const Arguments::Given kOne = {{"session", {kSession}}};
  const auto with = [](const char* name, const char* value) {
    Arguments::Given given = kOne;
    given[name] = {value};
    return given;
  };
  static const std::multimap<std::string_view, Arguments::Given> kAsked = {
      {"list", {{"all", {""}}, {"counts", {""}}}},
      {"list", {{"all", {""}}, {"match", {"words"}}}},
      {"labels", {}},
      {"projects", {}},
      {"prompts", {{"query", {"typed"}}}},
      {"info", kOne},
      {"todos", kOne},
      {"plans", {}},
      {"plans", kOne},
      {"files", kOne},
      {"agents", kOne},
      {"show", kOne},
      {"show", with("meta", "")},
      {"show", with("view", "transcript")},
      {"outline", kOne},
      {"context", kOne},
      {"branches", kOne},
      {"outcome", kOne},
      {"turns", kOne},
      {"turns", with("parts", "")},
      {"changes", kOne},
      {"who", {{"what", {"main.cc"}}}},
      {"diff", with("a", "22222222-2222-4222-8222-000100000009")},
      {"trash", {}},
      {"tree", kOne},
      {"stats", kOne},
      {"raw", with("uuid", "22222222-2222-4222-8222-000100000009")},
      {"check", kOne},
      {"doctor", {}},
      {"doctor", kOne},
      {"redact", kOne},
      {"scan", {{"all", {""}}}},
      {"export", kOne},
      {"export", with("format", "jsonl")},
      {"export", with("format", "otlp")},
      {"search", {{"query", {"words"}}, {"no-index", {""}}}},
      {"search", {{"query", {"/(a|b)*a(a|b){20}c/"}}}},
      {"recall", {{"question", {"words"}}, {"no-index", {""}}}},
      {"usage", {{"no-index", {""}}}},
      {"usage", {{"kind", {"sessions"}}, {"no-index", {""}}}},
      {"usage", {{"kind", {"explain"}}, {"target", {"m1"}}}},
      {"index", {}},
      {"keep", {}},
      {"keep", {{"what", {"status"}}}},
      {"keep", {{"what", {"check"}}}},
      {"restore", kOne},
  };
  return kAsked;
}

// Those that change something and are short are not stopped; others are for the command line.
bool can_be_stopped(const Operation& operation) {
  return (operation.read_only || operation.resumes) && !operation.streams && !operation.local &&
         !operation.drives;
}

TEST_F(StopTest, EveryOperationEndsSoonAfterTheStop) {
  for (const Operation& operation : operations()) {
    if (!can_be_stopped(operation)) continue;
    const auto [first, last] = asked().equal_range(operation.name);
    EXPECT_NE(first, last) << operation.name << " is not asked: add a row to asked()";
    for (auto row = first; row != last; ++row) {
      const double whole = run(operation, row->second, 1e9);
      double worst = 0;
      for (const double part : {0.1, 0.4, 0.7, 0.9}) {
        if (operation.name == "index") std::remove(dir_.path("cache/index.db").c_str());
        if (operation.name == "keep" && row->second.empty()) {
          std::filesystem::remove_all(dir_.path("data/keep"));
        }
        const double stop_after = whole * part;
        worst = std::max(worst, run(operation, row->second, stop_after) - stop_after);
      }
      if (std::getenv("CLEW_STOP_REPORT"))
        std::printf("%-10s %8.0f ms whole, %6.1f ms after a stop\n",
                    std::string(operation.name).c_str(), whole, worst);
      EXPECT_LT(worst, kAllowedMs) << operation.name << ", which takes " << whole << " ms";
    }
  }
}

}  // namespace
}  // namespace clew
