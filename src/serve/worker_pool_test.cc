// SPDX-License-Identifier: MIT

#include "serve/worker_pool.h"

#include <atomic>
#include <future>
#include <vector>

#include <gtest/gtest.h>

#include "serve/response_stream.h"

namespace clew {
namespace {

using namespace std::chrono_literals;

TEST(WorkerPool, RunsNoMoreThanItMay) {
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::atomic<int> done = 0;
  {
    WorkerPool pool({.running = 2});
    for (int i = 0; i < 50; ++i) {
      EXPECT_TRUE(pool.add([&] {
        const int now = ++running;
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
        std::this_thread::sleep_for(1ms);
        --running;
        ++done;
      }));
    }
    while (done < 50) std::this_thread::sleep_for(1ms);
  }
  EXPECT_LE(most, 2);
}

TEST(WorkerPool, RefusesWhatWouldWaitTooLong) {
  WorkerPool pool({.running = 1, .waiting = 3});
  std::promise<void> begun;
  std::promise<void> go;
  EXPECT_TRUE(pool.add([&, wait = go.get_future().share()] {
    begun.set_value();
    wait.wait();
  }));
  begun.get_future().wait();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(pool.add([] {}));
  EXPECT_FALSE(pool.add([] {}));
  go.set_value();
}

TEST(WorkerPool, WhoWaitsForAClientTakesNobodysPlace) {
  WorkerPool pool({.running = 1});
  std::promise<void> go;
  const auto wait = go.get_future().share();
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(pool.add([&pool, wait] {
      const WorkerPool::Blocking blocking(pool);
      wait.wait();
    }));
  }
  std::promise<void> ran;
  EXPECT_TRUE(pool.add([&] { ran.set_value(); }));
  EXPECT_EQ(ran.get_future().wait_for(10s), std::future_status::ready);
  go.set_value();
}

TEST(WorkerPool, CountsEndlessTasks) {
  WorkerPool pool({.running = 1, .endless = 2});
  std::promise<void> go;
  const auto wait = go.get_future().share();
  EXPECT_TRUE(pool.add_endless([wait] { wait.wait(); }));
  EXPECT_TRUE(pool.add_endless([wait] { wait.wait(); }));
  EXPECT_FALSE(pool.add_endless([] {}));
  std::promise<void> ran;
  EXPECT_TRUE(pool.add([&] { ran.set_value(); }));
  EXPECT_EQ(ran.get_future().wait_for(10s), std::future_status::ready);
  go.set_value();
}

TEST(SerialQueue, KeepsTheOrderAndEndsWithTheLast) {
  std::vector<int> order;
  {
    WorkerPool pool({.running = 4});
    const auto queue = std::make_shared<SerialQueue>(pool);
    std::promise<void> last;
    for (int i = 0; i < 500; ++i) queue->add([&order, i] { order.push_back(i); });
    queue->add([&] { last.set_value(); });
    last.get_future().wait();
    std::promise<void> closed;
    queue->close([&] { closed.set_value(); });
    queue->add([&order] { order.push_back(-1); });
    EXPECT_EQ(closed.get_future().wait_for(10s), std::future_status::ready);
  }
  ASSERT_EQ(order.size(), 500U);
  for (int i = 0; i < 500; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(ResponseStream, HoldsASmallAnswerUntilItIsWhole) {
  WorkerPool pool({});
  std::atomic<int> wakes = 0;
  ResponseStream stream(
      pool, [&] { ++wakes; }, ResponseStream::Hold::kSmall);
  EXPECT_TRUE(stream.write("abc"));
  EXPECT_FALSE(stream.ready());
  stream.finish(Outcome::kFound);
  EXPECT_TRUE(stream.ready());
  const ResponseStream::Piece piece = stream.take();
  EXPECT_TRUE(piece.last);
  EXPECT_EQ(piece.bytes, "abc");
  EXPECT_GE(wakes, 1);
}

TEST(ResponseStream, MakesTheMakerWaitAndLetsItGoWhenCancelled) {
  WorkerPool pool({});
  ResponseStream stream(
      pool, [] {}, ResponseStream::Hold::kSmall);
  std::promise<std::size_t> written;
  EXPECT_TRUE(pool.add([&] {
    const std::string piece(64 << 10, 'x');
    std::size_t count = 0;
    while (stream.write(piece)) count += piece.size();
    stream.finish(Error{ErrorCode::kCancelled, "gone"});
    written.set_value(count);
  }));
  auto future = written.get_future();
  EXPECT_EQ(future.wait_for(100ms), std::future_status::timeout) << "nobody reads: it waits";
  EXPECT_GT(stream.take().bytes.size(), ResponseStream::kHold);
  stream.cancel();
  ASSERT_EQ(future.wait_for(10s), std::future_status::ready);
  EXPECT_LE(future.get(), 2 * (ResponseStream::kFull + (64 << 10)));
}

TEST(ResponseStream, HandsOnAtOnceWhatIsLive) {
  WorkerPool pool({});
  ResponseStream stream(
      pool, [] {}, ResponseStream::Hold::kNothing);
  EXPECT_TRUE(stream.write(""));
  EXPECT_FALSE(stream.ready()) << "a sign of life is no piece";
  EXPECT_TRUE(stream.write("line\n"));
  EXPECT_TRUE(stream.ready());
  EXPECT_FALSE(stream.take().last);
}

}  // namespace
}  // namespace clew
