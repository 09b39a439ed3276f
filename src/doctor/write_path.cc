// SPDX-License-Identifier: MIT
//
// The conversation as one chain, in the places that its lines have in the file.

#include "doctor/path_work.h"

namespace clew {
namespace {

class PathWriter : private PathStep {
 public:
  explicit PathWriter(PathWork& work) : PathStep(work) {}

  Result<void> run(const LineSink& sink) {
    keep_one();
    link();
    if (has(Defect::kB2)) cut_circles();
    return write(sink);
  }

 private:
  // Lines that a compaction kept stay where and as they are: they hang on it by its own list.
  bool is_kept_by_compaction(EntryIndex entry) const {
    return boundary_ != kNoEntry && entry < boundary_;
  }

  // A conversation of which every line goes would be none: one stays, without its content.
  void keep_one() {
    PathItem* last = nullptr;
    for (PathItem& one : items_) {
      if (one.entry == kNoEntry || !t_[one.entry].is_conversation()) continue;
      if (!one.dropped) return;
      last = &one;
    }
    if (last == nullptr) return;
    last->dropped = false;
    --receipt_.left_out_lines;
    last->edit.blocks[0].drop = true;
    for (std::uint32_t i = 1; i < t_[last->entry].block_count; ++i) {
      last->edit.blocks[i].drop = true;
    }
  }

  void link() {
    boundary_ = kNoEntry;
    for (const PathItem& one : items_) {
      if (one.entry != kNoEntry && t_.text(t_[one.entry].subtype) == "compact_boundary") {
        boundary_ = std::max(boundary_, one.entry);
      }
    }
    const PathItem* before = nullptr;
    std::string before_end;
    bool before_kept = false;
    for (PathItem& one : items_) {
      one.edit.session = options_.session;
      if (one.dropped) {
        instead_[one.uuid] = before == nullptr ? std::string() : before->uuid;
        continue;
      }
      const bool kept = one.entry != kNoEntry && is_kept_by_compaction(one.entry);
      const bool same = one.entry != kNoEntry && before != nullptr &&
                        before->uuid == t_.text(t_[one.entry].parent);
      if (before != nullptr && !kept && !before_kept && !same) one.edit.parent = before->uuid;
      before_end = before == nullptr ? std::string() : before->uuid;
      before = &one;
      before_kept = kept;
      end_ = one.uuid;
    }
    part_from_named_end(before_end);
    // What hung on a line that is left out at the very start hangs on nothing.
    for (PathItem& one : items_) {
      if (one.dropped || one.entry == kNoEntry || one.edit.parent) continue;
      const auto gone = instead_.find(std::string(t_.text(t_[one.entry].parent)));
      if (gone != instead_.end()) one.edit.parent = gone->second;
    }
  }

  // A resume goes past an end that something hangs on, whoever named it: what came after it becomes
  // a branch beside it.
  void part_from_named_end(const std::string& before) {
    if (patient_.leaf != kNoSymbol) instead_[end_] = before;
  }

  // As one chain the lines of the conversation lead nowhere but to its start, so the circle is cut
  // there; one that lies beside it at its first line.
  void cut_circles() {
    const auto first = std::find_if(items_.begin(), items_.end(), [](const PathItem& one) {
      return !one.dropped && one.entry != kNoEntry;
    });
    std::vector<std::uint8_t> seen(Tree::index(tree_.size()), 0);
    for (NodeId start = 0; start < tree_.size(); ++start) {
      std::vector<NodeId> way;
      NodeId node = start;
      while (node >= 0 && seen[Tree::index(node)] == 0) {
        seen[Tree::index(node)] = 1;
        way.push_back(node);
        node = tree_.parent(node);
      }
      if (node >= 0 && seen[Tree::index(node)] == 1) {
        cut_circle({std::find(way.begin(), way.end(), node), way.end()},
                   first == items_.end() ? nullptr : &*first);
      }
      for (const NodeId done : way) seen[Tree::index(done)] = 2;
    }
  }

  void cut_circle(const std::vector<NodeId>& circle, PathItem* first) {
    const NodeId begin = *std::min_element(circle.begin(), circle.end());
    receipt_.add(Defect::kB2, tree_.entry(begin).line);
    bool on_chain = false;
    for (const NodeId node : circle) {
      const EntryIndex line = tree_.last_line(node);
      on_chain |= positions_.contains(line);
      if (first != nullptr && first->entry == line && !first->edit.parent) first->edit.parent = "";
    }
    if (!on_chain) cut_.insert(tree_.last_line(begin));
  }

  // In the places that the lines of the chain have in the file, but in the order of the chain, so
  // that no line stands before its parent. New ones stand behind the line that they follow.
  Result<void> write(const LineSink& sink) {
    std::vector<const PathItem*> order;
    std::vector<EntryIndex> slots;
    std::map<EntryIndex, const PathItem*> in_place;
    std::set<EntryIndex> gone;
    for (const PathItem& one : items_) {
      if (one.dropped) {
        gone.insert(one.entry);
      } else if (one.entry != kNoEntry && is_kept_by_compaction(one.entry)) {
        in_place[one.entry] = &one;
      } else {
        order.push_back(&one);
        if (one.entry != kNoEntry) slots.push_back(one.entry);
      }
    }
    std::sort(slots.begin(), slots.end());
    std::size_t next = 0;
    std::size_t slot = 0;
    const auto write_new = [&]() -> Result<void> {
      while (next < order.size() && order[next]->entry == kNoEntry) {
        if (auto done = write_item(*order[next++], sink); !done) return done;
      }
      return {};
    };
    for (EntryIndex i = 0; i < t_.count(); ++i) {
      if (gone.contains(i)) continue;
      if (const auto found = in_place.find(i); found != in_place.end()) {
        if (auto done = write_item(*found->second, sink); !done) return done;
      } else if (slot < slots.size() && slots[slot] == i) {
        ++slot;
        if (auto done = write_new(); !done) return done;
        if (auto done = write_item(*order[next++], sink); !done) return done;
        if (auto done = write_new(); !done) return done;
      } else if (auto done = write_other(i, sink); !done) {
        return done;
      }
    }
    return write_new();  // where no line of the file is left to follow
  }

  Result<void> write_item(const PathItem& one, const LineSink& sink) {
    LineEdit edit = one.edit;
    if (one.entry == kNoEntry) {
      edit.time = t_[one.like].time == kNoTime ? 0 : t_[one.like].time;
      auto like = raw_.line(t_[one.like]);
      if (!like) return like.error();
      return sink(added_line(*like, one, edit), 0);
    }
    auto line = raw_.line(t_[one.entry]);
    if (!line) return line.error();
    return sink(edit_line(*line, edit).text, t_[one.entry].line);
  }

  static std::string added_line(std::string_view like, const PathItem& one, const LineEdit& edit) {
    switch (one.added) {
      case Added::kResult:
        return added_result_line(like, one.uuid, edit, one.text);
      case Added::kBoundary:
        return added_boundary_line(like, one.uuid, edit, one.text);
      case Added::kSummary:
        return added_summary_line(like, one.uuid, edit, one.text);
      default:
        return added_text_line(like, one.uuid, edit, one.assistant, one.text);
    }
  }

  // A line beside the conversation.
  Result<void> write_other(EntryIndex entry, const LineSink& sink) {
    LineEdit edit;
    edit.session = options_.session;
    const auto gone = instead_.find(std::string(t_.text(t_[entry].parent)));
    if (t_[entry].parent != kNoSymbol && gone != instead_.end()) edit.parent = gone->second;
    if (cut_.contains(entry)) edit.parent = "";
    auto line = raw_.line(t_[entry]);
    if (!line) return line.error();
    return sink(edit_line(*line, edit).text, t_[entry].line);
  }

  RawLines raw_{patient_};
  std::map<std::string, std::string> instead_;  // by uuid of a line that is left out
  std::set<EntryIndex> cut_;  // lines beside the conversation that hang on nothing
  EntryIndex boundary_ = kNoEntry;
};

}  // namespace

Result<void> write_path(PathWork& work, const LineSink& sink) { return PathWriter(work).run(sink); }

}  // namespace clew
