// SPDX-License-Identifier: MIT
//
// Shapes that would take hours if anything were quadratic in the number of lines. There is no clock
// here: the test runner's time limit is the judge, and it is far above what linear work needs.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/branches.h"
#include "transcript/conversation.h"
#include "transcript/message_tree.h"
#include "transcript/metrics.h"
#include "transcript/rules.h"
#include "transcript/shown_counts.h"
#include "transcript/test_transcript.h"
#include "transcript/transcript.h"
#include "transcript/tree.h"

namespace clew {
namespace {

constexpr int kLines = 200000;

std::string name(char letter, int i) { return letter + std::to_string(i); }

struct Shape {
  const char* name;
  std::function<void(TestBuilder&)> build;
};

void one_chain(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    const std::string parent = i == 0 ? "" : name('n', i - 1);
    if (i % 2 == 0) {
      b.user(name('n', i), parent);
    } else {
      b.assistant(name('n', i), parent, name('m', i));
      b.block(BlockKind::kText, "");
    }
  }
}

void chain_written_backwards(TestBuilder& b) {
  for (int i = kLines; i-- > 0;) b.user(name('n', i), i == 0 ? "" : name('n', i - 1));
}

// A branch at every step.
void comb(TestBuilder& b) {
  for (int i = 0; i < kLines / 2; ++i) {
    const std::string parent = i == 0 ? "" : name('n', i - 1);
    b.user(name('n', i), parent);
    b.user(name('x', i), parent);
  }
}

void children_of_one_node(TestBuilder& b) {
  b.user("root", "");
  for (int i = 1; i < kLines; ++i) b.user(name('n', i), "root");
}

void all_dangling_within_five_seconds(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) b.user(name('n', i), name('g', i)).time = i % 4000;
}

void all_dangling_far_apart(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) b.user(name('n', i), "gone").time = TimeMs{i} * 10000;
}

void all_progress(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    b.node(EntryType::kProgress, name('p', i), i == 0 ? "" : name('p', i - 1));
    if (i % 2 == 0) b.user(name('u', i), name('p', i));
  }
}

void progress_backwards_in_a_loop(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    b.node(EntryType::kProgress, name('p', i), name('p', (i + 1) % kLines));
    if (i % 2 == 0) b.user(name('u', i), name('p', i));
  }
}

// Each result hangs under its own call.
void one_parallel_group(TestBuilder& b) {
  b.user("root", "");
  for (int i = 0; i < kLines / 2; ++i) {
    b.call(name('a', i), i == 0 ? "root" : name('a', i - 1), "m", name('t', i));
  }
  for (int i = 0; i < kLines / 2; ++i) b.result(name('r', i), name('a', i), name('t', i));
}

// Results arrive while the message still streams (2.1.237): one message.id all the way.
void one_message_with_results_in_between(TestBuilder& b) {
  b.user("root", "");
  for (int i = 0; i < kLines / 2; ++i) {
    b.call(name('a', i), i == 0 ? "root" : name('r', i - 1), "m", name('t', i));
    b.result(name('r', i), name('a', i), name('t', i));
  }
}

void many_small_groups(TestBuilder& b) {
  b.user("root", "");
  std::string last = "root";
  for (int i = 0; i < kLines / 5; ++i) {
    b.call(name('a', i), last, name('m', i), name('s', i));
    b.call(name('b', i), name('a', i), name('m', i), name('t', i));
    b.result(name('q', i), name('a', i), name('s', i));
    b.result(name('r', i), name('b', i), name('t', i));
    b.node(EntryType::kAttachment, name('x', i), name('a', i));
    last = name('r', i);
  }
}

// Lost results, each with a long tail of added texts, attachments and system lines.
void long_tails_under_lost_results(TestBuilder& b) {
  b.user("root", "");
  std::string last = "root";
  for (int i = 0; i < 100; ++i) {
    b.call(name('a', i), last, "m", name('t', i));
    last = name('a', i);
  }
  for (int i = 0; i < 100; ++i) {
    b.result(name('r', i), name('a', i), name('t', i));
    std::string above = name('r', i);
    for (int k = 0; k < kLines / 100; ++k) {
      const std::string uuid = name('x', i) + name('k', k);
      b.node(k % 3 == 0 ? EntryType::kSystem : EntryType::kAttachment, uuid, above);
      above = uuid;
    }
  }
  b.user("end", last);
}

// Every result claims to be the result of the same call, which is on the chain.
void one_call_with_many_results(TestBuilder& b) {
  b.call("a", "", "m", "t");
  for (int i = 0; i < kLines; ++i) b.result(name('r', i), i % 2 == 0 ? "a" : name('r', i - 1), "t");
}

void lines_with_many_blocks(TestBuilder& b) {
  b.assistant("a", "", "m");
  for (int i = 0; i < kLines / 2; ++i) b.block(BlockKind::kToolUse, name('t', i));
  b.node(EntryType::kUser, "r", "a");
  for (int i = 0; i < kLines / 2; ++i) b.block(BlockKind::kToolResult, name('t', i));
  b.user("u", "r");
}

void one_cycle(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) b.user(name('n', i), name('n', (i + 1) % kLines));
}

void many_cycles(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) b.user(name('n', i), name('n', i ^ 1)).time = i % 3000;
}

void cycle_of_system_lines(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    b.node(EntryType::kSystem, name('n', i), name('n', (i + 1) % kLines));
  }
}

void one_uuid_on_all_lines(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) b.user("same", i % 2 == 0 ? "same" : "other");
}

void half_without_time(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    Entry& entry = b.user(name('n', i), i == 0 ? "" : name('n', i / 2));
    entry.time = i % 2 == 0 ? kNoTime : i * 7919 % 65537;
  }
}

void all_of_subagents(TestBuilder& b) {
  for (int i = 0; i < kLines; ++i) {
    b.user(name('n', i), i == 0 ? "" : name('n', i - 1)).sidechain = true;
  }
}

void many_compactions(TestBuilder& b) {
  for (int i = 0; i < kLines / 2; ++i) {
    b.boundary(name('s', i), i % 2 == 0 ? "" : name('u', i - 1));
    b.user(name('u', i), name('s', i));
  }
  Compaction& last = b.transcript().compactions.back();
  last.has_preserved = last.by_list = true;
  last.anchor = b.transcript().symbols.find(name('u', kLines / 2 - 1));
  for (int i = 0; i < kLines / 2; ++i) {
    last.preserved.push_back(b.transcript().symbols.find(name('u', i)));
  }
}

void preserved_segment_over_everything(TestBuilder& b) {
  one_chain(b);
  b.boundary("s", "");
  b.user("c", "s");
  Compaction& last = b.transcript().compactions.back();
  SymbolTable& symbols = b.transcript().symbols;
  last.has_preserved = true;
  last.head = symbols.find(name('n', 0));
  last.tail = symbols.find(name('n', kLines - 1));
  last.anchor = symbols.find("c");
}

void many_last_prompts(TestBuilder& b) {
  one_chain(b);
  for (int i = 0; i < kLines; ++i) {
    LastPrompt last;
    last.entry = b.transcript().count() - 1;
    last.has_leaf = true;
    last.leaf = b.transcript().symbols.find(name('n', kLines - 1 - i % 1000));
    b.transcript().last_prompts.push_back(last);
  }
}

class Scaling : public testing::TestWithParam<Shape> {};

void run_rules(const Tree& tree) {
  const Transcript& transcript = tree.transcript();
  for (const RuleSet rules :
       {RuleSet::k21, RuleSet::k20, RuleSet::k10, RuleSet::kNewestLeaf, RuleSet::kSdk}) {
    const ChosenPath path = find_path(tree, rules);
    EXPECT_LE(path.chain.size(), transcript.entries.size());
    EXPECT_LE(sent_entries(transcript, path).size(), path.chain.size());
  }
}

void run_branches(const Tree& tree) {
  const Transcript& transcript = tree.transcript();
  const MessageTree messages(tree);
  const ChosenPath path = find_path(tree, RuleSet::kNewestLeaf);
  EXPECT_LE(counted_branches(messages, path).size(), transcript.entries.size());
  const std::vector<EntryIndex> entries = branch_entries(messages, tip_message(messages, path));
  EXPECT_LE(entries.size(), transcript.entries.size());
  EXPECT_LE(plan_messages(transcript, entries, Detail::kAll).size(), entries.size());
}

TEST_P(Scaling, IsLinear) {
  TestBuilder builder;
  GetParam().build(builder);
  const Transcript& transcript = builder.transcript();
  const Tree tree(transcript);
  run_rules(tree);
  run_branches(tree);
  const Metrics metrics = measure(transcript);
  EXPECT_LE(metrics.main.typed + metrics.subagents.typed, transcript.count());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Scaling,
    testing::Values(
        Shape{"OneChain", one_chain}, Shape{"ChainWrittenBackwards", chain_written_backwards},
        Shape{"Comb", comb}, Shape{"ChildrenOfOneNode", children_of_one_node},
        Shape{"DanglingWithinFiveSeconds", all_dangling_within_five_seconds},
        Shape{"DanglingFarApart", all_dangling_far_apart}, Shape{"AllProgress", all_progress},
        Shape{"ProgressInALoop", progress_backwards_in_a_loop},
        Shape{"OneParallelGroup", one_parallel_group},
        Shape{"OneMessageWithResultsInBetween", one_message_with_results_in_between},
        Shape{"ManySmallGroups", many_small_groups},
        Shape{"LongTailsUnderLostResults", long_tails_under_lost_results},
        Shape{"OneCallWithManyResults", one_call_with_many_results},
        Shape{"LinesWithManyBlocks", lines_with_many_blocks}, Shape{"OneCycle", one_cycle},
        Shape{"ManyCycles", many_cycles}, Shape{"CycleOfSystemLines", cycle_of_system_lines},
        Shape{"OneUuidOnAllLines", one_uuid_on_all_lines},
        Shape{"HalfWithoutTime", half_without_time}, Shape{"AllOfSubagents", all_of_subagents},
        Shape{"ManyCompactions", many_compactions},
        Shape{"PreservedSegmentOverEverything", preserved_segment_over_everything},
        Shape{"ManyLastPrompts", many_last_prompts}),
    [](const testing::TestParamInfo<Shape>& shape) { return std::string(shape.param.name); });

}  // namespace
}  // namespace clew
