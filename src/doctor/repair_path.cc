// SPDX-License-Identifier: MIT
//
// The pass over the conversation: the lines that 2.1 loads become one chain, in their order, and
// what the API would refuse of them is mended.

#include "doctor/cut_off.h"
#include "doctor/path_work.h"

namespace clew {
namespace {

// Which lines there are.
class PathLoader : private PathStep {
 public:
  explicit PathLoader(PathWork& work) : PathStep(work) {}

  void run() {
    load();
    if (wants(Defect::kB6)) bring_answers_back();
  }

 private:
  // The lines on the way; where their start hangs on nothing, also the way to the line before it.
  void load() {
    path_ = find_path(tree_, RuleSet::k21, patient_.leaf);
    std::vector<EntryIndex> chain = path_.chain;
    if (has(Defect::kB8)) hang_behind_compaction(chain);
    constexpr int kMostParts = 200;
    for (int parts = 0; parts < kMostParts; ++parts) {
      const CutOff cut = cut_off(tree_, chain);
      const Defect defect = cut == CutOff::kCircle ? Defect::kB2 : Defect::kB1;
      if (cut == CutOff::kNo || !wants(defect)) break;
      const EntryIndex first = chain.front();
      const EntryIndex before = line_before(tree_.first_line(tree_.find(t_[first].uuid)), chain);
      if (before == kNoEntry) break;
      std::vector<EntryIndex> more = find_path(tree_, RuleSet::k21, t_[before].uuid).chain;
      // One that 2.1 would not end at, because it has no time, is an ancestor all the same.
      if (more.empty()) more = way_to(before);
      const std::set<EntryIndex> taken(chain.begin(), chain.end());
      std::erase_if(more, [&](EntryIndex line) { return taken.contains(line); });
      if (more.empty()) break;
      if (defect == Defect::kB1)
        receipt_.add(defect, t_[first].line);  // circles are noted when cut
      more.insert(more.end(), chain.begin(), chain.end());
      chain = std::move(more);
    }
    path_.chain = chain;
    for (const EntryIndex line : chain) items_.push_back(item_of(line));
    note_positions();
  }

  // By the parents alone.
  std::vector<EntryIndex> way_to(EntryIndex line) const {
    std::vector<EntryIndex> way;
    std::set<NodeId> seen;
    for (NodeId node = tree_.find(t_[line].uuid); node >= 0 && seen.insert(node).second;
         node = tree_.parent(node)) {
      way.push_back(tree_.last_line(node));
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  // What was written behind the newest compaction, and hangs before it, hangs on the end of what
  // belongs to it.
  void hang_behind_compaction(std::vector<EntryIndex>& chain) {
    const EntryIndex boundary = t_.compactions.back().entry;
    const auto first =
        std::find_if(chain.begin(), chain.end(), [&](EntryIndex line) { return line > boundary; });
    if (first == chain.end()) return;
    for (EntryIndex end = *first - 1; end >= boundary; --end) {
      if (!t_[end].is_node() || t_[end].sidechain || tree_.find(t_[end].uuid) < 0) continue;
      std::vector<EntryIndex> segment = find_path(tree_, RuleSet::k21, t_[end].uuid).chain;
      if (std::find(segment.begin(), segment.end(), boundary) == segment.end()) continue;
      receipt_.add(Defect::kB8, t_[*first].line);
      segment.insert(segment.end(), first, chain.end());
      chain = std::move(segment);
      return;
    }
  }

  // The last line of the conversation before this one; none across a compaction.
  EntryIndex line_before(EntryIndex line, const std::vector<EntryIndex>& chain) const {
    const std::set<EntryIndex> taken(chain.begin(), chain.end());
    EntryIndex found = kNoEntry;
    for (EntryIndex i = line - 1; i >= 0; --i) {
      const Entry& entry = t_[i];
      if (t_.text(entry.subtype) == "compact_boundary") return found;
      const bool usable = entry.is_node() && entry.type != EntryType::kProgress && !entry.sidechain;
      if (!usable || taken.contains(i) || tree_.last_line(tree_.find(entry.uuid)) != i) continue;
      if (found == kNoEntry) found = i;
      if (entry.is_conversation() && !entry.meta) return found;
    }
    return kNoEntry;
  }

  void bring_answers_back() {
    const Trouble* trouble = diagnosis_.find(Defect::kB6);
    if (trouble == nullptr) return;
    const Children children(tree_.parents());
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const Entry& line = tree_.entry(node);
      const bool named = std::find(trouble->lines.begin(), trouble->lines.end(), line.line) !=
                         trouble->lines.end();
      if (!named || item(tree_.last_line(node)) != nullptr || tree_.parent(node) < 0) continue;
      for (const NodeId sibling : children.of(tree_.parent(node))) {
        if (item(tree_.last_line(sibling)) == nullptr) continue;
        insert(positions_[tree_.last_line(sibling)], item_of(tree_.last_line(node)));
        path_.chain.insert(
            path_.chain.begin() + static_cast<std::ptrdiff_t>(positions_[tree_.last_line(node)]),
            tree_.last_line(node));
        receipt_.add(Defect::kB6, line.line);
        break;
      }
    }
  }
};

// What is mended line by line, whoever would send it.
class LineMender : private PathStep {
 public:
  explicit LineMender(PathWork& work) : PathStep(work) {}

  void run() {
    if (wants(Defect::kE6)) part_responses();
    drop_errors();
    if (has(Defect::kD13)) drop_tool_notes();
  }

 private:
  // Each response that came under a message id of another gets its own.
  void part_responses() {
    if (diagnosis_.find(Defect::kE6) == nullptr) return;
    std::map<Symbol, std::map<Symbol, int>> requests;
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry) continue;
      const Entry& line = t_[one.entry];
      if (line.type != EntryType::kAssistant || line.message_id == kNoSymbol ||
          line.request_id == kNoSymbol) {
        continue;
      }
      auto& of_message = requests[line.message_id];
      const int number =
          of_message.emplace(line.request_id, static_cast<int>(of_message.size())).first->second;
      if (number == 0) continue;
      one.edit.message_id = std::string(t_.text(line.message_id)) + "_" + std::to_string(number);
      receipt_.add(Defect::kE6, line.line);
    }
  }

  // 2.x does not send them, 1.0 does; at the end of the copy they would look like its own. What
  // nothing in the file explains is not forgotten.
  void drop_errors() {
    const bool explained = diagnosis_.unexplained() == nullptr;
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || one.dropped) continue;
      const Entry& line = t_[one.entry];
      const bool bad_attachment =
          line.type == EntryType::kAttachment && is_bad_attachment(t_, line, patient_.lines);
      if (line.api_error && explained) {
        receipt_.add(Defect::kD14, line.line);
      } else if (bad_attachment && wants(Defect::kD12)) {
        receipt_.add(Defect::kD12, line.line);
      } else if (!(has(Defect::kE7) && is_only_thinking(line))) {
        continue;
      }
      one.dropped = true;
      ++receipt_.left_out_lines;
    }
  }

  // They never reach the model.
  void drop_tool_notes() {
    for (const std::int64_t number : diagnosis_.find(Defect::kD13)->lines) {
      for (PathItem& one : items_) {
        if (one.entry == kNoEntry || t_[one.entry].line != number) continue;
        one.edit.drop_tool_use_result = true;
        receipt_.add(Defect::kD13, number);
      }
    }
  }

  bool is_only_thinking(const Entry& line) {
    if (line.type != EntryType::kAssistant) return false;
    for (const PathItem& one : items_) {
      if (one.entry == kNoEntry || t_[one.entry].message_id != line.message_id) continue;
      const auto blocks = t_.blocks_of(t_[one.entry]);
      if (!std::all_of(blocks.begin(), blocks.end(), is_thinking)) return false;
    }
    return line.message_id != kNoSymbol && line.block_count > 0;
  }
};

}  // namespace

Result<void> repair_path(const Patient& patient, const Diagnosis& diagnosis,
                         const RepairOptions& options, const LineSink& sink, Receipt& receipt,
                         std::string& end) {
  PathWork work{patient, diagnosis, options, receipt};
  PathLoader(work).run();
  mend_refused(work);
  mend_by_error(work);
  if (work.too_large) {
    return Error{ErrorCode::kInvalid, "this session cannot be repaired (" +
                                          std::string(name_of(*work.too_large)) +
                                          "): its last turns alone are too large"};
  }
  LineMender(work).run();
  strip_thinking_behind_changes(work);
  auto written = write_path(work, sink);
  end = work.end;
  return written;
}

}  // namespace clew
