// SPDX-License-Identifier: MIT
//
// What must be done to an index so that it says what the files say. Pure: names and numbers in,
// decisions out; no file is opened.
#pragma once

#include <cstdint>
#include <vector>

#include "ingest/source_file.h"
#include "store/index_database.h"

namespace clew {

struct SourceChange {
  enum class Kind : std::uint8_t {
    kNew,
    kGrown,      // if what is indexed is still there (hashes), read on; else as kRewritten
    kRewritten,  // forget what is indexed, read all
    kMoved,      // if it is the same file under another name, keep what is indexed; else as kNew
    kGone,
  };
  Kind kind = Kind::kNew;
  std::size_t known = SIZE_MAX;  // index into the files of the index; SIZE_MAX: none
  std::size_t found = SIZE_MAX;  // index into the files on disk
};

// `roots`: files of the index elsewhere are not looked at. Both lists are sorted by path.
std::vector<SourceChange> plan_changes(const std::vector<IndexedFile>& known,
                                       const std::vector<TranscriptFile>& found,
                                       const std::vector<std::string>& roots);

// The same for some files only: each of the one list is at the same place in the other.
std::vector<SourceChange> plan_changes_of(const std::vector<IndexedFile>& known,
                                          const std::vector<TranscriptFile>& found);

// Bytes that will have to be read for it.
std::int64_t bytes_to_read(const SourceChange& change, const std::vector<IndexedFile>& known,
                           const std::vector<TranscriptFile>& found);

}  // namespace clew
