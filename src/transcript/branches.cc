// SPDX-License-Identifier: MIT

#include "transcript/branches.h"

#include <algorithm>

namespace clew {
namespace {

class BranchFinder {
 public:
  BranchFinder(const MessageTree& messages, const ChosenPath& path)
      : m_(messages),
        tree_(messages.tree()),
        t_(tree_.transcript()),
        path_(path),
        split_(static_cast<std::size_t>(m_.size()), kNoMessage),
        own_(static_cast<std::size_t>(m_.size()), kNoMessage),
        on_active_(static_cast<std::size_t>(m_.size()), false) {}

  std::vector<Branch> run() {
    const MessageId active = tip_message(m_, path_);
    if (active == kNoMessage) return {};
    for (MessageId id = active; id != kNoMessage; id = m_[id].parent) {
      on_active_[MessageTree::index(id)] = true;
    }
    split();
    // Without a tree all of the file is one branch.
    std::vector<MessageId> tips = reads_in_file_order(t_) ? std::vector<MessageId>() : leaves();
    // Where the active way goes on, be it only with an /exit, there is no other branch.
    std::erase_if(tips, [&](MessageId tip) { return on_active_[MessageTree::index(tip)]; });
    tips.push_back(active);
    std::vector<Branch> branches;
    branches.reserve(tips.size());
    for (const MessageId tip : tips) branches.push_back(describe(tip, tip == active));
    std::stable_sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) {
      return a.active != b.active ? a.active : a.tip > b.tip;
    });
    name(branches);
    return branches;
  }

 private:
  // Down the tree once: where a way left the active one.
  void split() {
    for (MessageId id = 0; id < m_.size(); ++id) {
      const auto i = MessageTree::index(id);
      const MessageId parent = m_[id].parent;
      const auto up = parent == kNoMessage ? std::size_t{0} : MessageTree::index(parent);
      if (on_active_[i]) continue;
      const bool parent_left = parent != kNoMessage && !on_active_[up];
      split_[i] = parent_left ? split_[up] : id;
      own_[i] = parent_left && m_[own_[up]].counts() ? own_[up] : id;
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
    const MessageId split = split_[MessageTree::index(tip)];
    if (split != kNoMessage) {
      branch.fork_message = m_[split].parent;
      branch.prompt = tree_.last_line(m_[own_[MessageTree::index(tip)]].first);
    }
    if (branch.fork_message != kNoMessage) branch.fork = m_[branch.fork_message].last_line;
    if (active) branch.tip = shown_tip(m_, path_);
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
    std::vector<const Summary*> at(split_.size(), nullptr);   // by message
    std::vector<const Summary*> off(split_.size(), nullptr);  // by first message off the active way
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
  const ChosenPath& path_;
  std::vector<MessageId> split_;  // first message off the active way, for those off it
  std::vector<MessageId> own_;    // ... of those that somebody said
  std::vector<bool> on_active_;
};

}  // namespace

MessageId tip_message(const MessageTree& messages, const ChosenPath& path) {
  if (const EntryIndex end = path.tip != kNoEntry ? path.tip : path.leaf; end != kNoEntry) {
    const NodeId node = messages.tree().find(messages.tree().transcript()[end].uuid);
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

EntryIndex shown_tip(const MessageTree& messages, const ChosenPath& path) {
  if (path.tip != kNoEntry) return path.tip;
  const MessageId message = tip_message(messages, path);
  return message == kNoMessage ? kNoEntry : messages[message].last_line;
}

std::vector<Branch> find_branches(const MessageTree& messages, const ChosenPath& path) {
  return BranchFinder(messages, path).run();
}

std::vector<EntryIndex> branch_entries(const MessageTree& messages, MessageId tip) {
  std::vector<MessageId> way;
  for (MessageId id = tip; id != kNoMessage; id = messages[id].parent) way.push_back(id);
  if (way.empty()) return {};
  std::reverse(way.begin(), way.end());
  const auto position = [&](MessageId id) {
    return messages.tree().first_line(messages[id].first);
  };
  // Roots that lead nowhere, such as a command before the first prompt, stand beside the message
  // that they follow in the file.
  std::vector<MessageId> dead;
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (messages[id].parent == kNoMessage && !messages[id].live && id != way[0]) dead.push_back(id);
  }
  std::sort(dead.begin(), dead.end(),
            [&](MessageId a, MessageId b) { return position(a) < position(b); });
  auto next_dead = dead.begin();
  const Children children = messages.children();
  std::vector<EntryIndex> entries;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const std::size_t start = entries.size();
    // the message, and below it what leads nowhere
    std::vector<MessageId> open(1, way[i]);
    const bool last = i + 1 == way.size();
    while (next_dead != dead.end() && (last || position(*next_dead) < position(way[i + 1]))) {
      open.push_back(*next_dead++);
    }
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
    entry =
        messages.tree().last_line(messages.tree().find(messages.tree().transcript()[entry].uuid));
  }
  return entries;
}

}  // namespace clew
