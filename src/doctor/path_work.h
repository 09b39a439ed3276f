// SPDX-License-Identifier: MIT
//
// What the steps of the pass over the conversation share: its lines in their order, each with what
// becomes of it.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "doctor/line_edit.h"
#include "doctor/repair.h"

namespace clew {

// What a new line is.
enum class Added : std::uint8_t {
  kText,
  kResult,    // of a call
  kBoundary,  // of a compaction
  kSummary,   // what follows it
};

// A line of the chain, of the file or new.
struct PathItem {
  EntryIndex entry = kNoEntry;  // kNoEntry: new
  std::string uuid;
  LineEdit edit;
  bool dropped = false;
  // Of a new one:
  Added added = Added::kText;
  std::string text;  // or the call, or the line before a boundary
  bool assistant = false;
  EntryIndex like = kNoEntry;
};

struct PathWork {
  const Patient& patient;
  const Diagnosis& diagnosis;
  const RepairOptions& options;
  Receipt& receipt;
  ChosenPath path{};
  std::vector<PathItem> items{};
  std::map<EntryIndex, std::size_t> positions{};
  std::set<EntryIndex> changed{};     // lines whose content is not what it was
  std::string end{};                  // uuid of the last line
  std::optional<Defect> too_large{};  // what could not be made small enough
};

// What every step needs of it.
class PathStep {
 protected:
  explicit PathStep(PathWork& work);

  bool wants(Defect defect) const { return options_.wants(defect); }
  bool has(Defect defect) const { return wants(defect) && diagnosis_.find(defect) != nullptr; }

  PathItem item_of(EntryIndex entry) const;
  PathItem* item(EntryIndex entry);
  void note_positions();
  void insert(std::size_t position, PathItem item);
  void note_change(EntryIndex entry);
  void drop_item(EntryIndex entry, Defect defect);

  static bool is_thinking(const Block& block);
  bool has_thinking(EntryIndex entry) const;
  void strip_line(PathItem& one);

  const Patient& patient_;
  const Transcript& t_;
  const Tree& tree_;
  const Diagnosis& diagnosis_;
  const RepairOptions& options_;
  Receipt& receipt_;
  ChosenPath& path_;
  std::vector<PathItem>& items_;
  std::map<EntryIndex, std::size_t>& positions_;
  std::set<EntryIndex>& changed_;
  std::string& end_;
};

// The steps.
void mend_refused(PathWork& work);
// Of what is sent so many bytes go; 0: it is not known how many have to.
// Whether that is enough.
bool fit_size(PathWork& work, Defect why, std::int64_t excess);
void mend_by_error(PathWork& work);
// Behind a change the API takes no thinking.
void strip_thinking_behind_changes(PathWork& work);
// Links the lines to one chain.
Result<void> write_path(PathWork& work, const LineSink& sink);

}  // namespace clew
