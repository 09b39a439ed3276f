// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace clew {

// Threads that do what must not keep the loop waiting. As many tasks run at once as there are
// processors; one that waits for a slow client (see Blocking) does not count, so a few slow clients
// cannot stop the others. The destructor waits for tasks that have begun and drops the rest.
class WorkerPool {
 public:
  struct Limits {
    std::size_t running = 2;
    std::size_t threads = 64;  // with those that wait
    std::size_t waiting = 256;
    std::size_t endless = 32;
  };

  explicit WorkerPool(Limits limits);
  ~WorkerPool();

  // False when too many tasks wait already: the caller says so to its client.
  bool add(std::function<void()> task);
  // A task that follows something and may never end by itself.
  bool add_endless(std::function<void()> task);

  // While it lives, its thread waits for somebody else. Only inside a task.
  class Blocking {
   public:
    explicit Blocking(WorkerPool& pool) : pool_(pool) { pool_.begin_blocking(); }
    ~Blocking() { pool_.end_blocking(); }
    Blocking(const Blocking&) = delete;
    Blocking& operator=(const Blocking&) = delete;

   private:
    WorkerPool& pool_;
  };

 private:
  using Threads = std::list<std::thread>;

  void begin_blocking();
  void end_blocking();
  friend class SerialQueue;
  void add_unbounded(std::function<void()> task);
  bool add_locked(std::function<void()> task, std::size_t most);
  void start_threads_locked();
  void work(Threads::iterator self);
  void join_ended(Threads ended);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  Threads threads_;
  Threads ended_;  // left their loop, to be joined
  std::size_t idle_ = 0;
  std::size_t blocked_ = 0;
  std::size_t endless_ = 0;
  bool stopping_ = false;
};

// Runs tasks one after the other on a pool, in the order they were added.
class SerialQueue : public std::enable_shared_from_this<SerialQueue> {
 public:
  explicit SerialQueue(WorkerPool& pool) : pool_(pool) {}

  void add(std::function<void()> task);
  // Drops what has not begun and what is added later; `last` runs after what is running now.
  void close(std::function<void()> last);
  std::size_t size() const;

 private:
  void run();

  WorkerPool& pool_;
  mutable std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
  bool running_ = false;
  bool closed_ = false;
};

}  // namespace clew
