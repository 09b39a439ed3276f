// SPDX-License-Identifier: MIT
//
// The contract of file_system.h, run against the disk and against memory: what tests above `os`
// see in memory must be what users get.
#include "os/file_system.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "os/memory_file_system.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"

namespace clew {
namespace {

// A file system with a place to work in, and the one thing the interface cannot do: links.
class Ground {
 public:
  virtual ~Ground() = default;
  virtual WritableFileSystem& files() = 0;
  virtual std::string root() const = 0;
  virtual void link(const std::string& path, const std::string& target) = 0;
};

class RealGround : public Ground {
 public:
  WritableFileSystem& files() override { return files_; }
  std::string root() const override { return *files_.real_path(dir_.path()); }
  void link(const std::string& path, const std::string& target) override {
    std::filesystem::create_symlink(target, path);
  }

 private:
  TestDir dir_;
  RealFileSystem files_;
};

class MemoryGround : public Ground {
 public:
  MemoryGround() { EXPECT_TRUE(files_.create_directories("/ground")); }
  WritableFileSystem& files() override { return files_; }
  std::string root() const override { return "/ground"; }
  void link(const std::string& path, const std::string& target) override {
    files_.add_link(path, target);
  }

 private:
  MemoryFileSystem files_;
};

template <class G>
class FileSystemContract : public testing::Test {
 protected:
  WritableFileSystem& files() { return ground_.files(); }
  std::string at(std::string_view name) { return join_path(ground_.root(), name); }
  void link(std::string_view name, std::string_view target) {
    ground_.link(at(name), std::string(target));
  }
  void write(std::string_view name, std::string_view bytes) {
    auto written = files().write_file_atomic(at(name), bytes);
    ASSERT_TRUE(written) << written.error().message;
  }
  std::string read(std::string_view name) {
    auto text = read_file(files(), at(name), 1 << 20);
    return text ? *text : "error: " + text.error().message;
  }
  // Name and kind, sorted.
  std::vector<std::string> listing(std::string_view name) {
    auto entries = files().list(at(name));
    if (!entries) return {"error: " + entries.error().message};
    std::vector<std::string> lines;
    for (const DirEntry& entry : *entries) {
      lines.push_back(entry.name + ":" + "fdlo"[static_cast<int>(entry.kind)]);
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  }

  G ground_;
};

struct GroundName {
  template <class G>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming)
    return std::is_same_v<G, RealGround> ? "Real" : "Memory";
  }
};
using Grounds = testing::Types<RealGround, MemoryGround>;
TYPED_TEST_SUITE(FileSystemContract, Grounds, GroundName);

using Lines = std::vector<std::string>;

TYPED_TEST(FileSystemContract, ReadsAtAnyPosition) {
  this->write("f", "hello world");
  auto file = this->files().open(this->at("f"));
  ASSERT_TRUE(file) << file.error().message;
  char out[32];
  const auto read = [&](int64_t offset, size_t count) {
    auto got = (*file)->read_at(offset, std::span(out, count));
    return got ? std::string(out, *got) : "error: " + got.error().message;
  };
  EXPECT_EQ(read(0, 5), "hello");
  EXPECT_EQ(read(6, 32), "world");
  EXPECT_EQ(read(0, 32), "hello world");
  EXPECT_EQ(read(11, 32), "");
  EXPECT_EQ(read(1000000, 32), "");
  EXPECT_EQ(read(3, 0), "");
  EXPECT_EQ(read(-1, 1), "error: cannot read " + this->at("f") + ": invalid argument");
}

TYPED_TEST(FileSystemContract, OpenSaysWhatIsWrong) {
  this->write("f", "x");
  const auto why = [&](std::string_view name) {
    auto file = this->files().open(this->at(name));
    return file ? "opened" : file.error().message;
  };
  EXPECT_EQ(why("none"), "cannot open " + this->at("none") + ": no such file or directory");
  EXPECT_EQ(why("f/g"), "cannot open " + this->at("f/g") + ": part of the path is not a directory");
  EXPECT_EQ(why(""), "cannot open " + this->at("") + ": it is a directory, not a file");
  EXPECT_EQ(this->files().open(this->at("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().open(this->at("")).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(this->files().open("").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().open(this->at("f") + std::string("\0.txt", 5)).error().code,
            ErrorCode::kInvalid);
}

TYPED_TEST(FileSystemContract, StatFollowsLinksAndTellsKindAndSize) {
  this->write("f", "12345");
  ASSERT_TRUE(this->files().create_directories(this->at("d")));
  this->link("lf", "f");
  this->link("ld", "d");
  this->link("dangling", "none");
  EXPECT_EQ(this->files().stat(this->at("f"))->kind, FileKind::kRegular);
  EXPECT_EQ(this->files().stat(this->at("lf"))->size, 5);
  EXPECT_EQ(this->files().stat(this->at("lf"))->inode, this->files().stat(this->at("f"))->inode);
  EXPECT_EQ(this->files().stat(this->at("ld"))->kind, FileKind::kDirectory);
  EXPECT_GT(this->files().stat(this->at("f"))->mtime_ns, 1'600'000'000'000'000'000);
  EXPECT_EQ(this->files().stat(this->at("dangling")).error().code, ErrorCode::kNotFound);
  auto file = this->files().open(this->at("lf"));
  ASSERT_TRUE(file);
  EXPECT_EQ((*file)->info()->inode, this->files().stat(this->at("f"))->inode);
}

TYPED_TEST(FileSystemContract, ListsNamesWithTheirOwnKind) {
  this->write("f", "");
  this->write(".hidden", "");
  ASSERT_TRUE(this->files().create_directories(this->at("d/e")));
  this->link("l", "d");
  EXPECT_EQ(this->listing(""), (Lines{".hidden:f", "d:d", "f:f", "l:l"}));
  EXPECT_EQ(this->listing("l"), (Lines{"e:d"}));
  EXPECT_EQ(this->listing("d/e"), Lines{});
  EXPECT_EQ(this->files().list(this->at("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().list(this->at("f")).error().code, ErrorCode::kNotFound);
}

TYPED_TEST(FileSystemContract, RealPathResolvesLinksAndDots) {
  ASSERT_TRUE(this->files().create_directories(this->at("a/b")));
  this->write("a/b/f", "");
  this->link("short", "a/b");
  this->link("absolute", this->at("a"));
  this->link("loop", "loop");
  EXPECT_EQ(*this->files().real_path(this->at("short/f")), this->at("a/b/f"));
  EXPECT_EQ(*this->files().real_path(this->at("absolute/./b/../b//f")), this->at("a/b/f"));
  EXPECT_EQ(*this->files().real_path(this->at("short/..")), this->at("a"));
  EXPECT_EQ(*this->files().real_path("/"), "/");
  EXPECT_EQ(this->files().real_path(this->at("none")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().real_path(this->at("loop")).error().code, ErrorCode::kInvalid);
}

TYPED_TEST(FileSystemContract, CreateDirectoriesMakesTheWholeWay) {
  EXPECT_TRUE(this->files().create_directories(this->at("a/b/c")));
  EXPECT_TRUE(this->files().create_directories(this->at("a/b/c")));
  EXPECT_TRUE(this->files().create_directories(this->at("a/b/d/")));
  EXPECT_EQ(this->listing("a/b"), (Lines{"c:d", "d:d"}));
  this->write("f", "");
  EXPECT_EQ(this->files().create_directories(this->at("f")).error().code, ErrorCode::kInvalid);
  EXPECT_FALSE(this->files().create_directories(this->at("f/g")));
  EXPECT_FALSE(this->files().create_directories(""));
}

TYPED_TEST(FileSystemContract, AtomicWriteReplacesTheFileNotItsReaders) {
  this->write("f", "old");
  auto file = this->files().open(this->at("f"));
  ASSERT_TRUE(file);
  const uint64_t inode = this->files().stat(this->at("f"))->inode;
  this->write("f", "new and longer");
  EXPECT_EQ(this->read("f"), "new and longer");
  EXPECT_NE(this->files().stat(this->at("f"))->inode, inode);
  char out[32];
  EXPECT_EQ(std::string(out, *(*file)->read_at(0, out)), "old");
  EXPECT_EQ((*file)->info()->inode, inode);
  EXPECT_EQ(this->listing(""), (Lines{"f:f"})) << "no temporary file is left behind";
}

TYPED_TEST(FileSystemContract, AtomicWriteGoesThroughALink) {
  this->write("f", "old");
  this->link("l", "f");
  this->link("dangling", "none");
  this->write("l", "new");
  this->write("dangling", "replaced");
  EXPECT_EQ(this->read("f"), "new");
  EXPECT_EQ(this->read("dangling"), "replaced");
  EXPECT_EQ(this->listing(""), (Lines{"dangling:f", "f:f", "l:l"}));
}

TYPED_TEST(FileSystemContract, AtomicWriteFailsWithoutATrace) {
  ASSERT_TRUE(this->files().create_directories(this->at("d")));
  auto written = this->files().write_file_atomic(this->at("d"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message,
            "cannot write " + this->at("d") + ": it is a directory, not a file");
  EXPECT_EQ(this->files().write_file_atomic(this->at("none/f"), "x").error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(this->listing(""), (Lines{"d:d"}));
}

TYPED_TEST(FileSystemContract, AppendAddsToAnExistingFileOnly) {
  this->write("f", "one\n");
  auto file = this->files().open(this->at("f"));
  const uint64_t inode = this->files().stat(this->at("f"))->inode;
  EXPECT_TRUE(this->files().append(this->at("f"), "two\n"));
  EXPECT_TRUE(this->files().append(this->at("f"), ""));
  EXPECT_EQ(this->read("f"), "one\ntwo\n");
  EXPECT_EQ(this->files().stat(this->at("f"))->inode, inode);
  char out[32];
  EXPECT_EQ(std::string(out, *(*file)->read_at(0, out)), "one\ntwo\n") << "open files grow";
  EXPECT_EQ(this->files().append(this->at("none"), "x").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().append(this->at(""), "x").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(this->listing(""), (Lines{"f:f"}));
}

TYPED_TEST(FileSystemContract, ARemovedFileStaysReadableWhereItIsOpen) {
  this->write("f", "content");
  auto file = this->files().open(this->at("f"));
  EXPECT_TRUE(this->files().remove(this->at("f")));
  EXPECT_EQ(this->files().open(this->at("f")).error().code, ErrorCode::kNotFound);
  char out[32];
  EXPECT_EQ(std::string(out, *(*file)->read_at(0, out)), "content");
  EXPECT_EQ((*file)->info()->size, 7);
}

TYPED_TEST(FileSystemContract, RemoveTakesFilesLinksAndEmptyDirectories) {
  ASSERT_TRUE(this->files().create_directories(this->at("d")));
  this->write("d/f", "");
  this->link("l", "d");
  EXPECT_EQ(this->files().remove(this->at("d")).error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(this->files().remove(this->at("l")));
  EXPECT_EQ(this->listing("d"), (Lines{"f:f"})) << "the link went, not what it points to";
  EXPECT_TRUE(this->files().remove(this->at("d/f")));
  EXPECT_TRUE(this->files().remove(this->at("d")));
  EXPECT_EQ(this->files().remove(this->at("d")).error().code, ErrorCode::kNotFound);
}

TYPED_TEST(FileSystemContract, RenameMovesAndReplaces) {
  this->write("a", "a");
  this->write("b", "b");
  const uint64_t inode = this->files().stat(this->at("a"))->inode;
  EXPECT_TRUE(this->files().rename(this->at("a"), this->at("b")));
  EXPECT_EQ(this->read("b"), "a");
  EXPECT_EQ(this->files().stat(this->at("b"))->inode, inode);
  EXPECT_EQ(this->listing(""), (Lines{"b:f"}));
  ASSERT_TRUE(this->files().create_directories(this->at("d/e")));
  EXPECT_TRUE(this->files().rename(this->at("b"), this->at("d/e/c")));
  EXPECT_TRUE(this->files().rename(this->at("d"), this->at("x")));
  EXPECT_EQ(this->read("x/e/c"), "a");
  EXPECT_TRUE(this->files().rename(this->at("x/e/c"), this->at("x/e/c")));
}

TYPED_TEST(FileSystemContract, RenameRefusesWhatMakesNoSense) {
  this->write("f", "");
  ASSERT_TRUE(this->files().create_directories(this->at("d/e")));
  ASSERT_TRUE(this->files().create_directories(this->at("empty")));
  const auto rename = [&](std::string_view from, std::string_view to) {
    return this->files().rename(this->at(from), this->at(to)).has_value();
  };
  EXPECT_FALSE(rename("none", "g"));
  EXPECT_FALSE(rename("f", "none/g"));
  EXPECT_FALSE(rename("f", "d"));
  EXPECT_FALSE(rename("d", "f"));
  EXPECT_FALSE(rename("d", "d/e/g"));
  EXPECT_FALSE(rename("empty", "d"));
  EXPECT_EQ(this->listing(""), (Lines{"d:d", "empty:d", "f:f"}));
  EXPECT_TRUE(rename("d", "empty"));
  EXPECT_EQ(this->listing("empty"), (Lines{"e:d"}));
}

TYPED_TEST(FileSystemContract, ReadFileHasALimit) {
  this->write("f", std::string(10000, 'x'));
  this->write("empty", "");
  EXPECT_EQ(read_file(this->files(), this->at("f"), 10000)->size(), 10000u);
  EXPECT_EQ(*read_file(this->files(), this->at("empty"), 0), "");
  auto text = read_file(this->files(), this->at("f"), 9999);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().message,
            "cannot read " + this->at("f") + ": it is larger than 9999 bytes");
  EXPECT_EQ(read_file(this->files(), this->at("none"), 1).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace clew
