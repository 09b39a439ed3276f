// SPDX-License-Identifier: MIT
#include "tui/view.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/text.h"
#include "tui/view_parts.h"

namespace clew::tui {
namespace {

std::string_view label_of(Typing typing) {
  switch (typing) {
    case Typing::kNarrow:
      return "narrow: ";
    case Typing::kCommand:
      return ":";
    case Typing::kFind:
      return "find: ";
    case Typing::kFile:
      return "file: ";
    case Typing::kRename:
      return "title: ";
    case Typing::kTag:
      return "tag (empty removes it): ";
    case Typing::kWords:
      return "say: ";
    case Typing::kAnswer:
      return "why not: ";
    case Typing::kNothing:
      break;
  }
  return "";
}

std::string_view hints(const Model& model) {
  if (model.options().pick) return "Enter choose  Tab several  / narrow  Esc leave";
  if (const ReaderState* state = model.reader()) {
    return state->tree_focused ? "Enter read branch  c compare  Tab text  t close  ? keys  q back"
                               : "j k scroll  Tab message  Enter open  / find  t tree  s say  r "
                                 "resume  ? keys  q back";
  }
  if (model.page()) return "j k scroll  / find  q back";
  return "Enter read  / narrow  a all  Space choose  p pin  R rename  d delete  r resume  ? keys  "
         "q quit";
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
    const std::string_view label = label_of(model.typing());
    const int start = canvas.put(row, 0, label, kTitle);
    const LineEdit& line = model.line();
    // The end that is being typed stays in sight.
    const int room = std::max(1, canvas.columns() - start - 1);
    const int skip = std::max(0, line.cursor_cells() - room);
    std::string_view text = line.text();
    int skipped = 0;
    while (skipped < skip && !text.empty()) {
      const Cluster cluster = next_cluster(text, 0);
      skipped += cluster.width;
      text.remove_prefix(cluster.end);
    }
    canvas.put(row, start, text);
    canvas.cursor_row = row;
    canvas.cursor_column = std::min(canvas.columns() - 1, start + line.cursor_cells() - skipped);
    return;
  }
  if (model.question()) {
    canvas.put(row, 0, model.question()->text, kWarning);
    return;
  }
  if (!model.message().empty()) {
    // What does not fit into the last line takes some of those above it.
    auto lines = wrap_to_width(model.message(), canvas.columns());
    lines.resize(std::min<std::size_t>(lines.size(),
                                       static_cast<std::size_t>(std::max(1, canvas.rows() / 3))));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const int at = row - static_cast<int>(lines.size() - 1 - i);
      canvas.fill(at, 0, canvas.columns(), {});
      canvas.put(at, 0, lines[i], model.message_is_bad() ? kBad : kAccent);
    }
    return;
  }
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
