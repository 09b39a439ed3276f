// SPDX-License-Identifier: MIT
//
// Files on their way into the store. What is there is compared by its hashes with what the file
// holds now, so that everything can be sent again at any time and nothing is stored twice.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "keep/zstd_frame.h"
#include "os/file_system.h"
#include "team/pg_connection.h"
#include "team/team_store.h"

namespace clew {

inline constexpr std::int64_t kTeamPiece = std::int64_t{1} << 20;  // bytes of a file, at most

struct FileToPush {
  std::int64_t project = 0;
  std::string path;     // below the root
  std::string session;  // that it belongs to
  std::int64_t mtime_ns = 0;
};

struct PushCount {
  std::int64_t files = 0;      // of which something was sent
  std::int64_t bytes = 0;      // of files
  std::int64_t stored = 0;     // the same, compressed
  std::int64_t rewritten = 0;  // files that began a new version
  std::int64_t removed = 0;    // earlier versions that held what is a secret now

  PushCount& operator+=(const PushCount& more);
};

// Whether a line, or a text without lines, holds something that must not be in the store.
using HoldsSecret = std::function<bool(std::string_view)>;

// Pushes files in transactions of many. Borrows the connection; for one thread.
class FilePush {
 public:
  explicit FilePush(PgConnection& connection) : connection_(connection) {}
  ~FilePush();
  FilePush(const FilePush&) = delete;
  FilePush& operator=(const FilePush&) = delete;

  Result<std::int64_t> project(const TeamProject& project, const std::vector<std::string>& readers);
  // Sends what the store does not have of the file. A file that was rewritten becomes a new version
  // beside the earlier ones; of these, the ones that hold a secret go. kBusy: all since the last
  // commit() may not count, and can be done again.
  Result<void> add(const FileToPush& file, const RandomAccessFile& content,
                   const HoldsSecret& holds_secret = {});
  // What was added is in the store for good.
  Result<PushCount> commit();
  bool is_full() const { return files_ >= kMostFiles || uncommitted_ >= kMostBytes; }

 private:
  struct StoredPiece {
    std::int64_t start = 0;
    std::int64_t length = 0;
    std::string hash;
  };
  struct StoredVersion {
    std::int64_t number = 0;
    std::int64_t size = 0;
    std::int64_t mtime_ns = 0;
    std::vector<StoredPiece> pieces;
  };
  enum class Fit : std::uint8_t { kContinues, kIsBeginning, kDiffers };

  static constexpr std::int64_t kMostFiles = 256;
  static constexpr std::int64_t kMostBytes = std::int64_t{32} << 20;
  static constexpr std::int64_t kMostQueued = std::int64_t{8} << 20;  // compressed

  Result<void> begin();
  Result<std::vector<StoredVersion>> stored_versions(std::int64_t file);
  Result<Fit> compare(std::int64_t file, const StoredVersion& version,
                      const RandomAccessFile& content, std::int64_t size);
  Result<void> send(std::int64_t file, std::int64_t version, std::int64_t from,
                    const RandomAccessFile& content, std::int64_t size, bool whole);
  Result<void> flush();
  // Of all versions but the one that the file is in now.
  Result<void> remove_secrets(std::int64_t file, const std::vector<StoredVersion>& versions,
                              std::int64_t current, const HoldsSecret& holds_secret);
  Result<bool> version_holds(std::int64_t file, const StoredVersion& version,
                             const HoldsSecret& holds_secret);

  PgConnection& connection_;
  FramePacker packer_;
  bool begun_ = false;
  std::vector<PgParams> queue_;          // pieces
  std::set<std::int64_t> queued_files_;  // that these are of
  std::int64_t queued_ = 0;              // bytes of these
  std::int64_t files_ = 0;               // since the last commit
  std::int64_t uncommitted_ = 0;
  PushCount count_;
};

}  // namespace clew
