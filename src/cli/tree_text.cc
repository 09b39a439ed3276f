// SPDX-License-Identifier: MIT
//
// The branch graph in the terminal. The active branch runs straight down; what left it hangs to
// the side where it left, the same way again inside:
//
//   ● 1a2b3c4d   12 messages  Fix the parser
//   ├─○ 5e6f7a8b    3 messages  Try another way
//   ● 9c0d1e2f    8 messages  Fix only the lexer

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/commands.h"
#include "engine/read/conversation_view.h"

namespace clew {
namespace {

constexpr std::size_t kDeepest = 12;  // levels of forks inside forks that are indented

class TreeText {
 public:
  TreeText(Screen& screen, OpenedPath& opened)
      : screen_(screen),
        session_(*opened.session),
        m_(session_.messages()),
        children_(m_.children()),
        active_(static_cast<std::size_t>(m_.size()), false) {
    tip_ = tip_message(m_, opened.path);
    for (MessageId id = tip_; id != kNoMessage; id = m_[id].parent) {
      active_[MessageTree::index(id)] = true;
    }
  }

  void draw() {
    std::vector<MessageId> roots;
    for (MessageId id = 0; id < m_.size(); ++id) {
      if (m_[id].parent == kNoMessage && (m_[id].live || is_active(id))) roots.push_back(id);
    }
    if (roots.empty()) return;
    // An edited first prompt is a tree of its own; the active one comes last.
    const MessageId main = main_of(roots);
    for (const MessageId root : roots) {
      if (root == main) continue;
      draw_from(root);
      screen_.out.line();
    }
    draw_from(main);
  }

 private:
  struct Task {
    MessageId start;
    std::size_t depth;
    bool side;  // drawn with a branch mark
  };

  void draw_from(MessageId root) {
    open_.push_back({root, 0, false});
    while (!open_.empty() && screen_.out.is_open()) {
      const Task task = open_.back();
      open_.pop_back();
      segment(task);
    }
    open_.clear();
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
    std::int64_t count = m_[id].counts() ? 1 : 0;
    MessageId named = m_[id].counts() ? id : kNoMessage;
    std::vector<MessageId> next = live_children(id);
    while (next.size() == 1 && id != tip_) {
      id = next.front();
      next = live_children(id);
      if (!m_[id].counts()) continue;
      if (named == kNoMessage) named = id;
      ++count;
    }
    write_line(task, named == kNoMessage ? id : named, id, count);
    fork(next, task.depth, false);
  }

  void write_line(const Task& task, MessageId named, MessageId last, std::int64_t count) {
    const Style& style = screen_.style;
    const std::size_t depth = std::min(task.depth, kDeepest);
    std::string line;
    for (std::size_t i = 1; i < depth; ++i) line += "│ ";
    if (depth > 0) line += task.side ? "├─" : "│ ";
    const bool active = is_active(last);
    line = style.paint(Ink::kDim, line);
    line += style.paint(active ? Ink::kGood : Ink::kDim, active ? "● " : "○ ");
    const Transcript& t = session_.transcript();
    const EntryIndex end = m_[last].last_line;
    line +=
        style.paint(Ink::kStrong, pad_to_width(terminal_line(t.text(t[end].uuid).substr(0, 8)), 8));
    const std::string size = with_thousands(count) + (count == 1 ? " message " : " messages");
    line += style.paint(Ink::kDim, pad_to_width(size, 14, Align::kRight));
    const int used = static_cast<int>(depth) * 2 + 2 + 8 + 14 + 2;
    const int room = std::max(10, style.width - used);
    const EntryIndex prompt = m_.tree().last_line(m_[named].first);
    line += "  " + session_.prompt_preview(prompt, static_cast<std::size_t>(room));
    screen_.out.line(line);
  }

  Screen& screen_;
  const Session& session_;
  const MessageTree& m_;
  Children children_;
  std::vector<bool> active_;
  MessageId tip_ = kNoMessage;
  std::vector<Task> open_;
};

}  // namespace

Result<Outcome> tree_text(Engine& engine, const Arguments& arguments, Screen& screen) {
  auto opened = open_path(engine, arguments);
  if (!opened) return opened.error();
  if (opened->session->messages().size() == 0) {
    return Error{ErrorCode::kNotFound,
                 opened->session->file() + " holds no tree: its lines have no uuids"};
  }
  TreeText(screen, *opened).draw();
  return Outcome::kFound;
}

}  // namespace clew
