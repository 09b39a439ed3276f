// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "base/time.h"
#include "catalog/session_facts.h"
#include "os/file_system.h"

namespace clew {

// Facts of sessions as they were read before, in one file of our own. An entry is believed only for
// a file with the same path, size, time of change, inode and device.
//
// The file: a heading with the version of the facts, then records of length, checksum and facts
// (facts_codec.h). What is new is appended in one write, so that two processes at once do not
// harm each other; of two records for one path the later counts. When more than half of the file
// is outdated, it is replaced as a whole. Whatever is wrong with it - missing, old, cut, damaged -
// means that it is not used, or not from there on. Deleting it is always safe.
//
// find and put may be called from several threads.
class FactsCache {
 public:
  // The file at `path` (it may be missing) is read when it is first needed. `now` is needed because
  // a file that changed less than two seconds ago may change again within the same tick of its
  // clock, unseen: its facts are not kept. Borrows `files`.
  FactsCache(const FileSystem& files, std::string path, TimeMs now);

  // Whether to ask costs less than to read transcripts of so many bytes anew: with a hundred
  // thousand sessions the file is large, and a page of a list needs few of them.
  bool is_worth_asking(std::int64_t bytes) const;

  std::optional<SessionFacts> find(const std::string& path, const FileInfo& file) const;
  void put(const SessionFacts& facts);

  // Writes what was put. Does nothing when that is nothing.
  Result<void> save(WritableFileSystem& files);

  std::size_t size() const;  // entries in the file

 private:
  void load() const;
  void parse() const;
  Result<void> rewrite(WritableFileSystem& files);
  Result<void> append_added(WritableFileSystem& files);

  const FileSystem& files_;
  std::string path_;
  TimeMs now_;

  // What load() fills.
  mutable std::once_flag loaded_;
  mutable std::atomic<bool> is_loaded_ = false;
  mutable std::string bytes_;  // the file as it was
  mutable std::unordered_map<std::string_view, std::string_view>
      index_;                           // path: facts, both in bytes_
  mutable std::size_t live_bytes_ = 0;  // of the records in index_
  mutable bool usable_ = false;         // what is there can be appended to

  mutable std::mutex mutex_;  // guards what follows
  std::string added_;         // records
};

}  // namespace clew
