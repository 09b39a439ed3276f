// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tui/look.h"

namespace clew::tui {

// One cell of the screen. A wide character stands in its first cell; the one behind it is empty.
struct Cell {
  std::string text = " ";
  Look look;

  bool operator==(const Cell&) const = default;
};

// A picture of the screen. The one door to it for text: whatever a transcript holds, no control
// character, escape sequence or change of direction gets into a cell, and nothing leaves the place
// that it was given. Widths are those of base/text.h.
class Canvas {
 public:
  Canvas(int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const Cell& at(int row, int column) const;

  // Writes into at most `cells` cells and returns how many it took. What is outside is left out.
  int put(int row, int column, std::string_view text, Look look, int cells);
  int put(int row, int column, std::string_view text, Look look = {}) {
    return put(row, column, text, look, columns_ - column);
  }
  // The same for text with looks of its own (SGR), which go on top of `base`.
  int put_styled(int row, int column, std::string_view text, int cells, Look base = {});
  void fill(int row, int column, int cells, Look look);
  // Adds marks to what is there.
  void mark(int row, int column, int cells, std::uint8_t marks);

  // Where the cursor stands; none: it is not shown.
  int cursor_row = -1;
  int cursor_column = -1;

 private:
  Cell& cell(int row, int column);
  void place(int row, int column, std::string_view cluster, int width, Look look);

  int columns_;
  int rows_;
  std::vector<Cell> cells_;
};

// What is left of a line with looks when these are taken away.
std::string without_looks(std::string_view styled);

}  // namespace clew::tui
