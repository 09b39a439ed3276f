// SPDX-License-Identifier: MIT
//
// What only the disk can do; the rest is in file_system_test.cc.
#include "os/real_file_system.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/test_dir.h"

namespace clew {
namespace {

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST(RealFileSystem, AFifoIsRefusedAndDoesNotHang) {
  TestDir dir;
  RealFileSystem files;
  ASSERT_EQ(::mkfifo(dir.path("fifo").c_str(), 0600), 0);
  auto file = files.open(dir.path("fifo"));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(file.error().message, "cannot open " + dir.path("fifo") + ": it is not a regular file");
  EXPECT_EQ(files.append(dir.path("fifo"), "x").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(files.stat(dir.path("fifo"))->kind, FileKind::kOther);
  EXPECT_EQ(files.list(dir.path())->at(0).kind, FileKind::kOther);
}

TEST(RealFileSystem, DevicesAndSocketsAreRefused) {
  TestDir dir;
  RealFileSystem files;
  EXPECT_EQ(files.open("/dev/null").error().code, ErrorCode::kInvalid);
  const std::string path = dir.path("s");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  std::copy(path.begin(), path.end(), address.sun_path);
  const int server = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(server, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  EXPECT_EQ(files.open(path).error().message, "cannot open " + path + ": it is not a regular file");
  ::close(server);
}

TEST(RealFileSystem, PermissionIsNamed) {
  if (::geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "x"));
  ASSERT_EQ(::chmod(dir.path("f").c_str(), 0), 0);
  EXPECT_EQ(files.open(dir.path("f")).error().message,
            "cannot open " + dir.path("f") + ": permission denied");
}

TEST(RealFileSystem, NewThingsArePrivateAndOldModesStay) {
  TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.create_directories(dir.path("a/b")));
  EXPECT_EQ(mode_of(dir.path("a")), 0700u);
  EXPECT_EQ(mode_of(dir.path("a/b")), 0700u);
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "x"));
  EXPECT_EQ(mode_of(dir.path("f")), 0600u);
  ASSERT_EQ(::chmod(dir.path("f").c_str(), 0644), 0);
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "y"));
  EXPECT_EQ(mode_of(dir.path("f")), 0644u);
}

TEST(RealFileSystem, AFailedAppendTellsSo) {
  TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "12345678"));
  // The file size limit stands for a full disk: 4 of 8 bytes fit, then none.
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight{12, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  const auto cut = files.append(dir.path("f"), "abcdefgh");
  const auto none = files.append(dir.path("f"), "x");
  const auto replaced = files.write_file_atomic(dir.path("g"), std::string(100, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &old), 0);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_FALSE(cut);
  EXPECT_FALSE(none);
  EXPECT_FALSE(replaced);
  EXPECT_EQ(files.list(dir.path())->size(), 1u) << "neither target nor temporary file appeared";
}

TEST(RealFileSystem, FilesThatHideTheirSizeAreReadWhole) {
  RealFileSystem files;
  auto text = read_file(files, "/proc/self/status", 1 << 20);
  if (!text) GTEST_SKIP() << text.error().message;
  EXPECT_NE(text->find("Pid:"), std::string::npos);
}

TEST(RealFileSystem, RelativePathsWorkToo) {
  TestDir dir;
  RealFileSystem files;
  char old[4096];
  ASSERT_NE(::getcwd(old, sizeof(old)), nullptr);
  ASSERT_EQ(::chdir(dir.path().c_str()), 0);
  EXPECT_TRUE(files.write_file_atomic("f", "x"));
  EXPECT_TRUE(files.create_directories("a/b"));
  EXPECT_EQ(*read_file(files, "f", 10), "x");
  EXPECT_EQ(*files.real_path("a/../f"), *files.real_path(dir.path("f")));
  ASSERT_EQ(::chdir(old), 0);
}

}  // namespace
}  // namespace clew
