// SPDX-License-Identifier: MIT
//
// Where a session store has its files:
//
//   projects/<project>/<session>.jsonl            a main transcript, as below a root of Claude
//   Code, projects/<project>/<session>/<subpath>.jsonl  those of its subagents,
//   batches/<project>/<session>.log               what was acknowledged of them (batch_journal.h),
//   summaries/<project>/<session>.json            what lists show of it: a cache (summary_note.h),
//   locks/00 ... 3f                               held by who changes a session
#pragma once

#include <cstddef>
#include <string>

#include "mirror/store_key.h"
#include "os/path_below.h"

namespace clew {

class StorePlaces {
 public:
  static constexpr std::size_t kLocks = 64;

  explicit StorePlaces(std::string folder) : folder_(std::move(folder)) {}

  const std::string& folder() const { return folder_; }
  PathBelow projects() const;
  PathBelow project(const PlainName& name) const;
  PathBelow transcript(const TranscriptKey& key) const;
  PathBelow session_folder(const StoreKey& key) const;  // of its subagents
  PathBelow all_journals() const;
  PathBelow journals(const PlainName& project) const;
  PathBelow journal(const StoreKey& key) const;
  PathBelow summary(const StoreKey& key) const;
  PathBelow lock(std::size_t number) const;

  // Sessions of one number share a lock.
  static std::size_t lock_of(const StoreKey& key);

 private:
  std::string folder_;
};

}  // namespace clew
