// SPDX-License-Identifier: MIT
//
// Two copies of a session that were continued apart become one, with both ends as branches. What
// they have in common, the lines at their beginning, comes once; then the lines that one has of its
// own, then those of the other; then a line that says where the conversation stands (docs/travel.md
// says why so). No line is lost, and none comes twice.
//
// Whether each end is what it was in its own copy is not hoped for but verified, by the rules of
// every version of Claude Code.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "transcript/line_rewrite.h"
#include "transcript/tree.h"

namespace clew {

// One copy. Borrowed; the file may grow meanwhile, which does not count.
struct MergeInput {
  const RandomAccessFile* file = nullptr;
  const Transcript* transcript = nullptr;
};

class SessionMerge {
 public:
  enum class Side : std::uint8_t { kA, kB };

  // Finds what the copies have in common. kInvalid when one of them holds all of the other, or when
  // they have nothing in common.
  static Result<SessionMerge> open(MergeInput a, MergeInput b, std::string new_session);

  // Which copy's lines come last: the one that was compacted since they parted, because Claude Code
  // forgets what stands before a compaction; else the one with the newest line, which is then the
  // end that a plain resume continues.
  Side usual_last() const;

  // Writes the merged session, its last lines being those of `last`. Can be called again.
  using Take = std::function<Result<void>(std::string_view)>;
  Result<void> write(Side last, const Take& take);

  // Whether both ends are in what was written last as in their own copies, and the end of `last` is
  // the one that is resumed. kUnsupported when they are not, with the reason.
  Result<void> verify(Side last, const Transcript& merged) const;

  std::int64_t common() const { return common_; }  // lines
  std::int64_t own(Side side) const { return std::ssize(copy(side).own); }
  // The last line of the conversation of a copy, by its uuid in what was written last; empty: it
  // has none.
  std::string end(Side side) const;
  // Lines that had to get new uuids, because the other copy has another line of the same.
  std::int64_t renamed() const { return std::ssize(new_ids_); }

 private:
  struct RawLine {
    std::int64_t offset = 0;
    std::int64_t length = 0;
  };
  struct Copy {
    MergeInput from;
    std::vector<RawLine> own{};
    EntryIndex tip = kNoEntry;
  };

  SessionMerge(MergeInput a, MergeInput b, std::string new_session)
      : copies_{{a}, {b}}, session_(std::move(new_session)) {}

  const Copy& copy(Side side) const { return copies_[side == Side::kA ? 0 : 1]; }
  Result<void> part_lines();
  Result<std::string> text(const Copy& copy, const RawLine& line) const;
  std::string_view uuid_at(const Copy& copy, std::int64_t offset) const;
  bool is_compacted_apart(const Copy& copy) const;
  TimeMs newest_own(const Copy& copy) const;
  std::string last_prompt(Side side) const;
  using LinesByUuid =
      std::map<std::string_view, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;
  Result<LinesByUuid> own_nodes(Side side) const;
  Result<void> compare_own_nodes(Side first, Side last);
  const NewIds& ids(Side side) const { return side == renamed_side_ ? new_ids_ : no_ids_; }
  Result<void> verify_end(Side side, const Tree& merged) const;

  std::vector<Copy> copies_;
  std::string session_;
  std::vector<RawLine> common_lines_;  // in the file of A
  std::int64_t common_ = 0;
  NewIds new_ids_;                             // of lines of the side that was written last
  std::set<std::string, std::less<>> shared_;  // uuids of its lines that the other has, too
  NewIds no_ids_;
  Side renamed_side_ = Side::kB;
};

}  // namespace clew
