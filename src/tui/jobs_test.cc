// SPDX-License-Identifier: MIT
#include "tui/jobs.h"

#include <chrono>
#include <future>

#include <gtest/gtest.h>

namespace clew::tui {
namespace {

using std::chrono::milliseconds;

std::vector<Event> wait_all(Jobs& jobs) {
  std::vector<Event> all;
  for (int i = 0; i < 5000; ++i) {
    for (Event& event : jobs.take()) all.push_back(std::move(event));
    if (jobs.is_idle()) break;
    jobs.wait(milliseconds(1));
  }
  return all;
}

TEST(Jobs, NewerWorkStopsTheOldAndItsFindingsAreDropped) {
  Jobs jobs([] {});
  std::promise<void> begun;
  jobs.start(Jobs::Lane::kSearch, [&](const Jobs::Stopped& stopped) -> std::vector<Event> {
    begun.set_value();
    while (!stopped()) std::this_thread::yield();
    return {Said{"old"}};
  });
  begun.get_future().wait();
  jobs.start(Jobs::Lane::kSearch,
             [](const Jobs::Stopped&) -> std::vector<Event> { return {Said{"new"}}; });
  const auto events = wait_all(jobs);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(std::get<Said>(events[0]).text, "new");
}

TEST(Jobs, LanesDoNotWaitForEachOther) {
  Jobs jobs([] {});
  std::promise<void> go;
  auto gone = go.get_future().share();
  jobs.start(Jobs::Lane::kFind, [gone](const Jobs::Stopped&) -> std::vector<Event> {
    gone.wait();
    return {};
  });
  jobs.start(Jobs::Lane::kMessages,
             [](const Jobs::Stopped&) -> std::vector<Event> { return {Said{"lines"}}; });
  std::vector<Event> events;
  for (int i = 0; i < 5000 && events.empty(); ++i) {
    jobs.wait(milliseconds(1));
    events = jobs.take();
  }
  EXPECT_EQ(events.size(), 1U);
  go.set_value();
}

TEST(Jobs, QueuedWorkIsDoneInTurnAndToItsEnd) {
  std::vector<int> order;
  {
    Jobs jobs([] {});
    for (int i = 0; i < 20; ++i) {
      jobs.queue([&order, i](const Jobs::Stopped&) -> std::vector<Event> {
        order.push_back(i);
        return {};
      });
    }
  }
  ASSERT_EQ(order.size(), 20U);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace clew::tui
