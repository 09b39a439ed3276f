// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
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
// cannot stop the others, and many cannot either: only so many may wait, and the one that has
// waited longest is given up for the next. The destructor drops tasks that have not begun and waits
// for the others, however long they take.
class WorkerPool {
 public:
  struct Limits {
    std::size_t running = 2;
    std::size_t threads = 64;  // with those that wait
    std::size_t waiting = 256;
    std::size_t endless = 32;
    std::size_t slow = 12;  // tasks that wait for slow clients
    // What these hold together; above it the one that has waited longest is given up too.
    std::size_t slow_bytes = std::size_t{64} << 20;
    // Tasks that take longer than this do not count against `running`, up to so many of them: a few
    // that compute for minutes must not stop those that take a moment.
    std::chrono::milliseconds long_after{250};
    std::size_t longer = 6;
  };

  explicit WorkerPool(Limits limits);
  ~WorkerPool();

  // False when too many tasks wait already: the caller says so to its client.
  bool add(std::function<void()> task);
  // A task that follows something and may never end by itself.
  bool add_endless(std::function<void()> task);

 private:
  using Clock = std::chrono::steady_clock;
  using Threads = std::list<std::thread>;
  struct Waiting {
    std::function<void()> give_up;  // empty: nobody's client, or given up
    std::size_t bytes = 0;          // what it holds
  };
  using Slow = std::list<Waiting>;

 public:
  // While it lives, its thread waits for somebody else. Only inside a task, and without locks.
  class Blocking {
   public:
    // For something that comes in its own time.
    explicit Blocking(WorkerPool& pool) : pool_(pool), place_(pool.begin_blocking({})) {}
    // For a client to take what was made for it, of so many bytes. `give_up` ends the wait; it is
    // called from another thread, perhaps after the wait has ended.
    Blocking(WorkerPool& pool, std::function<void()> give_up, std::size_t bytes)
        : pool_(pool), place_(pool.begin_blocking({std::move(give_up), bytes})) {}
    ~Blocking() { pool_.end_blocking(place_); }
    Blocking(const Blocking&) = delete;
    Blocking& operator=(const Blocking&) = delete;

   private:
    WorkerPool& pool_;
    const Slow::iterator place_;
  };

 private:
  Slow::iterator begin_blocking(Waiting waiting);
  void end_blocking(Slow::iterator place);
  friend class SerialQueue;
  void add_unbounded(std::function<void()> task);
  bool add_locked(std::function<void()> task, std::size_t most);
  void start_threads_locked();
  std::size_t most_threads_locked() const;
  void work(Threads::iterator self);
  void watch();
  void join_ended(Threads ended);

  const Limits limits_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  Threads threads_;
  Threads ended_;  // left their loop, to be joined
  std::size_t idle_ = 0;
  std::size_t blocked_ = 0;
  std::list<Clock::time_point> begun_;  // by task at work, oldest first
  // Who waits for slow clients, longest first.
  Slow slow_;
  std::size_t slow_count_ = 0;  // those that were not given up
  std::size_t slow_bytes_ = 0;  // and what they hold
  std::size_t endless_ = 0;
  bool stopping_ = false;
  std::condition_variable waits_;  // tells `watch_` that a task waits
  std::thread watch_;              // starts a thread when all others have been at work for long
};

// Runs tasks one after the other on a pool, in the order they were added. After each it stands in
// line again, so that one who asks much does not keep waiting who asks little.
class SerialQueue : public std::enable_shared_from_this<SerialQueue> {
 public:
  // `may_begin` is asked before each task; after a no the queue rests until resume().
  explicit SerialQueue(WorkerPool& pool, std::function<bool()> may_begin = {})
      : pool_(pool), may_begin_(std::move(may_begin)) {}

  void add(std::function<void()> task);
  void resume();
  // Drops what has not begun and what is added later; `last` runs after what is running now.
  void close(std::function<void()> last);
  std::size_t size() const;

 private:
  void run();
  void start_locked();

  WorkerPool& pool_;
  const std::function<bool()> may_begin_;
  mutable std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
  bool running_ = false;
  bool closed_ = false;
};

}  // namespace clew
