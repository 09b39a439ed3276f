// SPDX-License-Identifier: MIT
//
// A copy of a session in which what is wrong is mended. A repair is a few passes over the file,
// each from a whole file to a whole file, one after the other as long as there is something to do:
//   1. lines    records that no reader sees get lines of their own, fragments go   (A)
//   2. tree     circles, repeated lines, times, what only fills the file           (B, G)
//   3. path     one chain to the end of the conversation that the API takes        (B, C, D, E, F,
//   G)
// Lines that need no change keep every byte but the session's id. The original is never written to:
// a pass reads it and hands out lines.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "doctor/diagnosis.h"

namespace clew {

// What a repair did about one kind of trouble.
struct Change {
  static constexpr std::size_t kMostLost = 20;

  Defect defect = Defect::kA1;
  std::vector<std::int64_t> lines;  // the first of them, by their numbers in the original
  std::int64_t count = 0;
  std::int64_t lost_bytes = 0;
  std::vector<std::string> lost;  // what of it can be read, the first of it
};

class Receipt {
 public:
  // `lost_bytes`: where that is more than what can be shown of it.
  void add(Defect defect, std::int64_t line, std::string_view lost = {},
           std::int64_t lost_bytes = 0);
  const std::vector<Change>& changes() const { return changes_; }
  // Of each line of the file that the next pass reads, which line of the original it was; 0: none.
  // Without it that file is the original.
  void set_origins(std::vector<std::int64_t> origins) { origins_ = std::move(origins); }
  std::int64_t origin_of(std::int64_t line) const;
  std::int64_t added_lines = 0;
  std::int64_t left_out_lines = 0;
  std::int64_t aside_lines = 0;  // behind a compaction that was added
  std::int64_t thinking_lines =
      0;  // that lost their thinking because something before them changed

 private:
  std::vector<Change> changes_;
  std::vector<std::int64_t> origins_;
};

struct RepairOptions {
  std::string session;        // id of the copy
  std::set<Defect> only;      // empty: everything
  std::set<Defect> given_up;  // notes that a pass did not help against

  bool wants(Defect defect) const {
    const bool chosen = only.empty() ? !is_on_request(defect) : only.contains(defect);
    return chosen && !given_up.contains(defect);
  }
};

// `from`: the number of the line that it was; 0: it is new.
using LineSink = std::function<Result<void>(std::string_view line, std::int64_t from)>;

enum class Pass : std::uint8_t { kNone, kLines, kTree, kPath };

// Which one is for this.
Pass pass_of(Defect defect);

// What has to be done next.
Pass next_pass(const Diagnosis& diagnosis, const RepairOptions& options);

// Does it. `end` becomes the uuid that the conversation ends at.
Result<void> run_pass(Pass pass, const Patient& patient, const Diagnosis& diagnosis,
                      const RepairOptions& options, const LineSink& sink, Receipt& receipt,
                      std::string& end);

// Of one pass each.
Result<void> repair_lines(const Patient& patient, const RepairOptions& options,
                          const LineSink& sink, Receipt& receipt);
Result<void> repair_tree(const Patient& patient, const Diagnosis& diagnosis,
                         const RepairOptions& options, const LineSink& sink, Receipt& receipt);
Result<void> repair_path(const Patient& patient, const Diagnosis& diagnosis,
                         const RepairOptions& options, const LineSink& sink, Receipt& receipt,
                         std::string& end);

// The bytes of a line as they are, also of a giant. Valid until the next call.
class RawLines {
 public:
  explicit RawLines(const Patient& patient) : patient_(patient) {}
  Result<std::string_view> line(const Entry& entry);

 private:
  const Patient& patient_;
  std::string giant_;
};

}  // namespace clew
