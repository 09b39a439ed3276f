// SPDX-License-Identifier: MIT

#include "transcript/forks.h"

#include <algorithm>

#include "transcript/branches.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

class ForkFinder {
 public:
  ForkFinder(const MessageTree& messages, const ChosenPath& path)
      : m_(messages),
        tree_(messages.tree()),
        t_(tree_.transcript()),
        children_(tree_.parents()),
        below_(static_cast<std::size_t>(tree_.size())) {
    on_way_.resize(static_cast<std::size_t>(m_.size()), false);
    for (MessageId id = tip_message(m_, path); id != kNoMessage; id = m_[id].parent)
      on_way_[MessageTree::index(id)] = true;
    const NodeId tip = path.tip == kNoEntry ? kNoNode : tree_.find(t_[path.tip].uuid);
    gather(tip);
  }

  std::vector<LineFork> run() {
    explain_roots();
    for (NodeId node = 0; node < tree_.size(); ++node) explain_below(node);
    std::sort(forks_.begin(), forks_.end(),
              [](const LineFork& a, const LineFork& b) { return a.line < b.line; });
    return std::move(forks_);
  }

 private:
  // What a line and all lines below it hold.
  struct Below {
    bool reached = false;  // from a root: false in loops
    bool end = false;      // the end of the path
    bool branch = false;   // a message that continues elsewhere than the path
    EntryIndex last = kNoEntry;
  };
  Below& at(NodeId node) { return below_[Tree::index(node)]; }

  // Children come after their parents in `order`, so that the way back adds up.
  void gather(NodeId tip) {
    std::vector<NodeId> order;
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (tree_.parent(node) < 0) order.push_back(node);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto children = children_.of(order[i]);
      order.insert(order.end(), children.begin(), children.end());
    }
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      Below& here = at(*node);
      here.reached = true;
      here.end |= *node == tip;
      here.branch |= opens_branch(*node);
      here.last = std::max(here.last, tree_.last_line(*node));
      if (tree_.parent(*node) < 0) continue;
      Below& above = at(tree_.parent(*node));
      above.end |= here.end;
      above.branch |= here.branch;
      above.last = std::max(above.last, here.last);
    }
  }

  bool opens(NodeId node) const {
    const MessageId id = m_.message_of(node);
    return id != kNoMessage && m_[id].first == node;
  }
  bool opens_branch(NodeId node) const {
    const MessageId id = m_.message_of(node);
    return opens(node) && m_[id].live && m_[id].counts() && !on_way_[MessageTree::index(id)];
  }

  void explain_roots() {
    bool first = true;
    for (NodeId node = 0; node < tree_.size(); ++node) {
      if (tree_.parent(node) >= 0) continue;
      if (!first) add(kNoEntry, node, reason_of_root(node));
      first = first && m_.message_of(node) == kNoMessage;
    }
  }

  void explain_below(NodeId node) {
    const auto children = children_.of(node);
    if (children.size() < 2) return;
    const NodeId straight =
        *std::max_element(children.begin(), children.end(), [&](NodeId a, NodeId b) {
          return at(a).end != at(b).end ? at(b).end : at(a).last < at(b).last;
        });
    for (const NodeId child : children) {
      if (child == straight) continue;
      add(tree_.last_line(node), child, at(child).reached ? reason_of(child) : ForkReason::kLoop);
    }
  }

  ForkReason reason_of_root(NodeId node) {
    const Entry& line = tree_.entry(node);
    if (m_.message_of(node) == kNoMessage) return ForkReason::kSubagent;
    if (is_compaction(line)) return ForkReason::kCompaction;
    if (tree_.parent(node) == kMissingNode) return ForkReason::kMissingParent;
    // A live root of the tree of messages is an edited first prompt, whichever of them is active.
    const MessageTree::Message& message = m_[m_.message_of(node)];
    if (opens(node) && message.live && message.parent == kNoMessage) return ForkReason::kBranch;
    return reason_of(node);
  }

  ForkReason reason_of(NodeId node) {
    const Entry& line = tree_.entry(node);
    const MessageId id = m_.message_of(node);
    if (id == kNoMessage) return ForkReason::kSubagent;
    if (is_compaction(line)) return ForkReason::kCompaction;
    if (at(node).branch) return ForkReason::kBranch;
    const bool failed_request = t_.text(line.subtype) == "api_error";
    if (m_[id].superseded || failed_request) return ForkReason::kRetry;
    if (m_[id].command && opens(node)) return ForkReason::kCommand;
    if (line.prompt == PromptKind::kToolResult) return ForkReason::kParallelCalls;
    if (line.meta) return ForkReason::kMeta;
    const bool is_answer = line.type == EntryType::kAssistant && !line.api_error;
    return is_answer ? ForkReason::kSameMessage : ForkReason::kSideLines;
  }

  bool is_compaction(const Entry& line) const {
    return line.compact_summary || is_compact_boundary(t_, line);
  }

  void add(EntryIndex from, NodeId node, ForkReason reason) {
    forks_.push_back({from, tree_.last_line(node), reason});
  }

  const MessageTree& m_;
  const Tree& tree_;
  const Transcript& t_;
  Children children_;
  std::vector<Below> below_;
  std::vector<bool> on_way_;  // by message: on the way to the end of the path
  std::vector<LineFork> forks_;
};

}  // namespace

std::string_view name_of(ForkReason reason) {
  switch (reason) {
    case ForkReason::kBranch:
      return "branch";
    case ForkReason::kSubagent:
      return "subagent";
    case ForkReason::kCompaction:
      return "compaction";
    case ForkReason::kParallelCalls:
      return "parallel-calls";
    case ForkReason::kSameMessage:
      return "same-message";
    case ForkReason::kRetry:
      return "retry";
    case ForkReason::kCommand:
      return "command";
    case ForkReason::kSideLines:
      return "side-lines";
    case ForkReason::kMeta:
      return "meta";
    case ForkReason::kMissingParent:
      return "missing-parent";
    case ForkReason::kLoop:
      return "loop";
  }
  return "branch";
}

std::string_view explanation_of(ForkReason reason) {
  switch (reason) {
    case ForkReason::kBranch:
      return "the conversation continued twice: a branch";
    case ForkReason::kSubagent:
      return "lines of a subagent inside the file: a conversation of its own";
    case ForkReason::kCompaction:
      return "a compaction starts anew, but continues from the line before it";
    case ForkReason::kParallelCalls:
      return "calls of one answer run side by side, each result below its own call";
    case ForkReason::kSameMessage:
      return "lines of one answer: one message";
    case ForkReason::kRetry:
      return "a request failed or was cut off, and was repeated";
    case ForkReason::kCommand:
      return "nothing but slash commands and what they printed";
    case ForkReason::kSideLines:
      return "hooks, attachments and notices belong to the message they hang on";
    case ForkReason::kMeta:
      return "text that the CLI added belongs to the message it hangs on";
    case ForkReason::kMissingParent:
      return "its parent is not in the file: it continues from the line before it";
    case ForkReason::kLoop:
      return "its parents lead back to itself: it continues from the line before them";
  }
  return "";
}

std::vector<LineFork> explain_forks(const MessageTree& messages, const ChosenPath& path) {
  return ForkFinder(messages, path).run();
}

}  // namespace clew
