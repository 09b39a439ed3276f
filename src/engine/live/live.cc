// SPDX-License-Identifier: MIT

#include "engine/live/live.h"

#include <atomic>
#include <thread>
#include <utility>

#include "engine/live/live_publisher.h"

namespace clew {

class LiveWatch::Thread {
 public:
  Thread(WritableFileSystem& files, EngineOptions options, EventBus& bus, LiveOptions live)
      : sessions_(files, std::move(options), bus, std::move(live)), thread_([this] { run(); }) {}

  ~Thread() {
    stop_ = true;
    sessions_.interrupt();
    thread_.join();
  }

 private:
  void run() {
    while (!stop_) sessions_.run_once();
  }

  LivePublisher sessions_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

LiveWatch::LiveWatch(std::unique_ptr<Thread> thread) : thread_(std::move(thread)) {}

LiveWatch::~LiveWatch() = default;

Result<std::unique_ptr<LiveWatch>> LiveWatch::start(WritableFileSystem& files,
                                                    EngineOptions options, EventBus& bus,
                                                    LiveOptions live) {
  auto thread = std::make_unique<Thread>(files, std::move(options), bus, std::move(live));
  return std::unique_ptr<LiveWatch>(new LiveWatch(std::move(thread)));
}

}  // namespace clew
