// SPDX-License-Identifier: MIT
//
// The files of a session as everybody may see them. What reads a session through this file system
// cannot meet a secret, wherever it looks: transcripts, subagents, stored results, copies of files.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "engine/redact/session_redaction.h"
#include "os/forwarding_file_system.h"

namespace clew {

// Opens the files of one session alone, each without its secrets; any other is not found. Folders
// are as they are. Borrows both; opened files must not outlive it.
class RedactedFiles : public ForwardingReads<FileSystem> {
 public:
  RedactedFiles(const FileSystem& base, SessionRedaction& redaction)
      : ForwardingReads(base), redaction_(redaction) {}

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;

 private:
  SessionRedaction& redaction_;
  mutable std::mutex mutex_;  // the redaction is for one thread
};

}  // namespace clew
