// SPDX-License-Identifier: MIT
#include "drive/fork_file.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/uuid.h"
#include "json/value.h"
#include "json/writer.h"
#include "transcript/branches.h"
#include "transcript/entry_types.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

using NewIds = std::unordered_map<std::string, std::string>;  // old uuid to new

class Copier {
 public:
  Copier(const MessageTree& messages, LineSource& lines, const ForkRequest& request)
      : messages_(messages), tree_(messages.tree()), lines_(lines), request_(request) {}

  Result<std::string> run() {
    const ChosenPath path = find_path(tree_, request_.rules, uuid_symbol(request_.last));
    nodes_ = fork_nodes(messages_, request_.rules, request_.last);
    NodeId previous = kNoNode;
    for (const EntryIndex line : path.chain) {
      const NodeId node = tree_.find(tree_.transcript()[line].uuid);
      before_in_chain_[node] = previous;
      previous = node;
    }
    end_ = previous;
    for (const NodeId node : nodes_) new_ids_[uuid_of(node)] = make_uuid();
    time_ = first_time();
    for (const NodeId node : nodes_) {
      if (auto copied = copy(node); !copied) return copied.error();
    }
    if (!request_.title.empty()) add_title();
    return std::move(out_);
  }

 private:
  Symbol uuid_symbol(EntryIndex entry) const { return tree_.transcript()[entry].uuid; }
  std::string uuid_of(NodeId node) const {
    return std::string(tree_.transcript().text(tree_.entry(node).uuid));
  }
  const std::string* new_id(std::string_view old) const {
    const auto found = new_ids_.find(std::string(old));
    return found == new_ids_.end() ? nullptr : &found->second;
  }

  // For lines that have no time: 2.0 cannot order them, and 2.1 refuses to end at one.
  TimeMs first_time() const {
    for (const NodeId node : nodes_) {
      if (tree_.entry(node).time != kNoTime) return tree_.entry(node).time;
    }
    return request_.now - std::ssize(nodes_) - 1;
  }

  // The nearest copied line above; where a parent is missing, the one that the program takes for
  // it.
  const std::string* new_parent(NodeId node) const {
    NodeId up = node;
    for (NodeId steps = 0; steps <= tree_.size(); ++steps) {
      const NodeId parent = tree_.parent(up);
      if (parent == kNoNode) return nullptr;
      if (parent == kMissingNode) {
        const auto before = before_in_chain_.find(up);
        if (before == before_in_chain_.end() || before->second == kNoNode) return nullptr;
        return new_id(uuid_of(before->second));
      }
      if (const std::string* found = new_id(uuid_of(parent))) return found;
      up = parent;
    }
    return nullptr;
  }

  Result<void> copy(NodeId node) {
    auto line = lines_.line(tree_.entry(node));
    if (!line) return line.error();
    auto root = parser_.parse(*line);
    if (!root || !root->is_object()) return {};  // changed on the disk since it was read
    const bool untimed = tree_.entry(node).time == kNoTime;
    time_ = node == end_ ? request_.now : untimed ? time_ + 1 : tree_.entry(node).time;
    const bool new_time = node == end_ || untimed;
    json::Writer out;
    out.begin_object();
    const std::string* parent = new_parent(node);
    out.key(name_of(Field::kParent));
    parent ? out.value(*parent) : out.null();
    for (const auto [key, value] : root->members()) copy_member(out, key, value, new_time);
    out.field(name_of(Field::kUuid), *new_id(uuid_of(node)));
    out.field(name_of(Field::kSession), request_.new_session);
    if (new_time) out.field(name_of(Field::kTimestamp), format_iso(time_));
    out.key(name_of(Field::kForkedFrom)).begin_object();
    out.field(name_of(Field::kSession), request_.session).field("messageUuid", uuid_of(node));
    out.end_object().end_object();
    out_ += out.text() + "\n";
    return {};
  }

  void copy_member(json::Writer& out, std::string_view key, json::Value value, bool new_time) {
    switch (field_of(key)) {
      case Field::kParent:
      case Field::kUuid:
      case Field::kSession:
      case Field::kForkedFrom:
        return;  // written anew
      case Field::kTimestamp:
        if (!new_time) out.raw_field(key, value.to_json());
        return;
      case Field::kLogicalParent:
      case Field::kSourceAssistant:
        out.key(key);
        return copy_id(out, value);
      case Field::kCompact:
        if (!value.is_object()) break;
        out.key(key).begin_object();
        for (const auto [name, part] : value.members()) copy_preserved(out, name, part);
        out.end_object();
        return;
      default:
        break;
    }
    out.raw_field(key, value.to_json());
  }

  void copy_id(json::Writer& out, json::Value value) const {
    const std::string* id = value.is_string() ? new_id(value.string_or("")) : nullptr;
    id ? out.value(*id) : out.raw(value.to_json());
  }

  // preservedSegment and preservedMessages name lines by uuid, some in lists.
  void copy_preserved(json::Writer& out, std::string_view name, json::Value part) const {
    out.key(name);
    if (!part.is_object()) {
      out.raw(part.to_json());
      return;
    }
    out.begin_object();
    for (const auto [key, value] : part.members()) {
      out.key(key);
      if (!value.is_array()) {
        copy_id(out, value);
        continue;
      }
      out.begin_array();
      for (const json::Value item : value.elements()) copy_id(out, item);
      out.end_array();
    }
    out.end_object();
  }

  void add_title() {
    json::Writer out;
    out.begin_object().field(name_of(Field::kType), only_name_of(EntryType::kCustomTitle));
    out.field(name_of(Field::kSession), request_.new_session);
    out.field(name_of(Field::kCustomTitle), request_.title)
        .field(name_of(Field::kUuid), make_uuid());
    out.field(name_of(Field::kTimestamp), format_iso(request_.now)).end_object();
    out_ += out.text() + "\n";
  }

  const MessageTree& messages_;
  const Tree& tree_;
  LineSource& lines_;
  const ForkRequest& request_;
  std::vector<NodeId> nodes_;
  std::map<NodeId, NodeId> before_in_chain_;
  TimeMs time_ = 0;       // of the line copied last
  NodeId end_ = kNoNode;  // of the conversation: gets the present time
  NewIds new_ids_;
  json::Parser parser_;
  std::string out_;
};

}  // namespace

std::vector<NodeId> fork_nodes(const MessageTree& messages, RuleSet rules, EntryIndex last) {
  const Tree& tree = messages.tree();
  const Transcript& t = tree.transcript();
  enum class Part : std::uint8_t { kNone, kSide, kChain };
  std::vector<Part> parts(Tree::index(tree.size()), Part::kNone);
  const MessageId message = messages.message_of(tree.find(t[last].uuid));
  if (message != kNoMessage) {
    for (const EntryIndex line : branch_entries(messages, message)) {
      const NodeId node = tree.find(t[line].uuid);
      if (node >= 0 && line < last) parts[Tree::index(node)] = Part::kSide;
    }
  }
  std::vector<NodeId> chain;
  for (const EntryIndex line : find_path(tree, rules, t[last].uuid).chain) {
    const NodeId node = tree.find(t[line].uuid);
    if (node < 0 || parts[Tree::index(node)] == Part::kChain) continue;
    parts[Tree::index(node)] = Part::kChain;
    chain.push_back(node);
  }
  // The order of the file, but the lines of the conversation among themselves in their own order,
  // which differs where results of parallel calls were written late: the end has to come last.
  std::vector<NodeId> nodes;
  std::size_t next = 0;
  for (NodeId node = 0; node < tree.size(); ++node) {
    const Part part = parts[Tree::index(node)];
    if (part == Part::kSide) nodes.push_back(node);
    if (part == Part::kChain) nodes.push_back(chain[next++]);
  }
  return nodes;
}

Result<std::string> fork_text(const MessageTree& messages, LineSource& lines,
                              const ForkRequest& request) {
  return Copier(messages, lines, request).run();
}

}  // namespace clew
