// SPDX-License-Identifier: MIT
#include "render/markdown_text.h"

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "render/code_text.h"
#include "render/styled_text.h"

namespace clew {
namespace {

constexpr std::string_view kBold = "1";
constexpr std::string_view kItalic = "3";
constexpr std::string_view kCode = "36";
constexpr std::string_view kLink = "2";
constexpr std::string_view kStruck = "9";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (true) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

bool is_sign(char c) { return c > ' ' && c < 0x7f && !is_word(c); }

// Whether a backslash stands here that takes the meaning from the sign behind it.
bool is_escape(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && is_sign(text[at + 1]);
}

std::string without_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_escape(text, i)) ++i;
    out += text[i];
  }
  return out;
}

// Bold, italic, struck out, code and links of one line.
class Inline {
 public:
  Inline(std::string_view text, std::string_view base, bool color)
      : text_(text), base_(base), color_(color) {}

  StyledText run() {
    while (at_ < text_.size()) {
      if (!escaped() && !code() && !marked("**", kBold) && !marked("__", kBold) &&
          !marked("*", kItalic) && !marked("_", kItalic) && !struck() && !link()) {
        plain_ += text_[at_++];
      }
    }
    flush();
    return std::move(out_);
  }

 private:
  void flush() {
    out_.add(plain_, base_);
    plain_.clear();
  }
  void add(std::string_view text, std::string_view look) {
    flush();
    out_.add(text,
             base_.empty() ? std::string(look) : std::string(base_) + ";" + std::string(look));
  }

  bool escaped() {
    if (!is_escape(text_, at_)) return false;
    plain_ += text_[at_ + 1];
    at_ += 2;
    return true;
  }

  // The next mark that no backslash stands before.
  std::size_t find_mark(std::string_view mark, std::size_t from) const {
    std::size_t end = text_.find(mark, from);
    while (end != text_.npos && end > from && is_escape(text_, end - 1)) {
      end = text_.find(mark, end + 1);
    }
    return end;
  }

  // What is struck out must not look as if it were meant: without colours its marks stay.
  bool struck() { return color_ && marked("~~", kStruck); }

  bool code() {
    if (text_[at_] != '`') return false;
    const std::size_t run = std::min(text_.find_first_not_of('`', at_), text_.size()) - at_;
    const std::string_view fence = text_.substr(at_, run);
    const std::size_t end = text_.find(fence, at_ + run);
    if (end == std::string_view::npos || end == at_ + run) {
      plain_ += fence;  // all of it, or the rest would be tried again
      at_ += run;
      return true;
    }
    add(text_.substr(at_ + run, end - at_ - run), kCode);
    at_ = end + run;
    return true;
  }

  // Marks stand close to their words; an underscore within a word is a part of it.
  bool marked(std::string_view mark, std::string_view look) {
    if (text_.substr(at_, mark.size()) != mark) return false;
    const std::size_t start = at_ + mark.size();
    if (start >= text_.size() || text_[start] == ' ' || text_[start] == mark[0]) return false;
    if (mark[0] == '_' && at_ > 0 && is_word(text_[at_ - 1])) return false;
    const std::size_t end = find_mark(mark, start);
    if (end == std::string_view::npos || text_[end - 1] == ' ') return false;
    const std::size_t after = end + mark.size();
    if (mark[0] == '_' && after < text_.size() && is_word(text_[after])) return false;
    if (text_.substr(start, end - start).find('`') != std::string_view::npos) return false;
    add(without_escapes(text_.substr(start, end - start)), look);
    at_ = after;
    return true;
  }

  bool link() {
    if (text_[at_] != '[' || no_more_links_) return false;
    const std::size_t close = text_.find("](", at_);
    const std::size_t end = close == std::string_view::npos ? close : text_.find(')', close);
    no_more_links_ = end == std::string_view::npos;
    if (no_more_links_ || close == at_ + 1) return false;
    const std::string_view label = text_.substr(at_ + 1, close - at_ - 1);
    const std::string_view target = text_.substr(close + 2, end - close - 2);
    if (label.find('[') != std::string_view::npos) return false;
    plain_ += label;
    if (label != target) add(" (" + std::string(target) + ")", kLink);
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  std::string_view base_;
  bool color_;
  std::size_t at_ = 0;
  bool no_more_links_ = false;  // looked to the end of the line once
  std::string plain_;
  StyledText out_;
};

struct ListItem {
  std::size_t indent = 0;
  std::string marker;
  std::string_view text;
};

std::optional<ListItem> list_item(std::string_view line) {
  ListItem item;
  item.indent = std::min(line.find_first_not_of(' '), line.size());
  std::string_view rest = line.substr(item.indent);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits > 0 && digits <= 4 && digits < rest.size() &&
      (rest[digits] == '.' || rest[digits] == ')')) {
    item.marker = rest.substr(0, digits + 1);
    rest.remove_prefix(digits + 1);
  } else if (!rest.empty() && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+')) {
    item.marker = "•";
    rest.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  if (rest.empty() || rest[0] != ' ') return std::nullopt;
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  for (const auto& [box, sign] : {std::pair{"[ ] ", "☐"}, {"[x] ", "☑"}, {"[X] ", "☑"}}) {
    if (!rest.starts_with(box)) continue;
    item.marker = sign;
    rest.remove_prefix(4);
  }
  item.text = rest;
  return item;
}

std::vector<std::string> cells_of(std::string_view row) {
  std::string_view rest = trim(row);
  if (rest.starts_with('|')) rest.remove_prefix(1);
  if (rest.ends_with('|')) rest.remove_suffix(1);
  std::vector<std::string> cells;
  while (true) {
    std::size_t end = rest.find('|');
    while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\') {
      end = rest.find('|', end + 1);
    }
    cells.emplace_back(trim(rest.substr(0, end)));
    if (end == std::string_view::npos) return cells;
    rest.remove_prefix(end + 1);
  }
}

bool is_table_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos &&
         line.find_first_not_of(" |:-") == std::string_view::npos;
}

class Blocks {
 public:
  Blocks(std::string_view text, int width, const Style& style)
      : lines_(split_lines(text)), width_(std::max(width, 10)), style_(style) {}

  std::vector<std::string> run() {
    while (at_ < lines_.size()) {
      if (!fence() && !table() && !rule() && !heading() && !quote() && !item()) {
        emit(inlined(lines_[at_++]), "", "");
      }
    }
    return std::move(out_);
  }

 private:
  StyledText inlined(std::string_view text, std::string_view base = {}) const {
    return Inline(text, base, style_.color).run();
  }

  // The first line behind `first`, the others behind `rest`; both equally wide.
  void emit(const StyledText& text, const std::string& first, const std::string& rest) {
    const int room = std::max(width_ - display_width(first), 8);
    bool begun = false;
    for (const std::string& line : text.wrap(room, style_)) {
      const std::string& before = begun ? rest : first;
      begun = true;
      out_.push_back(line.empty() && trim(before).empty() ? "" : paint_bar(before) + line);
    }
  }
  std::string paint_bar(const std::string& text) const {
    return text.starts_with("│") ? style_.paint(Ink::kDim, text) : text;
  }

  bool fence() {
    const std::string_view line = trim(lines_[at_]);
    if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
    const std::size_t run = std::min(line.find_first_not_of(line[0]), line.size());
    const std::string_view mark = line.substr(0, run);
    if (line.substr(run).find('`') != std::string_view::npos) return false;
    ++at_;
    CodeText painter(line.substr(run));
    while (at_ < lines_.size()) {
      const std::string_view code = lines_[at_++];
      const std::string_view end = trim(code);
      if (end.starts_with(mark) && end.find_first_not_of(mark[0]) == std::string_view::npos) break;
      emit(painter.line(code), "│ ", "│ ");
    }
    return true;
  }

  bool heading() {
    const std::string_view line = lines_[at_];
    const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
    if (level == 0 || level > 6 || level >= line.size() || line[level] != ' ') return false;
    emit(inlined(trim(line.substr(level)), level == 1 ? "1;4" : kBold), "", "");
    ++at_;
    return true;
  }

  bool rule() {
    const std::string_view line = trim(lines_[at_]);
    if (line.size() < 3 || (line[0] != '-' && line[0] != '*' && line[0] != '_')) return false;
    if (line.find_first_not_of(line[0]) != std::string_view::npos) return false;
    std::string bar;
    for (int i = 0; i < std::min(width_, 40); ++i) bar += "─";
    out_.push_back(style_.paint(Ink::kDim, bar));
    ++at_;
    return true;
  }

  bool quote() {
    std::string_view line = lines_[at_];
    if (!line.starts_with('>')) return false;
    line.remove_prefix(1);
    emit(inlined(trim(line), kItalic), "│ ", "│ ");
    ++at_;
    return true;
  }

  bool item() {
    const auto found = list_item(lines_[at_]);
    if (!found) return false;
    const std::string first = std::string(found->indent, ' ') + found->marker + " ";
    emit(inlined(found->text), first,
         std::string(static_cast<std::size_t>(display_width(first)), ' '));
    ++at_;
    return true;
  }

  using Row = std::vector<StyledText>;

  // Columns under each other. Where they are too wide the widest are broken into lines; a table
  // with more columns than that helps stays as it was written.
  bool table() {
    if (at_ + 1 >= lines_.size() || lines_[at_].find('|') == std::string_view::npos ||
        !is_table_rule(lines_[at_ + 1])) {
      return false;
    }
    std::vector<Row> rows(1, table_row(lines_[at_], kBold));
    std::size_t end = at_ + 2;
    for (; end < lines_.size() && lines_[end].find('|') != std::string_view::npos; ++end) {
      rows.push_back(table_row(lines_[end], ""));
    }
    std::vector<int> widths;
    for (const Row& row : rows) {
      widths.resize(std::max(widths.size(), row.size()), 0);
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], display_width(row[i].text()));
      }
    }
    const auto widest = widest_column(widths, width_ - 3 * (static_cast<int>(widths.size()) - 1));
    if (!widest) return false;
    const bool broken =
        std::any_of(widths.begin(), widths.end(), [&](int w) { return w > *widest; });
    for (int& column : widths) column = std::min(column, *widest);
    for (const Row& row : rows) {
      // Rows of several lines need something between them.
      if (broken && &row != &rows.front()) out_.push_back(style_.paint(Ink::kDim, line_of(widths)));
      add_row(row, widths);
    }
    at_ = end;
    return true;
  }

  // How wide a column may be so that all fit into `room` cells; none where that is too narrow to
  // read.
  static std::optional<int> widest_column(const std::vector<int>& widths, int room) {
    constexpr int kNarrowest = 6;
    const auto total = [&](int widest) {
      std::int64_t sum = 0;
      for (const int column : widths) sum += std::min(column, widest);
      return sum;
    };
    int fits = kNarrowest;
    int too_wide = std::max(room, kNarrowest) + 1;
    if (total(fits) > room) return std::nullopt;
    while (too_wide - fits > 1) {
      const int middle = fits + (too_wide - fits) / 2;
      (total(middle) <= room ? fits : too_wide) = middle;
    }
    return fits;
  }

  Row table_row(std::string_view line, std::string_view look) const {
    Row row;
    for (const std::string& cell : cells_of(line)) row.push_back(inlined(cell, look));
    return row;
  }

  static std::string line_of(const std::vector<int>& widths) {
    std::string line;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (i > 0) line += "─┼─";
      for (int cell = 0; cell < widths[i]; ++cell) line += "─";
    }
    return line;
  }

  void add_row(const Row& row, const std::vector<int>& widths) {
    const Style plain{.color = false, .width = style_.width};
    std::vector<std::vector<std::string>> painted(widths.size());
    std::vector<std::vector<std::string>> bare(widths.size());  // to be measured
    std::size_t height = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].empty()) continue;
      painted[i] = row[i].wrap(widths[i], style_);
      bare[i] = row[i].wrap(widths[i], plain);
      height = std::max(height, bare[i].size());
    }
    for (std::size_t at = 0; at < height; ++at) {
      std::string line;
      for (std::size_t i = 0; i < widths.size(); ++i) {
        const bool filled = at < bare[i].size();
        const int cells = filled ? display_width(bare[i][at]) : 0;
        if (i > 0) line += style_.paint(Ink::kDim, " │ ");
        if (filled) line += painted[i][at];
        if (i + 1 < widths.size()) {
          line.append(static_cast<std::size_t>(std::max(0, widths[i] - cells)), ' ');
        }
      }
      out_.push_back(std::move(line));
    }
  }

  std::vector<std::string_view> lines_;
  int width_;
  const Style& style_;
  std::size_t at_ = 0;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> markdown_lines(std::string_view safe, int width, const Style& style) {
  return Blocks(safe, width, style).run();
}

}  // namespace clew
