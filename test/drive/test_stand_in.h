// SPDX-License-Identifier: MIT
//
// For tests only: a root, a folder to work in, and the stand-in for claude.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "drive/drive_event.h"
#include "drive/launch.h"
#include "engine/engine.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {

// An environment variable for as long as the object lives.
class TestVariable {
 public:
  TestVariable(const char* name, const std::string& value) : name_(name) {
    ::setenv(name, value.c_str(), 1);
  }
  TestVariable(const TestVariable&) = delete;
  TestVariable& operator=(const TestVariable&) = delete;
  ~TestVariable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

// <dir>/root is the root, <dir>/work the folder.
class TestPlace {
 public:
  TestPlace() {
    std::filesystem::create_directories(root());
    std::filesystem::create_directories(work());
  }

  std::string root() const { return dir_.path("root"); }
  std::string work() const { return dir_.path("work"); }
  std::string path(std::string_view name) const { return dir_.path(name); }
  RealFileSystem& files() { return files_; }

  Engine engine(EngineServices services = {}) {
    EngineOptions options;
    options.roots = {root()};
    options.environment.home = dir_.path("home");
    options.own = {dir_.path("cache"), dir_.path("data")};
    options.folder = work();
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    options.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    return Engine(files_, options, services);
  }

  Launch launch() const {
    Launch launch;
    launch.program = STAND_IN;
    launch.folder = work();
    launch.root = root();
    return launch;
  }

  // Every file below the root with its content: what must not change.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root())) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      std::ostringstream text;
      text << file.rdbuf();
      all[entry.path().string()] = text.str();
    }
    return all;
  }

 private:
  TestDir dir_;
  RealFileSystem files_;
};

// Takes events on any thread and lets the test wait for what it expects.
class TestEvents {
 public:
  void take(const drive::Event& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
    changed_.notify_all();
  }

  // Waits until `count` events of this kind came; how many came.
  template <class Kind>
  std::size_t wait_for(std::size_t count = 1) {
    std::unique_lock lock(mutex_);
    const auto enough = [&] { return count_of<Kind>() >= count; };
    changed_.wait_for(lock, std::chrono::seconds(60), enough);
    return count_of<Kind>();
  }

  template <class Kind>
  std::vector<Kind> all() {
    const std::lock_guard lock(mutex_);
    std::vector<Kind> found;
    for (const drive::Event& event : events_) {
      if (const auto* one = std::get_if<Kind>(&event.what)) found.push_back(*one);
    }
    return found;
  }

  template <class Kind>
  Kind last() {
    const auto found = all<Kind>();
    return found.empty() ? Kind{} : found.back();
  }

  std::string session() {
    const std::lock_guard lock(mutex_);
    return events_.empty() ? std::string() : events_.back().session;
  }

 private:
  template <class Kind>
  std::size_t count_of() const {
    std::size_t count = 0;
    for (const drive::Event& event : events_) count += std::holds_alternative<Kind>(event.what);
    return count;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<drive::Event> events_;
};

}  // namespace clew
