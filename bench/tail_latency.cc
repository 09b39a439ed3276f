// SPDX-License-Identifier: MIT
//
// tail_latency ROOT APPENDS IDLE_SECONDS
//
// Watches all sessions of ROOT as `clew serve` and `clew tail` do, appends lines to them one after
// the other, and measures the time from before the write to the moment when a listener in another
// thread holds the event with the parsed message. Then nothing happens for a while, and processor
// time is counted. Prints figures as "name value" lines.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <mutex>
#include <random>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "catalog/layout/session_files.h"
#include "engine/live/live.h"
#include "os/paths.h"
#include "os/real_file_system.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;

double micros(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

double processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Says when the event that holds a text arrived.
class Ear {
 public:
  explicit Ear(EventBus& bus) {
    events_ = bus.subscribe({.types = {"session.appended"}}, [this] {
      const std::lock_guard lock(mutex_);
      wake_ = true;
      woken_.notify_one();
    });
    thread_ = std::thread([this] { listen(); });
  }
  ~Ear() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = wake_ = true;
    }
    woken_.notify_one();
    thread_.join();
  }

  void expect(std::string text) {
    const std::lock_guard lock(mutex_);
    expected_ = std::move(text);
    heard_ = {};
  }
  // {}: not within five seconds.
  Clock::time_point heard() {
    std::unique_lock lock(mutex_);
    answered_.wait_for(lock, std::chrono::seconds(5),
                       [this] { return heard_ != Clock::time_point{}; });
    return heard_;
  }

 private:
  void listen() {
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        woken_.wait(lock, [this] { return wake_; });
        wake_ = false;
        if (stop_) return;
      }
      const auto events = events_->take();
      const auto now = Clock::now();
      const std::lock_guard lock(mutex_);
      for (const auto& event : events) {
        if (event->json()->find(expected_) == std::string::npos) continue;
        heard_ = now;
        answered_.notify_one();
      }
    }
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  std::condition_variable answered_;
  bool wake_ = false;
  bool stop_ = false;
  std::string expected_;
  Clock::time_point heard_{};
  std::shared_ptr<Subscription> events_;
  std::thread thread_;
};

std::string line_for(const std::string& session, const std::string& uuid, std::mt19937& random) {
  const std::string text(200 + random() % 1800, 'w');
  return R"({"parentUuid":null,"isSidechain":false,"cwd":"/work/app","sessionId":")" + session +
         R"(","version":"2.1.325","type":"user","message":{"role":"user","content":")" + text +
         R"("},"uuid":")" + uuid + R"(","timestamp":"2026-11-01T10:00:00.000Z"})" + "\n";
}

void print_latency(const std::string& name, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  std::printf("%s_p50_us %.1f\n%s_p99_us %.1f\n%s_max_us %.1f\n", name.c_str(), at(0.5),
              name.c_str(), at(0.99), name.c_str(), times.back());
}

bool measure(const std::string& name, const std::vector<std::string>& paths, int appends, Ear& ear,
             std::mt19937& random) {
  std::vector<double> times;
  for (int i = 0; i < appends; ++i) {
    const std::string& path = paths[random() % paths.size()];
    const std::string uuid = name + "-" + std::to_string(i) + "-end";
    const std::string line = line_for(std::string(stem(path)), uuid, random);
    const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    ear.expect(uuid);
    const auto before = Clock::now();
    if (fd < 0 || ::write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      return false;
    }
    const auto heard = ear.heard();
    ::close(fd);
    if (heard == Clock::time_point{}) {
      std::printf("%s_missed %s\n", name.c_str(), path.c_str());
      return false;
    }
    times.push_back(micros(heard - before));
    std::this_thread::sleep_for(std::chrono::microseconds(200 + random() % 1500));
  }
  print_latency(name, times);
  return true;
}

int run(const std::string& root, int appends, int idle_seconds) {
  RealFileSystem files;
  EngineOptions options;
  options.roots = {root};
  EventBus bus;
  const auto before = Clock::now();
  auto watch = LiveWatch::start(files, options, bus);
  if (!watch) return 2;
  std::printf("start_ms %.1f\n", micros(Clock::now() - before) / 1000);
  std::vector<std::string> paths;
  for (const SessionFile& file : find_session_files(files, {root}).files)
    paths.push_back(file.path);
  std::printf("sessions %zu\n", paths.size());
  std::mt19937 random(1);
  {
    Ear ear(bus);
    if (!measure("one", {paths[0]}, appends, ear, random)) return 2;
    if (!measure("any", paths, appends, ear, random)) return 2;
  }
  std::this_thread::sleep_for(std::chrono::seconds(2));  // facts that are still due
  const double used = processor_seconds();
  std::this_thread::sleep_for(std::chrono::seconds(idle_seconds));
  std::printf("idle_cpu_ms_per_s %.3f\n", (processor_seconds() - used) * 1000 / idle_seconds);
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("peak_mb %.1f\n", static_cast<double>(usage.ru_maxrss) / 1024);
  return 0;
}

}  // namespace
}  // namespace clew

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "tail_latency ROOT APPENDS IDLE_SECONDS\n");
    return 2;
  }
  return clew::run(argv[1], std::atoi(argv[2]), std::atoi(argv[3]));
}
