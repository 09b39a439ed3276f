// SPDX-License-Identifier: MIT
// Bytes as a small transcript over few uuids, so that repeated uuids, loops, missing parents,
// parallel calls, compactions and last-prompts come up all the time. Every rule set must end, and
// what it finds must hold together.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "transcript/branches.h"
#include "transcript/conversation.h"
#include "transcript/message_tree.h"
#include "transcript/metrics.h"
#include "transcript/rules.h"
#include "transcript/snapshots.h"
#include "transcript/test_transcript.h"

namespace {

using clew::Entry;
using clew::EntryIndex;
using clew::EntryType;
using clew::kNoEntry;
using clew::RuleSet;
using clew::Transcript;

void check(bool holds) {
  if (!holds) std::abort();
}

// Hands out the input piece by piece; behind its end there are zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  bool empty() const { return at_ >= size_; }
  int next(int limit) { return (empty() ? 0 : data_[at_++]) % limit; }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

class RandomTranscript {
 public:
  explicit RandomTranscript(Bytes& bytes) : bytes_(bytes) {
    const int options = bytes_.next(256);
    names_ = 2 + options % 16;
    builder_.transcript().bytes = (options & 128) != 0 ? 6 << 20 : 1000;
    while (!bytes_.empty()) add_line();
  }

  const Transcript& transcript() { return builder_.transcript(); }

 private:
  Transcript& t() { return builder_.transcript(); }
  std::string name() { return "n" + std::to_string(bytes_.next(names_)); }
  // One more than there are: some parents are missing.
  std::string parent() {
    const int i = bytes_.next(names_ + 2);
    return i == 0 ? "" : "n" + std::to_string(i - 1);
  }
  std::string id(char letter) {
    const int i = bytes_.next(5);
    return i == 0 ? "" : letter + std::to_string(i);
  }
  clew::Symbol symbol(const std::string& text) { return t().symbols.intern(text); }

  void add_line() {
    const int what = bytes_.next(16);
    if (what == 0) return add_last_prompt();
    if (what == 1) return add_snapshot();
    if (what == 2) return add_boundary();
    const std::string uuid = what == 3 ? "" : name();
    constexpr EntryType kTypes[] = {
        EntryType::kUser,       EntryType::kAssistant, EntryType::kUser,     EntryType::kSystem,
        EntryType::kAttachment, EntryType::kProgress,  EntryType::kAssistant};
    const EntryType type = kTypes[bytes_.next(7)];
    Entry& entry = builder_.node(type, uuid, parent());
    const int flags = bytes_.next(256);
    entry.sidechain = (flags & 7) == 1;
    entry.meta = (flags & 24) == 24;
    entry.compact_summary = (flags & 96) == 96 && type == EntryType::kUser;
    entry.api_error = (flags & 224) == 224 && type == EntryType::kAssistant;
    entry.attachment_says = (flags & 8) != 0;
    entry.after_bom = t().count() == 1 && (flags & 128) != 0;
    const int seconds = bytes_.next(32);
    entry.time = seconds == 0 ? clew::kNoTime : clew::TimeMs{seconds} * 1000;
    if (type == EntryType::kAssistant) entry.message_id = symbol(id('m'));
    if (type == EntryType::kSystem && (flags & 3) == 2) entry.subtype = symbol("local_command");
    if (type == EntryType::kUser) entry.prompt = clew::PromptKind::kTyped;
    if (entry.compact_summary) entry.prompt = clew::PromptKind::kCompactSummary;
    add_blocks(type);
  }

  void add_blocks(EntryType type) {
    if (type == EntryType::kSystem) return builder_.block(clew::BlockKind::kText, "");
    if (type != EntryType::kUser && type != EntryType::kAssistant) return;
    for (int i = bytes_.next(4); i > 0; --i) {
      switch (bytes_.next(5)) {
        case 0:
          builder_.block(clew::BlockKind::kText, "");
          break;
        case 1:
          builder_.block(clew::BlockKind::kThinking, "");
          break;
        case 2:
          builder_.block(clew::BlockKind::kText, "");
          t().blocks.back().visible = false;
          break;
        default:
          builder_.block(
              type == EntryType::kUser ? clew::BlockKind::kToolResult : clew::BlockKind::kToolUse,
              id('t'));
          if (type == EntryType::kUser) t().entries.back().prompt = clew::PromptKind::kToolResult;
      }
    }
  }

  void add_last_prompt() {
    clew::LastPrompt last;
    builder_.node(EntryType::kLastPrompt, "", "");
    last.entry = t().count() - 1;
    const int kind = bytes_.next(8);
    last.has_leaf = kind != 0;
    last.is_null = kind == 1;
    last.is_zero = kind == 2;
    last.is_explicit = kind % 2 == 1;
    if (kind > 2) last.leaf = symbol(name());
    t().last_prompts.push_back(last);
  }

  void add_snapshot() {
    clew::FileSnapshot snapshot;
    builder_.node(EntryType::kFileHistorySnapshot, "", "");
    snapshot.entry = t().count() - 1;
    snapshot.message = symbol(name());
    snapshot.snapshot_message = symbol(name());
    const int kind = bytes_.next(4);
    snapshot.is_update = kind == 1;
    snapshot.is_delta = kind == 2;
    for (int i = bytes_.next(4); i > 0; --i) {
      snapshot.files.push_back({symbol(id('f')), symbol(id('b')), bytes_.next(3), 0});
    }
    t().snapshots.push_back(std::move(snapshot));
  }

  void add_boundary() {
    clew::Compaction& compaction = builder_.boundary(name(), parent());
    const int kind = bytes_.next(4);
    compaction.micro = kind == 3;
    if (compaction.micro) t().entries.back().subtype = symbol("microcompact_boundary");
    compaction.has_preserved = kind != 0;
    compaction.by_list = kind == 1;
    compaction.anchor = symbol(name());
    compaction.head = symbol(name());
    compaction.tail = symbol(name());
    for (int i = bytes_.next(5); i > 0; --i) compaction.preserved.push_back(symbol(name()));
    t().entries.back().time = clew::TimeMs{bytes_.next(32)} * 1000;
  }

  Bytes& bytes_;
  int names_ = 2;
  clew::TestBuilder builder_;
};

// Each entry exists and is there once.
void check_list(const Transcript& t, std::span<const EntryIndex> list) {
  std::vector<bool> seen(t.entries.size(), false);
  for (const EntryIndex index : list) {
    check(index >= 0 && index < t.count());
    check(!seen[static_cast<std::size_t>(index)]);
    seen[static_cast<std::size_t>(index)] = true;
  }
}

bool contains(const std::vector<EntryIndex>& list, EntryIndex index) {
  for (const EntryIndex other : list) {
    if (other == index) return true;
  }
  return false;
}

void check_path(const clew::Tree& tree, RuleSet rules, clew::Symbol leaf) {
  const Transcript& t = tree.transcript();
  const clew::ChosenPath path = find_path(tree, rules, leaf);
  check_list(t, path.chain);
  check(path.refused.empty() || path.chain.empty());
  check(path.tip == kNoEntry || (path.tip >= 0 && path.tip < t.count()));
  check(!path.reason.empty());
  // The SDK leaves out the tip itself where it is meta.
  if (rules != RuleSet::kSdk && !path.chain.empty()) check(contains(path.chain, path.tip));
  if (rules == RuleSet::kNewestLeaf && !path.chain.empty()) check(path.chain.back() == path.tip);

  const std::vector<EntryIndex> sent = sent_entries(t, path);
  check_list(t, sent);
  for (const EntryIndex index : sent) check(contains(path.chain, index));

  const clew::ChosenPath again = find_path(tree, rules, leaf);
  check(again.chain == path.chain && again.tip == path.tip && again.reason == path.reason);

  const clew::FileStates states(t, path.chain);
  for (const EntryIndex index : path.chain) {
    const auto state = states.state_at(t[index].uuid);
    check(states.rewind_to(t[index].uuid).size() >= state.size());
    static_cast<void>(states.changes_at(t[index].uuid));
  }
  const clew::Metrics metrics = measure(t, path.chain);
  check(metrics.active_ms <= metrics.wall_ms);
  check(metrics.main.failed_tools <= metrics.main.tool_calls);
}

void check_branches(const clew::Tree& tree) {
  const Transcript& t = tree.transcript();
  const clew::MessageTree messages(tree);
  const clew::ChosenPath path = find_path(tree, RuleSet::k21);
  for (const clew::Branch& branch : find_branches(messages, path)) {
    const std::vector<EntryIndex> entries = branch_entries(messages, branch.tip_message);
    check_list(t, entries);
    for (const clew::MessagePlan& plan : plan_messages(t, entries, clew::Detail::kAll)) {
      check_list(t, plan.entries);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;  // small ones find everything, and faster
  Bytes bytes(data, size);
  RandomTranscript random(bytes);
  const Transcript& transcript = random.transcript();
  const clew::Tree tree(transcript);
  const clew::Symbol some_node =
      tree.size() == 0 ? clew::kNoSymbol
                       : tree.entry(static_cast<clew::NodeId>(size) % tree.size()).uuid;
  for (const RuleSet rules :
       {RuleSet::k21, RuleSet::k20, RuleSet::k10, RuleSet::kNewestLeaf, RuleSet::kSdk}) {
    check_path(tree, rules, clew::kNoSymbol);
    check_path(tree, rules, some_node);
  }
  check_branches(tree);
  const clew::Metrics metrics = measure(transcript);
  check(metrics.active_ms <= metrics.wall_ms);
  return 0;
}
