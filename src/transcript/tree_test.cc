// SPDX-License-Identifier: MIT

#include "transcript/tree.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "transcript/graph.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

// All nodes and their parents: "u1<- a1<u1 x<?", where ? is a parent that is not in the file.
std::string links(const TestTranscript& file) {
  const Tree tree(*file);
  std::string out;
  for (NodeId node = 0; node < tree.size(); ++node) {
    const NodeId parent = tree.parent(node);
    out += (out.empty() ? "" : " ") + std::string(file->text(tree.entry(node).uuid)) + "<";
    out += parent == kNoNode        ? "-"
           : parent == kMissingNode ? "?"
                                    : std::string(file->text(tree.entry(parent).uuid));
  }
  return out;
}

TEST(Tree, LinksNodesWhereverTheirParentStands) {
  EXPECT_EQ(links(TestTranscript(R"(
    u1 < - user "hi"
    a1 < u1 assistant "yes"
    s1 < a1 system sub:turn_duration
    x1 < late attachment sub:file
    u2 < gone user "lost"
    late < s1 user "written after its child"
    {"type":"summary","uuid":"no-node","parentUuid":"u1"}
    {"type":"user","message":{"content":"no uuid"}}
  )")),
            "u1<- a1<u1 s1<a1 x1<late u2<? late<s1");
}

TEST(Tree, AUuidOnSeveralLinesIsOneNode) {
  const TestTranscript file(R"(
    u1 < - user "first"
    u2 < u1 user "two"
    u1 < u3 assistant "the last content counts"
    u3 < - user "three"
  )");
  EXPECT_EQ(links(file), "u1<u3 u2<u1 u3<-");
  const Tree tree(*file);
  const NodeId node = tree.find(file.symbol("u1"));
  EXPECT_EQ(node, 0);
  EXPECT_EQ(tree.first_line(node), 0);
  EXPECT_EQ(tree.last_line(node), 2);
  EXPECT_EQ(tree.entry(node).type, EntryType::kAssistant);
  EXPECT_EQ(tree.find(kNoSymbol), kNoNode);
  EXPECT_EQ(tree.find(99999), kNoNode);
}

TEST(Tree, ProgressLinesAreBridges) {
  EXPECT_EQ(links(TestTranscript(R"(
    p1 < - progress
    p2 < p1 progress
    u1 < p2 user "under a hook: a root"
    p5 < p4 progress
    p4 < p3 progress
    p3 < u1 progress
    a1 < p5 assistant "bridged over three"
    a2 < p4 assistant "and over two"
    p6 < gone progress
    u2 < p6 user "the bridge ends nowhere"
  )")),
            "u1<- a1<u1 a2<u1 u2<?");
}

TEST(Tree, LoopsOfProgressLinesEnd) {
  EXPECT_EQ(links(TestTranscript(R"(
    p1 < p3 progress
    p2 < p1 progress
    p3 < p2 progress
    p4 < p4 progress
    u1 < p3 user "a"
    u2 < p2 user "b"
    u3 < p4 user "c"
  )")),
            "u1<? u2<? u3<?");
}

// Some line has the same uuid as a progress line: it is the node then.
TEST(Tree, ANodeBeatsABridgeOfTheSameName) {
  EXPECT_EQ(links(TestTranscript(R"(
    u1 < - user "a"
    p1 < u1 progress
    p1 < - user "also p1"
    u2 < p1 user "b"
  )")),
            "u1<- p1<- u2<p1");
}

TEST(Tree, CyclesAndSelfParentsAreLinksLikeOthers) {
  EXPECT_EQ(links(TestTranscript(R"(
    u1 < u3 user "a"
    u2 < u1 user "b"
    u3 < u2 user "c"
    u4 < u4 user "d"
  )")),
            "u1<u3 u2<u1 u3<u2 u4<u4");
}

TEST(Tree, ResolvesAnyUuidAsParent) {
  const TestTranscript file(R"(
    u1 < - user "a"
    p1 < u1 progress
    p2 < p1 progress
    u2 < p2 user "b"
    {"type":"last-prompt","leafUuid":"elsewhere"}
  )");
  const Tree tree(*file);
  EXPECT_EQ(tree.resolve(file.symbol("p2")), 0);
  EXPECT_EQ(tree.resolve(file.symbol("u2")), 1);
  EXPECT_EQ(tree.resolve(file.symbol("elsewhere")), kMissingNode);
  EXPECT_EQ(tree.resolve(kNoSymbol), kNoNode);
}

TEST(Tree, OfNothingIsEmpty) {
  const Transcript empty;
  EXPECT_EQ(Tree(empty).size(), 0);
}

TEST(Children, AreInFileOrder) {
  const std::vector<NodeId> parents = {kNoNode, 0, kMissingNode, 0, 1, 0, 6};
  const Children children(parents);
  const auto list = [&](NodeId node) {
    const auto of = children.of(node);
    return std::vector<NodeId>(of.begin(), of.end());
  };
  EXPECT_EQ(list(0), (std::vector<NodeId>{1, 3, 5}));
  EXPECT_EQ(list(1), (std::vector<NodeId>{4}));
  EXPECT_EQ(list(2), (std::vector<NodeId>{}));
  EXPECT_EQ(list(6), (std::vector<NodeId>{6}));
}

TEST(Graph, FindsTheNearestConversation) {
  const TestTranscript file(R"(
    s0 < - system
    u1 < s0 user "a"
    s1 < u1 system
    x1 < s1 attachment sub:file
    s2 < x1 system
    s3 < s4 system
    s4 < s3 system
    s5 < gone system
    s6 < a1 system
    a1 < s6 assistant "in a loop with its parent"
  )");
  const Tree tree(*file);
  Graph graph(tree);
  const auto name = [&](const char* uuid) {
    const NodeId node = nearest_conversation(graph)[Tree::index(tree.find(file.symbol(uuid)))];
    return node < 0 ? "none" : std::string(file->text(tree.entry(node).uuid));
  };
  EXPECT_EQ(name("s0"), "none");
  EXPECT_EQ(name("u1"), "u1");
  EXPECT_EQ(name("x1"), "u1");
  EXPECT_EQ(name("s2"), "u1");
  EXPECT_EQ(name("s3"), "none");
  EXPECT_EQ(name("s4"), "none");
  EXPECT_EQ(name("s5"), "none");
  EXPECT_EQ(name("s6"), "a1");
  EXPECT_EQ(name("a1"), "a1");
  graph.gone[Tree::index(tree.find(file.symbol("u1")))] = true;
  EXPECT_EQ(name("s2"), "none");
}

}  // namespace
}  // namespace clew
