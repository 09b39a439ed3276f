// SPDX-License-Identifier: MIT
#include "cli/usage_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clew {
namespace {

constexpr int kGap = 2;
constexpr int kShortestBar = 5;
constexpr int kLongestBar = 24;
constexpr int kNarrowestColumn = 8;

// The end of a path says more than its beginning.
std::string cut_start(const std::string& text, int cells) {
  if (display_width(text) <= cells) return text;
  std::size_t from = 0;
  int left = display_width(text);
  while (from < text.size() && left > cells - 1) {
    const Cluster cluster = next_cluster(text, from);
    left -= cluster.width;
    from = cluster.end;
  }
  return "…" + text.substr(from);
}

}  // namespace

std::string bar_text(double share, int cells) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0)) return {};
  const auto most = static_cast<long>(cells) * 8;
  const long eighths = std::clamp(std::lround(share * static_cast<double>(most)), 1L, most);
  std::string bar;
  for (long i = 0; i < eighths / 8; ++i) bar += "█";
  return bar + kEighths[eighths % 8];
}

void UsageTable::add_column(std::string title, Align align, Give give, int spare) {
  columns_.push_back({std::move(title), align, give, spare});
}

std::vector<int> UsageTable::widths(int room, int all) const {
  std::vector<int> widths;
  for (const Column& column : columns_) widths.push_back(display_width(column.title));
  for (const Line& line : lines_) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(line.cells[i]));
    }
  }
  const std::vector<int> wished = widths;
  int needed = -kGap;
  for (const int width : widths) needed += width + kGap;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].give == Give::kNo || needed <= room) continue;
    const int less = std::min(needed - room, std::max(0, widths[i] - kNarrowestColumn));
    widths[i] -= less;
    needed -= less;
  }
  while (needed > all) {
    std::size_t left_out = 0;
    for (std::size_t i = 1; i < columns_.size(); ++i) {
      const bool more = columns_[i].spare > columns_[left_out].spare || left_out == 0;
      if (columns_[i].spare > 0 && widths[i] > 0 && more) left_out = i;
    }
    if (left_out == 0) break;
    needed -= widths[left_out] + kGap;
    widths[left_out] = 0;
    // What gave way has room again.
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].give == Give::kNo || needed >= all) continue;
      const int more = std::min(all - needed, wished[i] - widths[i]);
      widths[i] += more;
      needed += more;
    }
  }
  return widths;
}

void UsageTable::print(Screen& screen) const {
  const bool bars =
      std::any_of(lines_.begin(), lines_.end(), [](const Line& line) { return line.share >= 0; });
  // Texts that can give way leave room for a short bar.
  const int room = screen.style.width - (bars ? kShortestBar + kGap + 1 : 0);
  const std::vector<int> widths = this->widths(room, screen.style.width);
  int used = 0;
  for (const int width : widths) used += width > 0 ? width + kGap : 0;
  const int bar = std::min(kLongestBar, screen.style.width - used - 1);
  const auto print_line = [&](const Line& line) {
    std::string text;
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      if (widths[i] == 0) continue;
      if (i > 0) text.append(kGap, ' ');
      const std::string cell = columns_[i].give == Give::kStart
                                   ? cut_start(line.cells[i], widths[i])
                                   : truncate_to_width(line.cells[i], widths[i]);
      text += pad_to_width(cell, widths[i], columns_[i].align);
    }
    const bool has_bar = line.share > 0 && bar >= kShortestBar;
    if (!has_bar) text.erase(text.find_last_not_of(' ') + 1);
    text = screen.style.paint(line.ink, text);
    if (has_bar) {
      text += std::string(kGap, ' ') + screen.style.paint(Ink::kAccent, bar_text(line.share, bar));
    }
    screen.out.line(text);
  };
  Line heading;
  heading.ink = Ink::kDim;
  for (const Column& column : columns_) heading.cells.push_back(column.title);
  print_line(heading);
  for (const Line& line : lines_) print_line(line);
}

}  // namespace clew
