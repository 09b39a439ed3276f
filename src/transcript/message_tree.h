// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "transcript/tree.h"

namespace clew {

// Index of a message in MessageTree. A parent's is smaller than those of its children.
using MessageId = std::int32_t;
inline constexpr MessageId kNoMessage = -1;

// The tree as a person would draw it: one node a message, edges only where the conversation
// really goes on. The lines of a transcript fork for many reasons that are no branches; here
//   - all assistant lines of one message, their tool results and what hooks and attachments hang
//     on them are one message, so parallel calls do not fork;
//   - lines that say nothing of their own (system, attachments, meta, interruptions, API errors,
//     outputs of local commands) belong to the message they hang on;
//   - a compaction goes on from the line before it, also in 1.0 which does not say so, and what
//     follows on messages that it kept goes on from its summary;
//   - a parent that is missing is replaced by the previous line of the file;
//   - lines of subagents are left out;
//   - an answer that nobody replied to and that was given again (a broken stream, a retry) leads
//     nowhere: people edit and rewind prompts, not answers;
//   - a second root that is a prompt stays one: that is an edited first prompt.
// Nothing is lost: every node of the thread is a member of exactly one message.
class MessageTree {
 public:
  explicit MessageTree(const Tree& tree);

  struct Message {
    MessageId parent = kNoMessage;
    NodeId first = kNoNode;           // the line that made it a message
    bool prelude = false;             // no message at all: lines before the first one
    bool command = false;             // a slash command: by itself no conversation
    bool boundary = false;            // the marker of a compaction: not a message of anybody
    bool superseded = false;          // an answer that was given again: a retry, no branch
    bool live = false;                // it or something below it is conversation that goes on
    EntryIndex last_line = kNoEntry;  // of its own lines (prompt, answer, results)

    bool counts() const { return !prelude && !boundary; }  // somebody said it
  };

  const Tree& tree() const { return *tree_; }
  MessageId size() const { return static_cast<MessageId>(messages_.size()); }
  const Message& operator[](MessageId id) const { return messages_[index(id)]; }
  // kNoMessage for lines that are not of the thread.
  MessageId message_of(NodeId node) const { return of_node_[Tree::index(node)]; }
  // Lines of the message and all that hangs on it, in file order.
  std::vector<NodeId> members(MessageId id) const;
  Children children() const;

  std::int64_t cycles() const { return cycles_; }

  static std::size_t index(MessageId id) { return static_cast<std::size_t>(id); }

 private:
  bool in_thread(NodeId node) const;
  void link();
  void note_kept(const Compaction& compaction);
  NodeId visible_parent(NodeId node, NodeId previous);
  void break_cycles();
  void mend(std::vector<NodeId> cut);
  void gather();
  bool hangs_on_call(NodeId node, Symbol call) const;
  void note_call(NodeId node, Symbol call);
  MessageId place(NodeId node, MessageId above);
  MessageId add_message(NodeId node, MessageId parent);
  void mark_superseded();
  void mark_live();
  void forget_what_was_for_building();

  const Tree* tree_;
  const Transcript* t_;
  bool thread_is_sidechain_ = false;  // a subagent's own file: all its lines are sidechain
  std::vector<NodeId> up_;            // parent links as a person sees them
  std::vector<NodeId> kept_by_;       // of a line that a compaction kept: that one's summary
  std::vector<Message> messages_;
  std::vector<MessageId> of_node_;
  std::vector<MessageId> by_message_id_;  // by symbol: the last message with this id
  std::vector<MessageId> by_call_;        // by symbol: the message that made this call
  std::vector<NodeId> first_caller_;      // by symbol: the first line placed that made this call
  std::set<std::pair<NodeId, Symbol>> other_callers_;  // further lines that made it again
  std::vector<NodeId> member_list_;                    // nodes sorted by message
  std::vector<std::size_t> member_start_;
  std::int64_t cycles_ = 0;
};

}  // namespace clew
