// SPDX-License-Identifier: MIT
//
// On a real disk with the kernel's watcher: whoever reads everything once and then only listens
// knows, in the end, what he who reads everything then finds.

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "engine/live/live.h"
#include "engine/live/test_live.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

using std::chrono::milliseconds;
namespace fs = std::filesystem;

// Somebody who does everything that can be done to transcripts.
class Writers {
 public:
  Writers(std::string projects, unsigned seed) : projects_(std::move(projects)), random_(seed) {}

  void step() {
    const std::string path = some_path();
    std::error_code ignored;
    switch (pick(16)) {
      case 0:
        fs::remove(path, ignored);
        break;
      case 1:
        fs::rename(path, some_path(), ignored);
        break;
      case 2:
        if (fs::exists(path)) fs::resize_file(path, fs::file_size(path) / 2, ignored);
        break;
      case 3:
        std::ofstream(path, std::ios::trunc) << some_lines(path);
        break;
      case 4: {  // replaced as a whole
        std::ofstream(projects_ + "/../new") << some_lines(path);
        fs::rename(projects_ + "/../new", path, ignored);
        break;
      }
      case 5:
        fs::rename(projects_ + "/p" + std::to_string(pick(3)), projects_ + "/moved", ignored);
        break;
      case 6:
        fs::remove_all(projects_ + "/moved", ignored);
        break;
      case 7: {  // in pieces
        const std::string lines = some_lines(path);
        append(path, lines.substr(0, lines.size() / 2));
        if (pick(2) == 0) std::this_thread::sleep_for(milliseconds(1));
        append(path, lines.substr(lines.size() / 2));
        break;
      }
      default:
        append(path, some_lines(path));
    }
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  std::string some_path() {
    const std::string project = projects_ + "/p" + std::to_string(pick(3));
    const std::string session = project + "/s" + std::to_string(pick(4));
    const bool agent = pick(4) == 0;
    std::error_code ignored;
    fs::create_directories(agent ? session + "/subagents" : project, ignored);
    return agent ? session + "/subagents/agent-1.jsonl" : session + ".jsonl";
  }

  void append(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::app) << text;
  }

  // A prompt, or an answer in several lines with a call, or its result.
  std::string some_lines(const std::string& path) {
    const std::string side = path.find("agent-") != std::string::npos ? " side" : "";
    const std::string text(static_cast<std::size_t>(pick(8) == 0 ? 30'000 : 20), 'x');
    std::string out;
    for (int i = pick(4); i >= 0; --i) {
      const std::string n = std::to_string(++number_);
      const std::string parent = "e" + std::to_string(number_ - 1);
      switch (pick(3)) {
        case 0:
          out += line("e" + n + " < " + parent + " user" + side + " \"" + text + "\"");
          break;
        case 1:
          out += line("e" + n + " < " + parent + " assistant id:m" + std::to_string(number_ / 3) +
                      side + " call:t" + n + " \"" + text + "\"");
          calls_.push_back(n);
          break;
        case 2:
          if (calls_.empty()) break;
          out +=
              line("e" + n + " < e" + calls_.back() + " user" + side + " result:t" + calls_.back());
          calls_.pop_back();
          break;
      }
    }
    return out;
  }
  std::string line(const std::string& notation) { return writer_.write(notation, number_) + "\n"; }

  std::string projects_;
  std::mt19937 random_;
  TestLineWriter writer_;
  int number_ = 0;
  std::vector<std::string> calls_;
};

// Waits until listening and reading agree; the last difference if they never do.
testing::AssertionResult agrees(Listener& listener, Subscription& events, const FileSystem& files,
                                const std::string& root) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  SeenSessions now;
  do {
    for (const auto& event : events.take()) listener.take(*event);
    now = read_everything(files, {root});
    if (listener.seen() == now) return testing::AssertionSuccess();
    std::this_thread::sleep_for(milliseconds(20));
  } while (std::chrono::steady_clock::now() < deadline);
  auto result = testing::AssertionFailure();
  for (const auto& [file, session] : now) {
    if (!listener.seen().contains(file)) {
      result << "never heard of " << file << "\n";
    } else if (listener.seen().at(file).row != session.row) {
      result << "row of " << file << "\n  heard " << listener.seen().at(file).row << "\n  is    "
             << session.row << "\n";
    } else if (listener.seen().at(file).messages != session.messages) {
      result << "messages of " << file << "\n";
      for (const auto& [uuid, json] : session.messages) {
        const auto& heard = listener.seen().at(file).messages;
        if (!heard.contains(uuid)) {
          result << "  never heard of " << uuid << " " << json.substr(0, 600) << "\n";
        } else if (heard.at(uuid) != json) {
          result << "  heard " << heard.at(uuid).substr(0, 600) << "\n  is    "
                 << json.substr(0, 600) << "\n";
        }
      }
      for (const auto& [uuid, json] : listener.seen().at(file).messages) {
        if (!session.messages.contains(uuid)) {
          result << "  no longer there " << uuid << " " << json.substr(0, 600) << "\n";
        }
      }
    }
  }
  for (const auto& [file, session] : listener.seen()) {
    if (!now.contains(file)) result << "no longer there: " << file << "\n";
  }
  return result;
}

class LiveDifferential : public ::testing::TestWithParam<unsigned> {
 protected:
  void run(std::unique_ptr<ChangeWatcher> watcher, TranscriptWatchOptions watch,
           std::size_t capacity) {
    TestDir dir;
    const std::string root = fs::canonical(dir.path());
    fs::create_directories(root + "/projects");
    Writers writers(root + "/projects", GetParam());
    for (int i = 0; i < 20; ++i) writers.step();
    RealFileSystem files;
    EngineOptions options;
    options.roots = {root};
    EventBus bus;
    LiveOptions live;
    live.watch = watch;
    live.facts_delay = milliseconds(10);
    live.watcher = std::move(watcher);
    auto watching = LiveWatch::start(files, options, bus, std::move(live));
    ASSERT_TRUE(watching);
    auto events = bus.subscribe({}, {}, capacity);
    Listener listener(files, {root});
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 60; ++i) writers.step();
      ASSERT_TRUE(agrees(listener, *events, files, root)) << "round " << round;
    }
  }

  // Looks at everything only when the kernel says that it lost something.
  static constexpr TranscriptWatchOptions kOnlyHints = {
      milliseconds(3'600'000), milliseconds(3'600'000), milliseconds(3'600'000)};
};

TEST_P(LiveDifferential, TheKernelsHintsAreEnough) {
  auto watcher = make_change_watcher();
  if (!watcher) GTEST_SKIP() << watcher.error().message;
  run(std::move(*watcher), kOnlyHints, 100'000);
}

TEST_P(LiveDifferential, PollingFindsTheSame) {
  run(make_polling_watcher(milliseconds(15)), kOnlyHints, 100'000);
}

TEST_P(LiveDifferential, ASlowReaderIsToldToReadAgain) { run(nullptr, {}, 4); }

INSTANTIATE_TEST_SUITE_P(Seeds, LiveDifferential, ::testing::Values(1U, 2U, 3U));

// Many sessions, one reader that keeps up and one that never reads: the first misses nothing, the
// second costs nothing.
TEST(LiveStress, ASlowReaderHurtsNobody) {
  TestDir dir;
  const std::string root = fs::canonical(dir.path());
  fs::create_directories(root + "/projects/p");
  constexpr int kSessions = 50;
  constexpr int kLines = 40;
  constexpr std::int64_t kTotal = std::int64_t{kSessions} * kLines;
  const auto path = [&](int n) { return root + "/projects/p/s" + std::to_string(n) + ".jsonl"; };
  for (int i = 0; i < kSessions; ++i) std::ofstream(path(i)).flush();
  RealFileSystem files;
  EngineOptions options;
  options.roots = {root};
  EventBus bus({.queued_bytes = std::size_t{64} << 20});
  auto watching = LiveWatch::start(files, options, bus);
  ASSERT_TRUE(watching);
  auto sleeper = bus.subscribe({}, {}, 16);
  std::mutex mutex;
  std::condition_variable woken;
  bool wake = false;
  auto reader = bus.subscribe(
      {.types = {"session.appended"}},
      [&] {
        const std::lock_guard lock(mutex);
        wake = true;
        woken.notify_one();
      },
      kSessions * kLines + 1);
  std::vector<std::thread> writers;
  for (int w = 0; w < 2; ++w) {
    writers.emplace_back([&, w] {
      TestLineWriter line;
      for (int n = 0; n < kLines; ++n) {
        for (int i = w; i < kSessions; i += 2) {
          std::ofstream(path(i), std::ios::app)
              << line.write("u" + std::to_string(n) + " < - user \"x\"", n) << "\n";
        }
      }
    });
  }
  std::int64_t lines = 0;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (lines < kTotal && std::chrono::steady_clock::now() < deadline) {
    {
      std::unique_lock lock(mutex);
      woken.wait_for(lock, milliseconds(500), [&] { return wake; });
      wake = false;
    }
    json::Parser parser;
    for (const auto& event : reader->take()) {
      ASSERT_EQ("session.appended", event->type);
      lines += (*parser.parse_copy(*event->json()))["lines"].int_or(0);
    }
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(kTotal, lines);
  EXPECT_EQ(0u, reader->overflows());
  EXPECT_GT(sleeper->overflows(), 0u);
  const auto waiting = sleeper->take();
  ASSERT_LE(waiting.size(), 16u);
  EXPECT_EQ("resync", waiting.front()->type);
}

}  // namespace
}  // namespace clew
