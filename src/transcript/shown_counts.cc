// SPDX-License-Identifier: MIT
#include "transcript/shown_counts.h"

#include <algorithm>
#include <utility>

#include "transcript/conversation.h"
#include "transcript/seen_entries.h"

namespace clew {
namespace {

// By message: the one that its lines are told with.
std::vector<MessageId> hosts_of(const MessageTree& messages) {
  std::vector<MessageId> hosts(static_cast<std::size_t>(messages.size()));
  for (MessageId id = 0; id < messages.size(); ++id) {
    const bool own = messages[id].live || messages[id].parent == kNoMessage;
    hosts[MessageTree::index(id)] = own ? id : hosts[MessageTree::index(messages[id].parent)];
  }
  return hosts;
}

// Each message of the branch on its own: the lines of another branch take no part.
void count_alone(const MessageTree& messages, const std::vector<MessageId>& hosts,
                 std::vector<std::int64_t>& counts) {
  const Tree& tree = messages.tree();
  std::vector<std::pair<MessageId, NodeId>> lines;  // nodes are in the order of the file
  for (NodeId node = 0; node < tree.size(); ++node) {
    const MessageId id = messages.message_of(node);
    if (id != kNoMessage) lines.emplace_back(hosts[MessageTree::index(id)], node);
  }
  std::sort(lines.begin(), lines.end());
  std::vector<EntryIndex> entries;
  for (auto line = lines.begin(); line != lines.end();) {
    const MessageId host = line->first;
    entries.clear();
    for (; line != lines.end() && line->first == host; ++line) {
      entries.push_back(tree.last_line(line->second));
    }
    counts[MessageTree::index(host)] = std::ssize(plan_messages(tree.transcript(), entries));
  }
}

// All of the shown way as it is shown.
void count_way(const MessageTree& messages, const ChosenPath& path,
               const std::vector<MessageId>& hosts, std::vector<std::int64_t>& counts) {
  for (MessageId id = tip_message(messages, path); id != kNoMessage; id = messages[id].parent) {
    counts[MessageTree::index(id)] = 0;
  }
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (!messages[id].live) counts[MessageTree::index(id)] = 0;
  }
  const Tree& tree = messages.tree();
  for (const MessagePlan& plan : shown_messages(messages, path)) {
    const NodeId node = tree.find(tree.transcript()[plan.entries.front()].uuid);
    const MessageId id = messages.message_of(node);
    ++counts[MessageTree::index(hosts[MessageTree::index(id)])];
  }
}

}  // namespace

std::vector<std::int64_t> shown_counts(const MessageTree& messages, const ChosenPath& path) {
  const std::vector<MessageId> hosts = hosts_of(messages);
  std::vector<std::int64_t> counts(hosts.size(), 0);
  if (counts.empty() || reads_in_file_order(messages.tree().transcript())) return counts;
  count_alone(messages, hosts, counts);
  count_way(messages, path, hosts, counts);
  std::int64_t nowhere = 0;
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (!messages[id].live) nowhere += std::exchange(counts[MessageTree::index(id)], 0);
  }
  for (MessageId id = 0; id < messages.size(); ++id) {
    if (messages[id].parent == kNoMessage) counts[MessageTree::index(id)] += nowhere;
  }
  return counts;
}

std::vector<Branch> counted_branches(const MessageTree& messages, const ChosenPath& path) {
  std::vector<Branch> branches = find_branches(messages, path);
  if (reads_in_file_order(messages.tree().transcript())) {
    const std::int64_t all = std::ssize(shown_messages(messages, path));
    for (Branch& branch : branches) branch.messages = branch.own_messages = all;
    return branches;
  }
  std::vector<std::int64_t> so_far = shown_counts(messages, path);
  for (MessageId id = 0; id < messages.size(); ++id) {
    const MessageId parent = messages[id].parent;
    if (parent == kNoMessage) continue;
    so_far[MessageTree::index(id)] += so_far[MessageTree::index(parent)];
  }
  for (Branch& branch : branches) {
    branch.messages = so_far[MessageTree::index(branch.tip_message)];
    branch.own_messages = branch.messages;
    if (branch.fork_message == kNoMessage) continue;
    branch.own_messages -= so_far[MessageTree::index(branch.fork_message)];
  }
  return branches;
}

}  // namespace clew
