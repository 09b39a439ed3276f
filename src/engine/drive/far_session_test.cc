// SPDX-License-Identifier: MIT
//
// A session that another machine kept comes to the folder of this one that stands for its project.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "catalog/layout/project_key.h"
#include "engine/drive/drive_request.h"
#include "engine/keep/keep_operation.h"
#include "engine/keep/restore_operation.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

constexpr const char* kTheirs = "11111111-1111-4111-8111-111111111111";
constexpr const char* kMine = "22222222-2222-4222-8222-222222222222";

// Bob's machine and ours, which share a keep.
class FarSessionTest : public ::testing::Test {
 protected:
  std::string bobs_folder() const { return dir_.path("bob/src/orchard"); }
  std::string my_folder() const { return dir_.path("my/grove"); }

  static void make_copy(const std::string& folder, const std::string& address) {
    std::filesystem::create_directories(folder + "/.git");
    std::ofstream(folder + "/.git/HEAD") << "ref: refs/heads/main\n";
    std::ofstream(folder + "/.git/config") << "[remote \"origin\"]\n\turl = " << address << "\n";
  }
  static std::string transcript(const std::string& root, const std::string& folder,
                                const std::string& id) {
    return root + "/projects/" + project_key(folder) + "/" + id + ".jsonl";
  }
  static void write_session(const std::string& root, const std::string& folder,
                            const std::string& id) {
    const std::string path = transcript(root, folder, id);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << R"({"type":"user","uuid":"33333333-3333-4333-8333-333333333333",)"
                        << R"("parentUuid":null,"sessionId":")" << id << R"(","cwd":")" << folder
                        << R"(","timestamp":"2026-01-05T10:00:00.000Z","version":"2.1.0",)"
                        << R"("message":{"role":"user","content":"plant a tree"}})"
                        << "\n";
  }

  EngineOptions of(const std::string& who) const {
    EngineOptions options;
    options.environment.home = dir_.path(who);
    options.own.cache = dir_.path(who + "/cache");
    options.own.data = dir_.path(who + "/data");
    options.keep = dir_.path("keep");
    options.folder = dir_.path();
    options.now = 1'767'700'000'000;
    return options;
  }

  // Bob keeps a session; then his folder is not here any more.
  void keep_bobs(const std::string& address) {
    std::filesystem::create_directories(bobs_folder());
    if (!address.empty()) make_copy(bobs_folder(), address);
    write_session(dir_.path("bob/.claude"), bobs_folder(), kTheirs);
    {
      Engine bob(files_, of("bob"));
      ASSERT_TRUE(keep_now(bob, false));
    }
    std::filesystem::remove_all(dir_.path("bob"));
    write_session(dir_.path("my/.claude"), my_folder(), kMine);
    std::filesystem::create_directories(my_folder());
  }

  std::string expected() const {
    return transcript(*files_.real_path(dir_.path("my/.claude")), *files_.real_path(my_folder()),
                      kTheirs);
  }

  TestDir dir_;
  RealFileSystem files_;
};

TEST_F(FarSessionTest, IsFoundByTheRepository) {
  keep_bobs("git@host:ada/orchard.git");
  make_copy(my_folder(), "https://host/ada/orchard");
  Engine engine(files_, of("my"));
  const auto named = engine.locate(kTheirs);
  ASSERT_TRUE(named) << named.error().message;
  const auto folder = folder_to_restore_to(engine, *named);
  ASSERT_TRUE(folder) << folder.error().message;
  const auto restored = restore_session(engine, *named, {.folder = *folder});
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(restored->file, expected());
  EXPECT_TRUE(files_.stat(expected()));
}

TEST_F(FarSessionTest, ResumesInTheFolderThatStandsForItsProject) {
  keep_bobs("git@host:ada/orchard.git");
  make_copy(my_folder(), "https://host/ada/orchard");
  Engine engine(files_, of("my"));
  DriveRequest request;
  request.action = DriveRequest::Action::kResume;
  request.session = kTheirs;
  request.claude = "/bin/true";
  auto prepared = prepare_drive(engine, request);
  ASSERT_TRUE(prepared) << prepared.error().message;
  EXPECT_EQ(prepared->launch.folder, *files_.real_path(my_folder()));
  EXPECT_EQ(prepared->launch.resume, kTheirs);
  ASSERT_TRUE(carry_out(engine, *prepared));
  EXPECT_TRUE(files_.stat(expected()));
}

TEST_F(FarSessionTest, IsAskedForOnceWhereNothingTells) {
  keep_bobs("");
  Engine engine(files_, of("my"));
  const auto named = engine.locate(kTheirs);
  ASSERT_TRUE(named) << named.error().message;
  const auto unknown = folder_to_restore_to(engine, *named);
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("--project FOLDER"), std::string::npos)
      << unknown.error().message;
  const std::string mine = *files_.real_path(my_folder());
  EXPECT_EQ(*folder_to_restore_to(engine, *named, my_folder()), mine);
  EXPECT_EQ(*folder_to_restore_to(engine, *named), mine) << "it is remembered";
}

}  // namespace
}  // namespace clew
