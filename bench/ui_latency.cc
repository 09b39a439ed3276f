// SPDX-License-Identifier: MIT
//
// How long a person waits at the screen: the program runs in a pseudo-terminal, libvterm shows what
// it writes. Times are from the key until the terminal has the whole frame that answers it.
//
//   ui_latency CLEW ROOT SESSION   one line of JSON
//   ui_latency --fzf FZF LINES     the same keys into fzf, over the lines of a file

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "os/test_dir.h"
#include "test_screen.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kRows = 50;
constexpr std::string_view kFrameEnd = "\x1b[?2026l";

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double percentile(std::vector<double> times, double share) {
  if (times.empty()) return 0;
  std::sort(times.begin(), times.end());
  const auto at =
      static_cast<std::size_t>(std::lround(share * static_cast<double>(times.size() - 1)));
  return times[at];
}

// Peak resident memory in megabytes.
double memory_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("VmHWM:")) return std::atof(line.c_str() + 6) / 1024;
  }
  return 0;
}

// Types one key and waits for the frame that answers it.
double press(TestScreen& screen, std::string_view key, const std::function<bool()>& answered) {
  screen.settle(milliseconds(4));
  screen.forget_bytes();
  const auto start = Clock::now();
  screen.type(key);
  screen.wait(answered, milliseconds(5000));
  return since(start);
}

struct Times {
  std::vector<double> all;
  int gaps = 0;  // frames that showed places without lines

  void print(const char* name) const {
    std::printf("\"%s\":{\"keys\":%zu,\"p50\":%.2f,\"p99\":%.2f,\"max\":%.2f,\"gaps\":%d},", name,
                all.size(), percentile(all, 0.5), percentile(all, 0.99), percentile(all, 1), gaps);
  }
};

TestScreen::Options options_of(const TestDir& dir, const std::string& root) {
  TestScreen::Options options;
  options.columns = 160;
  options.rows = kRows;
  options.environment = {{"HOME", dir.path()},
                         {"XDG_CACHE_HOME", dir.path("cache")},
                         {"XDG_DATA_HOME", dir.path("data")},
                         {"CLAUDE_CONFIG_DIR", root},
                         {"TERM", "xterm-256color"},
                         {"NO_COLOR", ""}};
  options.folder = dir.path();
  return options;
}

// The frame that answers a key has what was typed so far in its last row, behind `label`: frames of
// something else, such as a preview that came, do not count.
Times narrow(TestScreen& screen, const std::string& label) {
  Times times;
  std::string typed;
  const auto type = [&](std::string_view key) {
    const std::string expected = label + typed;
    times.all.push_back(press(screen, key, [&] { return screen.row(kRows - 1) == expected; }));
  };
  for (const std::string_view word : {"method", "value", "project", "first", "kebe", "tion"}) {
    for (const char c : word) {
      typed += (typed.empty() ? " " : "") + std::string(1, c);
      type(std::string(1, c));
    }
    while (!typed.empty()) {
      typed.pop_back();
      if (typed == " ") typed.clear();
      type("\x7f");
    }
  }
  return times;
}

// A place whose lines are not here is a row with three dots alone.
bool has_gap(const TestScreen& screen) {
  for (int row = 1; row < kRows - 1; ++row) {
    const std::string text = screen.row(row);
    if (text.size() < 8 && text.ends_with("…")) return true;
  }
  return false;
}

void scroll(TestScreen& screen, std::string_view key, int count, Times& times) {
  const auto painted = [&] { return screen.bytes().find(kFrameEnd) != std::string::npos; };
  for (int i = 0; i < count; ++i) {
    times.all.push_back(press(screen, key, painted));
    times.gaps += has_gap(screen) ? 1 : 0;
  }
}

int measure(const std::string& clew, const std::string& root, const std::string& session) {
  std::vector<double> first;
  double memory = 0;
  for (int i = 0; i < 7; ++i) {
    TestDir dir;  // no cache, no index
    const auto start = Clock::now();
    TestScreen screen({clew, "ui", "--all"}, options_of(dir, root));
    screen.wait([&] {
      return screen.row(1).find("ago") != std::string::npos || screen.row(1).size() > 40;
    });
    first.push_back(since(start));
    screen.type("q");
    screen.finish();
  }
  std::printf("{\"firstFrame\":{\"best\":%.1f,\"p50\":%.1f,\"worst\":%.1f},", percentile(first, 0),
              percentile(first, 0.5), percentile(first, 1));
  TestDir dir;
  {
    TestScreen screen({clew, "ui", "--all"}, options_of(dir, root));
    screen.wait([&] { return screen.row(0).find("sessions, all") != std::string::npos; });
    screen.settle(milliseconds(500));
    screen.type("/");
    const Times times = narrow(screen, "narrow:");
    times.print("narrowing");
    screen.settle(milliseconds(2000));
    memory = memory_of(screen.pid());
    std::printf("\"listMemoryMB\":%.1f,", memory);
  }
  {
    const auto start = Clock::now();
    TestScreen screen({clew, "ui", session}, options_of(dir, root));
    screen.wait(
        [&] { return screen.row(0).find('/') != std::string::npos && screen.row(10).size() > 2; });
    std::printf("\"openMs\":%.1f,", since(start));
    screen.settle(milliseconds(500));
    Times times;
    scroll(screen, "k", 300, times);
    scroll(screen, "\x1b[5~", 200, times);
    screen.type("g");
    screen.settle(milliseconds(200));
    scroll(screen, "j", 300, times);
    scroll(screen, " ", 300, times);
    scroll(screen, "}", 100, times);
    times.print("scrolling");
    const auto find = Clock::now();
    screen.type("g/there-is-no-such-word\r");
    screen.wait([&] { return screen.has("nowhere"); });
    std::printf("\"findAllMs\":%.1f,", since(find));
    std::printf("\"readerMemoryMB\":%.1f}\n", memory_of(screen.pid()));
  }
  return 0;
}

int measure_fzf(const std::string& fzf, const std::string& lines) {
  TestDir dir;
  TestScreen::Options options = options_of(dir, "/nowhere");
  const auto start = Clock::now();
  TestScreen screen({"/bin/sh", "-c", fzf + " <" + lines}, options);
  screen.wait([&] { return screen.row(kRows - 5).size() > 10; });
  std::printf("{\"firstFrame\":{\"p50\":%.1f},", since(start));
  screen.settle(milliseconds(500));
  narrow(screen, ">").print("narrowing");
  std::printf("\"name\":\"fzf\"}\n");
  screen.type("\x1b");
  screen.finish();
  return 0;
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--fzf") return clew::measure_fzf(argv[2], argv[3]);
  if (argc == 4) return clew::measure(argv[1], argv[2], argv[3]);
  std::fprintf(stderr, "ui_latency CLEW ROOT SESSION\n");
  return 2;
}
