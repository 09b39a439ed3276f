// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "mirror/session_store.h"
#include "os/testing/memory_file_system.h"

namespace clew {

inline TranscriptKey test_key(std::string_view project, std::string_view session,
                              std::string_view subpath = {}) {
  const StoreKey key = *StoreKey::check(project, session);
  return subpath.empty() ? TranscriptKey(key) : *TranscriptKey::check(key, subpath);
}

// A store whose clock stands still unless it is told otherwise.
class TestStore {
 public:
  explicit TestStore(DurableFileSystem& files, TimeMs now = 1'800'000'000'000) : now_(now) {
    auto opened = SessionStore::open(files, "/store", [this] { return now_; });
    if (opened) store_ = std::move(*opened);
  }

  explicit operator bool() const { return store_ != nullptr; }
  SessionStore* operator->() { return store_.get(); }
  void set_now(TimeMs now) { now_ = now; }

  Result<StoreAppend> append(const TranscriptKey& key, std::string_view body,
                             std::string_view batch = {}) {
    const auto lines = read_batch(body, batch);
    if (!lines) return lines.error();
    return store_->append(key, *lines, [] { return true; });
  }
  // All lines; nothing when there is no such transcript.
  std::optional<std::string> load(const TranscriptKey& key) {
    auto lines = store_->load(key);
    EXPECT_TRUE(lines) << lines.error().message;
    if (!lines || !*lines) return std::nullopt;
    std::string text((*lines)->size, '\0');
    const auto count = (*lines)->file->read_at(0, text);
    EXPECT_TRUE(count);
    EXPECT_EQ(*count, text.size());
    return text;
  }

 private:
  TimeMs now_;
  std::unique_ptr<SessionStore> store_;
};

}  // namespace clew
