// SPDX-License-Identifier: MIT
#include "tui/view.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "tui/view_parts.h"

namespace clew::tui {
namespace {

std::string label_of(const Model& model) {
  const auto several = static_cast<std::int64_t>(model.typing_for());
  switch (model.typing()) {
    case Typing::kNarrow:
      return "narrow: ";
    case Typing::kCommand:
      return ":";
    case Typing::kFind:
      return "find: ";
    case Typing::kFile:
      return "file: ";
    case Typing::kRename:
      return several > 1 ? "one title for " + counted(several, "session") + ": " : "title: ";
    case Typing::kTag:
      return "tag" + (several > 1 ? " of " + counted(several, "session") : std::string()) +
             " (empty removes it): ";
    case Typing::kWords:
      return "say: ";
    case Typing::kAnswer:
      return "why not: ";
    case Typing::kNothing:
      break;
  }
  return "";
}

// Keys and what they do, the most needed first; as many as fit, and those behind the bar always.
std::string hints(const Model& model) {
  std::vector<std::string_view> keys;
  std::string_view always = "? keys  q back";
  if (model.options().pick) {
    keys = {"Enter choose", "Tab several", "/ narrow"};
    always = "Esc leave";
  } else if (const ReaderState* state = model.reader()) {
    if (state->tree_focused) {
      keys = {"Enter read branch", "c compare", "Tab text", "t close"};
    } else {
      keys = {"Tab message", "Enter open", "/ find", "t tree",    "s say",   "r resume", "} prompt",
              "] error",     "e edit",     "F fork", "c context", "U usage", "D doctor", "y copy"};
    }
  } else if (model.page()) {
    keys = {"j k scroll", "/ find"};
    always = "q back";
  } else {
    keys = {"Enter read", "/ narrow", "a all",  "Space choose", "p pin",   "R rename", "d delete",
            "r resume",   "T tag",    "x hide", "2 gone",       "U usage", "D doctor"};
    always = "? keys  q quit";
  }
  const int room = model.columns() - display_width(always);
  std::string text;
  for (const std::string_view key : keys) {
    if (display_width(text) + display_width(key) + 2 > room) break;
    text.append(key).append("  ");
  }
  return text.append(always);
}

// Where each character of what is typed stands, behind its label, broken at the width.
struct TypedCell {
  int row = 0;
  int column = 0;
  std::string_view text = {};  // empty: a line end
};
struct TypedCells {
  std::vector<TypedCell> cells;
  TypedCell cursor;
  int rows = 1;
};

TypedCells lay_out(const LineEdit& line, int label, int columns) {
  TypedCells laid;
  const std::string_view text = line.text();
  int row = 0;
  int column = label;
  for (std::size_t at = 0; at <= text.size();) {
    const bool end = at < text.size() && text[at] == '\n';
    const Cluster next = at < text.size() && !end ? next_cluster(text, at) : Cluster{at + 1, 1};
    // The cursor needs a cell too.
    if (column + next.width > columns && !end) {
      ++row;
      column = 0;
    }
    if (at == line.cursor()) laid.cursor = {row, std::min(column, columns - 1), {}};
    if (end) {
      ++row;
      column = 0;
    } else if (at < text.size()) {
      laid.cells.push_back({row, column, text.substr(at, next.end - at)});
      column += next.width;
    }
    at = next.end;
  }
  laid.rows = row + 1;
  return laid;
}

// Returns the first row that it took.
int paint_typing(Canvas& canvas, const Model& model) {
  const std::string label = label_of(model);
  const int start = std::min(display_width(label), canvas.columns() - 1);
  const TypedCells laid = lay_out(model.line(), start, canvas.columns());
  const int room = std::min(laid.rows, std::max(1, canvas.rows() / 2));
  // The row that is being typed in stays in sight.
  const int skip = std::clamp(laid.cursor.row - room + 1, 0, laid.rows - room);
  const int first = canvas.rows() - room;
  for (int i = first; i < canvas.rows(); ++i) canvas.fill(i, 0, canvas.columns(), {});
  if (skip == 0) canvas.put(first, 0, label, kTitle);
  for (const TypedCell& cell : laid.cells) {
    if (cell.row >= skip && cell.row < skip + room) {
      canvas.put(first + cell.row - skip, cell.column, cell.text);
    }
  }
  canvas.cursor_row = first + laid.cursor.row - skip;
  canvas.cursor_column = laid.cursor.column;
  return first;
}

// What does not fit into the last row takes some of those above it.
void paint_wrapped(Canvas& canvas, const std::string& text, Look look, int last) {
  auto lines = wrap_to_width(text, canvas.columns());
  lines.resize(std::min<std::size_t>(lines.size(),
                                     static_cast<std::size_t>(std::max(1, canvas.rows() / 3))));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int at = last - static_cast<int>(lines.size() - 1 - i);
    canvas.fill(at, 0, canvas.columns(), {});
    canvas.put(at, 0, lines[i], look);
  }
}

void paint_message(Canvas& canvas, const Model& model, int last) {
  paint_wrapped(canvas, model.message(), model.message_is_bad() ? kBad : kAccent, last);
}

// A permission takes the lines above the last.
void paint_permission(Canvas& canvas, const Model& model) {
  const auto lines = model.question_lines();
  const int bottom = canvas.rows() - 1;
  const auto count = static_cast<int>(lines.size());
  const int room = std::min(count, model.question_rows());
  const int first = std::max(0, bottom - room - 1);
  const int rest = count - model.question_top() - room;
  canvas.fill(first, 0, canvas.columns(), kBar);
  canvas.put(first, 1, "claude asks", kBar);
  for (int i = 0; i < room; ++i) {
    canvas.fill(first + 1 + i, 0, canvas.columns(), {});
    const auto at = static_cast<std::size_t>(model.question_top() + i);
    if (at < lines.size()) canvas.put(first + 1 + i, 1, lines[at], at == 0 ? kStrong : kPlain);
  }
  canvas.fill(bottom, 0, canvas.columns(), {});
  std::string keys = model.drive()->question->can_remember ? "y yes  a always" : "y yes";
  if (rest > 0) keys = "Space " + counted(rest, "more line") + " to be read before yes";
  canvas.put(bottom, 0, keys + "  n no  w no, and why  i interrupt", kWarning);
}

}  // namespace

void paint_head(Canvas& canvas, std::string_view left, std::string_view right) {
  canvas.fill(0, 0, canvas.columns(), kBar);
  const int wide = std::min(display_width(right), canvas.columns() / 2);
  canvas.put(0, 1, left, kBar.with(Look::kBold), canvas.columns() - wide - 3);
  canvas.put(0, canvas.columns() - wide - 1, right, kBar, wide);
}

void put_marked(Canvas& canvas, int row, int column, const std::string& line, int cells,
                const std::string& needle) {
  canvas.put_styled(row, column, line, cells);
  if (needle.empty()) return;
  const std::string plain = without_looks(line);
  for (const auto& [begin, end] : find_words(plain, needle)) {
    const int from = display_width(std::string_view(plain).substr(0, begin));
    const int wide = display_width(std::string_view(plain).substr(begin, end - begin));
    if (from < cells) canvas.mark(row, column + from, std::min(wide, cells - from), Look::kReverse);
  }
}

void paint_bottom(Canvas& canvas, const Model& model) {
  const int row = canvas.rows() - 1;
  if (model.typing() != Typing::kNothing) {
    const int above = paint_typing(canvas, model);
    if (!model.message().empty()) paint_message(canvas, model, above - 1);
    return;
  }
  if (model.question()) {
    paint_wrapped(canvas, model.question()->text, kWarning, row);
    return;
  }
  if (!model.message().empty()) return paint_message(canvas, model, row);
  canvas.put(row, 0, hints(model), kDim);
}

void paint_page(Canvas& canvas, const Model& model, const PageState& state) {
  const int rows = model.body_rows();
  const auto count = static_cast<int>(state.lines.size());
  const int last = std::min(count, state.top + rows);
  paint_head(canvas, state.title, std::to_string(last) + "/" + std::to_string(count));
  for (int i = 0; i < rows && state.top + i < count; ++i) {
    put_marked(canvas, 1 + i, 1, state.lines[static_cast<std::size_t>(state.top + i)],
               canvas.columns() - 1, state.needle);
  }
}

Canvas paint(const Model& model) {
  Canvas canvas(model.columns(), model.rows());
  if (const ReaderState* state = model.reader()) {
    paint_reader(canvas, model, *state);
  } else if (const PageState* page = model.page()) {
    paint_page(canvas, model, *page);
  } else {
    paint_list(canvas, model);
  }
  paint_bottom(canvas, model);
  const auto& drive = model.drive();
  if (drive && drive->question && model.typing() == Typing::kNothing) {
    paint_permission(canvas, model);
  }
  return canvas;
}

}  // namespace clew::tui
