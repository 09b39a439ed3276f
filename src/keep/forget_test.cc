// SPDX-License-Identifier: MIT
#include "keep/forget.h"

#include <gtest/gtest.h>

#include "keep/keep_check.h"
#include "keep/test_keep.h"
#include "keep/zstd_frame.h"
#include "os/testing/faulty_file_system.h"

namespace clew {
namespace {

class ForgetTest : public KeeperTest {
 protected:
  void keep_some() {
    RandomFiles files(disk_, 11);
    for (int run = 0; run < 10; ++run) {
      for (int i = 0; i < 4; ++i) files.change();
      keep();
    }
    disk_.add_file(path_of(secret_.file), "the password is swordfish\n");
    keep();
    ASSERT_TRUE(disk_.remove(path_of(secret_.file)));
    keep();
    before_ = all();
  }
  std::map<std::pair<KeptName, std::int64_t>, std::string> all() {
    std::map<std::pair<KeptName, std::int64_t>, std::string> texts;
    const KeptMachine machine = load();
    for (const auto& [name, versions] : machine.files) {
      for (const KeptVersion& version : versions) {
        if (name != secret_) texts[{name, version.number}] = text(machine, version, 65536);
      }
    }
    return texts;
  }
  Result<ForgetReport> forget(DurableFileSystem& files) {
    return forget_files(files, place(),
                        {.is_meant = [this](const KeptName& name) { return name == secret_; }}, {});
  }
  // Whether anything in the keep still tells of it.
  bool is_told() {
    const KeptMachine machine = load();
    for (const auto& [number, pack] : machine.packs) {
      for (const FrameRecord& frame : pack.frames) {
        std::string content(frame.length, '\0');
        EXPECT_TRUE(PackReader(disk_, machine).read({number, frame.begin}, content));
        if (content.find("swordfish") != content.npos) return true;
      }
    }
    const auto entries = disk_.list(std::string(kKeep) + "/ada");
    for (const DirEntry& entry : *entries) {
      const auto bytes =
          read_file(disk_, std::string(kKeep) + "/ada/" + entry.name.text(), 1 << 30);
      if (bytes->find(secret_.file) != bytes->npos) return true;
    }
    return false;
  }

  const KeptName secret_{kRoot, "projects/-secret/s.jsonl"};
  std::map<std::pair<KeptName, std::int64_t>, std::string> before_;
};

// Packs that Clew itself replaced are not missed.
TEST_F(ForgetTest, NoPackIsMissing) {
  keep_some();
  ASSERT_TRUE(forget(disk_));
  EXPECT_TRUE(load().damage.empty());
  for (const auto& [name, versions] : load().files) {
    auto done = forget_files(disk_, place(),
                             {.is_meant = [&](const KeptName& one) { return one == name; }}, {});
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(load().damage.empty()) << name.file;
  }
  EXPECT_TRUE(load().files.empty());
}

// What was typed in a forgotten session stays on the disk, in the file of all prompts.
TEST_F(ForgetTest, TypedPromptsAreNotKeptAgain) {
  const std::string secret = "11111111-1111-4111-8111-111111111111";
  const auto prompt = [](const std::string& text, const std::string& session) {
    return "{\"display\":\"" + text + "\",\"sessionId\":\"" + session + "\"}\n";
  };
  const std::string other = "22222222-2222-4222-8222-222222222222";
  const std::string first = prompt("hello", other);
  disk_.add_file(path_of("history.jsonl"), first + prompt("swordfish", secret));
  keep();
  ForgottenPrompts forgotten;
  ASSERT_TRUE(forgotten.remember(disk_, "/data/forgotten", {secret}));
  const auto again = ForgottenPrompts::read(disk_, "/data/forgotten");
  ASSERT_TRUE(again);
  const auto done =
      forget_files(disk_, place(),
                   {.is_meant = [](const KeptName&) { return false; },
                    .is_edited = [](const KeptName& name) { return name.file == "history.jsonl"; },
                    .drops = [&](std::string_view line) { return is_prompt_of(line, {secret}); }},
                   {});
  ASSERT_TRUE(done) << done.error().message;
  const auto keep_now = [&] {
    KeepOptions keeping = options();
    keeping.forgotten = *again;
    const auto report = keep_roots(disk_, keeping);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->rewritten, 0);
  };
  keep_now();
  EXPECT_EQ(versions("history.jsonl"), std::vector<std::string>{first});
  const std::string more = prompt("swordfish, too", secret) + prompt("bye", other);
  ASSERT_TRUE(disk_.append(path_of("history.jsonl"), more));
  keep_now();
  keep_now();
  EXPECT_EQ(versions("history.jsonl"), std::vector<std::string>{first + prompt("bye", other)});
}

TEST_F(ForgetTest, NothingOfItIsLeftAndAllElseIs) {
  keep_some();
  ASSERT_TRUE(is_told());
  const auto report = forget(disk_);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->files, 1);
  EXPECT_FALSE(is_told());
  EXPECT_TRUE(all() == before_);
  EXPECT_TRUE(check_kept(disk_, load(), {})->damaged.empty());
  EXPECT_EQ(forget(disk_)->files, 0);
  keep();
  EXPECT_TRUE(all() == before_) << "and the next run goes on from there";
}

TEST_F(ForgetTest, AFailureOnTheWayLosesNothing) {
  for (std::int64_t call = 1; call < 60; ++call) {
    disk_ = MemoryFileSystem();
    keep_some();
    FaultyFileSystem faulty(disk_);
    faulty.tear_appends();
    faulty.fail_calls(call, {ErrorCode::kIo, "disk full"}, 1000);
    const auto failed = forget(faulty);
    EXPECT_TRUE(all() == before_) << "call " << call;
    const auto again = forget(disk_);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(all() == before_) << "call " << call;
    EXPECT_FALSE(is_told()) << "call " << call;
    if (failed) break;  // fewer calls than that
  }
}

// Prompts are written down a second time, in a file of all sessions.
TEST_F(ForgetTest, LinesOfOtherFilesGoToo) {
  disk_.add_file(path_of("history.jsonl"), "keep this\nthe secret word\nand this\n");
  keep();
  const auto is_history = [](const KeptName& name) { return name.file == "history.jsonl"; };
  const ForgetRequest request{
      .is_meant = [](const KeptName&) { return false; },
      .is_edited = is_history,
      .drops = [](std::string_view line) { return line.find("secret word") != line.npos; }};
  ASSERT_TRUE(forget_files(disk_, place(), request, {}));
  EXPECT_EQ(versions("history.jsonl").front(), "keep this\nand this\n");
  const KeptMachine machine = load();
  const PackReader packs(disk_, machine);
  for (const auto& [number, pack] : machine.packs) {
    std::string all(pack.length(), '\0');
    ASSERT_TRUE(packs.read({number, 0}, all));
    EXPECT_EQ(all.find("secret word"), all.npos);
  }
}

}  // namespace
}  // namespace clew
