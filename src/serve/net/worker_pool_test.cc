// SPDX-License-Identifier: MIT

#include "serve/net/worker_pool.h"

#include <atomic>
#include <future>
#include <vector>

#include <gtest/gtest.h>

#include "serve/http/response_stream.h"
#include "serve/net/outbox.h"

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

// Two searches that took minutes stopped every list on a machine with two processors.
TEST(WorkerPool, WhatTakesLongStopsNobody) {
  WorkerPool pool({.running = 2, .long_after = 20ms, .longer = 3});
  std::promise<void> go;
  const auto wait = go.get_future().share();
  std::atomic<int> begun = 0;
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(pool.add([&, wait] {
      ++begun;
      wait.wait();
    }));
  }
  while (begun < 5) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(begun, 5) << "a bounded number more";
  go.set_value();
  while (begun < 10) std::this_thread::sleep_for(1ms);
  std::promise<void> done;
  EXPECT_TRUE(pool.add([&] { done.set_value(); }));
  done.get_future().wait();
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

// Else sixty that ask a lot keep waiting the one that asks little.
TEST(SerialQueue, StandsInLineAgainAfterEachTask) {
  WorkerPool pool({.running = 1});
  const auto queue = std::make_shared<SerialQueue>(pool);
  std::promise<void> begun;
  std::promise<void> go;
  std::atomic<int> done = 0;
  queue->add([&, wait = go.get_future().share()] {
    begun.set_value();
    wait.wait();
  });
  for (int i = 0; i < 100; ++i) queue->add([&] { ++done; });
  begun.get_future().wait();
  std::promise<int> before;
  EXPECT_TRUE(pool.add([&] { before.set_value(done); }));
  go.set_value();
  EXPECT_LE(before.get_future().get(), 1);
  std::promise<void> closed;
  queue->close([&] { closed.set_value(); });
  closed.get_future().wait();
}

TEST(SerialQueue, RestsWhileItMayNotBegin) {
  WorkerPool pool({.running = 1});
  std::atomic<bool> may = false;
  std::atomic<int> done = 0;
  const auto queue = std::make_shared<SerialQueue>(pool, [&] { return may.load(); });
  std::promise<void> first;
  queue->add([&] {
    ++done;
    first.set_value();
  });
  std::promise<void> passed;
  EXPECT_TRUE(pool.add([&] { passed.set_value(); }));
  passed.get_future().wait();
  EXPECT_EQ(done, 0);
  may = true;
  queue->resume();
  EXPECT_EQ(first.get_future().wait_for(10s), std::future_status::ready);
  may = false;
  std::promise<void> closed;
  queue->close([&] { closed.set_value(); });
  EXPECT_EQ(closed.get_future().wait_for(10s), std::future_status::ready) << "the end always runs";
}

// Workers are not held by clients that do not read: beyond a few, the slowest is given up.
TEST(WorkerPool, TheLongestWaitForAClientIsGivenUp) {
  WorkerPool pool({.running = 1, .slow = 2});
  std::vector<std::shared_ptr<ResponseStream>> streams;
  std::vector<std::promise<void>> waits(3);
  std::vector<std::promise<void>> ends(3);
  for (std::size_t i = 0; i < 3; ++i) {
    streams.push_back(std::make_shared<ResponseStream>(
        pool, [] {}, ResponseStream::Hold::kSmall));
    EXPECT_TRUE(pool.add([&, i, stream = streams[i]] {
      stream->write(std::string(ResponseStream::kFull, 'x'));
      waits[i].set_value();
      EXPECT_FALSE(stream->write("more"));
      stream->finish(Outcome::kFound);
      ends[i].set_value();
    }));
    waits[i].get_future().wait();
  }
  EXPECT_EQ(ends[0].get_future().wait_for(10s), std::future_status::ready);
  EXPECT_TRUE(streams[0]->ready());
  EXPECT_TRUE(streams[0]->take().error) << "half an answer is not taken for a whole one";
  EXPECT_FALSE(streams[1]->is_cancelled());
  EXPECT_FALSE(streams[2]->is_cancelled());
  streams[1]->cancel();
  streams[2]->cancel();
  for (const std::size_t i : {1U, 2U}) ends[i].get_future().wait();
}

TEST(WorkerPool, WhatWaitsForClientsIsBoundedInBytesToo) {
  WorkerPool pool({.running = 1, .slow = 12, .slow_bytes = 2 * ResponseStream::kFull});
  std::vector<std::shared_ptr<ResponseStream>> streams;
  std::vector<std::promise<void>> ends(4);
  for (std::size_t i = 0; i < 4; ++i) {
    streams.push_back(std::make_shared<ResponseStream>(
        pool, [] {}, ResponseStream::Hold::kSmall));
    std::promise<void> waits;
    EXPECT_TRUE(pool.add([&, i, stream = streams[i]] {
      stream->write(std::string(ResponseStream::kFull, 'x'));
      waits.set_value();
      EXPECT_FALSE(stream->write("more"));
      ends[i].set_value();
    }));
    waits.get_future().wait();
  }
  for (const std::size_t i : {0U, 1U}) {
    EXPECT_EQ(ends[i].get_future().wait_for(10s), std::future_status::ready) << i;
  }
  EXPECT_FALSE(streams[3]->is_cancelled());
  for (const auto& stream : streams) stream->cancel();
  for (const std::size_t i : {2U, 3U}) ends[i].get_future().wait();
}

// Forty clients that ask for a long answer and never read it hold one of them, not forty.
TEST(Outbox, ALargeMessageWaitsWhileAllHoldTooMuch) {
  WorkerPool pool({});
  OutboxBudget budget;
  budget.add(OutboxBudget::kMost + 1);  // of others
  const auto box = std::make_shared<Outbox>(pool, budget, [] {});
  std::atomic<bool> sent = false;
  std::promise<void> done;
  ASSERT_TRUE(pool.add([&] {
    box->send(std::string(OutboxBudget::kShare / 2, 'x'));
    box->send(std::string(OutboxBudget::kShare * 2, 'x'));
    sent = true;
    done.set_value();
  }));
  std::this_thread::sleep_for(100ms);
  EXPECT_FALSE(sent) << "the small one may go, the large one waits";
  budget.remove(OutboxBudget::kMost);
  EXPECT_EQ(done.get_future().wait_for(10s), std::future_status::ready);
  box->close();
}

TEST(Outbox, HoldsAShareWhenAllHoldTooMuch) {
  WorkerPool pool({});
  OutboxBudget budget;
  const auto box = std::make_shared<Outbox>(pool, budget, [] {});
  const auto other = std::make_shared<Outbox>(pool, budget, [] {});
  box->send(std::string(OutboxBudget::kShare, 'x'));
  EXPECT_FALSE(box->is_full());
  for (std::size_t held = 0; held <= OutboxBudget::kMost; held += Outbox::kMost) {
    other->send(std::string(Outbox::kMost, 'x'));  // on the loop nobody waits
  }
  EXPECT_TRUE(budget.is_spent());
  EXPECT_TRUE(box->is_full());
  std::string message;
  EXPECT_TRUE(box->take(message));
  EXPECT_TRUE(box->is_full()) << "what was taken is still on its way";
  EXPECT_FALSE(box->take(message));
  EXPECT_FALSE(box->is_full());
  other->close();
  EXPECT_FALSE(budget.is_spent());
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
