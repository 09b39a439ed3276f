// SPDX-License-Identifier: MIT

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "tui/view_parts.h"

namespace clew::tui {
namespace {

constexpr int kTime = 12;
constexpr int kSize = 7;
constexpr int kProject = 16;
constexpr int kWideEnoughForSize = 70;
constexpr int kWideEnoughForProject = 56;

struct Mark {
  std::string text;
  Look look;
};

std::vector<Mark> marks_of(const SessionItem& item, bool by_text) {
  std::vector<Mark> marks;
  if (item.run == SessionItem::Run::kWorks) marks.push_back({"●", kGood});
  if (item.run == SessionItem::Run::kWaits) marks.push_back({"◐", kWarning});
  if (item.pinned) marks.push_back({"▲", kWarning});
  if (item.ghost) marks.push_back({"†", kDim});
  if (item.kept)
    marks.push_back({item.machine.empty() ? "[kept]" : "[kept by " + item.machine + "]", kDim});
  if (item.hidden) marks.push_back({"[hidden]", kDim});
  if (item.agent) marks.push_back({"[agent]", kDim});
  if (item.compacted) marks.push_back({"⧉", kDim});
  if (item.forked) marks.push_back({"⑂", kDim});
  if (by_text) marks.push_back({"≈", kAccent});
  return marks;
}

void paint_row(Canvas& canvas, const Model& model, int row, const ShownRow& shown, bool current) {
  const ListState& list = model.list();
  const SessionItem& item = list.items[shown.item];
  const int columns = model.list_columns();
  const bool chosen = list.chosen.contains(item.path);
  canvas.put(row, 0, current ? "▌" : " ", kAccent);
  canvas.put(row, 1, chosen ? "✓" : " ", kGood);
  int column = 2;
  canvas.put(row, column,
             truncate_to_width(relative_time(item.updated, model.options().now), kTime), kDim);
  column += kTime + 1;
  int end = columns - 1;
  if (columns >= kWideEnoughForSize && !item.ghost) {
    const std::string size = human_bytes(item.size);
    canvas.put(row, end - display_width(size), size, kDim);
    end -= kSize + 1;
  }
  if (columns >= kWideEnoughForProject && list.project.empty()) {
    canvas.put(row, end - kProject, truncate_to_width(item.project, kProject), kAccent);
    end -= kProject + 1;
  }
  for (const Mark& mark : marks_of(item, shown.by_text)) {
    if (column + display_width(mark.text) + 4 > end) break;
    column += canvas.put(row, column, mark.text, mark.look) + 1;
  }
  if (!item.tag.empty() && end - column > 24) {
    column += canvas.put(row, column, "#" + truncate_to_width(item.tag, 12), kWarning) + 1;
  }
  canvas.put(row, column, truncate_to_width(item.name, std::max(1, end - column)),
             current ? kStrong : kPlain);
  if (current) canvas.mark(row, 1, columns - 1, Look::kReverse);
}

std::string filters_of(const ListState& list) {
  std::string text;
  const auto add = [&](bool on, std::string_view name) {
    if (on) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  add(list.filter.running, "running");
  add(list.filter.kept, "kept or gone");
  add(list.filter.pinned, "pinned");
  add(list.filter.tagged, "tagged");
  add(list.filter.since != kNoTime, "recent");
  add(list.scope.hidden, "with hidden");
  add(list.scope.subagents, "with subagents");
  return text.empty() ? "" : " · " + text;
}

void paint_head_of_list(Canvas& canvas, const Model& model) {
  const ListState& list = model.list();
  std::string left = "clew  ";
  if (!list.came) {
    left += "reading…";
  } else {
    const auto shown = std::ssize(list.rows);
    const auto all = std::ssize(list.items);
    left += shown == all ? counted(all, "session")
                         : with_thousands(shown) + " of " + counted(all, "session");
    if (!list.whole) left += "…";
    left += list.project.empty() ? ", all projects" : " of " + list.project;
  }
  left += filters_of(list);
  std::string right;
  if (!list.filter.query.empty()) right = "/" + list.filter.query + (list.searching ? " …" : "");
  if (!list.chosen.empty()) {
    right += "  " + std::to_string(list.chosen.size()) + " chosen";
    const std::size_t away = model.chosen_out_of_sight();
    if (away > 0) right += ", " + std::to_string(away) + " out of sight";
  }
  paint_head(canvas, left, right);
}

void paint_preview(Canvas& canvas, const Model& model) {
  const ListState& list = model.list();
  const int rows = model.preview_rows();
  if (rows == 0) return;
  const bool beside = model.preview_beside();
  const int column = beside ? model.list_columns() + 1 : 0;
  const int first = beside ? 1 : 1 + model.list_rows() + 1;
  if (beside) {
    for (int i = 0; i < model.body_rows(); ++i) canvas.put(1 + i, column - 1, "│", kDim);
  } else {
    for (int i = 0; i < canvas.columns(); ++i) canvas.put(first - 1, i, "─", kDim);
  }
  for (int i = 0; i < rows; ++i) {
    const auto at = static_cast<std::size_t>(list.preview_top + i);
    if (at >= list.preview_lines.size()) break;
    put_marked(canvas, first + i, column + 1, list.preview_lines[at], canvas.columns() - column - 1,
               list.filter.query.substr(0, list.filter.query.find(' ')));
  }
}

}  // namespace

void paint_list(Canvas& canvas, const Model& model) {
  const ListState& list = model.list();
  paint_head_of_list(canvas, model);
  const int rows = model.list_rows();
  for (int i = 0; i < rows; ++i) {
    const std::size_t at = list.top + static_cast<std::size_t>(i);
    if (at >= list.rows.size()) break;
    paint_row(canvas, model, 1 + i, list.rows[at], at == list.cursor);
  }
  if (list.came && list.rows.empty()) {
    std::string text = list.note;
    if (!list.items.empty())
      text = list.searching ? "looking into the text of all sessions…"
                            : "nothing has that; Esc shows all again";
    canvas.put(2, 2, text.empty() ? "no sessions; a shows those of all projects" : text, kDim,
               model.list_columns() - 2);
  }
  paint_preview(canvas, model);
}

}  // namespace clew::tui
