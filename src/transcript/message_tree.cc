// SPDX-License-Identifier: MIT

#include "transcript/message_tree.h"

#include <algorithm>

#include "transcript/parallel_calls.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

bool is_synthetic(const Transcript& t, const Entry& line) {
  return line.api_error || t.text(line.model) == kSyntheticModel;
}

// Lines that open a message; all others belong to the one they hang on.
bool opens_message(const Transcript& t, const Entry& line) {
  if (line.type == EntryType::kAssistant) return !is_synthetic(t, line);
  if (line.type != EntryType::kUser) return is_compact_boundary(t, line);
  switch (line.prompt) {
    case PromptKind::kTyped:
    case PromptKind::kCommand:
    case PromptKind::kShell:
    case PromptKind::kNotification:
    case PromptKind::kCompactSummary:
      return true;
    default:
      return false;
  }
}

}  // namespace

MessageTree::MessageTree(const Tree& tree)
    : tree_(&tree),
      t_(&tree.transcript()),
      up_(static_cast<std::size_t>(tree.size()), kNoNode),
      kept_by_(static_cast<std::size_t>(tree.size()), kNoNode),
      of_node_(static_cast<std::size_t>(tree.size()), kNoMessage),
      by_message_id_(t_->symbols.size(), kNoMessage),
      by_call_(t_->symbols.size(), kNoMessage),
      first_caller_(t_->symbols.size(), kNoNode) {
  bool subagent_talks = false;
  bool main_talks = false;
  for (NodeId node = 0; node < tree.size(); ++node) {
    const Entry& line = tree.entry(node);
    if (line.is_conversation()) (line.sidechain ? subagent_talks : main_talks) = true;
  }
  thread_is_sidechain_ = subagent_talks && !main_talks;
  link();
  break_cycles();
  gather();
  mark_superseded();
  mark_live();
  forget_what_was_for_building();
}

void MessageTree::forget_what_was_for_building() {
  // Not `= {}`, which leaves a vector its memory.
  for (auto* list : {&up_, &kept_by_, &first_caller_, &by_message_id_, &by_call_}) {
    std::vector<std::int32_t>().swap(*list);
  }
  other_callers_.clear();
}

bool MessageTree::in_thread(NodeId node) const {
  return tree_->entry(node).sidechain == thread_is_sidechain_;
}

void MessageTree::link() {
  NodeId previous = kNoNode;
  auto compaction = t_->compactions.begin();
  for (NodeId node = 0; node < tree_->size(); ++node) {
    if (!in_thread(node)) continue;
    for (; compaction != t_->compactions.end() && compaction->entry < tree_->first_line(node);
         ++compaction) {
      note_kept(*compaction);
    }
    up_[Tree::index(node)] = visible_parent(node, previous);
    previous = node;
  }
}

// Of a segment only the tail is noted: that is where the talk goes on, and a hostile file could
// name the whole of itself as a segment again and again.
void MessageTree::note_kept(const Compaction& compaction) {
  const NodeId anchor = tree_->find(compaction.anchor);
  if (anchor < 0 || !in_thread(anchor)) return;
  const auto note = [&](Symbol uuid) {
    const NodeId kept = tree_->find(uuid);
    if (kept >= 0 && kept < anchor) kept_by_[Tree::index(kept)] = anchor;
  };
  for (const Symbol uuid : compaction.preserved) note(uuid);
  note(compaction.tail);
}

// Where a person would say that this line goes on from.
NodeId MessageTree::visible_parent(NodeId node, NodeId previous) {
  // A line that was written again after a compaction keeps its first place.
  const Entry& first = (*t_)[tree_->first_line(node)];
  const NodeId parent = tree_->resolve(first.parent);
  if (parent >= 0) {
    if (!in_thread(parent)) return previous;
    // What hangs on a message that a compaction kept goes on from its summary.
    const NodeId anchor = kept_by_[Tree::index(parent)];
    return anchor == kNoNode ? parent : anchor;
  }
  if (parent == kMissingNode) return previous;
  if (is_compact_boundary(*t_, first)) {
    const NodeId logical = tree_->resolve(t_->extra(first).logical_parent);
    return logical >= 0 && logical < node && in_thread(logical) ? logical : previous;
  }
  const bool edited_first_prompt =
      first.type == EntryType::kUser && opens_message(*t_, first) && !first.compact_summary;
  return edited_first_prompt ? kNoNode : previous;
}

// Follows each way up once; where it meets itself the earliest line of the loop is cut off.
void MessageTree::break_cycles() {
  std::vector<NodeId> cut;
  std::vector<NodeId> walk(up_.size(), kNoNode);  // the walk that reached this node first
  for (NodeId start = 0; start < tree_->size(); ++start) {
    NodeId node = start;
    while (node >= 0 && walk[Tree::index(node)] == kNoNode) {
      walk[Tree::index(node)] = start;
      node = up_[Tree::index(node)];
    }
    if (node < 0 || walk[Tree::index(node)] != start) continue;
    NodeId earliest = node;
    for (NodeId n = up_[Tree::index(node)]; n != node; n = up_[Tree::index(n)]) {
      earliest = std::min(earliest, n);
    }
    up_[Tree::index(earliest)] = kNoNode;
    cut.push_back(earliest);
  }
  cycles_ = std::ssize(cut);
  if (!cut.empty()) mend(std::move(cut));
}

// A loop says nothing of where it came from, so its first line goes on from the line before it in
// the file, unless that one hangs on the loop itself.
void MessageTree::mend(std::vector<NodeId> cut) {
  std::vector<NodeId> root(up_.size(), kNoNode);  // some node above, in the end the root
  const auto root_of = [&](NodeId node) {
    NodeId top = node;
    while (true) {
      NodeId& known = root[Tree::index(top)];
      const NodeId above = known != kNoNode ? known : up_[Tree::index(top)];
      if (above == kNoNode) break;
      top = above;
    }
    while (node != top) {
      const NodeId above =
          root[Tree::index(node)] != kNoNode ? root[Tree::index(node)] : up_[Tree::index(node)];
      root[Tree::index(node)] = top;
      node = above;
    }
    return top;
  };
  std::sort(cut.begin(), cut.end());
  auto next = cut.begin();
  NodeId previous = kNoNode;
  for (NodeId node = 0; node < tree_->size() && next != cut.end(); ++node) {
    if (!in_thread(node)) continue;
    if (node == *next) {
      ++next;
      if (previous != kNoNode && root_of(previous) != node) up_[Tree::index(node)] = previous;
    }
    previous = node;
  }
}

void MessageTree::gather() {
  const Children below(up_);
  std::vector<MessageId> flow(up_.size(), kNoMessage);  // what the children of a node follow
  std::vector<NodeId> open;
  for (NodeId root = tree_->size(); root-- > 0;) {
    if (in_thread(root) && up_[Tree::index(root)] == kNoNode) open.push_back(root);
  }
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    const NodeId parent = up_[Tree::index(node)];
    const MessageId above = parent == kNoNode ? kNoMessage : flow[Tree::index(parent)];
    const MessageId id = place(node, above);
    of_node_[Tree::index(node)] = id;
    // A late result belongs to its call, but the talk goes on from where it was written.
    const bool late = above != kNoMessage && tree_->entry(node).prompt == PromptKind::kToolResult;
    flow[Tree::index(node)] = late ? above : id;
    const auto children = below.of(node);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  member_start_.assign(messages_.size() + 1, 0);
  for (const MessageId id : of_node_) {
    if (id != kNoMessage) ++member_start_[index(id) + 1];
  }
  for (std::size_t i = 1; i < member_start_.size(); ++i) member_start_[i] += member_start_[i - 1];
  member_list_.resize(member_start_.back());
  std::vector<std::size_t> next(member_start_.begin(), member_start_.end() - 1);
  for (NodeId node = 0; node < tree_->size(); ++node) {
    const MessageId id = of_node_[Tree::index(node)];
    if (id != kNoMessage) member_list_[next[index(id)]++] = node;
  }
}

// Gateways use call ids again; a result right below a call with its id needs no looking for. What
// is above a line was placed before it.
bool MessageTree::hangs_on_call(NodeId node, Symbol call) const {
  const NodeId parent = up_[Tree::index(node)];
  if (parent == kNoNode) return false;
  return first_caller_[call] == parent || other_callers_.contains({parent, call});
}

void MessageTree::note_call(NodeId node, Symbol call) {
  NodeId& first = first_caller_[call];
  if (first == kNoNode) first = node;
  if (first != node) other_callers_.insert({node, call});
}

// The message that a line belongs to; `above` is its parent's.
MessageId MessageTree::place(NodeId node, MessageId above) {
  const Entry& line = tree_->entry(node);
  MessageId id = kNoMessage;
  bool own = true;
  if (line.prompt == PromptKind::kToolResult) {
    id = above;
    for (const Block& block : t_->blocks_of(line)) {
      if (block.kind != BlockKind::kToolResult || hangs_on_call(node, block.id)) continue;
      if (by_call_[block.id] != kNoMessage) id = by_call_[block.id];
    }
  } else if (opens_message(*t_, line)) {
    const MessageId same =
        line.message_id == kNoSymbol ? kNoMessage : by_message_id_[line.message_id];
    // Below the message or beside its first line; else it is another with the same id.
    if (same != kNoMessage && (above == same || above == messages_[index(same)].parent)) {
      id = same;
    } else {
      id = add_message(node, above);
    }
  } else {
    id = above;
    own = false;
  }
  if (id == kNoMessage) {
    id = add_message(node, kNoMessage);
    messages_[index(id)].prelude = !own;
  }
  Message& message = messages_[index(id)];
  if (own || message.prelude)
    message.last_line = std::max(message.last_line, tree_->last_line(node));
  for (const Block& block : t_->blocks_of(line)) {
    if (block.kind != BlockKind::kToolUse || block.id == kNoSymbol) continue;
    by_call_[block.id] = id;
    note_call(node, block.id);
  }
  return id;
}

MessageId MessageTree::add_message(NodeId node, MessageId parent) {
  const Entry& line = tree_->entry(node);
  Message message;
  message.parent = parent;
  message.first = node;
  message.command = line.prompt == PromptKind::kCommand;
  message.boundary = line.type == EntryType::kSystem && is_compact_boundary(*t_, line);
  messages_.push_back(message);
  if (line.message_id != kNoSymbol) by_message_id_[line.message_id] = size() - 1;
  return size() - 1;
}

void MessageTree::mark_superseded() {
  std::vector<bool> replied(messages_.size(), false);  // somebody else spoke below it
  std::vector<MessageId> final_answer(messages_.size(), kNoMessage);  // the last below a message
  const auto is_answer = [&](MessageId id) {
    return tree_->entry(messages_[index(id)].first).type == EntryType::kAssistant;
  };
  for (MessageId id = size(); id-- > 0;) {
    const MessageId parent = messages_[index(id)].parent;
    if (parent == kNoMessage) continue;
    if (!is_answer(id) || replied[index(id)]) replied[index(parent)] = true;
    MessageId& last = final_answer[index(parent)];
    if (is_answer(id) &&
        (last == kNoMessage || messages_[index(last)].first < messages_[index(id)].first)) {
      last = id;
    }
  }
  for (MessageId id = 0; id < size(); ++id) {
    const MessageId parent = messages_[index(id)].parent;
    if (parent == kNoMessage) continue;
    const bool given_again =
        is_answer(id) && !replied[index(id)] && final_answer[index(parent)] != id;
    messages_[index(id)].superseded = given_again || messages_[index(parent)].superseded;
  }
}

void MessageTree::mark_live() {
  for (MessageId id = size(); id-- > 0;) {
    Message& message = messages_[index(id)];
    message.live |= message.counts() && !message.command && !message.superseded;
    if (message.live && message.parent != kNoMessage) {
      messages_[index(message.parent)].live = true;
    }
  }
}

std::vector<NodeId> MessageTree::members(MessageId id) const {
  return {member_list_.begin() + static_cast<std::ptrdiff_t>(member_start_[index(id)]),
          member_list_.begin() + static_cast<std::ptrdiff_t>(member_start_[index(id) + 1])};
}

Children MessageTree::children() const {
  std::vector<NodeId> parents;
  parents.reserve(messages_.size());
  for (const Message& message : messages_) parents.push_back(message.parent);
  return Children(parents);
}

}  // namespace clew
