// SPDX-License-Identifier: MIT
#include "doctor/path_work.h"

namespace clew {

PathStep::PathStep(PathWork& work)
    : patient_(work.patient),
      t_(work.patient.transcript),
      tree_(work.patient.messages.tree()),
      diagnosis_(work.diagnosis),
      options_(work.options),
      receipt_(work.receipt),
      path_(work.path),
      items_(work.items),
      positions_(work.positions),
      changed_(work.changed),
      end_(work.end) {}

PathItem PathStep::item_of(EntryIndex entry) const {
  PathItem item;
  item.entry = entry;
  item.uuid = t_.text(t_[entry].uuid);
  return item;
}

PathItem* PathStep::item(EntryIndex entry) {
  const auto found = positions_.find(entry);
  return found == positions_.end() ? nullptr : &items_[found->second];
}

void PathStep::note_positions() {
  positions_.clear();
  for (std::size_t i = 0; i < items_.size(); ++i) {
    if (items_[i].entry != kNoEntry) positions_[items_[i].entry] = i;
  }
}

void PathStep::insert(std::size_t position, PathItem item) {
  items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(position), std::move(item));
  note_positions();
}

void PathStep::note_change(EntryIndex entry) {
  if (entry != kNoEntry) changed_.insert(entry);
}

void PathStep::drop_item(EntryIndex entry, Defect defect) {
  PathItem* one = item(entry);
  if (one == nullptr || one->dropped) return;
  one->dropped = true;
  note_change(entry);
  ++receipt_.left_out_lines;
  receipt_.add(defect, t_[entry].line);
}

bool PathStep::is_thinking(const Block& block) {
  return block.kind == BlockKind::kThinking || block.kind == BlockKind::kRedactedThinking;
}

bool PathStep::has_thinking(EntryIndex entry) const {
  const auto blocks = t_.blocks_of(t_[entry]);
  return std::any_of(blocks.begin(), blocks.end(), is_thinking);
}

void PathStep::strip_line(PathItem& one) {
  const auto blocks = t_.blocks_of(t_[one.entry]);
  bool other = false;
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    if (is_thinking(blocks[i])) {
      one.edit.blocks[i].drop = true;
    } else {
      other = true;
    }
  }
  if (!blocks.empty() && !other && !one.dropped) {
    one.dropped = true;
    ++receipt_.left_out_lines;
  }
}

}  // namespace clew
