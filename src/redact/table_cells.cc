// SPDX-License-Identifier: MIT
#include "redact/table_cells.h"

#include <algorithm>

namespace clew::redact {
namespace {

constexpr std::size_t kMostRows = 1000;
constexpr std::size_t kLongestRow = 4096;
constexpr std::string_view kAround = " \t`\"'*";

Span line_around(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return {before == std::string_view::npos ? 0 : before + 1,
          std::min(text.find('\n', at), text.size())};
}

// What stands between the bars; empty for what is no row.
std::vector<Span> cells_of_row(std::string_view text, Span line) {
  std::vector<Span> cells;
  const std::size_t first = text.find_first_not_of(" \t", line.begin);
  if (first >= line.end || text[first] != '|' || line.end - line.begin > kLongestRow) return cells;
  for (std::size_t at = first + 1; at < line.end;) {
    std::size_t end = at;
    while (end < line.end && !(text[end] == '|' && text[end - 1] != '\\')) ++end;
    if (end == line.end) break;
    cells.push_back({at, end});
    at = end + 1;
  }
  return cells;
}

bool is_below_head(std::string_view text, const std::vector<Span>& cells) {
  return !cells.empty() && std::all_of(cells.begin(), cells.end(), [&](Span cell) {
    const std::string_view held = cell.of(text);
    return held.find("--") != std::string_view::npos &&
           held.find_first_not_of(" \t-:") == std::string_view::npos;
  });
}

Span held_in(std::string_view text, Span cell) {
  while (cell.begin < cell.end && kAround.find(text[cell.begin]) != std::string_view::npos)
    ++cell.begin;
  while (cell.end > cell.begin && kAround.find(text[cell.end - 1]) != std::string_view::npos)
    --cell.end;
  return cell;
}

}  // namespace

std::vector<Span> cells_of_name(std::string_view text, Span name) {
  std::vector<Span> found;
  Span line = line_around(text, name.begin);
  const std::vector<Span> row = cells_of_row(text, line);
  const auto own = std::find_if(row.begin(), row.end(), [&](Span cell) {
    return cell.begin <= name.begin && name.end <= cell.end;
  });
  // A cell that says more than the name is a sentence.
  if (own == row.end() || held_in(text, *own).of(text) != name.of(text)) return found;
  const auto column = static_cast<std::size_t>(own - row.begin());
  const auto next_line = [&] {
    if (line.end >= text.size()) return false;
    line = line_around(text, line.end + 1);
    return true;
  };
  if (!next_line() || !is_below_head(text, cells_of_row(text, line))) {
    if (column + 1 < row.size()) found.push_back(held_in(text, row[column + 1]));
    return found;
  }
  for (std::size_t rows = 0; rows < kMostRows && next_line(); ++rows) {
    const std::vector<Span> cells = cells_of_row(text, line);
    if (cells.empty()) break;
    if (column < cells.size()) found.push_back(held_in(text, cells[column]));
  }
  return found;
}

}  // namespace clew::redact
