// SPDX-License-Identifier: MIT
#include "tui/canvas.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "tui/picture.h"

namespace clew::tui {
namespace {

constexpr int kTab = 8;

// Characters that steer a terminal, turn the direction of what follows or stand for pictures.
bool is_harmful(char32_t c) {
  return c == kPlaceholder || c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0x061c || c == 0x2028 ||
         c == 0x2029 || (c >= 0xe0000 && c <= 0xe0fff);
}

// What is shown of a cluster: harmful characters in the middle of it are left out.
std::string harmless(std::string_view cluster, Look look) {
  if (look.picture != 0) return std::string(cluster);  // made by us
  if (cluster.size() == 1 && cluster[0] >= 0x20 && cluster[0] < 0x7f) return std::string(cluster);
  std::string out;
  for (std::size_t pos = 0; pos < cluster.size();) {
    const char32_t c = decode_utf8(cluster, pos);
    if (!is_harmful(c)) append_utf8(out, c);
  }
  return out;
}

void apply(Look& look, int number, Look base) {
  switch (number) {
    case 0:
      look = base;
      return;
    case 1:
      look.marks |= Look::kBold;
      return;
    case 2:
      look.marks |= Look::kDim;
      return;
    case 3:
      look.marks |= Look::kItalic;
      return;
    case 4:
      look.marks |= Look::kUnderline;
      return;
    case 7:
      look.marks |= Look::kReverse;
      return;
    case 9:
      look.marks |= Look::kStruck;
      return;
    default:
      if ((number >= 30 && number <= 37) || (number >= 90 && number <= 97)) {
        look.color = static_cast<std::uint8_t>(number);
      }
  }
}

// Reads a sequence that sets looks, at `pos`; its end, or `pos` when it is none.
std::size_t read_looks(std::string_view text, std::size_t pos, Look& look, Look base) {
  if (text.substr(pos, 2) != "\x1b[") return pos;
  const std::size_t end = text.find_first_not_of("0123456789;", pos + 2);
  if (end == std::string_view::npos || text[end] != 'm') return pos;
  std::array<int, 5> numbers{};
  std::size_t count = 0;
  int number = 0;
  for (std::size_t i = pos + 2; i <= end; ++i) {
    if (text[i] >= '0' && text[i] <= '9') {
      number = std::min(number * 10 + (text[i] - '0'), 1000);
      continue;
    }
    if (count < numbers.size()) numbers[count] = number;
    ++count;
    number = 0;
  }
  // A colour of 24 bits is only used to name a picture.
  if (count == 5 && numbers[0] == 38 && numbers[1] == 2) {
    look.picture = static_cast<std::uint32_t>((numbers[2] & 0xff) << 16 | (numbers[3] & 0xff) << 8 |
                                              (numbers[4] & 0xff));
    return end + 1;
  }
  for (std::size_t i = 0; i < std::min(count, numbers.size()); ++i) apply(look, numbers[i], base);
  return end + 1;
}

}  // namespace

Canvas::Canvas(int columns, int rows)
    : columns_(std::max(columns, 1)),
      rows_(std::max(rows, 1)),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

Cell& Canvas::cell(int row, int column) {
  return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                static_cast<std::size_t>(column)];
}

const Cell& Canvas::at(int row, int column) const {
  return const_cast<Canvas*>(this)->cell(row, column);  // NOLINT: the same without a change
}

void Canvas::place(int row, int column, std::string_view cluster, int width, Look look) {
  // Half of a wide character cannot stay.
  if (cell(row, column).text.empty() && column > 0) cell(row, column - 1).text = " ";
  const int end = column + width;
  if (end < columns_ && cell(row, end).text.empty()) cell(row, end).text = " ";
  Cell& here = cell(row, column);
  here.text.assign(cluster);
  here.look = look;
  for (int i = 1; i < width; ++i) cell(row, column + i) = {"", look};
}

int Canvas::put(int row, int column, std::string_view text, Look look, int cells) {
  if (row < 0 || row >= rows_ || column < 0) return 0;
  const int room = std::min(cells, columns_ - column);
  int used = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    if (text[pos] == '\t') {
      const int to = std::min(room, (used / kTab + 1) * kTab);
      for (; used < to; ++used) place(row, column + used, " ", 1, look);
      ++pos;
      continue;
    }
    // A character of ASCII before another one stands alone: most of all text.
    const auto is_plain = [&](std::size_t i) { return text[i] >= 0x20 && text[i] < 0x7f; };
    if (is_plain(pos) && (pos + 1 == text.size() || is_plain(pos + 1))) {
      if (used + 1 > room) break;
      place(row, column + used++, text.substr(pos++, 1), 1, look);
      continue;
    }
    const Cluster next = next_cluster(text, pos);
    const std::string shown = harmless(text.substr(pos, next.end - pos), look);
    pos = next.end;
    const int natural = look.picture != 0 ? 1 : display_width(shown);
    const int width = shown.empty() ? 0 : std::min(natural, 2);
    if (width == 0) continue;
    if (used + width > room) break;
    place(row, column + used, shown, width, look);
    used += width;
  }
  return used;
}

int Canvas::put_styled(int row, int column, std::string_view text, int cells, Look base) {
  Look look = base;
  int used = 0;
  for (std::size_t pos = 0; pos < text.size() && used < cells;) {
    const std::size_t after = read_looks(text, pos, look, base);
    if (after != pos) {
      pos = after;
      continue;
    }
    const std::size_t end = std::min(text.find('\x1b', pos + 1), text.size());
    used += put(row, column + used, text.substr(pos, end - pos), look, cells - used);
    pos = end;
  }
  return used;
}

void Canvas::fill(int row, int column, int cells, Look look) {
  if (row < 0 || row >= rows_ || column < 0) return;
  for (int i = column; i < std::min(columns_, column + cells); ++i) place(row, i, " ", 1, look);
}

void Canvas::mark(int row, int column, int cells, std::uint8_t marks) {
  if (row < 0 || row >= rows_ || column < 0) return;
  for (int i = column; i < std::min(columns_, column + cells); ++i) {
    cell(row, i).look.marks |= marks;
  }
}

std::string without_looks(std::string_view styled) {
  std::string out;
  Look look;
  for (std::size_t pos = 0; pos < styled.size();) {
    const std::size_t after = read_looks(styled, pos, look, look);
    if (after != pos) {
      pos = after;
      continue;
    }
    const std::size_t end = std::min(styled.find('\x1b', pos + 1), styled.size());
    out += styled.substr(pos, end - pos);
    pos = end;
  }
  return out;
}

}  // namespace clew::tui
