// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/commands.h"

namespace clew {

// Lines of figures that fit the screen: one column gives way when there is little room, and what
// room is left over becomes small bars.
class UsageTable {
 public:
  enum class Give : unsigned char { kNo, kEnd, kStart };  // where a text is cut when it must be

  // `spare`: of those above 0 the highest is left out first where there is no room for all.
  void add_column(std::string title, Align align = Align::kRight, Give give = Give::kNo,
                  int spare = 0);

  struct Line {
    std::vector<std::string> cells;  // safe for terminals already
    Ink ink = Ink::kPlain;
    double share = -1;  // of the longest bar; negative: no bar
  };
  void add_line(Line line) { lines_.push_back(std::move(line)); }

  void print(Screen& screen) const;

 private:
  struct Column {
    std::string title;
    Align align;
    Give give;
    int spare;
  };
  // Of a column that is left out 0. What gives way does so for `room`, what is left out for `all`.
  std::vector<int> widths(int room, int all) const;

  std::vector<Column> columns_;
  std::vector<Line> lines_;
};

// Eighths of a cell: "██▋". Something that is not nothing shows.
std::string bar_text(double share, int cells);

}  // namespace clew
