// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash_index.h"
#include "base/result.h"
#include "base/time.h"
#include "catalog/facts/facts_records.h"
#include "os/file_system.h"

namespace clew {

// Facts of sessions as they were read before, in one file of our own. An entry is believed only for
// a file with the same path, size, time of change, inode and device.
//
// The file: a heading with the version of the facts, then records (facts_records.h). What is new is
// appended in writes of whole records, so that two processes at once do not harm each other; of two
// records for one path the later counts. When more than half of the file is outdated, it is
// replaced as a whole. Whatever is wrong with it - missing, old, cut, damaged - means that it is
// not used, or not from there on; a record is checked when it is asked for. Deleting the file is
// always safe.
//
// All but save() may be called from several threads.
class FactsCache {
 public:
  // The file at `path` (it may be missing) is read when it is first needed. `now` is needed because
  // a file that changed less than two seconds ago may change again within the same tick of its
  // clock, unseen: its facts are not kept. Borrows `files`.
  FactsCache(const FileSystem& files, std::string path, TimeMs now);

  // Whether to ask costs less than to read transcripts of so many bytes anew: with a hundred
  // thousand sessions the file is large, and a page of a list needs few of them.
  bool is_worth_asking(std::int64_t bytes) const;

  // Reads the file, if that has not been done: for who has other things to do meanwhile.
  void load() const;

  // Facts as bytes, in memory().
  std::optional<std::string_view> find(std::string_view path, const FileInfo& file) const;
  // The same of a file that cannot be read any more, as it was when it last could.
  std::optional<std::string_view> find_last(std::string_view path) const;
  std::shared_ptr<const void> memory() const { return bytes_; }

  // Whether facts of a file in this state may be put.
  bool may_keep(const FileInfo& file) const { return !may_change_unseen(file, now_); }
  void put(std::shared_ptr<const FactsRecords> records);

  // Writes what was put. Does nothing when that is nothing.
  Result<void> save(WritableFileSystem& files);

  std::size_t size() const;  // entries in the file

 private:
  std::string_view bytes() const { return {bytes_.get(), size_}; }
  FactsRecord record_at(std::uint32_t offset) const;
  std::optional<FactsRecord> record_of(std::string_view path) const;
  void read() const;
  void parse() const;
  Result<void> rewrite(WritableFileSystem& files);
  Result<void> append_added(WritableFileSystem& files);

  const FileSystem& files_;
  std::string path_;
  TimeMs now_;

  // What load() fills.
  mutable std::once_flag loaded_;
  mutable std::atomic<bool> is_loaded_ = false;
  mutable std::shared_ptr<const char[]> bytes_;  // the file as it was
  mutable std::size_t size_ = 0;                 // of it
  mutable HashIndex index_;                      // by path: offsets of records
  mutable std::size_t live_bytes_ = 0;           // of the facts in index_
  mutable bool usable_ = false;                  // what is there can be appended to

  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::shared_ptr<const FactsRecords>> added_;
};

}  // namespace clew
