// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utf8proc.h>
#include <vector>

#include "base/text.h"

namespace clew {
namespace {

constexpr char32_t kEmojiStyle = 0xFE0F;
constexpr int kTabStop = 8;

const utf8proc_property_t& property_of(char32_t c) {
  return *utf8proc_get_property(static_cast<utf8proc_int32_t>(c));
}

// 0 for controls, marks and format characters, 2 for East Asian wide characters and emoji, else 1.
// The library knows characters, not terminals, which do three things otherwise.
int code_point_width(char32_t c) {
  // What these planes will hold one day is Chinese.
  if (c >= 0x20000 && c <= 0x3FFFF) return (c & 0xFFFFU) < 0xFFFE ? 2 : 1;
  const utf8proc_property_t& property = property_of(c);
  const int width = static_cast<int>(property.charwidth);
  const auto bound = static_cast<utf8proc_boundclass_t>(property.boundclass);
  // Vowel signs with a place of their own, and signs that enclose the digits after them.
  if (property.category == UTF8PROC_CATEGORY_MC ||
      (property.category == UTF8PROC_CATEGORY_CF && bound == UTF8PROC_BOUNDCLASS_PREPEND)) {
    return std::max(width, 1);
  }
  // Letters of a Korean syllable after the first stand where that stands.
  const bool follows = bound == UTF8PROC_BOUNDCLASS_V || bound == UTF8PROC_BOUNDCLASS_T;
  return follows ? 0 : width;
}

bool is_printable_ascii(char c) { return c >= ' ' && c <= '~'; }
bool is_keycap_base(char32_t c) { return (c >= '0' && c <= '9') || c == '#' || c == '*'; }
bool is_pictograph(char32_t c) {
  return property_of(c).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

// Whether c, of this width, makes an emoji of the first character of its cluster: by a style, a
// skin tone or a picture that is joined. It then takes no cells of its own.
bool makes_emoji(char32_t first, char32_t c, int width) {
  const bool style = c == kEmojiStyle;
  return (style && is_keycap_base(first)) || ((style || width > 0) && is_pictograph(first));
}

// Nothing can join the character at pos from behind when plain ASCII or nothing follows.
bool stands_alone(std::string_view text, std::size_t pos) {
  return is_printable_ascii(text[pos]) &&
         (pos + 1 == text.size() || static_cast<unsigned char>(text[pos + 1]) < 0x80);
}

// The bytes of the longest prefix that fits, and its width.
Cluster prefix_that_fits(std::string_view text, int cells) {
  Cluster prefix;
  while (prefix.end < text.size()) {
    const Cluster next = next_cluster(text, prefix.end);
    if (prefix.width + next.width > cells) break;
    prefix = {next.end, prefix.width + next.width};
  }
  return prefix;
}

std::string expand_tabs(std::string_view line) {
  std::string expanded;
  int column = 0;
  for (std::size_t tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
    column += display_width(line.substr(0, tab));
    const int spaces = kTabStop - column % kTabStop;
    expanded.append(line, 0, tab).append(static_cast<std::size_t>(spaces), ' ');
    column += spaces;
    line.remove_prefix(tab + 1);
  }
  return expanded.append(line);
}

std::string_view without_trailing_spaces(std::string_view text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// Wide characters may be parted from their neighbours, but closing marks must not begin a line, nor
// opening ones end it.
bool may_begin_line(std::string_view cluster) {
  static constexpr std::string_view kClosing = "、。，．：；？！）］｝〕〉》」』】’”々ー…";
  return kClosing.find(cluster) == std::string_view::npos;
}

bool may_end_line(std::string_view cluster) {
  static constexpr std::string_view kOpening = "（［｛〔〈《「『【‘“";
  return kOpening.find(cluster) == std::string_view::npos;
}

// Breaks one line without newlines or tabs. Greedy: remembers the last place where a break was
// allowed and goes back to it when the line is full.
class LineBreaker {
 public:
  LineBreaker(std::string_view text, int cells) : text_(text), cells_(cells) {}

  void run(std::vector<std::string>& lines) {
    std::size_t pos = 0;
    while (pos < text_.size()) {
      const Cluster cluster = next_cluster(text_, pos);
      const bool is_space = text_[pos] == ' ' && cluster.end == pos + 1;  // no mark on it
      if (is_space) {
        if (has_word_) break_ = {pos, cluster.end};
      } else {
        allow_break_before_wide(pos, cluster);
        if (width_ + cluster.width > cells_ && pos > start_) {
          pos = break_line(lines, pos);
          continue;
        }
        has_word_ = true;
      }
      width_ += cluster.width;
      previous_ = {pos, cluster.width};
      pos = cluster.end;
    }
    lines.emplace_back(without_trailing_spaces(text_.substr(start_)));
  }

 private:
  struct Break {
    std::size_t end = 0;   // of the line
    std::size_t next = 0;  // where the next one begins
  };
  struct Previous {
    std::size_t pos = 0;
    int width = 0;
  };

  void allow_break_before_wide(std::size_t pos, const Cluster& cluster) {
    if (pos == start_ || text_[pos - 1] == ' ') return;
    if (cluster.width < 2 && previous_.width < 2) return;
    if (may_begin_line(text_.substr(pos, cluster.end - pos)) &&
        may_end_line(text_.substr(previous_.pos, pos - previous_.pos))) {
      break_ = {pos, pos};
    }
  }

  // Ends the line at the remembered break, or here, and says where the next one begins. Indentation
  // wider than the line makes no line of its own.
  std::size_t break_line(std::vector<std::string>& lines, std::size_t pos) {
    const Break here = break_.next > start_ ? break_ : Break{pos, pos};
    if (has_word_) {
      lines.emplace_back(without_trailing_spaces(text_.substr(start_, here.end - start_)));
    }
    start_ = here.next;
    width_ = 0;
    has_word_ = false;
    return start_;
  }

  std::string_view text_;
  int cells_;
  std::size_t start_ = 0;  // the current line: where, how wide so far, more than indentation
  int width_ = 0;
  bool has_word_ = false;
  Break break_;        // the last allowed one; stale when before start_
  Previous previous_;  // the cluster before
};

}  // namespace

// The clusters are those of Unicode (UAX 29), but never wider than two cells: a pile of vowel signs
// is parted, so that no line gets wider than it may.
Cluster next_cluster(std::string_view text, std::size_t pos) {
  if (stands_alone(text, pos)) return {pos + 1, 1};
  const char32_t first = decode_utf8(text, pos);
  Cluster cluster{pos, code_point_width(first)};
  char32_t last = first;
  utf8proc_int32_t state = 0;
  while (pos < text.size()) {
    const char32_t c = decode_utf8(text, pos);
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(last),
                                         static_cast<utf8proc_int32_t>(c), &state)) {
      break;
    }
    const int width = code_point_width(c);
    if (makes_emoji(first, c, width)) {
      cluster.width = 2;
    } else if (cluster.width + width > 2) {
      break;
    } else {
      cluster.width += width;
    }
    cluster.end = pos;
    last = c;
  }
  return cluster;
}

int display_width(std::string_view text) {
  int width = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const Cluster cluster = next_cluster(text, pos);
    width += cluster.width;
    pos = cluster.end;
  }
  return width;
}

std::string truncate_to_width(std::string_view text, int cells, std::string_view ellipsis) {
  const Cluster whole = prefix_that_fits(text, cells);
  if (whole.end == text.size()) return std::string(text);
  const int room = cells - display_width(ellipsis);
  if (room < 0) return std::string(text.substr(0, whole.end));
  std::string cut(text.substr(0, prefix_that_fits(text, room).end));
  return cut.append(ellipsis);
}

std::string pad_to_width(std::string_view text, int cells, Align align) {
  const auto missing = static_cast<std::size_t>(std::max(0, cells - display_width(text)));
  std::string padded(text);
  return padded.insert(align == Align::kLeft ? padded.size() : 0, missing, ' ');
}

std::vector<std::string> wrap_to_width(std::string_view text, int cells) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t newline = text.find('\n');
    const std::string line = expand_tabs(text.substr(0, newline));
    LineBreaker(line, std::max(cells, 1)).run(lines);
    if (newline == std::string_view::npos) return lines;
    text.remove_prefix(newline + 1);
  }
}

}  // namespace clew
