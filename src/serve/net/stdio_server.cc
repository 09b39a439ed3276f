// SPDX-License-Identifier: MIT
//
// Two threads: this one reads messages and shows them to the channel as they arrive, a worker hands
// them over in turn with posted tasks. The queue between them is bounded, so a peer that sends
// faster than we answer waits.

#include "serve/net/stdio_server.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <poll.h>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "os/child_support.h"
#include "os/system_error.h"

namespace clew {
namespace {

constexpr std::size_t kMostApart = 32;
constexpr std::size_t kMostQueued = 64;  // messages; with the limit on one this bounds the memory

// Writes whole messages; after the first failure it swallows everything.
class MessageOutput {
 public:
  MessageOutput(int fd, Framing framing) : fd_(fd), framing_(framing) {}

  void send(std::string message) {
    if (framing_ == Framing::kLines) {
      message += '\n';
    } else {
      std::string length;
      for (const int shift : {16, 8, 0})
        length += static_cast<char>(message.size() >> shift & 0xFF);
      message.insert(0, length);
    }
    const std::lock_guard lock(mutex_);
    std::string_view rest = message;
    while (!rest.empty() && open_) {
      const ssize_t wrote = ::write(fd_, rest.data(), rest.size());
      if (wrote > 0) {
        rest.remove_prefix(static_cast<std::size_t>(wrote));
      } else if (errno == EAGAIN) {
        pollfd ready{fd_, POLLOUT, 0};
        ::poll(&ready, 1, -1);
      } else if (errno != EINTR) {
        open_ = false;
      }
    }
  }
  bool is_open() const { return open_; }

 private:
  int fd_;
  Framing framing_;
  std::mutex mutex_;
  std::atomic<bool> open_ = true;
};

// Tasks in their order, run by one thread.
class TaskQueue {
 public:
  using Task = std::function<void()>;

  // Waits while the queue is full.
  void push_message(Task task) {
    std::unique_lock lock(mutex_);
    space_.wait(lock, [this] { return messages_ < kMostQueued; });
    ++messages_;
    tasks_.push_back({std::move(task), true});
    ready_.notify_one();
  }
  void push(Task task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back({std::move(task), false});
    ready_.notify_one();
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    ready_.notify_one();
  }
  void run() {
    std::unique_lock lock(mutex_);
    while (true) {
      ready_.wait(lock, [this] { return !tasks_.empty() || finished_; });
      if (tasks_.empty()) return;
      Item item = std::move(tasks_.front());
      tasks_.pop_front();
      if (item.is_message) --messages_;
      space_.notify_one();
      lock.unlock();
      item.task();
      lock.lock();
    }
  }

 private:
  struct Item {
    Task task;
    bool is_message;
  };
  std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable space_;
  std::deque<Item> tasks_;
  std::size_t messages_ = 0;
  bool finished_ = false;
};

// What the channel's host functions reach; they may outlive the call.
struct Connection {
  explicit Connection(const StdioOptions& options) : output(options.out, options.framing) {
    if (!make_private_pipe(wake)) return;
    for (const int end : wake) ::fcntl(end, F_SETFL, O_NONBLOCK);
  }
  ~Connection() {
    for (const int end : wake) ::close(end);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void stop_reading() {
    closing = true;
    if (::write(wake[1], "", 1) < 0) return;  // full: it is awake already
  }

  // Runs beside the queue; joined by end_apart().
  bool run_apart(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (ended || apart_.size() - over_.size() >= kMostApart) return false;
    join_over();
    const std::size_t number = next_apart_++;
    try {
      apart_[number] = std::thread([this, number, work = std::move(work)] {
        work();
        const std::lock_guard done(mutex_);
        over_.push_back(number);
      });
    } catch (const std::system_error&) {
      apart_.erase(number);
      return false;
    }
    return true;
  }
  // Nobody is there any more: whatever runs apart ends.
  void end_apart() {
    std::map<std::size_t, std::thread> left;
    {
      const std::lock_guard lock(mutex_);
      ended = true;
      left.swap(apart_);
      over_.clear();
    }
    for (auto& [number, thread] : left) thread.join();
  }
  bool is_open() const { return !ended && output.is_open(); }

  MessageOutput output;
  TaskQueue queue;
  int wake[2] = {-1, -1};  // a pipe: what can be read from it ends the wait for input
  std::atomic<bool> closing = false;
  std::atomic<bool> ended = false;

 private:
  void join_over() {
    for (const std::size_t number : over_) {
      const auto found = apart_.find(number);
      found->second.join();
      apart_.erase(found);
    }
    over_.clear();
  }

  std::mutex mutex_;
  std::map<std::size_t, std::thread> apart_;
  std::vector<std::size_t> over_;  // have ended, are to be joined
  std::size_t next_apart_ = 0;
};

ChannelHost host_of(const std::shared_ptr<Connection>& connection) {
  const std::weak_ptr<Connection> weak = connection;
  ChannelHost host;
  host.send = [weak](std::string message) {
    if (const auto here = weak.lock()) here->output.send(std::move(message));
  };
  host.post = [weak](std::function<void()> task) {
    if (const auto here = weak.lock()) here->queue.push(std::move(task));
  };
  host.is_open = [weak] {
    const auto here = weak.lock();
    return here && here->is_open();
  };
  host.close = [weak] {
    if (const auto here = weak.lock()) here->stop_reading();
  };
  host.run_apart = [weak](std::function<void()> work) {
    const auto here = weak.lock();
    return here && here->run_apart(std::move(work));
  };
  return host;
}

// Collects lines out of pieces. Keeps one byte more than the limit of a line that is too long.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t most) : most_(most) {}

  template <class Take>
  void feed(std::string_view piece, const Take& take) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      const std::string_view part = piece.substr(0, end);
      line_.append(part.substr(0, most_ + 1 - std::min(line_.size(), most_ + 1)));
      if (end == std::string_view::npos) return;
      finish(take);
      piece.remove_prefix(end + 1);
    }
  }
  template <class Take>
  void finish(const Take& take) {
    if (line_.ends_with('\r')) line_.pop_back();
    if (!line_.empty()) take(std::exchange(line_, {}));
    line_.clear();
  }

 private:
  std::size_t most_;
  std::string line_;
};

// The same for messages behind their lengths.
class LengthSplitter {
 public:
  explicit LengthSplitter(std::size_t most) : most_(most) {}

  template <class Take>
  void feed(std::string_view piece, const Take& take) {
    while (!piece.empty()) {
      if (head_ < 3) {
        left_ = left_ << 8 | static_cast<unsigned char>(piece.front());
        piece.remove_prefix(1);
        if (++head_ < 3 || left_ > 0) continue;
      }
      const std::string_view part = piece.substr(0, left_);
      message_.append(part.substr(0, most_ + 1 - std::min(message_.size(), most_ + 1)));
      left_ -= part.size();
      piece.remove_prefix(part.size());
      if (left_ > 0) continue;
      head_ = 0;
      take(std::exchange(message_, {}));
    }
  }
  template <class Take>
  void finish(const Take&) {}  // what is left is no message

 private:
  std::size_t most_;
  std::size_t left_ = 0;
  int head_ = 0;  // bytes of the length that were read
  std::string message_;
};

template <class Splitter, class Take>
Result<void> read_messages(const Connection& connection, const StdioOptions& options,
                           const Take& take) {
  Splitter splitter(options.largest_message);
  std::string buffer(std::size_t{1} << 16, '\0');
  while (!connection.closing && connection.output.is_open()) {
    pollfd ready[2] = {{options.in, POLLIN, 0}, {connection.wake[0], POLLIN, 0}};
    if (::poll(ready, 2, -1) < 0 && errno != EINTR) break;
    if (ready[1].revents != 0) break;
    if (ready[0].revents == 0) continue;
    const ssize_t count = ::read(options.in, buffer.data(), buffer.size());
    if (count == 0) break;
    if (count > 0) {
      splitter.feed({buffer.data(), static_cast<std::size_t>(count)}, take);
    } else if (errno != EINTR && errno != EAGAIN) {
      return Error{ErrorCode::kIo, std::string("cannot read the input: ") + std::strerror(errno)};
    }
  }
  splitter.finish(take);
  return {};
}

}  // namespace

Result<void> serve_stdio(
    const std::function<std::unique_ptr<MessageChannel>(ChannelHost)>& make_channel,
    const StdioOptions& options) {
  const auto connection = std::make_shared<Connection>(options);
  if (connection->wake[0] < 0) return system_error(errno, "make", "a pipe");
  const std::unique_ptr<MessageChannel> channel = make_channel(host_of(connection));
  std::thread worker([&connection] { connection->queue.run(); });
  const auto take = [&](std::string message) {
    channel->arriving(message);
    connection->queue.push_message(
        [&channel, message = std::move(message)] { channel->receive(message); });
  };
  auto read = options.framing == Framing::kLines
                  ? read_messages<LineSplitter>(*connection, options, take)
                  : read_messages<LengthSplitter>(*connection, options, take);
  connection->queue.finish();
  worker.join();
  connection->end_apart();
  return read;
}

}  // namespace clew
