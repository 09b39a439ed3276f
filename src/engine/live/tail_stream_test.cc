// SPDX-License-Identifier: MIT

#include "engine/live/tail_stream.h"

#include <gtest/gtest.h>

#include "json/value.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using std::chrono::milliseconds;

constexpr const char* kOld = "11111111-1111-4111-8111-111111111111";
constexpr const char* kNew = "22222222-2222-4222-8222-222222222222";
constexpr const char* kElsewhere = "33333333-3333-4333-8333-333333333333";

// Two sessions of /work and a newer one of /other; what happens is told by hand.
class TailStreamTest : public ::testing::Test {
 protected:
  TailStreamTest() {
    add("-work", kOld, "/work", 1);
    add("-work", kNew, "/work", 2);
    add("-other", kElsewhere, "/other", 3);
  }
  static std::string file(const std::string& key, const std::string& id) {
    return "/r/projects/" + key + "/" + id + ".jsonl";
  }
  void add(const std::string& key, const std::string& id, const std::string& cwd, int prompts) {
    std::string lines;
    std::string parent = "null";
    for (int i = 0; i < prompts; ++i) {
      const std::string uuid = "\"u" + std::to_string(i) + "\"";
      lines += R"({"type":"user","uuid":)" + uuid + R"(,"parentUuid":)" + parent + R"(,"cwd":")" +
               cwd + R"(","sessionId":")" + id +
               R"(","timestamp":"2026-01-05T12:00:00Z","message":{"role":"user","content":"say )" +
               std::to_string(i) + "\"}}\n";
      parent = uuid;
    }
    files_.add_file(file(key, id), lines);
  }

  Result<std::unique_ptr<TailStream>> open(const Arguments::Given& given,
                                           const std::string& folder = "") {
    EngineOptions options;
    options.roots = {"/r"};
    options.folder = folder;
    engine_ = std::make_unique<Engine>(files_, options, EngineServices{.events = &bus_});
    return TailStream::open(*engine_, *Arguments::check(*find_operation("tail"), given));
  }
  // What it begins with: "<session> <messages>", or "nothing".
  std::string start(const Arguments::Given& given, const std::string& folder = "") {
    auto stream = open(given, folder);
    if (!stream) return "error: " + stream.error().message;
    const auto events = (*stream)->next(milliseconds(0));
    if (events.empty()) return "nothing";
    EXPECT_EQ(events.front()->type, "tail.start");
    const auto json = parser_.parse_copy(*events.front()->json());
    EXPECT_TRUE(json);
    std::size_t messages = 0;
    for ([[maybe_unused]] const json::Value one : (*json)["messages"].elements()) ++messages;
    return std::string((*json)["session"].string_or("")) + " " + std::to_string(messages);
  }
  void tell(const std::string& file, const std::string& session, const std::string& project) {
    EventDraft draft;
    draft.type = event_type::kSessionAppended;
    draft.file = file;
    draft.session = session;
    draft.project = project;
    bus_.publish(std::move(draft));
  }

  MemoryFileSystem files_;
  EventBus bus_;
  std::unique_ptr<Engine> engine_;
  json::Parser parser_;
};

TEST_F(TailStreamTest, BeginsWithTheNewestOfWhatIsAskedFor) {
  EXPECT_EQ(start({}), kElsewhere + std::string(" 3"));
  EXPECT_EQ(start({{"all", {"true"}}}, "/work"), kElsewhere + std::string(" 3"));
  EXPECT_EQ(start({}, "/work"), kNew + std::string(" 2"));
  EXPECT_EQ(start({}, "/nowhere"), kElsewhere + std::string(" 3")) << "nothing here: all";
  EXPECT_EQ(start({{"project", {"/work"}}}), kNew + std::string(" 2"));
  EXPECT_EQ(start({{"session", {kOld}}}), kOld + std::string(" 1"));
  EXPECT_EQ(start({{"session", {kElsewhere}}, {"lines", {"2"}}}), kElsewhere + std::string(" 2"));
  EXPECT_TRUE(start({{"session", {kOld}}, {"project", {"/work"}}}).starts_with("error: give"));
}

// It used to begin with the newest session of all: somebody else's conversation.
TEST_F(TailStreamTest, AProjectThatIsNotThereYetBeginsWithNothing) {
  EXPECT_EQ(start({{"project", {"/nowhere"}}}), "nothing");
  EXPECT_EQ(start({{"project", {"/nowhere"}}}, "/work"), "nothing");
  auto stream = open({{"project", {"/nowhere"}}});
  ASSERT_TRUE(stream);
  tell(file("-other", kElsewhere), kElsewhere, "/other");
  EXPECT_TRUE((*stream)->next(milliseconds(0)).empty());
  tell(file("-nowhere", kOld), kOld, "/nowhere");
  EXPECT_EQ((*stream)->next(milliseconds(0)).size(), 1U) << "it begins";
}

TEST_F(TailStreamTest, TellsWhatConcernsIt) {
  auto stream = open({{"session", {kOld}}});
  ASSERT_TRUE(stream);
  EXPECT_EQ((*stream)->next(milliseconds(0)).size(), 1U);
  tell(file("-work", kNew), kNew, "/work");
  tell(file("-work", kOld), kOld, "/work");
  const auto events = (*stream)->next(milliseconds(0));
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0]->session, kOld);
  EXPECT_TRUE((*stream)->next(milliseconds(0)).empty());
}

}  // namespace
}  // namespace clew
