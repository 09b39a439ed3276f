// SPDX-License-Identifier: MIT

#include <algorithm>

#include "base/text.h"
#include "tui/view_parts.h"

namespace clew::tui {
namespace {

void paint_tree(Canvas& canvas, const Model& model, const ReaderState& state) {
  const int columns = model.tree_columns();
  const int rows = model.body_rows();
  const int first = std::max(0, static_cast<int>(state.tree_cursor) - rows + 1);
  for (int i = 0; i < rows; ++i) {
    canvas.put(1 + i, columns, "│", kDim);
    const auto at = static_cast<std::size_t>(first + i);
    if (at >= state.tree_rows.size()) continue;
    const TreeRow& row = state.tree_rows[at];
    const bool current = at == state.tree_cursor;
    if (!state.marked_tip.empty() && row.tip == state.marked_tip)
      canvas.put(1 + i, 0, "◆", kWarning);
    canvas.put_styled(1 + i, 1, row.line, columns - 1);
    if (current) canvas.mark(1 + i, 0, columns, state.tree_focused ? Look::kReverse : Look::kBold);
  }
}

// The answer as it comes, below what the file has.
void paint_coming(Canvas& canvas, const DriveState& drive, int row, int column, int last,
                  int columns) {
  if (row > last) row = last;
  const std::vector<std::string> lines = drive.text.empty()
                                             ? std::vector<std::string>()
                                             : wrap_to_width(terminal_safe(drive.text), columns);
  const int room = std::max(0, last - row);
  const auto from = lines.size() > static_cast<std::size_t>(room)
                        ? lines.size() - static_cast<std::size_t>(room)
                        : 0;
  for (std::size_t i = from; i < lines.size(); ++i) {
    canvas.fill(row, column, columns, {});
    canvas.put(row++, column, lines[i], {}, columns);
  }
  canvas.fill(last, column, columns, {});
  canvas.put(last, column, drive.doing.empty() ? "claude waits for words (s)" : "✻ " + drive.doing,
             kWarning, columns);
}

std::string head_right(const ReaderState& state) {
  const Reader& reader = state.reader;
  std::string text;
  if (reader.detail() != Detail::kUsual)
    text += reader.detail() == Detail::kWords ? "words · " : "all · ";
  if (!state.context.empty()) text += state.context + " · ";
  if (state.branches > 1) text += std::to_string(state.branches) + " branches · ";
  if (state.finding) text += "finding… ";
  if (reader.size() > 0) {
    text += std::to_string(reader.focus() + 1) + "/" + std::to_string(reader.size());
  }
  return text;
}

}  // namespace

void paint_reader(Canvas& canvas, const Model& model, const ReaderState& state) {
  std::string left = state.title.empty() ? "reading…" : state.title;
  if (!state.what.agent.empty()) left = "subagent of " + left;
  if (!state.what.leaf.empty()) left += "  ⑂ " + terminal_line(state.what.leaf.substr(0, 8));
  paint_head(canvas, left, head_right(state));
  const int column = model.tree_columns() > 0 ? model.tree_columns() + 1 : 0;
  if (column > 0) paint_tree(canvas, model, state);
  const auto window = state.reader.window();
  int row = 1;
  for (const Reader::Row& one : window) {
    const bool focus = one.message == state.reader.focus();
    canvas.put(row, column, focus ? "▌" : " ", kAccent);
    if (one.text) {
      put_marked(canvas, row, column + 1, *one.text, canvas.columns() - column - 1, state.needle);
    } else {
      canvas.put(row, column + 1, "…", kDim);
    }
    ++row;
  }
  if (state.came && state.reader.size() == 0) {
    canvas.put(2, column + 1, "there is no conversation in this file; m shows all of its lines",
               kDim);
  }
  const auto& drive = model.drive();
  if (drive && drive->path == state.what.path) {
    paint_coming(canvas, *drive, row, column + 1, canvas.rows() - 2, canvas.columns() - column - 2);
  } else if (state.grown) {
    const std::string text = " more below: G ";
    canvas.put(canvas.rows() - 2, canvas.columns() - display_width(text) - 1, text, kBar);
  }
}

}  // namespace clew::tui
