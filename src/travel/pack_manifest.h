// SPDX-License-Identifier: MIT
//
// The first file of a pack: what it holds, for people and for who unpacks it (docs/travel.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace clew {

struct PackedFile {
  std::string place;  // below a configuration folder: "projects/-work-app/….jsonl"
  std::uint64_t size = 0;
  std::string sha256{};
  TimeMs modified = kNoTime;
};

struct PackedSession {
  std::string id;
  std::string title{};
  std::string folder{};  // of its project, where it was packed; empty: not known
  std::string remote{};  // the repository that the folder was a copy of: git_remote.h
  std::string below{};   // where the folder lay in that
  std::vector<PackedFile> files{};

  std::string key() const;         // of the project's folder below `projects`
  std::string transcript() const;  // its place
};

struct PackManifest {
  static constexpr std::int64_t kFormat = 1;
  static constexpr std::string_view kName = "manifest.json";
  static constexpr std::uint64_t kLargest = 64 << 20;

  std::string clew;  // the version that packed it
  TimeMs packed = kNoTime;
  std::vector<PackedSession> sessions{};

  std::uint64_t bytes() const;  // of all files
};

// JSON, a line for each file.
std::string pack_manifest_text(const PackManifest& manifest);

// What is read can be relied on: every place is one that its session may have, none comes twice,
// and each session has its transcript. kUnsupported for a format of later versions.
Result<PackManifest> read_pack_manifest(std::string_view text);

}  // namespace clew
