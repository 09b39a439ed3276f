// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/testing/memory_file_system.h"
#include "team/file_push.h"
#include "team/team_file_system.h"
#include "team/team_store.h"
#include "team/team_tree.h"
#include "team/team_trees.h"
#include "team/test_postgres.h"

namespace clew {

inline const std::string kSession = "11111111-2222-4333-8444-555555555555";
inline const std::string kFile = "projects/-work-app/" + kSession + ".jsonl";

// A text to be pushed.
class TextToPush : public RandomAccessFile {
 public:
  explicit TextToPush(std::string text) : text_(std::move(text)) {}
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset >= std::ssize(text_)) return size_t{0};
    const size_t count = text_.copy(out.data(), out.size(), static_cast<size_t>(offset));
    return count;
  }
  Result<FileInfo> info() const override {
    return FileInfo{.kind = FileKind::kRegular, .size = std::ssize(text_)};
  }

 private:
  std::string text_;
};

// Bytes that do not compress to nothing, in lines.
inline std::string some_lines(int count, int seed = 1) {
  std::string out;
  std::uint64_t state = static_cast<std::uint64_t>(seed) * 0x9e3779b97f4a7c15 + 1;
  for (int i = 0; i < count; ++i) {
    out += "{\"n\":" + std::to_string(i) + ",\"t\":\"";
    for (int j = 0; j < 40; ++j) {
      state = state * 6364136223846793005 + 1442695040888963407;
      out += static_cast<char>('a' + (state >> 60));
    }
    out += "\"}\n";
  }
  return out;
}

// A store with people: ann and bob push and read, eve too.
class TeamTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(postgres_.ready()) << TestPostgres::kMissing;
    auto connection = PgConnection::open(postgres_.admin());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto made = migrate(*connection);
    ASSERT_TRUE(made) << made.error().message;
    auto admin = TeamStore::open(postgres_.admin());
    ASSERT_TRUE(admin) << admin.error().message;
    admin_ = std::move(*admin);
    ann_ = invite("ann");
    bob_ = invite("bob");
    eve_ = invite("eve");
  }

  std::shared_ptr<TeamStore> invite(const std::string& name,
                                    const std::vector<std::string>& scopes = {"read", "push"}) {
    const auto address = admin_->invite(name, scopes);
    EXPECT_TRUE(address) << address.error().message;
    if (!address) return nullptr;
    auto store = TeamStore::open(*address);
    EXPECT_TRUE(store) << store.error().message;
    return store ? *store : nullptr;
  }

  static TeamProject project(const std::string& visibility = "team",
                             const std::string& machine = "laptop-0001") {
    return {.machine = machine,
            .root = "/home/ann/.claude",
            .key = "-work-app",
            .folder = "/work/app",
            .visibility = visibility};
  }

  // Pushes one file whole; what was sent.
  static Result<PushCount> push(TeamStore& store, const TeamProject& project,
                                const std::string& text,
                                const std::vector<std::string>& readers = {},
                                const std::string& path = kFile,
                                const HoldsSecret& holds_secret = {}) {
    auto lease = store.connection();
    if (!lease) return lease.error();
    FilePush push(**lease);
    auto id = push.project(project, readers);
    if (!id) return id.error();
    auto added = push.add({*id, path, kSession, 5'000'000'000}, TextToPush(text), holds_secret);
    if (!added) return added.error();
    return push.commit();
  }

  // All files that somebody sees, with what is in them.
  static std::map<std::string, std::string> seen(const std::shared_ptr<TeamStore>& store) {
    TeamTree tree(store, "/team");
    const auto read = tree.refresh();
    EXPECT_TRUE(read) << read.error().message;
    std::map<std::string, std::string> all;
    if (!read) return all;
    MemoryFileSystem nothing;
    const TeamFileSystem files(nothing, std::make_shared<TeamTree>(store, "/team"));
    static_cast<void>(files.tree()->refresh());
    for (const std::string& path : *read) {
      auto text = read_file(files, path, 1 << 30);
      all[path] = text ? *text : "error: " + text.error().message;
    }
    return all;
  }

  TestPostgres postgres_;
  std::shared_ptr<TeamStore> admin_;
  std::shared_ptr<TeamStore> ann_;
  std::shared_ptr<TeamStore> bob_;
  std::shared_ptr<TeamStore> eve_;
};

}  // namespace clew
