// SPDX-License-Identifier: MIT

#include "engine/live/event_bus.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "json/value.h"

namespace clew {
namespace {

std::vector<std::uint64_t> numbers(const std::vector<std::shared_ptr<const LiveEvent>>& events) {
  std::vector<std::uint64_t> out;
  for (const auto& event : events) out.push_back(event->sequence);
  return out;
}

using Numbers = std::vector<std::uint64_t>;

EventDraft changed(std::string session) {
  return {.type = "session.changed", .session = std::move(session)};
}

TEST(EventBus, NumbersEventsAndWritesTheirJson) {
  EventBus bus;
  auto reader = bus.subscribe({}, {});
  EXPECT_EQ(1u, bus.publish({.type = "session.added",
                             .session = "s\"1",
                             .project = "/p",
                             .file = "/f",
                             .payload = Removed{"x"}}));
  EXPECT_EQ(2u, bus.publish({.type = "drive", .payload = Removed{}}));
  EXPECT_EQ(3u, bus.publish({.type = "drive"}));
  const auto events = reader->take();
  ASSERT_EQ(3u, events.size());
  EXPECT_EQ(R"({"type":"session.added","sequence":1,"session":"s\"1","project":"/p",)"
            R"("file":"/f","agent":"x"})",
            *events[0]->json());
  EXPECT_EQ(R"({"type":"drive","sequence":2})", *events[1]->json());
  EXPECT_EQ(R"({"type":"drive","sequence":3})", *events[2]->json());
  EXPECT_EQ("s\"1", events[0]->session);
  EXPECT_EQ(3u, bus.last_sequence());
  EXPECT_TRUE(reader->take().empty());
}

TEST(EventBus, FiltersBySessionProjectFileAndType) {
  EventBus bus;
  auto by_session = bus.subscribe({.session = "a"}, {});
  auto by_project = bus.subscribe({.project = "/p"}, {});
  auto by_file = bus.subscribe({.file = "/f"}, {});
  auto by_type = bus.subscribe({.types = {"drive", "session.added"}}, {});
  bus.publish({.type = "session.changed", .session = "a", .project = "/p"});
  bus.publish({.type = "session.added", .session = "b", .project = "/p", .file = "/f"});
  bus.publish({.type = "drive", .session = "a"});
  bus.publish_resync("why");
  EXPECT_EQ((Numbers{1, 3, 4}), numbers(by_session->take()));
  EXPECT_EQ((Numbers{1, 2, 4}), numbers(by_project->take()));
  EXPECT_EQ((Numbers{2, 4}), numbers(by_file->take()));
  EXPECT_EQ((Numbers{2, 3, 4}), numbers(by_type->take()));
}

TEST(EventBus, WakesWhenTheQueueWasEmpty) {
  EventBus bus;
  int woken = 0;
  auto reader = bus.subscribe({.session = "a"}, [&] { ++woken; });
  bus.publish(changed("b"));
  EXPECT_EQ(0, woken);
  bus.publish(changed("a"));
  bus.publish(changed("a"));
  EXPECT_EQ(1, woken);
  reader->take();
  bus.publish(changed("a"));
  EXPECT_EQ(2, woken);
}

TEST(EventBus, ASlowReaderFindsOneResyncAndThenAllThatFollows) {
  EventBus bus;
  auto slow = bus.subscribe({}, {}, 4);
  auto fast = bus.subscribe({}, {}, 100);
  for (int i = 0; i < 6; ++i) bus.publish(changed("a"));
  const auto events = slow->take();
  ASSERT_EQ(2u, events.size());
  EXPECT_EQ("resync", events[0]->type);
  EXPECT_EQ(5u, events[0]->sequence);  // stands for everything up to here
  EXPECT_NE(std::string::npos, events[0]->json()->find(R"("reason":)")) << *events[0]->json();
  EXPECT_EQ(6u, events[1]->sequence);
  EXPECT_EQ(1u, slow->overflows());
  EXPECT_EQ((Numbers{1, 2, 3, 4, 5, 6}), numbers(fast->take()));
  bus.publish(changed("a"));
  EXPECT_EQ((Numbers{7}), numbers(slow->take()));
}

TEST(EventBus, BytesAreBoundedAsWellAsEvents) {
  const Removed big{std::string(2000, 'x')};
  const std::size_t bound = LiveEvent(1, {.type = "drive", .payload = big}).weight() * 5 / 2;
  EventBus bus({.kept_bytes = bound, .queued_bytes = bound});
  auto reader = bus.subscribe({}, {});
  for (int i = 0; i < 3; ++i) bus.publish({.type = "drive", .payload = big});
  auto events = reader->take();
  ASSERT_EQ(1u, events.size());
  EXPECT_EQ("resync", events[0]->type);
  // What is larger than the bound alone still arrives where nothing else waits, but is not kept.
  const Removed huge{std::string(bound, 'x')};
  bus.publish({.type = "drive", .payload = huge});
  EXPECT_EQ((Numbers{4}), numbers(reader->take()));
  auto late = bus.subscribe({}, {}, 10, 3);
  events = late->take();
  ASSERT_EQ(1u, events.size());
  EXPECT_EQ("resync", events[0]->type);
  EXPECT_EQ(4u, events[0]->sequence);
}

TEST(EventBus, AReaderMayTakeALittleAtATime) {
  EventBus bus;
  const auto events = bus.subscribe({}, {});
  const Removed what{std::string(1000, 'x')};
  for (int i = 0; i < 5; ++i) bus.publish({.type = "t", .payload = what});
  const std::size_t weight = LiveEvent(1, {.type = "t", .payload = what}).weight();
  EXPECT_EQ(events->take(1).size(), 1U);
  EXPECT_EQ(events->take(weight * 3 / 2).size(), 2U);
  EXPECT_EQ(events->take().size(), 2U);
  EXPECT_TRUE(events->take(1).empty());
}

// Readers who stand still at different places would keep everything between them.
TEST(EventBus, AllReadersTogetherAreBoundedToo) {
  constexpr std::size_t kLarge = std::size_t{1} << 20;
  EventBus bus({.kept_bytes = kLarge, .queued_bytes = 16 * kLarge, .unread_bytes = 8 * kLarge});
  std::vector<std::shared_ptr<Subscription>> readers;
  const auto fast = bus.subscribe({}, {});
  std::size_t most = 0;
  std::size_t heard = 0;
  for (int i = 0; i < 200; ++i) {
    if (i % 4 == 0) readers.push_back(bus.subscribe({}, {}));
    bus.publish({.type = "t", .payload = Removed{std::string(kLarge / 3, 'x')}});
    heard += fast->take().size();
    most = std::max(most, bus.bytes());
  }
  EXPECT_LT(most, 12 * kLarge);
  EXPECT_EQ(heard, 200U);
  EXPECT_EQ(fast->overflows(), 0U);
  for (const auto& reader : readers) {
    const auto waiting = reader->take();
    EXPECT_LE(waiting.size(), 17U);
    if (reader->overflows() > 0) {
      EXPECT_EQ(waiting.front()->type, "resync");
    }
  }
}

TEST(EventBus, JsonIsKeptOnlyWithinItsWeight) {
  // Escapes make six bytes of one.
  const LiveEvent escaped(1, {.type = "drive", .payload = Removed{std::string(10'000, '\x01')}});
  const auto json = escaped.json();
  EXPECT_GT(json->size(), 60'000U);
  EXPECT_EQ(*escaped.json(), *json);
  const LiveEvent plain(2, {.type = "drive", .payload = Removed{std::string(10'000, 'x')}});
  EXPECT_EQ(plain.json(), plain.json()) << "made once";
  EXPECT_LE(plain.json()->size() + 10'000, plain.weight());
}

// What readers hold must not change when the tail that it was read from goes on.
TEST(EventBus, EventsOwnWhatTheySay) {
  EventBus bus;
  auto reader = bus.subscribe({}, {});
  {
    Transcript transcript;
    Entry line;
    line.uuid = transcript.symbols.intern("u1");
    transcript.entries.push_back(line);
    TailGrowth growth;
    growth.lines = 1;
    growth.messages.resize(1);
    growth.messages[0].text = "hello";
    growth.messages[0].entries = {0};
    bus.publish({.type = std::string(event_type::kSessionAppended),
                 .payload = appended("", transcript, std::move(growth))});
  }
  const auto events = reader->take();
  ASSERT_EQ(events.size(), 1U);
  const Appended* grown = events[0]->as<Appended>();
  ASSERT_NE(grown, nullptr);
  EXPECT_EQ(ShownMessage(*grown->transcript, grown->growth.messages[0]).uuid(), "u1");
  EXPECT_NE(events[0]->json()->find(R"("uuid":"u1")"), std::string::npos);
}

TEST(EventBus, ServesWhatAReaderMissed) {
  EventBus bus({.kept_events = 3});
  for (int i = 0; i < 5; ++i) bus.publish(changed(i % 2 == 0 ? "a" : "b"));
  EXPECT_TRUE(bus.subscribe({}, {})->take().empty());
  EXPECT_TRUE(bus.subscribe({}, {}, 10, 5)->take().empty());
  EXPECT_EQ((Numbers{3, 4, 5}), numbers(bus.subscribe({}, {}, 10, 2)->take()));
  EXPECT_EQ((Numbers{3, 5}), numbers(bus.subscribe({.session = "a"}, {}, 10, 2)->take()));
  for (const std::uint64_t unknown : {std::uint64_t{1}, std::uint64_t{6}, UINT64_MAX}) {
    const auto events = bus.subscribe({}, {}, 10, unknown)->take();
    ASSERT_EQ(1u, events.size()) << unknown;
    EXPECT_EQ("resync", events[0]->type);
    EXPECT_EQ(5u, events[0]->sequence);
  }
}

TEST(EventBus, NumbersOfAnEarlierRunAreTooOld) {
  EventBus bus({.first_sequence = 1000});
  EXPECT_EQ(1001u, bus.publish(changed("a")));
  const auto events = bus.subscribe({}, {}, 10, 7)->take();
  ASSERT_EQ(1u, events.size());
  EXPECT_EQ("resync", events[0]->type);
  EXPECT_EQ((Numbers{1001}), numbers(bus.subscribe({}, {}, 10, 1000)->take()));
}

TEST(EventBus, ForgetsReadersThatAreGone) {
  EventBus bus;
  int woken = 0;
  auto reader = bus.subscribe({}, [&] { ++woken; });
  EXPECT_EQ(1u, bus.subscribers());
  reader.reset();
  EXPECT_EQ(0u, bus.subscribers());
  bus.publish(changed("a"));
  EXPECT_EQ(0, woken);
}

TEST(EventBus, AReaderMayOutliveTheBus) {
  auto bus = std::make_unique<EventBus>();
  auto reader = bus->subscribe({}, {});
  bus->publish(changed("a"));
  bus.reset();
  EXPECT_EQ((Numbers{1}), numbers(reader->take()));
}

// Run under the thread sanitizer: publishers, a slow and a fast reader, and readers that come and
// go. No reader misses a number unless it was told so.
TEST(EventBus, ManyThreads) {
  constexpr int kPublishers = 3;
  constexpr int kEach = 3000;
  EventBus bus({.kept_events = 64});
  std::atomic<bool> done = false;
  std::atomic<int> wakes = 0;
  const auto wake = [&wakes] { ++wakes; };
  auto watch = [&](const std::shared_ptr<Subscription>& reader, int pause_ms) {
    std::uint64_t last = 0;
    bool last_call = false;
    while (true) {
      for (const auto& event : reader->take()) {
        if (event->type == "resync") {
          EXPECT_GT(event->sequence, last);
        } else {
          EXPECT_EQ(event->sequence, last + 1);
        }
        last = event->sequence;
      }
      if (last_call) break;
      last_call = done;
      std::this_thread::sleep_for(std::chrono::milliseconds(pause_ms));
    }
    EXPECT_EQ(bus.last_sequence(), last);
  };
  auto slow_reader = bus.subscribe({}, wake, 16);
  std::thread fast(watch, bus.subscribe({}, wake, 1 << 20), 0);
  std::thread slow(watch, slow_reader, 3);
  std::thread visitors([&] {
    while (!done) {
      int woken = 0;  // on this stack: a wake after the destructor would be seen
      auto visitor = bus.subscribe(
          {}, [&woken] { ++woken; }, 8, bus.last_sequence());
      visitor->take();
    }
  });
  std::vector<std::thread> publishers;
  for (int i = 0; i < kPublishers; ++i) {
    publishers.emplace_back([&] {
      for (int n = 0; n < kEach; ++n) bus.publish(changed("s"));
    });
  }
  for (auto& thread : publishers) thread.join();
  done = true;
  fast.join();
  slow.join();
  visitors.join();
  EXPECT_EQ(static_cast<std::uint64_t>(kPublishers * kEach), bus.last_sequence());
  EXPECT_GT(wakes, 0);
  EXPECT_GT(slow_reader->overflows(), 0u);
}

}  // namespace
}  // namespace clew
