// SPDX-License-Identifier: MIT
//
// What only the disk can do; the rest is in file_system_test.cc.
#include "os/real_file_system.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "os/file_support.h"
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
  EXPECT_EQ(files.append(PathBelow(dir.path()) / "fifo", "x", AppendAt::kEnd).error().code,
            ErrorCode::kInvalid);
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
  ASSERT_TRUE(files.create_file(PathBelow(dir.path()) / "copy", "x"));
  ASSERT_TRUE(files.take_mode(PathBelow(dir.path()) / "copy", dir.path("f")));
  EXPECT_EQ(mode_of(dir.path("copy")), 0644u);
  EXPECT_FALSE(files.take_mode(PathBelow(dir.path()) / "none", dir.path("f")));
}

// The file size limit stands for a full disk: writes beyond it are cut short, then refused.
class TightDisk {
 public:
  explicit TightDisk(rlim_t bytes) {
    EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &old_), 0);
    old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit tight{bytes, old_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  }
  ~TightDisk() {
    EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &old_), 0);
    std::signal(SIGXFSZ, old_handler_);
  }
  TightDisk(const TightDisk&) = delete;
  TightDisk& operator=(const TightDisk&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int) = SIG_DFL;
};

TEST(RealFileSystem, AFileOfAnotherStaysHis) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "x"));
  constexpr uid_t kOther = 12345;
  ASSERT_EQ(::chown(dir.path("f").c_str(), kOther, kOther), 0);
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), "y"));
  struct stat status {};
  ASSERT_EQ(::stat(dir.path("f").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, kOther);
  EXPECT_EQ(status.st_gid, kOther);
}

TEST(RealFileSystem, AnAppendThatDoesNotFitLeavesNoTrace) {
  TestDir dir;
  RealFileSystem files;
  const PathBelow place = PathBelow(dir.path()) / "f";
  for (const char* before : {"1234567\n", "12345678"}) {
    ASSERT_TRUE(files.write_file_atomic(dir.path("f"), before));
    {
      const TightDisk tight(12);
      EXPECT_FALSE(files.append(place, "abcdefgh\n", AppendAt::kNewLine));
      EXPECT_FALSE(files.append(place, "abcdefgh\n", AppendAt::kEnd));
      EXPECT_FALSE(files.create_file(PathBelow(dir.path()) / "new", std::string(100, 'x')));
      EXPECT_FALSE(files.write_file_atomic(dir.path("g"), std::string(100, 'x')));
    }
    EXPECT_EQ(*read_file(files, dir.path("f"), 100), before);
    EXPECT_EQ(files.list(dir.path())->size(), 1u) << "neither target nor temporary file appeared";
  }
  ASSERT_TRUE(files.append(place, "next\n", AppendAt::kNewLine));
  EXPECT_EQ(*read_file(files, dir.path("f"), 100), "12345678\nnext\n");
}

TEST(RealFileSystem, ACopyThatDoesNotFitLeavesTheOriginalAlone) {
  TestDir dir;
  RealFileSystem files;
  const PathBelow folder(dir.path());
  ASSERT_TRUE(files.write_file_atomic(dir.path("f"), std::string(100, 'x')));
  {
    const TightDisk tight(50);
    EXPECT_FALSE(files.copy_file(folder / "f", folder / "g"));
  }
  EXPECT_EQ(files.stat(dir.path("f"))->size, 100);
  EXPECT_EQ(files.list(dir.path())->size(), 1u);
}

// The twin for file systems that cannot rename without replacing.
TEST(RealFileSystem, RenamingInStepsNeverReplacesEither) {
  TestDir dir;
  RealFileSystem files;
  const int folder = ::open(dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_GE(folder, 0);
  const auto rename = [&](const char* from, const char* to) {
    return rename_in_steps(folder, from, folder, to);
  };
  ASSERT_TRUE(files.write_file_atomic(dir.path("a"), "a"));
  ASSERT_TRUE(files.write_file_atomic(dir.path("b"), "b"));
  ASSERT_TRUE(files.create_directories(dir.path("d/e")));
  ASSERT_TRUE(files.create_directories(dir.path("empty")));
  ASSERT_EQ(::symlink("nowhere", dir.path("l").c_str()), 0);
  EXPECT_EQ(rename("a", "b"), EEXIST);
  EXPECT_EQ(rename("a", "l"), EEXIST);
  EXPECT_EQ(rename("a", "empty"), EEXIST);
  EXPECT_EQ(rename("d", "b"), EEXIST);
  EXPECT_EQ(rename("d", "empty"), EEXIST);
  EXPECT_EQ(rename("d", "d/e/f"), EINVAL);
  EXPECT_EQ(rename("none", "x"), ENOENT);
  EXPECT_EQ(files.list(dir.path("d/e"))->size(), 0u);
  EXPECT_EQ(rename("a", "x"), 0);
  EXPECT_EQ(rename("d", "y"), 0);
  EXPECT_EQ(rename("l", "z"), 0);
  EXPECT_EQ(*read_file(files, dir.path("x"), 9) + *read_file(files, dir.path("b"), 9), "ab");
  EXPECT_TRUE(files.stat(dir.path("y/e")));
  EXPECT_EQ(files.list(dir.path())->size(), 5u);  // b, empty, x, y, z
  ::close(folder);
}

// Somebody swaps a folder for a link to the outside, again and again, while we write into it.
TEST(RealFileSystem, NoLinkIsFastEnough) {
  TestDir dir;
  RealFileSystem files;
  ASSERT_TRUE(files.create_directories(dir.path("root/k")));
  ASSERT_TRUE(files.create_directories(dir.path("outside")));
  ASSERT_TRUE(files.write_file_atomic(dir.path("root/k/f"), ""));
  ASSERT_TRUE(files.write_file_atomic(dir.path("outside/f"), "precious"));
  ASSERT_EQ(::symlink(dir.path("outside").c_str(), dir.path("root/link").c_str()), 0);
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done) {
      std::rename(dir.path("root/k").c_str(), dir.path("root/away").c_str());
      std::rename(dir.path("root/link").c_str(), dir.path("root/k").c_str());
      std::rename(dir.path("root/k").c_str(), dir.path("root/link").c_str());
      std::rename(dir.path("root/away").c_str(), dir.path("root/k").c_str());
    }
  });
  const PathBelow root(dir.path("root"));
  const PathBelow folder = root / "k";
  int written = 0;
  int refused = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto appended = files.append(folder / "f", "x", AppendAt::kEnd);
    appended ? ++written : ++refused;
    static_cast<void>(files.create_file(folder / "new", ""));
    static_cast<void>(files.rename_new(folder / "new", folder / "newer"));
    static_cast<void>(files.remove(folder / "newer"));
    static_cast<void>(files.remove(folder / "new"));
  }
  done = true;
  swapper.join();
  EXPECT_GT(written, 0);
  EXPECT_GT(refused, 0) << "nothing was swapped in time: the test shows nothing";
  EXPECT_EQ(*read_file(files, dir.path("outside/f"), 99), "precious");
  EXPECT_EQ(files.list(dir.path("outside"))->size(), 1u);
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
