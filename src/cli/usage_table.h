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

  void add_column(std::string title, Align align = Align::kRight, Give give = Give::kNo);

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
  };
  std::vector<int> widths(int room) const;

  std::vector<Column> columns_;
  std::vector<Line> lines_;
};

// Eighths of a cell: "██▋". Something that is not nothing shows.
std::string bar_text(double share, int cells);

}  // namespace clew
