// SPDX-License-Identifier: MIT
#include "catalog/edits/trash.h"

#include <map>

#include <gtest/gtest.h>

#include "catalog/layout/test_lines.h"
#include "os/paths.h"
#include "os/real_file_system.h"
#include "os/test_dead_name.h"
#include "os/test_dir.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using test::kId1;
using test::kId2;

// Everything under a folder: path and content.
void collect(const FileSystem& files, const std::string& folder,
             std::map<std::string, std::string>& all) {
  const auto entries = files.list(folder);
  if (!entries) return;
  for (const DirEntry& entry : *entries) {
    const std::string path = join_path(folder, entry.name);
    if (entry.kind == FileKind::kDirectory) {
      collect(files, path, all);
    } else {
      all[path] = *read_file(files, path, 1 << 24);
    }
  }
}
std::map<std::string, std::string> content(const FileSystem& files, const std::string& folder) {
  std::map<std::string, std::string> all;
  collect(files, folder, all);
  return all;
}

const std::string kFolder = "/r/projects/-a";
const std::string kTrashed = kFolder + "/" + kId1 + ".jsonl";
const std::string kTrash = "/data/clew/trash";
const UndeleteOptions kRoots{.roots = {"/r"}};

PathBelow at(const std::string& path) { return *PathBelow::parse("/", path); }

void add_session(MemoryFileSystem& files) {
  const auto side = [](const char* session) {
    return std::string(R"(,"isSidechain":true,"sessionId":")") + session + "\"";
  };
  files.add_file(kTrashed, test::user("p") + "torn li");
  files.add_file(kFolder + "/" + kId1 + "/subagents/agent-a1.jsonl", std::string("\0bin\xff", 5));
  files.add_file(kFolder + "/" + kId1 + "/tool-results/x.txt", "out");
  files.add_file(kFolder + "/agent-f1.jsonl", test::user("flat", side(kId1)));
  files.add_file(kFolder + "/agent-f2.jsonl", test::user("other", side(kId2)));
  files.add_file(kFolder + "/" + kId2 + ".jsonl", test::user("stays"));
}

TEST(Trash, ThereAndBackByteForByte) {
  MemoryFileSystem files;
  add_session(files);
  const auto before = content(files, "/r");
  const auto gone = delete_session(files, {}, kTrash, at(kTrashed), "my title", 1234);
  ASSERT_TRUE(gone) << gone.error().message;
  EXPECT_EQ(gone->parts.size(), 3U);
  const auto without = content(files, "/r");
  EXPECT_EQ(without.size(), 2U);
  EXPECT_TRUE(without.contains(kFolder + "/agent-f2.jsonl"));

  const Trash trash = read_trash(files, kTrash);
  ASSERT_EQ(trash.sessions.size(), 1U);
  EXPECT_EQ(trash.sessions[0].id, kId1);
  EXPECT_EQ(trash.sessions[0].title, "my title");
  EXPECT_EQ(trash.sessions[0].deleted, 1234);

  ASSERT_TRUE(undelete_session(files, kTrash, std::string(kId1).substr(0, 4), kRoots));
  EXPECT_EQ(content(files, "/r"), before);
  EXPECT_TRUE(read_trash(files, kTrash).sessions.empty());
  EXPECT_TRUE(content(files, kTrash).empty());
}

TEST(Trash, OnARealDiskTimesStayToo) {
  const TestDir dir;
  RealFileSystem files;
  const std::string file = dir.path("r/projects/-a/s1.jsonl");
  ASSERT_TRUE(files.create_directories(dir.path("r/projects/-a/s1/subagents")));
  ASSERT_TRUE(files.write_file_atomic(file, "x\n"));
  ASSERT_TRUE(files.write_file_atomic(dir.path("r/projects/-a/s1/subagents/agent-a.jsonl"), "y"));
  const auto before = content(files, dir.path("r"));
  const auto mtime = files.stat(file)->mtime_ns;
  ASSERT_TRUE(delete_session(files, {}, dir.path("trash"), at(file), "", 1));
  EXPECT_TRUE(content(files, dir.path("r")).empty());
  ASSERT_TRUE(undelete_session(files, dir.path("trash"), "s1", {.roots = {dir.path("r")}}));
  EXPECT_EQ(content(files, dir.path("r")), before);
  EXPECT_EQ(files.stat(file)->mtime_ns, mtime);
}

TEST(Trash, RefusesARunningSession) {
  MemoryFileSystem files;
  add_session(files);
  LiveRegistry live;
  live.sessions.emplace_back();
  live.sessions[0].session = kId1;
  EXPECT_EQ(delete_session(files, live, kTrash, at(kTrashed), "", 1).error().code,
            ErrorCode::kBusy);
  EXPECT_TRUE(files.stat(kTrashed));
}

TEST(Trash, DeletedTwiceTheLastOneComesBack) {
  MemoryFileSystem files;
  files.add_file(kTrashed, "first");
  ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 5));
  files.add_file(kTrashed, "second");
  ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 5));
  EXPECT_EQ(read_trash(files, kTrash).sessions.size(), 2U);
  ASSERT_TRUE(undelete_session(files, kTrash, kId1, kRoots));
  EXPECT_EQ(*read_file(files, kTrashed, 99), "second");
  const auto blocked = undelete_session(files, kTrash, kId1, kRoots);
  ASSERT_FALSE(blocked);
  EXPECT_NE(blocked.error().message.find("is taken"), std::string::npos);
  EXPECT_EQ(*read_file(files, kTrashed, 99), "second");
}

TEST(Trash, UnknownNames) {
  MemoryFileSystem files;
  EXPECT_EQ(undelete_session(files, kTrash, "none", kRoots).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(delete_session(files, {}, kTrash, at("/none.jsonl"), "", 1).error().code,
            ErrorCode::kNotFound);
  files.add_file("/r/projects/-a/abcd1.jsonl", "");
  files.add_file("/r/projects/-a/abcd2.jsonl", "");
  ASSERT_TRUE(delete_session(files, {}, kTrash, at("/r/projects/-a/abcd1.jsonl"), "", 1));
  ASSERT_TRUE(delete_session(files, {}, kTrash, at("/r/projects/-a/abcd2.jsonl"), "", 2));
  EXPECT_EQ(undelete_session(files, kTrash, "abcd", kRoots).error().code, ErrorCode::kInvalid);
  files.add_file(kTrash + "/odd/manifest.json", "{");
  EXPECT_EQ(read_trash(files, kTrash).findings.size(), 1U);
  files.add_file(kTrash + "/odd/manifest.json",
                 R"({"id":"x","parts":[{"from":"/a","name":"../b"}]})");
  EXPECT_EQ(read_trash(files, kTrash).findings.size(), 1U);
}

TEST(Trash, WhatIsNoSessionIsNotDeleted) {
  MemoryFileSystem files;
  add_session(files);
  files.add_file(kFolder + "/...jsonl", "up");
  files.add_file(kFolder + "/..jsonl", "here");
  const auto before = content(files, "/r");
  for (const char* name : {"/...jsonl", "/..jsonl"}) {
    EXPECT_EQ(delete_session(files, {}, kTrash, at(kFolder + name), "", 1).error().code,
              ErrorCode::kInvalid);
  }
  EXPECT_EQ(content(files, "/r"), before);
}

TEST(Trash, NothingBehindALinkIsMoved) {
  MemoryFileSystem files;
  add_session(files);
  files.add_file("/outside/work.jsonl", "precious");
  files.add_link(kFolder + "/link.jsonl", "/outside/work.jsonl");
  files.add_link("/r/projects/-b", "/outside");
  files.add_file(kFolder + "/with.jsonl", "x");
  files.add_link(kFolder + "/with", "/outside");
  const PathBelow root("/r");
  for (const std::string& path : {kFolder + "/link.jsonl", std::string("/r/projects/-b/work.jsonl"),
                                  kFolder + "/with.jsonl"}) {
    const auto refused = delete_session(files, {}, kTrash, *PathBelow::parse("/r", path), "", 1);
    ASSERT_FALSE(refused) << path;
    EXPECT_NE(refused.error().message.find(" is a link"), std::string::npos) << path;
  }
  EXPECT_EQ(*read_file(files, "/outside/work.jsonl", 99), "precious");
  EXPECT_FALSE(files.stat(kTrash));
}

// What somebody put there meanwhile stays, and the session is still in the trash.
TEST(Trash, BringingBackReplacesNothingThatAppearsMeanwhile) {
  for (int64_t call = 1;; ++call) {
    MemoryFileSystem files;
    add_session(files);
    ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 1));
    FaultyFileSystem faulty(files);
    bool put = false;
    faulty.before_call(call, [&] {
      put = !files.stat(kTrashed);
      if (put) files.add_file(kTrashed, "new work");
    });
    const auto back = undelete_session(faulty, kTrash, kId1, kRoots);
    if (faulty.calls() < call) break;
    EXPECT_EQ(*read_file(files, kTrashed, 1 << 20) == "new work", put) << call;
    if (put) {
      EXPECT_EQ(read_trash(files, kTrash).sessions.size(), 1U) << call;
    }
  }
}

TEST(Trash, ManifestsAreBelievedOnlyAboutProjects) {
  const auto put = [](MemoryFileSystem& files, const std::string& from) {
    files.add_file(kTrash + "/odd/0", "planted");
    files.add_file(kTrash + "/odd/manifest.json",
                   R"({"version":1,"id":"oddly","parts":[{"from":")" + from + R"(","name":"0"}]})");
  };
  for (const char* from : {"/r/settings.json", "/r/projects/oddly", "/etc/oddly.jsonl",
                           "/r/projects/-a/x.jsonl", "/r/projects/../oddly", "relative", ""}) {
    MemoryFileSystem files;
    files.add_file("/r/projects/-a/x", "");
    put(files, from);
    EXPECT_FALSE(undelete_session(files, kTrash, "oddly", kRoots)) << from;
    EXPECT_TRUE(files.stat(kTrash + "/odd/0")) << from;
  }
  MemoryFileSystem files;
  files.add_file("/outside/f", "");
  files.add_link("/r/projects/-l", "/outside");
  put(files, "/r/projects/-l/oddly.jsonl");
  EXPECT_FALSE(undelete_session(files, kTrash, "oddly", kRoots));
  UndeleteOptions person = kRoots;
  person.elsewhere = FilesByPath::kTaken;
  put(files, "/outside/.profile");
  EXPECT_FALSE(undelete_session(files, kTrash, "oddly", person)) << "no part of a session";
  put(files, "/outside/oddly.jsonl");
  EXPECT_TRUE(undelete_session(files, kTrash, "oddly", person));
  EXPECT_EQ(*read_file(files, "/outside/oddly.jsonl", 99), "planted");
}

// One byte of a manifest is another: the session comes back to its place, or an error says where
// its parts are, and they and the manifest stay. Never "is back" for what is not.
TEST(Trash, ADamagedManifestLosesNothing) {
  MemoryFileSystem whole;
  add_session(whole);
  const auto before = content(whole, "/r");
  const auto deleted = delete_session(whole, {}, kTrash, at(kTrashed), "title", 7);
  ASSERT_TRUE(deleted);
  const std::string folder = join_path(kTrash, deleted->name);
  const std::string manifest = *read_file(whole, folder + "/manifest.json", 1 << 20);
  const auto in_trash = content(whole, folder);
  int refused = 0;
  for (std::size_t i = 0; i < manifest.size(); ++i) {
    MemoryFileSystem files;
    for (const auto& [path, bytes] : content(whole, "/")) files.add_file(path, bytes);
    std::string damaged = manifest;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    files.add_file(folder + "/manifest.json", damaged);
    const auto back = undelete_session(files, kTrash, kId1, kRoots);
    if (back) {
      EXPECT_EQ(content(files, "/r"), before) << damaged;
      continue;
    }
    ++refused;
    EXPECT_NE(back.error().message.find(folder), std::string::npos) << back.error().message;
    auto after = content(files, folder);
    after[folder + "/manifest.json"] = manifest;
    EXPECT_EQ(after, in_trash) << damaged;
  }
  EXPECT_GT(refused, static_cast<int>(manifest.size() / 2));
}

// The first version had no checksum.
TEST(Trash, WhatAnOlderClewDeletedComesBack) {
  MemoryFileSystem files;
  add_session(files);
  const auto before = content(files, "/r");
  const auto deleted = delete_session(files, {}, kTrash, at(kTrashed), "title", 7);
  ASSERT_TRUE(deleted);
  const std::string path = join_path(kTrash, deleted->name) + "/manifest.json";
  std::string manifest = *read_file(files, path, 1 << 20);
  const auto replace = [&](std::string_view text, std::string_view by) {
    const std::size_t at = manifest.find(text);
    ASSERT_NE(at, std::string::npos);
    manifest.replace(at, text.size(), by);
  };
  replace(R"("checksum":")", R"("checksum":"1)");
  files.add_file(path, manifest);
  EXPECT_FALSE(undelete_session(files, kTrash, kId1, kRoots));
  replace(R"("version":2)", R"("version":1)");
  replace(R"("checksum")", R"("no-sum")");
  files.add_file(path, manifest);
  EXPECT_TRUE(undelete_session(files, kTrash, kId1, kRoots));
  EXPECT_EQ(content(files, "/r"), before);
}

TEST(Trash, WhatTheManifestDoesNotNameStays) {
  for (const char* parts : {"[]", R"([{"from":"/r/projects/-a/oddly.jsonl","name":"1"}])"}) {
    MemoryFileSystem files;
    files.add_file(kTrash + "/odd/0", "words");
    const std::string manifest = R"({"version":1,"id":"oddly","parts":)" + std::string(parts) + "}";
    files.add_file(kTrash + "/odd/manifest.json", manifest);
    const auto back = undelete_session(files, kTrash, "oddly", kRoots);
    ASSERT_FALSE(back);
    EXPECT_NE(back.error().message.find(kTrash + "/odd"), std::string::npos);
    EXPECT_EQ(*read_file(files, kTrash + "/odd/0", 99), "words");
    EXPECT_EQ(*read_file(files, kTrash + "/odd/manifest.json", 999), manifest);
  }
}

TEST(Trash, WhatKilledMovesLeftGoesWithTheNextOne) {
  MemoryFileSystem files;
  add_session(files);
  const auto before = content(files, "/r");
  files.add_file(kTrash + "/" + test::name_of_the_dead() + "/x", "half");
  const auto gone = delete_session(files, {}, kTrash, at(kTrashed), "t", 1234);
  ASSERT_TRUE(gone);
  EXPECT_EQ(files.list(kTrash)->size(), 1U);
  files.add_file(join_path(kTrash, gone->name) + "/" + test::name_of_the_dead() + "/x", "half");
  const auto back = undelete_session(files, kTrash, kId1, kRoots);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(content(files, "/r"), before);
  EXPECT_TRUE(files.list(kTrash)->empty());
}

TEST(Trash, NothingLeftIsNoSuccess) {
  MemoryFileSystem files;
  files.add_file(
      kTrash + "/odd/manifest.json",
      R"({"version":1,"id":"oddly","parts":[{"from":"/r/projects/-a/oddly.jsonl","name":"0"}]})");
  EXPECT_EQ(undelete_session(files, kTrash, "oddly", kRoots).error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(files.stat(kTrash + "/odd/manifest.json"));
}

TEST(Trash, NamesAsLongAsNamesCanBe) {
  TestDir dir;
  RealFileSystem files;
  const std::string file = dir.path() + "/r/projects/-a/" + std::string(249, 'n') + ".jsonl";
  ASSERT_TRUE(files.create_directories(dir.path() + "/r/projects/-a"));
  ASSERT_TRUE(files.write_file_atomic(file, test::user("words")));
  ASSERT_TRUE(delete_session(files, {}, dir.path() + "/trash", at(file), "", 1'700'000'000'000));
  EXPECT_FALSE(files.stat(file));
  ASSERT_TRUE(undelete_session(files, dir.path() + "/trash", std::string(249, 'n'),
                               {.roots = {dir.path() + "/r"}}));
  EXPECT_TRUE(files.stat(file));
}

// Wherever the disk fails: the session is still there, or it can be brought back; never lost.
TEST(Trash, NothingIsLostWhenTheDiskFails) {
  for (int64_t call = 1;; ++call) {
    MemoryFileSystem files;
    add_session(files);
    const auto before = content(files, "/r");
    FaultyFileSystem faulty(files);
    faulty.fail_calls(call, {ErrorCode::kIo, "broken"});
    const auto gone = delete_session(faulty, {}, kTrash, at(kTrashed), "", 1);
    const bool failed = faulty.calls() >= call;
    if (gone) {
      ASSERT_TRUE(undelete_session(files, kTrash, kId1, kRoots)) << call;
    } else if (!read_trash(files, kTrash).sessions.empty()) {
      static_cast<void>(undelete_session(files, kTrash, kId1, kRoots));
    }
    EXPECT_TRUE(content(files, "/r") == before) << "call " << call;
    if (!failed) break;
  }
}

// Killed between two disks: one end has all of a part, the other some of it.
TEST(Trash, WhatAMoveThatWasCutShortLeftIsFinished) {
  const std::string agents = kFolder + "/" + kId1 + "/subagents/agent-a1.jsonl";
  {
    MemoryFileSystem files;
    add_session(files);
    const auto before = content(files, "/r");
    ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 1));
    files.add_file(agents, before.at(agents));  // its removal was cut short
    EXPECT_TRUE(undelete_session(files, kTrash, kId1, kRoots));
    EXPECT_TRUE(content(files, "/r") == before);
  }
  {
    MemoryFileSystem files;
    add_session(files);
    const auto before = content(files, "/r");
    ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 1));
    files.add_file(kTrashed, before.at(kTrashed));  // came back, and its copy was not removed
    EXPECT_TRUE(undelete_session(files, kTrash, kId1, kRoots));
    EXPECT_TRUE(content(files, "/r") == before);
  }
  {
    MemoryFileSystem files;
    add_session(files);
    ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 1));
    files.add_file(agents, "somebody else's");
    EXPECT_FALSE(undelete_session(files, kTrash, kId1, kRoots));
    EXPECT_EQ(*read_file(files, agents, 99), "somebody else's");
  }
}

TEST(Trash, BringingBackCanBeTriedAgain) {
  for (int64_t call = 1;; ++call) {
    MemoryFileSystem files;
    add_session(files);
    const auto before = content(files, "/r");
    ASSERT_TRUE(delete_session(files, {}, kTrash, at(kTrashed), "", 1));
    FaultyFileSystem faulty(files);
    faulty.fail_calls(call, {ErrorCode::kIo, "broken"});
    static_cast<void>(undelete_session(faulty, kTrash, kId1, kRoots));
    const bool failed = faulty.calls() >= call;
    if (!read_trash(files, kTrash).sessions.empty()) {
      ASSERT_TRUE(undelete_session(files, kTrash, kId1, kRoots)) << call;
    }
    EXPECT_TRUE(content(files, "/r") == before) << "call " << call;
    if (!failed) break;
  }
}

}  // namespace
}  // namespace clew
