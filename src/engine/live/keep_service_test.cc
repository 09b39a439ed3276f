// SPDX-License-Identifier: MIT
#include "engine/live/keep_service.h"

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

constexpr const char* kFile =
    "/home/ada/.claude/projects/-work-app/11111111-1111-4111-8111-111111111111.jsonl";

TEST(KeepService, KeepsWhatIsNewSoon) {
  MemoryFileSystem disk;
  disk.add_file(kFile, "one\n");
  EngineOptions options;
  options.roots = {"/home/ada/.claude"};
  options.own.data = "/data";
  options.keep = "/data/keep";
  EventBus events;
  const auto kept_size = [&]() -> std::int64_t {
    const auto name = disk.list("/data/keep");
    if (!name) return -1;
    KeptWorlds worlds;
    const auto machine = read_file(disk, "/data/machine", 200);
    const std::string name_of = machine ? machine->substr(0, machine->find('\n')) : "";
    const auto world = worlds.load(disk, {.folder = "/data/keep", .machine = name_of});
    const auto* file = world ? (*world)->find_file(kFile) : nullptr;
    return file == nullptr ? -1 : file->info.size;
  };
  const auto wait_for = [&](std::int64_t size) {
    for (int i = 0; i < 500 && kept_size() != size; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(kept_size(), size);
  };
  {
    KeepService service;
    service.start(disk, options, events, [](const std::string& why) { ADD_FAILURE() << why; });
    wait_for(4);
    ASSERT_TRUE(disk.append(kFile, "two\n"));
    events.publish({.type = std::string(event_type::kSessionAppended)});
    wait_for(8);
    ASSERT_TRUE(disk.append(kFile, "three\n"));
  }
  EXPECT_EQ(kept_size(), 14) << "what came last is kept before it ends";
}

}  // namespace
}  // namespace clew
