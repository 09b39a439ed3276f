// SPDX-License-Identifier: MIT
//
// All files as a model may see them: secrets are masked where they stand, and every other byte is
// what it was and where it was. Because sizes and offsets stay, every operation works on masked
// files as on any others, also those that find their way by an index or a cache; these are made
// from masked files too, and lie in a folder of their own. So nothing that is read, searched, cut
// or counted can hold a secret.
//
// A session is looked through when one of its files is opened for the first time, with all its
// other files, because one of them may tell what another only repeats.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/redact/decisions.h"
#include "os/forwarding_file_system.h"
#include "redact/finder.h"

namespace clew {

class MaskedSession;

// The disk of engines that must not see secrets. What is only kept is masked, too: it is opened
// here as if it were on the disk. Thread-safe.
class MaskedFiles : public ForwardingFileSystem {
 public:
  // By the decisions that were taken so far. Borrows the disk. `options`: of the engines, which get
  // own() instead of what they say.
  static Result<std::unique_ptr<MaskedFiles>> make(DurableFileSystem& disk,
                                                   const EngineOptions& options);
  ~MaskedFiles() override;

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;

  // Where engines keep what they learn here: apart from those that see everything, and from those
  // that saw other masks.
  OwnPaths own() const;

 private:
  struct Slot;
  class Look;

  MaskedFiles(DurableFileSystem& disk, EngineOptions options, redact::Finder finder,
              RedactDecisions decisions, std::string name);
  bool is_ours(std::string_view path) const;
  enum class Age : bool { kMayBeKnown, kNew };
  std::shared_ptr<Look> look_at_roots(Age age) const;
  std::shared_ptr<Slot> slot_of(const std::string& key) const;

  const EngineOptions options_;
  const redact::Finder finder_;
  const RedactDecisions decisions_;
  const std::string name_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::shared_ptr<Look> look_;
  mutable std::chrono::steady_clock::time_point looked_;
  mutable std::map<std::string, std::shared_ptr<Slot>> slots_;  // by session, or by file
};

}  // namespace clew
