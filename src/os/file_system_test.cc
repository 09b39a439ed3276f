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

#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/test_dir.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// A file system with a place to work in, and the one thing the interface cannot do: links.
class Ground {
 public:
  virtual ~Ground() = default;
  virtual DurableFileSystem& files() = 0;
  virtual std::string root() const = 0;
  virtual void link(const std::string& path, const std::string& target) = 0;
};

class RealGround : public Ground {
 public:
  DurableFileSystem& files() override { return files_; }
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
  DurableFileSystem& files() override { return files_; }
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
  DurableFileSystem& files() { return ground_.files(); }
  std::string at(std::string_view name) { return resolve_path(ground_.root(), name); }
  PathBelow place(std::string_view name) {
    return name.empty() ? PathBelow(ground_.root()) : *PathBelow::parse(ground_.root(), at(name));
  }
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
      lines.push_back(entry.name.text() + ":" + "fdlo"[static_cast<int>(entry.kind)]);
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

TYPED_TEST(FileSystemContract, AtomicWriteReplacesALinkAndNothingBehindIt) {
  this->write("f", "old");
  this->link("l", "f");
  this->link("dangling", "none");
  this->write("l", "new");
  this->write("dangling", "replaced");
  EXPECT_EQ(this->read("f"), "old");
  EXPECT_EQ(this->read("l"), "new");
  EXPECT_EQ(this->read("dangling"), "replaced");
  EXPECT_EQ(this->listing(""), (Lines{"dangling:f", "f:f", "l:f"}));
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
  const auto append = [&](std::string_view name, std::string_view bytes) {
    return this->files().append(this->place(name), bytes, AppendAt::kEnd);
  };
  EXPECT_TRUE(append("f", "two\n"));
  EXPECT_TRUE(append("f", ""));
  EXPECT_EQ(this->read("f"), "one\ntwo\n");
  EXPECT_EQ(this->files().stat(this->at("f"))->inode, inode);
  char out[32];
  EXPECT_EQ(std::string(out, *(*file)->read_at(0, out)), "one\ntwo\n") << "open files grow";
  EXPECT_EQ(append("none", "x").error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(append("", "x"));
  EXPECT_EQ(this->listing(""), (Lines{"f:f"}));
}

TYPED_TEST(FileSystemContract, AnAppendedLineBeginsOnALineOfItsOwn) {
  this->write("whole", "one\n");
  this->write("torn", "one");
  this->write("empty", "");
  for (const char* name : {"whole", "torn", "empty"}) {
    EXPECT_TRUE(this->files().append(this->place(name), "two\n", AppendAt::kNewLine));
  }
  EXPECT_EQ(this->read("whole"), "one\ntwo\n");
  EXPECT_EQ(this->read("torn"), "one\ntwo\n");
  EXPECT_EQ(this->read("empty"), "two\n");
}

TYPED_TEST(FileSystemContract, ARemovedFileStaysReadableWhereItIsOpen) {
  this->write("f", "content");
  auto file = this->files().open(this->at("f"));
  EXPECT_TRUE(this->files().remove(this->place("f")));
  EXPECT_EQ(this->files().open(this->at("f")).error().code, ErrorCode::kNotFound);
  char out[32];
  EXPECT_EQ(std::string(out, *(*file)->read_at(0, out)), "content");
  EXPECT_EQ((*file)->info()->size, 7);
}

TYPED_TEST(FileSystemContract, RemoveTakesFilesLinksAndEmptyDirectories) {
  ASSERT_TRUE(this->files().create_directories(this->at("d")));
  this->write("d/f", "");
  this->link("l", "d");
  EXPECT_EQ(this->files().remove(this->place("d")).error().code, ErrorCode::kInvalid);
  EXPECT_TRUE(this->files().remove(this->place("l")));
  EXPECT_EQ(this->listing("d"), (Lines{"f:f"})) << "the link went, not what it points to";
  EXPECT_TRUE(this->files().remove(this->place("d/f")));
  EXPECT_TRUE(this->files().remove(this->place("d")));
  EXPECT_EQ(this->files().remove(this->place("d")).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(this->files().remove(this->place("")).error().code, ErrorCode::kBusy);
}

TYPED_TEST(FileSystemContract, RenameMovesAndNeverReplaces) {
  this->write("a", "a");
  this->write("b", "b");
  const uint64_t inode = this->files().stat(this->at("a"))->inode;
  const auto taken = this->files().rename_new(this->place("a"), this->place("b"));
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(this->read("a") + this->read("b"), "ab");
  ASSERT_TRUE(this->files().create_directories(this->at("d/e")));
  ASSERT_TRUE(this->files().create_directories(this->at("empty")));
  this->link("dangling", "none");
  EXPECT_FALSE(this->files().rename_new(this->place("a"), this->place("dangling")));
  EXPECT_FALSE(this->files().rename_new(this->place("d"), this->place("empty")));
  EXPECT_FALSE(this->files().rename_new(this->place("a"), this->place("a")));
  EXPECT_TRUE(this->files().rename_new(this->place("a"), this->place("d/e/c")));
  EXPECT_TRUE(this->files().rename_new(this->place("d"), this->place("x")));
  EXPECT_EQ(this->read("x/e/c"), "a");
  EXPECT_EQ(this->files().stat(this->at("x/e/c"))->inode, inode);
  EXPECT_EQ(this->listing(""), (Lines{"b:f", "dangling:l", "empty:d", "x:d"}));
}

TYPED_TEST(FileSystemContract, RenameRefusesWhatMakesNoSense) {
  this->write("f", "");
  ASSERT_TRUE(this->files().create_directories(this->at("d/e")));
  const auto rename = [&](std::string_view from, std::string_view to) {
    return this->files().rename_new(this->place(from), this->place(to)).has_value();
  };
  EXPECT_FALSE(rename("none", "g"));
  EXPECT_FALSE(rename("f", "none/g"));
  EXPECT_FALSE(rename("d", "d/e/g"));
  EXPECT_FALSE(rename("", "g"));
  EXPECT_EQ(this->listing(""), (Lines{"d:d", "f:f"}));
}

TYPED_TEST(FileSystemContract, NewFilesNeverReplace) {
  EXPECT_TRUE(this->files().create_file(this->place("f"), "new"));
  const auto taken = this->files().create_file(this->place("f"), "again");
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kInvalid);
  this->link("dangling", "none");
  EXPECT_FALSE(this->files().create_file(this->place("dangling"), "x"));
  EXPECT_EQ(this->files().create_file(this->place("none/f"), "x").error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(this->read("f"), "new");
  EXPECT_EQ(this->listing(""), (Lines{"dangling:l", "f:f"})) << "nothing else is left behind";
}

TYPED_TEST(FileSystemContract, ACopyHasTheTimeOfTheOriginalAndReplacesNothing) {
  this->write("f", std::string(3'000'000, 'x'));
  this->write("taken", "t");
  EXPECT_FALSE(this->files().copy_file(this->place("f"), this->place("taken")));
  EXPECT_EQ(this->read("taken"), "t");
  ASSERT_TRUE(this->files().copy_file(this->place("f"), this->place("g")));
  EXPECT_EQ(this->files().stat(this->at("g"))->size, 3'000'000);
  EXPECT_EQ(this->files().stat(this->at("g"))->mtime_ns,
            this->files().stat(this->at("f"))->mtime_ns);
  ASSERT_TRUE(this->files().create_directories(this->at("d")));
  EXPECT_FALSE(this->files().copy_file(this->place("d"), this->place("h")));
  EXPECT_EQ(this->files().copy_file(this->place("none"), this->place("h")).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(this->listing(""), (Lines{"d:d", "f:f", "g:f", "taken:f"}));
}

TYPED_TEST(FileSystemContract, InfoIsOfTheThingItself) {
  this->write("f", "12345");
  this->link("l", "f");
  EXPECT_EQ(this->files().info(this->place("f"))->size, 5);
  EXPECT_EQ(this->files().info(this->place("l"))->kind, FileKind::kSymlink);
  EXPECT_EQ(this->files().info(this->place(""))->kind, FileKind::kDirectory);
  EXPECT_EQ(this->files().info(this->place("none")).error().code, ErrorCode::kNotFound);
}

// What lies outside must be as before, whatever is tried through a link inside.
TYPED_TEST(FileSystemContract, NothingBehindALinkIsChanged) {
  ASSERT_TRUE(this->files().create_directories(this->at("outside/sub")));
  ASSERT_TRUE(this->files().create_directories(this->at("root/real")));
  this->write("outside/f", "precious\n");
  this->write("root/real/f", "inside\n");
  this->link("root/folder", this->at("outside"));
  this->link("root/file", this->at("outside/f"));
  WritableFileSystem& files = this->files();
  const PathBelow root(this->at("root"));
  const PathBelow through = root / "folder" / "f";
  const PathBelow file = root / "file";
  const auto refused = [](const auto& result) {
    return !result && result.error().code == ErrorCode::kInvalid &&
           result.error().message.find(" is a link") != std::string::npos;
  };
  for (const PathBelow& place : {through, file}) {
    EXPECT_TRUE(refused(files.append(place, "x", AppendAt::kEnd))) << place.text();
    EXPECT_TRUE(refused(files.append(place, "x", AppendAt::kNewLine))) << place.text();
    EXPECT_TRUE(refused(files.copy_file(place, root / "copy"))) << place.text();
    EXPECT_FALSE(files.copy_file(root / "real" / "f", place)) << place.text();
    EXPECT_FALSE(files.create_file(place, "x")) << place.text();
    EXPECT_FALSE(files.rename_new(root / "real" / "f", place)) << place.text();
  }
  EXPECT_TRUE(refused(files.info(through)));
  EXPECT_TRUE(refused(files.remove(through)));
  EXPECT_TRUE(refused(files.remove(root / "folder" / "sub")));
  EXPECT_TRUE(refused(files.rename_new(through, root / "stolen")));
  EXPECT_TRUE(refused(files.rename_new(root / "real" / "f", root / "folder" / "new")));
  EXPECT_TRUE(refused(files.create_file(root / "folder" / "new", "x")));
  EXPECT_TRUE(refused(files.list(root / "folder")));
  EXPECT_TRUE(refused(files.create_directories(root / "folder" / "new")));
  EXPECT_TRUE(refused(files.create_directories(root / "folder")));
  EXPECT_EQ(this->listing("outside"), (Lines{"f:f", "sub:d"}));
  EXPECT_EQ(this->read("outside/f"), "precious\n");
  EXPECT_EQ(this->listing("root"), (Lines{"file:l", "folder:l", "real:d"}));
}

TYPED_TEST(FileSystemContract, TheFolderItselfMayBeALink) {
  ASSERT_TRUE(this->files().create_directories(this->at("elsewhere/projects")));
  this->write("elsewhere/projects/f", "one\n");
  this->link("root", this->at("elsewhere"));
  const PathBelow projects = PathBelow(this->at("root")) / "projects";
  EXPECT_TRUE(this->files().append(projects / "f", "two\n", AppendAt::kNewLine));
  EXPECT_TRUE(this->files().create_directories(projects / "a" / "b"));
  EXPECT_TRUE(this->files().create_file(projects / "a" / "b" / "c", ""));
  EXPECT_TRUE(this->files().rename_new(projects / "a", projects / "z"));
  EXPECT_EQ(this->read("elsewhere/projects/f"), "one\ntwo\n");
  EXPECT_EQ(this->listing("elsewhere/projects/z/b"), (Lines{"c:f"}));
}

TYPED_TEST(FileSystemContract, ALockIsHeldByOne) {
  const PathBelow place = this->place("lock");
  {
    const auto held = this->files().lock(place);
    ASSERT_TRUE(held) << held.error().message;
    const auto second = this->files().lock(place);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBusy);
    EXPECT_TRUE(this->files().lock(this->place("another")));
  }
  EXPECT_TRUE(this->files().lock(place));
  this->write("target", "");
  this->link("link", this->at("target"));
  EXPECT_FALSE(this->files().lock(this->place("link")));
}

TYPED_TEST(FileSystemContract, OnlyWhatIsThereCanBeMadeSafe) {
  this->write("f", "one\n");
  EXPECT_TRUE(this->files().sync(this->place("f")));
  EXPECT_EQ(this->files().sync(this->place("none")).error().code, ErrorCode::kNotFound);
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
