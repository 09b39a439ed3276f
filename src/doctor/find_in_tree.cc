// SPDX-License-Identifier: MIT
//
// Classes B: what is on the way that a resume takes, and what is not.

#include <algorithm>
#include <set>

#include "doctor/cut_off.h"
#include "doctor/diagnosis.h"
#include "transcript/parallel_calls.h"

namespace clew {
namespace {

class TreeFinder {
 public:
  TreeFinder(const Patient& patient, const ChosenPath& path, Troubles& out)
      : t_(patient.transcript),
        tree_(patient.messages.tree()),
        limits_(patient.limits),
        end_is_named_(patient.leaf != kNoSymbol),
        path_(path),
        out_(out),
        children_(tree_.parents()),
        on_chain_(t_.entries.size(), false) {
    for (const EntryIndex line : path_.chain) on_chain_[at(line)] = true;
    for (const EntryIndex line : path_.chain) {
      if (t_[line].message_id != kNoSymbol) ids_on_chain_.insert(t_[line].message_id);
    }
  }

  void run() {
    if (!has_main_conversation() || reads_in_file_order(t_)) return;  // has no tree
    find_cycles();
    find_repeated();
    find_the_end();
    find_missing_parents();
    find_progress();
    find_parallel();
    find_answers_beside();
    find_other_ends();
    find_compactions();
    find_wiped();
  }

 private:
  static std::size_t at(EntryIndex line) { return static_cast<std::size_t>(line); }
  bool on_chain(NodeId node) const { return on_chain_[at(tree_.last_line(node))]; }
  void note(Defect defect, const Entry& line, Sureness sure = Sureness::kCertain) {
    out_.add(defect, false, sure, line.line);
  }
  void alarm(Defect defect, const Entry& line, Sureness sure = Sureness::kCertain) {
    out_.add(defect, true, sure, line.line);
  }

  void find_cycles() {
    enum class Seen : std::uint8_t { kNo, kNow, kDone };
    std::vector<Seen> seen(Tree::index(tree_.size()), Seen::kNo);
    for (NodeId start = 0; start < tree_.size(); ++start) {
      std::vector<NodeId> way;
      NodeId node = start;
      while (node >= 0 && seen[Tree::index(node)] == Seen::kNo) {
        seen[Tree::index(node)] = Seen::kNow;
        way.push_back(node);
        node = tree_.parent(node);
      }
      if (node >= 0 && seen[Tree::index(node)] == Seen::kNow) {
        const auto begin = std::find(way.begin(), way.end(), node);
        note(Defect::kB2, tree_.entry(*std::min_element(begin, way.end())));
      }
      for (const NodeId done : way) seen[Tree::index(done)] = Seen::kDone;
    }
  }

  EntryIndex last_boundary() const {
    return t_.compactions.empty() ? kNoEntry : t_.compactions.back().entry;
  }

  void find_repeated() {
    const EntryIndex boundary = last_boundary();
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (tree_.first_line(node) == tree_.last_line(node)) continue;
      const bool replay = boundary != kNoEntry && tree_.first_line(node) < boundary &&
                          tree_.last_line(node) > boundary;
      note(replay ? Defect::kB10 : Defect::kB3, tree_.entry(node));
    }
  }

  bool has_main_conversation() const {
    return std::any_of(t_.entries.begin(), t_.entries.end(),
                       [](const Entry& line) { return line.is_conversation() && !line.sidechain; });
  }

  void find_the_end() {
    const Entry* last = nullptr;
    for (const Entry& line : t_.entries) {
      if (line.is_node() && line.is_conversation() && !line.sidechain) last = &line;
    }
    if (last == nullptr) return;
    const bool empty_by_choice = !t_.last_prompts.empty() && t_.last_prompts.back().is_explicit &&
                                 t_.last_prompts.back().is_null;
    if (empty_by_choice && path_.chain.empty()) {
      return alarm(Defect::kB14, t_[t_.last_prompts.back().entry]);
    }
    if (path_.refused.empty()) return;
    if (last->time == kNoTime) alarm(Defect::kB12, *last);
  }

  // Where the conversation begins in the middle of the file, all before it is forgotten. A parent
  // that is missing anywhere else has 2.1 found a line for.
  void find_missing_parents() {
    switch (cut_off(tree_, path_.chain)) {
      case CutOff::kNo:
        break;
      case CutOff::kMissing:
      case CutOff::kNoParent:
        alarm(Defect::kB1, t_[path_.chain.front()], Sureness::kLikely);
        break;
      case CutOff::kCircle:
        alarm(Defect::kB2, t_[path_.chain.front()]);
        break;
    }
    for (std::size_t i = 1; i < path_.chain.size(); ++i) {
      const Entry& line = t_[path_.chain[i]];
      const NodeId node = tree_.find(line.uuid);
      if (node >= 0 && tree_.parent(node) == kMissingNode && !line.sidechain) {
        note(Defect::kB1, line);
        Trouble& trouble = *out_.find(Defect::kB1);
        if (!trouble.alarm) trouble.detail = "2.1 finds the line that it belongs behind";
      }
    }
  }

  void find_progress() {
    std::vector<bool> progress(t_.symbols.size(), false);
    for (const Entry& line : t_.entries) {
      if (line.type == EntryType::kProgress && line.uuid != kNoSymbol) progress[line.uuid] = true;
    }
    for (const EntryIndex index : path_.chain) {
      const Entry& line = t_[index];
      if (line.parent != kNoSymbol && progress[line.parent] && tree_.find(line.parent) < 0) {
        note(Defect::kB5, line);
      }
    }
  }

  bool is_before_2_1_80(const Entry& line) const {
    const std::string_view version = t_.text(t_.origin(line).version);
    if (version.starts_with("1.") || version.starts_with("2.0.")) return true;
    if (!version.starts_with("2.1.")) return false;
    const std::string_view patch = version.substr(4);
    return patch.size() < 2 || (patch.size() == 2 && patch < "80");
  }

  // A result on the loaded way that is not an ancestor of what follows it.
  void find_parallel() {
    for (std::size_t i = 0; i + 1 < path_.chain.size(); ++i) {
      const Entry& line = t_[path_.chain[i]];
      if (line.type != EntryType::kUser || !has_results(t_, line) || !is_before_2_1_80(line))
        continue;
      const NodeId node = tree_.find(line.uuid);
      if (node < 0) continue;
      const auto below = children_.of(node);
      const bool leads_on =
          std::any_of(below.begin(), below.end(), [&](NodeId child) { return on_chain(child); });
      if (!leads_on) note(Defect::kB4, line);
    }
  }

  // An answer that nothing follows, beside a note of the system that the conversation goes through.
  void find_answers_beside() {
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const Entry& line = tree_.entry(node);
      if (line.type != EntryType::kAssistant || line.api_error || line.sidechain ||
          on_chain(node) || t_.text(line.model) == kSyntheticModel ||
          ids_on_chain_.contains(line.message_id) || !children_.of(node).empty() ||
          tree_.parent(node) < 0) {
        continue;
      }
      for (const NodeId sibling : children_.of(tree_.parent(node))) {
        if (sibling > node && tree_.entry(sibling).type == EntryType::kSystem &&
            on_chain(sibling) && prompt_follows(tree_.last_line(sibling))) {
          alarm(Defect::kB6, line, Sureness::kLikely);
          break;
        }
      }
    }
  }

  // Behind an answer comes a prompt; where another answer comes, the request was repeated.
  bool prompt_follows(EntryIndex line) const {
    auto next = std::find(path_.chain.begin(), path_.chain.end(), line);
    while (next != path_.chain.end() && !t_[*next].is_conversation()) ++next;
    return next != path_.chain.end() && t_[*next].type == EntryType::kUser;
  }

  bool says_something(const Entry& line) const {
    const auto blocks = t_.blocks_of(line);
    return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) {
      return block.kind == BlockKind::kText && block.visible;
    });
  }

  // Words written behind the note of where the conversation stands, and not on the way that it
  // names.
  void find_other_ends() {
    if (t_.last_prompts.empty() || path_.chain.empty() || end_is_named_) return;
    const EntryIndex noted = t_.last_prompts.back().entry;
    for (EntryIndex i = t_.count() - 1; i > noted; --i) {
      const Entry& line = t_[i];
      if (!line.is_node() || !line.is_conversation() || line.sidechain || line.meta) continue;
      if (!on_chain_[at(i)] && !ids_on_chain_.contains(line.message_id)) {
        alarm(Defect::kB7, line, Sureness::kPossible);
        out_.find(Defect::kB7)->ends = {std::string(t_.text(t_[path_.tip].uuid)),
                                        std::string(t_.text(line.uuid))};
      }
      return;
    }
  }

  void find_compactions() {
    const EntryIndex boundary = last_boundary();
    if (boundary == kNoEntry || path_.chain.empty() || t_.compactions.back().micro) return;
    if (on_chain_[at(boundary)]) return;
    const bool big = t_.bytes > limits_.big_file;
    if (big && hangs_before(boundary)) {
      alarm(Defect::kB9, t_[boundary], Sureness::kPossible);
    } else if (!big && boundary > path_.chain.front() && path_.tip > boundary) {
      note(Defect::kB8, t_[boundary], Sureness::kPossible);
    }
  }

  // By its parents, whatever is loaded of them. One whose parents lead nowhere is only cut off
  // (B1).
  bool hangs_before(EntryIndex boundary) const {
    NodeId node = tree_.find(t_[path_.tip].uuid);
    for (NodeId steps = 0; node >= 0 && steps <= tree_.size(); ++steps) {
      if (tree_.first_line(node) < boundary) return true;
      node = tree_.parent(node);
    }
    return false;
  }

  void find_wiped() {
    std::int64_t all = 0;
    std::int64_t empty = 0;
    for (const Entry& line : t_.entries) {
      if (!line.is_conversation() || line.sidechain) continue;
      ++all;
      const auto blocks = t_.blocks_of(line);
      empty += std::all_of(blocks.begin(), blocks.end(),
                           [](const Block& block) {
                             return block.kind == BlockKind::kText && !block.visible;
                           })
                   ? 1
                   : 0;
    }
    constexpr std::int64_t kMany = 20;
    if (empty >= kMany && empty * 2 > all) {
      Trouble& trouble = out_.add(Defect::kB11, true, Sureness::kLikely, 0);
      trouble.count = empty;
    }
  }

  const Transcript& t_;
  const Tree& tree_;
  const DoctorLimits& limits_;
  const bool end_is_named_;
  const ChosenPath& path_;
  Troubles& out_;
  const Children children_;
  std::vector<bool> on_chain_;
  std::set<Symbol> ids_on_chain_;
};

}  // namespace

void find_in_tree(const Patient& patient, const ChosenPath& path, Troubles& out) {
  TreeFinder(patient, path, out).run();
}

}  // namespace clew
