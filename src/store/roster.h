// SPDX-License-Identifier: MIT
//
// The folders of some roots and the files in them, as they were when the index had all of them:
// what must be compared with the disk before an answer may be called fresh, and what an answer says
// of a file. Every query reads all of it, so it is stored apart from the rows of files, packed: a
// row for up to 256 files of a folder.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

inline constexpr std::size_t kFilesPerRosterPart = 256;

struct RosterFile {
  std::string_view name;
  std::string_view session;
  std::uint32_t id = 0;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::int64_t skipped = 0;  // lines that were too long
  bool operator==(const RosterFile&) const = default;
};

// A folder with some of its files. It was listed, or would have been if it were there.
struct RosterPart {
  std::string_view folder;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;     // 0: there was none
  std::int64_t mtime_ns = -1;  // -1: it may have changed meanwhile; it is never the same
  std::vector<RosterFile> files;
  std::string_view root = {};  // that the folder is below; not part of what is encoded
};

// Owns the texts that its parts point to.
struct Roster {
  std::vector<RosterPart> parts;  // root by root, of each by folder and first file
  std::deque<std::string> bytes;
  bool complete = false;  // else nothing can be said of what is not in it
};

std::string encode_part(const RosterPart& part);  // without the folder
// Points into `bytes`. Nothing when they are not what encode_part writes.
std::optional<RosterPart> decode_part(std::string_view folder, std::string_view bytes);

}  // namespace clew
