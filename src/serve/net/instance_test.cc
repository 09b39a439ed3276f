// SPDX-License-Identifier: MIT

#include "serve/net/instance.h"

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "serve/call/secrets.h"

namespace clew {
namespace {

unsigned mode_of(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0;
}

TEST(Secrets, AreLongAndNeverTheSame) {
  const auto one = make_secret();
  const auto two = make_secret();
  ASSERT_TRUE(one && two);
  EXPECT_EQ(one->size(), 64U);
  EXPECT_NE(*one, *two);
}

TEST(Secrets, AreKeptInAPrivateFile) {
  const TestDir dir;
  const std::string path = dir.path("token");
  const auto first = load_or_make_secret(path);
  ASSERT_TRUE(first);
  EXPECT_EQ(mode_of(path), 0600U);
  EXPECT_EQ(*load_or_make_secret(path), *first);
}

TEST(Secrets, ThatOthersMayHaveReadAreMadeAnew) {
  const TestDir dir;
  const std::string path = dir.path("token");
  const auto first = load_or_make_secret(path);
  ASSERT_TRUE(first);
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  const auto second = load_or_make_secret(path);
  ASSERT_TRUE(second);
  EXPECT_NE(*second, *first);
  EXPECT_EQ(mode_of(path), 0600U);
  std::ofstream(path) << "short\n";
  EXPECT_EQ(load_or_make_secret(path)->size(), 64U);
  ASSERT_EQ(::unlink(path.c_str()), 0);
  ASSERT_EQ(::symlink("/dev/zero", path.c_str()), 0);
  EXPECT_EQ(load_or_make_secret(path)->size(), 64U) << "a link is not followed";
}

TEST(Secrets, FoldersAreClosedToOthers) {
  const TestDir dir;
  ASSERT_TRUE(make_private_folder(dir.path("a")));
  EXPECT_EQ(mode_of(dir.path("a")), 0700U);
  ASSERT_EQ(::mkdir(dir.path("b").c_str(), 0755), 0);
  ASSERT_TRUE(make_private_folder(dir.path("b")));
  EXPECT_EQ(mode_of(dir.path("b")), 0700U);
  ASSERT_EQ(::symlink(dir.path("b").c_str(), dir.path("c").c_str()), 0);
  EXPECT_FALSE(make_private_folder(dir.path("c"))) << "somebody could have made the link";
}

TEST(Instance, IsOneAndSaysWhere) {
  const TestDir dir;
  const std::string folder = dir.path("clew");
  std::optional<ServerAddress> running;
  {
    auto first = Instance::start(folder, running);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(mode_of(folder), 0700U);
    ASSERT_TRUE(first->announce({"http://127.0.0.1:1", "http://127.0.0.1:1/#t=x", "x", "/s", 42}));
    auto second = Instance::start(folder, running);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBusy);
    ASSERT_TRUE(running);
    EXPECT_EQ(running->url, "http://127.0.0.1:1");
    EXPECT_EQ(running->pid, 42);
  }
  running.reset();
  auto again = Instance::start(folder, running);
  EXPECT_TRUE(again) << "the first has ended";
  EXPECT_FALSE(running);
}

TEST(Instance, KeepsItsSecretsForTheNextStart) {
  const TestDir dir;
  std::optional<ServerAddress> running;
  std::string token;
  std::string cookie;
  {
    auto first = Instance::start(dir.path("clew"), running);
    ASSERT_TRUE(first);
    token = first->token();
    cookie = first->cookie();
  }
  EXPECT_NE(token, cookie);
  auto second = Instance::start(dir.path("clew"), running);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->token(), token) << "links and cookies of browsers go on working";
  EXPECT_EQ(second->cookie(), cookie);
}

}  // namespace
}  // namespace clew
