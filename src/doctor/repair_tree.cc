// SPDX-License-Identifier: MIT
//
// The pass over the tree: what can be mended without knowing where the conversation ends.

#include <algorithm>
#include <map>

#include "doctor/line_edit.h"
#include "doctor/repair.h"

namespace clew {
namespace {

class TreePass {
 public:
  TreePass(const Patient& patient, const Diagnosis& diagnosis, const RepairOptions& options,
           Receipt& receipt)
      : patient_(patient),
        t_(patient.transcript),
        tree_(patient.messages.tree()),
        diagnosis_(diagnosis),
        options_(options),
        receipt_(receipt),
        dropped_(t_.entries.size(), false),
        content_(t_.entries.size(), kNoEntry) {}

  Result<void> run(const LineSink& sink) {
    if (has(Defect::kB3) || has(Defect::kB10)) keep_one_of_each();
    if (has(Defect::kB9)) drop_boundary();
    if (has(Defect::kB12)) give_time();
    if (has(Defect::kB14)) drop_empty_choice();
    if (has(Defect::kG3)) drop_progress();
    if (has(Defect::kG4)) keep_last_snapshots();
    if (has(Defect::kB5) || has(Defect::kG3)) bridge_progress();
    return write(sink);
  }

 private:
  bool has(Defect defect) const {
    return options_.wants(defect) && diagnosis_.find(defect) != nullptr;
  }
  static std::size_t at(EntryIndex line) { return static_cast<std::size_t>(line); }
  void drop(EntryIndex line) {
    dropped_[at(line)] = true;
    ++receipt_.left_out_lines;
  }

  // The last content at the first place.
  void keep_one_of_each() {
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      const NodeId node = t_[i].is_node() ? tree_.find(t_[i].uuid) : kNoNode;
      if (node < 0 || tree_.first_line(node) == tree_.last_line(node)) continue;
      if (i == tree_.first_line(node)) {
        content_[at(i)] = tree_.last_line(node);
        receipt_.add(is_replayed(node) ? Defect::kB10 : Defect::kB3, t_[i].line);
      } else {
        drop(i);
      }
    }
  }

  // By the newest compaction.
  bool is_replayed(NodeId node) const {
    return !t_.compactions.empty() && tree_.first_line(node) < t_.compactions.back().entry &&
           tree_.last_line(node) > t_.compactions.back().entry;
  }

  // With it goes the branch behind it, which is not the one that is resumed.
  void drop_boundary() {
    const EntryIndex boundary = t_.compactions.back().entry;
    drop(boundary);
    receipt_.add(Defect::kB9, t_[boundary].line);
  }

  void give_time() {
    TimeMs newest = kNoTime;
    EntryIndex last = kNoEntry;
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      const Entry& line = t_[i];
      if (!line.is_node() || !line.is_conversation() || line.sidechain) continue;
      last = i;
      if (line.time != kNoTime) newest = std::max(newest, line.time);
    }
    if (last == kNoEntry) return;
    times_[last] = newest == kNoTime ? 0 : newest;
    receipt_.add(Defect::kB12, t_[last].line);
  }

  void drop_empty_choice() {
    for (const LastPrompt& one : t_.last_prompts) {
      if (!one.is_explicit || !one.is_null) continue;
      drop(one.entry);
      receipt_.add(Defect::kB14, t_[one.entry].line);
    }
  }

  void drop_progress() {
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      if (t_[i].type != EntryType::kProgress) continue;
      drop(i);
      receipt_.add(Defect::kG3, t_[i].line);
    }
  }

  void keep_last_snapshots() {
    std::map<Symbol, EntryIndex> last;
    for (const FileSnapshot& one : t_.snapshots) {
      if (!one.is_delta) last[one.message] = one.entry;
    }
    for (const FileSnapshot& one : t_.snapshots) {
      if (one.is_delta || last[one.message] == one.entry) continue;
      drop(one.entry);
      receipt_.add(Defect::kG4, t_[one.entry].line);
    }
  }

  void bridge_progress() {
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const Entry& line = t_[tree_.last_line(node)];
      const NodeId parent = tree_.parent(node);
      if (line.parent == kNoSymbol || tree_.find(line.parent) >= 0 || parent == kMissingNode)
        continue;
      if (parents_.contains(tree_.first_line(node))) continue;
      parents_[tree_.first_line(node)] =
          parent < 0 ? std::string() : std::string(t_.text(tree_.entry(parent).uuid));
      if (has(Defect::kB5)) receipt_.add(Defect::kB5, line.line);
    }
  }

  Result<void> write(const LineSink& sink) {
    RawLines raw(patient_);
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      if (dropped_[at(i)]) continue;
      const EntryIndex from = content_[at(i)] == kNoEntry ? i : content_[at(i)];
      LineEdit edit;
      edit.session = options_.session;
      if (const auto parent = parents_.find(i); parent != parents_.end())
        edit.parent = parent->second;
      if (has(Defect::kB13) && t_[from].sidechain) {
        edit.to_main = true;
        receipt_.add(Defect::kB13, t_[from].line);
      }
      if (const auto time = times_.find(from); time != times_.end()) edit.time = time->second;
      if (has(Defect::kG6) && t_[from].length > patient_.limits.giant_line) {
        edit.shorten_notes = true;
      }
      auto line = raw.line(t_[from]);
      if (!line) return line.error();
      const EditedLine edited = edit_line(*line, edit);
      if (edited.shortened) receipt_.add(Defect::kG6, t_[from].line);
      if (auto done = sink(edited.text, t_[from].line); !done) return done;
    }
    return {};
  }

  const Patient& patient_;
  const Transcript& t_;
  const Tree& tree_;
  const Diagnosis& diagnosis_;
  const RepairOptions& options_;
  Receipt& receipt_;
  std::vector<bool> dropped_;
  std::vector<EntryIndex> content_;  // by line: whose content it gets
  std::map<EntryIndex, std::string> parents_;
  std::map<EntryIndex, TimeMs> times_;
};

}  // namespace

Result<void> repair_tree(const Patient& patient, const Diagnosis& diagnosis,
                         const RepairOptions& options, const LineSink& sink, Receipt& receipt) {
  return TreePass(patient, diagnosis, options, receipt).run(sink);
}

}  // namespace clew
