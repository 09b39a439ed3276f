// SPDX-License-Identifier: MIT
//
// The manifest beside a pack: what it holds, one line of JSON for each thing, for people and for
// programs of other days (docs/keep-format.md). Every line ends in a checksum of itself, so a
// damaged one is known and costs no other.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "keep/content_hash.h"
#include "keep/keep_cipher.h"
#include "keep/place.h"

namespace clew {

// The first line: whose pack this is, and by which rules it is written.
struct PackHead {
  static constexpr std::int64_t kFormat = 1;
  std::int64_t format = kFormat;
  std::string machine;
  bool shared = false;  // it holds what several files have in common, and no line about a file
  // The packs that the machine had when it began this one, first and last of each run of numbers:
  // one of them that is missing was not removed by Clew.
  struct Run {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(const Run&, const Run&) = default;
  };
  std::vector<Run> others{};
};

// A frame of the pack: `size` bytes at `at` in its file, which unpack to `length` bytes at `begin`.
struct FrameRecord {
  static constexpr std::uint64_t kLongest = std::uint64_t{8} << 20;  // packed or not
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t begin = 0;
  std::uint64_t length = 0;

  std::uint64_t end() const { return begin + length; }
};

// Which file of which root, wherever the root is or was.
struct KeptName {
  std::string root;  // absolute, as on its machine
  std::string file;  // below it: "projects/-work-app/….jsonl"

  friend auto operator<=>(const KeptName&, const KeptName&) = default;  // NOLINT: not a pointer
};

using KeptNames = std::set<KeptName>;

// Some bytes of a file, and where they are.
struct PieceRecord {
  static constexpr std::uint64_t kLongest = std::uint64_t{8} << 20;
  KeptName name;
  std::int64_t version = 1;  // a file that was cut or written anew begins another
  std::uint64_t offset = 0;  // in the file
  std::uint64_t length = 0;
  PieceHash hash{};        // of the bytes
  std::uint64_t mark = 0;  // of the last bytes of the file up to the end of the piece: file_mark.h
  std::int64_t mtime_ns = 0;  // of the file, when it was read
  std::int64_t ctime_ns = 0;  // likewise: nobody can set it, so another one means a change
  std::uint64_t inode = 0;    // likewise: that of another file means that it was written anew
  TimeMs kept = 0;
  // The bytes, one part behind the other; when there are many, `parts` is empty and `recipe` is
  // where they are written down, as write_recipe() does.
  std::vector<PackPart> parts{};
  PackPart recipe{};

  std::uint64_t end() const { return offset + length; }
};

// The file was not there any more.
struct GoneRecord {
  KeptName name;
  std::int64_t version = 1;
  TimeMs seen = 0;
  bool deleted = false;  // by a person who asked Clew for it
};

// The folder whose sessions lie below projects/<key> was a copy of a repository: by that another
// machine finds the folder that stands for it there.
struct ProjectRecord {
  std::string root;
  std::string key;
  std::string folder;
  std::string remote;  // git_remote.h
  std::string below;   // where the folder lay in it

  friend bool operator==(const ProjectRecord&, const ProjectRecord&) = default;
};

using ManifestRecord = std::variant<PackHead, FrameRecord, PieceRecord, GoneRecord, ProjectRecord>;

// How a line is sealed: bound to its place, so that it counts nowhere else.
struct LineSeal {
  const KeepCipher* cipher = nullptr;  // null: not at all
  std::uint32_t pack = 0;
  std::int64_t line = 0;  // counted from 1

  std::string place() const;
};

// With its line end.
std::string manifest_line(const ManifestRecord& record, const LineSeal& seal = {});
// kCorrupt: no such line, or not as it was written; with a cipher, one that is not sealed for this
// place. Anybody could have written that. kUnsupported: of a later Clew.
Result<ManifestRecord> read_manifest_line(std::string_view line, const LineSeal& seal = {});

// The file that a line speaks of, also when it is damaged, as far as can be told.
std::string file_named_in(std::string_view line);

// Parts as the text of a recipe, and back: one line each, "pack offset length".
std::string write_recipe(const std::vector<PackPart>& parts);
Result<std::vector<PackPart>> read_recipe(std::string_view text);

}  // namespace clew
