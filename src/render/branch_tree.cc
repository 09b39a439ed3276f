// SPDX-License-Identifier: MIT
#include "render/branch_tree.h"

#include <algorithm>
#include <utility>

#include "base/numbers.h"
#include "base/text.h"

namespace clew {
namespace {

constexpr std::size_t kDeepest = 12;  // levels of forks inside forks that are indented

class Drawing {
 public:
  Drawing(const Session& session, const ChosenPath& path)
      : session_(session),
        m_(session.messages()),
        path_(path),
        children_(m_.children()),
        counts_(shown_counts(m_, path)),
        active_(static_cast<std::size_t>(m_.size()), false) {
    tip_ = tip_message(m_, path);
    for (MessageId id = tip_; id != kNoMessage; id = m_[id].parent) {
      active_[MessageTree::index(id)] = true;
    }
  }

  std::vector<BranchTreeRow> draw() {
    std::vector<MessageId> roots;
    for (MessageId id = 0; id < m_.size(); ++id) {
      if (m_[id].parent == kNoMessage && (m_[id].live || is_active(id))) roots.push_back(id);
    }
    if (roots.empty()) return {};
    if (reads_in_file_order(session_.transcript())) return one_row(roots.front());
    // An edited first prompt is a tree of its own; the active one comes last.
    const MessageId main = main_of(roots);
    for (const MessageId root : roots) {
      if (root == main) continue;
      draw_from(root);
    }
    draw_from(main);
    return std::move(rows_);
  }

 private:
  struct Task {
    MessageId start;
    std::size_t depth;
    bool side;  // drawn with a branch mark
  };

  // What is no tree is told from its first line to its last.
  std::vector<BranchTreeRow> one_row(MessageId first) const {
    const Branch all = counted_branches(m_, path_).front();
    return {{.active = true,
             .first = m_.tree().last_line(m_[first].first),
             .end = all.tip,
             .messages = all.messages}};
  }

  void draw_from(MessageId root) {
    const std::size_t begin = rows_.size();
    open_.push_back({root, 0, false});
    while (!open_.empty()) {
      const Task task = open_.back();
      open_.pop_back();
      segment(task);
    }
    if (begin > 0 && begin < rows_.size()) rows_[begin].begins_tree = true;
  }

  std::vector<MessageId> live_children(MessageId id) const {
    std::vector<MessageId> live;
    for (const MessageId child : children_.of(id)) {
      if (m_[child].live || is_active(child)) live.push_back(child);
    }
    return live;
  }

  bool is_active(MessageId id) const { return active_[MessageTree::index(id)]; }

  // The way that goes straight on: the active one, else the one written last.
  MessageId main_of(const std::vector<MessageId>& list) const {
    return *std::max_element(list.begin(), list.end(), [&](MessageId a, MessageId b) {
      return is_active(a) != is_active(b) ? is_active(b) : m_[a].last_line < m_[b].last_line;
    });
  }

  void fork(const std::vector<MessageId>& list, std::size_t depth, bool side) {
    if (list.empty()) return;
    const MessageId straight = main_of(list);
    open_.push_back({straight, depth, side && list.size() == 1});
    for (auto id = list.rbegin(); id != list.rend(); ++id) {
      if (*id != straight) open_.push_back({*id, depth + 1, true});
    }
  }

  void segment(const Task& task) {
    MessageId id = task.start;
    std::int64_t count = counts_[MessageTree::index(id)];
    MessageId named = m_[id].counts() ? id : kNoMessage;
    std::vector<MessageId> next = live_children(id);
    while (next.size() == 1 && id != tip_) {
      id = next.front();
      next = live_children(id);
      count += counts_[MessageTree::index(id)];
      if (named == kNoMessage && m_[id].counts()) named = id;
    }
    rows_.push_back({.depth = task.depth,
                     .side = task.side,
                     .active = is_active(id),
                     .first = m_.tree().last_line(m_[named == kNoMessage ? id : named].first),
                     .end = id == tip_ ? shown_tip(m_, path_) : m_[id].last_line,
                     .messages = count});
    fork(next, task.depth, false);
  }

  const Session& session_;
  const MessageTree& m_;
  const ChosenPath& path_;
  Children children_;
  std::vector<std::int64_t> counts_;  // by message
  std::vector<bool> active_;
  MessageId tip_ = kNoMessage;
  std::vector<Task> open_;
  std::vector<BranchTreeRow> rows_;
};

}  // namespace

std::vector<BranchTreeRow> branch_tree(const Session& session, const ChosenPath& path) {
  return Drawing(session, path).draw();
}

std::string branch_tree_line(const Session& session, const BranchTreeRow& row, const Style& style,
                             TreeLine form) {
  const std::size_t depth = std::min(row.depth, kDeepest);
  std::string line;
  for (std::size_t i = 1; i < depth; ++i) line += "│ ";
  if (depth > 0) line += row.side ? "├─" : "│ ";
  line = style.paint(Ink::kDim, line);
  line += style.paint(row.active ? Ink::kGood : Ink::kDim, row.active ? "● " : "○ ");
  int used = static_cast<int>(depth) * 2 + 2;
  if (form == TreeLine::kWhole) {
    const Transcript& t = session.transcript();
    line += style.paint(Ink::kStrong,
                        pad_to_width(terminal_line(t.text(t[row.end].uuid).substr(0, 8)), 8));
    const std::string size =
        with_thousands(row.messages) + (row.messages == 1 ? " message " : " messages");
    line += style.paint(Ink::kDim, pad_to_width(size, 14, Align::kRight)) + "  ";
    used += 8 + 14 + 2;
  } else {
    const std::string size = with_thousands(row.messages) + " ";
    line += style.paint(Ink::kDim, size);
    used += display_width(size);
  }
  const int room = std::max(10, style.width - used);
  return line + session.prompt_preview(row.first, static_cast<std::size_t>(room));
}

}  // namespace clew
