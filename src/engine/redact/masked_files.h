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

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "catalog/layout/own_paths.h"
#include "engine/file_view.h"
#include "engine/redact/decisions.h"
#include "redact/finder.h"

namespace clew {

class MaskedSession;

class SecretMask : public FileView {
 public:
  // By the decisions that were taken so far. Borrows the disk.
  static Result<std::unique_ptr<SecretMask>> make(const FileSystem& disk, const OwnPaths& own);
  ~SecretMask() override;

  std::unique_ptr<WritableFileSystem> over(WritableFileSystem& base, const Roots& roots) override;

  // Where engines that see masked files keep what they learn: apart from all others, and from those
  // that saw other masks.
  OwnPaths own() const;

 private:
  friend class MaskedFiles;
  struct Slot;

  SecretMask(OwnPaths own, redact::Finder finder, RedactDecisions decisions, std::string name);
  bool is_ours(std::string_view path) const;
  std::shared_ptr<Slot> slot_of(const std::string& key);

  const OwnPaths own_;
  const redact::Finder finder_;
  const RedactDecisions decisions_;
  const std::string name_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Slot>> slots_;  // by session, or by file
};

}  // namespace clew
