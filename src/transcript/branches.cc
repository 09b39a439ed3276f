// SPDX-License-Identifier: MIT

#include "transcript/branches.h"

#include <algorithm>

namespace clew {
namespace {

class BranchFinder {
 public:
  BranchFinder(const MessageTree& messages, const Path& path)
      : m_(messages), tree_(messages.tree()), t_(tree_.transcript()), path_(path),
        count_(static_cast<std::size_t>(m_.size()), 0),
        split_(static_cast<std::size_t>(m_.size()), kNoMessage),
        on_active_(static_cast<std::size_t>(m_.size()), false) {}

  std::vector<Branch> run() {
    const MessageId active = tip_message(m_, path_);
    if (active == kNoMessage) return {};
    for (MessageId id = active; id != kNoMessage; id = m_[id].parent) {
      on_active_[MessageTree::index(id)] = true;
    }
    count_and_split();
    std::vector<MessageId> tips = leaves();
    if (std::find(tips.begin(), tips.end(), active) == tips.end()) tips.push_back(active);
    std::vector<Branch> branches;
    for (const MessageId tip : tips) branches.push_back(describe(tip, tip == active));
    std::stable_sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) {
      return a.active != b.active ? a.active : a.tip > b.tip;
    });
    name(branches);
    return branches;
  }

 private:
  // Down the tree once: messages so far, and where a way left the active one.
  void count_and_split() {
    for (MessageId id = 0; id < m_.size(); ++id) {
      const auto i = MessageTree::index(id);
      const MessageId parent = m_[id].parent;
      const bool shown = !m_[id].prelude;
      count_[i] = (parent == kNoMessage ? 0 : count_[MessageTree::index(parent)]) + (shown ? 1 : 0);
      if (on_active_[i]) continue;
      const bool parent_left = parent != kNoMessage && !on_active_[MessageTree::index(parent)];
      split_[i] = parent_left ? split_[MessageTree::index(parent)] : id;
    }
  }

  std::vector<MessageId> leaves() const {
    std::vector<bool> inner(static_cast<std::size_t>(m_.size()), false);
    for (MessageId id = 0; id < m_.size(); ++id) {
      if (m_[id].live && m_[id].parent != kNoMessage) {
        inner[MessageTree::index(m_[id].parent)] = true;
      }
    }
    std::vector<MessageId> tips;
    for (MessageId id = 0; id < m_.size(); ++id) {
      if (m_[id].live && !inner[MessageTree::index(id)]) tips.push_back(id);
    }
    return tips;
  }

  Branch describe(MessageId tip, bool active) const {
    Branch branch;
    branch.tip_message = tip;
    branch.active = active;
    branch.tip = m_[tip].last_line;
    branch.messages = count_[MessageTree::index(tip)];
    const MessageId split = split_[MessageTree::index(tip)];
    if (split != kNoMessage) {
      branch.fork_message = m_[split].parent;
      branch.prompt = tree_.last_line(m_[split].first);
    } else if (!active) {
      branch.fork_message = tip;  // the active branch goes on from this tip: nothing of its own
    }
    if (branch.fork_message != kNoMessage) {
      branch.fork = m_[branch.fork_message].last_line;
      branch.own_messages = branch.messages - count_[MessageTree::index(branch.fork_message)];
    } else {
      branch.own_messages = branch.messages;
    }
    if (active && path_.tip != kNoEntry) branch.tip = path_.tip;
    branch.first_time = time_of(split != kNoMessage ? branch.prompt : first_line());
    branch.last_time = time_of(branch.tip);
    branch.reason = active ? path_.reason : abandoned_because(branch);
    return branch;
  }

  EntryIndex first_line() const { return m_.size() > 0 ? tree_.first_line(m_[0].first) : kNoEntry; }
  TimeMs time_of(EntryIndex line) const { return line == kNoEntry ? kNoTime : t_[line].time; }

  std::string abandoned_because(const Branch& branch) const {
    if (branch.fork_message == kNoMessage) return "the first prompt was edited: another root";
    return "the conversation went on from an earlier message without it";
  }

  // A summary names the branch that ends at its leaf, else the one that it is on. Of several the
  // last counts.
  void name(std::vector<Branch>& branches) const {
    std::vector<const Summary*> at(count_.size(), nullptr);  // by message
    std::vector<const Summary*> off(count_.size(), nullptr);  // by first message off the active way
    const Summary* shared = nullptr;
    for (const Summary& summary : t_.summaries) {
      const NodeId node = tree_.find(summary.leaf);
      const MessageId message = node == kNoNode ? kNoMessage : m_.message_of(node);
      if (message == kNoMessage || summary.text.empty()) continue;
      at[MessageTree::index(message)] = &summary;
      const MessageId split = split_[MessageTree::index(message)];
      (split == kNoMessage ? shared : off[MessageTree::index(split)]) = &summary;
    }
    for (Branch& branch : branches) {
      const Summary* summary = at[MessageTree::index(branch.tip_message)];
      const MessageId split = split_[MessageTree::index(branch.tip_message)];
      if (!summary && split != kNoMessage) summary = off[MessageTree::index(split)];
      if (!summary && branch.active) summary = shared;
      if (summary) branch.summary = summary->text;
    }
  }

  const MessageTree& m_;
  const Tree& tree_;
  const Transcript& t_;
  const Path& path_;
  std::vector<std::int64_t> count_;  // messages from the root to here
  std::vector<MessageId> split_;     // first message off the active way, for those off it
  std::vector<bool> on_active_;
};

}  // namespace

MessageId tip_message(const MessageTree& messages, const Path& path) {
  if (path.tip != kNoEntry) {
    const NodeId node = messages.tree().find(messages.tree().transcript()[path.tip].uuid);
    if (node >= 0 && messages.message_of(node) != kNoMessage) return messages.message_of(node);
  }
  MessageId last = kNoMessage;
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (last == kNoMessage || messages[id].live > messages[last].live ||
        (messages[id].live == messages[last].live &&
         messages[id].last_line > messages[last].last_line)) {
      last = id;
    }
  }
  return last;
}

std::vector<Branch> find_branches(const MessageTree& messages, const Path& path) {
  return BranchFinder(messages, path).run();
}

std::vector<EntryIndex> branch_entries(const MessageTree& messages, MessageId tip) {
  std::vector<MessageId> way;
  for (MessageId id = tip; id != kNoMessage; id = messages[id].parent) way.push_back(id);
  std::reverse(way.begin(), way.end());
  const Children children = messages.children();
  std::vector<EntryIndex> entries;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const std::size_t start = entries.size();
    // the message, and below it what leads nowhere
    std::vector<MessageId> open(1, way[i]);
    while (!open.empty()) {
      const MessageId id = open.back();
      open.pop_back();
      for (const NodeId node : messages.members(id)) {
        entries.push_back(messages.tree().first_line(node));
      }
      for (const MessageId child : children.of(id)) {
        const bool next = i + 1 < way.size() && child == way[i + 1];
        if (!next && !messages[child].live) open.push_back(child);
      }
    }
    std::sort(entries.begin() + static_cast<std::ptrdiff_t>(start), entries.end());
  }
  // first_line gave the order; the content is that of the last line with the uuid
  for (EntryIndex& entry : entries) {
    entry = messages.tree().last_line(messages.tree().find(messages.tree().transcript()[entry].uuid));
  }
  return entries;
}

}  // namespace clew
