// SPDX-License-Identifier: MIT
//
// What Claude Code 2.1 loads on --resume, observed on 2.1.325 (docs/resume.md has the evidence).
// One pass a section:
//   1. drop_before_last_compaction   files over 5 MiB lose what lies before the last boundary
//   2. splice_preserved              messages that a compaction kept are hung behind its summary
//   3. last_line                     the end is the last line of the file, not the newest
//   4. apply_last_prompt             ... unless the CLI noted another end itself
//   5. walk                          parents up to a root; a missing one is guessed by time
//   6. parallel calls come back      (parallel_calls.cc)
//   7. cut_at_compaction             only what lies behind the last boundary counts

#include <algorithm>

#include "transcript/line_by_time.h"
#include "transcript/parallel_calls.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

constexpr std::int64_t kBigFile = std::int64_t{5} << 20;

class Resume21 {
 public:
  explicit Resume21(const Tree& tree) : tree_(tree), t_(tree.transcript()), graph_(tree) {}

  ChosenPath run(NodeId chosen) {
    drop_before_last_compaction();
    splice_preserved();
    if (chosen != kNoNode) {
      if (!graph_.alive(chosen)) graph_ = Graph(tree_);  // asked for: nothing is dropped then
      set_end(chosen, "chosen by uuid");
    } else {
      last_line();
      apply_last_prompt();
    }
    if (empty_) return path_;
    if (end_ == kNoNode || tree_.entry(end_).sidechain) return refuse();
    std::vector<NodeId> chain = walk();
    if (!ends_at_valid_time(chain)) return refuse();
    path_.tip = tree_.last_line(end_);
    if (chosen == kNoNode) add_side_lines_below_end(chain);
    chain = restore_parallel_calls(graph_, chain);
    cut_at_compaction(tree_, chain);
    path_.chain = lines_of(tree_, chain);
    return path_;
  }

 private:
  ChosenPath refuse() {
    path_.refused = "No conversation found";
    path_.reason = "no line that a conversation could end at";
    return path_;
  }

  void set_end(NodeId node, std::string reason) {
    end_ = node;
    path_.reason = std::move(reason);
  }

  bool is_boundary(NodeId node) const { return is_compact_boundary(t_, tree_.entry(node)); }

  bool any_preserved() const {
    return std::any_of(t_.compactions.begin(), t_.compactions.end(),
                       [](const Compaction& c) { return c.has_preserved; });
  }

  NodeId last_boundary() const {
    NodeId last = kNoNode;
    for (const Compaction& compaction : t_.compactions) {
      const NodeId node = tree_.find(t_[compaction.entry].uuid);
      if (!compaction.micro && node != kNoNode && is_boundary(node)) last = std::max(last, node);
    }
    return last;
  }

  void drop_before(NodeId boundary, const std::vector<bool>& kept) {
    for (NodeId node = 0; node < boundary; ++node) {
      if (!kept[Tree::index(node)]) graph_.gone[Tree::index(node)] = true;
    }
  }

  // With preserved messages the next pass does this for files of any size.
  void drop_before_last_compaction() {
    if (t_.bytes <= kBigFile || any_preserved()) return;
    const NodeId boundary = last_boundary();
    if (boundary != kNoNode) drop_before(boundary, std::vector<bool>(graph_.gone.size(), false));
  }

  // Only the last boundary's list counts, but any boundary that ever had one turns this on.
  void splice_preserved() {
    if (!any_preserved()) return;
    const NodeId boundary = last_boundary();
    if (boundary == kNoNode) return;
    const Compaction& compaction = compaction_of(boundary);
    std::vector<NodeId> preserved;
    NodeId anchor = kNoNode;
    if (compaction.has_preserved) {
      preserved = preserved_nodes(tree_, compaction);
      anchor = tree_.find(compaction.anchor);
    }
    std::vector<bool> kept(graph_.gone.size(), false);
    for (const NodeId node : preserved) kept[Tree::index(node)] = true;
    drop_before(boundary, kept);
    if (!preserved.empty() && graph_.alive(anchor)) hang_behind(anchor, boundary, preserved, kept);
  }

  const Compaction& compaction_of(NodeId boundary) const {
    const Compaction* found = &t_.compactions.front();
    for (const Compaction& c : t_.compactions) {
      if (c.entry == tree_.last_line(boundary)) found = &c;
    }
    return *found;
  }

  // anchor <- preserved... <- what hung on the anchor, and later lines whose parent is gone now.
  void hang_behind(NodeId anchor, NodeId boundary, const std::vector<NodeId>& preserved,
                   const std::vector<bool>& kept) {
    NodeId previous = anchor;
    for (const NodeId node : preserved) {
      graph_.parents[Tree::index(node)] = previous;
      previous = node;
    }
    anchor_ = anchor;
    anchor_loops_ = tree_.parent(boundary) >= 0;
    tail_ = previous;
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (graph_.gone[Tree::index(node)] || kept[Tree::index(node)] || node == anchor) continue;
      const NodeId parent = tree_.parent(node);
      const bool lost = parent >= 0 && graph_.gone[Tree::index(parent)] && node > boundary;
      if (parent == anchor || lost) graph_.parents[Tree::index(node)] = tail_;
    }
  }

  // The last line that belongs to a conversation: itself or an ancestor is a user or assistant.
  void last_line() {
    const std::vector<NodeId> talk = nearest_conversation(graph_);
    NodeId last = kNoNode;
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (!graph_.alive(node) || tree_.entry(node).sidechain) continue;
      if (talk[Tree::index(node)] == kNoNode) continue;
      if (last == kNoNode || tree_.last_line(node) > tree_.last_line(last)) last = node;
    }
    if (last == kNoNode) return;
    set_end(last, "last line of the conversation in the file");
    if (last == anchor_ && anchor_loops_) {
      return;  // the way up from the kept messages would come back to them
    }
    if (last == anchor_) {
      set_end(tail_, "end of the messages that the last compaction kept");
    } else if (!had_last_prompt()) {
      newest_descendant(last);
    }
  }

  bool had_last_prompt() const {
    return std::any_of(t_.last_prompts.begin(), t_.last_prompts.end(),
                       [](const LastPrompt& last) { return last.leaf != kNoSymbol; });
  }

  // A last line with children (they were written before it) stands for the newest of them all.
  void newest_descendant(NodeId last) {
    const Children children(graph_.parents);
    std::vector<bool> seen(graph_.parents.size(), false);
    std::vector<NodeId> open(1, last);
    seen[Tree::index(last)] = true;
    NodeId best = last;
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (node != last && later(node, best)) best = node;
      for (const NodeId child : children.of(node)) {
        if (seen[Tree::index(child)] || !graph_.alive(child) || tree_.entry(child).sidechain)
          continue;
        seen[Tree::index(child)] = true;
        open.push_back(child);
      }
    }
    if (best != last) set_end(best, "newest line below the last line of the file");
  }

  bool later(NodeId a, NodeId b) const {
    const TimeMs time_a = tree_.entry(a).time;
    const TimeMs time_b = tree_.entry(b).time;
    if (time_a == kNoTime) return false;
    if (time_b == kNoTime || time_a != time_b) return time_b == kNoTime || time_a > time_b;
    return tree_.last_line(a) > tree_.last_line(b);
  }

  // `last-prompt` names the end, unless the conversation went on from there or was compacted since.
  void apply_last_prompt() {
    const LastPrompt* last = nullptr;
    for (const LastPrompt& candidate : t_.last_prompts) {
      if (candidate.has_leaf) last = &candidate;
    }
    if (!last) return;
    const bool appended_later = end_ != kNoNode && tree_.last_line(end_) > last->entry;
    if (last->is_explicit && last->is_null) {
      if (appended_later) return;
      empty_ = true;
      path_.reason = "rewound to the very start: an empty conversation";
      return;
    }
    const NodeId leaf = tree_.find(last->leaf);
    if (last->leaf == kNoSymbol || !graph_.alive(leaf) || compacted_after(last->entry)) return;
    if (end_ != kNoNode) {
      if (last->is_explicit ? is_ancestor(leaf, end_) && appended_later
                            : is_on_restored_way(leaf)) {
        return;
      }
    }
    if (leaf != end_) set_end(leaf, "named by the last last-prompt line");
  }

  bool compacted_after(EntryIndex line) const {
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (tree_.last_line(node) > line && graph_.alive(node) && is_boundary(node)) return true;
    }
    return false;
  }

  std::vector<NodeId> ancestors(NodeId node) const {
    std::vector<bool> seen(graph_.parents.size(), false);
    std::vector<NodeId> way;
    while (node >= 0 && !seen[Tree::index(node)]) {
      seen[Tree::index(node)] = true;
      way.push_back(node);
      node = graph_.parent(node);
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

  bool is_ancestor(NodeId up, NodeId node) const {
    const std::vector<NodeId> way = ancestors(node);
    return std::find(way.begin(), way.end(), up) != way.end();
  }

  // last-prompt often names one result of a parallel call while the talk goes on from another. That
  // counts as the same talk where its call descends from a call on the way; two calls that both
  // hang on the prompt are two ways.
  bool is_on_restored_way(NodeId leaf) const {
    const std::vector<NodeId> way = ancestors(end_);
    std::vector<bool> on_way(graph_.parents.size(), false);
    for (const NodeId node : way) on_way[Tree::index(node)] = true;
    if (on_way[Tree::index(leaf)]) return true;
    const std::vector<NodeId> restored = restore_parallel_calls(graph_, way);
    if (std::find(restored.begin(), restored.end(), leaf) == restored.end()) return false;
    const std::vector<NodeId> up = ancestors(call_of(leaf));
    const auto met = std::find_if(up.rbegin(), up.rend(),
                                  [&](NodeId node) { return on_way[Tree::index(node)]; });
    if (met == up.rend()) return false;
    const Entry& line = tree_.entry(*met);
    return has_block(t_, line, BlockKind::kToolUse) || has_results(t_, line);
  }

  // The line with the call that a result answers; the line itself if it is no result, or its call
  // is nowhere.
  NodeId call_of(NodeId result) const {
    for (const Block& answer : t_.blocks_of(tree_.entry(result))) {
      if (answer.kind != BlockKind::kToolResult) continue;
      for (NodeId node = 0; node < tree_.size(); ++node) {
        if (!graph_.alive(node)) continue;
        for (const Block& call : t_.blocks_of(tree_.entry(node))) {
          if (call.kind == BlockKind::kToolUse && call.id == answer.id) return node;
        }
      }
    }
    return result;
  }

  std::vector<NodeId> walk() {
    LineByTime by_time(graph_);
    std::vector<bool> seen(graph_.parents.size(), false);
    std::vector<NodeId> chain;
    NodeId node = end_;
    while (node != kNoNode) {
      seen[Tree::index(node)] = true;
      by_time.visit(node);
      chain.push_back(node);
      const NodeId parent = graph_.parent(node);
      if (parent == kNoNode) break;
      const bool there = parent >= 0 && !seen[Tree::index(parent)];
      node = there ? parent : by_time.newest_before(tree_.entry(node).time);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  // Attachments and system lines below the end go along, also those with an answer below them.
  void add_side_lines_below_end(std::vector<NodeId>& chain) const {
    // Nearly always it is a leaf.
    if (std::find(graph_.parents.begin(), graph_.parents.end(), end_) == graph_.parents.end())
      return;
    const Children children(graph_.parents);
    std::vector<bool> seen(graph_.parents.size(), false);
    for (const NodeId node : chain) seen[Tree::index(node)] = true;
    std::vector<NodeId> open(1, end_);
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (node != end_) chain.push_back(node);
      const auto below = children.of(node);
      for (auto child = below.rbegin(); child != below.rend(); ++child) {
        const EntryType type = tree_.entry(*child).type;
        const bool side = type == EntryType::kAttachment || type == EntryType::kSystem;
        if (!side || seen[Tree::index(*child)] || !graph_.alive(*child)) continue;
        if (is_boundary(*child)) continue;
        seen[Tree::index(*child)] = true;
        open.push_back(*child);
      }
    }
  }

  bool ends_at_valid_time(const std::vector<NodeId>& chain) const {
    for (auto node = chain.rbegin(); node != chain.rend(); ++node) {
      const Entry& line = tree_.entry(*node);
      if (line.is_conversation()) return line.time != kNoTime;
    }
    return false;
  }

  const Tree& tree_;
  const Transcript& t_;
  Graph graph_;
  ChosenPath path_;
  NodeId end_ = kNoNode;
  NodeId anchor_ = kNoNode;    // the summary that preserved messages hang behind
  bool anchor_loops_ = false;  // the boundary before it has a parent
  NodeId tail_ = kNoNode;      // the last of them
  bool empty_ = false;
};

constexpr SendRules kSend21{.attachments = true,
                            .announcements = true,
                            .local_commands = true,
                            .joins_across_answers = true,
                            .strict_results = true,
                            .results_first = true};

ChosenPath find_path_21(const Tree& tree, NodeId chosen) { return Resume21(tree).run(chosen); }

}  // namespace

const Rules kRules21{RuleSet::k21, "2.1", find_path_21, &kSend21};

}  // namespace clew
