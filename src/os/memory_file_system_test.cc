// SPDX-License-Identifier: MIT
//
// What only memory can do; the rest is in file_system_test.cc.
#include "os/testing/memory_file_system.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

std::string content(const RandomAccessFile& file) {
  std::string text(1000, '\0');
  auto count = file.read_at(0, text);
  text.resize(count ? *count : 0);
  return text;
}

TEST(MemoryFileSystem, FilesChangeUnderTheirReaders) {
  MemoryFileSystem files;
  files.add_file("/a/b/f", "hello");
  auto file = files.open("/a/b/f");
  ASSERT_TRUE(file);
  files.truncate_file("/a/b/f", 2);
  EXPECT_EQ(content(**file), "he");
  files.truncate_file("/a/b/f", 4);
  EXPECT_EQ(content(**file), std::string("he\0\0", 4));
  files.overwrite_file("/a/b/f", "in place");
  EXPECT_EQ(content(**file), "in place");
  files.add_file("/a/b/f", "another file");
  EXPECT_EQ(content(**file), "in place");
  EXPECT_NE((*file)->info()->inode, files.stat("/a/b/f")->inode);
}

TEST(MemoryFileSystem, EveryChangeIsLater) {
  MemoryFileSystem files;
  files.add_file("/d/f", "");
  const int64_t made = files.stat("/d/f")->mtime_ns;
  ASSERT_TRUE(files.append("/d/f", "x"));
  const int64_t grown = files.stat("/d/f")->mtime_ns;
  EXPECT_GT(grown, made);
  files.truncate_file("/d/f", 0);
  EXPECT_GT(files.stat("/d/f")->mtime_ns, grown);
  const int64_t folder = files.stat("/d")->mtime_ns;
  ASSERT_TRUE(files.remove("/d/f"));
  EXPECT_GT(files.stat("/d")->mtime_ns, folder);
  files.set_mtime("/d", 42);
  EXPECT_EQ(files.stat("/d")->mtime_ns, 42);
}

TEST(MemoryFileSystem, RelativePathsStartAtTheRoot) {
  MemoryFileSystem files;
  files.add_file("d/f", "x");
  EXPECT_EQ(*files.real_path("/d/f"), "/d/f");
  EXPECT_EQ(*files.real_path("d/../../d/f"), "/d/f");
}

TEST(MemoryFileSystem, OpenFilesOutliveIt) {
  auto files = std::make_unique<MemoryFileSystem>();
  files->add_file("/f", "still here");
  auto file = files->open("/f");
  files.reset();
  EXPECT_EQ(content(**file), "still here");
}

TEST(MemoryFileSystem, ThreadsShareIt) {
  MemoryFileSystem files;
  files.add_file("/f", "");
  std::atomic<bool> done = false;
  std::thread reader([&] {
    auto file = files.open("/f");
    while (!done) {
      const std::string text = content(**file);
      EXPECT_EQ(text, std::string(text.size(), 'x'));
      EXPECT_TRUE(files.list("/"));
    }
  });
  for (int i = 0; i < 500; ++i) EXPECT_TRUE(files.append("/f", "x"));
  for (int i = 0; i < 500; ++i) files.add_file("/g", "y");
  done = true;
  reader.join();
  EXPECT_EQ(files.stat("/f")->size, 500);
}

}  // namespace
}  // namespace clew
